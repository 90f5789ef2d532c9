"""What imports bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.found import Found
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.index.links.tree import Tree, stem
from sphinx_filedocs.model import Import
from sphinx_filedocs.model.expressions import FromImport, ImportTarget, PackagePart, WholeImport

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class Imported:
    """Follows imports."""

    def __init__(self, meanings: Meanings, tree: Tree) -> None:
        self._meanings = meanings
        self._tree = tree

    def find(self, module: Module, expression: WholeImport) -> Found | None:
        """Return what an import brings."""
        one = self._tree.imports_of(module.path)[expression.statement]
        if one.kind == "require" and one.resolved:
            found = self._meanings.module_names.look_up(one.resolved, "default")
            if found and found.defined:
                return found._replace(how="import")
        return _target(one)

    def find_target(self, module: Module, expression: ImportTarget) -> Found | None:
        """Return the file that an import names."""
        return _target(self._tree.imports_of(module.path)[expression.statement])

    def find_name(self, module: Module, expression: FromImport) -> Found | None:
        """Return what one name is that an import brings."""
        one = self._tree.imports_of(module.path)[expression.statement]
        name = one.names[expression.number].name
        if not one.resolved:
            return _unresolved(module, one, name)
        if name == "self":
            return Found("import", paths=one.resolved)
        if module.language.exports_names:
            return self._from_exports(one, name)
        if module.language.package_clause:
            return self._from_packages(one, name)
        return self._from_modules(one, name)

    def _from_exports(self, one: Import, name: str) -> Found | None:
        names = self._meanings.module_names
        found = names.look_up(one.resolved, name) or names.exported(one.resolved, name)
        if found is None and name == "default":
            return Found("import", paths=one.resolved)
        return found._replace(how="import") if found else None

    def _from_packages(self, one: Import, name: str) -> Found | None:
        target = one.target if _last_part(one.target) == name else f"{one.target}.{name}"
        found = self._meanings.packages.of_target(one.resolved, target)
        return found._replace(how="import") if found else _module_named(one, name)

    def _from_modules(self, one: Import, name: str) -> Found | None:
        names = self._meanings.module_names
        last = _last_part(one.target)
        homes = [path for path in one.resolved if stem(path) != name or last in (name, "")]
        found = names.look_up(homes, name) or names.look_up_members(homes, name)
        return found._replace(how="import") if found else _module_named(one, name)

    def find_package(self, module: Module, expression: PackagePart) -> Found | None:
        """Return what the first parts of a dotted target are."""
        one = self._tree.imports_of(module.path)[expression.statement]
        parts = expression.parts
        words = [word for word in one.target.split(".") if word]
        names = {name.name for name in one.names}
        homes = [path for path in one.resolved if stem(path) not in names] or list(one.resolved)
        outside = Found("external", external=".".join(words[:parts]))
        if not homes:
            return None if one.target.startswith(".") else outside
        if parts == len(words):
            return Found("import", paths=tuple(homes[:1]))
        home = homes[0].rpartition("/")[0]
        up = len(words) - parts - (0 if f"/{homes[0]}".endswith("/__init__.py") else 1)
        for _ in range(up):
            if not home:
                # The root of the tree is inside of that package.
                return outside
            home = home.rpartition("/")[0]
        return self._meanings.module_names.package(home)


def _target(one: Import) -> Found | None:
    if one.resolved:
        return Found("import", paths=one.resolved)
    external = not one.target.startswith(".") and one.kind != "include"
    return Found("external", external=one.target) if external else None


def _unresolved(module: Module, one: Import, name: str) -> Found | None:
    """Return what a name of an import is that leads out of the tree."""
    if one.target.startswith("."):
        return None
    sure = one.target.rpartition(".")[2] != name or module.language.module_targets
    sure = sure and not (module.language.exports_names and name == "default")
    return Found("external", external=f"{one.target}.{name}" if sure else one.target)


def _module_named(one: Import, name: str) -> Found | None:
    """Return the files of an import that have a name themselves."""
    modules = tuple(path for path in one.resolved if stem(path) == name)
    return Found("import", paths=modules) if modules else None


def _last_part(target: str) -> str:
    for mark in ("/", "::", "."):
        target = target.rpartition(mark)[2]
    return target
