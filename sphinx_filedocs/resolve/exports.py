"""Digests everything that other files can get from a file, by name and without places."""

from __future__ import annotations

import hashlib
import marshal
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from sphinx_filedocs.index.trace import key_number
from sphinx_filedocs.model.expressions import EXPRESSION_TYPES
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.symbols import last_part
from sphinx_filedocs.resolve.defined import FIELDS, Defined
from sphinx_filedocs.resolve.definitions import what_others_read
from sphinx_filedocs.resolve.modules import Module

#: What is asked for with the imports of a file that more than their own names rest on.
IMPORTS = "*"
#: Stands for what all that is said of a file rests on.
_COMMON = "\0"
#: What the fields of expressions hold that are numbers: those of an expression, a binding, a scope
#: or an import; ``passed`` holds those of expressions.
_KINDS: Mapping[str, str] = {
    "expression": "e",
    "owner": "e",
    "plain": "e",
    "binding": "b",
    "scope": "s",
    "statement": "i",
    "passed": "p",
}
#: The places of these fields in expressions of each class.
_NUMBERED: Mapping[type, Sequence[tuple[int, str]]] = {
    type_: [(at, _KINDS[name]) for at, name in enumerate(type_._fields) if name in _KINDS]
    for type_ in EXPRESSION_TYPES
}
#: An expression with more parts than this stands for itself by a digest.
_LONG = 40


class Exports(NamedTuple):
    """Digests of everything that others can get from a file.

    :param digest: of all names.
    :param names: a digest for each name, packed.
    """

    digest: str
    names: bytes


def exports_of(module: Module, imports: Sequence[Import]) -> Exports:
    """Return digests of a file's definitions, re-exports and opened scopes, with their
    dependencies.

    :param imports: of the file, resolved.
    """
    digests: dict[int, int] = {}
    for name, said in sorted(_Exports(module, imports).by_name().items()):
        key = key_number(name)
        # The numbers of several names may be the same.
        digests[key] = int.from_bytes(_digest([digests.get(key, 0), said]), "little")
    keys = sorted(digests)
    names = array("I", keys).tobytes() + array("Q", map(digests.__getitem__, keys)).tobytes()
    order = [(owner, *by_name) for owner, by_name in module.members.items()]
    return Exports(_digest([names, order]).hex(), names)


