"""The definitions that nothing uses, divided among pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.model import Definition

_ON_A_PAGE = 1000
#: The definitions of each file that nothing uses, by path, sorted.
Unused = Mapping[str, tuple[Definition, ...]]


class Part(NamedTuple):
    """What stands on one page.

    :param first: the path of the first file.
    :param total: how many definitions there are.
    :param files: the definitions of each file.
    """

    first: str
    total: int
    files: Unused


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
