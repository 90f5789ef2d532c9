"""Tells what the names of a text are used for; only ``names`` uses it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from tree_sitter import Node

from sphinx_filedocs.model.expressions import ANY_FUNCTION
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.parse.names.locals_query import Extent
from sphinx_filedocs.parse.names.name_table import Text
from sphinx_filedocs.patterns import compile_pattern

_REFERENCE, _IMPORT, _CALL = map(USE_KINDS.index, ("reference", "import", "call"))
_READ, _WRITE, _ADDRESS, _TYPE = map(USE_KINDS.index, ("read", "write", "address", "type"))
#: What follows the name of a macro that is called.
_CALLED = compile_pattern(rb"!?\s*+[(\[{]")


class UseKinds:
    """Tells what the names of a text are used for, as places in :data:`USE_KINDS`; it says of
    each name that nothing else is known of that it is read, where the language's query does."""

    def __init__(self, text: Text) -> None:
        structure = text.structure
        self._data = text.data
        self._made = structure.made
        self._macros = text.macros
        self._called = {end for kind, (_, end) in self._made.values() if kind == "call"}
        self._else = _READ if structure.reads else _REFERENCE
        #: What is known of a name by where it starts; what is said last counts.
        self._known: dict[int, int] = {}
        counts = structure.counts
        called = {start for start, count in counts.items() if count != ANY_FUNCTION}
        marked = (
            # What is not parsed may be anything.
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
        """Return what the name between two bytes is used for."""
        if start in self._imported:
            return _IMPORT
        # The call of a macro may be blanked, or no expression.
        if end in self._called or (start in self._macros and _CALLED.match(self._data, end)):
            return _CALL
        return self._known.get(start, self._else)

    def _names(self, expressions: Iterable[Node]) -> Iterator[int]:
        """Yield where the names start that expressions are of: the last one of a path; of an
        element, that of what it is in; none of what a pointer leads to or a function returns."""
        for node in expressions:
            inner: Node | None = node
            while inner is not None and inner.child_count:
                inner = self._towards_name(inner)
            if inner is not None:
                yield inner.start_byte

    def _towards_name(self, node: Node) -> Node | None:
        """Return the part of an expression that has its name, None where it has none."""
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
            # What *p leads to has no name, although p ends it.
            return last if first.is_named or kind != "same" else None
        if first.is_named:
            return first
        return node.named_child(0) if kind else None


def _within(nodes: Iterable[Node], spots: Sequence[Extent]) -> Iterator[int]:
    """Yield where the names start that stand in some nodes.

    :param spots: of all names, in order.
    """
    for node in nodes:
        first, last = (bisect_left(spots, (end, 0)) for end in node.byte_range)
        yield from (start for start, _ in spots[first:last])
