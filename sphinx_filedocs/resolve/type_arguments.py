"""Evaluates generic types: arguments for type parameters, of bases and members, too."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from sphinx_filedocs.model.expressions import (
    ArrayOf,
    BoundName,
    Factory,
    GenericType,
    Having,
    Member,
    NamelessType,
    OneOf,
    TableOf,
    This,
    TupleOf,
    TypeName,
    Unless,
    Word,
)
from sphinx_filedocs.resolve.candidates import BASES, Substitution, Value, instance
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.resolver import Part, evaluates

_TRUE, _FALSE = "true", "false"
#: Types that have no value which is true.
_FALSY = frozenset({_FALSE, "never", ""})
#: How deep arguments are followed that have arguments.
_DEPTH = 3


class TypeArguments(Part):
    """Evaluates generic types.

    A substitution maps the parameters of one declaration to arguments. A missing argument means the
    parameter's default, or else its bound.
    """

    def of_generic(self, module: Module, expression: GenericType) -> Value | None:
        """Return a type with arguments."""
        return self._applied(module, expression, None)

    @evaluates(OneOf)
    def _of_union(self, module: Module, expression: OneOf) -> Value | None:
        return together(self._resolver.value(module.path, type_) for type_ in expression.passed)

    @evaluates(Having)
    def _of_having(self, module: Module, expression: Having) -> Value | None:
        value = self._resolver.value(module.path, expression.expression)
        if value is None or not value.several:
            return value
        stated = self._is(module, expression.plain)
        rows = [
            (alternative, self._member_is(alternative, expression.name))
            for alternative in value.several
        ]
        fits = [alternative for alternative, said in rows if not said or _may_be(stated, said)]
        return together(fits) if stated and len(fits) < len(rows) else value

    def closed(self, value: Value | None) -> Value | None:
        """Return a type named without arguments, with defaults for them. Example: ``Box`` for
        ``class Box<T = Cart>``."""
        if value and value.shape:
            return value._replace(holds=tuple(map(self.closed, value.holds)))
        if value is None or value.substitution is not None or value.defined is None:
            return value
        return value._replace(substitution=()) if self._parameters(value.defined) else value

    def apply(self, defined: Defined, passed: Sequence[Value | None]) -> Value | None:
        """Return a type with arguments, with aliases resolved."""
        substitution = tuple(zip(self._parameters(defined), map(_shallow, passed), strict=False))
        module = self._modules[defined.path]
        if defined.kind != "type" or defined.binding < 0:
            return Value(defined, substitution=substitution)
        body = module.names.bindings[defined.binding].value
        if body < 0 or isinstance(module.names.expressions[body], This):
            return Value(defined, substitution=substitution)
        return self.under(module, body, substitution)

    def under(self, module: Module, number: int, substitution: Substitution | None) -> Value | None:
        """Evaluate a type inside a declaration, with arguments for its parameters.

        :param number: of an expression.
        """
        if substitution is None or number < 0:
            return self._resolver.value(module.path, number)
        key = (module.path, number, substitution)
        known = self._resolver.applied
        if key not in known:
            if not self._resolver.enter(key):
                return None
            known[key] = self._under(module, number, substitution)
            self._resolver.leave(key)
        return known[key]

    def _under(self, module: Module, number: int, substitution: Substitution) -> Value | None:
        made = module.names.expressions[number]
        if (parameter := parameter_for_types(module, number)) >= 0:
            return self._argument(module, parameter, substitution)
        if isinstance(made, GenericType):
            return self._applied(module, made, substitution)
        if isinstance(made, OneOf):
            return together(self.under(module, type_, substitution) for type_ in made.passed)
        if isinstance(made, ArrayOf | TableOf | TupleOf):
            return self._resolver.container(
                made, lambda part: self.under(module, part, substitution)
            )
        if isinstance(made, Member):
            owner = self.under(module, made.owner, substitution)
            return self.of_member(owner, made.name) if owner else None
        value = self._resolver.value(module.path, number)
        without_name = isinstance(made, Factory | NamelessType)
        return value._replace(substitution=substitution) if value and without_name else value

    def _applied(
        self, module: Module, made: GenericType, substitution: Substitution | None
    ) -> Value | None:
        meaning = self._resolver.find(module.path, made.expression)
        defined = meaning.defined[0] if meaning and len(meaning.defined) == 1 else None
        if defined is None or defined.kind not in TYPES:
            return self._resolver.value(module.path, made.expression)
        passed = [
            self.closed(self.under(module, argument, substitution)) for argument in made.passed
        ]
        return self.apply(defined, passed)

    def _argument(self, module: Module, binding: int, substitution: Substitution) -> Value | None:
        passed = dict(substitution)
        if passed.get(binding) is not None:
            return passed[binding]
        bound = module.names.bindings[binding]
        default = module.names.expressions[bound.value] if bound.value >= 0 else None
        if isinstance(default, Unless) and binding not in passed:
            return self.closed(self.under(module, default.expression, substitution))
        return self.closed(self._resolver.value(module.path, bound.type))

    def of_member(self, owner: Value, name: str) -> Value | None:
        """Return the value of a member of a type."""
        if owner.several:
            return together(self.of_member(alternative, name) for alternative in owner.several)
        meaning = self._resolver.member_of(owner, name)
        if meaning is None or len(meaning.defined) != 1:
            return None
        return self.of_field(owner, meaning.defined[0]) or self._resolver.value_of(meaning)

    def of_field(self, owner: Value, field: Defined) -> Value | None:
        """Return the value of a field of a generic owner, ``None`` for other owners."""
        if field.binding < 0 or field.kind in CALLABLE:
            return None
        home = self._modules[field.path]
        binding = home.names.bindings[field.binding]
        substitution = self.substitution(owner, home, field.binding) if binding.type >= 0 else None
        if substitution is None:
            return None
        value = self.under(home, binding.type, substitution)
        return instance(value) if value else None

    def substitution(self, owner: Value, home: Module, member: int) -> Substitution | None:
        """Return the arguments that a type passes to one of its bases, or to itself. Example:
        ``Cart`` for ``T`` in ``class Carts extends Array<Cart>``.

        :param home: the file of the base.
        :param member: the binding of a member of the base.
        """
        scope = home.names.bindings[member].scope if member >= 0 else -1
        if owner.nameless:
            return owner.substitution if owner.nameless == (home.path, scope) else None
        if owner.defined is None:
            return None
        return self._substitution(owner.defined, owner.substitution, home, scope, set())

    def _substitution(
        self,
        heir: Defined,
        substitution: Substitution | None,
        home: Module,
        scope: int,
        seen: set[Defined],
    ) -> Substitution | None:
        own = self._modules[heir.path].scopes.get(heir.qualified, ())
        if heir.path == home.path and scope in own:
            return substitution
        if heir in seen or len(seen) >= BASES:
            return None
        seen.add(heir)
        for module, base, passed in self._bases(heir):
            value = self._resolver.value(module.path, base)
            above = value.defined if value else None
            if above is None:
                continue
            values = [
                _shallow(self.closed(self.under(module, argument, substitution)))
                for argument in passed
            ]
            more = tuple(zip(self._parameters(above), values, strict=False))
            if inherited := self._substitution(above, more, home, scope, seen):
                return inherited
        return None

    def _bases(self, type_: Defined) -> Iterator[tuple[Module, int, Sequence[int]]]:
        module = self._modules[type_.path]
        for own in module.scopes.get(type_.qualified, ()):
            scope = module.names.scopes[own]
            counts = scope.passed_counts or (0,) * len(scope.bases)
            start = 0
            for base, count in zip(scope.bases, counts, strict=False):
                yield module, base, scope.passed[start : start + count]
                start += count

    def _parameters(self, defined: Defined) -> Sequence[int]:
        return self._modules[defined.path].lookups.type_parameters(defined.binding)

    def _member_is(self, owner: Value, name: str) -> frozenset[Hashable]:
        meaning = self._resolver.member_of(owner, name)
        if meaning and owner.nameless and meaning.local >= 0:
            path, binding = owner.nameless[0], meaning.local
        elif meaning and len(meaning.defined) == 1:
            path, binding = meaning.defined[0].path, meaning.defined[0].binding
        else:
            return frozenset()
        home = self._modules[path]
        return self._is(home, home.names.bindings[binding].type) if binding >= 0 else frozenset()

    def _is(self, module: Module, number: int) -> frozenset[Hashable]:
        made = module.names.expressions[number] if number >= 0 else None
        if isinstance(made, Word):
            return frozenset({made.name})
        if isinstance(made, OneOf):
            parts = [self._is(module, type_) for type_ in made.passed]
            return frozenset().union(*parts) if all(parts) else frozenset()
        meaning = self._resolver.find(module.path, number)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].kind in TYPES:
            return frozenset()
        return frozenset(meaning.defined)


def _may_be(tested: frozenset[Hashable], possible: frozenset[Hashable]) -> bool:
    if tested == {_TRUE}:
        return not possible <= _FALSY
    if tested == {_FALSE}:
        return not all(isinstance(word, str) and word not in _FALSY for word in possible)
    return bool(tested & possible)


def together(values: Iterator[Value | None] | Sequence[Value]) -> Value | None:
    """Return the union of values. Example: ``A | B``."""
    several: dict[Value, None] = {}
    for value in values:
        if value is not None:
            several.update(dict.fromkeys(value.several or (value,)))
    return Value(several=tuple(several)) if len(several) > 1 else next(iter(several), None)


def _shallow(value: Value | None, depth: int = _DEPTH) -> Value | None:
    if value is None or not (value.substitution or value.several or value.holds):
        return value
    if not depth:
        return value._replace(substitution=None, several=()) if value.defined else None
    if value.shape:
        return value._replace(holds=tuple(_shallow(part, depth - 1) for part in value.holds))
    substitution = value.substitution and tuple(
        (at, _shallow(argument, depth - 1)) for at, argument in value.substitution
    )
    several = (_shallow(alternative, depth - 1) for alternative in value.several)
    return value._replace(
        substitution=substitution,
        several=tuple(alternative for alternative in several if alternative),
    )


def parameter_for_types(module: Module, type_: int) -> int:
    """Return the binding of the type parameter that an expression names, -1 for none."""
    if type_ < 0:
        return -1
    expression = module.names.expressions[type_]
    while isinstance(expression, TypeName):
        expression = module.names.expressions[expression.expression]
    if not isinstance(expression, BoundName):
        return -1
    bound = module.names.bindings[expression.binding]
    return expression.binding if bound.kind == "parameter" else -1
