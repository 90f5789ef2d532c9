"""Resolves all expressions: puts the parts of the resolver together."""

from __future__ import annotations

from sphinx_filedocs.model.expressions import (
    A_TYPE,
    Applied,
    BoundName,
    Call,
    ElementOf,
    EnteredBy,
    Expression,
    FreeName,
    GenericType,
    ItemOf,
    Member,
    PairsOf,
    PartOf,
    Pointee,
    Results,
    Taken,
    Tested,
)
from sphinx_filedocs.resolve.bare_names import Bindings, FreeNames, Scopes
from sphinx_filedocs.resolve.candidates import (
    BUILT_IN,
    OUTSIDE,
    Meaning,
    Value,
    is_made_for,
    is_outside,
)
from sphinx_filedocs.resolve.expression_values import Values
from sphinx_filedocs.resolve.imported_names import ImportedNames, Paths
from sphinx_filedocs.resolve.inheritance import Inheritance, Interfaces
from sphinx_filedocs.resolve.members import Arguments, Members
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.namespaces import Namespaces, Packages
from sphinx_filedocs.resolve.overloads import Overloads
from sphinx_filedocs.resolve.resolver import Evaluators, Finders, Part, Resolver
from sphinx_filedocs.resolve.taken_values import TakenValues
from sphinx_filedocs.resolve.tree import LinkTree
from sphinx_filedocs.resolve.type_arguments import TypeArguments

#: Names as they stand.
_NAMES = (BoundName, FreeName, Member)


class Meanings(Resolver):
    """Resolves all classes of expressions."""

    def __init__(self, tree: LinkTree) -> None:
        super().__init__(tree)
        scopes, bindings = Scopes(self, tree), Bindings(self, tree)
        self.about, self.bases = scopes.about, scopes.bases
        self.instance_at, self.space_at = scopes.instance, scopes.space
        self.bound, self.constructors = bindings.bound, bindings.constructors
        packages, spaces = Packages(self, tree), Namespaces(self, tree)
        self.in_packages, self.outermost = packages.find, packages.outermost
        self.package_member, self.of_target = packages.member, packages.of_target
        self.find_included, self.near = spaces.find_included, spaces.near
        self.in_space, self.space_member = spaces.around, spaces.member
        self.around_type = spaces.outside
        imported = ImportedNames(self, tree)
        self.look_up, self.exported = imported.look_up, imported.exported
        self.starred, self.submodule = imported.starred, imported.submodule
        self.provided = imported.provided
        self.inheritance, self.interfaces = Inheritance(self, tree), Interfaces(self, tree)
        self.member, self.extended = self.inheritance.member, self.inheritance.bases
        self.behind = self.inheritance.behind
        self.is_partly_outside = self.inheritance.is_partly_outside
        paths = Paths(self, tree)
        members = Members(self, tree, paths)
        self.member_of = members.of
        types = self._types = TypeArguments(self, tree)
        values = self._expressions = Values(self, tree, types)
        self.value_of, self.container = values.of, values.of_container
        self.is_computed = values.is_computed
        self._outside = Outside(self, tree)
        self._finders: Finders = {GenericType: self._find_generic, Tested: self._find_tested}
        self._evaluators: Evaluators = {GenericType: self._generic_value}
        followed: list[Part] = [bindings, spaces, imported, members, types, values]
        followed += [FreeNames(self, tree, paths), Arguments(self, tree), Overloads(self, tree)]
        for part in (*followed, TakenValues(self, tree, types, values)):
            part.add_to(self._finders, self._evaluators)

    def _find(self, module: Module, expression: int) -> Meaning | None:
        made = module.names.expressions[expression]
        finder = self._finders.get(type(made))
        before, self.at = self.at, module
        meaning = finder(module, made) if finder else None
        if meaning and module.language.types.parametric_namesakes and isinstance(made, _NAMES):
            meaning = self._having(module, made, meaning, 0)
        self.at = before
        return meaning

    def _find_generic(self, module: Module, expression: GenericType) -> Meaning | None:
        if not module.language.types.parametric_namesakes:
            return self.find(module.path, expression.expression)
        made = module.names.expressions[expression.expression]
        finder = self._finders.get(type(made))
        meaning = finder(module, made) if finder else None
        return self._having(module, made, meaning, len(expression.passed)) if meaning else None

    def _find_tested(self, module: Module, tested: Tested) -> Meaning | None:
        return self.find(module.path, tested.expression)

    def _having(self, module: Module, made: Expression, meaning: Meaning, count: int) -> Meaning:
        meaning = self.choices.having(module, meaning, count)
        if (
            isinstance(made, BoundName)
            and meaning.defined
            and not any(is_made_for(row, count) for row in meaning.defined)
        ):
            other = self.in_packages(module, meaning.defined[0].name, A_TYPE)
            other = self.choices.having(module, other, count) if other else None
            if other and len(other.defined) == 1 and is_made_for(other.defined[0], count):
                return other
        return meaning

    def _generic_value(self, module: Module, expression: GenericType) -> Value | None:
        if not module.language.types.parametric_namesakes:
            return self._types.of_generic(module, expression)
        meaning = self._find_generic(module, expression)
        return self._expressions.of_meaning(module, expression, meaning) if meaning else None

    def _value(self, module: Module, expression: int) -> Value | None:
        made = module.names.expressions[expression]
        handler = self._evaluators.get(type(made))
        meaning = None if handler else self.find(module.path, expression)
        if handler:
            value = handler(module, made)
        elif meaning is None and isinstance(made, Member):
            value = self._expressions.of_entry(module, made)
        else:
            value = self._expressions.of_meaning(module, made, meaning) if meaning else None
        return value if value or meaning else self._outside.of(module, made)


