"""What the name of an argument in a call leads to: a parameter, or the field that it sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.candidates import Meaning, Value
from sphinx_filedocs.index.links.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.index.links.modules import Module
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
        if called is None or called.how in _UNSURE:
            return None
        if called.defined and all(row.kind in CALLABLE for row in called.defined):
            return self._parameter(module, called.defined, expression.name)
        value = self._meanings.value(module.path, expression.owner)
        if value is None or value.defined is None:
            return None
        if value.defined.kind in CALLABLE:
            return self._parameter(module, (value.defined,), expression.name)
        if value.defined.kind not in TYPES:
            return None
        if value.instance:
            functions = self._named(value.defined, module.language.call_member)
            return self._parameter(module, functions, expression.name) if functions else None
        for name in module.language.constructors:
            if functions := self._named(value.defined, name):
                return self._parameter(module, functions, expression.name)
        own = self._modules[value.defined.path].lookups
        rows = own.members(value.defined.qualified, value.defined.name)
        functions = tuple(row for row in rows if row.called)
        meaning = self._parameter(module, functions, expression.name)
        return meaning or self._field(value.defined, expression.name)

    def _named(self, type_: Defined, name: str) -> tuple[Defined, ...]:
        """Return the function that a type has by a name, nothing if there is not just one."""
        meaning = self._meanings.inheritance.member(Value(type_), name) if name else None
        return meaning.defined if meaning and len(meaning.defined) == 1 else ()

    def _parameter(self, module: Module, functions: Sequence[Defined], name: str) -> Meaning | None:
        """Return the parameter that one of some functions has alone: in another file it is a
        definition there."""
        matches = [
            parameter
            for function in functions
            if (parameters := self._modules[function.path].parameters.get(function.binding))
            and (parameter := parameters.get(name))
        ]
        if len(matches) != 1:
            return None
        if matches[0].path == module.path:
            return Meaning("member", local=matches[0].binding)
        return Meaning("member", (matches[0],))

    def _field(self, type_: Defined, name: str) -> Meaning | None:
        """Return the field of a type without a constructor that has a declared type: this is what
        the constructors take that are made of fields."""
        meaning = self._meanings.inheritance.member(Value(type_), name)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].binding < 0:
            return None
        field = meaning.defined[0]
        binding = self._modules[field.path].names.bindings[field.binding]
        return meaning if binding.kind == "variable" and binding.type >= 0 else None
