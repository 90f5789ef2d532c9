"""The command ``sphinx-filedocs``."""

from __future__ import annotations

import signal
import sys
from importlib.util import find_spec
from types import FrameType

#: What the extra ``cli`` installs.
_NEEDED = ("click", "furo", "platformdirs", "sphinx_autobuild")


def main() -> None:
    """Run the command; without the extra ``cli`` say what to install."""
    if not all(map(find_spec, _NEEDED)):
        sys.exit('The command needs more than the extension: pip install "sphinx-filedocs[cli]"')
    # Else what the command runs would go on without it, and keep its port.
    signal.signal(signal.SIGTERM, _end)
    from sphinx_filedocs.cli.commands import command  # noqa: PLC0415 (needs click)

    command(prog_name="sphinx-filedocs")


def _end(signal_number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signal_number)
