"""What a file imports indirectly and what imports it so: followed when a page asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sphinx_filedocs.model import Graph
from sphinx_filedocs.pages.views import Further, Way

#: A page names no more files in each direction; the others are counted.
_MOST_WAYS = 200


def imports_of(graph: Graph, path: str, depth: int | None) -> Further:
    """Return what a file leads to in two steps or more.

    :param depth: so many steps are followed at most; all without it.
    """

    def steps(one: str) -> Iterator[tuple[str, int]]:
        for entry in sorted(graph.imports.get(one, ()), key=lambda entry: entry.line):
            yield from ((target, entry.line) for target in entry.resolved)

    return _follow(
        path, depth, steps, lambda at, count, one, line: Way(at, count, one, through_line=line)
    )


def importers_of(graph: Graph, path: str, depth: int | None) -> Further:
    """Return what leads to a file in two steps or more.

    :param depth: so many steps are followed at most; all without it.
    """

    def steps(one: str) -> Iterator[tuple[str, int]]:
        return ((use.path, use.line) for use in graph.imported_by.get(one, ()))

    return _follow(path, depth, steps, lambda at, count, one, line: Way(at, count, one, line=line))


def _follow(
    path: str,
    depth: int | None,
    steps: Callable[[str], Iterable[tuple[str, int]]],
    make: Callable[[str, int, str, int], Way],
) -> Further:
    """Go from file to file, a step at a time.

    :param steps: returns where one step leads from a file, each with the line that shows it.
    :param make: returns a way from where it leads, the number of steps, the file before and line.
    """
    seen, level = {path}, [path]
    counts: list[int] = []
    ways: list[Way] = []
    while level and (depth is None or len(counts) < depth):
        found: dict[str, tuple[str, int]] = {}
        for one in level:
            for other, line in steps(one):
                if other not in seen:
                    seen.add(other)
                    found[other] = (one, line)
        level = sorted(found)
        counts.append(len(level))
        if len(counts) > 1:
            room = _MOST_WAYS - len(ways)
            ways += (make(at, len(counts), *found[at]) for at in level[:room])
    return Further(tuple(filter(None, counts[1:])), tuple(ways))
