"""Gathers the scopes and definitions of a text by the query ``locals`` of its
language; only ``names`` uses it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, cast

from tree_sitter import Node

from sphinx_filedocs.model.names import ScopeKind
from sphinx_filedocs.parse.syntax import Captures, Settings, Syntax, need

Extent = tuple[int, int]
#: So many arguments of a call are told apart by their places.
ARGUMENTS = 50
#: The ways to find the owner of a member, except the owner itself.
_OWNERS = ("taker", "returned", "key")
#: Kinds of definitions that win over others of the same name.
_STRONGER = ("given", "this", "class", "accessor", "computed", "provider", "outer")
#: Takes any number of the parts of a value that is divided among names.
_RESTS = frozenset({"list_splat_pattern", "rest_pattern", "remaining_field_pattern"})
#: A name, or members of its value.
_PATH = re.compile(rb"[^\W\d]\w*(?:\.\w+)*\Z")
#: The most levels of divided values.
_DEPTH = 4


@dataclass(slots=True)
class Draft:
    """A scope while its parts are gathered.

    :param literal: True if it is an object literal: its members have names only if it has one.
    :param static: True if its code is about the class around and no instance.
    :param attached: True if the instance is that of the class around, if the text says it.
    :param named: the bindings of keyword parameters.
    :param statics: the bindings that belong to a class itself.
    :param places: the bindings of parameters by their places.
    :param bound: for each name, the bytes that it is bound from, and the bindings.
    """

    kind: ScopeKind
    extent: Extent
    parent: int = -1
    name: int = -1
    binding: int = -1
    type: Node | None = None
    owner: Node | None = None
    seen_through: bool = False
    rest: bool = False
    literal: bool = False
    static: bool = False
    attached: bool | None = None
    parameters: list[LocalDefinition] = field(default_factory=list)
    named: list[int] = field(default_factory=list)
    statics: list[int] = field(default_factory=list)
    bases: dict[int, Node] = field(default_factory=dict)
    bound: dict[bytes, list[tuple[int, int]]] = field(default_factory=dict)
    outer: dict[bytes, str] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)

    def rename(self, node: Node, name: Node) -> None:
        """Give the scope that a node is another name, if that stands no farther away: of
        ``typedef struct { } A, *B`` the first is the name of the type."""
        start = name.start_byte
        if self.name < 0 or start < self.extent[1] or name.parent == node.parent:
            self.name = start

    def inherits(self, start: int) -> bool:
        """Return True if a name that starts at a byte may be a member that a class inherits: the
        names of its bases are none."""
        return bool(self.bases or self.owner is not None) and self.holds(start)

    def holds(self, start: int) -> bool:
        """Return True if a name stands behind those of the bases and of the owner."""
        if not self.bases:
            return self.owner is None or start >= self.owner.end_byte
        return start >= max(base.end_byte for base in self.bases.values())


class MemberOwner(NamedTuple):
    """The owner of a member if it is not written before the member.

    :param kind: of the node: the ``owner`` itself, the ``key`` that the owner is under, or a called
        function with it as an argument (``taker``); of a returned object (``returned``), it is the
        value.
    :param place: among the arguments.
    """

    kind: str
    node: Node
    place: int = -1


class Divided(NamedTuple):
    """A part of a value that is divided among several names.

    :param value: the whole, or a container of several.
    :param path: the places of the part, from the whole inwards.
    """

    value: Node
    many: bool
    path: tuple[int, ...]


@dataclass(slots=True)
class LocalDefinition:
    """A bound name while its parts are gathered.

    :param place: of a parameter, among those of its function.
    :param part: True if it is the member of its own name that its value has.
    :param taker: the callee that gets the function of a parameter as an argument, and the place.
    :param expected: the type that the function of a parameter is expected to have or to return,
        with the node that expects it; true for the result of the function around.
    :param head: the widest scope in which a test narrows the name.
    :param early: True if that holds before the test too, which is carried out first.
    :param discriminant: a member of the name, and its value in the scope: a node or a word.
    """

    kind: str
    type: Node | None = None
    value: Node | None = None
    owner: Node | None = None
    name: bytes = b""
    after: Node | None = None
    many: bool = False
    rest: bool = False
    static: bool = False
    place: int = -1
    taker: tuple[Node, int] | None = None
    expected: Node | bool = False
    head: Extent | None = None
    early: bool = False
    discriminant: tuple[Node, Node | str] | None = None
    part: bool = False


class Gathered:
    """The captures of the query, by byte.

    :param known: the starts of names.
    """

    def __init__(self, syntax: Syntax, known: Collection[int]) -> None:
        self._syntax = syntax
        self.scopes = [Draft("file", (0, len(syntax.data) + 1))]
        self.definitions: dict[int, LocalDefinition] = {}
        #: Names that belong to the file or to the function around.
        self.outer: dict[int, str] = {}
        self.opened: dict[int, Node] = {}
        #: Text in a scope that belongs to the one around.
        self.outside: set[Extent] = set()
        self.exported: dict[int, Node] = {}
        #: First byte of a member -> its owner, if that is not written before it.
        self.owned: dict[int, MemberOwner] = {}
        #: Definitions without a name in their place: a keyword, the text of a string.
        self.named_marks: set[Extent] = set()
        #: Names at places that are no names to the grammar.
        self.written: set[Extent] = set()
        #: Last byte of a name, or of an expression that ends with it -> its part of the value.
        self.divided: dict[int, Divided] = {}
        #: The results of functions, and the values that they yield.
        self.results: list[Node] = []
        self.yielded: list[Node] = []
        #: The starts of names of functions that may mean something else.
        self.replaced: set[int] = set()
        #: Dotted names that tests narrow.
        self.tested: set[bytes] = set()
        #: Last byte of a name -> the node of a narrowed type that differs from the type in the
        #: test.
        self._tested_types: dict[int, Node] = {}
        self._known = known
        self._drafts: dict[tuple[int, int, str], Draft] = {}

    def add(self, settings: Settings, captures: Captures) -> None:
        """Add one match."""
        for name, nodes in captures.items():
            add, kind = _adder(name)
            if add is not None:
                add(self, kind, nodes, settings, captures)

    def finish(self) -> None:
        """Put the scopes in order, the outer one before those inside it."""
        self.scopes += sorted(
            self._drafts.values(), key=lambda draft: (draft.extent[0], -draft.extent[1])
        )

    def add_scope(
        self, kind: str, nodes: Sequence[Node], _settings: Settings, captures: Captures
    ) -> None:
        """Add a scope, or further captures of a known one."""
        extent = nodes[0].byte_range
        literal = kind == "object"
        kind = "class" if literal else kind
        made = Draft(cast("ScopeKind", kind), extent, literal=literal)
        scope = self._drafts.setdefault((*extent, kind), made)
        if scope.attached is None and ("attached" in captures or "detached" in captures):
            scope.attached = "attached" in captures
        if "name" in captures:
            scope.rename(nodes[0], captures["name"][0])
        scope.type = scope.type or _first(captures, "type")
        scope.owner = scope.owner or _first(captures, "owner")
        scope.seen_through = scope.seen_through or "around" in captures
        scope.rest = scope.rest or "rest" in captures
        scope.static = scope.static or "static" in captures
        scope.bases.update((base.start_byte, base) for base in captures.get("base", ()))

    def add_definitions(
        self, kind: str, nodes: Sequence[Node], settings: Settings, captures: Captures
    ) -> None:
        """Add definitions, or further captures of known ones."""
        name = (settings.get("name") or "").encode()
        if kind == "narrowed":
            name, nodes = self._narrowed(nodes, captures.get("told", ()))
        elif "told" in captures:
            name = self._syntax.text(captures["told"][0]).encode()
        for node in nodes:
            start = node.start_byte
            made = self.definitions.get(start)
            if made is None:
                made = self.definitions[start] = LocalDefinition(kind)
            if kind in _STRONGER and made.kind != "class":
                made.kind = kind
            made.name = name or made.name
            if start not in self._known and self._syntax.is_name(*node.byte_range):
                self.named_marks.add((start, node.end_byte))
            if "by" in captures:
                word = _first(captures, "as") or settings.get("as") or ""
                made.discriminant = captures["by"][0], word
            if len(captures) > 1:
                if kind == "narrowed":
                    made.type = self._tested_types.get(node.end_byte)
                _complete(made, captures)
                if kind == "narrowed":
                    made.head = _wider(made.head, captures.get("scope.head", ()))
                    made.early = "early" in settings
                if "place" in captures:
                    # The first one may be no parameter.
                    made.place = _place(captures["place"][0]) - int(settings.get("first") or 0)

    def _narrowed(
        self, nodes: Sequence[Node], tested: Sequence[Node]
    ) -> tuple[bytes, Sequence[Node]]:
        """Return the narrowed name, which may be dotted, and the place of its binding; nothing if
        there is none.

        :param tested: the name, if it is not written there.
        """
        named = (tested or nodes)[0]
        name = self._syntax.text(named).encode()
        if not _PATH.match(name) or named.start_byte not in self._known:
            return name, ()
        if b"." in name:
            self.tested.add(name)
            nodes = nodes if tested else named.named_children[-1:]
        return name, nodes

    def add_tested(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, captures: Captures
    ) -> None:
        """Add the type that a test gives a name, if it differs from the type in the test."""
        end = nodes[0].end_byte
        self._tested_types[end] = need("locals", captures, "type")

    def add_outer(
        self, head: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add names that belong to a scope farther out."""
        self.outer.update((node.start_byte, head) for node in nodes)

    def add_members(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, captures: Captures
    ) -> None:
        """Add members whose owner stands elsewhere."""
        kind = next((capture for capture in _OWNERS if capture in captures), "owner")
        owner = need("locals", captures, kind)
        place = _place(need("locals", captures, "argument")) if kind == "taker" else -1
        made = MemberOwner(kind, owner, place)
        if kind != "taker" or place >= 0:
            self.owned.update((node.start_byte, made) for node in nodes)

    def add_written(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add names at places that are no names to the grammar."""
        self.written.update(node.byte_range for node in nodes)

    def add_exported(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add names that other files get."""
        self.exported.update((node.start_byte, node) for node in nodes)

    def add_outside(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add a name that is looked up outside of its scope."""
        self.outside.update(node.byte_range for node in nodes)

    def add_divided(
        self, _kind: str, nodes: Sequence[Node], settings: Settings, captures: Captures
    ) -> None:
        """Add the names that a value is divided among."""
        many = "many" in captures
        value = need("locals", captures, "many" if many else "value")
        inside = frozenset((settings.get("nested") or "").split())
        pending: list[tuple[Node, tuple[int, ...]]] = [(nodes[0], ())]
        while pending:
            node, path = pending.pop()
            at = 0
            for child in node.children[: 2 * ARGUMENTS]:
                # There may be places without a name.
                at += child.type == ","
                if child.type in _RESTS:
                    break
                if not child.is_named or child.is_extra:
                    continue
                if child.type in inside and len(path) < _DEPTH:
                    pending.append((child, (*path, at)))
                else:
                    self.divided[child.end_byte] = Divided(value, many, (*path, at))

    def add_listed(
        self, _kind: str, nodes: Sequence[Node], settings: Settings, captures: Captures
    ) -> None:
        """Add the members for the names of an unpacked list. A pattern that had the names would
        keep a state for each until the value comes."""
        inside = settings.get("nested")
        names = [child for child in nodes[0].children if child.type == inside]
        self.add_definitions("variable", names, settings, captures)

    def add_results(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add the results of a function."""
        self.results += nodes

    def add_yielded(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add the values that a function yields."""
        self.yielded += nodes

    def add_replaced(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add functions that something else may stand for."""
        self.replaced.update(node.start_byte for node in nodes)

    def add_opened(
        self, _kind: str, nodes: Sequence[Node], _settings: Settings, _captures: Captures
    ) -> None:
        """Add namespaces whose names can be used in the scope around."""
        self.opened.update((node.start_byte, node) for node in nodes)


_Adder = Callable[[Gathered, str, Sequence[Node], Settings, Captures], None]
#: The methods that add the nodes of a capture, by the first part of its name; others are parts of
#: these.
_ADDERS: Mapping[str, _Adder] = {
    "scope": Gathered.add_scope,
    "definition": Gathered.add_definitions,
    "member": Gathered.add_members,
    "written": Gathered.add_written,
    "exported": Gathered.add_exported,
    "opened": Gathered.add_opened,
    "divided": Gathered.add_divided,
    "listed": Gathered.add_listed,
    "unpacked": Gathered.add_listed,
    "result": Gathered.add_results,
    "yielded": Gathered.add_yielded,
    "replaced": Gathered.add_replaced,
    "outside": Gathered.add_outside,
    "tested": Gathered.add_tested,
    "global": Gathered.add_outer,
    "nonlocal": Gathered.add_outer,
}


def read(syntax: Syntax, known: Collection[int]) -> Gathered:
    """Return the scopes and definitions of a text.

    :param known: the starts of names, in bytes.
    """
    gathered = Gathered(syntax, known)
    for settings, captures in syntax.matches("locals"):
        gathered.add(settings, captures)
    gathered.finish()
    return gathered


def _complete(made: LocalDefinition, captures: Captures) -> None:
    made.owner = made.owner or _first(captures, "owner")
    made.type = made.type or _first(captures, "type")
    made.many = made.many or ("many" in captures and made.value is None)
    made.value = made.value or _first(captures, "value") or _first(captures, "many")
    made.after = made.after or _first(captures, "after")
    made.rest = made.rest or "rest" in captures
    made.part = made.part or "unpacked" in captures
    made.static = made.static or "static" in captures
    made.expected = made.expected or _first(captures, "expected") or "returned" in captures
    if "taker" in captures and (place := _place(captures["argument"][0])) >= 0:
        made.taker = captures["taker"][0], place


def _wider(known: Extent | None, nodes: Sequence[Node]) -> Extent | None:
    extents = [*((known,) if known else ()), *(node.byte_range for node in nodes)]
    return min(extents, key=lambda extent: (extent[0], -extent[1]), default=None)


def _place(node: Node) -> int:
    """Return the place of an argument or a parameter, -1 behind one that stands for several, or too
    many."""
    parent = node.parent
    if parent is None or parent.named_child_count > ARGUMENTS:
        return -1
    before = 0
    for child in parent.named_children:
        if child == node:
            return before
        if child.type == "spread_element":
            return -1
        before += not child.is_extra
    return -1


def _first(captures: Captures, name: str) -> Node | None:
    nodes = captures.get(name)
    return nodes[0] if nodes else None


@cache
def _adder(name: str) -> tuple[_Adder | None, str]:
    head, _, kind = name.partition(".")
    return _ADDERS.get(head), kind or name
