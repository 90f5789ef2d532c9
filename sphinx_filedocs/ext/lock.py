"""A lock on a folder of doctrees: two builds at once would overwrite each other's files."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sphinx.util import logging

from sphinx_filedocs.incremental.last_build import hold

logger = logging.getLogger(__name__)

LOCK = "filedocs.lock"
#: The locks of this process: an earlier application may never have ended.
_HELD: dict[Path, sqlite3.Connection] = {}


class Lock:
    """The lock of a build."""

    def __init__(self) -> None:
        self._file: Path | None = None

    def take(self, folder: Path) -> None:
        """Wait for the lock of a folder. Go on without one in a read-only folder."""
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._file = folder.resolve() / LOCK
        if self._file not in _HELD and (
            lock := hold(self._file, lambda: logger.info("waiting for another build in %s", folder))
        ):
            _HELD[self._file] = lock

    def release(self) -> None:
        """Release the lock."""
        if self._file and (lock := _HELD.pop(self._file, None)):
            lock.close()
