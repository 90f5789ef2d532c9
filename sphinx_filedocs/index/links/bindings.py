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
            found = self._meanings.find(module.path, binding.value)
            if found and len(found.defined) > 1:
                return found._replace(defined=tuple(used_as(found.defined, use)))
            return found
        if binding.kind == "export" and (found := self._meanings.find(module.path, binding.value)):
            return found
        defined = module.by_binding.get(number)
        if defined is None:
            return Found("scope", local=number)
        if defined.kind in SPACES and binding.name in module.language.builtins:
            # Nobody but the language defines it, whoever adds something to it.
            return Found("external", external=binding.name)
        return self._defined(module, binding, defined, use)

    def _defined(self, module: Module, binding: Binding, defined: Defined, use: int) -> Found:
        if use == UNSAID and module.language.function_names:
            # The definition itself.
            return Found("scope", (defined,))
        if use >= 0 and defined.place == "member" and module.language.overloads:
            around = self._meanings.scopes.instance(module, binding.scope)
            found = self._meanings.inheritance.member(around, defined.name, use) if around else None
            if found:
                own = all(one.owner == defined.owner for one in found.defined)
                return found._replace(how="scope") if own else found
        return Found("scope", self._meanings.choices.same(module, defined))

    def find_class(self, module: Module, expression: ThisClass) -> Found | None:
        """Return the type that the code in a scope is about, as it is written there."""
        scope = expression.scope
        owner = module.names.scopes[scope].owner
        found = self._meanings.find(module.path, owner)
        if owner >= 0:
            return found._replace(how="scope") if found else None
        defined = self._meanings.scopes.about(module, scope)
        return Found("scope", (defined,)) if defined else None

    def find_type(self, module: Module, expression: TypeName) -> Found | None:
        """Return what a name means where only types stand."""
        found = self._meanings.find(module.path, expression.expression)
        return self._meanings.choices.as_type(found) if found else None

    def find_constructor(self, module: Module, expression: Construction) -> Found | None:
        """Return the constructor of a type that takes a number of arguments, or the type itself
        where it has none or several."""
        found = self._meanings.find(module.path, expression.expression)
        if found is None or len(found.defined) != 1 or found.defined[0].kind not in TYPES:
            return found
        made = found.defined[0]
        members = self._modules[made.path].members.get(made.qualified, {})
        called = [one for one in members.get(made.name, ()) if one.called]
        rows = taking(called, expression.arguments)
        return found._replace(defined=tuple(rows)) if len(rows) == 1 else found
