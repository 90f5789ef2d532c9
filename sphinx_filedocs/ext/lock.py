"""Lets one build at a time into a folder of doctrees: two at once would write over each other's
files, the one with the older sources perhaps last."""

from __future__ import annotations

import contextlib
from pathlib import Path

from filelock import FileLock, Timeout
from sphinx.util import logging

logger = logging.getLogger(__name__)

LOCK = "filedocs.lock"


class Lock:
    """What a build holds of its folder until it ends, however it ends."""

    def __init__(self) -> None:
        self._held: FileLock | None = None

    def take(self, folder: Path) -> None:
        """Wait until no other process has a folder, and take it.

        Where locks can't be had, as in a folder that is read-only, do without.
        """
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            # One for the whole process: an application that it had before may still hold it. A
            # file that merely exists is no lock, for it stays where a build is killed.
            lock = FileLock(
                folder / LOCK, thread_local=False, is_singleton=True, fallback_to_soft=False
            )
            try:
                lock.acquire(blocking=False)
            except Timeout:
                logger.info("waiting for another build in %s", folder)
                lock.acquire()
            self._held = lock

    def release(self) -> None:
        """Let the next one in."""
        if self._held:
            self._held.release(force=True)
