"""What types use of others by what they are: the bases that they name, and the members of these
that they override."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.index.links.candidates import Meaning
from sphinx_filedocs.index.links.meanings import Meanings
from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.index.links.signatures import TYPE_PARAMETER, parameter_types
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition

_OVERRIDING = frozenset({"method", "function", "property"})


class TypeUses(NamedTuple):
    """The uses of a file that follow from its types.

    :param bases: the types that name a base, by the line and the expression that they do it with;
        those of other files, as what a block of Rust implements may be, are left out.
    :param overrides: by line and column (0-based, in characters) of the name of a member: itself,
        and the members that it overrides.
    """

    bases: Mapping[tuple[int, int], Enclosing]
    overrides: Mapping[tuple[int, int], tuple[Enclosing, Sequence[Definition]]]


def type_uses(module: Module, of: Sequence[Meaning | None], meanings: Meanings) -> TypeUses:
    """Return the uses of a file that follow from its types.

    :param of: what each expression of the file means.
    """
    bases: dict[tuple[int, int], Enclosing] = {}
    overrides: dict[tuple[int, int], tuple[Enclosing, Sequence[Definition]]] = {}
    names = module.names
    members: defaultdict[int, list[Defined]] = defaultdict(list)
    for number, defined in module.by_binding.items():
        if defined.binding == number and defined.kind in _OVERRIDING:
            members[names.bindings[number].scope].append(defined)
    for at, scope in enumerate(names.scopes):
        if scope.kind != "class" or not scope.bases:
            continue
        type_ = _type(module, at, of)
        if type_ is not None and type_.path == module.path:
            keys = zip(scope.base_lines, scope.bases, strict=True)
            bases.update(dict.fromkeys(keys, _enclosing(type_)))
        for member in members[at] if module.language.overrides else ():
            if type_ is None or member.name == type_.name or not _may_override(member):
                continue
            if inherited := tuple(_overridden(module, at, member, meanings)):
                binding = names.bindings[member.binding]
                overrides[binding.line, binding.column] = _enclosing(member), inherited
    return TypeUses(bases, overrides)


def _enclosing(defined: Defined) -> Enclosing:
    return Enclosing(defined.definition.qualified, defined.definition.number)


def _type(module: Module, scope: int, of: Sequence[Meaning | None]) -> Defined | None:
    body = module.names.scopes[scope]
    if body.owner < 0:
        return module.by_binding.get(body.binding)
    meaning = of[body.owner]
    return meaning.defined[0] if meaning and len(meaning.defined) == 1 else None


def _may_override(member: Defined) -> bool:
    return not member.private and not member.static


def _overridden(
    module: Module, scope: int, member: Defined, meanings: Meanings
) -> Iterator[Definition]:
    """Yield the members that one overrides: of each base the nearest."""
    for base in meanings.scopes.bases(module, scope):
        made = base._replace(instance=True)
        meaning = meanings.inheritance.member(made, member.name) if base.defined else None
        rows = [
            row
            for row in (meaning.defined if meaning else ())
            if row.kind in _OVERRIDING and row.member and _may_override(row)
        ]
        if module.language.overloads:
            own = parameter_types(member.definition.signature, member.name)
            rows = [
                row
                for row in rows
                if _fits(own, parameter_types(row.definition.signature, row.name))
            ]
        if len(rows) == 1 and rows[0].definition != member.definition:
            yield rows[0].definition


def _fits(own: Sequence[str], inherited: Sequence[str]) -> bool:
    """Tell whether the types of parameters are those of a member that is inherited, whose own type
    parameters may stand for anything."""
    return len(own) == len(inherited) and all(
        own_type == inherited_type or TYPE_PARAMETER.fullmatch(inherited_type)
        for own_type, inherited_type in zip(own, inherited, strict=True)
    )
