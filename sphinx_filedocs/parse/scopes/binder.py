"""Binds the definitions of a text in their scopes, and looks up bare names there; only ``scopes``
uses it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from tree_sitter import Node

from sphinx_filedocs.model.expressions import (
    A_TYPE,
    NO_FUNCTION,
    UNSAID,
    BoundName,
    FreeName,
    WholeImport,
)
from sphinx_filedocs.parse.budget import SCOPES, OverBudgetError
from sphinx_filedocs.parse.scopes.locals_query import Draft, LocalDefinition
from sphinx_filedocs.parse.scopes.name_table import CALL, NameTable, Text
from sphinx_filedocs.phrases import Phrase

#: The name of everything that an import opens.
STAR = b"*"
#: Kinds of definitions that are values only.
_VALUES = frozenset({"parameter", "given", "variable", "hoisted", "property"})
#: Kinds of scopes whose names can be used before their definition.
_UNORDERED = frozenset({"file", "class", "module"})


class ScopeLookup:
    """Looks names up in the bindings that a table has so far."""

    def __init__(self, text: Text, table: NameTable) -> None:
        self._text = text
        self._apart = text.apart
        self._bare_members = text.bare_members
        self._table = table
        self.assignments = Assignments(text)
        self._scopes = table.scopes
        self._counts = text.structure.counts
        self._types = text.structure.types
        self._heads = text.structure.heads
        self._unsaid = NO_FUNCTION if self._apart else UNSAID
        self._unsaid_member = NO_FUNCTION if text.apart or text.members_apart else UNSAID

    def use(self, start: int) -> int:
        """Return the use of a member: the number of call arguments, or ``UNSAID``,
        ``NO_FUNCTION`` or ``ANY_FUNCTION``."""
        return self._counts.get(start, self._unsaid_member)

    def find(self, name: bytes, scope: int, start: int) -> BoundName | FreeName:
        """Return the meaning of a bare name: the nearest binding before it in the nearest scope
        that has one; names of a file or class count anywhere in it. A member that a class in
        between may inherit hides it."""
        use = self._counts.get(start, self._unsaid)
        if (self._bare_members or self._text.includes) and start in self._types:
            # A member that a class inherits may have the name of a type, and so may a function.
            use = A_TYPE
        key = name + CALL if self._apart and use != NO_FUNCTION else name
        bound, heir = self._nearest(key, scope, start)
        if bound >= 0 and heir < 0:
            return BoundName(bound, use)
        text = name.decode("utf-8", "replace")
        if bound >= 0:
            return FreeName(text, heir, use, bound)
        return FreeName(text, heir if heir >= 0 else self._outside(scope, start), use)

    def _nearest(self, key: bytes, scope: int, start: int) -> tuple[int, int]:
        """Return the binding that a name means and the class that may inherit one before it,
        each -1 for none."""
        later = heir = -1
        #: The place of the test of the name, and its binding.
        narrowed: tuple[int, int] | None = None
        bare = self._bare_members
        at = scope
        while at >= 0:
            draft = self._scopes[at]
            places = draft.bound.get(key)
            if places:
                places = self._visible(places, at, scope, start)
                if draft.kind in self._text.ordered:
                    definitions = self._table.definitions
                    places = [
                        place
                        for place in places
                        if place[0] <= start or definitions[place[1]][0].kind != "variable"
                    ]
            if places:
                # The parameters of a template hide inherited members.
                heir = -1 if draft.kind == "head" else heir
                before = bisect_right(places, (start, len(self._table.bindings))) - 1
                if before >= 0 or self._text.hoists or draft.kind in _UNORDERED:
                    place = places[max(before, 0)]
                    if self._table.bindings[place[1]].kind != "narrowed":
                        # Another value may have been given since the test.
                        holds = narrowed and (place < narrowed or self._is_early(narrowed[1]))
                        return (narrowed if narrowed and holds else place)[1], heir
                    if before >= 0 and not self._is_reassigned(key, place, start):
                        narrowed = narrowed or place
                    places = None
            if places:
                later = later if later >= 0 else places[0][1]
            if bare and heir < 0 and self._may_inherit(draft, start):
                heir = at
            at = -1 if draft.kind == "module" else draft.parent
        return narrowed[1] if narrowed else later, heir

    def _is_reassigned(self, name: bytes, test: tuple[int, int], start: int) -> bool:
        return not self._is_early(test[1]) and self.assignments.between(name, test[0], start)

    def _is_early(self, binding: int) -> bool:
        """Return True if a test holds in all of its scope, and no assignment can come between."""
        return self._table.definitions[binding][0].early

    def _may_inherit(self, scope: Draft, start: int) -> bool:
        """Return True if a name may mean a member that a scope has elsewhere."""
        shared = self._text.includes and scope.kind == "class" and scope.holds(start)
        return shared or scope.inherits(start)

    def _outside(self, scope: int, start: int) -> int:
        """Return the scope around a name that nothing in the file binds: the class, the module
        or the scope of a star import."""
        if self._bare_members and not self._text.includes:
            around = self._table.class_around(scope)
            while around >= 0 and not self._scopes[around].holds(start):
                # The names of its bases and of its owner mean none of its members.
                around = self._table.class_around(self._scopes[around].parent)
            return around
        return self._openings(scope) if self._text.paths else -1

    def _openings(self, scope: int) -> int:
        while scope > 0:
            draft = self._scopes[scope]
            if draft.kind == "module" or STAR in draft.bound:
                return scope
            scope = draft.parent
        return -1

    def _visible(
        self, places: list[tuple[int, int]], at: int, scope: int, start: int
    ) -> list[tuple[int, int]]:
        """Return the bindings of a scope around that a name may mean: the members of a class are
        behind an owner, and values are no types."""
        definitions = self._table.definitions
        inside = at == scope and not self._text.paths
        if not inside and not self._bare_members and self._scopes[at].kind == "class":
            return [place for place in places if definitions[place[1]][0].kind == "placeholder"]
        if len(places) > 1 and self._text.overloads:
            bindings, is_called = self._table.bindings, start in self._counts
            fits = [
                place
                for place in places
                if (bindings[place[1]].kind == "definition") == is_called or place[0] == start
            ]
            places = fits or places
        if len(places) > 1 and self._scopes[at].kind == "class":
            static = self._table.is_static(scope, at, outside=True)
            fits = [place for place in places if definitions[place[1]][0].static == static]
            places = fits or places
        types = self._types
        if at and (start in types or start in self._heads):
            places = [place for place in places if definitions[place[1]][0].kind not in _VALUES]
        if types and len(places) > 1:
            of_kind = start in types
            where = self._table.defined_at
            chosen = [place for place in places if (where[place[1]] in types) == of_kind]
            return chosen or places
        return places


class Binder:
    """Binds the names of one text."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup) -> None:
        self._text = text
        self._table = table
        self._lookup = lookup
        self._gathered = text.gathered
        self._scopes = table.scopes
        #: The place of a scope's name -> the scope.
        self._named = {scope.name: at for at, scope in enumerate(self._scopes) if scope.name >= 0}

    def bind(self) -> list[int]:
        """Bind every defined name; return the scope around each mark of the text."""
        gathered, imports = self._gathered, self._text.imports
        around = self._scopes_around()
        defined = {*imports.paths, *imports.roles, *gathered.outer, *gathered.definitions}
        defined |= {*self._named, *gathered.opened, *gathered.exported}
        bind = self._bind_mark
        for (start, end), scope in zip(self._text.marks, around, strict=True):
            if start in defined:
                bind(start, end, scope)
        if self._text.packages:
            for start, number, name in imports.packages():
                bound = self._table.add(name.encode(), start, 0, 0, LocalDefinition("import"))
                self._table.complete(bound, self._table.intern(WholeImport(number)))
        return around

    def _scopes_around(self) -> list[int]:
        around: list[int] = []
        #: The scopes around a mark, and the end of each part of the text that has one.
        stack = [(0, self._scopes[0].extent[1])]
        parts = self._parts()
        index, behind = 0, len(parts)
        begin = parts[0][0] if parts else stack[0][1]
        for start, _ in self._text.marks:
            while begin <= start:
                _, end, number = parts[index]
                self._enter(stack, begin, end, number)
                index += 1
                begin = parts[index][0] if index < behind else self._scopes[0].extent[1]
            while stack[-1][1] <= start:
                stack.pop()
            around.append(stack[-1][0])
        for _, _, number in parts[index:]:
            if number >= 0:
                self._scopes[number].parent = 0
        return around

    def _parts(self) -> list[tuple[int, int, int]]:
        """Return start and end of the scopes but the file, and their numbers, in order; -1 in
        place of a number for parts that belong to the scope around."""
        parts = [(*scope.extent, at) for at, scope in enumerate(self._scopes[1:], 1)]
        if outside := self._gathered.outside:
            parts += [(start, end, -1) for start, end in outside]
            parts.sort(key=lambda part: (part[0], -part[1], part[2]))
        return parts

    def _enter(self, stack: list[tuple[int, int]], start: int, end: int, number: int) -> None:
        while stack[-1][1] <= start:
            stack.pop()
        inside = stack[-1][0]
        if number < 0:
            own = self._scopes[inside]
            around = own.parent
            if own.kind == "head" and self._scopes[around].extent == own.extent:
                # A test tells something of what the same part of the text binds.
                around = self._scopes[around].parent
            stack.append((max(around, 0), end))
        else:
            self._scopes[number].parent = inside
            stack.append((number, end))
        if len(stack) > SCOPES:
            raise OverBudgetError(Phrase("nested scopes"), len(stack), SCOPES)

    def _bind_mark(self, start: int, end: int, around: int) -> None:
        opened = self._gathered.opened.get(start)
        if opened is not None:
            self._scopes[around].bases[start] = opened
        name = self._text.syntax.name(start, end)
        if start in self._text.imports.paths:
            self._bind_path_word(name, start, around)
        elif start in self._text.imports.roles:
            self._bind_imported(name, start, around)
        elif start in self._gathered.outer:
            while self._scopes[around].kind == "head":
                around = self._scopes[around].parent
            self._scopes[around].outer[name] = self._gathered.outer[start]
        elif start in self._named:
            self._bind_scope(name, start, around, self._named[start])
        elif start in self._gathered.definitions:
            self._bind_definition(name, start, around, self._gathered.definitions[start])
        exported = self._gathered.exported.get(start)
        if exported is not None and start not in self._text.imports.roles:
            self._table.add(name, start, 0, start, LocalDefinition("exported", value=exported))

    def _bind_path_word(self, name: bytes, start: int, around: int) -> None:
        if self._text.imports.paths[start].binds:
            self._table.add(name, start, around, 0, LocalDefinition("import"))

    def _bind_imported(self, name: bytes, start: int, around: int) -> None:
        role = self._text.imports.roles[start]
        if role.binds:
            bound = self._table.add(name, start, around, start, LocalDefinition("import"))
            self._table.complete(bound, self._table.intern(role.expression))

    def _bind_definition(
        self, name: bytes, start: int, around: int, definition: LocalDefinition
    ) -> None:
        around = self._home(name, start, around, definition)
        if around >= 0:
            own = self._text.own_values and not definition.many
            value = None if own else definition.value
            divided = self._gathered.divided.get(start + len(name))
            whole = divided.value if divided and not own else None
            ends = (node.end_byte for node in (value, definition.after, whole) if node)
            visible = 0 if definition.early else max(start, *ends, start)
            self._table.add(definition.name or name, start, around, visible, definition)

    def _bind_scope(self, name: bytes, start: int, around: int, number: int) -> None:
        """Bind the name of a scope, as the definition that it may be besides."""
        scope = self._scopes[number]
        key = name + CALL if self._text.apart and scope.kind == "function" else name
        outside = around if start < scope.extent[0] else scope.parent
        definition = self._gathered.definitions.get(start)
        if definition is None:
            outside = self._space(outside)
        else:
            outside = self._home(name, start, outside, definition)
            key = name = definition.name or name
        if outside >= 0:
            made = definition or LocalDefinition("definition")
            made.static = made.static or scope.static
            scope.binding = self._table.add(name, start, outside, 0, made, key)

    def _home(self, name: bytes, start: int, around: int, definition: LocalDefinition) -> int:
        kind = definition.kind
        if kind == "narrowed" and definition.head is not None:
            while self._scopes[around].extent != definition.head:
                around = self._scopes[around].parent
            return around
        if kind == "outer":
            while self._scopes[around].kind == "head":
                around = self._scopes[around].parent
            return max(self._scopes[around].parent, 0)
        if kind in ("global", "export"):
            return 0
        if kind in ("file", "each"):
            return self._holder(name, around)
        if kind in ("hoisted", "label"):
            return self._table.function_around(around)
        if kind in ("field", "shorthand"):
            return self._home_of_field(around)
        if kind == "attribute":
            return around if self._is_of_file(definition.owner, around, start) else -1
        if kind == "property":
            self._bind_property(name, start, around, definition)
        elif kind == "bound":
            self._give_type(name, start, around, definition.type)
        is_known = kind in ("known", "bound") or self._is_outer(name, around)
        return -1 if is_known else self._space(around)

    def _is_outer(self, name: bytes, scope: int) -> bool:
        if self._scopes[scope].outer.get(name) != "nonlocal":
            return False
        return self._holder(name, self._scopes[scope].parent) > 0

    def _space(self, around: int) -> int:
        """Return the scope for the definitions of a scope: in C, types have fields alone."""
        if self._text.includes and not self._text.bare_members:
            while self._scopes[around].kind == "class":
                around = self._scopes[around].parent
        return around

    def _holder(self, name: bytes, scope: int) -> int:
        """Return the scope around that binds a name already, else the file."""
        while scope > 0 and name not in self._scopes[scope].bound:
            scope = self._scopes[scope].parent
        return max(scope, 0)

    def _home_of_field(self, around: int) -> int:
        around = self._table.class_around(around)
        scope = self._scopes[max(around, 0)]
        return -1 if scope.literal and scope.binding < 0 and scope.owner is None else around

    def _is_of_file(self, owner: Node | None, scope: int, start: int) -> bool:
        if owner is None:
            return False
        name = self._text.data[owner.start_byte : owner.end_byte]
        expression = self._lookup.find(name, self._scopes[scope].parent, start)
        if not isinstance(expression, BoundName):
            return False
        binding = self._table.bindings[expression.binding]
        made = self._table.definitions[expression.binding][0]
        brought = made.value is not None and made.value.byte_range in self._text.imports.brought
        own = made.type is None and not brought
        return not binding.scope and own and binding.kind in ("variable", "definition")

    def _bind_property(
        self, name: bytes, start: int, around: int, definition: LocalDefinition
    ) -> None:
        outside = self._table.class_around(around)
        if outside >= 0:
            self._table.add(name, start, outside, start, replace(definition, kind="field"))

    def _give_type(self, name: bytes, start: int, around: int, type_: Node | None) -> None:
        expression = self._lookup.find(name, around, start)
        if isinstance(expression, BoundName):
            made = self._table.definitions[expression.binding][0]
            if made.kind == "placeholder":
                made.type = made.type or type_


