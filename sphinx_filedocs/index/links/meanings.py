"""Follows the expressions of a tree to the definitions that they mean."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar, cast

from sphinx_filedocs.index.links.bare_names import Bindings, FreeNames, Scopes
from sphinx_filedocs.index.links.candidates import (
    BUILT_IN,
    DEPTH,
    OUTSIDE,
    Choices,
    Meaning,
    Value,
    is_made_for,
    is_outside,
)
from sphinx_filedocs.index.links.expression_values import Values
from sphinx_filedocs.index.links.imported_names import ImportedNames, ModuleNames
from sphinx_filedocs.index.links.inheritance import Inheritance
from sphinx_filedocs.index.links.interfaces import Interfaces
from sphinx_filedocs.index.links.members import Arguments, Members
from sphinx_filedocs.index.links.module_paths import Paths
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.index.links.namespaces import Namespaces, Packages
from sphinx_filedocs.index.links.overloads import Overloads
from sphinx_filedocs.index.links.taken_values import TakenValues
from sphinx_filedocs.index.links.tree import LinkTree
from sphinx_filedocs.index.links.type_arguments import TypeArguments
from sphinx_filedocs.model.expressions import (
    A_TYPE,
    Applied,
    Argument,
    ArrayOf,
    BoundName,
    Call,
    ClassOf,
    Construction,
    ElementOf,
    EnteredBy,
    Expecting,
    Expression,
    Factory,
    FreeName,
    FromImport,
    GenericType,
    Having,
    ImportTarget,
    ItemOf,
    MacroName,
    Member,
    NamelessType,
    NarrowedBy,
    OneOf,
    PackagePart,
    PairsOf,
    PartOf,
    PasteArgument,
    PathPart,
    PathRoot,
    Pointee,
    PointerTo,
    Results,
    ShortName,
    Super,
    TableOf,
    Taken,
    Tested,
    This,
    ThisClass,
    TupleOf,
    TypeName,
    WholeImport,
    Zipped,
)

#: Names as they stand.
_NAMES = (BoundName, FreeName, Member)
_Followed = TypeVar("_Followed", Meaning, Value)
_Operation = TypeVar("_Operation", bound=Expression)


class _Handlers(Generic[_Followed]):
    __slots__ = ("_by_class",)

    def __init__(self) -> None:
        self._by_class: dict[type[object], Callable[[Module, Expression], _Followed | None]] = {}

    def add(
        self,
        operation: type[_Operation],
        handler: Callable[[Module, _Operation], _Followed | None],
    ) -> None:
        # Each handler is called only with the class that it was added for.
        self._by_class[operation] = cast(
            "Callable[[Module, Expression], _Followed | None]", handler
        )

    def of(self, made: Expression) -> Callable[[Module, Expression], _Followed | None] | None:
        return self._by_class.get(type(made))


class _Memory(Generic[_Followed]):
    """What expressions lead to.

    :param follow: follows an expression that is not known.
    """

    __slots__ = ("follow", "known")

    def __init__(self, follow: Callable[[Module, int], _Followed | None]) -> None:
        self.follow: Callable[[Module, int], _Followed | None] = follow
        self.known: dict[tuple[str, int], _Followed | None] = {}


class Meanings:
    """Follows expressions; what was followed once is remembered.

    What follows one kind of expression needs others in turn, and finds them here. What leads back
    to itself, and what is too deep, leads nowhere. What an expression leads to because of that
    depends on where it was asked for. So all is remembered for the file alone that is being linked
    (see :meth:`leave_file`): the links of a file are the same whichever were made before, and all
    that they depend on is asked for.
    """

    def __init__(self, tree: LinkTree) -> None:
        modules = self._modules = tree.modules
        self._tree = tree
        self._meanings = _Memory[Meaning](self._find)
        self._values = _Memory[Value](self._value)
        #: How many steps deep it is now.
        self._depth = 0
        #: What is being followed or looked up.
        self._busy: set[Hashable] = set()
        #: The file in which the expression stands that is being followed.
        self.at: Module | None = None
        self.choices = Choices(tree)
        self.scopes = Scopes(self, tree)
        self.bindings = Bindings(self, tree)
        self.module_names = ModuleNames(self, tree)
        self.packages = Packages(self, tree)
        self.spaces = Namespaces(self, tree)
        self.inheritance = Inheritance(self, tree)
        self.interfaces = Interfaces(self, tree)
        self.types = TypeArguments(self, tree)
        self.values = Values(self, tree)
        self._outside = Outside(self, tree)
        paths = Paths(modules, tree, self.find, self.inheritance.of, self)
        self.members = Members(self, tree, paths)
        self._finders = self._make_finders(tree, paths)
        self._handlers = self._make_handlers()

    def _make_finders(self, tree: LinkTree, paths: Paths) -> _Handlers[Meaning]:
        imported = ImportedNames(self, tree)
        free_names = FreeNames(self, tree, paths)
        members = self.members
        finders = _Handlers[Meaning]()
        finders.add(Applied, Overloads(self, tree).find)
        finders.add(Argument, Arguments(self, tree).find)
        finders.add(BoundName, self.bindings.find)
        finders.add(ThisClass, self.bindings.find_class)
        finders.add(Construction, self.bindings.find_constructor)
        finders.add(GenericType, self._find_generic)
        finders.add(FreeName, free_names.find)
        finders.add(WholeImport, imported.find)
        finders.add(FromImport, imported.find_name)
        finders.add(MacroName, self.spaces.find_macro)
        finders.add(Member, members.find)
        finders.add(ShortName, self.bindings.find_short)
        finders.add(PackagePart, imported.find_package)
        finders.add(PasteArgument, self.spaces.find_pasted)
        finders.add(PathPart, members.find_part)
        finders.add(PathRoot, free_names.find_root)
        finders.add(ImportTarget, imported.find_target)
        finders.add(Tested, lambda module, tested: self.find(module.path, tested.expression))
        finders.add(TypeName, self.bindings.find_type)
        return finders

    def _make_handlers(self) -> _Handlers[Value]:
        handlers = _Handlers[Value]()
        handlers.add(ArrayOf, self.values.of_typed)
        handlers.add(TableOf, self.values.of_typed)
        handlers.add(TupleOf, self.values.of_typed)
        handlers.add(Call, self.values.of_call)
        handlers.add(ThisClass, self.values.of_class)
        handlers.add(Construction, self.values.of_constructor)
        handlers.add(ElementOf, self.values.of_element)
        handlers.add(EnteredBy, self.values.of_entered)
        handlers.add(Expecting, self.values.of_expecting)
        handlers.add(Factory, self.values.of_maker)
        handlers.add(GenericType, self._generic_value)
        handlers.add(Having, self.types.of_having)
        handlers.add(OneOf, self.types.of_union)
        handlers.add(ItemOf, self.values.of_item)
        handlers.add(PairsOf, self.values.of_pairs)
        handlers.add(Pointee, self.values.of_pointee)
        handlers.add(PointerTo, self.values.of_pointer)
        handlers.add(ClassOf, self.values.of_metatype)
        handlers.add(PartOf, self.values.of_part)
        handlers.add(Results, self.values.of_results)
        handlers.add(Zipped, self.values.of_zipped)
        handlers.add(NamelessType, self.values.of_nameless)
        handlers.add(Super, self.values.of_this)
        handlers.add(Taken, TakenValues(self, self._tree).of)
        handlers.add(Tested, self.values.of_tested)
        handlers.add(NarrowedBy, TakenValues(self, self._tree).of_narrowed)
        handlers.add(This, self.values.of_this)
        return handlers

    def find(self, path: str, expression: int) -> Meaning | None:
        """Return what an expression of a file leads to."""
        return self._follow(self._meanings, path, expression)

    def value(self, path: str, expression: int) -> Value | None:
        """Return what the value of an expression of a file is, as far as it can be told."""
        return self._follow(self._values, path, expression)

    def _follow(self, memory: _Memory[_Followed], path: str, expression: int) -> _Followed | None:
        if expression < 0:
            return None
        key = (path, expression)
        if key in memory.known:
            return memory.known[key]
        busy = (memory, path, expression)
        if not self.enter(busy):
            return None
        result = memory.known[key] = memory.follow(self._modules[path], expression)
        self.leave(busy)
        return result

    def enter(self, what: Hashable) -> bool:
        """Begin to look something up, unless that leads back to itself or is too deep; what is
        entered is to be left."""
        if what in self._busy or self._depth >= DEPTH:
            return False
        self._busy.add(what)
        self._depth += 1
        return True

    def leave(self, what: Hashable) -> None:
        """End what :meth:`enter` began."""
        self._busy.discard(what)
        self._depth -= 1

    def apart(self, work: Callable[[], None]) -> None:
        """Do something as if nothing were being followed, and nothing were noted."""
        before = self._depth, self._busy, self.at
        known = self._meanings.known, self._values.known, self.types.known
        self._depth, self._busy, self.at = 0, set(), None
        self._meanings.known, self._values.known, self.types.known = {}, {}, {}
        self._tree.leave_file()
        with self._tree.tracer.recording():
            work()
            # Questions that were asked meanwhile are to be noted when they are asked again.
            self._tree.leave_file()
        self._depth, self._busy, self.at = before
        self._meanings.known, self._values.known, self.types.known = known

    def leave_file(self) -> None:
        """Forget everything about the file that was being linked."""
        self._tree.leave_file()
        self._meanings.known.clear()
        self._values.known.clear()
        self.types.known.clear()

    def let_go(self) -> None:
        """Free the memory, when all is followed: what leads back to this would be garbage that
        only a search finds."""
        self._tree.let_go()
        vars(self).clear()

    def _find(self, module: Module, expression: int) -> Meaning | None:
        made = module.names.expressions[expression]
        finder = self._finders.of(made)
        before, self.at = self.at, module
        meaning = finder(module, made) if finder else None
        if meaning and module.language.parametric_namesakes and isinstance(made, _NAMES):
            meaning = self._having(module, made, meaning, 0)
        self.at = before
        return meaning

    def _find_generic(self, module: Module, expression: GenericType) -> Meaning | None:
        if not module.language.parametric_namesakes:
            return self.find(module.path, expression.expression)
        made = module.names.expressions[expression.expression]
        finder = self._finders.of(made)
        meaning = finder(module, made) if finder else None
        return self._having(module, made, meaning, len(expression.passed)) if meaning else None

    def _having(self, module: Module, made: Expression, meaning: Meaning, count: int) -> Meaning:
        """Return what a name means that gets so many arguments for types: where the file has a type
        that takes another number of them, its package may have the one that is meant."""
        meaning = self.choices.having(module, meaning, count)
        if (
            isinstance(made, BoundName)
            and meaning.defined
            and not any(is_made_for(row, count) for row in meaning.defined)
        ):
            other = self.packages.find(module, meaning.defined[0].name, A_TYPE)
            other = self.choices.having(module, other, count) if other else None
            if other and len(other.defined) == 1 and is_made_for(other.defined[0], count):
                return other
        return meaning

    def _generic_value(self, module: Module, expression: GenericType) -> Value | None:
        if not module.language.parametric_namesakes:
            return self.types.of_generic(module, expression)
        meaning = self._find_generic(module, expression)
        return self.values.of_meaning(module, expression, meaning) if meaning else None

    def _value(self, module: Module, expression: int) -> Value | None:
        made = module.names.expressions[expression]
        handler = self._handlers.of(made)
        meaning = None if handler else self.find(module.path, expression)
        if handler:
            value = handler(module, made)
        elif meaning is None and isinstance(made, Member):
            value = self.values.of_entry(module, made)
        else:
            value = self.values.of_meaning(module, made, meaning) if meaning else None
        return value if value or meaning else self._outside.of(module, made)


#: Operations that give what an expression has or makes, and those that give what is in it.
_GIVING = (Call, EnteredBy, Member, Pointee)
_HOLDING = (ElementOf, ItemOf, PairsOf, PartOf, Taken)


class Outside:
    """Tells which values of a tree's expressions are foreign."""

    def __init__(self, meanings: Meanings, tree: LinkTree) -> None:
        self._meanings = meanings
        self._sight = tree.sight

    def of(self, module: Module, made: Expression) -> Value | None:
        """Return the value of what is known to come from outside of the tree, such as what a
        foreign function returns: no member of it is guessed by its name."""
        if isinstance(made, Results):
            # One of them is foreign, and of the others nothing is known.
            values = [self._meanings.value(module.path, number) for number in made.passed]
            foreign = any(map(is_outside, values))
            known = any(value and not is_outside(value) for value in values)
            return OUTSIDE if foreign and not known else None
        if not isinstance(made, (*_GIVING, *_HOLDING)):
            return None
        number = made.owner if isinstance(made, Member | Taken) else made.expression
        owner = self._meanings.value(module.path, number)
        if owner is None:
            return None
        if not is_outside(owner):
            inherited = isinstance(made, Member) and self._meanings.inheritance.is_partly_outside
            return OUTSIDE if inherited and inherited(owner) else None
        if module.language.includes_text and self._is_unread(module, made):
            return None
        if any(part and part.defined for part in owner.holds):
            # A foreign container of what is of the tree.
            return None
        source = module.names.expressions[number]
        if owner != BUILT_IN and owner.external.partition(".")[0] not in module.language.builtins:
            return OUTSIDE
        contained = isinstance(made, _HOLDING) or (
            isinstance(source, Member) and source.name in dict(module.language.container_members)
        )
        return None if contained else BUILT_IN

    def _is_unread(self, module: Module, made: Expression) -> bool:
        """Tell whether what an expression begins with only seems to be outside of the tree: where
        macros hide definitions, a name may be a variable or one of the functions of that name."""
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
