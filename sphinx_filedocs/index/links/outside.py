"""Tells values that come from outside of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.candidates import BUILT_IN, OUTSIDE, Value, is_outside
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.index.links.tree import LinkTree
from sphinx_filedocs.model.expressions import (
    A_TYPE,
    Applied,
    Call,
    ElementOf,
    EnteredBy,
    Expression,
    FreeName,
    ItemOf,
    Member,
    PairsOf,
    PartOf,
    Pointee,
    Results,
    Taken,
)

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings

#: Operations that give what an expression has or makes, and those that give what is in it.
_GIVING = (Call, EnteredBy, Member, Pointee)
_HOLDING = (ElementOf, ItemOf, PairsOf, PartOf, Taken)


class Outside:
    """Tells which values of a tree's expressions are foreign."""

    def __init__(self, meanings: Meanings, tree: LinkTree) -> None:
        self._meanings = meanings
        self._sight = tree.sight

    def of(self, module: Module, made: Expression) -> Value | None:
        """Return the value of what is known to come from outside of the tree, such as what a
        foreign function returns: no member of it is guessed by its name."""
        if isinstance(made, Results):
            # One of them is foreign, and of the others nothing is known.
            values = [self._meanings.value(module.path, number) for number in made.passed]
            foreign = any(map(is_outside, values))
            known = any(value and not is_outside(value) for value in values)
            return OUTSIDE if foreign and not known else None
        if not isinstance(made, (*_GIVING, *_HOLDING)):
            return None
        number = made.owner if isinstance(made, Member | Taken) else made.expression
        owner = self._meanings.value(module.path, number)
        if owner is None:
            return None
        if not is_outside(owner):
            inherited = isinstance(made, Member) and self._meanings.inheritance.is_partly_outside
            return OUTSIDE if inherited and inherited(owner) else None
        if module.language.includes_text and self._is_unread(module, made):
            return None
        if any(part and part.defined for part in owner.holds):
            # A foreign container of what is of the tree.
            return None
        source = module.names.expressions[number]
        if owner != BUILT_IN and owner.external.partition(".")[0] not in module.language.builtins:
            return OUTSIDE
        contained = isinstance(made, _HOLDING) or (
            isinstance(source, Member) and source.name in dict(module.language.container_members)
        )
        return None if contained else BUILT_IN

    def _is_unread(self, module: Module, made: Expression) -> bool:
        """Tell whether what an expression begins with only seems to be outside of the tree: where
        macros hide definitions, a name may be a variable or one of the functions of that name."""
        called = False
        while isinstance(made, (*_GIVING, *_HOLDING, Applied)):
            called = isinstance(made, Call) or (called and isinstance(made, Applied))
            number = made.owner if isinstance(made, Member | Taken) else made.expression
            if number < 0:
                return False
            made = module.names.expressions[number]
        if not isinstance(made, FreeName) or made.use == A_TYPE:
            return False
        return not called or bool(self._sight.named(module.family, made.name, "member"))
