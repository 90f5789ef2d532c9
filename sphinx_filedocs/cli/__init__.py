"""The command ``sphinx-filedocs``."""

from __future__ import annotations

import signal
import sys
from importlib.util import find_spec
from types import FrameType

#: The exit code of what a user has ended, as shells have it.
INTERRUPTED = 130
#: What the extra ``cli`` installs.
_NEEDED = ("click", "furo", "platformdirs", "sphinx_autobuild")


def main() -> None:
    """Run the command; without the extra ``cli`` say what to install."""
    if not all(map(find_spec, _NEEDED)):
        sys.exit('The command needs more than the extension: pip install "sphinx-filedocs[cli]"')
    # Else what the command runs would go on without it, and keep its port.
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        from sphinx_filedocs.cli.commands import command  # noqa: PLC0415 (needs click)

        command(prog_name="sphinx-filedocs")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _end(signal_number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signal_number)
