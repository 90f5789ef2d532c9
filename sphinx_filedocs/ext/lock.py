"""Lets one build at a time into a folder of doctrees: two at once would write over each other's
files, the one with the older sources perhaps last."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sphinx.util import logging

from sphinx_filedocs.build.last_build import hold

logger = logging.getLogger(__name__)

LOCK = "filedocs.lock"
#: What this process has: an application that it had before may never have ended.
_HELD: dict[Path, sqlite3.Connection] = {}


class Lock:
    """What a build holds of its folder until it ends, however it ends."""

    def __init__(self) -> None:
        self._file: Path | None = None

    def take(self, folder: Path) -> None:
        """Wait until no other process has a folder, and take it.

        Where locks can't be had, as in a folder that is read-only, do without.
        """
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._file = folder.resolve() / LOCK
        if self._file not in _HELD and (
            lock := hold(self._file, lambda: logger.info("waiting for another build in %s", folder))
        ):
            _HELD[self._file] = lock

    def release(self) -> None:
        """Let the next one in."""
        if self._file and (lock := _HELD.pop(self._file, None)):
            lock.close()
