"""Finds uses by types: bases, overridden members, implemented interfaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.expressions import (
    ArrayOf,
    BoundName,
    Call,
    FreeName,
    GenericType,
    Member,
    PathPart,
    TableOf,
    TypeName,
)
from sphinx_filedocs.model.links import Enclosing, How, nameless
from sphinx_filedocs.model.names import USE_KINDS, Names, UseKind
from sphinx_filedocs.model.symbols import INTERFACES, Definition
from sphinx_filedocs.resolve.candidates import Meaning, Value
from sphinx_filedocs.resolve.defined import TYPES, VALUES, Defined
from sphinx_filedocs.resolve.meanings import Meanings
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.signatures import TYPE_PARAMETER, parameter_types

_READ, _ADDRESS, _WRITE = map(USE_KINDS.index, ("read", "address", "write"))
#: What is made of a type that is named there.
_IN_TYPES = (ArrayOf, Call, GenericType, TableOf, TypeName)
_OVERRIDING = frozenset({"method", "function", "property"})


class TypeUses(NamedTuple):
    """The uses of a file by its types.

    A class without a name is the symbol around it, with a number of its own: see
    :class:`~sphinx_filedocs.model.links.Enclosing`.

    :param bases: types that name a base, by line and expression; blocks of Rust for types of other
        files are left out.
    :param stands_for: by line and column (0-based, in characters) of a name: the symbol, and the
        definitions that it overrides or implements.
    """

    bases: Mapping[tuple[int, int], Enclosing]
    stands_for: Mapping[tuple[int, int], tuple[Enclosing, Sequence[StandsFor]]]


class SymbolsAround:
    """Finds the innermost symbol around a line, 1-based, for increasing lines."""

    def __init__(self, spans: Sequence[tuple[int, int, Enclosing]]) -> None:
        self._spans = spans
        self._next = 0
        #: The last line and the name of each symbol around, the innermost last.
        self._open: list[tuple[int, Enclosing]] = []

    def at(self, line: int) -> Enclosing | None:
        """Return the symbol around a line; ``None`` outside of all symbols."""
        while self._next < len(self._spans) and self._spans[self._next][0] <= line:
            _, end, name = self._spans[self._next]
            self._open.append((end, name))
            self._next += 1
        if any(end < line for end, _ in self._open):
            self._open = [span for span in self._open if span[0] >= line]
        return self._open[-1][1] if self._open else None


#: How a definition stands for another one, how that is known, and that one.
StandsFor = tuple[UseKind, How, Definition]


def type_uses(module: Module, of: Sequence[Meaning | None], meanings: Meanings) -> TypeUses:
    """Return the uses of a file by its types.

    :param of: the meaning of each expression.
    """
    bases: dict[tuple[int, int], Enclosing] = {}
    names = module.names
    stand: defaultdict[Defined, list[StandsFor]] = defaultdict(list)
    members: defaultdict[int, list[Defined]] = defaultdict(list)
    for number, defined in module.by_binding.items():
        # C++ may declare a member in its class and define it below.
        here = members[names.bindings[number].scope] if defined.kind in _OVERRIDING else None
        if here is not None and defined not in here:
            here.append(defined)
    for at, scope in enumerate(names.scopes):
        if scope.kind != "class":
            continue
        type_ = _type(module, at, of)
        if scope.bases and type_ is not None and type_.path == module.path:
            keys = zip(scope.base_lines, scope.bases, strict=True)
            others = (key for key in keys if _may_extend(type_, of[key[1]]))
            bases.update(dict.fromkeys(others, _enclosing(type_)))
        if type_ is None or not (scope.bases or type_.partial):
            continue
        for member in members[at] if module.language.types.overrides else ():
            if member.name != type_.name and _may_override(member):
                stand[member] += _overridden(module, at, type_, member, meanings)
    if module.language.types.structural:
        _add_implemented(module, meanings, stand)
    if module.language.types.implementations:
        _add_blocks(module, meanings, stand)
    if module.language.imports.text:
        _add_entries(module, of, stand)
    unnamed = _unnamed_classes(names)
    extended = [*_extended(module, unnamed, of)]
    standing = dict(_standing(module, unnamed, meanings, stand))
    inside = _unnamed(module, unnamed, {line for line, _ in (*extended, *standing)})
    bases.update((place, inside[place[0]]) for place in extended)
    by_place = dict(_by_place(module, stand))
    by_place.update((place, (inside[place[0]], others)) for place, others in standing.items())
    return TypeUses(bases, by_place)


def _unnamed_classes(names: Names) -> AbstractSet[int]:
    """Return the scopes of classes without a name: ``new Shape() { … }``."""
    return {
        at
        for at, scope in enumerate(names.scopes)
        if scope.kind == "class" and scope.bases and scope.binding < 0 and scope.owner < 0
    }


def _extended(
    module: Module, unnamed: Iterable[int], of: Sequence[Meaning | None]
) -> Iterator[tuple[int, int]]:
    """Yield the bases of classes without a name, by line and expression."""
    for scope in map(module.names.scopes.__getitem__, unnamed):
        for line, base in zip(scope.base_lines, scope.bases, strict=True):
            meaning = of[base]
            types = [row for row in meaning.defined if row.kind in TYPES] if meaning else []
            # What a constant of an enumeration extends is not named there.
            if types and (module.path, line) not in [
                (row.path, row.definition.line) for row in types
            ]:
                yield line, base


def _standing(
    module: Module,
    unnamed: AbstractSet[int],
    meanings: Meanings,
    stand: Mapping[Defined, list[StandsFor]],
) -> Iterator[tuple[tuple[int, int], Sequence[StandsFor]]]:
    """Yield what the members of classes without a name override or implement, by line and column;
    add that of symbols of the outline to *stand*."""
    names = module.names
    scopes = names.scopes if unnamed and module.language.types.overrides else ()
    parameters = _parameters(names) if scopes else {}
    for function, scope in enumerate(scopes):
        number = scope.binding if scope.kind == "function" else -1
        at = names.bindings[number].scope if number >= 0 else -1
        if at not in unnamed or number in names.scopes[at].statics:
            continue
        name, _, line, column, *_ = names.bindings[number]
        # The parameters of types stand before the others.
        count = scope.least + 1 if scope.most < 0 else scope.most
        types = parameters.get(function, ())
        own = [_type_name(module, type_) for type_ in types[len(types) - count :]]
        rows = _inherited(module, meanings.bases(module, at), name, own, meanings)
        others = [_stands_for(row, meanings.interfaces.asks(row)) for row in rows]
        if number in module.by_binding:
            stand[module.by_binding[number]] += others
        elif others:
            yield (line, column), others


def _unnamed(
    module: Module, unnamed: AbstractSet[int], lines: Iterable[int]
) -> dict[int, Enclosing]:
    """Return classes without a name, or members of them, by line. Symbols of the outline that are
    members of one are not around it, although they may stand on the same line."""
    bindings = module.names.bindings
    rows = module.by_binding.items() if unnamed else ()
    own = {_enclosing(row) for number, row in rows if bindings[number].scope in unnamed}
    around = SymbolsAround([span for span in module.spans if span[2] not in own])
    return {line: nameless(module.path, line, around.at(line)) for line in sorted(lines)}


def _by_place(
    module: Module, stand: Mapping[Defined, Sequence[StandsFor]]
) -> Iterator[tuple[tuple[int, int], tuple[Enclosing, Sequence[StandsFor]]]]:
    for defined, others in stand.items():
        if others and defined.binding >= 0:
            binding = module.names.bindings[defined.binding]
            yield (binding.line, binding.column), (_enclosing(defined), others)


def _add_implemented(
    module: Module, meanings: Meanings, stand: Mapping[Defined, list[StandsFor]]
) -> None:
    for type_ in _owners(module, meanings):
        members = module.members.get(type_.qualified, {})
        for interface, how, is_base, asked in meanings.interfaces.of(module, type_):
            if not is_base and type_.path == module.path:
                stand[type_].append(("implementation", how, interface.definition))
            for name in asked.keys() & members.keys():
                for member in members[name]:
                    stand[member].append(("implementation", how, asked[name].definition))


def _owners(module: Module, meanings: Meanings) -> Iterator[Defined]:
    own = {row.qualified: row for row in module.all() if row.kind in TYPES}
    for owner in {**own, **(module.members if module.language.packages.by_folder else {})}:
        rows = [own[owner]] if owner in own else meanings.interfaces.beside(module, owner)
        yield from rows[:1]


def _add_blocks(
    module: Module, meanings: Meanings, stand: Mapping[Defined, list[StandsFor]]
) -> None:
    for type_ in (row for row in module.all() if row.kind in TYPES):
        for other, scope in meanings.inheritance.parts(type_):
            for base in other.names.scopes[scope].bases if other.path != module.path else ():
                meaning = meanings.find(other.path, base)
                if meaning and len(meaning.defined) == 1 and meaning.how != "name":
                    base_type = meaning.defined[0].definition
                    stand[type_].append(("implementation", meaning.how, base_type))


def _add_entries(
    module: Module, of: Sequence[Meaning | None], stand: Mapping[Defined, list[StandsFor]]
) -> None:
    """Add functions in tables: ``{.open = file_open}`` implements the field ``open``."""
    names = module.names
    field: Defined | None = None
    at = 0
    for line, expression, kind in zip(names.lines, names.meant, names.kinds, strict=True):
        meaning = of[expression]
        is_sure = meaning is not None and len(meaning.defined) == 1 and meaning.how != "name"
        meant = meaning.defined[0] if meaning and is_sure else None
        is_own = meant is not None and meant.kind == "function" and meant.path == module.path
        if field and meant and is_own and kind in (_READ, _ADDRESS) and line == at:
            stand[meant].append(("implementation", "member", field.definition))
        is_field = meant is not None and meant.kind == "field" and meant.place == "member"
        field, at = (meant if is_field and kind == _WRITE else None), line


def _enclosing(defined: Defined) -> Enclosing:
    return Enclosing(defined.definition.qualified, defined.definition.number)


def _type(module: Module, scope: int, of: Sequence[Meaning | None]) -> Defined | None:
    body = module.names.scopes[scope]
    if body.owner < 0:
        return module.by_binding.get(body.binding)
    meaning = of[body.owner]
    return meaning.defined[0] if meaning and len(meaning.defined) == 1 else None


def _may_extend(type_: Defined, meaning: Meaning | None) -> bool:
    defined = meaning.defined if meaning else ()
    is_value = type_.kind in VALUES and not any(row.kind in INTERFACES for row in defined)
    return defined != (type_,) and not is_value


def _may_override(member: Defined) -> bool:
    return not member.private and not member.static


def _overridden(
    module: Module, scope: int, type_: Defined, member: Defined, meanings: Meanings
) -> Iterator[StandsFor]:
    own = parameter_types(member.definition.signature, member.name)
    bases = _bases(module, scope, type_, meanings)
    for row in _inherited(module, bases, member.name, own, meanings):
        if row.definition != member.definition:
            asks = meanings.interfaces.asks(row) and not meanings.interfaces.asks(member)
            yield _stands_for(row, asks)


def _stands_for(row: Defined, asks: bool) -> StandsFor:
    return "implementation" if asks else "override", "member", row.definition


def _inherited(
    module: Module, bases: Iterable[Value], name: str, own: Sequence[str], meanings: Meanings
) -> Iterator[Defined]:
    """Yield the member of each base that a member with these types of parameters takes the place
    of."""
    for base in bases:
        made = base._replace(instance=True)
        meaning = meanings.member(made, name) if base.defined else None
        rows = [
            row
            for row in (meaning.defined if meaning else ())
            if row.kind in _OVERRIDING and row.member and _may_override(row)
        ]
        if module.language.scopes.overloads:
            rows = [
                row
                for row in rows
                if _fits(own, parameter_types(row.definition.signature, row.name))
            ]
        if len(rows) == 1:
            yield rows[0]


def _parameters(names: Names) -> Mapping[int, Sequence[int]]:
    """Return the types of each function's parameters as expressions, -1 for none, by scope."""
    types: defaultdict[int, list[int]] = defaultdict(list)
    for binding in names.bindings:
        if binding.kind == "parameter":
            types[binding.scope].append(binding.type)
    return types


