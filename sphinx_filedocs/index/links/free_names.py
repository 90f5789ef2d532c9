"""What the names mean that nothing in their own file binds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.found import Found, Value, arrived
from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.index.links.paths import WORDS, Paths
from sphinx_filedocs.index.links.tree import Tree
from sphinx_filedocs.model.expressions import NO_FUNCTION, FreeName, PathRoot

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class FreeNames:
    """Follows free names.

    :param paths: of the same tree.
    """

    def __init__(self, meanings: Meanings, tree: Tree, paths: Paths) -> None:
        self._meanings = meanings
        self._tree = tree
        self._sight = tree.sight
        self._paths = paths

    def find(self, module: Module, free: FreeName) -> Found | None:
        """Return what a name means that nothing in its own file binds, or only a class around
        and a binding outside of it."""
        bound = free.binding
        end = module.names.bindings[bound].scope if bound >= 0 else -1
        if free.scope >= 0 and (meaning := self._inherited(module, free, end)):
            return meaning
        if bound >= 0:
            return self._meanings.bindings.bound(module, bound, free.use)
        return self._elsewhere(module, free)

    def find_root(self, module: Module, root: PathRoot) -> Found | None:
        """Return what a path begins with."""
        word = root.name
        meaning = arrived(self._paths.root(module, word, root.scope), "import")
        return meaning or (None if word in WORDS else Found("external", external=word))

    def _inherited(self, module: Module, free: FreeName, end: int) -> Found | None:
        """Return a member of the classes around a scope, as far as the scope ``end``."""
        at = free.scope
        while at >= 0 and at != end:
            if meaning := self._inherited_at(module, at, free):
                return meaning
            at = module.names.scopes[at].parent
        return None

    def _inherited_at(self, module: Module, scope: int, free: FreeName) -> Found | None:
        if space := self._meanings.scopes.space(module, scope):
            value = None
            meaning = self._meanings.spaces.around(space, free.name)
        else:
            value = self._meanings.scopes.instance(module, scope)
            meaning = self._member(value, free) if value else None
        if meaning:
            return meaning
        nameless = value is None and module.names.scopes[scope].kind == "class"
        if nameless or module.language.includes_text:
            for base in self._meanings.scopes.bases(module, scope):
                if meaning := self._member(base, free):
                    return meaning
        return None

    def _member(self, value: Value, free: FreeName) -> Found | None:
        return self._meanings.inheritance.member(value, free.name, free.use)

    # --- by the language -----------------------------------------------------------------------

    def _elsewhere(self, module: Module, free: FreeName) -> Found | None:
        """Return what a name means outside of its file, as the language imports."""
        language = module.language
        if language.module_paths:
            return self._through_paths(module, free)
        if language.packages and language.package_clause:
            return self._meanings.packages.find(module, free.name, free.use)
        if language.includes_text:
            return self._through_includes(module, free)
        if language.sources_files:
            return self._through_sources(module, free)
        if language.exports_names:
            return self._in_scripts(module, free)
        return self._through_modules(module, free)

    def _through_paths(self, module: Module, free: FreeName) -> Found | None:
        meaning = arrived(self._paths.opened(module, free.scope, free.name), "import")
        return meaning or Found("external", external=free.name)

    def _through_includes(self, module: Module, free: FreeName) -> Found | None:
        return self._meanings.spaces.find_included(module, free.name, self._top(module, free))

    def _through_sources(self, module: Module, free: FreeName) -> Found | None:
        top = self._top(module, free)
        seen = [row for row in top if self._sight.sees(module.path, row.path)]
        if seen:
            return Found("import", self._meanings.choices.chosen(seen))
        return self._by_name(module, free, top)

    def _in_scripts(self, module: Module, free: FreeName) -> Found | None:
        """Return what a global name means: scripts share theirs with each other, modules do not."""
        top = [row for row in self._top(module, free) if not self._tree.imports_of(row.path)]
        meaning = self._by_name(module, free, top)
        if meaning is None or meaning.how == "external" or not self._tree.imports_of(module.path):
            return meaning
        return meaning._replace(how="candidates")

    def _through_modules(self, module: Module, free: FreeName) -> Found | None:
        if meaning := self._meanings.module_names.starred(module, free.name):
            return meaning
        if module.language.packages and (rows := self._sight.beside(module, free.name)):
            overloads = module.language.overloads
            several = self._meanings.choices.chosen(rows) if overloads else tuple(rows)
            return Found("scope", several)
        return self._by_name(module, free, self._top(module, free))

    # --- by name alone ------------------------------------------------------------------------

    def _top(self, module: Module, free: FreeName) -> list[Defined]:
        """Return all that has a name at the top of a file, and may be used as that is."""
        top = self._sight.named(module.family, free.name, "top")
        if module.language.function_names:
            return [row for row in top if row.called == (free.use != NO_FUNCTION)]
        return top

    def _by_name(self, module: Module, free: FreeName, top: list[Defined]) -> Found | None:
        """Return what a name alone means: a built-in of the language, some definitions or
        neither."""
        if free.name in module.language.builtins or not top:
            return Found("external", external=free.name)
        return self._meanings.choices.by_name(top)
