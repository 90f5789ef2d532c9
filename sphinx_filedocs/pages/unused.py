"""The definitions that nothing uses, divided among pages. Those of a large tree are many, and few
builds ask for more than a page of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sphinx_filedocs.model import Definition
from sphinx_filedocs.packing import packed, unpacked

_ON_A_PAGE = 1000
#: The definitions of each file that nothing uses, by path, sorted.
Unused = Mapping[str, tuple[Definition, ...]]


class Part:
    """What stands on one page.

    :param first: the path of the first file.
    :param count: how many definitions there are.
    :param files: as they are, or packed.
    """

    def __init__(self, first: str, count: int, files: Unused | bytes) -> None:
        self.first = first
        self.count = count
        self._files = files

    @property
    def files(self) -> Unused:
        """The definitions of each file."""
        if isinstance(self._files, bytes):
            self._files = cast("Unused", unpacked(self._files))
        return self._files

    def __reduce__(self) -> tuple[Any, ...]:
        files = self._files
        return Part, (self.first, self.count, files if isinstance(files, bytes) else packed(files))


def divided_unused(unused: Unused) -> tuple[Part, ...]:
    """Return the pages of the definitions that nothing uses."""
    parts: list[dict[str, tuple[Definition, ...]]] = []
    room = 0
    for path, definitions in unused.items():
        if room < len(definitions):
            parts.append({})
            room = max(_ON_A_PAGE, len(definitions))
        parts[-1][path] = definitions
        room -= len(definitions)
    return tuple(Part(next(iter(part)), sum(map(len, part.values())), part) for part in parts)


def unused_of(parts: Sequence[Part], path: str) -> tuple[Definition, ...]:
    """Return the definitions of a file that nothing uses."""
    at = bisect_right(parts, path, key=lambda part: part.first) - 1
    return parts[at].files.get(path, ()) if at >= 0 else ()


def changed(parts: Sequence[Part], now: Unused) -> Sequence[Part]:
    """Return the pages when other definitions of some files are unused: the same, if none are.

    :param now: of these files, with nothing of a file whose definitions are all used.
    """
    if all(unused_of(parts, path) == rows for path, rows in now.items()):
        return parts
    every = {path: rows for part in parts for path, rows in part.files.items()} | dict(now)
    return divided_unused({path: every[path] for path in sorted(every) if every[path]})
