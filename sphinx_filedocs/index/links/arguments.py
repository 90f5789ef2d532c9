"""What the name of an argument in a call leads to: a parameter, or the field that it sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.candidates import Meaning, Value
from sphinx_filedocs.index.links.modules import CALLABLE, TYPES, Defined, Module
from sphinx_filedocs.index.links.tree import LinkTree
from sphinx_filedocs.model.expressions import Argument

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings

#: How something is known that may be something else.
_UNSURE = ("name", "candidates")


class Arguments:
    """Follows the names of arguments."""

    def __init__(self, meanings: Meanings, tree: LinkTree) -> None:
        self._meanings = meanings
        self._modules = tree.modules

    def find(self, module: Module, expression: Argument) -> Meaning | None:
        """Return what an argument names, where it is known what is called."""
        called = self._meanings.find(module.path, expression.owner)
        value = self._meanings.value(module.path, expression.owner)
        if called is None or called.how in _UNSURE or value is None or value.defined is None:
            return None
        if value.defined.kind in CALLABLE:
            return self._parameter(module, value.defined, expression.name)
        if value.defined.kind not in TYPES or value.many:
            return None
        language = module.language
        members = (language.call_member,) if value.instance else language.constructors
        for name in members:
            meaning = self._meanings.inheritance.member(Value(value.defined), name)
            if meaning and len(meaning.defined) == 1:
                return self._parameter(module, meaning.defined[0], expression.name)
        return None if value.instance else self._field(value.defined, expression.name)

    def _parameter(self, module: Module, function: Defined, name: str) -> Meaning | None:
        """Return a parameter of a function: one of another file is a definition there."""
        home = self._modules[function.path]
        parameter = home.parameters.get(function.binding, {}).get(name)
        if parameter is None:
            return None
        if home.path == module.path:
            return Meaning("member", local=parameter.binding)
        return Meaning("member", (parameter,))

    def _field(self, type_: Defined, name: str) -> Meaning | None:
        """Return the field of a type without a constructor that has a declared type: this is what
        the constructors take that are made of fields."""
        meaning = self._meanings.inheritance.member(Value(type_), name)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].binding < 0:
            return None
        field = meaning.defined[0]
        binding = self._modules[field.path].names.bindings[field.binding]
        return meaning if binding.kind == "variable" and binding.type >= 0 else None
