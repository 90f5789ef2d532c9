"""The search for garbage, and what it need not look through."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector away from many objects, such as the hundred thousand nodes and
    matches of a text: they make no cycles, and it would look through all of them again and
    again. Also a decorator."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
