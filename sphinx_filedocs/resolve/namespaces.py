"""Resolves names in namespaces and packages, and macros."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.model.expressions import (
    A_TYPE,
    NO_FUNCTION,
    UNSAID,
    MacroName,
)
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.symbols import dotted, last_part
from sphinx_filedocs.resolve.candidates import Meaning, Value, sorted_out, used_as
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.modules import SPACES, Module
from sphinx_filedocs.resolve.resolver import Part, finds


class Namespaces(Part):
    """Resolves names in namespaces, and macros."""

    def find_included(self, module: Module, name: str, top: Iterable[Defined]) -> Meaning | None:
        """Resolve a name at the top of a file with includes.

        :param top: definitions of the name at the top of a file or namespace.
        """
        if name in module.language.names.builtins:
            return Meaning("external", external=name)
        settle = self._included.settle
        seen = self._sight.seen(module.path, top)
        rows = [row for row in seen if not row.owner or row.kind in ("macro", "constant")]
        if rows:
            return Meaning("import", settle(module, rows))
        if meaning := self._opened_in(module, "", name):
            return meaning._replace(how="import")
        language = module.language.names.builtins
        top = [row for row in top if row.owner.partition(".")[0] not in language]
        if near := self._sight.near(module.path, top):
            return sorted_out("name", settle(module, near))
        return Meaning("external", external=name)

    @finds(MacroName)
    def _find_macro(self, module: Module, expression: MacroName) -> Meaning | None:
        meaning = self._macro(module, expression.name)
        if meaning and self._is_read(module, meaning):
            return meaning
        other = self._resolver.find(module.path, expression.expression)
        return other if other and (meaning is None or self._is_read(module, other)) else meaning

    def _is_read(self, module: Module, meaning: Meaning) -> bool:
        return any(not self._sight.is_skipped(module.path, row) for row in meaning.defined)

    def _macro(self, module: Module, name: str) -> Meaning | None:
        rows = self._sight.named(module.family, name, "top")
        rows = [row for row in rows if row.kind == "macro"]
        if not module.language.imports.text:
            return self._resolver.choices.by_name(rows)
        if own := [row for row in rows if row.path == module.path]:
            return Meaning("scope", self._included.read(module, own)[:1])
        if seen := self._sight.seen(module.path, rows):
            return Meaning("import", self._included.settle(module, seen))
        return self.near("name", module, rows)

    def around(self, space: Defined, name: str, use: int) -> Meaning | None:
        """Return a member of a namespace or of those around it. Example: ``a::put`` for ``put``
        in ``a::b``."""
        qualified = "" if space.kind == "macro" else space.qualified
        meaning = self._outwards(space, qualified, name)
        if use != A_TYPE or meaning is None or not _is_function(meaning):
            return meaning
        # A function does not hide types and namespaces before ``::``.
        others = (self._member(space, outer, name) for outer in (*_around(qualified), ""))
        return next((other for other in others if other and not _is_function(other)), meaning)

    def outside(self, type_: Defined, name: str) -> Meaning | None:
        """Return a member of the types and namespaces around a type."""
        owner = type_.owner
        # Within a type its name means that, and not a constructor.
        outer = owner.rpartition(".")[0] if last_part(owner) == name else owner
        return self._outwards(type_, outer, name)

    def _outwards(self, space: Defined, qualified: str, name: str) -> Meaning | None:
        outer = (self._member(space, outer, name) for outer in _around(qualified))
        return next(filter(None, outer), None)

    def member(self, space: Defined, name: str) -> Meaning | None:
        """Return a member of a namespace."""
        return self._member(space, "" if space.kind == "macro" else space.qualified, name)

    def _member(self, space: Defined, qualified: str, name: str) -> Meaning | None:
        module = self._resolver.at or self._modules[space.path]
        full = f"{qualified}.{name}" if qualified else name
        if seen := self._sight.qualified_seen(module, full):
            return Meaning("member", self._included.settle(module, seen))
        if meaning := self._opened_in(module, qualified, name):
            return meaning._replace(how="member")
        rows = self._sight.qualified(module.family, full)
        return self.near("member", module, [row for row in rows if row.kind != "macro"])

    def near(self, how: How, module: Module, rows: Iterable[Defined]) -> Meaning | None:
        """Return the definitions that some file includes together with this one."""
        near = self._sight.near(module.path, rows)
        return sorted_out(how, self._included.settle(module, near))

    def _opened_in(self, module: Module, space: str, name: str) -> Meaning | None:
        full = f"{space}.{name}" if space else name
        for path, number in self._sight.aliases(module, full):
            value = self._modules[path].names.bindings[number].value
            meaning = self._resolver.find(path, value)
            if meaning and meaning.defined:
                return meaning
        for path, scope in self._sight.opened(module, space):
            self._modules.ask(path, last_part(space))
            key = (path, scope, name, module.path)
            if not self._resolver.enter(key):
                continue
            meaning = self._in_bases(path, scope, name)
            self._resolver.leave(key)
            if meaning:
                return meaning
        return None

    def _in_bases(self, path: str, scope: int, name: str) -> Meaning | None:
        for base in self._resolver.bases(self._modules[path], scope):
            meaning = self._resolver.member(base, name) if base.defined else None
            if meaning:
                return meaning
        return None


#: Kinds of definitions that may have one name.
_NAMING = TYPES | SPACES


def _is_function(meaning: Meaning) -> bool:
    return bool(meaning.defined) and all(row.kind in CALLABLE for row in meaning.defined)


def _around(package: str) -> Iterator[str]:
    """Yield a package or namespace and those around it. Example: ``a.b`` and ``a``."""
    while package:
        yield package
        package = package.rpartition(".")[0]


class Packages(Part):
    """Resolves names in packages."""

    def find(self, module: Module, name: str, use: int) -> Meaning | None:
        """Resolve a name in the package of a file, its ``import a.*`` and the prelude."""
        # Where functions have names apart, none stands in a package.
        fits = use == NO_FUNCTION or not module.language.scopes.function_names
        if fits and (rows := self._sight.beside(module, name)):
            if use == A_TYPE:
                rows = used_as(rows, use) or rows
            return self._one_of(module, "scope", self._resolver.choices.chosen(rows))
        for package in _around(module.package) if module.language.packages.outer else ():
            if meaning := self.member(module, package, name):
                return meaning
        for import_ in self._tree.opening_imports(module.path):
            if meaning := self._opened(module, import_, name, use):
                return meaning
        for package in (*module.clauses, *module.language.packages.prelude):
            if meaning := self.member(module, package, name, use):
                return meaning
        if self._sight.has_package(module, name):
            return Meaning("import", package=name)
        return Meaning("external", external=name)

    def outermost(self, module: Module, name: str) -> Meaning | None:
        """Resolve a name outside of packages, or the first part of a package."""
        if self._sight.has_package(module, name):
            return Meaning("import", package=name)
        rows = [
            row
            for row in self._sight.named(module.family, name, "top")
            if not row.owner and row.kind != "namespace" and self._is_in_none(row.path)
        ]
        if rows:
            return self._one_of(module, "import", self._resolver.choices.chosen(rows))
        return Meaning("external", external=name)

    def _is_in_none(self, path: str) -> bool:
        module = self._modules.get(path)
        return module is not None and module.package.endswith("/")

    def _opened(self, module: Module, import_: Import, name: str, use: int) -> Meaning | None:
        target = dotted(import_.target)
        if meaning := self.member(module, target, name, use):
            return meaning
        if module.language.packages.whole_file and self._sight.has_package(module, target):
            # No file of it has more.
            return None
        files = self._tree.opened_files(module.path, import_)
        return self.of_target(files, f"{target}.{name}", use)

    def member(self, module: Module, package: str, name: str, use: int = UNSAID) -> Meaning | None:
        """Return a member of a package, or a package in it. Example: ``shop.Cart`` or
        ``shop.cart`` of ``shop``."""
        rows = self._sight.in_package(module, package, name)
        if rows:
            if use == A_TYPE:
                rows = used_as(rows, use) or rows
            return self._one_of(module, "import", self._resolver.choices.chosen(rows))
        inner = f"{package}.{name}"
        return Meaning("import", package=inner) if self._sight.has_package(module, inner) else None

    def of_target(self, paths: Iterable[str], target: str, use: int = UNSAID) -> Meaning | None:
        """Resolve the end of a dotted name in some files. Example: ``Cart`` of ``shop.Cart`` in
        ``shop/Cart.java``."""
        parts = target.split(".")
        owners = [".".join(parts[at:-1]) for at in range(len(parts))]
        rows: list[Defined] = []
        for path in paths:
            module = self._modules.get(path)
            if (
                module
                and _may_have(module, parts)
                and (meaning := self._in_file(module, owners, parts[-1], use))
            ):
                if module.language.scopes.function_names:
                    return meaning
                rows += meaning.defined
        if len({row.qualified for row in rows}) == 1 and all(row.kind in _NAMING for row in rows):
            # A type and the object of its name: what it is used for tells which is meant.
            return Meaning("import", tuple(rows))
        return sorted_out("import", tuple(rows))

    def _one_of(self, module: Module, how: How, rows: tuple[Defined, ...]) -> Meaning | None:
        several = len(rows) > 1 and not module.language.scopes.function_names
        return sorted_out(how, rows) if several else Meaning(how, rows)

    def _in_file(
        self, module: Module, owners: Iterable[str], name: str, use: int
    ) -> Meaning | None:
        for owner in owners:
            rows = module.lookups.members(owner, name)
            if rows and (fitting := used_as(rows, use)):
                return Meaning("import", tuple(fitting))
            if owner and (meaning := self._inherited(module, owner, name, use)):
                return meaning
        return None

    def _inherited(self, module: Module, owner: str, name: str, use: int) -> Meaning | None:
        above, _, last = owner.rpartition(".")
        for row in module.lookups.members(above, last):
            if row.kind in TYPES:
                meaning = self._resolver.member(Value(row), name, use)
                if meaning:
                    return meaning._replace(how="import")
        return None


def _may_have(module: Module, parts: Sequence[str]) -> bool:
    kinds = module.lookups.kinds
    return bool(kinds(parts[-1])) or (len(parts) > 1 and not TYPES.isdisjoint(kinds(parts[-2])))
