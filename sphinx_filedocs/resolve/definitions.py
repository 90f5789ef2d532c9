"""Flattens the definitions of files into rows for storage and lookups by name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_filedocs import languages
from sphinx_filedocs.index.trace import name_key, packaged_name_key, qualified_key
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
from sphinx_filedocs.model.symbols import INTERFACES, Definition, SymbolKind, last_part
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.modules import ALIKE, Module
from sphinx_filedocs.resolve.signatures import parameter_types

_OPENED = re.compile(r"\bnamespace\s+(\w+)")


class Row(NamedTuple):
    """A definition: fields of :class:`Definition` without the path, then of :class:`Defined`."""

    line: int
    kind: SymbolKind
    qualified: str
    signature: str
    number: int
    binding: int
    owner: str
    place: str
    body: bool
    called: bool
    least: int
    most: int
    condition: str

    @property
    def name(self) -> str:
        """The unqualified name."""
        return last_part(self.qualified)


@dataclass(frozen=True, slots=True)
class FileDefinitions:
    """The definitions of a file.

    :param language: its key.
    :param family: languages that share definitions.
    :param package: of the file, ``""`` for none.
    :param rows: definitions with their owners; some have two.
    :param aliases: bindings of aliases by qualified name.
    :param opened: scopes that open namespaces, by the namespace around; for structural types also
        interfaces by member (:func:`asked_key`) and members of types in other files
        (:func:`foreign_key`).
    :param spaces: rows of macros that open a namespace, by its name.
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
        """The unqualified names that others look up in the file."""
        named = (row.name for _, row in self.rows)
        return {*named, *self.aliases, *self.opened, *self.spaces}


def definitions_of(module: Module) -> FileDefinitions:
    """Return the definitions of a file."""
    rows: list[tuple[str, Row]] = []
    spaces: dict[str, int] = {}
    for owner, by_name in module.members.items():
        for alike in by_name.values():
            for symbol in alike:
                opening = (
                    _OPENED.search(symbol.definition.signature) if symbol.kind == "macro" else None
                )
                if opening and not owner and module.language.imports.text:
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
        {**module.opened, **_asked(module)} if module.language.types.structural else module.opened,
        spaces,
    )


def asked_key(member: str) -> str:
    """Return the key of interfaces that demand a member."""
    return f"{member}()"


def foreign_key(owner: str) -> str:
    """Return the key of members of a type in another file."""
    return f"{owner}."


def _asked(module: Module) -> Mapping[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    own = {row.qualified: row.kind for row in module.by_binding.values() if row.kind in TYPES}
    for owner, by_name in module.members.items():
        scopes = module.scopes.get(owner, ())
        if own.get(owner) in INTERFACES or any(_is_protocol(module, scope) for scope in scopes):
            for name in by_name:
                places[asked_key(name)] += scopes
        elif owner and owner not in own and module.language.packages.by_folder:
            rows = (row for rows in by_name.values() for row in rows if row.place == "member")
            places[foreign_key(owner)] += (row.binding for row in rows if row.binding >= 0)
    return places


def _is_protocol(module: Module, scope: int) -> bool:
    last = {protocol.rpartition(".")[2] for protocol in module.language.types.protocols}
    return bool(last) and any(
        _last_name(module, base) in last for base in module.names.scopes[scope].bases
    )


def _last_name(module: Module, expression: int) -> str:
    made = module.names.expressions[expression]
    while isinstance(made, GenericType | ItemOf | TypeName):
        made = module.names.expressions[made.expression]
    if isinstance(made, BoundName):
        return module.names.bindings[made.binding].name
    return made.name if isinstance(made, FreeName | Member | PathPart) else ""


def _too_many_alike(module: Module) -> Iterator[tuple[str, Row]]:
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
    return Row(
        *symbol.definition[1:],
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
    """Return the part of a signature that other files depend on.

    With textual includes that is all of it; else modifiers, and parameter types of overloads.
    """
    if language.imports.text:
        return defined.definition.signature
    tells = language.scopes.overloads and defined.kind in CALLABLE
    types = parameter_types(defined.definition.signature, defined.name) if tells else ()
    static = language.types.overrides and defined.static
    if language.types.structural and not language.types.overrides:
        types = (defined.definition.signature,)
    return defined.private, static, defined.partial, types, lacks_body(defined, language)


def lacks_body(defined: Defined, language: Language) -> bool:
    """Return True if a method has no body, so that a lambda may implement it. Example:
    ``int size();`` of a Java interface."""
    pattern = language.types.function_interfaces
    known = bool(pattern) and defined.kind in CALLABLE
    return known and re.match(pattern, defined.definition.signature) is not None


def answers(
    file: FileDefinitions, numbers: Iterable[int] | None = None
) -> Iterator[tuple[str, int]]:
    """Yield the keys of :attr:`Question.DEFINED` that a file answers, each with the number of a
    row.

    :param numbers: of the rows to look at, ``None`` for all.
    """
    family, package = file.family, file.package
    has_packages = languages.load()[file.language].packages.by_folder
    for number in range(len(file.rows)) if numbers is None else numbers:
        owner, row = file.rows[number]
        name = row.name
        if row.place != "inner":
            qualified = f"{owner}.{name}" if owner else name
            yield qualified_key(family, qualified), number
            if row.owner == owner:
                # Some definitions have another owner besides.
                yield name_key(family, name), number
        if has_packages and not owner:
            yield packaged_name_key(file.language, package, name), number


def definition(path: str, row: Row) -> Definition:
    """Return the definition in a row."""
    return Definition(path, *row[:5])


def defined(path: str, row: Row) -> Defined:
    """Return the definition in a row, with facts for linking."""
    return Defined(definition(path, row), *row[5:])


def implementation(rows: Sequence[Defined]) -> Defined:
    """Return the function that other rows only declare, or else the first row. Example: the
    ``def`` behind some with ``@overload``."""
    return next((row for row in rows if row.body and row.kind in CALLABLE), rows[0])
