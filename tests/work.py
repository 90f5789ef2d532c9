"""How much work something is, without a clock."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType


def growth(run: Callable[[int], object], size: int) -> float:
    """Return how many times as many functions *run* calls for twice the size: the same on every
    machine, however busy it is."""
    # What is loaded or remembered at the first call is no work of the second; some of that is only
    # needed where there is much.
    run(size)
    return _calls(run, size * 2) / _calls(run, size)


def _calls(run: Callable[[int], object], size: int) -> int:
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    # What others left to be collected is no work of this one.
    gc.disable()
    sys.setprofile(note)
    try:
        run(size)
    finally:
        sys.setprofile(before)
        gc.enable()
    return count
