"""What a class that extends another one gives for the parameters for types of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.candidates import BASES
from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.index.links.tree import LinkTree
from sphinx_filedocs.model.expressions import BoundName, TypeName

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings

#: A file and an expression in it.
Place = tuple[Module, int]


class TypeArguments:
    """Follows parameters for types to what heirs give for them."""

    def __init__(self, meanings: Meanings, tree: LinkTree) -> None:
        self._meanings = meanings
        self._modules = tree.modules
        #: The file that was asked last, and the parameters of its classes by their scopes.
        self._last: tuple[str, Mapping[int, Sequence[int]]] = ("", {})

    def given(self, heir: Defined, module: Module, type_: int) -> Place | None:
        """Return what a class gives for a type that a base of it names, where that is a parameter
        of the base.

        :param module: the file of the base.
        :param type_: the expression of the type there.
        """
        number = parameter_for_types(module, type_)
        if number < 0:
            return None
        scope = module.names.bindings[number].scope
        if module.names.scopes[scope].kind != "class":
            return None
        place = self._parameters(module, scope).index(number)
        return self._at(heir, module, scope, place, set())

    def _at(
        self, heir: Defined, home: Module, scope: int, place: int, seen: set[Defined]
    ) -> Place | None:
        """Return what a class gives, directly or not, at a place among the arguments of a base.

        :param home: the file of the base, with its scope.
        """
        if heir in seen or len(seen) >= BASES:
            return None
        seen.add(heir)
        for module, base, passed in self._bases(heir):
            value = self._meanings.value(module.path, base)
            above = value.defined if value else None
            if above is None:
                continue
            if above.path == home.path and scope in home.scopes.get(above.qualified, ()):
                return (module, passed[place]) if place < len(passed) else None
            found = self._at(above, home, scope, place, seen)
            if found is None:
                continue
            around, type_ = found
            number = parameter_for_types(around, type_)
            if number < 0:
                return found
            # What that gives is a parameter of its own.
            before = self._parameters(around, around.names.bindings[number].scope).index(number)
            return (module, passed[before]) if before < len(passed) else None
        return None

    def _parameters(self, module: Module, scope: int) -> Sequence[int]:
        """Return the bindings of the parameters for types of a class, in order."""
        if self._last[0] != module.path:
            found: dict[int, list[int]] = {}
            for number, binding in enumerate(module.names.bindings):
                if binding.kind == "parameter":
                    found.setdefault(binding.scope, []).append(number)
            self._last = module.path, found
        return self._last[1].get(scope, ())

    def _bases(self, type_: Defined) -> Iterator[tuple[Module, int, Sequence[int]]]:
        """Yield the bases that the code of a type names, each with the arguments that it gets."""
        module = self._modules[type_.path]
        for own in module.scopes.get(type_.qualified, ()):
            scope = module.names.scopes[own]
            start = 0
            for base, count in zip(scope.bases, scope.passed_counts, strict=False):
                yield module, base, scope.passed[start : start + count]
                start += count


def parameter_for_types(module: Module, type_: int) -> int:
    """Return the binding of the parameter for types that an expression names, -1 if it does not."""
    if type_ < 0:
        return -1
    expression = module.names.expressions[type_]
    while isinstance(expression, TypeName):
        expression = module.names.expressions[expression.expression]
    if not isinstance(expression, BoundName):
        return -1
    bound = module.names.bindings[expression.binding]
    return expression.binding if bound.kind == "parameter" else -1
