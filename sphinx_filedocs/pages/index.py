"""What the keyword indices of folders and the cross-references of names hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar

from sphinx_filedocs.model import Codebase, Definition, Use, folders_above

Row = TypeVar("Row", Definition, Use)

#: How many definitions of one name a folder's index shows; the cross-reference page has them all.
MOST_DEFINITIONS = 12
#: Estimated bytes of HTML of an entry and of a link in it, measured on generated pages.
_ENTRY, _LINK = 120, 170


def keyword_weights(codebase: Codebase) -> Mapping[str, Mapping[str, int]]:
    """Return for each folder the names that anything below it defines or imports, each with the
    estimated bytes of HTML of its entry."""
    weights: dict[str, dict[str, int]] = {path: {} for path in codebase.folders}
    for name, definitions in codebase.graph.definitions.items():
        counts: dict[str, int] = defaultdict(int)
        for definition in definitions:
            for folder in folders_above(definition.path):
                counts[folder] += 1
        for folder, count in counts.items():
            weights[folder][name] = _ENTRY + _LINK * min(count, MOST_DEFINITIONS)
    for name, uses in codebase.graph.name_imports.items():
        for folder in {folder for use in uses for folder in folders_above(use.path)}:
            weights[folder].setdefault(name, _ENTRY)
    return weights


def crossref_weights(codebase: Codebase) -> Mapping[str, int]:
    """Return every name that the tree defines or imports, with the estimated bytes of HTML of
    all its definitions and imports."""
    weights: dict[str, int] = {}
    for table in (codebase.graph.definitions, codebase.graph.name_imports):
        for name, rows in table.items():
            size = sum(_LINK + 2 * len(row.path) for row in rows)
            weights[name] = weights.get(name, _ENTRY) + size
    return weights


def below(rows: tuple[Row, ...], folder: str) -> tuple[Row, ...]:
    """Return the rows that lie anywhere below *folder*."""
    return tuple(row for row in rows if not folder or row.path.startswith(f"{folder}/"))
