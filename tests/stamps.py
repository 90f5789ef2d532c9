"""Which files were written between two looks at them, on a machine whose clock stands still."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path

#: Seconds; no clock shows that. It lies ahead, or Sphinx would take pages for older than sources.
_AHEAD = 2_100_000_000
_stamps = count(_AHEAD)


def stamps(paths: Iterable[Path]) -> dict[Path, int]:
    """Return a number for each file: another one than at the last look if it was written since.

    The numbers are put in the place of the files' times. The times themselves tell less: clocks
    and file systems count in steps of up to two seconds.
    """
    now = next(_stamps)
    found: dict[Path, int] = {}
    for path in paths:
        known = int(path.stat().st_mtime)
        if known < _AHEAD:
            os.utime(path, (now, now))
            known = now
        found[path] = known
    return found
