"""Puts together what the names of a text mean; only ``names`` uses it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tree_sitter import Node

from sphinx_filedocs.model import Names, Scope
from sphinx_filedocs.model.expressions import ArrayOf, ElementOf, ImportTarget, This
from sphinx_filedocs.parse.names.spans import Spans
from sphinx_filedocs.parse.names.table import Table
from sphinx_filedocs.parse.names.text import Text


class Result:
    """Finishes the scopes and bindings of a text of which every name is read."""

    def __init__(self, text: Text, table: Table, spans: Spans) -> None:
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
        scopes = tuple(map(self._scope, range(len(self._table.scopes))))
        self._finish_bindings()
        return self._arranged(sorted([*occurrences, *targets]), scopes)

    def _scope(self, at: int) -> Scope:
        scope = self._table.scopes[at]
        outside = max(scope.parent, 0)
        owner = self._owner(scope.owner, outside)
        bases = tuple(self._spans.of_node(base, outside) for base in scope.bases.values())
        rest = scope.rest or any(parameter.rest for parameter in scope.parameters)
        return Scope(
            kind=scope.kind,
            parent=scope.parent,
            binding=scope.binding,
            owner=owner,
            bases=bases,
            least=sum(not parameter.rest for parameter in scope.parameters),
            most=-1 if rest else len(scope.parameters),
        )

    def _owner(self, node: Node | None, scope: int) -> int:
        """Return the expression that ends with a node, before which a member stands."""
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
            type_ = self._spans.of_node(node, max(around, 0))
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
        elif value < 0:
            value = self._spans.of_node(definition.value, scope)
            if definition.many and value >= 0:
                value = self._table.intern(ElementOf(value))
        if value < 0 and at in bodies and definition.kind != "definition":
            value = self._table.intern(This(bodies[at]))
        return value

    def _arranged(
        self, occurrences: Sequence[tuple[int, int, int]], scopes: tuple[Scope, ...]
    ) -> Names:
        data, width = self._text.data, self._text.syntax.width
        #: Line, column, length, expression and checksum of each name, one after the other.
        rows: list[int] = []
        line = first = behind = checksum = 0
        plain = True
        for start, end, expression in occurrences:
            if start >= behind:
                line, first, behind = self._text.syntax.line(start)
                row = data[first:behind]
                plain, checksum = row.isascii(), self._text.syntax.checksum(row)
            if end < behind:
                if plain:
                    rows += (line, start - first, end - start, expression, checksum)
                else:
                    column, length = width(first, start), width(start, end)
                    rows += (line, column, length, expression, checksum)
        return Names(
            scopes,
            tuple(self._table.bindings),
            tuple(self._table.expressions),
            *(array("I", rows[at::5]) for at in range(5)),
        )
