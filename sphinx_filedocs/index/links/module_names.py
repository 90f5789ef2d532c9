"""What other files get from a module under a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.found import Found
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.index.links.tree import Tree, stem

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class ModuleNames:
    """Looks names up in modules and in folders that are packages."""

    def __init__(self, meanings: Meanings, tree: Tree) -> None:
        self._meanings = meanings
        self._modules = tree.modules
        self._tree = tree

    def look_up(self, paths: Iterable[str], name: str) -> Found | None:
        """Return what a name means in the first of some files that has it."""
        for path in paths:
            if meaning := self._look_up_in(path, name):
                return meaning
        return None

    def _look_up_in(self, path: str, name: str) -> Found | None:
        module = self._modules.get(path)
        key = (path, name)
        if module is None or not self._meanings.enter(key):
            return None
        meaning = self._own(module, name) or self.starred(module, name)
        self._meanings.leave(key)
        return meaning

    def _own(self, module: Module, name: str) -> Found | None:
        rows = module.members.get("", {}).get(name, ())
        defined = [row for row in rows if row.place != "inner"]
        number = module.imported.get(name)
        if number is not None:
            meaning = self._meanings.find(module.path, module.names.bindings[number].value)
            if meaning and meaning.local < 0 and (meaning.how != "external" or not defined):
                return meaning
        if defined and (number is not None or not module.exports):
            return Found("import", self._meanings.choices.same(module, defined[-1]))
        return None

    def starred(self, module: Module, name: str) -> Found | None:
        """Return what a name means through imports of everything, and as a submodule."""
        exports = module.language.exports_names
        if name != "default" if exports else not name.startswith("_"):
            for import_ in reversed(self._tree.imports_of(module.path)):
                starred = any(taken.name == "*" and not taken.alias for taken in import_.names)
                if starred and (meaning := self.look_up(import_.resolved, name)):
                    return meaning
        folder, _, file = module.path.rpartition("/")
        if stem(file) == module.language.package_file:
            return self.submodule(folder, name)
        return None

    def submodule(self, folder: str, name: str) -> Found | None:
        """Return the module or package that has a name in a folder."""
        place = f"{folder}/{name}" if folder else name
        for path in (f"{place}.py", f"{place}.pyi"):
            if self._tree.has_file(path):
                return Found("import", paths=(path,))
        return self.package(place)

    def package(self, folder: str) -> Found | None:
        """Return the package that a folder is: its file, where it has one."""
        for name in ("__init__.py", "__init__.pyi"):
            path = f"{folder}/{name}" if folder else name
            if self._tree.has_file(path):
                return Found("import", paths=(path,))
        return Found("import", package=folder) if self._tree.has_folder(folder) else None

    def look_up_members(self, paths: Iterable[str], name: str) -> Found | None:
        """Return a member of one of the types of some files: a static import."""
        for path in paths:
            module = self._modules.get(path)
            for owner, by_name in module.members.items() if module else ():
                if owner and "." not in owner and name in by_name:
                    return Found("import", tuple(by_name[name]))
        return None

    def exported(self, paths: Iterable[str], name: str) -> Found | None:
        """Return a member of what a module exports as a whole."""
        meaning = self.look_up(paths, "default")
        value = self._meanings.values.of(meaning) if meaning else None
        return self._meanings.inheritance.member(value, name) if value else None
