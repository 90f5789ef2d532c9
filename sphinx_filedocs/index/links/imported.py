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
        import_ = self._tree.imports_of(module.path)[expression.statement]
        if import_.kind == "require" and import_.resolved:
            meaning = self._meanings.module_names.look_up(import_.resolved, "default")
            if meaning and meaning.defined:
                return meaning._replace(how="import")
        return _target(import_)

    def find_target(self, module: Module, expression: ImportTarget) -> Found | None:
        """Return the file that an import names."""
        return _target(self._tree.imports_of(module.path)[expression.statement])

    def find_name(self, module: Module, expression: FromImport) -> Found | None:
        """Return what one name is that an import brings."""
        import_ = self._tree.imports_of(module.path)[expression.statement]
        name = import_.names[expression.number].name
        if not import_.resolved:
            return _unresolved(module, import_, name)
        if name == "self":
            return Found("import", paths=import_.resolved)
        if module.language.exports_names:
            return self._from_exports(import_, name)
        if module.language.package_clause:
            return self._from_packages(import_, name)
        return self._from_modules(import_, name)

    def _from_exports(self, import_: Import, name: str) -> Found | None:
        names = self._meanings.module_names
        meaning = names.look_up(import_.resolved, name) or names.exported(import_.resolved, name)
        if meaning is None and name == "default":
            return Found("import", paths=import_.resolved)
        return meaning._replace(how="import") if meaning else None

    def _from_packages(self, import_: Import, name: str) -> Found | None:
        target = (
            import_.target if _last_part(import_.target) == name else f"{import_.target}.{name}"
        )
        meaning = self._meanings.packages.of_target(import_.resolved, target)
        return meaning._replace(how="import") if meaning else _module_named(import_, name)

    def _from_modules(self, import_: Import, name: str) -> Found | None:
        names = self._meanings.module_names
        last = _last_part(import_.target)
        homes = [path for path in import_.resolved if stem(path) != name or last in (name, "")]
        meaning = names.look_up(homes, name) or names.look_up_members(homes, name)
        return meaning._replace(how="import") if meaning else _module_named(import_, name)

    def find_package(self, module: Module, expression: PackagePart) -> Found | None:
        """Return what the first parts of a dotted target are."""
        import_ = self._tree.imports_of(module.path)[expression.statement]
        parts = expression.parts
        words = [word for word in import_.target.split(".") if word]
        names = {name.name for name in import_.names}
        homes = [path for path in import_.resolved if stem(path) not in names] or list(
            import_.resolved
        )
        outside = Found("external", external=".".join(words[:parts]))
        if not homes:
            return None if import_.target.startswith(".") else outside
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


def _target(import_: Import) -> Found | None:
    if import_.resolved:
        return Found("import", paths=import_.resolved)
    external = not import_.target.startswith(".") and import_.kind != "include"
    return Found("external", external=import_.target) if external else None


def _unresolved(module: Module, import_: Import, name: str) -> Found | None:
    """Return what a name of an import is that leads out of the tree."""
    if import_.target.startswith("."):
        return None
    sure = import_.target.rpartition(".")[2] != name or module.language.module_targets
    sure = sure and not (module.language.exports_names and name == "default")
    return Found("external", external=f"{import_.target}.{name}" if sure else import_.target)


def _module_named(import_: Import, name: str) -> Found | None:
    """Return the files of an import that have a name themselves."""
    modules = tuple(path for path in import_.resolved if stem(path) == name)
    return Found("import", paths=modules) if modules else None


def _last_part(target: str) -> str:
    for mark in ("/", "::", "."):
        target = target.rpartition(mark)[2]
    return target
