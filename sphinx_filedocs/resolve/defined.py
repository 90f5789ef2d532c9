"""Definitions visible to other files, and lookups of definitions and bindings in a file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition, SymbolKind

#: Kinds of definitions that have members.
TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "type"})

CALLABLE = frozenset({"function", "method"})
#: What can be read.
VALUES = frozenset({"constant", "variable", "field"})

_STATIC = re.compile(r"(?:\w+\s+)*static\b")


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition that other files may mean.

    :param binding: its number among the bindings of its file, -1 for none.
    :param called: True if it may be called where functions have a namespace of their own.
    :param least: the minimum of arguments.
    :param most: the maximum of arguments, -1 for any number.
    :param owner: the qualified name of its owner, ``""`` for the file.
    :param place: ``top`` of a file or namespace, ``member`` of a type, ``local`` member of an
        object in a function, ``inner`` to a function.
    :param body: True if it is more than a declaration.
    :param condition: of the preprocessor, ``""`` if always read.
    :param qualified: the qualified name, joined with dots.
    """

    definition: Definition
    binding: int
    owner: str
    place: str
    body: bool
    called: bool = False
    least: int = 0
    most: int = -1
    condition: str = ""
    path: str = field(init=False, repr=False, compare=False)
    kind: str = field(init=False, repr=False, compare=False)
    name: str = field(init=False, repr=False, compare=False)
    qualified: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        definition = self.definition
        qualified = definition.qualified
        if "::" in qualified:
            qualified = qualified.replace("::", ".")
        object.__setattr__(self, "path", definition.path)
        object.__setattr__(self, "kind", definition.kind)
        object.__setattr__(self, "name", qualified.rpartition(".")[2])
        object.__setattr__(self, "qualified", qualified)

    def __hash__(self) -> int:
        return hash((self.path, self.definition.line, self.binding))

    @property
    def private(self) -> bool:
        """True if subclasses do not inherit it."""
        return "private" in self.definition.signature.partition("(")[0].split()

    @property
    def static(self) -> bool:
        """True if it belongs to its type instead of instances."""
        return _STATIC.match(self.definition.signature) is not None

    @property
    def member(self) -> bool:
        """True if it is a member of a type or an object."""
        return self.place in ("member", "local")

    @property
    def partial(self) -> bool:
        """True if it is a ``partial`` type."""
        return self.kind in TYPES and "partial" in self.definition.signature.split()

    @property
    def accessor(self) -> bool:
        """True if a call of it gives its value."""
        return self.called and self.kind not in CALLABLE


#: Kinds of bindings that are members of a type without a name.
FIELDS = ("field", "definition", "computed")
_NONE: AbstractSet[SymbolKind] = frozenset()


