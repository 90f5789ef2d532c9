"""Assembles the expressions of all names of a text, after each was read."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tree_sitter import Node

from sphinx_filedocs.model.expressions import (
    ANY_FUNCTION,
    Applied,
    ArrayOf,
    BoundName,
    ElementOf,
    Factory,
    FreeName,
    Having,
    ImportTarget,
    NarrowedBy,
    PartOf,
    PathPart,
    Taken,
    This,
    ThisClass,
    Unless,
    Word,
)
from sphinx_filedocs.model.names import USE_KINDS, Names, Scope
from sphinx_filedocs.parse.scopes.locals_query import ARGUMENTS, Extent, LocalDefinition
from sphinx_filedocs.parse.scopes.name_table import NameTable, Text
from sphinx_filedocs.parse.scopes.spans import Spans

#: So many bytes behind the name of a macro are looked at for its arguments.
_FAR = 100
#: The meaning of the first parameter of a method, by the kind of its definition.
_AROUND: Mapping[str, type[This | ThisClass]] = {"this": This, "class": ThisClass}


class Assembler:
    """Finishes the scopes and bindings of a text after all its names were read."""

    def __init__(self, text: Text, table: NameTable, spans: Spans) -> None:
        self._text = text
        self._table = table
        self._spans = spans
        #: The bindings of functions that yield.
        self._yielding: set[int] = set()

    def names(self, occurrences: Sequence[tuple[int, int, int]]) -> Names:
        """Return the meanings of the names of the text.

        :param occurrences: their start and end, in bytes, and their expressions.
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
            passed=tuple(argument for row in passed for argument in row) if any(passed) else (),
            passed_counts=tuple(map(len, passed)) if any(passed) else (),
            parameters=tuple(
                scope.places.get(place, -1) for place in range(max(scope.places, default=-1) + 1)
            ),
        )

    def _passed(self, base: Node) -> list[int]:
        children = (*base.named_children, base.next_named_sibling)
        arguments = next(
            (child for child in children if child and child.type == "type_arguments"), None
        )
        if arguments is None:
            return []
        return [self._spans.spanning(argument.byte_range) for argument in arguments.named_children]

    def _ending_with(self, node: Node | None, scope: int) -> int:
        """Return the expression that ends with a node; the node may be only its last name."""
        ending = self._spans.ending_at(node.end_byte) if node is not None else None
        return ending[0] if ending else self._spans.of_node(node, scope)

    def _finish_bindings(self) -> None:
        scopes = self._table.scopes
        returns = {
            scope.binding: (scope.type, scope.parent)
            for scope in scopes
            if scope.binding >= 0 and scope.type is not None
        }
        evident, replaced = self._evident(), self._text.gathered.replaced
        bodies = {
            scope.binding: at
            for at, scope in enumerate(scopes)
            if scope.kind == "class" and scope.binding >= 0
        }
        for at, (definition, scope) in enumerate(self._table.definitions):
            node, around = returns.get(at, (definition.type, scope))
            type_ = -1 if definition.part else self._spans.of_node(node, max(around, 0))
            type_ = self._having(at) if definition.discriminant else type_
            if definition.kind == "narrowed" and definition.taker:
                called = self._spans.of_node(definition.taker[0], max(around, 0))
                place = definition.taker[1]
                type_ = self._table.intern(NarrowedBy(called, place)) if called >= 0 else -1
            if definition.rest and type_ >= 0:
                type_ = self._table.intern(ArrayOf(type_))
            if definition.kind == "provider" and at in self._yielding and type_ >= 0:
                type_ = self._table.intern(ElementOf(type_))
            value = self._value(at, bodies)
            if at in evident and type_ < 0 and self._table.defined_at[at] not in replaced:
                value = evident[at]
            if type_ >= 0 or value != self._table.bindings[at].value:
                self._table.complete(at, value, type_)

    def _evident(self) -> dict[int, int]:
        gathered, scopes = self._text.gathered, self._table.scopes
        results = [(node.start_byte, node, False) for node in gathered.results]
        results += [(node.start_byte, node, True) for node in gathered.yielded]
        if not results:
            return {}
        functions = sorted(
            (*scope.extent, at) for at, scope in enumerate(scopes) if scope.kind == "function"
        )
        returned: dict[int, tuple[list[Node], list[Node]]] = {}
        around: list[tuple[int, int]] = []
        pending = deque(functions)
        for start, node, yields in sorted(results, key=lambda result: result[0]):
            while pending and pending[0][0] <= start:
                _, end, at = pending.popleft()
                around.append((end, at))
            while around and around[-1][0] <= start:
                around.pop()
            if around and scopes[around[-1][1]].binding >= 0:
                returned.setdefault(around[-1][1], ([], []))[yields].append(node)
        return {scopes[at].binding: self._factory(at, *nodes) for at, nodes in returned.items()}

    def _factory(self, scope: int, results: Sequence[Node], yielded: Sequence[Node]) -> int:
        passed = [self._spans.of_node(node, scope) for node in yielded or results]
        made = self._spans.one_of(passed)
        binding = self._table.scopes[scope].binding
        if yielded:
            self._yielding.add(binding)
        if yielded and self._table.definitions[binding][0].kind != "provider":
            made = self._table.intern(ArrayOf(made))
        return self._table.intern(Factory(made, scope))

    def _value(self, at: int, bodies: dict[int, int]) -> int:
        definition, scope = self._table.definitions[at]
        value = self._table.bindings[at].value
        if definition.kind in _AROUND:
            around = self._table.class_around(scope)
            value = self._table.intern(_AROUND[definition.kind](around)) if around >= 0 else -1
        elif definition.kind == "narrowed" and b"." not in definition.name:
            value = self._table.intern(self._outside(at))
        elif value < 0 and (definition.taker or definition.expected):
            value = self._taken(definition, scope)
        elif definition.kind == "placeholder" and definition.value is not None:
            value = self._spans.of_node(definition.value, scope)
            value = self._table.intern(Unless(value)) if value >= 0 else -1
        elif value < 0:
            value = self._stated(at)
        declared = self._spans.declared_with(definition.type)
        if value < 0 and declared not in (-1, at):
            value = self._table.intern(BoundName(declared))
        if value < 0 and at in bodies and definition.kind != "definition":
            value = self._table.intern(This(bodies[at]))
        return value

    def _stated(self, at: int) -> int:
        definition, scope = self._table.definitions[at]
        whole = definition.type if definition.part else None
        value = self._spans.of_node(whole or definition.value, scope)
        if value < 0:
            return self._part(at, scope)
        if definition.many:
            value = self._table.intern(ElementOf(value))
        if definition.part:
            value = self._table.intern(PathPart(value, self._table.bindings[at].name))
        return value

    def _part(self, at: int, scope: int) -> int:
        end = self._table.defined_at[at] + len(self._table.bindings[at].name.encode())
        divided = self._text.gathered.divided.get(end)
        if divided is None:
            return -1
        value = self._spans.of_node(divided.value, scope)
        if value < 0:
            return -1
        if divided.many:
            value = self._table.intern(ElementOf(value))
        for number in divided.path:
            value = self._table.intern(PartOf(value, number))
        return value

    def _outside(self, at: int) -> BoundName | FreeName:
        outside = self._table.scopes[self._table.definitions[at][1]].parent
        name, start = self._table.bindings[at].name.encode(), self._table.defined_at[at]
        return self._spans.lookup.find(name, outside, start)

    def _having(self, at: int) -> int:
        discriminant = self._table.definitions[at][0].discriminant
        if discriminant is None:
            return -1
        intern, (by, what) = self._table.intern, discriminant
        if isinstance(what, str):
            word = intern(Word(what))
        else:
            word = self._spans.of_node(what, self._table.definitions[at][1])
        member = self._text.syntax.text(by)
        value = intern(self._outside(at))
        return intern(Having(value, member, word)) if word >= 0 else -1

    def _taken(self, definition: LocalDefinition, scope: int) -> int:
        intern, of_node, place = self._table.intern, self._spans.of_node, definition.place
        expected = definition.expected
        if definition.taker is None:
            if isinstance(expected, Node):
                around = of_node(expected, scope)
            else:
                function = self._table.function_around(max(self._table.scopes[scope].parent, 0))
                around = of_node(self._table.scopes[function].type, scope)
            return intern(Taken(around, place)) if min(around, place) >= 0 else -1
        called = self._ending_with(definition.taker[0], scope)
        if called < 0 or place < 0:
            return -1
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


