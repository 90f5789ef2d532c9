"""Lets one build at a time into a folder of doctrees: two at once would write over each other's
files, the one with the older sources perhaps last."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import IO

from sphinx.util import logging

if sys.platform != "win32":
    import fcntl

logger = logging.getLogger(__name__)

LOCK = "filedocs.lock"


class Lock:
    """What a build holds of its folder until it ends, however it ends."""

    def __init__(self) -> None:
        self._held: IO[bytes] | None = None

    def take(self, folder: Path) -> None:
        """Wait until no other process has a folder, and take it.

        Where locks can't be had, as in a folder that is read-only, do without.
        """
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            self._held = (folder / LOCK).open("ab")
            _lock(self._held, folder)

    def release(self) -> None:
        """Let the next one in."""
        if self._held:
            self._held.close()


def _lock(file: IO[bytes], folder: Path) -> None:
    """Lock a file for this process; an application that it had before may still hold it."""
    if sys.platform == "win32":
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        logger.info("waiting for another build in %s", folder)
        fcntl.lockf(file, fcntl.LOCK_EX)
