"""Evaluates the parameters of callbacks: the argument of ``each(x => …)``."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.model.expressions import Member, NarrowedBy, Taken, TypePredicate
from sphinx_filedocs.resolve import containers
from sphinx_filedocs.resolve.candidates import Substitution, Value, instance
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES
from sphinx_filedocs.resolve.definitions import lacks_body
from sphinx_filedocs.resolve.expression_values import Values
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.resolver import Part, Resolver, evaluates
from sphinx_filedocs.resolve.tree import LinkTree
from sphinx_filedocs.resolve.type_arguments import (
    TypeArguments,
    parameter_for_types,
)

#: The file of a function, the scope of its parameters, and what stands for those of its types.
_Function = tuple[Module, int, "Substitution | None"]


class TakenValues(Part):
    """Evaluates parameters of callbacks."""

    def __init__(
        self, resolver: Resolver, tree: LinkTree, types: TypeArguments, values: Values
    ) -> None:
        super().__init__(resolver, tree)
        self._types = types
        self._values = values

    @evaluates(Taken)
    def _of(self, module: Module, expression: Taken) -> Value | None:
        if contained := self._into_container(module, expression):
            return contained
        called = self._resolver.value(module.path, expression.owner)
        if called and called.shape:
            return containers.argument(called, expression.number)
        meaning = self._resolver.find(module.path, expression.owner)
        if module.language.scopes.overloads and meaning and len(meaning.defined) > 1:
            return None
        functions = self._functions(called) if called else ()
        values = {self._of_parameter(function, expression.number) for function in functions}
        return values.pop() if len(values) == 1 else None

    @evaluates(NarrowedBy)
    def _of_narrowed(self, module: Module, expression: NarrowedBy) -> Value | None:
        meaning = self._resolver.find(module.path, expression.owner)
        if meaning is None:
            return None
        rows = [(module.path, meaning.local)] if meaning.local >= 0 else []
        rows += [(defined.path, defined.binding) for defined in meaning.defined]
        path, binding = rows[0] if len(rows) == 1 else ("", -1)
        if binding < 0:
            return None
        home = self._modules[path]
        type_ = home.names.bindings[binding].type
        says = home.names.expressions[type_] if type_ >= 0 else None
        bodies = home.lookups.bodies(binding)
        if not isinstance(says, TypePredicate) or not bodies:
            return None
        parameters = home.names.scopes[bodies[-1]].parameters
        number = parameters[expression.number] if expression.number < len(parameters) else -1
        if number < 0 or home.names.bindings[number].name != says.name:
            return None
        return self._resolver.value(path, says.expression)

    def _of_parameter(self, function: _Function, place: int) -> Value | None:
        home, scope, substitution = function
        parameters = home.names.scopes[scope].parameters
        number = parameters[place] if place < len(parameters) else -1
        type_ = home.names.bindings[number].type if number >= 0 else -1
        if substitution is None:
            open_ = parameter_for_types(home, type_)
            # What a parameter of the function around stands for, only its caller may say.
            own = open_ < 0 or home.names.bindings[open_].scope == scope
            return self._values.bound(home, number) if own else None
        value = self._types.under(home, type_, substitution)
        return instance(value) if value else None

    def _into_container(self, module: Module, expression: Taken) -> Value | None:
        member, way = module.names.expressions[expression.owner], "takes"
        if isinstance(member, Taken):
            member, way = module.names.expressions[member.owner], "each"
        if not isinstance(member, Member):
            return None
        gives = module.language.containers.members.get(member.name, "").split()
        ways = {"takes"} if way == "takes" else {"each", "all", "entry"}
        if ways.isdisjoint(gives):
            return None
        owner = self._values.listed(self._resolver.value(module.path, member.owner))
        if "entry" in gives and owner and owner.shape == "table":
            return containers.argument(owner, expression.number)
        alike = way == "takes" or "all" in gives or ("each" in gives and not expression.number)
        return containers.item(owner) if alike else None

    def _functions(self, value: Value) -> Sequence[_Function]:
        if value.several:
            return [
                function
                for alternative in value.several
                for function in self._functions(alternative)
            ]
        if value.makes:
            path, _, scope = value.makes
            return [(self._modules[path], scope, value.substitution)] if scope >= 0 else ()
        defined = value.defined
        if value.nameless or (defined and defined.kind in TYPES):
            value = value if value.instance else self._types.closed(value) or value
            rows = [
                (*method, self._types.substitution(value, *method))
                for method in self._called_members(value)
            ]
        elif defined and defined.kind in CALLABLE and defined.binding >= 0:
            rows = [(self._modules[defined.path], defined.binding, value.substitution)]
        else:
            rows = []
        return [
            (home, bodies[-1], substitution)
            for home, binding, substitution in rows
            if (bodies := home.lookups.bodies(binding))
        ]

    def _called_members(self, owner: Value) -> Sequence[tuple[Module, int]]:
        path = owner.nameless[0] if owner.nameless else owner.defined and owner.defined.path
        language = self._modules.language(path or "")
        made = owner._replace(instance=True)
        for name in (*language.types.constructors, language.types.call_member):
            meaning = self._resolver.member_of(made, name) if name else None
            if meaning and meaning.local >= 0 and owner.nameless:
                return [(self._modules[owner.nameless[0]], meaning.local)]
            if meaning and len(meaning.defined) == 1:
                rows = self._resolver.choices.alike(meaning.defined[0])
                bindings = {row.binding for row in rows}
                # Of two on one line it is not known which binding is whose.
                return [
                    (self._modules[row.path], row.binding)
                    for row in rows
                    if row.binding >= 0 and len(bindings) == len(rows)
                ]
        return self._sole_method(owner) if language.types.function_interfaces else ()

    def _sole_method(self, owner: Value) -> Sequence[tuple[Module, int]]:
        if owner.defined is None or owner.defined.kind != "interface":
            return ()
        module = self._modules[owner.defined.path]
        members = [*module.members.get(owner.defined.qualified, {}).values()]
        rows = [row for some in members for row in some if lacks_body(row, module.language)]
        return [(module, row.binding) for row in rows if row.binding >= 0 and len(rows) == 1]