_REFERENCE, _IMPORT, _CALL = map(USE_KINDS.index, ("reference", "import", "call"))
_READ, _WRITE, _ADDRESS, _TYPE = map(USE_KINDS.index, ("read", "write", "address", "type"))


class UseKinds:
    """Finds the uses of a text's names, as places in :data:`USE_KINDS`; a name with no other use
    is read, if the language's query says so."""

    def __init__(self, text: Text) -> None:
        structure = text.structure
        self._data = text.data
        self._made = structure.made
        self._macros = text.macros
        self._called = {end for kind, (_, end) in self._made.values() if kind == "call"}
        self._else = _READ if structure.reads else _REFERENCE
        #: The use of a name by its start; the last one counts.
        self._known: dict[int, int] = {}
        counts = structure.counts
        called = {start for start, count in counts.items() if count != ANY_FUNCTION}
        marked = (
            # A name in text that is not parsed may be anything.
            (text.macros, _REFERENCE),
            (structure.known, _REFERENCE),
            (_within(text.syntax.errors, text.syntax.spots), _REFERENCE),
            (self._names(structure.typed), _TYPE),
            (self._names(structure.addressed), _ADDRESS),
            (self._names(structure.written), _WRITE),
            (self._names(structure.mentioned), _REFERENCE),
            (called, _CALL),
            (structure.constructed, _CALL),
        )
        for starts, kind in marked:
            self._known.update(dict.fromkeys(starts, kind))
        self._imported = {start for (start, _), _ in text.imports.targets}
        self._imported.update(text.imports.roles, text.imports.paths)

    def __call__(self, start: int, end: int) -> int:
        """Return the use of the name between two bytes: a call, a read."""
        if start in self._imported:
            return _IMPORT
        # The call of a macro may be blanked, or no expression.
        if end in self._called or (start in self._macros and self._is_called(end)):
            return _CALL
        return self._known.get(start, self._else)

    def _is_called(self, end: int) -> bool:
        behind = self._data[end : end + _FAR].removeprefix(b"!").lstrip()
        return behind.startswith((b"(", b"[", b"{"))

    def _names(self, expressions: Iterable[Node]) -> Iterator[int]:
        for node in expressions:
            inner: Node | None = node
            while inner is not None and inner.child_count:
                inner = self._towards_name(inner)
            if inner is not None:
                yield inner.start_byte

    def _towards_name(self, node: Node) -> Node | None:
        """Return the part of an expression that has its name, None if it has none."""
        if node.has_error:
            return None
        first, last = node.children[0], node.children[-1]
        start, end = node.byte_range
        kind = self._made[start, end][0] if (start, end) in self._made else ""
        # a[i], and a as T.
        if self._data[end - 1 : end] == b"]" or (kind == "cast" and first.is_named):
            return first
        if kind not in ("", "same", "cast"):
            return None
        if last.is_named:
            # The target of *p has no name, although p ends it.
            return last if first.is_named or kind != "same" else None
        if first.is_named:
            return first
        return node.named_child(0) if kind else None


def _within(nodes: Iterable[Node], spots: Sequence[Extent]) -> Iterator[int]:
    for node in nodes:
        first, last = (bisect_left(spots, (end, 0)) for end in node.byte_range)
        yield from (start for start, _ in spots[first:last])
