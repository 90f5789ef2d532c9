"""Resolves expressions: the engine, and the base of its parts.

Each part follows some classes of expressions and asks the resolver for others.
:class:`~sphinx_filedocs.resolve.meanings.Meanings` puts the parts together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from inspect import isfunction
from typing import Protocol, TypeVar

from sphinx_filedocs.model.expressions import UNSAID, ArrayOf, Construction, TableOf, TupleOf
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.names import Binding
from sphinx_filedocs.resolve.candidates import DEPTH, Choices, Meaning, Value
from sphinx_filedocs.resolve.defined import Defined
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.tree import LinkTree

_Result = TypeVar("_Result")
_Method = TypeVar("_Method", bound=Callable[..., object])
#: What expressions lead to, by the file and their number.
_Memory = dict[tuple[str, int], _Result | None]
Finders = dict[type[object], Callable[..., Meaning | None]]
Evaluators = dict[type[object], Callable[..., Value | None]]
#: The methods of parts that return what expressions of some classes mean, and their values.
_FINDING: dict[object, tuple[type[object], ...]] = {}
_EVALUATING: dict[object, tuple[type[object], ...]] = {}


def finds(*operations: type[object]) -> Callable[[_Method], _Method]:
    """Mark a method that resolves some classes of expressions."""

    def mark(method: _Method) -> _Method:
        _FINDING[method] = operations
        return method

    return mark


def evaluates(*operations: type[object]) -> Callable[[_Method], _Method]:
    """Mark a method that evaluates some classes of expressions."""

    def mark(method: _Method) -> _Method:
        _EVALUATING[method] = operations
        return method

    return mark


class MemberOf(Protocol):
    """Returns a member of a type or a namespace."""

    def __call__(self, value: Value, name: str, use: int = UNSAID) -> Meaning | None:
        """Return it."""


class Resolver:
    """Resolves expressions once, and remembers the results for the linked file.

    Recursion and too deep expressions have no result, and such a result depends on the first
    expression asked for. So it is not shared between files: the links of a file are independent of
    their order, and all questions are recorded.
    """

    # What parts answer; see there.
    about: Callable[[Module, int], Defined | None]
    bases: Callable[[Module, int], Iterator[Value]]
    instance_at: Callable[[Module, int], Value | None]
    space_at: Callable[[Module, int], Defined | None]
    bound: Callable[[Module, int, int], Meaning | None]
    constructors: Callable[[Module, Construction], Sequence[Defined]]
    member: MemberOf
    member_of: Callable[[Value, str], Meaning | None]
    extended: Callable[[Defined], Iterator[Defined]]
    behind: Callable[[Defined], tuple[Defined, ...]]
    is_partly_outside: Callable[[Value], bool]
    find_included: Callable[[Module, str, Iterable[Defined]], Meaning | None]
    in_space: Callable[[Defined, str, int], Meaning | None]
    space_member: Callable[[Defined, str], Meaning | None]
    around_type: Callable[[Defined, str], Meaning | None]
    near: Callable[[How, Module, Iterable[Defined]], Meaning | None]
    in_packages: Callable[[Module, str, int], Meaning | None]
    outermost: Callable[[Module, str], Meaning | None]
    package_member: Callable[[Module, str, str], Meaning | None]
    of_target: Callable[[Iterable[str], str], Meaning | None]
    look_up: Callable[[Iterable[str], str], Meaning | None]
    exported: Callable[[Iterable[str], str], Meaning | None]
    starred: Callable[[Module, str], Meaning | None]
    submodule: Callable[[str, str], Meaning | None]
    provided: Callable[[Module, Binding], Meaning | None]
    value_of: Callable[[Meaning], Value | None]
    container: Callable[[ArrayOf | TableOf | TupleOf, Callable[[int], Value | None]], Value | None]
    is_computed: Callable[[Defined], bool]

    def __init__(self, tree: LinkTree) -> None:
        self._modules = tree.modules
        self._tree = tree
        self._meanings: _Memory[Meaning] = {}
        self._values: _Memory[Value] = {}
        #: Types with arguments that were followed.
        self.applied: dict[Hashable, Value | None] = {}
        #: How many steps deep it is now.
        self._depth = 0
        #: What is being followed or looked up.
        self._busy: set[Hashable] = set()
        #: The file in which the expression stands that is being followed.
        self.at: Module | None = None
        self.choices = Choices(tree)

    def find(self, path: str, expression: int) -> Meaning | None:
        """Resolve an expression of a file."""
        return self._follow(self._meanings, self._find, path, expression)

    def value(self, path: str, expression: int) -> Value | None:
        """Evaluate an expression of a file, as far as possible."""
        return self._follow(self._values, self._value, path, expression)

    def _find(self, module: Module, expression: int) -> Meaning | None:
        raise NotImplementedError

    def _value(self, module: Module, expression: int) -> Value | None:
        raise NotImplementedError

    def _follow(
        self,
        known: _Memory[_Result],
        follow: Callable[[Module, int], _Result | None],
        path: str,
        expression: int,
    ) -> _Result | None:
        if expression < 0:
            return None
        key = (path, expression)
        if key in known:
            return known[key]
        busy = (known is self._values, path, expression)
        if not self.enter(busy):
            return None
        result = known[key] = follow(self._modules[path], expression)
        self.leave(busy)
        return result

    def enter(self, what: Hashable) -> bool:
        """Begin a lookup, unless it is recursive or too deep; pair with :meth:`leave`."""
        if what in self._busy or self._depth >= DEPTH:
            return False
        self._busy.add(what)
        self._depth += 1
        return True

    def leave(self, what: Hashable) -> None:
        """End a lookup."""
        self._busy.discard(what)
        self._depth -= 1

    def apart(self, work: Callable[[], None]) -> None:
        """Do work outside of all lookups, unrecorded."""
        before = self._depth, self._busy, self.at
        known = self._meanings, self._values, self.applied
        self._depth, self._busy, self.at = 0, set(), None
        self._meanings, self._values, self.applied = {}, {}, {}
        self._tree.leave_file()
        with self._tree.tracer.recording():
            work()
            # Questions that were asked meanwhile are to be noted when they are asked again.
            self._tree.leave_file()
        self._depth, self._busy, self.at = before
        self._meanings, self._values, self.applied = known

    def leave_file(self) -> None:
        """Forget the linked file."""
        self._tree.leave_file()
        self._meanings.clear()
        self._values.clear()
        self.applied.clear()

    def let_go(self) -> None:
        """Free memory by breaking reference cycles."""
        self._tree.let_go()
        vars(self).clear()


class Part:
    """Follows some classes of expressions, and asks the resolver for others."""

    def __init__(self, resolver: Resolver, tree: LinkTree) -> None:
        self._resolver = resolver
        self._tree = tree
        self._modules = tree.modules
        self._sight = tree.sight
        self._included = tree.included

    def add_to(self, finders: Finders, evaluators: Evaluators) -> None:
        """Register the marked methods by class of expressions."""
        for name, method in vars(type(self)).items():
            if isfunction(method):
                finders.update(dict.fromkeys(_FINDING.get(method, ()), getattr(self, name)))
                evaluators.update(dict.fromkeys(_EVALUATING.get(method, ()), getattr(self, name)))