#: Operations that give what an expression has or makes, and those that give what is in it.
_GIVING = (Call, EnteredBy, Member, Pointee)
_HOLDING = (ElementOf, ItemOf, PairsOf, PartOf, Taken)


class Outside(Part):
    """Recognizes external values."""

    def of(self, module: Module, made: Expression) -> Value | None:
        """Return an external value, such as the result of a foreign function: its members are no
        guesses."""
        if isinstance(made, Results):
            # One of them is foreign, and of the others nothing is known.
            values = [self._resolver.value(module.path, number) for number in made.passed]
            foreign = any(map(is_outside, values))
            known = any(value and not is_outside(value) for value in values)
            return OUTSIDE if foreign and not known else None
        if not isinstance(made, (*_GIVING, *_HOLDING)):
            return None
        number = made.owner if isinstance(made, Member | Taken) else made.expression
        owner = self._resolver.value(module.path, number)
        if owner is None:
            return None
        if not is_outside(owner):
            inherited = isinstance(made, Member) and self._resolver.is_partly_outside
            return OUTSIDE if inherited and inherited(owner) else None
        if module.language.imports.text and self._is_unread(module, made):
            return None
        if any(part and part.defined for part in owner.holds):
            # A foreign container of what is of the tree.
            return None
        source = module.names.expressions[number]
        if (
            owner != BUILT_IN
            and owner.external.partition(".")[0] not in module.language.names.builtins
        ):
            return OUTSIDE
        contained = isinstance(made, _HOLDING) or (
            isinstance(source, Member) and source.name in module.language.containers.members
        )
        return None if contained else BUILT_IN

    def _is_unread(self, module: Module, made: Expression) -> bool:
        called = False
        while isinstance(made, (*_GIVING, *_HOLDING, Applied)):
            called = isinstance(made, Call) or (called and isinstance(made, Applied))
            number = made.owner if isinstance(made, Member | Taken) else made.expression
            if number < 0:
                return False
            made = module.names.expressions[number]
        if not isinstance(made, FreeName) or made.use == A_TYPE:
            return False
        return not called or bool(self._sight.named(module.family, made.name, "member"))
