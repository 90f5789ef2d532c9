"""What the keyword indices of folders and the cross-references of names hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar

from sphinx_filedocs.model import Codebase, Definition, Graph, Use, folders_above

Row = TypeVar("Row", Definition, Use)

#: How many definitions of one name a folder's index shows; the cross-reference page has them all.
MOST_DEFINITIONS = 12
#: Estimated bytes of HTML of an entry, of a link in it but for its path and name, and of a line
#: that uses a name with its text, measured on generated pages.
_ENTRY, _LINK, _USE = 180, 150, 170


def keyword_weights(codebase: Codebase) -> Mapping[str, Mapping[str, int]]:
    """Return for each folder the names that anything below it defines or imports, each with the
    estimated bytes of HTML of its entry."""
    weights: dict[str, dict[str, int]] = {path: {} for path in codebase.folders}
    for name, definitions in codebase.graph.definitions.items():
        shown: dict[str, list[Definition]] = defaultdict(list)
        for definition in definitions:
            for folder in folders_above(definition.path):
                if len(shown[folder]) < MOST_DEFINITIONS:
                    shown[folder].append(definition)
        for folder, rows in shown.items():
            weights[folder][name] = _ENTRY + 3 * len(name) + sum(map(_weight, rows))
    for name, uses in codebase.graph.name_imports.items():
        for folder in {folder for use in uses for folder in folders_above(use.path)}:
            weights[folder].setdefault(name, _ENTRY + 3 * len(name))
    return weights


def _weight(row: Definition) -> int:
    """Return the estimated bytes of HTML of the link to a line, with its text and its hint."""
    return _LINK + 2 * len(row.path) + len(row.qualified)


def crossref_weights(
    graph: Graph, definitions: Mapping[str, tuple[Definition, ...]]
) -> Mapping[str, int]:
    """Return every name that the tree defines or imports, with the estimated bytes of HTML of
    its definitions and of the lines that use it.

    :param definitions: what has cross-references.
    """
    weights: dict[str, int] = {}
    for name, rows in definitions.items():
        uses = sum(len(graph.references.get(row, ())) for row in rows)
        uses += len(graph.possible.get(name, ()))
        weights[name] = _ENTRY + sum(map(_weight, rows)) + _USE * uses
    for name, lines in graph.name_imports.items():
        weights[name] = weights.get(name, _ENTRY) + _USE * len(lines)
    return weights


def below(rows: tuple[Row, ...], folder: str) -> tuple[Row, ...]:
    """Return the rows that lie anywhere below *folder*."""
    return tuple(row for row in rows if not folder or row.path.startswith(f"{folder}/"))
