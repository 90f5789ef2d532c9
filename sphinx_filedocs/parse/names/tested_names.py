"""Tells what tests have told of dotted names, such as ``self.left``, and up to where; only
``names`` uses it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from tree_sitter import Node

from sphinx_filedocs.model.expressions import BoundName, FreeName
from sphinx_filedocs.parse.names.name_table import NameTable, Text
from sphinx_filedocs.parse.names.scopes import ScopeLookup

#: How many nodes stand between what is assigned to and the whole assignment.
_AROUND = 4


class TestedNames:
    """The dotted names of a text of which tests tell something."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup) -> None:
        self._table = table
        self._lookup = lookup
        #: The names themselves.
        self.paths = frozenset(text.gathered.tested)
        #: Each name, or the first parts of one -> where it gets another value, in order.
        self._given: dict[bytes, list[int]] = {}
        if self.paths:
            data = text.data
            known = {start for path in self.paths for start in _starts(path)}
            for node in text.structure.written:
                written = data[node.start_byte : node.end_byte]
                if written in known:
                    self._given.setdefault(written, []).append(_behind(node))
            for places in self._given.values():
                places.sort()

    def at(self, path: bytes, scope: int, start: int) -> int:
        """Return the binding of the test that tells what a dotted name is which starts at a byte,
        -1 for none: another value may have been given since, and a function may be called later."""
        scopes, kept = self._table.scopes, self._table.kept
        at = scope
        while at >= 0:
            draft = scopes[at]
            places = draft.bound.get(path, ())
            before = bisect_right(places, (start, len(kept))) - 1
            if before >= 0:
                visible, number = places[before]
                holds = kept[number][0].early or not self._is_given(path, visible, start)
                return number if holds and self._is_same(path, at, number, scope, start) else -1
            at = -1 if draft.kind == "function" else draft.parent
        return -1

    def _is_given(self, path: bytes, first: int, last: int) -> bool:
        """Tell whether a name gets another value between two bytes."""
        return any(
            bisect_right(places, first) < bisect_right(places, last)
            for start in _starts(path)
            if (places := self._given.get(start))
        )

    def _is_same(self, path: bytes, at: int, number: int, scope: int, start: int) -> bool:
        """Tell whether the first part of a name means the same at two places."""
        root = path.partition(b".")[0]
        return self._root(root, at, self._table.defined_at[number]) == self._root(
            root, scope, start
        )

    def _root(self, name: bytes, scope: int, start: int) -> BoundName | FreeName:
        """Return what a bare name means, whatever tests tell of it."""
        made = self._lookup.find(name, scope, start)
        while isinstance(made, BoundName):
            if self._table.bindings[made.binding].kind != "narrowed":
                break
            outside = self._table.scopes[self._table.bindings[made.binding].scope].parent
            made = self._lookup.find(name, outside, start)
        return made


def _starts(path: bytes) -> Iterator[bytes]:
    """Yield a dotted name and all that it starts with."""
    while path:
        yield path
        path = path.rpartition(b".")[0]


def _behind(node: Node) -> int:
    """Return from where on something has the value that it is assigned."""
    around = node.parent
    for _ in range(_AROUND):
        value = around.child_by_field_name("right") if around else None
        if value is not None:
            return max(value.end_byte, node.end_byte)
        around = around.parent if around else None
    return node.end_byte
