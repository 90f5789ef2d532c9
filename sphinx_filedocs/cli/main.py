"""Starts the command."""

from __future__ import annotations

# Imports up here can't be interrupted without a traceback.
import sys

from sphinx_filedocs.cli import INTERRUPTED

#: The packages of the extra ``cli``.
_NEEDED = ("click", "furo", "platformdirs", "starlette", "uvicorn", "watchfiles", "websockets")


def main() -> None:
    """Run the command; without the extra ``cli`` print how to install it."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _run() -> None:
    from importlib.util import find_spec  # noqa: PLC0415 (may be interrupted)

    if not all(map(find_spec, _NEEDED)):
        sys.exit('The command needs more than the extension: pip install "sphinx-filedocs[cli]"')
    _end_by_signals()
    from sphinx_filedocs.cli.commands import command  # noqa: PLC0415 (needs click)

    command(prog_name="sphinx-filedocs")


def _end_by_signals() -> None:
    """Exit at a signal, so that child processes end too."""
    import signal  # noqa: PLC0415 (may be interrupted)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def _end(signal_number: int, _frame: object) -> None:
    sys.exit(128 + signal_number)
