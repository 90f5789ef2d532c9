"""A lock of a file for one process: SQLite's, which every system has, no forked process inherits,
and none leaves behind, however it ends."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

#: Seconds between two attempts. SQLite's own waiting could not be interrupted.
_PAUSE = 0.05


def hold(file: Path, busy: Callable[[], None] = lambda: None) -> sqlite3.Connection | None:
    """Wait until no other process or thread has a file, and take it until the result is closed.

    Where locks can't be had, as in a folder that is read-only, return ``None``.

    :param busy: called once when another has it.
    """
    is_first = True
    while True:
        lock = None
        try:
            lock = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
            lock.execute("BEGIN EXCLUSIVE")
        except OSError:
            return None
        except sqlite3.Error as error:
            if lock:
                lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                return None
        else:
            return lock
        if is_first:
            busy()
        is_first = False
        time.sleep(_PAUSE)
