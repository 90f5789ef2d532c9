"""Finds members of types and namespaces, own and inherited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_filedocs.index.links.candidates import (
    BASES,
    Meaning,
    Value,
    is_outside,
    takes,
    taking,
    used_as,
)
from sphinx_filedocs.index.links.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.index.links.definitions import implementation
from sphinx_filedocs.index.links.module_paths import Implementations
from sphinx_filedocs.index.links.modules import SPACES, Module
from sphinx_filedocs.index.links.resolver import Part, Resolver
from sphinx_filedocs.index.links.tree import LinkTree, unit
from sphinx_filedocs.index.trace import Question
from sphinx_filedocs.model.expressions import A_TYPE, UNSAID


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
            deep = self._modules.language(defined.path).deep_bases
            pending = [*bases, *pending] if deep else [*pending, *bases]
        if unfit:
            return Meaning("member", unfit)
        top = self._root(value.defined)
        return self.member(Value(top), name, use) if top and top not in seen else None

    def is_partly_outside(self, value: Value) -> bool:
        """Tell whether a base of a value's type is external."""
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
        package, _, name = module.language.root.rpartition(".")
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
        if module.language.implementations:
            self._tree.tracer.ask(Question.IMPLEMENTATIONS, module.family)
            yield from self._implementations.of(defined)
        for part in self._resolver.choices.parts(defined):
            module = self._modules[part.path]
            for scope in module.scopes.get(part.qualified, ()):
                yield module, scope

    def _own(self, owner: Defined, name: str, use: int, value: Value) -> tuple[Defined, ...]:
        module = self._modules[owner.path]
        language = module.language
        if language.named_constructors and name == owner.name and owner.kind in TYPES:
            # A constructor has no name.
            return (owner,)
        rows = self._of_sort(self._named(module, owner, name), value)
        if (
            use == A_TYPE
            or language.function_names
            or (language.member_functions and use != UNSAID)
        ):
            # What looks like a type may be a value: Path p(text);
            rows = used_as(rows, use) or (rows if language.includes_text else ())
        elif language.member_functions:
            # In a path stands no field.
            rows = [row for row in rows if row.kind != "field"] or rows
        elif len(rows) > 1 and language.overloads:
            # A property and a function may have one name.
            rows = [row for row in rows if row.called == (use != UNSAID)] or rows
        if language.implementations:
            return self._implemented(owner, rows, value.near)
        if language.includes_text:
            return self._tree.included.settle(self._resolver.at or module, rows)
        if owner.kind in CALLABLE:
            rows = [row for row in rows if row.member]
        if rows and language.shorthand_members:
            own = implementation(self._within(owner, rows))
            return self.behind(own) or (own,)
        if not module.language.overloads:
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
        if owner.kind not in SPACES and not module.language.partial_types:
            around, _, name = owner.qualified.rpartition(".")
            rows = self._modules[other.path].lookups.members(around, name)
            if any(row.kind in TYPES for row in rows):
                return False
        if module.language.packages:
            return other.path.rpartition("/")[0] == module.path.rpartition("/")[0]
        if module.language.declaration_files:
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
