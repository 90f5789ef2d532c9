"""What the keyword indices of folders and the cross-references of names hold, and the definitions
that nothing uses, divided among pages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeVar

from sphinx_filedocs.model.files import File, folders_above
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.links import Use
from sphinx_filedocs.model.symbols import Definition, walk

Row = TypeVar("Row", Definition, Use)
#: How many definitions of one name a folder's index shows; the cross-reference page has them all.
MOST_DEFINITIONS = 12
#: Estimated bytes of HTML of an entry, of a link in it but for its path and name, and of a line
#: that uses a name with its text, measured on generated pages.
_ENTRY, _LINK, _USE = 180, 150, 170
_ON_A_PAGE = 1000
#: The definitions of each file that nothing uses, by path, sorted.
Unused = Mapping[str, tuple[Definition, ...]]


def indexed_folder(codebase: Codebase, path: str) -> str:
    """Return the folder whose keyword index is that of a folder: itself, unless it has nothing but
    one folder in it, which has all that it has."""
    folder = codebase.folders[path]
    while not folder.files and len(folder.folders) == 1:
        folder = codebase.folders[folder.folders[0]]
    return folder.path


def keyword_weights(codebase: Codebase) -> Mapping[str, Mapping[str, int]]:
    """Return for each folder with an index of its own the names that anything below it defines or
    imports, each with the estimated bytes of HTML of its entry."""
    weights: dict[str, dict[str, int]] = {
        path: {} for path in codebase.folders if indexed_folder(codebase, path) == path
    }
    above = {
        path: tuple(folder for folder in folders_above(path) if folder in weights)
        for path in codebase.files
    }
    for name, definitions in codebase.graph.definitions.items():
        entry = _ENTRY + 3 * len(name)
        if len(definitions) == 1:
            only = definitions[0]
            for folder in above[only.path]:
                weights[folder][name] = entry + _weight(only)
            continue
        shown: dict[str, list[int]] = defaultdict(list)
        for definition in definitions:
            weight = _weight(definition)
            for folder in above[definition.path]:
                rows = shown[folder]
                if len(rows) < MOST_DEFINITIONS:
                    rows.append(weight)
        for folder, rows in shown.items():
            weights[folder][name] = entry + sum(rows)
    for name, uses in codebase.graph.name_imports.items():
        for folder in {folder for use in uses for folder in above[use.path]}:
            weights[folder].setdefault(name, _ENTRY + 3 * len(name))
    return weights


def _weight(row: Definition) -> int:
    return _LINK + 2 * len(row.path) + len(row.qualified)


def linked_names(file: File) -> set[str]:
    """Return the names of a file whose cross-references its keyword index links to."""
    names = {entry.symbol.name for entry in walk(file.facts.symbols)}
    for entry in file.facts.imports:
        names.update(imported.name for imported in entry.names)
    return names


def crossref_weights(graph: Graph) -> dict[str, int]:
    """Return every name that the tree defines or imports, with the estimated bytes of HTML of
    its definitions and of the lines that use it."""
    lines = graph.name_lines
    weights = {
        name: _ENTRY + sum(map(_weight, rows)) + _USE * lines.get(name, 0)
        for name, rows in graph.cross_referenced.items()
    }
    for name, uses in graph.name_imports.items():
        weights[name] = weights.get(name, _ENTRY) + _USE * len(uses)
    return weights


def said_of_entry(graph: Graph, name: str, folder: str) -> str:
    """Return a text that changes with the entry of a name in the keyword index of a folder."""
    rows = below(graph.definitions.get(name, ()), folder)
    parts = [_identity(definition) for definition in rows[:MOST_DEFINITIONS]]
    if len(rows) > MOST_DEFINITIONS:
        parts.append(f"{len(rows)}")
    if uses := below(graph.name_imports.get(name, ()), folder):
        parts.append(f"imported {len(uses)}")
    return "\n".join(parts)


def _identity(definition: Definition) -> str:
    return f"{definition.path}:{definition.number} {definition.kind} {definition.qualified}"


def is_aside(codebase: Codebase, less_telling: AbstractSet[str], name: str, folder: str) -> bool:
    """Return whether below a folder a name is only one of tests and the like, or of data.

    :param less_telling: the paths of tests and the like.
    """
    rows = below(codebase.graph.definitions.get(name, ()), folder)
    return bool(rows) and all(
        row.path in less_telling or not codebase.light[row.path].facts.kinds for row in rows
    )


def below(rows: tuple[Row, ...], folder: str) -> tuple[Row, ...]:
    """Return the rows that lie anywhere below *folder*.

    :param rows: sorted by path.
    """
    if not folder:
        return rows
    # Zero is the character behind the slash.
    start, stop = (bisect_left(rows, f"{folder}{mark}", key=lambda row: row.path) for mark in "/0")
    return rows[start:stop]


class UnusedPage(NamedTuple):
    """What stands on one page.

    :param first: the path of the first file.
    :param total: how many definitions there are.
    :param files: the definitions of each file.
    """

    first: str
    total: int
    files: Unused


def divided_unused(unused: Unused) -> tuple[UnusedPage, ...]:
    """Return the pages of the private names that stand nowhere else."""
    parts: list[dict[str, tuple[Definition, ...]]] = []
    room = 0
    for path, definitions in unused.items():
        if room < len(definitions):
            parts.append({})
            room = max(_ON_A_PAGE, len(definitions))
        parts[-1][path] = definitions
        room -= len(definitions)
    return tuple(UnusedPage(next(iter(part)), sum(map(len, part.values())), part) for part in parts)


def unused_of(parts: Sequence[UnusedPage], path: str) -> tuple[Definition, ...]:
    """Return those of a file."""
    at = bisect_right(parts, path, key=lambda part: part.first) - 1
    return parts[at].files.get(path, ()) if at >= 0 else ()
