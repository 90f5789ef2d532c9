"""The parts of a folder and the uses between them.

Parts are the subfolders, and the modules in the folder itself; a header and its implementation are
one module.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from sphinx_filedocs.insight.most_used import Users, is_code, modules, ordered
from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.digests import digest, digest_of

_LEAST_PARTS, _MOST_PARTS, _LEAST_EDGES = 3, 12, 2
#: Of each use of one part by another so many pairs of files are named, each with so many names.
_MOST_PAIRS, _MOST_NAMES = 5, 6
#: In the folder that a map of the whole is about, no part has so much of all lines of code.
_MOST_OF_ALL = 0.7


class Part(NamedTuple):
    """A part of a folder.

    :param path: of the subfolder; ``""`` for the modules of the folder itself.
    :param members: a file of each module, the most used first; none for subfolders.
    :param modules: their number, with ``lines`` lines.
    """

    path: str
    members: tuple[str, ...]
    modules: int
    lines: int


class UsedPair(NamedTuple):
    """A file that uses names of another one, ``uses`` in all."""

    user: str
    used: str
    names: tuple[str, ...]
    uses: int


class PartEdge(NamedTuple):
    """A part that uses another one, both as places among the parts.

    :param uses: the number of names used, each once per file.
    :param pairs: the files that use most.
    :param more: the number of other pairs of files.
    """

    source: int
    target: int
    uses: int
    pairs: tuple[UsedPair, ...]
    more: int = 0


class Parts(NamedTuple):
    """The parts of a folder, users before the used, and their uses, the most first.

    :param more: the number of other parts.
    """

    folder: str
    parts: tuple[Part, ...]
    edges: tuple[PartEdge, ...]
    more: int = 0


class _Pair(NamedTuple):
    rows: tuple[UsedPair, ...]
    digest: str


class PartsOfFolders:
    """The parts of all folders, each worked out when it is asked for.

    :param users: of own files, own files only.
    """

    def __init__(self, codebase: Codebase, users: Users) -> None:
        stands_for = modules(codebase)
        #: The lines of the files of each module.
        self._lines: Counter[str] = Counter()
        for path in sorted({*users, *(user for using in users.values() for user in using)}):
            if is_code(codebase.light[path]):
                self._lines[stands_for.get(path, path)] += codebase.light[path].facts.lines.total
        rows: defaultdict[tuple[str, str], list[UsedPair]] = defaultdict(list)
        for used, using in sorted(users.items()):
            for user, names in sorted(using.items()):
                ends = stands_for.get(user, user), stands_for.get(used, used)
                if ends[0] != ends[1] and ends[0] in self._lines and ends[1] in self._lines:
                    shown = tuple(sorted(names))
                    rows[ends].append(UsedPair(user, used, shown, len(shown)))
        self._pairs = {
            ends: _Pair(tuple(used_pairs), digest(used_pairs)) for ends, used_pairs in rows.items()
        }
        self._inside: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for ends in self._pairs:
            above = {*folders_above(ends[1])}
            for folder in folders_above(ends[0]):
                if folder in above:
                    self._inside[folder].append(ends)
        self._modules: defaultdict[str, list[str]] = defaultdict(list)
        self._folders: defaultdict[str, set[str]] = defaultdict(set)
        #: How many modules are below each folder, and their lines.
        self._count: Counter[str] = Counter()
        self._size: Counter[str] = Counter()
        for path, lines in sorted(self._lines.items()):
            self._modules[path.rpartition("/")[0]].append(path)
            below = ""
            for folder in folders_above(path):
                self._count[folder] += 1
                self._size[folder] += lines
                if below:
                    self._folders[folder].add(below)
                below = folder
        self.of = cache(self._parts)

    def key(self, folder: str) -> str:
        """Return a digest of all that the parts of a folder follow from."""
        below = sorted(self._folders.get(folder, ()))
        here = self._modules.get(folder, ())
        sizes = [(child, self._count[child], self._size[child]) for child in below]
        said = sizes, [(module, self._lines[module]) for module in here]
        pairs = (self._pairs[ends].digest for ends in self._inside.get(folder, ()))
        return digest_of((repr(said), *pairs))

    def main(self) -> Parts | None:
        """Return the parts of the first main folder that has some."""
        return next((parts for folder in self.main_folders if (parts := self.of(folder))), None)

    @cached_property
    def main_folders(self) -> Sequence[str]:
        """The folders with most of the code in them, the deepest first."""
        folders = [""]
        most = self._size[""] * _MOST_OF_ALL
        while large := [
            folder for folder in self._folders.get(folders[0], ()) if self._size[folder] > most
        ]:
            folders[:0] = large
        return folders

    def _parts(self, folder: str) -> Parts | None:
        pairs = {ends: self._pairs[ends].rows for ends in self._inside.get(folder, ())}
        used = Counter(other for _, other in pairs)
        here = self._modules.get(folder, ())
        made = [
            Part(path, (), self._count[path], self._size[path])
            for path in sorted(self._folders.get(folder, ()))
        ]
        if here:
            lines = self._lines
            ranked = sorted(here, key=lambda path: (-used.get(path, 0), -lines[path], path))
            made.append(Part("", tuple(ranked), len(ranked), sum(map(lines.__getitem__, ranked))))
        if len(made) < _LEAST_PARTS:
            return None
        made.sort(key=lambda part: (-part.lines, part.path))
        shown = made[:_MOST_PARTS]
        return _with_edges(folder, shown, pairs, len(made) - len(shown))


def _with_edges(
    folder: str,
    parts: Sequence[Part],
    pairs: Mapping[tuple[str, str], Sequence[UsedPair]],
    more: int,
) -> Parts | None:
    part_of = {path: place for place, part in enumerate(parts) for path in part.members}
    place_of_folder = {part.path: place for place, part in enumerate(parts) if not part.members}

    def place(path: str) -> int | None:
        if path in part_of:
            return part_of[path]
        inside = path[len(folder) + 1 :] if folder else path
        top = inside.partition("/")[0]
        return place_of_folder.get(f"{folder}/{top}" if folder else top)

    between: defaultdict[tuple[int, int], list[UsedPair]] = defaultdict(list)
    for (user, used), used_pairs in pairs.items():
        source, target = place(user), place(used)
        if source is not None and target is not None and source != target:
            between[source, target] += used_pairs
    if len(between) < _LEAST_EDGES:
        return None
    weights = {ends: sum(pair.uses for pair in used_pairs) for ends, used_pairs in between.items()}
    order = _order(len(parts), weights)
    new = {old: at for at, old in enumerate(order)}
    edges = [
        _edge(new[source], new[target], weights[source, target], used_pairs)
        for (source, target), used_pairs in between.items()
    ]
    edges.sort(key=lambda edge: (-edge.uses, edge.source, edge.target))
    shown = [parts[old] for old in order]
    return Parts(folder, tuple(shown), tuple(edges), more)


def _order(count: int, weights: Mapping[tuple[int, int], int]) -> list[int]:
    names = [f"{at:03}" for at in range(count)]
    led = {
        (names[source], names[target]): weight
        for (source, target), weight in weights.items()
        # Of two that use one another that way counts which more uses go.
        if weight > weights.get((target, source), 0)
    }
    return [int(name) for name in ordered(names, led)]


def _edge(source: int, target: int, uses: int, used_pairs: Sequence[UsedPair]) -> PartEdge:
    ranked = sorted(used_pairs, key=lambda pair: (-pair.uses, pair.user, pair.used))
    shown = tuple(pair._replace(names=pair.names[:_MOST_NAMES]) for pair in ranked[:_MOST_PAIRS])
    return PartEdge(source, target, uses, shown, len(ranked) - len(shown))


def paths_of(parts: Parts) -> Iterator[str]:
    """Yield the files and folders that parts are made of, and those that their edges name."""
    for part in parts.parts:
        yield from part.members
        if part.path:
            yield part.path
    for edge in parts.edges:
        for pair in edge.pairs:
            yield pair.user
            yield pair.used
