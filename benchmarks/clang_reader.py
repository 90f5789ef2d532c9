"""Reads one C or C++ file with libclang: what its names mean, and where things are declared."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from clang import cindex
from judging import Line, Said

Language = Literal["C", "C++"]

_STANDARD = {"C": ("-xc", "-std=gnu17"), "C++": ("-xc++", "-std=gnu++20")}
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
#: Words of the preprocessor, which libclang's tokens don't tell from names.
_DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*(?:(?:include|import|pragma|error|warning)\b.*|\w+)")

_KINDS = {
    **dict.fromkeys(("FUNCTION_DECL", "FUNCTION_TEMPLATE", "OVERLOADED_DECL_REF"), "function"),
    **dict.fromkeys(("CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "CONVERSION_FUNCTION"), "method"),
    **dict.fromkeys(("STRUCT_DECL", "UNION_DECL", "CLASS_DECL", "ENUM_DECL"), "type"),
    **dict.fromkeys(("TYPEDEF_DECL", "TYPE_ALIAS_DECL", "TYPE_ALIAS_TEMPLATE_DECL"), "type"),
    **dict.fromkeys(("CLASS_TEMPLATE", "CLASS_TEMPLATE_PARTIAL_SPECIALIZATION"), "type"),
    **dict.fromkeys(("NAMESPACE", "NAMESPACE_ALIAS"), "namespace"),
    **dict.fromkeys(("TEMPLATE_TYPE_PARAMETER", "TEMPLATE_NON_TYPE_PARAMETER"), "template param."),
    "TEMPLATE_TEMPLATE_PARAMETER": "template param.",
    "FIELD_DECL": "field",
    "ENUM_CONSTANT_DECL": "enum constant",
    "MACRO_DEFINITION": "macro",
    "PARM_DECL": "parameter",
    "LABEL_STMT": "label",
    "VAR_DECL": "variable",
}
#: In what the same thing may be declared more than once.
_AROUND = frozenset({"NAMESPACE", "LINKAGE_SPEC", "UNEXPOSED_DECL"})
_FUNCTIONS = frozenset(name for name, kind in _KINDS.items() if kind in {"function", "method"})
LOCAL = frozenset({"parameter", "label", "local variable", "template param."})
#: What an answer that is no declaration has for a name of its own.
_NONE = ("", "")


@dataclass(frozen=True, slots=True)
class Use:
    """A name in the main file of a parse, and what was said of it.

    :param entity: libclang's identifier of what it means.
    :param family: the identifier of the scope around that, and the name, if it is a function.
    """

    path: str
    line: int
    column: int
    name: str
    kind: str
    said: Said
    exact: tuple[Line, ...] = ()
    others: tuple[Line, ...] = ()
    entity: str = ""
    family: tuple[str, str] = _NONE


@dataclass(slots=True)
class Parsed:
    """The names of some files, and where these declare what."""

    uses: list[Use] = field(default_factory=list)
    entities: dict[str, set[Line]] = field(default_factory=dict)
    families: dict[tuple[str, str], set[Line]] = field(default_factory=dict)

    def add(self, other: Parsed) -> None:
        """Take in the names of other files."""
        self.uses += other.uses
        for entity, lines in other.entities.items():
            self.entities.setdefault(entity, set()).update(lines)
        for family, lines in other.families.items():
            self.families.setdefault(family, set()).update(lines)


def read(root: Path, arguments: Sequence[str], path: str, language: Language) -> Parsed:
    """Return what one file holds: every identifier is looked at.

    :param root: absolute; ``path`` is relative to it.
    :param arguments: for the compiler.
    """
    unit = cindex.Index.create().parse(
        str(root / path),
        args=[*_STANDARD[language], *arguments],
        options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
    )
    reader = _Reader(root, path)
    for token in unit.get_tokens(extent=unit.cursor.extent):
        if token.kind == cindex.TokenKind.IDENTIFIER:
            reader.read(token)
    reader.read_declarations(unit.cursor)
    return reader.parsed


class _Reader:
    """Looks at the tokens of one file, and at what it and its includes declare."""

    def __init__(self, root: Path, path: str) -> None:
        self.parsed = Parsed()
        self._root = root
        self._path = path
        self._source = (root / path).read_bytes()
        self._rows = self._source.split(b"\n")
        self._paths: dict[str, str | None] = {}

    def read(self, token: cindex.Token) -> None:
        """Note a token as a declaration or as a use."""
        cursor = token.cursor
        spot = (token.location.line, token.location.column)
        directive = _DIRECTIVE.match(self._rows[spot[0] - 1])
        if token.spelling == "defined" or (directive and spot[1] <= directive.end()):
            return
        if (cursor.location.line, cursor.location.column) == spot and _declares(cursor):
            self._declare(cursor, (self._path, spot[0]))
            return
        said = cursor.referenced
        if cursor.kind.is_declaration() or said is None or said.spelling != token.spelling:
            said = None
        if said is not None and self._line(said) == (self._path, spot[0]):
            place = (said.location.line, said.location.column)
            if place == spot:
                return
        column = len(self._rows[spot[0] - 1][: spot[1] - 1].decode("utf-8", "replace"))
        self.parsed.uses.append(self._use(spot[0], column, token.spelling, said))

    def read_declarations(self, around: cindex.Cursor) -> None:
        """Note everything in the tree that is declared outside of classes and functions: all that
        may be declared once more elsewhere."""
        for cursor in around.get_children():
            line = self._line(cursor)
            if line is not None and cursor.kind.is_declaration():
                self._declare(cursor, line)
                if cursor.kind.name in _AROUND:
                    self.read_declarations(cursor)

    def _declare(self, cursor: cindex.Cursor, line: Line) -> None:
        self.parsed.entities.setdefault(cursor.get_usr(), set()).add(line)
        if cursor.kind.name in _FUNCTIONS:
            self.parsed.families.setdefault(_family(cursor), set()).add(line)

    def _use(self, line: int, column: int, name: str, said: cindex.Cursor | None) -> Use:
        answers = list(_overloads(said)) if said is not None else []
        placed = [one for one in answers if one.location.file is not None]
        if said is None or not placed:
            return Use(self._path, line, column, name, "not resolved", "nothing")
        kind = _KINDS.get(placed[0].kind.name, "something else")
        if kind == "variable" and _in_function(placed[0]):
            kind = "local variable"
        if len(placed) > 1:
            kind = "overload set"
        exact = [self._line(one) for each in placed for one in (each, each.get_definition())]
        others = [self._line(one) for each in placed for one in _same(each)]
        inside = [one for one in exact if one]
        return Use(
            path=self._path,
            line=line,
            column=column,
            name=name,
            kind=kind,
            said="in the tree" if inside else "outside",
            exact=tuple(dict.fromkeys(inside)),
            others=(*(one for one in others if one), *self._other_macros(placed[0])),
            entity=_template(placed[0]).get_usr(),
            family=_family(placed[0]) if placed[0].kind.name in _FUNCTIONS else _NONE,
        )

    def _line(self, cursor: cindex.Cursor | None) -> Line | None:
        """Return where a cursor is, if that is in the tree."""
        if cursor is None or cursor.location.file is None:
            return None
        name = cursor.location.file.name
        if name not in self._paths:
            path = Path(os.path.normpath(name))
            inside = path.is_relative_to(self._root)
            self._paths[name] = path.relative_to(self._root).as_posix() if inside else None
        known = self._paths[name]
        return None if known is None else (known, cursor.location.line)

    def _other_macros(self, cursor: cindex.Cursor) -> Iterator[Line]:
        """Yield where the same file defines a macro for other conditions."""
        place = self._line(cursor)
        if cursor.kind != cindex.CursorKind.MACRO_DEFINITION or place is None:
            return
        source = self._source
        if place[0] != self._path:
            source = (self._root / place[0]).read_bytes()
        for match in _DEFINE.finditer(source):
            if match[1].decode("ascii", "replace") == cursor.spelling:
                yield place[0], source.count(b"\n", 0, match.start(1)) + 1


def _declares(cursor: cindex.Cursor) -> bool:
    kinds = {cindex.CursorKind.MACRO_DEFINITION, cindex.CursorKind.LABEL_STMT}
    return cursor.kind.is_declaration() or cursor.kind in kinds


def _overloads(cursor: cindex.Cursor) -> Iterator[cindex.Cursor]:
    """Yield the functions that a name may mean before a template is used, else the one thing."""
    if cursor.kind != cindex.CursorKind.OVERLOADED_DECL_REF:
        yield cursor
        return
    for at in range(cindex.conf.lib.clang_getNumOverloadedDecls(cursor)):
        yield cindex.conf.lib.clang_getOverloadedDecl(cursor, at)


def _same(cursor: cindex.Cursor) -> Iterator[cindex.Cursor]:
    """Yield other declarations of the same thing that libclang knows of."""
    yield cursor.canonical
    template = _template(cursor)
    yield template
    yield template.canonical
    if cursor.kind == cindex.CursorKind.TYPEDEF_DECL:
        # `typedef struct Name {…} Name;` is one type for its readers.
        declared = cursor.underlying_typedef_type.get_declaration()
        if declared.spelling == cursor.spelling:
            yield declared


def _template(cursor: cindex.Cursor) -> cindex.Cursor:
    """Return what a part of a used template is in the template itself."""
    return cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor) or cursor


def _family(cursor: cindex.Cursor) -> tuple[str, str]:
    parent = _template(cursor).semantic_parent
    return parent.get_usr() if parent is not None else "", cursor.spelling


def _in_function(cursor: cindex.Cursor) -> bool:
    parent = cursor.semantic_parent
    return parent is not None and (
        parent.kind.name in _FUNCTIONS or parent.kind == cindex.CursorKind.LAMBDA_EXPR
    )
