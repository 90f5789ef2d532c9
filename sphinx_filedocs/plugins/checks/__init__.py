"""The subcommand ``check``: problems of a tree."""