#: The most nodes between the target of an assignment and the whole assignment.
_AROUND = 4


class Assignments:
    """The places of assignments to the names that tests narrow."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def between(self, name: bytes, first: int, last: int) -> bool:
        """Return True if a name, or a dotted one, gets another value between two bytes."""
        return any(
            bisect_right(places, first) < bisect_right(places, last)
            for start in _starts(name)
            if (places := self._places.get(start))
        )

    @cached_property
    def _places(self) -> dict[bytes, list[int]]:
        text = self._text
        definitions = text.gathered.definitions.values()
        tested = {definition.name for definition in definitions if definition.kind == "narrowed"}
        known = {start for name in tested for start in _starts(name)}
        places: dict[bytes, list[int]] = {}
        for node in text.structure.written if known else ():
            written = text.data[node.start_byte : node.end_byte]
            if written in known:
                places.setdefault(written, []).append(_behind(node))
        for ends in places.values():
            ends.sort()
        return places


def _starts(path: bytes) -> Iterator[bytes]:
    while path:
        yield path
        path = path.rpartition(b".")[0]


def _behind(node: Node) -> int:
    around = node.parent
    for _ in range(_AROUND):
        value = around.child_by_field_name("right") if around else None
        if value is not None:
            return max(value.end_byte, node.end_byte)
        around = around.parent if around else None
    return node.end_byte
