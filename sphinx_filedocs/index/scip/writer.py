"""Writes where the names of a tree lead as an index in SCIP, a file at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from sphinx_filedocs.index.scip.messages import DEFINITION, UTF32, message, metadata
from sphinx_filedocs.index.scip.symbol_names import global_symbol, local_symbol
from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.model.links import Link
from sphinx_filedocs.model.names import Places
from sphinx_filedocs.model.symbols import Definition, SymbolKind

#: A place of a name: line, 1-based, first column and length, both in characters.
_Range = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class IndexedTree:
    """A tree as an index is written of it.

    :param title: what its symbols call it.
    :param address: of its root folder, a ``file:`` URL.
    :param languages: the files that are written, sorted, with what their languages are called.
    :param places: returns where the names of a file stand.
    :param lines: returns the lines of a file.
    """

    title: str
    address: str
    languages: Mapping[str, str]
    graph: Graph
    places: Callable[[str], Places]
    lines: Callable[[str], Sequence[str]]


def write_index(file: IO[bytes], tree: IndexedTree, version: str) -> None:
    """Write an index.

    :param version: of this program.
    :raises sphinx_filedocs.index.scip.messages.MissingLibraryError: when the library is missing.
    """
    index = message("Index")
    index.metadata.CopyFrom(metadata(version, tree.address))
    file.write(index.SerializeToString())
    definitions = _Definitions(tree)
    for path in tree.languages:
        # Messages of one type that follow each other are one message.
        index = message("Index")
        index.documents.append(_Writer(tree, definitions, path).document())
        file.write(index.SerializeToString(deterministic=True))


class _Definitions:
    """The definitions of a tree: those of the outlines, and what else names lead to."""

    def __init__(self, tree: IndexedTree) -> None:
        self._title = tree.title
        self.by_path: dict[str, dict[Definition, None]] = {}
        for path in tree.languages:
            rows = self.by_path.setdefault(path, {})
            rows.update(dict.fromkeys(tree.graph.outlines.get(path, ())))
        for path in tree.languages:
            for link in tree.graph.links.get(path, ()):
                if link and (definition := _meant(link)):
                    self.by_path.setdefault(definition.path, {}).setdefault(definition)
        self._kinds: dict[tuple[str, str], SymbolKind] = {
            (path, definition.qualified): definition.kind
            for path, rows in self.by_path.items()
            for definition in rows
        }

    def symbol(self, definition: Definition) -> str:
        """Return what the index calls a definition."""
        names = definition.qualified.split(".")
        owners: list[tuple[str, SymbolKind]] = []
        for at, name in enumerate(names[:-1], 1):
            around = ".".join(names[:at])
            owners.append((name, self._kinds.get((definition.path, around), "class")))
        owners.append((names[-1], definition.kind))
        return global_symbol(self._title, definition.path, owners, definition.number)


class _Writer:
    """Makes what an index says of one file."""

    def __init__(self, tree: IndexedTree, definitions: _Definitions, path: str) -> None:
        self._tree = tree
        self._definitions = definitions
        self._path = path
        self._places = tree.places(path)
        self._lines = tree.lines(path)

    def document(self) -> object:
        """Return the message."""
        made = message("Document")
        made.relative_path, made.language = self._path, self._tree.languages[self._path]
        made.position_encoding = UTF32
        own: dict[_Range, str] = {}
        for definition in self._definitions.by_path.get(self._path, ()):
            if where := self._where(definition):
                own.setdefault(where, self._definitions.symbol(definition))
        for symbol in dict.fromkeys(own.values()):
            made.symbols.add(symbol=symbol)
        rows = [(where, symbol, DEFINITION) for where, symbol in own.items()]
        rows += (row for row in self._uses() if row[0] not in own)
        for (line, column, length), symbol, roles in sorted(set(rows)):
            numbers = [line - 1, column, column + length]
            made.occurrences.add(range=numbers, symbol=symbol, symbol_roles=roles)
        return made

    def _where(self, definition: Definition) -> _Range | None:
        """Return where the name of a definition stands on its line."""
        name = definition.name.rpartition("::")[2]
        line = self._lines[definition.line - 1] if definition.line <= len(self._lines) else ""
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) if name else None
        return (definition.line, found.start(), len(name)) if found else None

    def _uses(self) -> Iterator[tuple[_Range, str, int]]:
        links = self._tree.graph.links.get(self._path)
        places = self._places
        if links is None:
            return
        rows = zip(places.lines, places.columns, places.lengths, places.meant, strict=True)
        for line, column, length, expression in rows:
            link = links[expression]
            if link is None:
                continue
            if definition := _meant(link):
                yield (line, column, length), self._definitions.symbol(definition), 0
            elif link.line is not None and places.bound_lines[expression]:
                bound = places.bound_lines[expression], places.bound_columns[expression]
                role = DEFINITION if bound == (line, column) else 0
                yield (line, column, length), local_symbol(*bound), role


def _meant(link: Link) -> Definition | None:
    """Return the definition that a link leads to, if it is one that is meant for sure."""
    return link.definitions[0] if link.definitions and link.how != "candidates" else None
