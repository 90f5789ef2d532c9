"""What the links of other files can depend on in a file, by name and without places."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.model import Binding, Import
from sphinx_filedocs.model.expressions import NAMING

_WORD = re.compile(r"[^\W]+")
#: What the fields of expressions hold that are numbers: those of an expression, a binding, a scope
#: or an import.
_NUMBERED: Mapping[str, str] = {
    "expression": "e",
    "owner": "e",
    "binding": "b",
    "scope": "s",
    "statement": "i",
}
#: A part of a file's names: what it is (one of the letters above), and its number.
_Node = tuple[str, int]
#: Returns what stands for a part of the file that hangs on another.
_Child = Callable[[str, int], object]


def words(text: str) -> Iterator[str]:
    """Yield the names in a path or a dotted name."""
    return (found[0] for found in _WORD.finditer(text))


def mentions(module: Module, imports: Sequence[Import]) -> set[str]:
    """Return every name that stands in a file, and those that its links may be looked up by.

    :param imports: of the file.
    """
    found = {binding.name for binding in module.names.bindings}
    for expression in module.names.expressions:
        if isinstance(expression, NAMING):
            found.add(expression.name)
    for one in imports:
        found |= _words_of(one)
    if imports:
        # What a module is as a whole.
        found.add("default")
    for defined in module.all():
        found.update(defined.qualified.split("."))
    return found


def _words_of(one: Import) -> set[str]:
    found = set(words(one.target))
    for name in one.names:
        found |= {name.name, name.alias or name.name}
    return found


@dataclass(frozen=True, slots=True)
class Given:
    """What a file gives to others.

    :param header: what counts for all names of the file.
    :param wild: what gives names to others, or to the file, that do not stand in it.
    :param names: what each name means, as far as the file says.
    :param depends: the names that stand in what each name means.
    """

    header: object
    wild: object
    names: Mapping[str, object]
    depends: Mapping[str, frozenset[str]]

    def differing(self, other: Given) -> set[str]:
        """Return the names that the other file gives another meaning, or none, and the reverse."""
        every = {*self.names, *other.names}
        if self.header != other.header:
            return every
        return {name for name in every if self.names.get(name) != other.names.get(name)}

    def carried(self, names: set[str]) -> set[str]:
        """Return the names whose meaning depends on some names, directly or not."""
        found: set[str] = set()
        fresh = names
        while fresh:
            fresh = {
                name
                for name, others in self.depends.items()
                if name not in found and not others.isdisjoint(fresh)
            }
            found |= fresh
        return found


def given(module: Module, imports: Sequence[Import]) -> Given:
    """Return what a file gives to others.

    :param imports: of the file, resolved.
    """
    return _Reader(module, imports).read()


@dataclass(slots=True)
class _Said:
    """What is said of a name."""

    rows: list[object] = field(default_factory=list)
    depends: set[str] = field(default_factory=set)


class _Reader:
    def __init__(self, module: Module, imports: Sequence[Import]) -> None:
        self._module = module
        self._names = module.names
        self._imports = imports
        self._said: dict[str, _Said] = defaultdict(_Said)
        self._open = {*module.by_binding, *module.imported.values(), *module.aliases.values()}
        every = module.language.imports == "crate"
        for number, binding in enumerate(self._names.bindings):
            kind = self._names.scopes[binding.scope].kind
            if binding.kind in ("import", "export") and (every or kind in ("file", "class")):
                self._open.add(number)
        self._order: dict[int, int] = {}
        counts: dict[str, int] = defaultdict(int)
        for number in sorted(self._open):
            name = self._names.bindings[number].name
            self._order[number] = counts[name]
            counts[name] += 1

    @cached_property
    def _inside(self) -> Mapping[int, list[int]]:
        """The bindings in each scope."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            found[binding.scope].append(number)
        return found

    def read(self) -> Given:
        module = self._module
        for number in sorted(self._open):
            self._say(self._names.bindings[number].name, "binding", [("b", number)])
        rows: dict[str, list[Defined]] = defaultdict(list)
        for owner, by_name in module.members.items():
            for name, found in by_name.items():
                rows[name] += found
                self._said[name].rows.append((owner, len(found)))
            members = any(one.place == "member" for found in by_name.values() for one in found)
            self._said[owner.rpartition(".")[2]].rows.append((owner, members))
        for name, found in rows.items():
            homes = [self._home(one) for one in found]
            for one, home in zip(found, homes, strict=True):
                self._said[name].rows.append((*self._row(one), homes.index(home)))
        for number in module.by_binding:
            self._say_made(number)
        for qualified, scopes in module.scopes.items():
            for scope in scopes:
                self._say(qualified.rpartition(".")[2], qualified, [("s", scope)])
        for name, number in (*module.imported.items(), *module.aliases.items()):
            self._said[name.rpartition(".")[2]].rows.append((name, self._order.get(number, -1)))
        return Given(
            (module.language.key, module.package, module.exports, bool(self._imports)),
            self._wild(),
            {name: tuple(said.rows) for name, said in self._said.items()},
            {name: frozenset(said.depends) for name, said in self._said.items()},
        )

    def _say_made(self, number: int) -> None:
        """Say what a binding makes, or gives another value."""
        defined = self._module.by_binding[number]
        same = defined.binding == number
        row = (self._order[number], same, defined.qualified, defined.kind)
        self._said[self._names.bindings[number].name].rows.append(row)

    def _home(self, one: Defined) -> int:
        return self._names.bindings[one.binding].scope if one.binding >= 0 else -1

    def _row(self, one: Defined) -> tuple[object, ...]:
        definition = one.definition
        return (
            definition.kind,
            definition.qualified,
            definition.signature,
            definition.number,
            self._order.get(one.binding, -1),
            one.owner,
            one.place,
            one.body,
            one.called,
            one.least,
            one.most,
        )

    def _wild(self) -> object:
        module = self._module
        stars = [
            (one.target, one.resolved)
            for one in self._imports
            if any(name.name == "*" and not name.alias for name in one.names)
        ]
        scopes = [
            (owner, *self._told([("s", one) for one in found])[0])
            for owner, found in module.opened.items()
        ]
        if module.language.imports == "crate":
            about = [
                ("s", number)
                for number, scope in enumerate(self._names.scopes)
                if scope.owner >= 0 and scope.bases
            ]
            scopes.append(("", *self._told(about)[0]))
        return tuple(stars), tuple(scopes)

    def _say(self, name: str, how: str, nodes: list[_Node]) -> None:
        told, depends = self._told(nodes)
        self._said[name].rows.append((how, told))
        self._said[name].depends |= depends - {name}

    # --- following --------------------------------------------------------------------------------

    def _told(self, nodes: list[_Node]) -> tuple[tuple[object, ...], set[str]]:
        """Return what some parts of the file and all that hangs on them are, numbered anew, as
        far as names that others know; and these names."""
        roots = set(nodes)
        numbers: dict[_Node, int] = {}
        queue: list[_Node] = []
        depends: set[str] = set()

        def child(kind: str, number: int) -> object:
            node = kind, number
            if number < 0:
                return -1
            if kind == "b" and number in self._open and node not in roots:
                name = self._names.bindings[number].name
                depends.add(name)
                return name, self._order[number]
            if node not in numbers:
                numbers[node] = len(numbers)
                queue.append(node)
            return numbers[node]

        for node in nodes:
            child(*node)
        told = []
        for kind, number in queue:
            if kind == "b":
                told.append(self._binding(number, child))
            elif kind == "e":
                told.append(self._expression(number, child, depends))
            elif kind == "s":
                told.append(self._scope(number, child))
            else:
                told.append(self._import(number, depends))
        return tuple(told), depends

    def _binding(self, number: int, child: _Child) -> tuple[object, ...]:
        one: Binding = self._names.bindings[number]
        return (
            one.name,
            one.kind,
            child("e", one.type),
            child("e", one.value),
            self._names.scopes[one.scope].kind,
            child("s", one.scope) if self._module.language.overloads else -1,
        )

    def _expression(self, number: int, child: _Child, depends: set[str]) -> tuple[object, ...]:
        one = self._names.expressions[number]
        if isinstance(one, NAMING):
            depends.add(one.name)
        return tuple(
            child(_NUMBERED[field], value)
            if field in _NUMBERED and isinstance(value, int)
            else value
            for field, value in zip(one._fields, one, strict=True)
        )

    def _scope(self, number: int, child: _Child) -> tuple[object, ...]:
        one = self._names.scopes[number]
        nameless = one.kind == "class" and one.binding not in self._open
        inside: Iterable[int] = self._inside[number] if nameless else ()
        return (
            one.kind,
            child("b", one.binding),
            child("e", one.owner),
            tuple(child("e", base) for base in one.bases),
            one.least,
            one.most,
            child("s", one.parent),
            tuple(child("b", binding) for binding in inside),
        )

    def _import(self, number: int, depends: set[str]) -> tuple[object, ...]:
        one = self._imports[number]
        depends |= _words_of(one)
        return one.target, one.kind, one.names, one.system, one.resolved
