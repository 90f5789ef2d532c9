"""Tells what tests have told of dotted names, such as ``self.left``, and up to where; only
``names`` uses it."""

from __future__ import annotations

from bisect import bisect_right

from sphinx_filedocs.model.expressions import BoundName, FreeName
from sphinx_filedocs.parse.names.name_table import NameTable, Text
from sphinx_filedocs.parse.names.scopes import ScopeLookup


class TestedNames:
    """The dotted names of a text of which tests tell something."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup) -> None:
        self._table = table
        self._lookup = lookup
        #: The names themselves.
        self.paths = frozenset(text.gathered.tested)

    def at(self, path: bytes, scope: int, start: int) -> int:
        """Return the binding of the test that tells what a dotted name is which starts at a byte,
        -1 for none: another value may have been given since, and a function may be called later."""
        scopes, definitions, assignments = (
            self._table.scopes,
            self._table.definitions,
            self._lookup.assignments,
        )
        at = scope
        while at >= 0:
            draft = scopes[at]
            places = draft.bound.get(path, ())
            before = bisect_right(places, (start, len(definitions))) - 1
            if before >= 0:
                visible, number = places[before]
                holds = definitions[number][0].early or not assignments.between(
                    path, visible, start
                )
                return number if holds and self._is_same(path, at, number, scope, start) else -1
            at = -1 if draft.kind == "function" else draft.parent
        return -1

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
