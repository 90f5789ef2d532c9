"""The names of a file of which it is not known for sure what they mean: each may mean a definition
of the tree that has it, and then a count of uses is too small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_filedocs.index.links.candidates import Meaning
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.model.expressions import (
    Applied,
    Construction,
    Expression,
    FreeName,
    GenericType,
    MacroName,
    Member,
    PathPart,
    ShortName,
    Tested,
    TypeName,
)
from sphinx_filedocs.model.links import MEMBER_MARK, Link

_GUESSES = frozenset({"name", "candidates"})
#: Expressions that are named as another one is.
_AROUND = (Applied, Construction, GenericType, ShortName, Tested, TypeName)


def unsure_names(
    module: Module,
    meanings: Sequence[Meaning | None],
    numbers: Sequence[int],
    different: Sequence[Link],
) -> tuple[str, ...]:
    """Return the names that lead nowhere, or where that is a guess, sorted; those that may be of
    members have a mark before them.

    :param meanings: of each expression.
    :param numbers: of each expression the place of its link, -1 for none.
    """
    names = module.names
    unsure = [link.how in _GUESSES for link in different]
    uncertain: set[str] = set()
    for at in {*names.meant}:
        number, meaning = numbers[at], meanings[at]
        if number < 0 and meaning and not meaning.defined:
            # It is the file itself, or a package.
            continue
        made = _named(names.expressions, at)
        if isinstance(made, FreeName | MacroName):
            # What nothing in sight defines is taken for something outside of the tree.
            if number < 0 or unsure[number] or different[number].external == made.name:
                uncertain.update(_free(module, made.name))
        elif isinstance(made, Member | PathPart) and (number < 0 or unsure[number]):
            uncertain.add(f"{MEMBER_MARK}{made.name}")
            if isinstance(made, PathPart):
                # What stands before it may be a type or not.
                uncertain.add(made.name)
    return tuple(sorted(uncertain))


def _free(module: Module, name: str) -> Iterator[str]:
    if name not in module.language.builtins:
        yield name
        if module.language.bare_members:
            yield f"{MEMBER_MARK}{name}"


def _named(expressions: Sequence[Expression], at: int) -> Expression:
    made = expressions[at]
    while isinstance(made, _AROUND) and made.expression >= 0:
        made = expressions[made.expression]
    return made
