"""Finds members of types and namespaces, and the interfaces that types implement."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.index.trace import Question
from sphinx_filedocs.model.expressions import A_TYPE, UNSAID
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.symbols import INTERFACES
from sphinx_filedocs.resolve.candidates import (
    BASES,
    CANDIDATES,
    Meaning,
    Value,
    is_outside,
    takes,
    taking,
    used_as,
)
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.definitions import asked_key, foreign_key, implementation
from sphinx_filedocs.resolve.imported_names import Implementations
from sphinx_filedocs.resolve.modules import SPACES, Module
from sphinx_filedocs.resolve.resolver import Part, Resolver
from sphinx_filedocs.resolve.signatures import go_types
from sphinx_filedocs.resolve.tree import LinkTree, unit


class Inheritance(Part):
    """Finds members."""

    def __init__(self, resolver: Resolver, tree: LinkTree) -> None:
        super().__init__(resolver, tree)
        self._implementations = Implementations(resolver, tree)

    def member(self, value: Value, name: str, use: int = UNSAID) -> Meaning | None:
        """Return a member, own or inherited, preferably one that takes the arguments of the use."""
        if value.defined is None:
            return None
        if self._tree.is_space(value.defined):
            return self._resolver.space_member(value.defined, name)
        unfit: tuple[Defined, ...] = ()
        seen: set[Defined] = set()
        pending = [value.defined]
        while pending and len(seen) < BASES:
            defined = pending.pop(0)
            if defined in seen:
                continue
            seen.add(defined)
            rows, hidden = self._at(value, defined, name, use)
            if hidden:
                continue
            if rows:
                if use < 0 or any(takes(row, use) for row in rows):
                    return Meaning("member", tuple(taking(rows, use)))
                unfit = unfit or rows
            bases = self.bases(defined, value.near if defined == value.defined else None)
            # Depth first: the first base counts with all that it extends.
            deep = self._modules.language(defined.path).types.deep_bases
            pending = [*bases, *pending] if deep else [*pending, *bases]
        if unfit:
            return Meaning("member", unfit)
        top = self._root(value.defined)
        return self.member(Value(top), name, use) if top and top not in seen else None

    def is_partly_outside(self, value: Value) -> bool:
        """Return True if a base of a value's type is external. Example: ``class Cart(Base)``
        with ``Base`` of a library."""
        seen: set[Defined] = set()
        pending = [value.defined] if value.defined and value.defined.kind in TYPES else []
        while pending and len(seen) < BASES:
            defined = pending.pop()
            if defined not in seen:
                seen.add(defined)
                for module, scope in self.parts(defined):
                    for base in self._resolver.bases(module, scope):
                        if is_outside(base):
                            return True
                        pending += [base.defined] if base.defined else []
        return False

    def _at(
        self, value: Value, defined: Defined, name: str, use: int
    ) -> tuple[tuple[Defined, ...], bool]:
        first = defined == value.defined
        if first and value.bases_only:
            return (), False
        rows = self._own(defined, name, use, value)
        if first:
            return rows, False
        inherited = tuple(row for row in rows if not row.private)
        return inherited, bool(rows) and not inherited

    def _root(self, defined: Defined) -> Defined | None:
        module = self._modules[defined.path]
        package, _, name = module.language.types.root.rpartition(".")
        rows = self._tree.sight.in_package(module, package, name) if name else ()
        return rows[0] if len(rows) == 1 and defined.kind in TYPES else None

    def bases(self, defined: Defined, near: tuple[str, int] | None = None) -> Iterator[Defined]:
        """Yield the bases of a type, of all its parts."""
        for module, scope in self.parts(defined, near):
            for value in self._resolver.bases(module, scope):
                if value.defined:
                    yield value.defined

    def parts(
        self, defined: Defined, near: tuple[str, int] | None = None
    ) -> Iterator[tuple[Module, int]]:
        """Yield the scopes with code of a type, such as ``impl`` blocks."""
        module = self._modules[defined.path]
        if near:
            yield self._modules[near[0]], near[1]
        if module.language.types.implementations:
            self._tree.tracer.ask(Question.IMPLEMENTATIONS, module.family)
            yield from self._implementations.of(defined)
        for part in self._resolver.choices.parts(defined):
            module = self._modules[part.path]
            for scope in module.scopes.get(part.qualified, ()):
                yield module, scope

    def _own(self, owner: Defined, name: str, use: int, value: Value) -> tuple[Defined, ...]:
        module = self._modules[owner.path]
        language = module.language
        if language.types.named_constructors and name == owner.name and owner.kind in TYPES:
            # A constructor has no name.
            return (owner,)
        rows = self._of_sort(self._named(module, owner, name), value)
        if (
            use == A_TYPE
            or language.scopes.function_names
            or (language.scopes.member_functions and use != UNSAID)
        ):
            # What looks like a type may be a value: Path p(text);
            rows = used_as(rows, use) or (rows if language.imports.text else ())
        elif language.scopes.member_functions:
            # In a path stands no field.
            rows = [row for row in rows if row.kind != "field"] or rows
        elif len(rows) > 1 and language.scopes.overloads:
            # A property and a function may have one name.
            rows = [row for row in rows if row.called == (use != UNSAID)] or rows
        if language.types.implementations:
            return self._implemented(owner, rows, value.near)
        if language.imports.text:
            return self._tree.included.settle(self._resolver.at or module, rows)
        if owner.kind in CALLABLE:
            rows = [row for row in rows if row.member]
        if rows and language.types.shorthand_members:
            own = implementation(self._within(owner, rows))
            return self.behind(own) or (own,)
        if not module.language.scopes.overloads:
            return tuple(rows[:1])
        return self._resolver.choices.chosen(rows) if len(rows) > 1 else tuple(rows)

    def _of_sort(self, rows: Sequence[Defined], value: Value) -> Sequence[Defined]:
        static = [row for row in rows if self._is_static(row)]
        if not static or value.defined is None:
            return rows
        if not value.instance:
            return static
        return [row for row in rows if row not in static] or rows

    def _is_static(self, row: Defined) -> bool:
        return row.binding >= 0 and self._modules[row.path].lookups.is_static(row.binding)

    def _named(self, module: Module, owner: Defined, name: str) -> Sequence[Defined]:
        rows = module.lookups.members(owner.qualified, name)
        if rows:
            return rows
        others = self._tree.sight.qualified(module.family, f"{owner.qualified}.{name}")
        return [row for row in others if self._extends(module, owner, row)]

    def _extends(self, module: Module, owner: Defined, other: Defined) -> bool:
        if owner.kind not in SPACES and not module.language.types.partial:
            around, _, name = owner.qualified.rpartition(".")
            rows = self._modules[other.path].lookups.members(around, name)
            if any(row.kind in TYPES for row in rows):
                return False
        if module.language.packages.by_folder:
            return other.path.rpartition("/")[0] == module.path.rpartition("/")[0]
        if module.language.imports.declaration_files:
            return unit(other.path) == unit(module.path)
        return True

    def _implemented(
        self, owner: Defined, rows: Sequence[Defined], near: tuple[str, int] | None
    ) -> tuple[Defined, ...]:
        rows = [row for row in rows if row.path == owner.path or self._about(row) == owner]
        parts = {row: self._part_of(row) for row in rows}
        own = [row for row in rows if near and parts[row] == near]
        scopes = {
            part: self._modules[part[0]].names.scopes[part[1]] for part in set(parts.values())
        }
        plain = [row for row in rows if not scopes[parts[row]].bases]
        return tuple(own or plain or rows)

    def _part_of(self, member: Defined) -> tuple[str, int]:
        names = self._modules[member.path].names
        return member.path, names.bindings[member.binding].scope if member.binding >= 0 else 0

    def _about(self, member: Defined) -> Defined | None:
        path, scope = self._part_of(member)
        return self._resolver.about(self._modules[path], scope)

    def _within(self, owner: Defined, rows: Sequence[Defined]) -> Sequence[Defined]:
        names = self._modules[owner.path].names
        own = [
            row
            for row in rows
            if row.path == owner.path
            and row.binding >= 0
            and names.scopes[names.bindings[row.binding].scope].binding == owner.binding
        ]
        return own or rows

    def behind(self, defined: Defined) -> tuple[Defined, ...]:
        """Return the definition behind a shorthand property: ``{open}`` stands for the function
        ``open``."""
        module = self._modules[defined.path]
        if defined.binding >= 0:
            binding = module.names.bindings[defined.binding]
            if binding.kind == "shorthand":
                meaning = self._resolver.find(module.path, binding.value)
                return meaning.defined if meaning else ()
        return (defined,)


#: A name in a type, with the package before it.
_NAME = re.compile(r"(?:(?P<package>\w+)\.)?(?P<name>[A-Za-z_]\w*)")


class Implemented(NamedTuple):
    """An implemented interface.

    :param how: ``methods`` if only the members show it.
    :param is_base: True if the type declares it as a base.
    :param members: of the interface, by name.
    """

    interface: Defined
    how: How
    is_base: bool
    members: Mapping[str, Defined]


class Interfaces(Part):
    """Finds implemented interfaces."""

    def is_interface(self, type_: Defined) -> bool:
        """Return True if a type is an interface or a protocol."""
        return type_.kind in INTERFACES or any(
            value.external in self._modules.language(type_.path).types.protocols
            for value in self._named(type_)
            if value and value.external
        )

    def asks(self, member: Defined) -> bool:
        """Return True if a member belongs to an interface. Example: ``size`` of
        ``interface Cart``."""
        around, _, name = member.owner.rpartition(".")
        rows = self._modules[member.path].lookups.members(around, name)
        return any(row.kind in TYPES and self.is_interface(row) for row in rows)

    def beside(self, module: Module, owner: str) -> list[Defined]:
        """Return the types of a name in a file's package."""
        rows = self._tree.sight.in_package(module, module.package, owner) if owner else ()
        return [row for row in rows if row.kind in TYPES]

    def of(self, module: Module, type_: Defined) -> Iterator[Implemented]:
        """Yield the interfaces that a type implements, declared ones first.

        :param module: the linked file, with the type or some of its members.
        """
        above = list(self._above(type_))
        if any(map(self.is_interface, (type_, *(above if type_.kind == "type" else ())))):
            return
        direct = {*self._resolver.extended(type_)}
        for base in above if not module.language.types.overrides else ():
            if self.is_interface(base):
                yield Implemented(base, "member", base in direct, self._asked(base) or {})
        for interface in self._candidates(module, type_, above):
            members = self._asked(interface) or {}
            has_all = self._tells(interface, members) and all(
                self._has(type_, row) for row in members.values()
            )
            if has_all and self._has_of_language(type_, above, interface):
                yield Implemented(interface, "methods", False, members)

    def _named(self, type_: Defined) -> Iterator[Value | None]:
        module = self._modules[type_.path]
        for scope in module.scopes.get(type_.qualified, ()):
            for base in module.names.scopes[scope].bases:
                yield self._resolver.value(module.path, base)

    def _above(self, type_: Defined) -> Iterator[Defined]:
        seen, pending = {type_}, [type_]
        while pending and len(seen) < BASES:
            for base in self._resolver.extended(pending.pop(0)):
                if base not in seen:
                    seen.add(base)
                    pending.append(base)
                    yield base

    def _candidates(
        self, module: Module, type_: Defined, above: Sequence[Defined]
    ) -> Iterator[Defined]:
        seen = {type_, *above}
        for name in dict.fromkeys(self._names(module, type_, above)):
            for path, scope in self._tree.sight.noted_places(module.family, asked_key(name)):
                interface = self._resolver.about(self._modules[path], scope)
                if interface and interface not in seen and self.is_interface(interface):
                    yield interface
                if interface:
                    seen.add(interface)

    def _names(self, module: Module, type_: Defined, above: Sequence[Defined]) -> Iterator[str]:
        for owner in (type_, *above):
            home = self._modules[owner.path]
            yield from home.members.get(owner.qualified, ())
            key = foreign_key(owner.qualified)
            for path, binding in self._tree.sight.noted_places(module.family, key):
                if self._modules[path].package == home.package:
                    yield self._modules[path].names.bindings[binding].name

    def _asked(self, interface: Defined) -> Mapping[str, Defined] | None:
        asked: dict[str, Defined] = {}
        for type_ in (interface, *self._above(interface)):
            if any(
                value is None
                or (value.defined is None and not self._is_known(type_, value.external))
                for value in self._named(type_)
            ):
                return None
            for name, rows in self._modules[type_.path].members.get(type_.qualified, {}).items():
                asked.setdefault(name, rows[0])
        return asked

    def _is_known(self, type_: Defined, external: str) -> bool:
        language = self._modules.language(type_.path)
        return external in language.types.protocols or external in language.types.interfaces

    def _has_of_language(
        self, type_: Defined, above: Iterable[Defined], interface: Defined
    ) -> bool:
        asked = self._of_language((interface, *self._above(interface)))
        for name in asked - self._of_language((type_, *above)):
            meaning = self._resolver.member(Value(type_, instance=True), name)
            if not (meaning and any(row.kind in CALLABLE for row in meaning.defined)):
                return False
        return True

    def _of_language(self, types: Iterable[Defined]) -> set[str]:
        return {
            name
            for type_ in types
            for base, name in self._modules.language(type_.path).types.interfaces.items()
            if any(value and value.external == base for value in self._named(type_))
        }

    def _tells(self, interface: Defined, members: Mapping[str, Defined]) -> bool:
        family = self._modules[interface.path].family
        counts = (len(self._tree.sight.named(family, name, "member")) for name in members)
        # Of too many nothing is known.
        return min(filter(None, counts), default=math.inf) <= CANDIDATES * len(members)

    def _has(self, type_: Defined, wanted: Defined) -> bool:
        meaning = self._resolver.member(Value(type_, instance=True), wanted.name)
        row = meaning.defined[0] if meaning and meaning.defined else None
        if row is None:
            return False
        if self._modules.language(row.path).types.overrides:
            return row != wanted and row.called == wanted.called
        if type_.kind == "type" and row.owner != type_.qualified:
            # It is made of another type, whose methods it has not.
            return False
        packages = {self._modules[path].package for path in (row.path, wanted.path)}
        is_seen = wanted.name[:1].isupper() or len(packages) == 1
        if row.kind not in CALLABLE or not is_seen:
            return False
        return self._type(row) == self._type(wanted)

    def _type(self, method: Defined) -> tuple[tuple[str, ...], tuple[str, ...]]:
        module = self._modules[method.path]

        def whole(match: re.Match[str]) -> str:
            package, name = match["package"], match["name"]
            if package:
                return f"{self._package(module, package)}.{name}"
            return f"{module.package}.{name}" if self.beside(module, name) else name

        taken, results = go_types(method.definition.signature, method.name)
        return (
            tuple(_NAME.sub(whole, type_) for type_ in taken),
            tuple(_NAME.sub(whole, type_) for type_ in results),
        )

    def _package(self, module: Module, name: str) -> str:
        for binding in module.lookups.imports(0, name):
            value = self._resolver.value(module.path, module.names.bindings[binding].value)
            if value and value.package is not None:
                return f"{value.package}/"
            if value and value.paths:
                return f"{value.paths[0].rpartition('/')[0]}/"
            if value and value.external:
                return value.external
        return name
