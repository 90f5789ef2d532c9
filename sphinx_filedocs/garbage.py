"""Pauses the garbage collector, and spares it objects that live as long as a build."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from typing import ClassVar

#: From so many documents on, their objects are hidden from the collector.
_MANY = 500
#: The threshold of the oldest generation while pages are made, whose garbage is young.
_RARELY = 100


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector away from many objects without cycles, such as the nodes of a
    text. Also a decorator."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def before_forks() -> None:
    """Collect now. A collection touches all objects, so each process would copy them."""
    gc.collect()
    gc.freeze()
    # The next collection depends on the objects that this one finds.
    gc.collect()


class LongLived:
    """Hides the objects of a build from the collector.

    :param is_resident: True for a process that builds one project again and again.
    """

    #: Whether a build has ended in this process.
    _ended: ClassVar[bool] = False

    def __init__(self, *, is_resident: bool) -> None:
        self._is_resident = is_resident
        self._thresholds = gc.get_threshold()

    def spare(self, documents: Sized) -> None:
        """Hide all objects so far."""
        if LongLived._ended and not self._is_resident:
            if len(documents) <= _MANY:
                return
            # Objects of earlier builds do not live on.
            gc.collect()
        gc.freeze()

    def collect_rarely(self) -> None:
        """Collect the oldest generation rarely until :meth:`end`."""
        gc.set_threshold(*self._thresholds[:2], max(self._thresholds[2], _RARELY))

    def end(self) -> None:
        """Show all objects again."""
        gc.set_threshold(*self._thresholds)
        # A process that builds again and again would keep all that it ever loaded.
        gc.unfreeze()
        if not LongLived._ended:
            # One that ends would look for garbage in all of that once more.
            atexit.register(gc.freeze)
        LongLived._ended = True