class Lookups:
    """Finds definitions and bindings of a file by name.

    :param members: definitions by owner and name.
    """

    def __init__(self, names: Names, members: Mapping[str, Mapping[str, list[Defined]]]) -> None:
        self._names = names
        self._members = members
        self._type_parameters: dict[int, Sequence[int]] = {}
        self._in_scopes: dict[tuple[str, str], Mapping[int, Sequence[Defined]]] = {}

    def members(self, owner: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in an owner, ``""`` for the file."""
        by_name = self._members.get(owner)
        return by_name.get(name, ()) if by_name else ()

    def in_scopes(self, owner: str, name: str) -> Mapping[int, Sequence[Defined]]:
        """Return the definitions of a name in an owner by the scopes that bind it."""
        key = owner, name
        if key not in self._in_scopes:
            by_scope: defaultdict[int, list[Defined]] = defaultdict(list)
            for row in self.members(owner, name):
                if row.binding >= 0:
                    by_scope[self._names.bindings[row.binding].scope].append(row)
            self._in_scopes[key] = by_scope
        return self._in_scopes[key]

    def kinds(self, name: str) -> AbstractSet[SymbolKind]:
        """Return the kinds of definitions of a name, in any owner."""
        return self._kinds.get(name, _NONE)

    @cached_property
    def _kinds(self) -> Mapping[str, AbstractSet[SymbolKind]]:
        kinds: defaultdict[str, set[SymbolKind]] = defaultdict(set)
        for by_name in self._members.values():
            for name, rows in by_name.items():
                kinds[name].update(row.definition.kind for row in rows)
        return dict(kinds)

    def owners_of(self, name: str) -> Iterator[str]:
        """Yield the owners that define a name."""
        return (owner for owner, by_name in self._members.items() if name in by_name)

    def is_owner(self, qualified: str) -> bool:
        """Return True if an owner has definitions."""
        return qualified in self._members

    def has_members(self, qualified: str) -> bool:
        """Return True if an owner has members of a type or object."""
        return qualified in self._objects

    @cached_property
    def _objects(self) -> frozenset[str]:
        return frozenset(
            owner
            for owner, by_name in self._members.items()
            if any(row.member for rows in by_name.values() for row in rows)
        )

    def fields(self, scope: int, name: str) -> Sequence[int]:
        """Return the bindings of fields and definitions of a name in a scope."""
        return self._fields.get((scope, name), ())

    def bodies(self, binding: int) -> Sequence[int]:
        """Return the scopes of a definition."""
        return self._bodies.get(binding, ())

    def is_static(self, binding: int) -> bool:
        """Return True if a binding belongs to a class itself."""
        scope = self._names.scopes[self._names.bindings[binding].scope]
        return binding in scope.statics

    def place(self, parameter: int) -> int:
        """Return the index of a parameter in its scope."""
        return self._places[parameter]

    def type_parameters(self, binding: int) -> Sequence[int]:
        """Return the bindings of type parameters of a definition, followed by those of its
        values."""
        known = self._type_parameters.get(binding)
        if known is None:
            known = self._type_parameters[binding] = self._behind(binding)
        return known

    def _behind(self, binding: int) -> Sequence[int]:
        bindings, scopes = self._names.bindings, self._names.scopes
        if binding < 0:
            return ()
        parameters: list[int] = []
        outside = bindings[binding].scope
        for number in range(binding + 1, len(bindings)):
            bound = bindings[number]
            if bound.kind == "export" and not parameters:
                continue
            if bound.kind != "parameter" or scopes[bound.scope].parent != outside:
                break
            parameters.append(number)
        return parameters

    def binding_name(self, binding: int) -> str:
        """Return the name of a binding for other files: a parameter has its function's."""
        bound = self._names.bindings[binding]
        return self._scope_names[bound.scope] if bound.kind == "parameter" else bound.name

    def scope_name(self, scope: int) -> str:
        """Return the name of the owner of a scope, ``""`` for the file."""
        return self._scope_names[scope]

    @cached_property
    def _scope_names(self) -> Sequence[str]:
        bindings, scopes = self._names.bindings, self._names.scopes
        names = [bindings[scope.binding].name if scope.binding >= 0 else "" for scope in scopes]
        for number, scope in reversed([*enumerate(scopes)]):
            if scope.parent > 0 and scopes[scope.parent].kind == "head":
                names[scope.parent] = names[number]
        subject = ""
        for binding in bindings:
            if binding.kind != "parameter":
                subject = binding.name
            elif scopes[binding.scope].kind == "head":
                # Parameters stand behind the name of what takes them.
                names[binding.scope] = names[binding.scope] or subject
        for number, scope in enumerate(scopes):
            names[number] = names[number] or names[max(scope.parent, 0)]
        return names

    def imports(self, scope: int, name: str) -> Sequence[int]:
        """Return the bindings that imports in a scope make for a name; ``*`` opens everything."""
        return self._imports.get((scope, name), ())

    @cached_property
    def _fields(self) -> Mapping[tuple[int, str], Sequence[int]]:
        return self._by_name(*FIELDS)

    @cached_property
    def _imports(self) -> Mapping[tuple[int, str], Sequence[int]]:
        return self._by_name("import")

    def _by_name(self, *kinds: str) -> Mapping[tuple[int, str], Sequence[int]]:
        numbers: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in kinds:
                numbers[binding.scope, binding.name].append(number)
        return dict(numbers)

    @cached_property
    def _bodies(self) -> Mapping[int, Sequence[int]]:
        bodies: defaultdict[int, list[int]] = defaultdict(list)
        for number, scope in enumerate(self._names.scopes):
            if scope.binding >= 0:
                bodies[scope.binding].append(number)
        return dict(bodies)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        places: dict[int, int] = {}
        counts: Counter[int] = Counter()
        for number, binding in enumerate(self._names.bindings):
            if binding.kind == "parameter":
                places[number] = counts[binding.scope]
                counts[binding.scope] += 1
        return places
