"""Chooses overloads by the types of arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.model.expressions import (
    Applied,
    ArrayOf,
    Call,
    Construction,
    FreeName,
    Member,
    PathPart,
    TableOf,
    TypeName,
)
from sphinx_filedocs.resolve.candidates import BASES, Meaning, Value
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.resolver import Part, finds
from sphinx_filedocs.resolve.signatures import (
    TYPE_PARAMETER,
    argument_counts,
    parameter_types,
    pointed_types,
)

#: What a value of a type that the language itself has may be passed as, besides its own type.
_WIDER = {
    "byte": ("short", "int", "long", "float", "double"),
    "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"),
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
}
#: What a value of any of these may be passed as, besides.
_ABOVE_ALL = frozenset({"Object", "Number", "Comparable", "Serializable", "CharSequence"})
#: Types of which all is known that they may be passed as.
_KNOWN = frozenset({*_WIDER, "double", "boolean", "String"})
#: What is behind the type of a parameter that takes any number of arguments.
_ANY_NUMBER = "..."
#: The classes of values of the language itself.
_BOXES = frozenset({"Byte", "Short", "Character", "Integer", "Long", "Float", "Double", "Boolean"})
#: So many functions of one name are not told apart: each call would ask them all.
_MANY = 300
#: How many expressions are followed from an argument to the name of its type.
_STEPS = 8


class ArgumentType(NamedTuple):
    """The type of an argument.

    :param name: unqualified, with ``[]`` for arrays.
    :param defined: its definition in the tree.
    """

    name: str
    defined: Defined | None = None


class Overloads(Part):
    """Chooses overloads."""

    @finds(Applied)
    def _find(self, module: Module, applied: Applied) -> Meaning | None:
        meaning = self._resolver.find(module.path, applied.expression)
        made = module.names.expressions[applied.expression]
        rows: Sequence[Defined] = meaning.defined if meaning else ()
        if meaning and isinstance(made, Construction):
            rows = tuple(self._resolver.constructors(module, made))
        if (
            meaning is None
            or not 2 <= len(rows) <= _MANY
            or any(row.kind not in CALLABLE for row in rows)
        ):
            return meaning
        types = [self._type(module, expression, _STEPS) for expression in applied.passed]
        if module.language.imports.text:
            if meaning.how not in ("name", "candidates"):
                # Elsewhere the name was looked up with the number of its arguments.
                rows = _taking(rows, len(applied.passed))
            row = rows[0] if len(rows) == 1 else self._with_pointers(module, rows, applied, types)
            row = row and self._defining(module, row)
        else:
            row = self._chosen(rows, types)
        return meaning._replace(defined=(row,)) if row else meaning

    def _with_pointers(
        self,
        module: Module,
        rows: Sequence[Defined],
        applied: Applied,
        types: Sequence[ArgumentType | None],
    ) -> Defined | None:
        """Return the overload for arguments that may be pointers: only literals have exactly their
        type."""
        own = [argument if argument and argument.defined else None for argument in types]
        sure = [
            argument if argument and (argument.defined or _is_literal(module, at)) else None
            for argument, at in zip(types, applied.passed, strict=True)
        ]
        known = [argument.name for argument in sure if argument]
        if len(known) == len(sure) and sure != own:
            alike = [row for row in rows if _taken(row, own) == known]
            if len(alike) == 1:
                return alike[0]
        return self._chosen(rows, own)

    def _defining(self, module: Module, row: Defined) -> Defined:
        if row.body:
            return row
        declared = _pointed(row)
        same = self._sight.qualified(module.family, row.qualified)
        rows = [
            other for other in same if other.body and other.called and _pointed(other) == declared
        ]
        return rows[0] if len(rows) == 1 else row

    def _chosen(
        self, rows: Sequence[Defined], types: Sequence[ArgumentType | None]
    ) -> Defined | None:
        every = {row: _plain(row) for row in rows}
        taken = {row: types_ for row, types_ in every.items() if len(types_) == len(types)}
        return self._fitting(taken, types)

    def _fitting(
        self, taken: Mapping[Defined, Sequence[str]], types: Sequence[ArgumentType | None]
    ) -> Defined | None:
        known = [(place, argument) for place, argument in enumerate(types) if argument]
        unknown = [place for place, argument in enumerate(types) if not argument]
        fits = {
            row: [self._may_take(parameters[at], argument) for at, argument in known]
            for row, parameters in taken.items()
        }
        possible = [row for row in taken if False not in fits[row]]
        if not known or len({tuple(taken[row][at] for at in unknown) for row in possible}) != 1:
            # What is not known may tell them apart as well.
            return None
        alike = [
            row
            for row in possible
            if all(taken[row][at] == argument.name for at, argument in known)
        ]
        if alike:
            return alike[0] if len(alike) == 1 else None
        sure = [row for row in possible if all(fits[row])]
        return sure[0] if len(possible) == len(sure) == 1 else None

    def _may_take(self, parameter: str, argument: ArgumentType) -> bool | None:
        name, defined = argument
        if parameter == name:
            return True
        if name in _KNOWN:
            if parameter in _WIDER.get(name, ()):
                return True
            return None if parameter in _ABOVE_ALL or self._may_be_any(parameter) else False
        if parameter in _KNOWN or (parameter.endswith("]") and not name.endswith("]")):
            return False if defined else None
        if defined is None or self._may_be_any(parameter):
            return None
        above = list(self._above(defined))
        if any(ancestor is not None and ancestor.name == parameter for ancestor in above):
            return True
        # What stands outside of the tree may extend anything.
        return None if None in above or parameter == "Object" else False

    def _may_be_any(self, parameter: str) -> bool:
        return TYPE_PARAMETER.fullmatch(parameter) is not None or parameter in _BOXES

    def _above(self, type_: Defined) -> Iterator[Defined | None]:
        seen = {type_}
        pending = [type_]
        while pending and len(seen) < BASES:
            defined = pending.pop()
            module = self._modules[defined.path]
            for scope in module.scopes.get(defined.qualified, ()):
                for base in module.names.scopes[scope].bases:
                    value = self._resolver.value(module.path, base)
                    above = value.defined if value else None
                    yield above
                    if above and above not in seen:
                        seen.add(above)
                        pending.append(above)

    def _type(self, module: Module, expression: int, steps: int) -> ArgumentType | None:
        if expression < 0 or not steps:
            return None
        made = module.names.expressions[expression]
        if isinstance(made, Call):
            return self._result(module, made.expression, steps - 1)
        value = self._resolver.value(module.path, expression)
        if value and value.defined and value.defined.kind in TYPES and value.instance:
            return _of_value(value)
        meaning = self._resolver.find(module.path, expression)
        if meaning is None or meaning.how in ("name", "candidates"):
            return None
        if meaning.local >= 0:
            return self._named(module, module.names.bindings[meaning.local].type, steps - 1)
        return self._declared(meaning, steps - 1)

    def _result(self, module: Module, called: int, steps: int) -> ArgumentType | None:
        made = module.names.expressions[called]
        if isinstance(made, Call):
            # A cast to what the language itself has.
            made = module.names.expressions[made.expression]
        meaning = self._resolver.find(module.path, called)
        if isinstance(made, FreeName) and made.scope < 0 and not (meaning and meaning.defined):
            return ArgumentType(made.name)
        if meaning is None or meaning.how in ("name", "candidates"):
            return None
        if isinstance(made, TypeName | Construction) or (
            meaning.defined and meaning.defined[0].kind in TYPES
        ):
            return self._named(module, called, steps)
        return self._declared(meaning, steps)

    def _declared(self, meaning: Meaning, steps: int) -> ArgumentType | None:
        if len(meaning.defined) != 1 or meaning.defined[0].binding < 0:
            return None
        home = self._modules[meaning.defined[0].path]
        return self._named(home, home.names.bindings[meaning.defined[0].binding].type, steps)

    def _named(self, module: Module, type_: int, steps: int) -> ArgumentType | None:
        if type_ < 0 or not steps:
            return None
        made = module.names.expressions[type_]
        if isinstance(made, ArrayOf | TableOf) and made.owner >= 0:
            return self._named(module, made.owner, steps - 1)
        if isinstance(made, ArrayOf):
            part = self._named(module, made.expression, steps - 1)
            return ArgumentType(f"{part.name}[]") if part else None
        if isinstance(made, TypeName | Construction | Call):
            # What the language itself has and is called stands for its instances.
            return self._named(module, made.expression, steps - 1)
        meaning = self._resolver.find(module.path, type_)
        if meaning and meaning.defined:
            defined = meaning.defined[0]
            known = len(meaning.defined) == 1 and defined.kind in TYPES
            return ArgumentType(defined.name, defined) if known else None
        if meaning and meaning.external and isinstance(made, FreeName | Member | PathPart):
            return ArgumentType(made.name)
        if meaning and meaning.external:
            return ArgumentType(meaning.external.rpartition(".")[2])
        return None


def _is_literal(module: Module, expression: int) -> bool:
    made = module.names.expressions[expression] if expression >= 0 else None
    called = module.names.expressions[made.expression] if isinstance(made, Call) else None
    return isinstance(called, FreeName) and called.scope < 0


def _plain(row: Defined) -> Sequence[str]:
    types = parameter_types(row.definition.signature, row.name)
    return [type_.replace(_ANY_NUMBER, "[]") for type_ in types]


def _pointed(row: Defined) -> Sequence[str]:
    return pointed_types(row.definition.signature, row.name)


def _taken(row: Defined, types: Sequence[ArgumentType | None]) -> list[str]:
    plain, pointed = _plain(row), _pointed(row)
    known = [argument is not None and argument.defined is not None for argument in types]
    # What is left has values by default.
    return [
        plain_type if own else pointed_type
        for plain_type, pointed_type, own in zip(plain, pointed, known, strict=False)
    ]


def _taking(rows: Sequence[Defined], count: int) -> Sequence[Defined]:
    counts = [argument_counts(row.definition.signature, row.name) for row in rows]
    known = [accepted for accepted in counts if accepted is not None]
    if len(known) < len(rows):
        return rows
    return [row for row, accepted in zip(rows, known, strict=True) if count in accepted]


def _of_value(value: Value) -> ArgumentType | None:
    held = value.holds[0] if value.shape == "array" and not value.external else None
    if held and held.defined:
        return ArgumentType(f"{held.defined.name}[]")
    if value.defined is None:
        return None
    return ArgumentType(value.defined.name, value.defined)
