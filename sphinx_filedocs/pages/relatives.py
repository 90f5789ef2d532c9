"""The relations of types and members: what they extend, implement or override, and the inverse."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import inf
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.model.links import Enclosing, How, Reference, UsedHow, nameless
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import INTERFACES, Definition, SymbolKind
from sphinx_filedocs.pages.translation import _, deferred

#: A relation of a definition to others, as pages have them in this order.
Relation = Literal["implements", "implementation", "bases", "base", "overrides", "override"]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
#: Relations from a definition to those above it.
UPWARD: frozenset[Relation] = frozenset({"implements", "bases", "overrides"})
_TITLES: Mapping[Relation, str] = {
    "implements": deferred("Implements"),
    "implementation": deferred("Implemented by"),
    "bases": deferred("Bases"),
    "base": deferred("Base of"),
    "overrides": deferred("Overrides"),
    "override": deferred("Overridden by"),
}
#: Kinds that have a type and are none.
VALUES: frozenset[SymbolKind | None] = frozenset({"constant", "variable"})
#: Kinds that are no types.
MEMBERS: frozenset[SymbolKind | None] = frozenset(
    {None, "function", "method", "constant", "variable", "field", "macro", "heading"}
)


#: So many members behind a called one are named where it is called.
_FEW = 5
_PATH = attrgetter("path")
#: A symbol of an outline, with its file.
Symbol = tuple[str, Enclosing]


class Relative(NamedTuple):
    """A type or member in a relation to a definition.

    :param place: its folder with a slash behind it; the path if a namesake is in that folder; for
        a class without a name that, and its line.
    """

    path: str
    inside: Enclosing
    how: How
    place: str


class Heir(NamedTuple):
    """A type or member that extends, overrides or implements another one."""

    path: str
    inside: Enclosing
    kind: UseKind
    how: How


def title(relation: Relation) -> str:
    """Return the title of a relation."""
    return _(_TITLES[relation])


def kind_of_symbol(graph: Graph, path: str, symbol: Enclosing) -> SymbolKind | None:
    """Return the kind of a symbol in its outline."""
    row = definition_at(graph, path, symbol)
    return row.kind if row else None


def definition_at(graph: Graph, path: str, symbol: Enclosing) -> Definition | None:
    """Return a symbol of an outline as a definition."""
    rows = graph.definitions.get(symbol.name, ())
    # They are sorted by path, and of a name such as ``forward`` there may be thousands.
    of_file = rows[bisect_left(rows, path, key=_PATH) : bisect_right(rows, path, key=_PATH)]
    return next((row for row in of_file if (row.qualified, row.number) == symbol), None)


class Relatives:
    """Finds the relations of a tree's definitions; all pages ask here.

    :param less_telling: tests, examples, generated and vendored files.
    :param ordered: sorts uses, own code first.
    """

    def __init__(
        self,
        graph: Graph,
        less_telling: AbstractSet[str],
        ordered: Callable[[Iterable[Reference]], Iterator[Reference]],
    ) -> None:
        self._graph = graph
        self._less_telling = less_telling
        self._ordered = ordered
        # Many files call the same definition, and some have thousands of uses.
        self._heirs = lru_cache(maxsize=16_384)(self._uncached_heirs)
        #: The same as :meth:`of`, for pages that are written, which record nothing.
        self.shown = lru_cache(maxsize=1_024)(self.of)
        self._shown_behind = lru_cache(maxsize=4_096)(self._behind)

    def above(self, definition: Definition) -> dict[Relation, UsedHow]:
        """Return all that a definition implements, extends and overrides."""
        graph, around = self._graph, _enclosing(definition)
        bases, overrides, implements = (
            uses.get(definition.path, {}).get(around, {})
            for uses in (graph.bases, graph.overrides, graph.implements)
        )
        if definition.kind not in INTERFACES:
            asking = {base: how for base, how in bases.items() if base.kind in INTERFACES}
            bases = {base: how for base, how in bases.items() if base not in asking}
            implements = {**asking, **implements}
        return {"implements": implements, "bases": bases, "overrides": overrides}

    def of(self, definition: Definition) -> dict[Relation, tuple[Relative, ...]]:
        """Return the relatives of a definition by relation, own code first."""
        above, heirs = self.above(definition), self.heirs(definition)
        if not heirs and not any(above.values()):
            return {}
        related = {
            relation: [(row.path, _enclosing(row), how) for row, how in above[relation].items()]
            if relation in UPWARD
            else [(heir.path, heir.inside, heir.how) for heir in heirs if heir.kind == relation]
            for relation in RELATIONS
        }
        return {relation: self._told_apart(rows) for relation, rows in related.items() if rows}

    def _told_apart(self, rows: Sequence[tuple[str, Enclosing, How]]) -> tuple[Relative, ...]:
        times = Counter((folder_of(path), inside.qualified) for path, inside, _how in rows)
        places = (
            unnamed_place(path, inside.number)
            if inside.number < 0
            else path
            if times[folder_of(path), inside.qualified] > 1
            else folder_of(path)
            for path, inside, _how in rows
        )
        made = (Relative(*row, place) for row, place in zip(rows, places, strict=True))
        return tuple(sorted(made, key=lambda relative: relative.path in self._less_telling))

    def heirs(self, definition: Definition) -> list[Heir]:
        """Return all that extends, overrides or implements a definition, once, own code first."""
        graph = self._graph
        # Asked each time, so that it is recorded.
        graph.heirs.get(definition)
        heirs, names, paths = self._heirs(definition)
        for name in names:
            graph.definitions.get(name)
        for path in paths:
            _ = path in self._less_telling
        return list(heirs)

    def _uncached_heirs(
        self, definition: Definition
    ) -> tuple[Sequence[Heir], AbstractSet[str], AbstractSet[str]]:
        """Return the heirs, their names and the files that they are in."""
        rows = self._graph.heirs.get(definition)
        if not rows:
            return (), frozenset(), frozenset()
        # A class of which some have all members, as Python has it, is an interface too.
        asks = definition.kind in INTERFACES or any(row.kind == "implementation" for row in rows)
        heirs: dict[tuple[str, Enclosing], Heir] = {}
        for use in self._ordered(rows):
            inside, kind = use.inside, use.kind
            if kind == "anonymous":
                inside, kind = nameless(use.path, use.line, inside), "base"
            if inside:
                above = kind_of_symbol(self._graph, use.path, inside) in INTERFACES
                kind = "implementation" if kind == "base" and asks and not above else kind
                heirs.setdefault((use.path, inside), Heir(use.path, inside, kind, use.how))
        # What is certain goes before guesses.
        ordered = sorted(
            heirs.values(),
            key=lambda heir: (heir.path in self._less_telling, heir.how == "methods"),
        )
        # Members that override the same one have its name, all of them.
        return ordered, {heir.inside.name for heir in ordered}, rows.paths()

    def behind(
        self, called: Definition, caller: Symbol | None = None, most: float = inf
    ) -> dict[Symbol, How]:
        """Return the members that run if *called* is called through a type that others implement
        or extend. Example: ``Circle.area`` behind ``Shape.area``.

        Nothing for a member that its own override calls: that is a call of the base.

        :param caller: the symbol with the call, and its file.
        :param most: of more members, any that are more than these suffice.
        """
        behind, overriding = self._behind(called, most)
        return {} if caller in overriding else behind

    def shown_behind(self, called: Definition, caller: Symbol | None = None) -> dict[Symbol, How]:
        """Return the same as :meth:`behind`, for pages that are written, which record nothing."""
        behind, overriding = self._shown_behind(called)
        return {} if caller in overriding else behind

    def _behind(
        self, called: Definition, most: float = inf
    ) -> tuple[dict[Symbol, How], AbstractSet[Symbol]]:
        if called.kind not in MEMBERS:
            return {}, frozenset()
        heirs = self.heirs(called)
        overriding = {(heir.path, heir.inside) for heir in heirs if heir.kind == "override"}
        behind: dict[Symbol, How] = {}
        pending = deque(heirs)
        while pending and len(behind) <= most:
            heir = pending.popleft()
            if (heir.path, heir.inside) not in behind:
                behind[heir.path, heir.inside] = heir.how
                below = definition_at(self._graph, heir.path, heir.inside)
                pending += self.heirs(below) if below else ()
        return behind, overriding

    def may_call(self, definition: Definition) -> tuple[Relative, ...]:
        """Return the members behind all that a definition calls, own code first; of more than
        :data:`_FEW` behind the same one, the called member instead, whose page lists them."""
        around = _enclosing(definition)
        calls = self._graph.calls.get(definition.path, {}).get(around, {})
        behind: dict[Symbol, How] = {}
        for called in calls:
            members = self.behind(called, (definition.path, around), _FEW)
            if len(members) > _FEW:
                members = {(called.path, _enclosing(called)): calls[called]}
            behind |= members
        return self._told_apart([(*member, how) for member, how in behind.items()])

    def said_of_file(self, path: str) -> Iterator[str]:
        """Yield the relatives of a file's definitions, and what is behind their calls, as texts to
        compare."""
        graph = self._graph
        for definition in graph.used.get(path, ()):
            for heir in self.heirs(definition):
                yield f"{definition.qualified}\t{definition.number}\t{heir}"
        for relation in (graph.bases, graph.implements, graph.overrides):
            for around, others in relation.get(path, {}).items():
                for other, how in others.items():
                    yield f"{around}\t{other.path}\t{other.qualified}\t{other.kind}{how}"
        calls = graph.calls.get(path, {}).values()
        for called in dict.fromkeys(called for others in calls for called in others):
            if behind := self.behind(called):
                yield f"{called.path}\t{called.qualified}\t{behind}"


def folder_of(path: str) -> str:
    """Return the folder of a file, with a slash behind it."""
    return f"{path.rpartition('/')[0] or '.'}/"


def unnamed_place(path: str, number: int) -> str:
    """Return the place of a class without a name. Example: ``shop/Cart.java:12 (anonymous
    class)``."""
    return _("{place} (anonymous class)").format(place=f"{path}:{-number}")


def _enclosing(definition: Definition) -> Enclosing:
    return Enclosing(definition.qualified, definition.number)
