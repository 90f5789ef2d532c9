"""The different links of a tree by numbers, read from disk as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

from sphinx_filedocs.model import Definition, Link

#: So many links are kept together.
CHUNK = 256


def _none(_: object) -> list[Any]:
    return []


class LinkTable(Sequence[Link]):
    """The different links of a tree, by their numbers.

    :param count: of those that were kept.
    :param load: returns the links of a chunk of them, by its number.
    :param chunks_of: returns the chunks of them in which definitions of a file stand.
    """

    def __init__(
        self,
        count: int = 0,
        load: Callable[[int], list[Link]] = _none,
        chunks_of: Callable[[str], Iterable[int]] = _none,
    ) -> None:
        self._count = count
        self._load = load
        self._chunks_of = chunks_of
        self._chunks: dict[int, list[Link]] = {}
        self._numbers: dict[Link, int] = {}
        #: The chunks that are not as they were kept.
        self.changed: set[int] = set()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Link: ...
    @overload
    def __getitem__(self, at: slice) -> list[Link]: ...
    def __getitem__(self, at: int | slice) -> Link | list[Link]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(self._count))]
        found = self._chunks.get(at // CHUNK)
        if found is None:
            if not 0 <= at < self._count:
                raise IndexError(at)
            found = self.chunk(at // CHUNK)
        return found[at % CHUNK]

    def chunk(self, number: int) -> list[Link]:
        """Return the links of a chunk."""
        found = self._chunks.get(number)
        if found is None:
            found = self._chunks[number] = self._load(number)
        return found

    def know(self, numbers: Iterable[int]) -> None:
        """Take these for the numbers of links that are equal to them."""
        for number in numbers:
            self._numbers.setdefault(self[number], number)

    def number(self, link: Link) -> int:
        """Return the number of a link: a new one, if it has none that is known."""
        found = self._numbers.get(link)
        if found is None:
            found = self._numbers[link] = self._count
            chunk, at = divmod(found, CHUNK)
            if not at:
                self._chunks[chunk] = []
            self.chunk(chunk).append(link)
            self.changed.add(chunk)
            self._count += 1
        return found

    def replace(self, path: str, now: Mapping[Definition, Definition]) -> None:
        """Put other definitions of a file in the place of some, in all links."""
        for number in {*self._chunks_of(path), *self.changed}:
            chunk = self.chunk(number)
            for at, link in enumerate(chunk):
                if not now.keys().isdisjoint(link.definitions):
                    definitions = tuple(now.get(one, one) for one in link.definitions)
                    chunk[at] = link._replace(definitions=definitions)
                    self._numbers.pop(link, None)
                    self.changed.add(number)