def _type_name(module: Module, expression: int) -> str:
    """Return the name of a type, as far as it tells, else ``""``."""
    made = module.names.expressions[expression] if expression >= 0 else None
    if isinstance(made, ArrayOf) and made.owner < 0:
        part = _type_name(module, made.expression)
        return part and f"{part}[]"
    while isinstance(made, _IN_TYPES):
        inner = made.owner if isinstance(made, ArrayOf | TableOf) else made.expression
        made = module.names.expressions[inner] if inner >= 0 else None
    if isinstance(made, BoundName):
        return module.names.bindings[made.binding].name
    return made.name if isinstance(made, FreeName | Member | PathPart) else ""


def _bases(module: Module, scope: int, type_: Defined, meanings: Meanings) -> Iterator[Value]:
    if not type_.partial:
        yield from meanings.bases(module, scope)
        return
    for part, body in meanings.inheritance.parts(type_):
        yield from meanings.bases(part, body)


def _fits(own: Sequence[str], inherited: Sequence[str]) -> bool:
    return len(own) == len(inherited) and all(map(_is_same_type, own, inherited))


def _is_same_type(own: str, inherited: str) -> bool:
    """Return True if a type, ``""`` for any, may stand for an inherited one, also in the type of a
    function: ``B C`` for ``A B``."""
    # What is any number of arguments to who calls is an array to who is called.
    own, inherited = own.replace("...", "[]"), inherited.replace("...", "[]")
    if own in ("", inherited) or TYPE_PARAMETER.fullmatch(inherited.rstrip("[]")):
        return True
    parts, others = own.split(), inherited.split()
    return len(parts) == len(others) > 1 and all(map(_is_same_type, parts, others))
