"""Writes the links of a tree as an index in SCIP, a document at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import IO, Any

from sphinx_filedocs import __version__
from sphinx_filedocs.api import Tree
from sphinx_filedocs.index.facts_encoding import places
from sphinx_filedocs.model.files import RoleName
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.names import USE_KINDS, UseKind
from sphinx_filedocs.model.symbols import Definition, SymbolKind, walk
from sphinx_filedocs.plugins.scip.messages import (
    DEFINITION,
    GENERATED,
    IMPORT,
    READ,
    TEST,
    UTF32,
    WRITE,
    message,
    metadata,
)
from sphinx_filedocs.plugins.scip.names import global_symbol, local_symbol
from sphinx_filedocs.resolve.defined import VALUES
from sphinx_filedocs.source.credentials import shown
from sphinx_filedocs.writing import utf8

#: A place of a name: line, 1-based, first column and length, both in characters.
_Range = tuple[int, int, int]
_ROLES_OF_KINDS: dict[UseKind, int] = {"import": IMPORT, "write": WRITE, "read": READ}
#: The roles of all names in a file.
_ROLES: dict[RoleName, int] = {"test": TEST, "generated": GENERATED}


def write_scip(file: IO[bytes], tree: Tree) -> None:
    """Write an index, a document for each text.

    :raises ImportError: if the library protobuf is missing.
    """
    index = message("Index")
    index.metadata.CopyFrom(metadata(__version__, shown(tree.root.as_uri())))
    file.write(index.SerializeToString())
    light = tree.codebase.light
    paths = sorted(path for path, row in light.items() if row.kind == "text" and row.language)
    definitions = _Definitions(tree, paths)
    for path in paths:
        # Messages of one type that follow each other are one message.
        index = message("Index")
        index.documents.append(_DocumentWriter(tree, definitions, path).document())
        file.write(index.SerializeToString(deterministic=True))


class _Definitions:
    def __init__(self, tree: Tree, paths: Iterable[str]) -> None:
        self._title = tree.title
        graph = tree.codebase.graph
        self.by_path: dict[str, dict[Definition, None]] = {}
        for path in paths:
            rows = self.by_path.setdefault(path, {})
            rows.update(dict.fromkeys(graph.outlines.get(path, ())))
        for path in paths:
            for link in graph.links.get(path, ()):
                if link and (definition := link.sole):
                    self.by_path.setdefault(definition.path, {}).setdefault(definition)
        self._kinds: dict[tuple[str, str], SymbolKind] = {
            (path, definition.qualified): definition.kind
            for path, rows in self.by_path.items()
            for definition in rows
        }

    def symbol(self, definition: Definition) -> str:
        names = definition.qualified.split(".")
        owners: list[tuple[str, SymbolKind]] = []
        for at, name in enumerate(names[:-1], 1):
            around = ".".join(names[:at])
            owners.append((name, self._kinds.get((definition.path, around), "class")))
        owners.append((names[-1], definition.kind))
        return utf8(global_symbol(self._title, definition.path, owners, definition.number))


class _DocumentWriter:
    def __init__(self, tree: Tree, definitions: _Definitions, path: str) -> None:
        self._graph = tree.codebase.graph
        self._definitions = definitions
        self._path = path
        self._file = tree.codebase.files[path]
        self._names = tree.names(path)
        self._lines = tree.lines(path)
        outline = walk(self._file.facts.symbols)
        self._symbols = {(entry.qualified, entry.number): entry.symbol for entry in outline}
        self._places = places(self._names)
        #: The columns of parameters and fields by line and name, -1 where a line has several.
        self._columns: dict[tuple[int, str], int] = {}
        for binding in self._names.bindings:
            if binding.kind in {"parameter", "given", "field"}:
                again = (binding.line, binding.name) in self._columns
                self._columns[binding.line, binding.name] = -1 if again else binding.column

    def document(self) -> Any:  # noqa: ANN401 (the library makes the class)
        made = message("Document")
        made.relative_path, made.language = utf8(self._path), self._file.language_name
        made.position_encoding = UTF32
        own: dict[_Range, Definition] = {}
        for definition in self._definitions.by_path.get(self._path, ()):
            if where := self._where(definition):
                own.setdefault(where, definition)
        symbol_of = {
            definition: self._definitions.symbol(definition) for definition in own.values()
        }
        for symbol, definition in {
            symbol_of[definition]: definition for definition in own.values()
        }.items():
            self._describe(made.symbols.add(symbol=symbol), definition)
        rows = {
            (where, symbol_of[definition], DEFINITION): definition
            for where, definition in own.items()
        }
        at = {where[:2]: symbol_of[definition] for where, definition in own.items()}
        uses = {row: None for row in self._uses(at) if row[0] not in own}
        everywhere = sum(role for name, role in _ROLES.items() if self._is(name))
        for row, defined in sorted({**uses, **rows}.items(), key=itemgetter(0)):
            (line, column, length), symbol, roles = row
            numbers = [line - 1, column, column + length]
            occurrence = made.occurrences.add(range=numbers, symbol=symbol)
            occurrence.symbol_roles = roles | everywhere
            if defined and (whole := self._whole(defined)):
                occurrence.enclosing_range.extend(whole)
        return made

    def _is(self, role: RoleName) -> bool:
        return any(file_role.name == role for file_role in self._file.roles)

    def _describe(self, made: Any, definition: Definition) -> None:  # noqa: ANN401 (as above)
        made.display_name = utf8(definition.name)
        if definition.signature:
            made.signature_documentation.language = self._file.language_name
            made.signature_documentation.text = utf8(definition.signature)
        symbol = self._symbols.get((definition.qualified, definition.number))
        if symbol and symbol.doc:
            made.documentation.append(utf8(symbol.doc))
        own, graph = Enclosing(definition.qualified, definition.number), self._graph
        for relations, fields in (
            (graph.bases, ("is_implementation",)),
            (graph.overrides, ("is_implementation", "is_reference")),
            (graph.implements, ("is_implementation",)),
            (graph.types, ("is_type_definition",)),
        ):
            for other in relations.get(self._path, {}).get(own, ()):
                said = dict.fromkeys(fields, True)
                made.relationships.add(symbol=self._definitions.symbol(other), **said)

    def _whole(self, definition: Definition) -> list[int] | None:
        symbol = self._symbols.get((definition.qualified, definition.number))
        if symbol is None or symbol.span.end > len(self._lines):
            return None
        first, last = symbol.span
        return [first - 1, 0, last - 1, len(self._lines[last - 1])]

    def _where(self, definition: Definition) -> _Range | None:
        name = definition.name.rpartition("::")[2]
        line = self._lines[definition.line - 1] if definition.line <= len(self._lines) else ""
        match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) if name else None
        return (definition.line, match.start(), len(name)) if match else None

    def _bound_at(self, expression: int, line: int, name: str) -> tuple[int, int] | None:
        """Return the place that binds a local name; its link has only the line."""
        positions = self._places
        if positions.bound_lines[expression]:
            return positions.bound_lines[expression], positions.bound_columns[expression]
        # The name of an argument, or a field of a type that has no name.
        column = self._columns.get((line, name), -1)
        return None if column < 0 else (line, column)

    def _uses(self, known: Mapping[tuple[int, int], str]) -> Iterator[tuple[_Range, str, int]]:
        """Yield the names that have a link.

        :param known: the symbols of definitions, by place.
        """
        links = self._graph.links.get(self._path)
        names = self._names
        if links is None:
            return
        rows = zip(names.lines, names.columns, names.lengths, names.meant, names.kinds, strict=True)
        for line, column, length, expression, kind in rows:
            link = links[expression]
            if link is None:
                continue
            name = self._lines[line - 1][column : column + length]
            role = _ROLES_OF_KINDS.get(USE_KINDS[kind], 0)
            if definition := link.sole:
                if role == READ and definition.kind not in VALUES:
                    role = 0
                yield (line, column, length), self._definitions.symbol(definition), role
            elif link.line is not None and (bound := self._bound_at(expression, link.line, name)):
                role = DEFINITION if bound == (line, column) else role
                # A name that other files use has a symbol of its own.
                yield (line, column, length), known.get(bound) or local_symbol(*bound), role
