"""What the code in a scope is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.found import Value, owner_instance
from sphinx_filedocs.index.links.modules import TYPES, Defined, Module
from sphinx_filedocs.index.links.tree import Tree

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class Scopes:
    """Finds the owners of scopes and what they extend."""

    def __init__(self, meanings: Meanings, tree: Tree) -> None:
        self._meanings = meanings
        self._tree = tree

    def instance(self, module: Module, scope: int) -> Value | None:
        """Return the instance that the code in a scope is about."""
        body = module.names.scopes[scope]
        if body.owner >= 0:
            value = self._meanings.value(module.path, body.owner)
            return owner_instance(value) if value and value.defined else None
        defined = module.by_binding.get(body.binding)
        own = defined is not None and (body.kind == "class" or defined.kind in TYPES)
        return Value(defined, instance=True) if own else None

    def about(self, module: Module, scope: int) -> Defined | None:
        """Return the type that the code in a scope is about."""
        value = self.instance(module, scope) if scope else None
        return value.defined if value else None

    def space(self, module: Module, scope: int) -> Defined | None:
        """Return the namespace that a scope is a part of, or whose member it defines."""
        if not module.language.includes_text:
            return None
        body = module.names.scopes[scope]
        defined = module.by_binding.get(body.binding)
        if body.owner >= 0:
            value = self._meanings.value(module.path, body.owner)
            defined = value.defined if value else None
        return defined if defined and self._tree.is_space(defined) else None

    def bases(self, module: Module, scope: int) -> Iterator[Value]:
        """Yield what the class in a scope extends."""
        for base in module.names.scopes[scope].bases:
            if value := self._meanings.value(module.path, base):
                yield value
