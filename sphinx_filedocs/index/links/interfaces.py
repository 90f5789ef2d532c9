"""Finds implemented interfaces, declared or by members."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.index.links.candidates import BASES, CANDIDATES, Value
from sphinx_filedocs.index.links.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.index.links.definitions import asked_key, foreign_key, said_key
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.index.links.resolver import Part
from sphinx_filedocs.index.links.signatures import go_types
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.symbols import INTERFACES

#: A name in a type, with the package before it.
_NAME = re.compile(r"(?:(?P<package>\w+)\.)?(?P<name>[A-Za-z_]\w*)")


class Implemented(NamedTuple):
    """An implemented interface.

    :param how: ``methods`` if only the members show it.
    :param is_base: whether the type declares it as a base.
    :param members: of the interface, by name.
    """

    interface: Defined
    how: How
    is_base: bool
    members: Mapping[str, Defined]


class Interfaces(Part):
    """Finds implemented interfaces."""

    def is_interface(self, type_: Defined) -> bool:
        """Tell whether a type is an interface or a protocol."""
        return type_.kind in INTERFACES or any(
            value.external in self._modules.language(type_.path).protocols
            for value in self._named(type_)
            if value and value.external
        )

    def asks(self, member: Defined) -> bool:
        """Tell whether a member belongs to an interface."""
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
        for base in above if not module.language.overrides else ():
            if self.is_interface(base):
                yield Implemented(base, "member", base in direct, self._asked(base) or {})
        said = [base for base in dict.fromkeys(self._said(module, type_)) if base not in above]
        for base in said:
            yield Implemented(base, "member", False, self._asked(base) or {})
        for interface in self._candidates(module, type_, [*above, *said]):
            members = self._asked(interface) or {}
            has_all = self._tells(interface, members) and all(
                self._has(type_, row) for row in members.values()
            )
            if has_all and self._has_of_language(type_, above, interface):
                yield Implemented(interface, "methods", False, members)

    def _said(self, module: Module, type_: Defined) -> Iterator[Defined]:
        key = said_key(type_.qualified)
        for path, scope in self._tree.sight.noted_places(module.family, key):
            other = self._modules[path]
            if path != type_.path and self._resolver.about(other, scope) == type_:
                for value in self._resolver.bases(other, scope):
                    if value.defined and self.is_interface(value.defined):
                        yield value.defined

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
        return external in language.protocols or external in dict(language.interfaces)

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
            for base, name in self._modules.language(type_.path).interfaces
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
        if self._modules.language(row.path).overrides:
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
