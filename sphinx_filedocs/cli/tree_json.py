"""All that the interface in Python tells of a tree, as JSON by the schema in ``schemas/``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import IO

from sphinx_filedocs import __version__
from sphinx_filedocs.api import Tree
from sphinx_filedocs.writing import utf8_json

#: Of the schema: the same as long as what is written now can be read as before.
VERSION = 1


def write_json(file: IO[bytes], tree: Tree) -> None:
    """Write a tree, an entry at a time: a large one need not fit into memory."""
    names, linked = tree.counted
    head = {
        "version": VERSION,
        "generator": f"sphinx-filedocs {__version__}",
        "title": tree.title,
        "branch": tree.branch,
        "description": tree.description(""),
        "names": names,
        "linked": linked,
    }
    file.write(f"{utf8_json(head)[:-1]},\n".encode())
    lists: dict[str, Iterable[object]] = {
        "files": _files(tree),
        "groups": (asdict(group) for group in tree.groups()),
        "cycles": (asdict(cycle) for cycle in tree.graph.cycles),
        "findings": (asdict(finding) for finding in tree.findings()),
        "rules": (asdict(rule) for rule in tree.rules.values()),
    }
    for number, (name, entries) in enumerate(lists.items()):
        file.write(b",\n" if number else b"")
        _write_list(file, name, entries)
    file.write(b"}\n")


def _write_list(file: IO[bytes], name: str, entries: Iterable[object]) -> None:
    file.write(f"{utf8_json(name)}: [".encode())
    for number, entry in enumerate(entries):
        file.write(f"{',' if number else ''}\n{utf8_json(entry)}".encode())
    file.write(b"\n]")


def _files(tree: Tree) -> Iterator[dict[str, object]]:
    imports: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for edge in tree.graph.edges:
        imported = {"target": edge.target, "line": edge.line, "when": edge.when}
        imports[edge.source].append(imported)
    for file in tree.files():
        symbols = list(_symbols(tree, file.path))
        yield {**asdict(file), "imports": imports[file.path], "symbols": symbols}


def _symbols(tree: Tree, path: str) -> Iterator[dict[str, object]]:
    for symbol in tree.symbols(path):
        row = asdict(symbol)
        del row["path"]
        yield {**row, "references": [asdict(reference) for reference in tree.references(symbol)]}
