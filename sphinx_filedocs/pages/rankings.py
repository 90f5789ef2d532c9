"""What stands out in a tree and in each of its folders: counts, key files, entry points, tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_filedocs.model import Codebase, Definition, folders_above
from sphinx_filedocs.pages.stats import Sum, folder_sums
from sphinx_filedocs.pages.views import EntryPoint

_KEY_FILES = 10
_KEY_SYMBOLS = 20
_MOST_TROUBLES = 100


@dataclass(frozen=True, slots=True)
class Rankings:
    """What stands out, by folder where it is of everything below a folder.

    :param key_files: the most imported files, with the number of files that import them.
    :param key_symbols: the names that most files import from the tree, with that number.
    :param troubles: files that could not be read or decoded, with what is wrong.
    """

    sums: Mapping[str, Sum]
    key_files: Mapping[str, tuple[tuple[str, int], ...]]
    entry_points: Mapping[str, tuple[EntryPoint, ...]]
    tests: Mapping[str, tuple[str, ...]]
    key_symbols: tuple[tuple[str, int, Definition], ...]
    troubles: tuple[tuple[str, str], ...]


def rank(codebase: Codebase) -> Rankings:
    """Return what stands out in a tree."""
    return Rankings(
        sums=folder_sums(codebase),
        key_files=_key_files(codebase),
        entry_points=_entry_points(codebase),
        tests=_tests(codebase),
        key_symbols=_key_symbols(codebase),
        troubles=_troubles(codebase),
    )


def _key_files(codebase: Codebase) -> Mapping[str, tuple[tuple[str, int], ...]]:
    ranked: dict[str, list[tuple[str, int]]] = {path: [] for path in codebase.folders}
    counts = {
        path: len({use.path for use in uses}) for path, uses in codebase.graph.imported_by.items()
    }
    for path, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        for folder in folders_above(path):
            if count and len(ranked[folder]) < _KEY_FILES:
                ranked[folder].append((path, count))
    return {path: tuple(rows) for path, rows in ranked.items()}


def _key_symbols(codebase: Codebase) -> tuple[tuple[str, int, Definition], ...]:
    """Return the outermost definitions that most files import from files of the tree."""
    graph = codebase.graph
    importers: dict[str, set[str]] = defaultdict(set)
    for path, imports in graph.imports.items():
        for entry in imports:
            for imported in entry.names if entry.resolved else ():
                importers[imported.name].add(path)
    found: list[tuple[str, int, Definition]] = []
    for name in sorted(importers, key=lambda name: (-len(importers[name]), name)):
        outermost = (row for row in graph.definitions.get(name, ()) if row.qualified == name)
        if row := next(outermost, None):
            found.append((name, len(importers[name]), row))
        if len(found) == _KEY_SYMBOLS:
            break
    return tuple(found)


def _entry_points(codebase: Codebase) -> Mapping[str, tuple[EntryPoint, ...]]:
    found: dict[str, list[EntryPoint]] = defaultdict(list)
    for path, file in codebase.light.items():
        for role in file.roles:
            if role.name == "entry point":
                for folder in folders_above(path):
                    found[folder].append(EntryPoint(path, role.reason, role.line))
    return {path: tuple(found[path]) for path in codebase.folders}


def _tests(codebase: Codebase) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path, file in codebase.light.items():
        if any(role.name == "test" for role in file.roles):
            for folder in folders_above(path):
                found[folder].append(path)
    return {path: tuple(found[path]) for path in codebase.folders}


def _troubles(codebase: Codebase) -> tuple[tuple[str, str], ...]:
    rows: dict[object, tuple[str, str]] = {}
    for file in codebase.light.values():
        for diagnostic in file.diagnostics:
            if diagnostic.subtype == "secret":
                # Who builds is told, and who reads the file sees that it is masked.
                continue
            row = diagnostic.path, diagnostic.message
            # A grammar that does not work is one trouble, whichever files are in its language.
            rows.setdefault(row[1] if diagnostic.subtype == "grammar" else row, row)
    return tuple(rows.values())[:_MOST_TROUBLES]
