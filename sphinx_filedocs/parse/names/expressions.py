"""Finds the expression that stands at a place of a text, and puts together what all of its names
mean; only ``names`` uses it."""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from sphinx_filedocs.model.expressions import (
    Applied,
    ArrayOf,
    BoundName,
    Call,
    ElementOf,
    EnteredBy,
    Expecting,
    Expression,
    Factory,
    FreeName,
    GenericType,
    Having,
    ImportTarget,
    ItemOf,
    KeyedBy,
    NamelessType,
    OneOf,
    PairsOf,
    PastedNames,
    PathPart,
    SecondOf,
    Taken,
    This,
    Unless,
    WholeImport,
    Word,
)
from sphinx_filedocs.model.names import Names, Scope
from sphinx_filedocs.parse.names import pasting
from sphinx_filedocs.parse.names.locals_query import ARGUMENTS, Extent, LocalDefinition
from sphinx_filedocs.parse.names.name_table import NameTable, Text
from sphinx_filedocs.parse.names.scopes import ScopeLookup
from sphinx_filedocs.parse.names.use_kinds import UseKinds
from sphinx_filedocs.patterns import compile_pattern

#: How many brackets may stand around an expression that is followed.
_DEPTH = 20
_PLAIN = re.compile(rb"[A-Za-z_]\w*\Z")
#: What may stand between an owner and its member, backwards.
_BEFORE = compile_pattern(rb"(?:[\s.?!\\]|>-|::)*+")
_DOT = compile_pattern(rb"(?:[\s.\\]|>-|::)*+")
#: What is made of another expression, by the name that the query has for it.
_MADE_OF: Mapping[str, Callable[[int], Expression]] = {
    "call": Call,
    "cast": Call,
    "element": ElementOf,
    "array": ArrayOf,
    "table": KeyedBy,
    "item": ItemOf,
    "pairs": PairsOf,
    "entered": EnteredBy,
}
#: So many types are told apart of which a value is one.
SEVERAL = 100
#: How far before a member its owner may end, in bytes.
GAP = 200