def differing_names(before: bytes, now: bytes) -> AbstractSet[int] | None:
    """Return the numbers of names that differ, ``None`` if any may."""
    old, new = _unpacked(before), _unpacked(now)
    common = key_number(_COMMON)
    if old.get(common) != new.get(common):
        return None
    return {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


def opens(import_: Import) -> bool:
    """Return True if an import opens everything. Example: ``from money import *``."""
    return any(name.name == "*" for name in import_.names)


def opened_by(import_: Import) -> str:
    """Return the name that stands for the files opened by an import."""
    return f"{IMPORTS}{import_.target}"


def _unpacked(names: bytes) -> Mapping[int, int]:
    keys, digests = array("I"), array("Q")
    count = len(names) // (keys.itemsize + digests.itemsize)
    keys.frombytes(names[: count * keys.itemsize])
    digests.frombytes(names[count * keys.itemsize :])
    return dict(zip(keys, digests, strict=True))


def _digest(said: Any) -> bytes:  # noqa: ANN401 (as marshal has it)
    # Later versions of the format depend on which objects are the same.
    return hashlib.blake2b(marshal.dumps(said, 2), digest_size=8).digest()


class _Exports:
    """Follows everything that other files can reach.

    Numbers of bindings and scopes shift with every local name, so they are replaced by names and
    indices among reachable namesakes.
    """

    def __init__(self, module: Module, imports: Sequence[Import]) -> None:
        self._module = module
        self._names = module.names
        self._imports = imports
        #: What can be reached.
        self._reached: dict[str, set[int]] = {kind: set() for kind in "ebs"}
        self._pending: list[tuple[str, int]] = []
        self._inside: dict[int, list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in FIELDS:
                self._inside[binding.scope].append(number)
        #: How those that can be reached are named; -1 is none.
        self._bindings: dict[int, object] = {-1: -1}
        self._scopes: dict[int, object] = {-1: -1}
        #: What is said of expressions and imports, and how many parts that has.
        self._said: dict[int, tuple[object, int]] = {-1: (-1, 1)}
        self._said_imports: dict[int, object] = {}

    def by_name(self) -> Mapping[str, list[object]]:
        self._reach_all()
        self._name_reached()
        said: defaultdict[str, list[object]] = defaultdict(list)
        for number in sorted(self._reached["e"]):
            # The numbers of its parts are lower.
            self._say_expression(number)
        module = self._module
        said[_COMMON] += [module.language.key, module.package, *module.clauses, module.exports]
        self._say_definitions(said)
        self._say_imports(said)
        for number in sorted(self._reached["b"]):
            said[self._module.lookups.binding_name(number)].append(self._binding(number))
        for number in sorted(self._reached["s"]):
            said[self._module.lookups.scope_name(number)].append(self._scope(number))
        return said

    def _reach_all(self) -> None:
        module = self._module
        for defined in module.all():
            self._reach("b", defined.binding)
        for number in self._open():
            self._reach("b", number)
        for number in (*module.imported.values(), *module.aliases.values()):
            self._reach("b", number)
        for scopes in (*module.scopes.values(), *module.opened.values()):
            for number in scopes:
                self._reach("s", number)
        for number in self._open_scopes():
            self._reach("s", number)
        while self._pending:
            kind, number = self._pending.pop()
            for part in self._parts(kind, number):
                self._reach(*part)

    def _reach(self, kind: str, number: int) -> None:
        if number >= 0 and number not in self._reached[kind]:
            self._reached[kind].add(number)
            self._pending.append((kind, number))

    def _open(self) -> Iterator[int]:
        yield from self._module.by_binding
        every = self._module.language.packages.paths
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in ("import", "export"):
                kind = self._names.scopes[binding.scope].kind
                if every or kind in ("file", "class", "module"):
                    yield number

    def _open_scopes(self) -> Iterator[int]:
        for number, scope in enumerate(self._names.scopes):
            if (
                scope.kind == "module"
                or (scope.owner >= 0 and scope.bases)
                or (scope.parameters and scope.binding in self._module.by_binding)
            ):
                yield number

    def _parts(self, kind: str, number: int) -> Iterator[tuple[str, int]]:
        if kind == "e":
            expression: tuple[Any, ...] = self._names.expressions[number]
            for at, field in _NUMBERED[type(expression)]:
                if field == "p":
                    yield from (("e", operand) for operand in expression[at])
                elif field != "i":
                    yield field, expression[at]
        elif kind == "b":
            binding = self._names.bindings[number]
            yield from (("e", binding.type), ("e", binding.value), ("s", binding.scope))
            yield from (
                ("b", parameter) for parameter in self._module.lookups.type_parameters(number)
            )
        else:
            scope = self._names.scopes[number]
            yield from (("b", scope.binding), ("s", scope.parent), ("e", scope.owner))
            yield from (("e", type_) for type_ in (*scope.bases, *scope.passed))
            yield from (("b", parameter) for parameter in scope.parameters)
            for member in self._inside.get(number, ()) if scope.kind != "file" else ():
                if scope.kind == "class" or self._names.bindings[member].kind == "field":
                    yield "b", member

    def _name_reached(self) -> None:
        scopes: Counter[str] = Counter()
        for number in sorted(self._reached["s"]):
            name = self._module.lookups.scope_name(number)
            self._scopes[number] = name, scopes[name]
            scopes[name] += 1
        bindings: Counter[tuple[str, object]] = Counter()
        for number in sorted(self._reached["b"]):
            binding = self._names.bindings[number]
            place = binding.name, self._scopes[binding.scope]
            self._bindings[number] = *place, bindings[place]
            bindings[place] += 1

    def _say_definitions(self, said: Mapping[str, list[object]]) -> None:
        module = self._module
        for owner, by_name in module.members.items():
            said[last_part(owner)].append((owner, module.lookups.has_members(owner)))
            for name, rows in by_name.items():
                said[name].append((owner, [self._row(defined) for defined in rows]))
        for number, parameters in module.parameters.items():
            named = [(name, self._row(defined)) for name, defined in parameters.items()]
            said[self._names.bindings[number].name].append((self._bindings[number], named))
        for name, number in module.imported.items():
            said[name].append(("imported", self._bindings[number]))
        for qualified, number in module.aliases.items():
            said[last_part(qualified)].append((qualified, self._bindings[number]))
        for scopes in (module.scopes, module.opened):
            for qualified, numbers in scopes.items():
                places = [self._scopes[number] for number in numbers]
                said[last_part(qualified)].append((qualified, places))

    def _say_imports(self, said: Mapping[str, list[object]]) -> None:
        passed = (import_ for import_ in self._imports if import_.kind == "reexport")
        said[IMPORTS] += [
            bool(self._imports),
            [_import(import_._replace(resolved=())) for import_ in self._imports if opens(import_)],
            [(import_.target, import_.alias, [*map(tuple, import_.names)]) for import_ in passed],
        ]
        for import_ in filter(opens, self._imports):
            said[opened_by(import_)].append(import_.resolved)

    def _row(self, defined: Defined) -> tuple[object, ...]:
        definition = defined.definition
        return (
            definition.kind,
            definition.qualified,
            what_others_read(defined, self._module.language),
            definition.number,
            # Those of parameters are of no use to others.
            self._bindings.get(defined.binding, -1),
            defined.owner,
            defined.place,
            defined.body,
            defined.called,
            defined.least,
            defined.most,
            defined.condition,
        )

    def _binding(self, number: int) -> tuple[object, ...]:
        binding = self._names.bindings[number]
        made = self._module.by_binding.get(number)
        return (
            binding.name,
            binding.kind,
            self._expression(binding.type),
            self._expression(binding.value),
            self._scopes[binding.scope],
            (*self._row(made), made.binding == number) if made else (),
            self._module.lookups.place(number) if binding.kind == "parameter" else -1,
            self._module.lookups.is_static(number),
            [
                self._bindings[parameter]
                for parameter in self._module.lookups.type_parameters(number)
            ],
        )

    def _scope(self, number: int) -> tuple[object, ...]:
        scope = self._names.scopes[number]
        return (
            scope.kind,
            self._bindings[scope.binding],
            self._expression(scope.owner),
            [self._expression(base) for base in scope.bases],
            scope.least,
            scope.most,
            self._scopes[scope.parent],
            [self._bindings[parameter] for parameter in scope.parameters],
            [self._expression(argument) for argument in scope.passed],
            scope.passed_counts,
        )

    def _expression(self, number: int) -> object:
        return self._said[number][0]

    def _say_expression(self, number: int) -> None:
        expression: tuple[Any, ...] = self._names.expressions[number]
        fields: list[object] = [*expression]
        size = 1
        for at, kind in _NUMBERED[type(expression)]:
            value = expression[at]
            if kind == "p":
                fields[at] = [self._said[operand][0] for operand in value]
                size += sum(self._said[operand][1] for operand in value)
            elif kind == "e":
                fields[at], more = self._said[value]
                size += more
            elif kind == "i":
                fields[at] = self._import(value)
            else:
                fields[at] = (self._bindings if kind == "b" else self._scopes)[value]
        said = tuple(fields)
        self._said[number] = (said, size) if size <= _LONG else (_digest(said), 1)

    def _import(self, number: int) -> object:
        said = self._said_imports.get(number)
        if said is None:
            said = self._said_imports[number] = _digest(_import(self._imports[number]))
        return said


def _import(import_: Import) -> tuple[object, ...]:
    return (
        import_.target,
        import_.kind,
        import_.alias,
        [*map(tuple, import_.names)],
        import_.system,
        import_.resolved,
    )
