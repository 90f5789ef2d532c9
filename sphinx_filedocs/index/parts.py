"""Divides work on many names, such as linking files, into parts for several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

Row = TypeVar("Row")


class Divide(Protocol):
    """Divides work."""

    def __call__(
        self, compute: Callable[[Sequence[str]], Iterable[Row]], names: Sequence[str]
    ) -> Iterator[Row]:
        """Yield the rows of all names, in any order.

        :param compute: returns the rows of some names. It runs in a fork of this process, so it
            knows all that was made before, and nothing but its rows comes back.
        :raises sphinx_filedocs.index.store.DamagedError: as *compute* does.
        """


def undivided(
    compute: Callable[[Sequence[str]], Iterable[Row]], names: Sequence[str]
) -> Iterator[Row]:
    """Compute everything in this process."""
    yield from compute(names)
