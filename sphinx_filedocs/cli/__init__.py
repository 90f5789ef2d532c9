"""The command ``sphinx-filedocs``."""

#: The exit code after Ctrl-C, as in shells.
INTERRUPTED = 130
