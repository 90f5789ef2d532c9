"""Looks bare names up in the scopes around them; only ``names`` uses it."""

from __future__ import annotations

from bisect import bisect_right

from sphinx_filedocs.model.expressions import NO_FUNCTION, UNSAID, BoundName, FreeName
from sphinx_filedocs.parse.names.gather import Draft
from sphinx_filedocs.parse.names.table import CALL, Table
from sphinx_filedocs.parse.names.text import Text

#: The name of everything that an import opens.
_STAR = b"*"
#: Kinds of definitions that are values only.
_VALUES = frozenset({"parameter", "variable", "hoisted", "property"})
#: Kinds of scopes whose names can be used before their definition.
_UNORDERED = frozenset({"file", "class", "module"})


class Lookup:
    """Looks names up in the bindings that a table has so far."""

    def __init__(self, text: Text, table: Table) -> None:
        self._text = text
        self._apart = text.apart
        self._bare_members = text.bare_members
        self._table = table
        self._scopes = table.scopes
        self._counts = text.structure.counts
        self._types = text.structure.types
        self._heads = text.structure.heads
        self._unsaid = NO_FUNCTION if self._apart else UNSAID

    def use(self, start: int) -> int:
        """Return what a name is used for: the number of arguments that it is called with, or
        ``UNSAID``, ``NO_FUNCTION`` or ``ANY_FUNCTION``."""
        return self._counts.get(start, self._unsaid)

    def find(self, name: bytes, scope: int, start: int) -> BoundName | FreeName:
        """Return what a bare name means: the nearest binding before it in the nearest scope that
        has one; a file's and a class's own names count wherever they stand. A member that a class
        in between may inherit hides it."""
        use = self._counts.get(start, self._unsaid)
        key = name + CALL if self._apart and use != NO_FUNCTION else name
        bound, heir = self._nearest(key, scope, start)
        if bound >= 0 and heir < 0:
            return BoundName(bound, use)
        text = name.decode("utf-8", "replace")
        if bound >= 0:
            return FreeName(text, heir, use, bound)
        return FreeName(text, heir if heir >= 0 else self._outside(scope), use)

    def _nearest(self, key: bytes, scope: int, start: int) -> tuple[int, int]:
        """Return the binding that a name means and the class that may inherit one before it,
        each -1 for none."""
        later = heir = -1
        bare = self._bare_members
        at = scope
        while at >= 0:
            draft = self._scopes[at]
            places = draft.bound.get(key)
            if places:
                places = self._visible(places, at, scope, start)
            if places:
                # The parameters of a template hide inherited members.
                heir = -1 if draft.kind == "head" else heir
                before = bisect_right(places, (start, len(self._table.bindings))) - 1
                if before >= 0 or self._text.hoists or draft.kind in _UNORDERED:
                    return places[max(before, 0)][1], heir
                later = later if later >= 0 else places[0][1]
            if bare and heir < 0 and self._may_inherit(draft, start):
                heir = at
            at = -1 if draft.kind == "module" else draft.parent
        return later, heir

    def _may_inherit(self, scope: Draft, start: int) -> bool:
        """Tell whether a name may mean a member that a scope has elsewhere."""
        shared = self._text.includes and scope.kind == "class" and scope.holds(start)
        return shared or scope.inherits(start)

    def _outside(self, scope: int) -> int:
        """Return the scope that a name stands in which nothing in the file binds: the class, or
        what an import opens everything in."""
        if self._bare_members and not self._text.includes:
            around = self._table.class_around(scope)
            # The names of its bases mean none of its members.
            return -1 if around >= 0 and self._scopes[around].bases else around
        return self._openings(scope) if self._text.paths else -1

    def _openings(self, scope: int) -> int:
        """Return the nearest scope around that an import opens everything in, or the module."""
        while scope > 0:
            draft = self._scopes[scope]
            if draft.kind == "module" or _STAR in draft.bound:
                return scope
            scope = draft.parent
        return -1

    def _visible(
        self, places: list[tuple[int, int]], at: int, scope: int, start: int
    ) -> list[tuple[int, int]]:
        """Return the bindings of a scope around that a name may mean: the members of a class are
        behind an owner, and values are no types."""
        kept = self._table.kept
        inside = at == scope and not self._text.paths
        if not inside and not self._bare_members and self._scopes[at].kind == "class":
            return [place for place in places if kept[place[1]][0].kind == "placeholder"]
        types = self._types
        if at and (start in types or start in self._heads):
            return [place for place in places if kept[place[1]][0].kind not in _VALUES]
        if types and len(places) > 1:
            of_kind = start in types
            where = self._table.defined_at
            chosen = [place for place in places if (where[place[1]] in types) == of_kind]
            return chosen or places
        return places
