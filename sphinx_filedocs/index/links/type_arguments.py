"""What types are that get arguments: what stands for the parameters of a type, of what it extends
and of the functions that are members of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.candidates import BASES, Given, Value, instance
from sphinx_filedocs.index.links.modules import CALLABLE, TYPES, Defined, Module
from sphinx_filedocs.index.links.tree import LinkTree
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

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings

_TRUE, _FALSE = "true", "false"
#: Types that have no value which is true.
_FALSY = frozenset({_FALSE, "never", ""})
#: How deep arguments are followed that have arguments.
_DEPTH = 3


class TypeArguments:
    """Follows types with what is given for their parameters.

    What is given is known for one declaration, by the numbers of the parameters' bindings. A
    parameter for which nothing is given means its default where something could have been given,
    else what it extends.
    """

    def __init__(self, meanings: Meanings, tree: LinkTree) -> None:
        self._meanings = meanings
        self._modules = tree.modules
        #: What was followed for the file that is being linked.
        self.known: dict[Hashable, Value | None] = {}

    # --- types ----------------------------------------------------------------------------------

    def of_generic(self, module: Module, expression: GenericType) -> Value | None:
        """Return the type that gets arguments."""
        return self._applied(module, expression, None)

    def of_one(self, module: Module, expression: OneOf) -> Value | None:
        """Return a type whose values are of several."""
        return together(self._meanings.value(module.path, one) for one in expression.passed)

    def of_having(self, module: Module, expression: Having) -> Value | None:
        """Return those of several types whose member is what is told of it."""
        value = self._meanings.value(module.path, expression.expression)
        if value is None or not value.several:
            return value
        told = self._is(module, expression.plain)
        rows = [(one, self._member_is(one, expression.name)) for one in value.several]
        fits = [one for one, said in rows if not said or _may_be(told, said)]
        return together(fits) if told and len(fits) < len(rows) else value

    def closed(self, value: Value | None) -> Value | None:
        """Return the type that is named without arguments: defaults stand for these."""
        if value and value.shape:
            return value._replace(holds=tuple(map(self.closed, value.holds)))
        if value is None or value.given is not None or value.defined is None:
            return value
        return value._replace(given=()) if self._parameters(value.defined) else value

    def apply(self, defined: Defined, passed: Sequence[Value | None]) -> Value | None:
        """Return a type with arguments, or what it is another name of with these."""
        given = tuple(zip(self._parameters(defined), map(_shallow, passed), strict=False))
        module = self._modules[defined.path]
        if defined.kind != "type" or defined.binding < 0:
            return Value(defined, given=given)
        body = module.names.bindings[defined.binding].value
        if body < 0 or isinstance(module.names.expressions[body], This):
            return Value(defined, given=given)
        return self.under(module, body, given)

    def under(self, module: Module, number: int, given: Given | None) -> Value | None:
        """Return what a type is in a declaration with what is given for its parameters.

        :param number: an expression.
        """
        if given is None or number < 0:
            return self._meanings.value(module.path, number)
        key = (module.path, number, given)
        if key not in self.known:
            if not self._meanings.enter(key):
                return None
            self.known[key] = self._under(module, number, given)
            self._meanings.leave(key)
        return self.known[key]

    def _under(self, module: Module, number: int, given: Given) -> Value | None:
        made = module.names.expressions[number]
        if (parameter := parameter_for_types(module, number)) >= 0:
            return self._argument(module, parameter, given)
        if isinstance(made, GenericType):
            return self._applied(module, made, given)
        if isinstance(made, OneOf):
            return together(self.under(module, one, given) for one in made.passed)
        if isinstance(made, ArrayOf | TableOf | TupleOf):
            return self._meanings.values.of_container(
                made, lambda one: self.under(module, one, given)
            )
        if isinstance(made, Member):
            owner = self.under(module, made.owner, given)
            return self.of_member(owner, made.name) if owner else None
        value = self._meanings.value(module.path, number)
        without_name = isinstance(made, Factory | NamelessType)
        return value._replace(given=given) if value and without_name else value

    def _applied(self, module: Module, made: GenericType, given: Given | None) -> Value | None:
        meaning = self._meanings.find(module.path, made.expression)
        defined = meaning.defined[0] if meaning and len(meaning.defined) == 1 else None
        if defined is None or defined.kind not in TYPES:
            return self._meanings.value(module.path, made.expression)
        passed = [self.closed(self.under(module, one, given)) for one in made.passed]
        return self.apply(defined, passed)

    def _argument(self, module: Module, binding: int, given: Given) -> Value | None:
        """Return what stands for a parameter."""
        passed = dict(given)
        if passed.get(binding) is not None:
            return passed[binding]
        bound = module.names.bindings[binding]
        default = module.names.expressions[bound.value] if bound.value >= 0 else None
        if isinstance(default, Unless) and binding not in passed:
            return self.closed(self.under(module, default.expression, given))
        return self.closed(self._meanings.value(module.path, bound.type))

    # --- members --------------------------------------------------------------------------------

    def of_member(self, owner: Value, name: str) -> Value | None:
        """Return what the value of a member of a type is."""
        if owner.several:
            return together(self.of_member(one, name) for one in owner.several)
        meaning = self._meanings.members.of(owner, name)
        if meaning is None or len(meaning.defined) != 1:
            return None
        return self.of_field(owner, meaning.defined[0]) or self._meanings.values.of(meaning)

    def of_field(self, owner: Value, field: Defined) -> Value | None:
        """Return what the value of a field is for an owner that gives something for the parameters
        of the type which has it; none where nothing is given."""
        if field.binding < 0 or field.kind in CALLABLE:
            return None
        home = self._modules[field.path]
        binding = home.names.bindings[field.binding]
        given = self.given(owner, home, field.binding) if binding.type >= 0 else None
        if given is None:
            return None
        value = self.under(home, binding.type, given)
        return instance(value) if value else None

    def given(self, owner: Value, home: Module, member: int) -> Given | None:
        """Return what a type gives for the parameters of one that it extends, or is.

        :param home: the file of that, with the binding of a member of it.
        """
        scope = home.names.bindings[member].scope if member >= 0 else -1
        if owner.nameless:
            return owner.given if owner.nameless == (home.path, scope) else None
        if owner.defined is None:
            return None
        return self._given(owner.defined, owner.given, home, scope, set())

    def _given(
        self, heir: Defined, given: Given | None, home: Module, scope: int, seen: set[Defined]
    ) -> Given | None:
        own = self._modules[heir.path].scopes.get(heir.qualified, ())
        if heir.path == home.path and scope in own:
            return given
        if heir in seen or len(seen) >= BASES:
            return None
        seen.add(heir)
        for module, base, passed in self._bases(heir):
            value = self._meanings.value(module.path, base)
            above = value.defined if value else None
            if above is None:
                continue
            values = [_shallow(self.closed(self.under(module, one, given))) for one in passed]
            more = tuple(zip(self._parameters(above), values, strict=False))
            if found := self._given(above, more, home, scope, seen):
                return found
        return None

    def _bases(self, type_: Defined) -> Iterator[tuple[Module, int, Sequence[int]]]:
        """Yield the bases that the code of a type names, each with the arguments that it gets."""
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

    # --- functions ------------------------------------------------------------------------------

    def expected(self, function: Value, wanted: Value) -> Given:
        """Return what is given for the parameters of a function by the type that it is expected to
        return a value of."""
        defined = function.defined
        if defined is None or defined.binding < 0 or defined.kind not in CALLABLE:
            return ()
        home = self._modules[defined.path]
        type_ = home.names.bindings[defined.binding].type
        if (number := parameter_for_types(home, type_)) >= 0:
            return ((number, _shallow(wanted)),)
        made = home.names.expressions[type_] if type_ >= 0 else None
        if not isinstance(made, GenericType) or wanted.defined is None:
            return ()
        meaning = self._meanings.find(home.path, made.expression)
        if meaning is None or meaning.defined != (wanted.defined,):
            return ()
        other = self._modules[wanted.defined.path]
        return tuple(
            (number, _shallow(self._argument(other, parameter, wanted.given or ())))
            for parameter, one in zip(self._parameters(wanted.defined), made.passed, strict=False)
            if (number := parameter_for_types(home, one)) >= 0
        )

    # --- what members are -----------------------------------------------------------------------

    def _member_is(self, owner: Value, name: str) -> frozenset[Hashable]:
        """Return what a member of a type can be alone, nothing if that is not said."""
        meaning = self._meanings.members.of(owner, name)
        if meaning and owner.nameless and meaning.local >= 0:
            path, binding = owner.nameless[0], meaning.local
        elif meaning and len(meaning.defined) == 1:
            path, binding = meaning.defined[0].path, meaning.defined[0].binding
        else:
            return frozenset()
        home = self._modules[path]
        return self._is(home, home.names.bindings[binding].type) if binding >= 0 else frozenset()

    def _is(self, module: Module, number: int) -> frozenset[Hashable]:
        """Return the words or the definitions that an expression means."""
        made = module.names.expressions[number] if number >= 0 else None
        if isinstance(made, Word):
            return frozenset({made.name})
        if isinstance(made, OneOf):
            parts = [self._is(module, one) for one in made.passed]
            return frozenset().union(*parts) if all(parts) else frozenset()
        meaning = self._meanings.find(module.path, number)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].kind in TYPES:
            return frozenset()
        return frozenset(meaning.defined)


def _may_be(told: frozenset[Hashable], said: frozenset[Hashable]) -> bool:
    """Tell whether what can be some words or definitions alone may be what is told of it; a test
    for truth is no comparison."""
    if told == {_TRUE}:
        return not said <= _FALSY
    if told == {_FALSE}:
        return not all(isinstance(one, str) and one not in _FALSY for one in said)
    return bool(told & said)


def together(values: Iterator[Value | None] | Sequence[Value]) -> Value | None:
    """Return the value that is one of several, or all of them at once."""
    several: dict[Value, None] = {}
    for value in values:
        if value is not None:
            several.update(dict.fromkeys(value.several or (value,)))
    return Value(several=tuple(several)) if len(several) > 1 else next(iter(several), None)


def _shallow(value: Value | None, depth: int = _DEPTH) -> Value | None:
    """Return a value without the arguments of what is too deep in it."""
    if value is None or not (value.given or value.several or value.holds):
        return value
    if not depth:
        return value._replace(given=None, several=()) if value.defined else None
    if value.shape:
        return value._replace(holds=tuple(_shallow(one, depth - 1) for one in value.holds))
    given = value.given and tuple((at, _shallow(one, depth - 1)) for at, one in value.given)
    several = (_shallow(one, depth - 1) for one in value.several)
    return value._replace(given=given, several=tuple(one for one in several if one))


def parameter_for_types(module: Module, type_: int) -> int:
    """Return the binding of the parameter for types that an expression names, -1 if it does not."""
    if type_ < 0:
        return -1
    expression = module.names.expressions[type_]
    while isinstance(expression, TypeName):
        expression = module.names.expressions[expression.expression]
    if not isinstance(expression, BoundName):
        return -1
    bound = module.names.bindings[expression.binding]
    return expression.binding if bound.kind == "parameter" else -1