class Spans:
    """The expressions of a text by the bytes where they start and end."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup) -> None:
        self._data = text.data
        self._intern = table.intern
        self.lookup = lookup
        self._made = text.structure.made
        self._ending = text.structure.ending
        self._literals = text.structure.literals
        self._several = text.structure.several
        self._texts = text.structure.texts
        self._brought = text.imports.brought
        #: The bodies of types without a name -> their scopes.
        self._nameless = {
            scope.extent: at
            for at, scope in enumerate(table.scopes)
            if scope.kind == "class" and scope.name < 0 and scope.owner is None
        }
        #: The parameters and the bodies of functions -> their scopes.
        self._functions = {
            scope.extent: at for at, scope in enumerate(table.scopes) if scope.kind == "function"
        }
        #: The bodies of types that have the name of what is declared with them -> that.
        self._declared_with = {
            scope.extent: scope.binding
            for scope in table.scopes
            if scope.kind == "class" and scope.binding >= 0 and scope.name >= scope.extent[1]
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
        if extent in self._texts:
            return self._intern(Word(self._texts[extent]))
        made = self._made.get(extent)
        if made is None:
            return self._spanning_whole(extent, depth)
        kind, inner = made
        part = self.spanning(inner, depth - 1) if depth else -1
        if kind == "maker":
            scope = self._functions.get(extent, -1)
            return self._intern(Factory(part, scope)) if max(part, scope) >= 0 else -1
        if part < 0 or kind == "same":
            return part
        return self._intern(_MADE_OF[kind](part))

    def _spanning_whole(self, extent: Extent, depth: int) -> int:
        """Return the expression between two bytes that is made of no other one, or of several."""
        if extent in self._several:
            return self._of_several(extent, depth - 1) if depth else -1
        if extent in self._nameless:
            return self._intern(NamelessType(self._nameless[extent]))
        ending = self.ends.get(extent[1])
        return ending[0] if ending and ending[1] == extent[0] else -1

    def _of_several(self, extent: Extent, depth: int) -> int:
        """Return the expression that is made of several others, -1 for none."""
        kind, nodes = self._several[extent]
        if kind == "generic":
            type_, given = self.spanning(nodes[0].byte_range, depth), nodes[1].named_children
            passed = tuple(self.spanning(one.byte_range, depth) for one in given)
            return self._intern(GenericType(type_, passed)) if type_ >= 0 else -1
        extents = deque(node.byte_range for node in nodes)
        ends: deque[Extent] = deque()
        while extents and len(extents) + len(ends) <= SEVERAL:
            # The first part of three is made of two.
            first = extents.popleft()
            if self._several.get(first, ("",))[0] == kind:
                extents.extendleft(node.byte_range for node in reversed(self._several[first][1]))
            else:
                ends.append(first)
        parts = (self.spanning(one, depth) for one in ends)
        known = tuple(dict.fromkeys(part for part in parts if part >= 0))
        return self._intern(OneOf(known)) if len(known) > 1 else max(known, default=-1)

    def without_arguments(self, node: Node) -> Node:
        """Return the node of the type that gets arguments, if a node is one that does."""
        kind, nodes = self._several.get(node.byte_range, ("", [node]))
        return nodes[0] if kind == "generic" else node

    def declared_with(self, node: Node | None) -> int:
        """Return the binding of which a node is the type that has no name but that, -1 for none."""
        return self._declared_with.get(node.byte_range, -1) if node is not None else -1

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
            return self._intern(self.lookup.find(text, scope, start))
        return -1


class Assembler:
    """Finishes the scopes and bindings of a text of which every name is read."""

    def __init__(self, text: Text, table: NameTable, spans: Spans) -> None:
        self._text = text
        self._table = table
        self._spans = spans

    def names(self, occurrences: Sequence[tuple[int, int, int]]) -> Names:
        """Return what the names of the text mean.

        :param occurrences: where they start and end, in bytes, and which expressions they are.
        """
        targets = [
            (start, end, self._table.intern(ImportTarget(number)))
            for (start, end), number in self._text.imports.targets
        ]
        if self._text.overloads:
            occurrences = [
                (start, end, self._applied(start, expression))
                for start, end, expression in occurrences
            ]
        scopes = tuple(map(self._scope, range(len(self._table.scopes))))
        self._finish_bindings()
        return self._arranged(sorted([*occurrences, *targets]), scopes)

    def _applied(self, start: int, expression: int) -> int:
        """Return what a name means with the arguments that it is called with, if these tell more of
        it."""
        arguments = self._text.structure.passed.get(start)
        if arguments is None or arguments.named_child_count > ARGUMENTS:
            return expression
        passed = tuple(
            self._spans.spanning(child.byte_range)
            for child in arguments.named_children
            if not child.is_extra
        )
        if max(passed, default=-1) < 0 and not self._text.counts_arguments:
            return expression
        return self._table.intern(Applied(expression, passed))

    def _scope(self, at: int) -> Scope:
        scope = self._table.scopes[at]
        outside = max(scope.parent, 0)
        owner = self._ending_with(scope.owner, outside)
        bases = tuple(
            self._ending_with(self._spans.without_arguments(base), outside)
            for base in scope.bases.values()
        )
        passed = [self._passed(base) for base in scope.bases.values()]
        rest = scope.rest or any(parameter.rest for parameter in scope.parameters)
        return Scope(
            kind=scope.kind,
            parent=scope.parent,
            binding=scope.binding,
            owner=owner,
            bases=bases,
            base_lines=tuple(self._text.syntax.line(start)[0] for start in scope.bases),
            least=sum(not parameter.rest for parameter in scope.parameters),
            most=-1 if rest else len(scope.parameters),
            named=tuple(scope.named),
            statics=tuple(scope.statics),
            passed=tuple(one for row in passed for one in row) if any(passed) else (),
            passed_counts=tuple(map(len, passed)) if any(passed) else (),
            parameters=tuple(
                scope.places.get(place, -1) for place in range(max(scope.places, default=-1) + 1)
            ),
        )

    def _passed(self, base: Node) -> list[int]:
        """Return the arguments for types that a base gets, behind its name or in it."""
        children = (*base.named_children, base.next_named_sibling)
        given = next((one for one in children if one and one.type == "type_arguments"), None)
        if given is None:
            return []
        return [self._spans.spanning(one.byte_range) for one in given.named_children]

    def _ending_with(self, node: Node | None, scope: int) -> int:
        """Return the expression that ends with a node, which may be only its last name."""
        ending = self._spans.ending_at(node.end_byte) if node is not None else None
        return ending[0] if ending else self._spans.of_node(node, scope)

    def _finish_bindings(self) -> None:
        """Give every binding the expressions of its type and value."""
        scopes = self._table.scopes
        returns = {
            scope.binding: (scope.type, scope.parent)
            for scope in scopes
            if scope.binding >= 0 and scope.type is not None
        }
        bodies = {
            scope.binding: at
            for at, scope in enumerate(scopes)
            if scope.kind == "class" and scope.binding >= 0
        }
        for at, (definition, scope) in enumerate(self._table.kept):
            node, around = returns.get(at, (definition.type, scope))
            type_ = -1 if definition.part else self._spans.of_node(node, max(around, 0))
            type_ = self._having(at) if definition.told else type_
            if definition.rest and type_ >= 0:
                type_ = self._table.intern(ArrayOf(type_))
            value = self._value(at, bodies)
            if type_ >= 0 or value != self._table.bindings[at].value:
                self._table.complete(at, value, type_)

    def _value(self, at: int, bodies: dict[int, int]) -> int:
        """Return the expression of a binding's value, -1 for none."""
        definition, scope = self._table.kept[at]
        value = self._table.bindings[at].value
        if definition.kind == "this":
            around = self._table.class_around(scope)
            value = self._table.intern(This(around)) if around >= 0 else -1
        elif definition.kind == "narrowed":
            value = self._table.intern(self._outside(at))
        elif definition.pastes is not None:
            value = self._pasted(definition.pastes)
        elif value < 0 and (definition.taker or definition.expected):
            value = self._taken(definition, scope)
        elif definition.kind == "placeholder" and definition.value is not None:
            value = self._spans.of_node(definition.value, scope)
            value = self._table.intern(Unless(value)) if value >= 0 else -1
        elif value < 0:
            whole = definition.type if definition.part else None
            value = self._spans.of_node(whole or definition.value, scope)
            if definition.part and value >= 0:
                value = self._table.intern(PathPart(value, self._table.bindings[at].name))
            if definition.many and value >= 0:
                value = self._table.intern(ElementOf(value))
                if definition.second:
                    value = self._table.intern(SecondOf(value))
        declared = self._spans.declared_with(definition.type)
        if value < 0 and declared not in (-1, at):
            value = self._table.intern(BoundName(declared))
        if value < 0 and at in bodies and definition.kind != "definition":
            value = self._table.intern(This(bodies[at]))
        return value

    def _pasted(self, macro: Node) -> int:
        """Return the names that a macro makes of its arguments."""
        syntax = self._text.syntax
        parameters, body = (macro.child_by_field_name(one) for one in ("parameters", "value"))
        if parameters is None or body is None:
            return -1
        names = [syntax.text(one) for one in parameters.named_children]
        made = pasting.forms(names, syntax.text(body))
        return self._table.intern(PastedNames(made)) if made else -1

    def _outside(self, at: int) -> BoundName | FreeName:
        """Return what a name means outside of the scope that tells its type."""
        outside = self._table.scopes[self._table.kept[at][1]].parent
        name, start = self._table.bindings[at].name.encode(), self._table.defined_at[at]
        return self._spans.lookup.find(name, outside, start)

    def _having(self, at: int) -> int:
        """Return what a name is in a scope that tells what a member of it is, -1 if unknown."""
        told = self._table.kept[at][0].told
        if told is None:
            return -1
        word = self._spans.of_node(told[1], self._table.kept[at][1])
        member = self._text.syntax.text(told[0])
        value = self._table.intern(self._outside(at))
        return self._table.intern(Having(value, member, word)) if word >= 0 else -1

    def _taken(self, definition: LocalDefinition, scope: int) -> int:
        """Return what a function, which is an argument of another one or is expected to be of a
        type, gets at a place."""
        intern, of_node, place = self._table.intern, self._spans.of_node, definition.place
        expected = definition.expected
        if definition.taker is None:
            if isinstance(expected, Node):
                around = of_node(expected, scope)
            else:
                function = self._table.function_around(max(self._table.scopes[scope].parent, 0))
                around = of_node(self._table.scopes[function].type, scope)
            return intern(Taken(around, place)) if min(around, place) >= 0 else -1
        called = of_node(definition.taker[0], scope)
        if called < 0 or place < 0:
            return -1
        wanted = of_node(expected, scope) if isinstance(expected, Node) else -1
        if wanted >= 0:
            called = intern(Expecting(called, wanted))
        return intern(Taken(intern(Taken(called, definition.taker[1])), place))

    def _arranged(
        self, occurrences: Sequence[tuple[int, int, int]], scopes: tuple[Scope, ...]
    ) -> Names:
        data, width = self._text.data, self._text.syntax.width
        #: Line, column, length, expression and checksum of each name, one after the other.
        rows: list[int] = []
        kinds = array("B")
        kind_of = UseKinds(self._text)
        line = first = behind = checksum = 0
        plain = True
        for start, end, expression in occurrences:
            if start >= behind:
                line, first, behind = self._text.syntax.line(start)
                row = data[first:behind]
                plain, checksum = row.isascii(), self._text.syntax.checksum(row)
            if end < behind:
                kinds.append(kind_of(start, end))
                if plain:
                    rows += (line, start - first, end - start, expression, checksum)
                else:
                    column, length = width(first, start), width(start, end)
                    rows += (line, column, length, expression, checksum)
        lines, starts, lengths, meant, checksums = (array("I", rows[at::5]) for at in range(5))
        bindings, expressions = tuple(self._table.bindings), tuple(self._table.expressions)
        columns = lines, starts, lengths, meant, checksums, kinds
        return Names(scopes, bindings, expressions, *columns)
