"""Pure core: follows the expressions of a tree to the definitions that they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from sphinx_filedocs.analysis.links.bindings import Bindings
from sphinx_filedocs.analysis.links.choices import Choices
from sphinx_filedocs.analysis.links.found import DEPTH, Found, Value
from sphinx_filedocs.analysis.links.free_names import FreeNames
from sphinx_filedocs.analysis.links.imported import Imported
from sphinx_filedocs.analysis.links.inheritance import Inheritance
from sphinx_filedocs.analysis.links.members import Members
from sphinx_filedocs.analysis.links.module_names import ModuleNames
from sphinx_filedocs.analysis.links.modules import Module
from sphinx_filedocs.analysis.links.packages import Packages
from sphinx_filedocs.analysis.links.paths import Paths
from sphinx_filedocs.analysis.links.scopes import Scopes
from sphinx_filedocs.analysis.links.spaces import Spaces
from sphinx_filedocs.analysis.links.tree import Tree
from sphinx_filedocs.analysis.links.values import Values
from sphinx_filedocs.model import Expression, Import

#: What follows the expressions of one kind, and what tells their values.
_Finder = Callable[[Module, Expression], Found | None]
_Teller = Callable[[Module, Expression], Value | None]
_Followed = TypeVar("_Followed", Found, Value)


class Meanings:
    """Follows expressions; what was followed once is remembered.

    What follows one kind of expression needs others in turn, and finds them here.

    :param imports: of each file, resolved.
    :param find_root: the files that a word such as ``crate`` means in a file on a line.
    """

    def __init__(
        self,
        modules: Mapping[str, Module],
        imports: Mapping[str, tuple[Import, ...]],
        find_root: Callable[[str, str, int], tuple[str, ...]],
        files: Iterable[str],
    ) -> None:
        tree = Tree(modules, imports, files)
        self._modules = modules
        self._found: dict[tuple[str, int], Found | None] = {}
        self._values: dict[tuple[str, int], Value | None] = {}
        self._depth = 0
        #: The file in which the expression stands that is being followed.
        self.at: Module | None = None
        #: The names that are being looked up, each with a file.
        self.looking: set[tuple[str, str]] = set()
        self.choices = Choices(tree)
        self.scopes = Scopes(self, tree)
        self.bindings = Bindings(self, tree)
        self.module_names = ModuleNames(self, tree)
        self.packages = Packages(self, tree)
        self.spaces = Spaces(self, tree)
        self.inheritance = Inheritance(self, tree)
        self.values = Values(self, tree)
        paths = Paths(modules, find_root, self.find, self.inheritance.of)
        imported = Imported(self, tree)
        free_names = FreeNames(self, tree, paths)
        members = Members(self, tree, paths)
        self._finders: Mapping[str | int, _Finder] = {
            "binding": self.bindings.find,
            "class": self.bindings.find_class,
            "constructor": self.bindings.find_constructor,
            "free": free_names.find,
            "import": imported.find,
            "imported": imported.find_name,
            "macro": self.spaces.find_macro,
            "member": members.find,
            "package": imported.find_package,
            "part": members.find_part,
            "root": free_names.find_root,
            "target": imported.find_target,
            "type": self.bindings.find_type,
        }
        self._tellers: Mapping[str | int, _Teller] = {
            "array": self.values.of_array,
            "call": self.values.of_call,
            "class": self.values.of_class,
            "constructor": self.values.of_constructor,
            "element": self.values.of_element,
            "maker": self.values.of_maker,
            "nameless": self.values.of_nameless,
            "super": self.values.of_this,
            "this": self.values.of_this,
        }

    def find(self, path: str, expression: int) -> Found | None:
        """Return what an expression of a file leads to."""
        return self._once(self._found, path, expression, self._find)

    def value(self, path: str, expression: int) -> Value | None:
        """Return what the value of an expression of a file is, as far as it can be told."""
        return self._once(self._values, path, expression, self._value)

    def _once(
        self,
        known: dict[tuple[str, int], _Followed | None],
        path: str,
        expression: int,
        follow: Callable[[Module, int], _Followed | None],
    ) -> _Followed | None:
        """Return what was followed before, or follow it; what leads back to itself, and what is
        too deep, leads nowhere."""
        key = (path, expression)
        if key in known:
            return known[key]
        if self._depth > DEPTH or expression < 0:
            return None
        known[key] = None
        module = self._modules[path]
        self._depth += 1
        found = known[key] = follow(module, expression)
        self._depth -= 1
        return found

    def _find(self, module: Module, expression: int) -> Found | None:
        made = module.names.expressions[expression]
        finder = self._finders.get(made[0])
        before, self.at = self.at, module
        found = finder(module, made) if finder else None
        self.at = before
        return found

    def _value(self, module: Module, expression: int) -> Value | None:
        made = module.names.expressions[expression]
        teller = self._tellers.get(made[0])
        if teller:
            return teller(module, made)
        found = self.find(module.path, expression)
        return self.values.of_found(module, made, found) if found else None
