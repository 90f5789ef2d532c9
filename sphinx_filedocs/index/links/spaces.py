"""What names mean in files that include each other, and in their namespaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.found import Found, sorted_out
from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.index.links.tree import Tree
from sphinx_filedocs.model import How
from sphinx_filedocs.model.expressions import MacroName

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class Spaces:
    """Looks names up in namespaces and in what is in none; also macros of every language."""

    def __init__(self, meanings: Meanings, tree: Tree) -> None:
        self._meanings = meanings
        self._modules = tree.modules
        self._sight = tree.sight
        self._included = tree.included

    def find_included(self, module: Module, name: str, top: Iterable[Defined]) -> Found | None:
        """Return what a name means in a file that includes others, and in no namespace or class
        around it.

        :param top: what has that name at the top of a file or namespace.
        """
        if name in module.language.builtins:
            return Found("external", external=name)
        sight = self._included
        seen = sight.seen(module, top)
        rows = [row for row in seen if not row.owner or row.kind in ("macro", "constant")]
        if rows:
            return Found("import", sight.settle(module, rows))
        if meaning := self._opened_in(module, "", name):
            return meaning._replace(how="import")
        language = module.language.builtins
        top = [row for row in top if row.owner.partition(".")[0] not in language]
        if near := sight.near(module, top):
            return sorted_out("name", sight.settle(module, near))
        return Found("external", external=name)

    def find_macro(self, module: Module, expression: MacroName) -> Found | None:
        """Return what a macro means, or what else stands for its name."""
        meaning = self._macro(module, expression.name)
        return meaning or self._meanings.find(module.path, expression.expression)

    def _macro(self, module: Module, name: str) -> Found | None:
        rows = self._sight.named(module.family, name, "top")
        rows = [row for row in rows if row.kind == "macro"]
        if not module.language.includes_text:
            return self._meanings.choices.by_name(rows)
        if own := [row for row in rows if row.path == module.path]:
            return Found("scope", tuple(own[:1]))
        if seen := self._included.seen(module, rows):
            return Found("import", self._included.settle(module, seen))
        return self.near("name", module, rows)

    def around(self, space: Defined, name: str) -> Found | None:
        """Return a member of a namespace or of one that it is in."""
        qualified = "" if space.kind == "macro" else space.qualified
        while qualified:
            if meaning := self._member(space, qualified, name):
                return meaning
            qualified = qualified.rpartition(".")[0]
        return None

    def member(self, space: Defined, name: str) -> Found | None:
        """Return a member of a namespace."""
        return self._member(space, "" if space.kind == "macro" else space.qualified, name)

    def _member(self, space: Defined, qualified: str, name: str) -> Found | None:
        """Return a member of a namespace, as the file sees it that is being looked at."""
        module = self._meanings.at or self._modules[space.path]
        full = f"{qualified}.{name}" if qualified else name
        if seen := self._sight.qualified_seen(module, full):
            return Found("member", self._included.settle(module, seen))
        if meaning := self._opened_in(module, qualified, name):
            return meaning._replace(how="member")
        rows = self._sight.qualified(module.family, full)
        return self.near("member", module, [row for row in rows if row.kind != "macro"])

    def near(self, how: How, module: Module, rows: Iterable[Defined]) -> Found | None:
        """Return which of some definitions a name may mean: those that some file includes together
        with this one."""
        near = self._included.near(module, rows)
        return sorted_out(how, self._included.settle(module, near))

    def _opened_in(self, module: Module, space: str, name: str) -> Found | None:
        """Return what a name means in a namespace (``""`` for none) by another name that is
        declared there or by what is opened there."""
        for path, number in self._included.aliases(module, space, name):
            value = self._modules[path].names.bindings[number].value
            meaning = self._meanings.find(path, value)
            if meaning and meaning.defined:
                return meaning
        for path, scope in self._included.opened(module, space):
            key = (path, scope, name, module.path)
            if not self._meanings.enter(key):
                continue
            meaning = self._in_bases(path, scope, name)
            self._meanings.leave(key)
            if meaning:
                return meaning
        return None

    def _in_bases(self, path: str, scope: int, name: str) -> Found | None:
        """Return what a name means in the namespaces that are opened in a scope of a file."""
        for base in self._meanings.scopes.bases(self._modules[path], scope):
            meaning = self._meanings.inheritance.member(base, name) if base.defined else None
            if meaning:
                return meaning
        return None
