"""Evaluates expressions: types of variables, results of calls, content of containers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sphinx_filedocs.model.expressions import (
    ArrayOf,
    BoundName,
    Call,
    ClassOf,
    Construction,
    ElementOf,
    EnteredBy,
    Expression,
    Factory,
    ItemOf,
    Member,
    NamelessType,
    PairsOf,
    PartOf,
    Pointee,
    PointerTo,
    Results,
    Super,
    TableOf,
    Tested,
    This,
    ThisClass,
    TupleOf,
)
from sphinx_filedocs.model.names import Binding
from sphinx_filedocs.resolve import containers
from sphinx_filedocs.resolve.candidates import (
    Meaning,
    Substitution,
    Value,
    instance,
)
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.modules import SPACES, Module
from sphinx_filedocs.resolve.resolver import Part, Resolver, evaluates
from sphinx_filedocs.resolve.tree import LinkTree
from sphinx_filedocs.resolve.type_arguments import (
    TypeArguments,
    parameter_for_types,
    together,
)

#: What members of containers give that are called, by the words for it.
_GIVES: Mapping[str, Callable[[Value], Value | None]] = {
    "value": containers.item,
    "maybe": containers.values,
    "values": containers.values,
    "keys": containers.keys,
    "pairs": containers.pairs,
    "place": containers.place,
    "first": lambda value: containers.part(value, 0),
    "second": lambda value: containers.part(value, 1),
    "same": lambda value: value if value.shape in ("array", "pointer") else None,
}


class Values(Part):
    """Evaluates expressions."""

    def __init__(self, resolver: Resolver, tree: LinkTree, types: TypeArguments) -> None:
        super().__init__(resolver, tree)
        self._types = types

    @evaluates(Call)
    def _of_call(self, module: Module, expression: Call) -> Value | None:
        if contained := self._of_container(module, expression.expression):
            return contained
        called = self._resolver.value(module.path, expression.expression)
        if called and called.bases_only:
            return called
        if called and called.instance:
            meant = self._resolver.find(module.path, expression.expression)
            if meant and meant.defined and meant.defined[0].accessor:
                return called
        return self._called(called)

    @evaluates(ArrayOf, TableOf, TupleOf)
    def _of_typed(self, module: Module, expression: ArrayOf | TableOf | TupleOf) -> Value | None:
        return self.of_container(
            expression, lambda number: self._resolver.value(module.path, number)
        )

    @evaluates(ElementOf)
    def _of_element(self, module: Module, expression: ElementOf) -> Value | None:
        value = self.listed(self._resolver.value(module.path, expression.expression))
        return containers.element(value, module.language.containers.iterated)

    @staticmethod
    def of_container(
        made: ArrayOf | TableOf | TupleOf, follow: Callable[[int], Value | None]
    ) -> Value | None:
        """Return a container by its parts, unless the tree defines its type."""
        if isinstance(made, TupleOf):
            return containers.tuple_of([follow(number) for number in made.passed])
        own = follow(made.owner)
        if own and own.defined:
            return own
        part = follow(made.expression)
        if isinstance(made, ArrayOf):
            value = containers.array(part)
        else:
            value = containers.table(follow(made.plain), part)
        return value._replace(external=own.external) if value and own else value or own

    @evaluates(ItemOf)
    def _of_item(self, module: Module, expression: ItemOf) -> Value | None:
        value = self.listed(self._resolver.value(module.path, expression.expression))
        # A type with parameters is what it is without.
        type_ = value.defined if value and not value.instance else None
        if type_ and type_.kind in TYPES and type_.kind != "enum":
            return value
        if value and not value.shape and module.language.containers.bare_arrays:
            return value
        return containers.item(value)

    @evaluates(PointerTo)
    def _of_pointer(self, module: Module, expression: PointerTo) -> Value | None:
        return containers.pointer(self._resolver.value(module.path, expression.expression))

    @evaluates(ClassOf)
    def _of_metatype(self, module: Module, expression: ClassOf) -> Value | None:
        value = self._resolver.value(module.path, expression.expression)
        return Value(shape="class", holds=(value,)) if value else None

    @evaluates(Pointee)
    def _of_pointee(self, module: Module, expression: Pointee) -> Value | None:
        value = self._resolver.value(module.path, expression.expression)
        leading = self.listed(value)
        return leading.holds[0] if leading and leading.shape == "pointer" else value

    @evaluates(PairsOf)
    def _of_pairs(self, module: Module, expression: PairsOf) -> Value | None:
        value = self.listed(self._resolver.value(module.path, expression.expression))
        return containers.pairs(value)

    @evaluates(PartOf)
    def _of_part(self, module: Module, expression: PartOf) -> Value | None:
        value = self.listed(self._resolver.value(module.path, expression.expression))
        return containers.part(value, expression.number)

    @evaluates(Results)
    def _of_results(self, module: Module, expression: Results) -> Value | None:
        values = {self._resolver.value(module.path, result) for result in expression.passed}
        return values.pop() if len(values) == 1 else None

    @evaluates(EnteredBy)
    def _of_entered(self, module: Module, expression: EnteredBy) -> Value | None:
        """Return the target of ``with … as``: the result of ``__enter__``, else the context
        manager."""
        value = self._resolver.value(module.path, expression.expression)
        if value is None or value.shape:
            return value.holds[0] if value and value.shape == "array" else None
        for name in module.language.containers.enter_members if value.instance else ():
            meaning = self._resolver.member(value, name)
            if meaning and len(meaning.defined) == 1:
                entering = meaning.defined[0]
                if self._says_result(entering):
                    return self._result(entering, value.defined)
        return value

    def _of_container(self, module: Module, called: int) -> Value | None:
        member = module.names.expressions[called]
        if not isinstance(member, Member):
            return None
        words = module.language.containers.members.get(member.name, "").split()
        gives = next((word for word in words if word in _GIVES), "")
        owner = self._resolver.value(module.path, member.owner) if gives else None
        owner = self.listed(owner)
        if owner is None or not owner.shape:
            return None
        return _GIVES[gives](owner)

    @evaluates(Construction)
    def _of_constructor(self, module: Module, expression: Construction) -> Value | None:
        return self._resolver.value(module.path, expression.expression)

    @evaluates(Factory)
    def _of_maker(self, module: Module, expression: Factory) -> Value:
        return Value(makes=(module.path, expression.expression, expression.scope))

    @evaluates(NamelessType)
    def _of_nameless(self, module: Module, expression: NamelessType) -> Value:
        return Value(nameless=(module.path, expression.scope))

    @evaluates(Tested)
    def _of_tested(self, module: Module, expression: Tested) -> Value | None:
        narrowed = self.bound(module, expression.binding)
        return narrowed or self._resolver.value(module.path, expression.expression)

    @evaluates(ThisClass)
    def _of_class(self, module: Module, expression: ThisClass) -> Value:
        scope = expression.scope
        defined, place = self._resolver.about(module, scope), (module.path, scope)
        return Value(defined, near=place) if defined else Value(nameless=place)

    @evaluates(Super, This)
    def _of_this(self, module: Module, expression: This | Super) -> Value | None:
        scope, apart = expression.scope, module.language.types.implementations
        place = (module.path, scope)
        value = self._resolver.instance_at(module, scope)
        if value:
            bases_only = isinstance(expression, Super)
            return value._replace(bases_only=bases_only, near=place if apart else None)
        # A class without a name.
        home = Value(nameless=place)
        if apart:
            return home
        bases = self._resolver.bases(module, scope)
        return next((instance(base) for base in bases), home)

    def of_meaning(self, module: Module, expression: Expression, meaning: Meaning) -> Value | None:
        """Return the value of a resolved expression."""
        if isinstance(expression, BoundName):
            number = expression.binding
            binding = module.names.bindings[number]
            is_told = binding.kind == "narrowed" or (binding.kind == "given" and binding.type >= 0)
            if is_told and (value := self.bound(module, number)):
                return value
        if meaning.local >= 0:
            return self.bound(module, meaning.local)
        owner = None
        if isinstance(expression, Member) and meaning.defined:
            owner = self._resolver.value(module.path, expression.owner)
            if owner and owner.several:
                return self._types.of_member(owner, expression.name)
            only = meaning.defined[0] if len(meaning.defined) == 1 else None
            if owner and only and (value := self._types.of_field(owner, only)):
                return value
        value = self.of(meaning)
        if value and owner and value.defined and value.defined.kind in CALLABLE:
            home = self._modules[value.defined.path]
            substitution = self._types.substitution(owner, home, value.defined.binding)
            return value._replace(receiver=owner.defined, substitution=substitution)
        return value

    def listed(self, value: Value | None) -> Value | None:
        """Return the array that a type is an alias of, or else the value. Example:
        ``type Carts = Cart[]``."""
        if value is None or value.defined is None or value.defined.binding < 0:
            return value
        if value.defined.kind in CALLABLE:
            return None
        module = self._modules[value.defined.path]
        type_ = module.names.bindings[value.defined.binding].type
        listed = self._resolver.value(module.path, type_)
        return instance(listed) if listed and listed.shape else value

    def of_entry(self, module: Module, expression: Member) -> Value | None:
        """Return an entry of a table under a name, or a part of a tuple: ``pair.first``."""
        owner = self.listed(self._resolver.value(module.path, expression.owner))
        if (
            owner
            and owner.shape == "tuple"
            and expression.name in module.language.containers.part_names
        ):
            return containers.part(
                owner, module.language.containers.part_names.index(expression.name)
            )
        named = owner is not None and owner.shape == "table" and not owner.external
        return containers.item(owner) if named and module.language.containers.named_keys else None

    def of(self, meaning: Meaning) -> Value | None:
        """Return the value of a meaning outside of functions."""
        if meaning.how == "candidates":
            return None
        if len(meaning.defined) > 1 and all(row.called for row in meaning.defined):
            results = {self._called(Value(row)) for row in meaning.defined}
            return Value(meaning.defined[0]) if len(results) == 1 else None
        if meaning.defined:
            return self._of_defined(meaning.defined[0])
        if meaning.paths or meaning.external or meaning.package is not None:
            return Value(paths=meaning.paths, external=meaning.external, package=meaning.package)
        return None

    def _of_defined(self, defined: Defined) -> Value | None:
        if defined.kind in CALLABLE and self.is_computed(defined):
            return self._result(defined, None)
        if defined.kind in (*SPACES, *CALLABLE, "macro"):
            return Value(defined)
        module = self._modules[defined.path]
        if defined.kind in TYPES:
            if defined.kind == "type" and module.lookups.type_parameters(defined.binding):
                return self._types.apply(defined, ())
            same = self.bound(module, defined.binding) if defined.kind == "type" else None
            return same if same and not same.shape else Value(defined)
        owns = defined.kind in ("field", "variable") and module.lookups.is_owner(defined.qualified)
        if owns and not self._is_type_besides(defined):
            # Its type has no name.
            return Value(defined, instance=True)
        bound = self.bound(module, defined.binding)
        if bound and bound.shape == "table" and self._has_members(defined):
            return bound._replace(defined=defined, instance=True)
        return bound or (Value(defined, instance=True) if self._has_members(defined) else None)

    def is_computed(self, defined: Defined) -> bool:
        """Return True if a function is a property. Example: a method with ``@property``."""
        if defined.binding < 0:
            return False
        return self._modules[defined.path].names.bindings[defined.binding].kind == "computed"

    def _has_members(self, defined: Defined) -> bool:
        if self._is_type_besides(defined):
            return False
        return self._modules[defined.path].lookups.has_members(defined.qualified)

    def _is_type_besides(self, defined: Defined) -> bool:
        return any(row.kind in TYPES for row in self._resolver.choices.alike(defined))

    def bound(self, module: Module, number: int) -> Value | None:
        """Return the value of a bound name: an instance of its type, or its assigned value."""
        if number < 0:
            return None
        binding = module.names.bindings[number]
        if module.language.types.untyped and binding.kind == "field" and _is_open(module, binding):
            return Value()
        if binding.type >= 0 and (value := self._resolver.value(module.path, binding.type)):
            made = instance(self._types.closed(value) or value)
            if made and made.shape == "table" and binding.value >= 0:
                # What is written as an object has these members besides.
                own = self._resolver.value(module.path, binding.value)
                return made._replace(nameless=own.nameless if own else None)
            return made
        return self._resolver.value(module.path, binding.value)

    def _called(self, value: Value | None) -> Value | None:
        if value and value.makes:
            path, made, _ = value.makes
            result = self._types.under(self._modules[path], made, value.substitution)
            return instance(result) if result else None
        if value and value.several:
            return together(map(self._called, value.several))
        if value and value.shape:
            # The type of a container, not one.
            return instance(value)
        if value is None or value.defined is None:
            return None
        defined = value.defined
        if defined.kind in TYPES:
            if value.instance:
                # Another name of a type that has none stands for its instances.
                return self._of_call_member(value) or (value if defined.kind == "type" else None)
            return Value(defined, instance=True, substitution=value.substitution)
        if defined.kind in CALLABLE and defined.binding >= 0:
            return self._result(defined, value.receiver, value.substitution)
        return None

    def _of_call_member(self, owner: Value) -> Value | None:
        defined = owner.defined
        language = self._modules.language(defined.path) if defined else None
        if defined is None or language is None or not language.types.call_member or owner.shape:
            return None
        makers = language.types.constructors if defined.kind == "interface" else ()
        rows = [
            row
            for name in (language.types.call_member, *makers)
            if (meaning := self._resolver.member_of(owner, name))
            for first in meaning.defined
            for row in self._resolver.choices.alike(first)
        ]
        # Of two on one line it is not known which binding is whose.
        if len({(row.path, row.binding) for row in rows}) < len(rows):
            return None
        results = set()
        for row in rows:
            substitution = self._types.substitution(owner, self._modules[row.path], row.binding)
            results.add(self._result(row, defined, substitution) if row.binding >= 0 else None)
        return results.pop() if len(results) == 1 else None

    def _result(
        self, function: Defined, receiver: Defined | None, substitution: Substitution | None = None
    ) -> Value | None:
        module = self._modules[function.path]
        bound = module.names.bindings[function.binding]
        says = bound.type if bound.type >= 0 else _made(module, bound.value)
        if receiver and self._is_own(module, says):
            return Value(receiver, instance=True)
        result = self._types.closed(self._types.under(module, says, substitution))
        if result is None and self._has_members(function):
            return Value(function, instance=True)
        return instance(result) if result else self._overloaded(module, function)

    def _overloaded(self, module: Module, function: Defined) -> Value | None:
        if module.names.bindings[function.binding].type >= 0:
            return None
        rows = [row.binding for row in self._resolver.choices.alike(function)]
        types = [module.names.bindings[number].type for number in rows if number >= 0]
        stated = {self._resolver.value(module.path, type_) for type_ in types if type_ >= 0}
        result = stated.pop() if len(stated) == 1 else None
        return instance(self._types.closed(result) or result) if result else None

    def _says_result(self, function: Defined) -> bool:
        if function.binding < 0:
            return False
        bound = self._modules[function.path].names.bindings[function.binding]
        return bound.type >= 0 or bound.value >= 0

    def _is_own(self, module: Module, number: int) -> bool:
        made = module.names.expressions[number] if number >= 0 else None
        if isinstance(made, Results):
            return bool(made.passed) and all(self._is_own(module, result) for result in made.passed)
        if isinstance(made, Call):
            return self._names_own(module, made.expression, ThisClass)
        return isinstance(made, This) or self._names_own(module, number, This)

    def _names_own(self, module: Module, number: int, own: type[This | ThisClass]) -> bool:
        made = module.names.expressions[number] if number >= 0 else None
        if not isinstance(made, BoundName):
            return False
        value = module.names.bindings[made.binding].value
        return value >= 0 and isinstance(module.names.expressions[value], own)


def _made(module: Module, function: int) -> int:
    made = module.names.expressions[function] if function >= 0 else None
    return made.expression if isinstance(made, Factory) else -1


def _is_open(module: Module, binding: Binding) -> bool:
    number = parameter_for_types(module, binding.type)
    return number >= 0 and module.names.scopes[module.names.bindings[number].scope].kind == "class"
