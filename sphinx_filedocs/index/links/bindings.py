"""What the names mean that their own file binds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.fitting import taking, used_as
from sphinx_filedocs.index.links.found import Found
from sphinx_filedocs.index.links.modules import SPACES, TYPES, Defined, Module
from sphinx_filedocs.index.links.tree import Tree
from sphinx_filedocs.model import Binding
from sphinx_filedocs.model.expressions import UNSAID, BoundName, Construction, ThisClass, TypeName

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


class Bindings:
    """Follows bindings, and what is made of types."""

    def __init__(self, meanings: Meanings, tree: Tree) -> None:
        self._meanings = meanings
        self._modules = tree.modules

    def find(self, module: Module, expression: BoundName) -> Found | None:
        """Return what a name leads to that the file binds."""
        return self.bound(module, expression.binding, expression.use)

    def bound(self, module: Module, number: int, use: int) -> Found | None:
        """Return what a binding of a file leads to."""
        binding = module.names.bindings[number]
        if binding.kind == "import":
            meaning = self._meanings.find(module.path, binding.value)
            if meaning and len(meaning.defined) > 1:
                return meaning._replace(defined=tuple(used_as(meaning.defined, use)))
            return meaning
        if binding.kind == "export" and (
            meaning := self._meanings.find(module.path, binding.value)
        ):
            return meaning
        defined = module.by_binding.get(number)
        if defined is None:
            return Found("scope", local=number)
        if defined.kind in SPACES and binding.name in module.language.builtins:
            # A built-in type stays the language's own where a file extends it.
            return Found("external", external=binding.name)
        return self._defined(module, binding, defined, use)

    def _defined(self, module: Module, binding: Binding, defined: Defined, use: int) -> Found:
        if use == UNSAID and module.language.function_names:
            # The definition itself.
            return Found("scope", (defined,))
        if use >= 0 and defined.place == "member" and module.language.overloads:
            around = self._meanings.scopes.instance(module, binding.scope)
            meaning = (
                self._meanings.inheritance.member(around, defined.name, use) if around else None
            )
            if meaning:
                own = all(row.owner == defined.owner for row in meaning.defined)
                return meaning._replace(how="scope") if own else meaning
        return Found("scope", self._meanings.choices.same(module, defined))

    def find_class(self, module: Module, expression: ThisClass) -> Found | None:
        """Return the type that the code in a scope is about, as it is written there."""
        scope = expression.scope
        owner = module.names.scopes[scope].owner
        meaning = self._meanings.find(module.path, owner)
        if owner >= 0:
            return meaning._replace(how="scope") if meaning else None
        defined = self._meanings.scopes.about(module, scope)
        return Found("scope", (defined,)) if defined else None

    def find_type(self, module: Module, expression: TypeName) -> Found | None:
        """Return what a name means where only types stand."""
        meaning = self._meanings.find(module.path, expression.expression)
        return self._meanings.choices.as_type(meaning) if meaning else None

    def find_constructor(self, module: Module, expression: Construction) -> Found | None:
        """Return the constructor of a type that takes a number of arguments, or the type itself
        where it has none or several."""
        meaning = self._meanings.find(module.path, expression.expression)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].kind not in TYPES:
            return meaning
        made = meaning.defined[0]
        members = self._modules[made.path].members.get(made.qualified, {})
        called = [row for row in members.get(made.name, ()) if row.called]
        rows = taking(called, expression.arguments)
        return meaning._replace(defined=tuple(rows)) if len(rows) == 1 else meaning
