"""Finds the expression that stands at a place of a text; only ``names`` uses it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tree_sitter import Node

from sphinx_filedocs.model.expressions import (
    ArrayOf,
    Call,
    ElementOf,
    Factory,
    FreeName,
    NamelessType,
    WholeImport,
)
from sphinx_filedocs.parse.names.gather import Extent
from sphinx_filedocs.parse.names.lookup import Lookup
from sphinx_filedocs.parse.names.table import Table
from sphinx_filedocs.parse.names.text import Text
from sphinx_filedocs.patterns import compile_pattern

#: How many brackets may stand around an expression that is followed.
_DEPTH = 20
_PLAIN = re.compile(rb"[A-Za-z_]\w*\Z")
#: What may stand between an owner and its member, backwards.
_BEFORE = compile_pattern(rb"(?:[\s.?!]|>-|::)*+")
_DOT = compile_pattern(rb"(?:[\s.]|>-|::)*+")
#: What is made of another expression, by the name that the query has for it.
_MADE_OF: Mapping[str, type[Call | ElementOf | ArrayOf | Factory]] = {
    "call": Call,
    "cast": Call,
    "element": ElementOf,
    "array": ArrayOf,
    "maker": Factory,
}
#: How far before a member its owner may end, in bytes.
GAP = 200


class Spans:
    """The expressions of a text by the bytes where they start and end."""

    def __init__(self, text: Text, table: Table, lookup: Lookup) -> None:
        self._data = text.data
        self._intern = table.intern
        self._lookup = lookup
        self._made = text.structure.made
        self._ending = text.structure.ending
        self._literals = text.structure.literals
        self._brought = text.imports.brought
        #: The bodies of types without a name -> their scopes.
        self._nameless = {
            scope.extent: at
            for at, scope in enumerate(table.scopes)
            if scope.kind == "class" and scope.name < 0 and scope.owner is None
        }
        #: Byte behind an expression that is known already -> its number and where it starts.
        self.ends: dict[int, tuple[int, int]] = {}

    def before(self, start: int) -> tuple[int, int] | None:
        """Return the expression before a member, and where it starts."""
        before = self._data[max(0, start - GAP) : start][::-1]
        # A mark before the dot may be a part of the owner, or of the dot.
        blank = _DOT.match(before)
        end = start - (len(blank[0]) if blank else 0)
        marked = self._data[end - 1 : end] in (b"?", b"!")
        if marked and (ending := self.ending_at(end)):
            return ending
        blank = _BEFORE.match(before)
        end = start - (len(blank[0]) if blank else 0)
        return self.ending_at(end)

    def ending_at(self, end: int, depth: int = _DEPTH) -> tuple[int, int] | None:
        """Return the expression that ends at a byte, and where it starts."""
        known = self.ends.get(end)
        if known or not depth:
            return known
        extent = self._ending.get(end)
        if extent is None:
            return None
        number = self.spanning(extent, depth - 1)
        if number >= 0:
            return number, extent[0]
        # What stands before its part may belong to it.
        kind, inner = self._made[extent]
        longer = self.ends.get(inner[1]) if kind == "same" else None
        return longer if longer and longer[1] < extent[0] else None

    def spanning(self, extent: Extent, depth: int = _DEPTH) -> int:
        """Return the expression that stands between two bytes, -1 for none."""
        if extent in self._literals:
            type_ = self._intern(FreeName(self._literals[extent], -1))
            return self._intern(Call(type_))
        if extent in self._brought:
            return self._intern(WholeImport(self._brought[extent]))
        made = self._made.get(extent)
        if made is None:
            if extent in self._nameless:
                return self._intern(NamelessType(self._nameless[extent]))
            ending = self.ends.get(extent[1])
            return ending[0] if ending and ending[1] == extent[0] else -1
        kind, inner = made
        part = self.spanning(inner, depth - 1) if depth else -1
        if part < 0 or kind == "same":
            return part
        return self._intern(_MADE_OF[kind](part))

    def of_node(self, node: Node | None, scope: int) -> int:
        """Return the expression that a node is, -1 when it is none that can be followed."""
        if node is None:
            return -1
        start, end = extent = node.byte_range
        expression = self.spanning(extent)
        if expression >= 0:
            return expression
        text = self._data[start:end]
        if _PLAIN.match(text) and end not in self.ends:
            return self._intern(self._lookup.find(text, scope, start))
        return -1
