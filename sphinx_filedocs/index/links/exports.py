"""What each file offers to the others: its definitions, in rows of simple types that the names of a
tree are looked up in, and a digest of all that their links can depend on, without places."""

from __future__ import annotations

import hashlib
import marshal
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_filedocs.index.links.modules import (
    ALIKE,
    CALLABLE,
    Defined,
    Module,
    type_parameters,
)
from sphinx_filedocs.index.links.signatures import parameter_types
from sphinx_filedocs.languages import Language
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.symbols import Definition

_OPENED = re.compile(r"\bnamespace\s+(\w+)")
#: A definition: what a :class:`Definition` has besides its path, in order, then what a
#: :class:`Defined` has besides that.
Row = tuple[int, str, str, str, int, int, str, str, bool, bool, int, int]
_QUALIFIED, _OWNER, _PLACE = 2, 6, 7
#: What the fields of expressions hold that are numbers: those of an expression, a binding, a scope
#: or an import.
_NUMBERED: Mapping[str, str] = {
    "expression": "e",
    "owner": "e",
    "plain": "e",
    "binding": "b",
    "scope": "s",
    "statement": "i",
}
#: Kinds of bindings that are members of a type without a name.
_FIELDS = ("field", "definition")


@dataclass(frozen=True, slots=True)
class FileDefinitions:
    """What a file defines.

    :param language: its key.
    :param family: the group of languages that share their definitions.
    :param package: the name of the package that the file belongs to, where its language has such.
    :param rows: the definitions, each with the owner of which it is a member: some have two.
    :param aliases: the bindings of other names for things, by their qualified names.
    :param opened: the scopes in which namespaces are opened, by the namespace around.
    :param spaces: the macros that open a namespace, by its name, as places among the rows.
    """

    language: str
    family: str
    package: str
    rows: tuple[tuple[str, Row], ...]
    aliases: Mapping[str, int]
    opened: Mapping[str, list[int]]
    spaces: Mapping[str, int]


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
        module.opened,
        spaces,
    )


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
    """Yield the parameters that calls in other files may name."""
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
    )


def what_others_read(defined: Defined, language: Language) -> object:
    """Return what other files read of the signature of a definition: where texts are included, all;
    else whether it is private, and the types of its parameters if these tell functions apart."""
    signature = defined.definition.signature
    if language.includes_text:
        return signature
    tells = language.overloads and defined.kind in CALLABLE
    return defined.private, parameter_types(signature, defined.name) if tells else []


def place_of(row: Row) -> str:
    """Return the place of a definition; see :class:`Defined`."""
    return str(row[_PLACE])


def name_of(row: Row) -> str:
    """Return the name of a definition without what it is in."""
    return str(row[_QUALIFIED]).replace("::", ".").rpartition(".")[2]


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


def exports_digest(module: Module, imports: Sequence[Import]) -> str:
    """Return a digest of the exports of a file: its definitions, re-exports and opened scopes, and
    all that these depend on.

    :param imports: of the file, resolved.
    """
    said = list(_Exports(module, imports).said())
    # Later versions of the format depend on which objects are the same.
    return hashlib.blake2b(marshal.dumps(said, 2), digest_size=12).hexdigest()


