"""Finds the expression that stands at a place of a text; only ``names`` uses it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from sphinx_filedocs.model.expressions import (
    ArrayOf,
    Call,
    ClassOf,
    ElementOf,
    EnteredBy,
    Expression,
    Factory,
    FreeName,
    GenericType,
    ItemOf,
    NamelessType,
    OneOf,
    PairsOf,
    Pointee,
    PointerTo,
    Results,
    TableOf,
    TupleOf,
    TypePredicate,
    WholeImport,
    Word,
)
from sphinx_filedocs.parse.scopes.binder import ScopeLookup
from sphinx_filedocs.parse.scopes.locals_query import ARGUMENTS, Extent
from sphinx_filedocs.parse.scopes.name_table import NameTable, Text
from sphinx_filedocs.patterns import compile_pattern

#: The most brackets around an expression that is followed.
_DEPTH = 20
_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
#: The text between an owner and its member, backwards.
_BEFORE = compile_pattern(rb"(?:[\s.?!\\]|>-|::)*+")
_DOT = compile_pattern(rb"(?:[\s.\\]|>-|::)*+")
#: Expressions of one operand, by their names in the query.
_MADE_OF: Mapping[str, Callable[[int], Expression]] = {
    "call": Call,
    "cast": Call,
    "element": ElementOf,
    "item": ItemOf,
    "pairs": PairsOf,
    "entered": EnteredBy,
    "pointer": PointerTo,
    "metatype": ClassOf,
    "pointee": Pointee,
}
#: Expressions of several ordered operands, by their names in the query.
_OF_PARTS: Mapping[str, Callable[[tuple[int, ...]], Expression]] = {
    "tuple": TupleOf,
}
#: The elements of an array made of a container, by its name in the query.
_LISTED: Mapping[str, Callable[[int], Expression]] = {"listed": ElementOf, "values": ItemOf}
#: Stands for any number of parts.
_SPREADS = frozenset({"list_splat", "spread_element", "dictionary_splat", "ellipsis"})
#: So many types are told apart of which a value is one.
SEVERAL = 100
#: The most bytes between a member and the end of its owner.
GAP = 200


class Spans:
    """The expressions of a text by start and end in bytes."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup) -> None:
        self._data = text.data
        self._intern = table.intern
        self.lookup = lookup
        self._made = text.structure.made
        self._ending = text.structure.ending
        self._literals = text.structure.literals
        self._several = text.structure.several
        self._texts = text.structure.texts
        self._keys = text.structure.keys
        self._owners = text.structure.owners
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
        #: The bodies of types named by their declaration -> the name.
        self._declared_with = {
            scope.extent: scope.binding
            for scope in table.scopes
            if scope.kind == "class" and scope.binding >= 0 and scope.name >= scope.extent[1]
        }
        #: The end of a known expression -> its number and its start.
        self.ends: dict[int, tuple[int, int]] = {}

    def before(self, start: int) -> tuple[int, int] | None:
        """Return the expression before a member, and its start."""
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
        """Return the expression that ends at a byte, and its start."""
        known = self.ends.get(end)
        if known or not depth:
            return known
        extent = self._ending.get(end)
        if extent is None:
            return None
        number = self.spanning(extent, depth - 1)
        if number >= 0:
            return number, extent[0]
        # The text before its part may belong to it.
        kind, inner = self._made.get(extent, ("", extent))
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
        if extent in self._several and (several := self._of_several(extent, depth)) >= 0:
            return several
        made = self._made.get(extent)
        return self._made_of(extent, *made, depth) if made else self._spanning_whole(extent)

    def _made_of(self, extent: Extent, kind: str, inner: Extent, depth: int) -> int:
        part = self.spanning(inner, depth - 1) if depth else -1
        if kind == "maker":
            scope = self._functions.get(extent, -1)
            return self._intern(Factory(part, scope)) if max(part, scope) >= 0 else -1
        if kind in ("array", "table"):
            return self._container(extent, kind, part, depth)
        if part < 0 or kind == "same":
            return part
        if kind == "told":
            name = _WORD.match(self._data, extent[0])
            return self._intern(TypePredicate(part, name[0].decode())) if name else -1
        if kind in _LISTED:
            return self._intern(ArrayOf(self._intern(_LISTED[kind](part))))
        return self._intern(_MADE_OF[kind](part))

    def _container(self, extent: Extent, kind: str, part: int, depth: int) -> int:
        aside = (self._keys.get(extent), self._owners.get(extent))
        key, owner = (self.spanning(other, depth - 1) if other and depth else -1 for other in aside)
        if max(part, key, owner) < 0:
            return -1
        made = ArrayOf(part, owner) if kind == "array" else TableOf(part, key, owner)
        return self._intern(made)

    def _spanning_whole(self, extent: Extent) -> int:
        if extent in self._nameless:
            return self._intern(NamelessType(self._nameless[extent]))
        ending = self.ends.get(extent[1])
        return ending[0] if ending and ending[1] == extent[0] else -1

    def _of_several(self, extent: Extent, depth: int) -> int:
        if not depth:
            return -1
        depth -= 1
        kind, nodes = self._several[extent]
        if kind == "generic":
            return self._of_generic(nodes[0], nodes[1], depth)
        if kind == "instance":
            return self._of_instance(nodes[0], nodes[1], depth)
        if kind != "union":
            return self._of_parts(kind, nodes, depth)
        extents = deque(node.byte_range for node in nodes)
        leaves: deque[Extent] = deque()
        while extents and len(extents) + len(leaves) <= SEVERAL:
            # The first part of three is made of two.
            first = extents.popleft()
            if self._several.get(first, ("",))[0] == kind:
                extents.extendleft(node.byte_range for node in reversed(self._several[first][1]))
            else:
                leaves.append(first)
        parts = (self.spanning(leaf, depth) for leaf in leaves)
        known = tuple(dict.fromkeys(part for part in parts if part >= 0))
        return self._intern(OneOf(known)) if len(known) > 1 else max(known, default=-1)

    def _of_generic(self, name: Node, arguments: Node, depth: int) -> int:
        type_ = self.spanning(name.byte_range, depth)
        passed = tuple(
            self.spanning(argument.byte_range, depth) for argument in arguments.named_children
        )
        return self._intern(GenericType(type_, passed)) if type_ >= 0 else -1

    def _of_instance(self, name: Node, arguments: Node, depth: int) -> int:
        container = arguments.byte_range in self._made
        made = self.spanning(arguments.byte_range, depth) if container else -1
        type_ = made if container else self._of_generic(name, arguments, depth)
        return self._intern(Call(type_)) if type_ >= 0 else -1

    def _of_parts(self, kind: str, nodes: Sequence[Node], depth: int) -> int:
        if len(nodes) > ARGUMENTS or any(map(_spreads, nodes)):
            return -1
        passed = tuple(self.spanning(node.byte_range, depth) for node in nodes)
        if kind == "choice":
            return self.one_of(passed)
        if kind == "tuple" and len(passed) == 1:
            return passed[0]
        return self._intern(_OF_PARTS[kind](passed)) if max(passed, default=-1) >= 0 else -1

    def one_of(self, passed: Sequence[int]) -> int:
        """Return the expression that is one of several, -1 for an unknown one."""
        different = tuple(dict.fromkeys(passed))
        if max(different, default=-1) < 0:
            different = ()
        return different[0] if len(different) == 1 else self._intern(Results(different))

    def without_arguments(self, node: Node) -> Node:
        """Return the node of the type that gets arguments, if a node is one that does."""
        kind, nodes = self._several.get(node.byte_range, ("", [node]))
        return nodes[0] if kind == "generic" else node

    def declared_with(self, node: Node | None) -> int:
        """Return the binding whose nameless type is a node, -1 for none."""
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
        if text.isascii() and text.decode().isidentifier() and end not in self.ends:
            return self._intern(self.lookup.find(text, scope, start))
        return -1


def _spreads(node: Node) -> bool:
    inner = node.named_child(0) if node.named_child_count == 1 else None
    return node.type in _SPREADS or (inner is not None and inner.type in _SPREADS)
