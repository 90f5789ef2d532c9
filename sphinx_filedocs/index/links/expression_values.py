"""What the values of expressions are, as far as it can be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.candidates import Given, Meaning, Value, instance
from sphinx_filedocs.index.links.modules import (
    CALLABLE,
    SPACES,
    TYPES,
    Defined,
    Module,
)
from sphinx_filedocs.index.links.tree import LinkTree
from sphinx_filedocs.index.links.type_arguments import parameter_for_types, together
from sphinx_filedocs.model.expressions import (
    ArrayOf,
    BoundName,
    Call,
    Construction,
    ElementOf,
    EnteredBy,
    Expecting,
    Expression,
    Factory,
    ItemOf,
    KeyedBy,
    Member,
    NamelessType,
    PairsOf,
    SecondOf,
    Super,
    Taken,
    This,
    ThisClass,
)
from sphinx_filedocs.model.names import Binding

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.meanings import Meanings


#: What members of arrays and tables give that are called.
_GIVES = ("value", "values", "pairs", "same")


class Values:
    """Works out the values of expressions."""

    def __init__(self, meanings: Meanings, tree: LinkTree) -> None:
        self._meanings = meanings
        self._modules = tree.modules
        self._types = meanings.types

    # --- by kind of expression ----------------------------------------------------------------

    def of_call(self, module: Module, expression: Call) -> Value | None:
        """Return what a call gives."""
        if contained := self._of_container(module, expression.expression):
            return contained
        called = self._meanings.value(module.path, expression.expression)
        if called and called.bases_only:
            return called
        if called and called.external and module.language.closed:
            return Value()
        if called and called.instance:
            meant = self._meanings.find(module.path, expression.expression)
            if meant and meant.defined and meant.defined[0].accessor:
                return called
        return self._called(called)

    def of_array(self, module: Module, expression: ArrayOf) -> Value | None:
        """Return the array of a type; of arrays there is none."""
        part = self._meanings.value(module.path, expression.expression)
        return part._replace(many=True) if part and not part.many else None

    def of_element(self, module: Module, expression: ElementOf) -> Value | None:
        """Return what is in an array."""
        part = self._listed(self._meanings.value(module.path, expression.expression))
        return part._replace(many=False) if part and part.many and not part.keyed else None

    def of_table(self, module: Module, expression: KeyedBy) -> Value | None:
        """Return a table with values of a type."""
        part = self._meanings.value(module.path, expression.expression)
        return part._replace(many=True, keyed=True) if part and not part.many else None

    def of_item(self, module: Module, expression: ItemOf) -> Value | None:
        """Return what is in an array or a table; a type with parameters is what it is without."""
        part = self._meanings.value(module.path, expression.expression)
        if part is None or part.pairs:
            return None
        if part.many:
            return part._replace(many=False, keyed=False)
        if module.language.bare_arrays:
            return part
        return part if part.defined and part.defined.kind in TYPES and not part.instance else None

    def of_pairs(self, module: Module, expression: PairsOf) -> Value | None:
        """Return the pairs of which the second parts are in an array."""
        part = self._meanings.value(module.path, expression.expression)
        known = part is not None and part.many and not part.keyed and not part.pairs
        return part._replace(pairs=True) if part and known else None

    def of_second(self, module: Module, expression: SecondOf) -> Value | None:
        """Return the second part of a pair."""
        part = self._meanings.value(module.path, expression.expression)
        return part._replace(pairs=False) if part and part.pairs and not part.many else None

    def of_entered(self, module: Module, expression: EnteredBy) -> Value | None:
        """Return what a context manager gives: what its member for that returns, or what a
        function yields that is made one; itself where neither says it."""
        value = self._meanings.value(module.path, expression.expression)
        if value is None or value.many:
            return None if value is None or value.keyed else value._replace(many=False)
        for name in module.language.enter_members if value.instance else ():
            meaning = self._meanings.inheritance.member(value, name)
            if meaning and len(meaning.defined) == 1:
                entering = meaning.defined[0]
                names = self._modules[entering.path].names
                if entering.binding >= 0 and names.bindings[entering.binding].type >= 0:
                    return self._result(entering, value.defined)
        return value

    def _of_container(self, module: Module, called: int) -> Value | None:
        """Return what a member of an array or a table gives that is called."""
        member = module.names.expressions[called]
        if not isinstance(member, Member):
            return None
        words = dict(module.language.container_members).get(member.name, "").split()
        gives = next((word for word in words if word in _GIVES), "")
        owner = self._meanings.value(module.path, member.owner) if gives else None
        if owner is None or not owner.many or owner.pairs:
            return None
        if gives == "value":
            return owner._replace(many=False, keyed=False)
        if gives == "same":
            return None if owner.keyed else owner
        return owner._replace(keyed=False, pairs=gives == "pairs") if owner.keyed else None

    def of_constructor(self, module: Module, expression: Construction) -> Value | None:
        """Return the type that a constructor belongs to."""
        return self._meanings.value(module.path, expression.expression)

    def of_maker(self, module: Module, expression: Factory) -> Value:
        """Return a function without a name, by what it makes."""
        return Value(makes=(module.path, expression.expression, expression.scope))

    def of_taken(self, module: Module, expression: Taken) -> Value | None:
        """Return what a function gets at a place, by the type of its parameter there."""
        if contained := self._into_container(module, expression):
            return contained
        called = self._meanings.value(module.path, expression.owner)
        function = self._function(called)
        if called is None or function is None:
            return None
        home, scope, given = function
        parameters = home.names.scopes[scope].parameters
        number = parameters[expression.number] if expression.number < len(parameters) else -1
        type_ = home.names.bindings[number].type if number >= 0 else -1
        if given is None:
            open_ = parameter_for_types(home, type_)
            # What a parameter of the function around stands for, only its caller may say.
            own = open_ < 0 or home.names.bindings[open_].scope == scope
            return self._bound(home, number) if own else None
        value = self._types.under(home, type_, given)
        return instance(value) if value else None

    def _into_container(self, module: Module, expression: Taken) -> Value | None:
        """Return what a member of an array or a table takes, or what a function gets that it takes,
        where that is one of what is in it."""
        member, way = module.names.expressions[expression.owner], "takes"
        if isinstance(member, Taken):
            member, way = module.names.expressions[member.owner], "each"
        if not isinstance(member, Member) or (way == "each" and expression.number):
            return None
        gives = dict(module.language.container_members).get(member.name, "").split()
        owner = self._meanings.value(module.path, member.owner) if way in gives else None
        return owner._replace(many=False, keyed=False) if owner and owner.many else None

    def of_expecting(self, module: Module, expression: Expecting) -> Value | None:
        """Return a function that is called where a value of a type is expected."""
        value = self._meanings.value(module.path, expression.expression)
        wanted = self._meanings.value(module.path, expression.plain)
        if value is None or wanted is None:
            return value
        return value._replace(given=self._types.expected(value, wanted))

    def _function(self, value: Value | None) -> tuple[Module, int, Given | None] | None:
        """Return the scope of a function, of what calls a value or of the constructor of a type,
        where it is, and what is given for the parameters of its types."""
        if value is None or value.many:
            return None
        if value.makes:
            path, _, scope = value.makes
            return (self._modules[path], scope, value.given) if scope >= 0 else None
        defined, given = value.defined, value.given
        if value.nameless or (defined and defined.kind in TYPES):
            value = value if value.instance else self._types.closed(value) or value
            called = self._called_member(value)
            given = self._types.given(value, *called) if called else None
        elif defined and defined.kind in CALLABLE and defined.binding >= 0:
            called = self._modules[defined.path], defined.binding
        else:
            called = None
        if called is None:
            return None
        home, binding = called
        bodies = home.lookups.bodies(binding)
        return (home, bodies[-1], given) if bodies else None

    def _called_member(self, owner: Value) -> tuple[Module, int] | None:
        """Return the binding of the member of a type that gets what it is called with, or what an
        instance of it is, and the file."""
        path = owner.nameless[0] if owner.nameless else owner.defined and owner.defined.path
        language = self._modules.language(path or "")
        made = owner._replace(instance=True)
        for name in (*language.constructors, language.call_member):
            meaning = self._meanings.members.of(made, name) if name else None
            if meaning and meaning.local >= 0 and owner.nameless:
                return self._modules[owner.nameless[0]], meaning.local
            if meaning and len(meaning.defined) == 1 and meaning.defined[0].binding >= 0:
                found = meaning.defined[0]
                return self._modules[found.path], found.binding
        return None

    def of_nameless(self, module: Module, expression: NamelessType) -> Value:
        """Return a type without a name."""
        return Value(nameless=(module.path, expression.scope))

    def of_class(self, module: Module, expression: ThisClass) -> Value:
        """Return the type that the code in a scope is about."""
        scope = expression.scope
        defined, place = self._meanings.scopes.about(module, scope), (module.path, scope)
        return Value(defined, near=place) if defined else Value(nameless=place)

    def of_this(self, module: Module, expression: This | Super) -> Value | None:
        """Return the instance that the code in a scope is about, or that as one of its bases."""
        scope, apart = expression.scope, module.language.implementations
        place = (module.path, scope)
        value = self._meanings.scopes.instance(module, scope)
        if value:
            bases_only = isinstance(expression, Super)
            return value._replace(bases_only=bases_only, near=place if apart else None)
        # A class without a name.
        home = Value(nameless=place)
        if apart:
            return home
        bases = self._meanings.scopes.bases(module, scope)
        return next((instance(base) for base in bases), home)

    def of_found(self, module: Module, expression: Expression, meaning: Meaning) -> Value | None:
        """Return what the value of an expression is that leads somewhere."""
        if isinstance(expression, BoundName):
            number = expression.binding
            if module.names.bindings[number].kind == "narrowed" and (
                value := self._bound(module, number)
            ):
                return value
        if meaning.local >= 0:
            return self._bound(module, meaning.local)
        owner = None
        if isinstance(expression, Member) and len(meaning.defined) == 1:
            owner = self._meanings.value(module.path, expression.owner)
            if owner and (value := self._types.of_field(owner, meaning.defined[0])):
                return value
        value = self.of(meaning)
        if value and owner and value.defined and value.defined.kind in CALLABLE:
            home = self._modules[value.defined.path]
            given = self._types.given(owner, home, value.defined.binding)
            return value._replace(receiver=owner.defined, given=given)
        return value

    def _listed(self, value: Value | None) -> Value | None:
        """Return the array that a value is if its type has a name for that."""
        if value is None or value.many or value.defined is None or value.defined.binding < 0:
            return value
        if value.defined.kind in CALLABLE:
            return None
        module = self._modules[value.defined.path]
        type_ = module.names.bindings[value.defined.binding].type
        listed = self._meanings.value(module.path, type_)
        return listed if listed and listed.many else value

    # --- by what is found ---------------------------------------------------------------------

    def of(self, meaning: Meaning) -> Value | None:
        """Return what the value of something outside of a function is."""
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
        if defined.kind in CALLABLE and self._is_computed(defined):
            return self._result(defined, None)
        if defined.kind in (*SPACES, *CALLABLE, "macro"):
            return Value(defined)
        module = self._modules[defined.path]
        if defined.kind in TYPES:
            if defined.kind == "type" and module.lookups.type_parameters(defined.binding):
                return self._types.apply(defined, ())
            same = self._bound(module, defined.binding) if defined.kind == "type" else None
            return same if same and not same.many else Value(defined)
        owns = defined.kind in ("field", "variable") and module.lookups.is_owner(defined.qualified)
        if owns and not self._is_type_besides(defined):
            # Its type has no name.
            return Value(defined, instance=True)
        bound = self._bound(module, defined.binding)
        return bound or (Value(defined, instance=True) if self._has_members(defined) else None)

    def _is_computed(self, defined: Defined) -> bool:
        """Tell whether the name of a function means what it returns."""
        if defined.binding < 0:
            return False
        return self._modules[defined.path].names.bindings[defined.binding].kind == "computed"

    def _has_members(self, defined: Defined) -> bool:
        """Tell whether members of an object or a function itself are defined, not of a type that
        has the same name."""
        if self._is_type_besides(defined):
            return False
        return self._modules[defined.path].lookups.has_members(defined.qualified)

    def _is_type_besides(self, defined: Defined) -> bool:
        """Tell whether a type has the name of a definition too."""
        return any(row.kind in TYPES for row in self._meanings.choices.alike(defined))

    def _bound(self, module: Module, number: int) -> Value | None:
        """Return what a bound name's value is: an instance of its type, or what it is given."""
        if number < 0:
            return None
        binding = module.names.bindings[number]
        if module.language.untyped and binding.kind == "field" and _is_open(module, binding):
            return Value()
        if binding.type >= 0 and (value := self._meanings.value(module.path, binding.type)):
            return instance(self._types.closed(value) or value)
        return self._meanings.value(module.path, binding.value)

    # --- calls --------------------------------------------------------------------------------

    def _called(self, value: Value | None) -> Value | None:
        """Return what a call of a value gives."""
        if value and value.makes:
            path, made, _ = value.makes
            result = self._types.under(self._modules[path], made, value.given)
            return instance(result) if result else None
        if value and value.several:
            return together(map(self._called, value.several))
        if value is None or value.defined is None:
            return None
        defined = value.defined
        if defined.kind in TYPES:
            if value.instance:
                # Another name of a type that has none stands for its instances.
                return self._of_call_member(value) or (value if defined.kind == "type" else None)
            return Value(defined, instance=True)
        if defined.kind in CALLABLE and defined.binding >= 0:
            return self._result(defined, value.receiver, value.given)
        return None

    def _of_call_member(self, owner: Value) -> Value | None:
        """Return what an instance of a type gives that is called: of several ways, and of ways to
        make an instance of what it stands for, all have to give the same."""
        defined = owner.defined
        language = self._modules.language(defined.path) if defined else None
        if defined is None or language is None or not language.call_member or owner.many:
            return None
        makers = language.constructors if defined.kind == "interface" else ()
        rows = [
            row
            for name in (language.call_member, *makers)
            if (meaning := self._meanings.members.of(owner, name))
            for first in meaning.defined
            for row in self._meanings.choices.alike(first)
        ]
        # Of two on one line it is not known which binding is whose.
        if len({(row.path, row.binding) for row in rows}) < len(rows):
            return None
        results = set()
        for row in rows:
            given = self._types.given(owner, self._modules[row.path], row.binding)
            results.add(self._result(row, defined, given) if row.binding >= 0 else None)
        return results.pop() if len(results) == 1 else None

    def _result(
        self, function: Defined, receiver: Defined | None, given: Given | None = None
    ) -> Value | None:
        """Return what a function returns that is called as a method of a receiver, if any."""
        module = self._modules[function.path]
        type_ = module.names.bindings[function.binding].type
        if receiver and type_ >= 0 and isinstance(module.names.expressions[type_], This):
            return Value(receiver, instance=True)
        result = self._types.closed(self._types.under(module, type_, given))
        if result is None and self._has_members(function):
            return Value(function, instance=True)
        return instance(result) if result else None


def _is_open(module: Module, binding: Binding) -> bool:
    """Tell whether the type of a field is a parameter of its class, which a subclass may bind."""
    number = parameter_for_types(module, binding.type)
    return number >= 0 and module.names.scopes[module.names.bindings[number].scope].kind == "class"
