"""What names mean where every file belongs to a package, and a dotted name names it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.fitting import used_as
from sphinx_filedocs.index.links.found import Found, Value
from sphinx_filedocs.index.links.modules import TYPES, Module
from sphinx_filedocs.index.links.tree import Tree
from sphinx_filedocs.model import NO_FUNCTION, UNSAID

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class Packages:
    """Looks names up in packages."""

    def __init__(self, meanings: Meanings, tree: Tree) -> None:
        self._meanings = meanings
        self._modules = tree.modules
        self._tree = tree
        self._sight = tree.sight

    def find(self, module: Module, name: str, use: int) -> Found | None:
        """Return what a name means that only its package, imports of everything or the packages
        that every file has can bind: no other is visible."""
        if use == NO_FUNCTION and (rows := self._sight.beside(module, name)):
            return Found("scope", self._meanings.choices.chosen(rows))
        for import_ in self._tree.imports_of(module.path):
            if any(taken.name == "*" for taken in import_.names) and import_.resolved:
                meaning = self.member(module, import_.target, name) or self.of_target(
                    import_.resolved, f"{import_.target}.{name}", use
                )
                if meaning:
                    return meaning
        for package in module.language.prelude:
            if meaning := self.member(module, package, name):
                return meaning
        if self._sight.has_package(module, name):
            return Found("import", package=name)
        return Found("external", external=name)

    def member(self, module: Module, package: str, name: str) -> Found | None:
        """Return what a package has under a name, another package included."""
        rows = self._sight.in_package(module, package, name)
        if rows:
            return Found("import", self._meanings.choices.chosen(rows))
        inner = f"{package}.{name}"
        return Found("import", package=inner) if self._sight.has_package(module, inner) else None

    def of_target(self, paths: Iterable[str], target: str, use: int = UNSAID) -> Found | None:
        """Return what the end of a dotted name names in one of some files."""
        parts = target.split(".")
        owners = [".".join(parts[at:-1]) for at in range(len(parts))]
        for path in paths:
            module = self._modules.get(path)
            if module and (meaning := self._in_file(module, owners, parts[-1], use)):
                return meaning
        return None

    def _in_file(self, module: Module, owners: Iterable[str], name: str, use: int) -> Found | None:
        """Return a member of the first of some owners that has it."""
        members = module.members
        for owner in owners:
            known = members.get(owner)
            if known and name in known and (rows := used_as(known[name], use)):
                return Found("import", tuple(rows))
            if owner and (meaning := self._inherited(module, owner, name, use)):
                return meaning
        return None

    def _inherited(self, module: Module, owner: str, name: str, use: int) -> Found | None:
        """Return an inherited member of a type of a file that has a qualified name."""
        above, _, last = owner.rpartition(".")
        known = module.members.get(above)
        for row in known.get(last, ()) if known else ():
            if row.kind in TYPES:
                meaning = self._meanings.inheritance.member(Value(row), name, use)
                if meaning:
                    return meaning._replace(how="import")
        return None
