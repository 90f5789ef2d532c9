"""What each file defines, in rows of simple types that the names of a tree are looked up in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_filedocs.index.links.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.index.links.modules import ALIKE, Module
from sphinx_filedocs.index.links.signatures import parameter_types
from sphinx_filedocs.languages import Language
from sphinx_filedocs.model.expressions import (
    BoundName,
    FreeName,
    GenericType,
    ItemOf,
    Member,
    PathPart,
    TypeName,
)
from sphinx_filedocs.model.symbols import INTERFACES, Definition, last_part

_OPENED = re.compile(r"\bnamespace\s+(\w+)")
#: A definition: what a :class:`Definition` has besides its path, in order, then what a
#: :class:`Defined` has besides that.
Row = tuple[int, str, str, str, int, int, str, str, bool, bool, int, int, str]
_QUALIFIED, _OWNER, _PLACE = 2, 6, 7


@dataclass(frozen=True, slots=True)
class FileDefinitions:
    """What a file defines.

    :param language: its key.
    :param family: the group of languages that share their definitions.
    :param package: the name of the package that the file belongs to, where its language has such.
    :param rows: the definitions, each with the owner of which it is a member: some have two.
    :param aliases: the bindings of other names for things, by their qualified names.
    :param opened: the scopes in which namespaces are opened, by the namespace around; where types
        need not name what they implement, also the scopes of the interfaces that ask for a
        member, by :func:`asked_key`, and of a type that stands in another file the bindings of
        members, by :func:`foreign_key`, and the scopes that say what it implements, by
        :func:`said_key`.
    :param spaces: the macros that open a namespace, by its name, as places among the rows.
    """

    language: str
    family: str
    package: str
    rows: tuple[tuple[str, Row], ...]
    aliases: Mapping[str, int]
    opened: Mapping[str, list[int]]
    spaces: Mapping[str, int]

    @property
    def names(self) -> set[str]:
        """The names by which others look for something in the file: definitions without owners."""
        named = (name_of(row) for _, row in self.rows)
        return {*named, *self.aliases, *self.opened, *self.spaces}


def definitions_of(module: Module) -> FileDefinitions:
    """Return what a file defines."""
    rows: list[tuple[str, Row]] = []
    spaces: dict[str, int] = {}
    for owner, by_name in module.members.items():
        for alike in by_name.values():
            for symbol in alike:
                opening = (
                    _OPENED.search(symbol.definition.signature) if symbol.kind == "macro" else None
                )
                if opening and not owner and module.language.includes_text:
                    spaces.setdefault(opening[1], len(rows))
                rows.append((owner, _row(symbol, symbol.place)))
    rows += _too_many_alike(module)
    rows += _parameters(module)
    return FileDefinitions(
        module.language.key,
        module.family,
        module.package,
        tuple(rows),
        module.aliases,
        {**module.opened, **_asked(module)} if module.language.structural else module.opened,
        spaces,
    )


def asked_key(member: str) -> str:
    """Return the name under which files note the interfaces that ask for a member."""
    return f"{member}()"


def foreign_key(owner: str) -> str:
    """Return the name under which files note the members of a type that stands in another one."""
    return f"{owner}."


def said_key(owner: str) -> str:
    """Return the name under which files note what they say that a type implements."""
    return f"{owner}:"


def _asked(module: Module) -> Mapping[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    own = {row.qualified: row.kind for row in module.by_binding.values() if row.kind in TYPES}
    for owner, by_name in module.members.items():
        scopes = module.scopes.get(owner, ())
        if own.get(owner) in INTERFACES or any(_is_protocol(module, scope) for scope in scopes):
            for name in by_name:
                places[asked_key(name)] += scopes
        elif owner and owner not in own and module.language.packages:
            rows = (row for rows in by_name.values() for row in rows if row.place == "member")
            places[foreign_key(owner)] += (row.binding for row in rows if row.binding >= 0)
    for number, scope in enumerate(module.names.scopes):
        if scope.owner >= 0 and scope.bases and (name := _last_name(module, scope.owner)):
            places[said_key(name)].append(number)
    return places


def _is_protocol(module: Module, scope: int) -> bool:
    """Tell whether a class may be a protocol, by the last name of a base."""
    last = {protocol.rpartition(".")[2] for protocol in module.language.protocols}
    return bool(last) and any(
        _last_name(module, base) in last for base in module.names.scopes[scope].bases
    )


def _last_name(module: Module, expression: int) -> str:
    """Return the last name of an expression for a type, ``""`` where it has none."""
    made = module.names.expressions[expression]
    while isinstance(made, GenericType | ItemOf | TypeName):
        made = module.names.expressions[made.expression]
    if isinstance(made, BoundName):
        return module.names.bindings[made.binding].name
    return made.name if isinstance(made, FreeName | Member | PathPart) else ""


def _too_many_alike(module: Module) -> Iterator[tuple[str, Row]]:
    """Yield the definitions of a file whose names have too many of them to be looked up: only links
    within the file lead to these."""
    lists = [rows for by_name in module.members.values() for rows in by_name.values()]
    if any(len(rows) >= ALIKE for rows in lists):
        known = {_key(symbol) for rows in lists for symbol in rows}
        for symbol in module.by_binding.values():
            if _key(symbol) not in known:
                known.add(_key(symbol))
                yield symbol.owner, _row(symbol, "inner")


def _parameters(module: Module) -> Iterator[tuple[str, Row]]:
    for parameters in module.parameters.values():
        for symbol in parameters.values():
            yield symbol.owner, _row(symbol, "inner")


def _key(symbol: Defined) -> tuple[str, int]:
    return symbol.definition.qualified, symbol.definition.number


def _row(symbol: Defined, place: str) -> Row:
    definition = symbol.definition
    return (
        definition.line,
        definition.kind,
        definition.qualified,
        definition.signature,
        definition.number,
        symbol.binding,
        symbol.owner,
        place,
        symbol.body,
        symbol.called,
        symbol.least,
        symbol.most,
        symbol.condition,
    )


def what_others_read(defined: Defined, language: Language) -> object:
    """Return what other files read of the signature of a definition: where texts are included, all;
    else whether it is private, static or a part, and the types of its parameters if these tell
    functions apart."""
    if language.includes_text:
        return defined.definition.signature
    tells = language.overloads and defined.kind in CALLABLE
    types = parameter_types(defined.definition.signature, defined.name) if tells else ()
    static = language.overrides and defined.static
    if language.structural and not language.overrides:
        types = (defined.definition.signature,)
    return defined.private, static, defined.partial, types, lacks_body(defined, language)


def lacks_body(defined: Defined, language: Language) -> bool:
    """Tell whether a definition is a method without a body, for which a function may stand."""
    pattern = language.function_interfaces
    known = bool(pattern) and defined.kind in CALLABLE
    return known and re.match(pattern, defined.definition.signature) is not None


def place_of(row: Row) -> str:
    """Return the place of a definition; see :class:`Defined`."""
    return str(row[_PLACE])


def name_of(row: Row) -> str:
    """Return the name of a definition without what it is in."""
    return last_part(str(row[_QUALIFIED]))


def member_name(owner: str, name: str) -> str:
    """Return the qualified name of a member of an owner."""
    return f"{owner}.{name}" if owner else name


def is_at_home(owner: str, row: Row) -> bool:
    """Tell whether an owner is what a definition stands in; some have another one besides."""
    return row[_OWNER] == owner


def definition(path: str, row: Row) -> Definition:
    """Return the definition of a file that a row says."""
    line, kind, qualified, signature, number, *_ = row
    return Definition(path, line, kind, qualified, signature, number)  # type: ignore[arg-type]


def defined(path: str, row: Row) -> Defined:
    """Return the definition of a row with the facts that only linking needs."""
    return Defined(definition(path, row), *row[5:])


def implementation(rows: Sequence[Defined]) -> Defined:
    """Return which of the definitions of one name in one scope stands for all: the function that
    the others only declare, else the first."""
    return next((row for row in rows if row.body and row.kind in CALLABLE), rows[0])
