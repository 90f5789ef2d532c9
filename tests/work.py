"""How much work something is, without a clock."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

from sphinx_filedocs.index.extraction import Analysed


class Counting:
    """A progress that remembers which files were analysed."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    def __call__(self, files: Iterable[Analysed], _: int) -> Iterator[Analysed]:
        for analysed in files:
            self.paths.append(analysed[0].path)
            yield analysed


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