class _Exports:
    """Follows everything that other files can reach in a file, and renumbers it in the order of
    this traversal: the numbers in the file change with every local name."""

    def __init__(self, module: Module, imports: Sequence[Import]) -> None:
        self._module = module
        self._names = module.names
        self._imports = imports
        #: The new numbers of what was reached: of expressions, bindings, scopes and imports.
        self._numbers: dict[str, dict[int, int]] = {kind: {} for kind in "ebsi"}
        self._queue: list[tuple[str, int]] = []
        self._inside: dict[int, list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in _FIELDS:
                self._inside[binding.scope].append(number)

    def said(self) -> Iterator[object]:
        """Yield all that the digest covers, in an order that follows from the file alone."""
        module = self._module
        yield module.language.key, module.package, module.exports, bool(self._imports)
        yield from (
            self._import(number)
            for number, import_ in enumerate(self._imports)
            if any(name.name == "*" for name in import_.names)
        )
        for owner, by_name in module.members.items():
            yield (
                owner,
                [
                    (name, [self._row(defined) for defined in rows])
                    for name, rows in by_name.items()
                ],
            )
        yield [
            [(row.qualified, row.definition.number) for row in parameters.values()]
            for parameters in module.parameters.values()
        ]
        yield [self._node("b", number) for number in self._open()]
        yield [
            (one.target, [*map(tuple, one.names)])
            for one in self._imports
            if one.kind == "reexport" and module.language.module_paths
        ]
        yield [(name, self._node("b", number)) for name, number in module.imported.items()]
        yield [(name, self._node("b", number)) for name, number in module.aliases.items()]
        for scopes in (module.scopes, module.opened):
            yield [
                (name, [self._node("s", scope) for scope in row]) for name, row in scopes.items()
            ]
        yield [self._node("s", number) for number in self._modules_and_parts()]
        yield [self._node("s", number) for number in self._functions()]
        say = {
            "e": self._expression,
            "b": self._binding,
            "s": self._scope,
            "i": self._import,
        }
        for kind, number in self._queue:
            # The queue grows meanwhile.
            yield say[kind](number)

    def _open(self) -> list[int]:
        """Return the bindings that other files can reach."""
        numbers = set(self._module.by_binding)
        every = self._module.language.module_paths
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in ("import", "export"):
                kind = self._names.scopes[binding.scope].kind
                if every or kind in ("file", "class", "module"):
                    numbers.add(number)
        return sorted(numbers)

    def _modules_and_parts(self) -> Iterator[int]:
        """Yield the scopes that are modules, and those with code of a type that is elsewhere."""
        for number, scope in enumerate(self._names.scopes):
            if scope.kind == "module" or (scope.owner >= 0 and scope.bases):
                yield number

    def _functions(self) -> Iterator[int]:
        """Yield the scopes of functions whose parameters tell others what their arguments are."""
        for number, scope in enumerate(self._names.scopes):
            if scope.parameters and scope.binding in self._module.by_binding:
                yield number

    def _row(self, defined: Defined) -> tuple[object, ...]:
        definition = defined.definition
        return (
            definition.kind,
            definition.qualified,
            what_others_read(defined, self._module.language),
            definition.number,
            self._node("b", defined.binding),
            [self._node("b", one) for one in type_parameters(self._names, defined.binding)],
            defined.owner,
            defined.place,
            defined.body,
            defined.called,
            defined.least,
            defined.most,
        )

    def _node(self, kind: str, number: int) -> int:
        """Return the new number of a part of the file; -1 where there is none."""
        if number < 0:
            return -1
        numbers = self._numbers[kind]
        new = numbers.get(number)
        if new is None:
            new = numbers[number] = len(numbers)
            self._queue.append((kind, number))
        return new

    def _expression(self, number: int) -> tuple[object, ...]:
        expression = self._names.expressions[number]
        return tuple(
            [
                self._field(field, value)
                for field, value in zip(expression._fields, expression, strict=True)
            ]
        )

    def _field(self, field: str, value: object) -> object:
        if field in _NUMBERED and isinstance(value, int):
            return self._node(_NUMBERED[field], value)
        if field == "passed" and isinstance(value, tuple):
            return [self._node("e", number) for number in value]
        return value

    def _binding(self, number: int) -> tuple[object, ...]:
        binding = self._names.bindings[number]
        made = self._module.by_binding.get(number)
        return (
            binding.name,
            binding.kind,
            self._node("e", binding.type),
            self._node("e", binding.value),
            self._node("s", binding.scope),
            (made.definition.qualified, made.definition.number, made.binding == number)
            if made
            else (),
        )

    def _scope(self, number: int) -> tuple[object, ...]:
        scope = self._names.scopes[number]
        inside = self._inside.get(number, ()) if scope.kind != "file" else ()
        bindings = self._names.bindings
        return (
            scope.kind,
            self._node("b", scope.binding),
            self._node("e", scope.owner),
            [self._node("e", base) for base in scope.bases],
            scope.least,
            scope.most,
            self._node("s", scope.parent),
            [self._node("b", number) for number in (*scope.statics, -1, *scope.parameters)],
            [self._node("e", number) for number in scope.passed],
            scope.passed_counts,
            [
                self._node("b", number)
                for number in inside
                if scope.kind == "class" or bindings[number].kind == "field"
            ],
        )

    def _import(self, number: int) -> tuple[object, ...]:
        import_ = self._imports[number]
        return (
            import_.target,
            import_.kind,
            [*map(tuple, import_.names)],
            import_.system,
            import_.resolved,
        )
