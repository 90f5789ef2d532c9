"""Meanings and values of expressions, and choices among definitions of one name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sphinx_filedocs.model.expressions import A_TYPE, NO_FUNCTION, UNSAID
from sphinx_filedocs.model.links import How
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.definitions import implementation
from sphinx_filedocs.resolve.modules import NO_VALUES, SPACES, Module
from sphinx_filedocs.resolve.tree import LinkTree, is_extern, unit

#: The first name that has parameters for types, and these.
_TYPE_PARAMETERS = re.compile(r"(?<!\w)(?P<name>\w++)\s*+<(?P<list>[^<>]*+)>")
#: How many steps an expression is followed.
DEPTH = 60
#: How many types are looked at for one member.
BASES = 30
#: How many definitions a list of candidates may have.
CANDIDATES = 12


class Meaning(NamedTuple):
    """The definition of an expression; at most one of the fields after ``how`` is set.

    :param defined: definitions; several may be overloads, parts or candidates.
    :param local: the binding of a local name.
    :param paths: the files of a module, a package or an include.
    :param external: a dotted name outside of the tree.
    :param package: the folder of a package without a file of its own.
    :param together: True if all of several definitions are meant. Example: ``x.f`` for ``x: A |
        B``.
    """

    how: How
    defined: tuple[Defined, ...] = ()
    local: int = -1
    paths: tuple[str, ...] = ()
    external: str = ""
    package: str | None = None
    together: bool = False


#: What stands for the parameters of one declaration, by their bindings.
Substitution = tuple[tuple[int, "Value | None"], ...]


class Value(NamedTuple):
    """The value of an expression: a type, an instance, a namespace, modules or something external.

    :param shape: the container, see :mod:`sphinx_filedocs.resolve.containers`.
    :param holds: its content: one value in an array, key and value in a table, parts in a tuple.
    :param nameless: file and scope of a type without a name.
    :param receiver: the owner of a bound method.
    :param makes: file, result type (an expression) and parameters (a scope) of a lambda.
    :param substitution: arguments for type parameters.
    :param several: alternatives of a union.
    :param near: file and scope of the part of a type in which it is named.
    """

    defined: Defined | None = None
    instance: bool = False
    bases_only: bool = False
    shape: Literal["", "array", "table", "tuple", "pointer", "class"] = ""
    holds: tuple[Value | None, ...] = ()
    nameless: tuple[str, int] | None = None
    makes: tuple[str, int, int] | None = None
    receiver: Defined | None = None
    substitution: Substitution | None = None
    several: tuple[Value, ...] = ()
    near: tuple[str, int] | None = None
    paths: tuple[str, ...] = ()
    external: str = ""
    package: str | None = None


#: The value of what is outside of the tree and has no name: what a foreign function returns.
OUTSIDE = Value()
#: The same where the language itself has it: what such a container holds may be of the tree.
BUILT_IN = Value(holds=(None,))


def is_outside(value: Value | None) -> bool:
    """Return True if a value is external."""
    if value is None or value.several:
        return value is not None and all(map(is_outside, value.several))
    return bool(value.external) or value in (OUTSIDE, BUILT_IN)


def arrived(place: Meaning | None, how: How) -> Meaning | None:
    """Return the target of a path, marked with the kind of evidence."""
    return place._replace(how=how) if place and (place.defined or place.paths) else place


def sorted_out(how: How, rows: tuple[Defined, ...]) -> Meaning | None:
    """Return the meaning of a name with some definitions: one, candidates, or none if too many."""
    if not rows or len(rows) > CANDIDATES:
        return None
    return Meaning(how if len(rows) == 1 else "candidates", rows)


def instance(value: Value) -> Value | None:
    """Return an instance of a type."""
    if value.several:
        several = tuple(alternative for alternative in map(instance, value.several) if alternative)
        return value._replace(several=several) if several else None
    if value.shape == "class":
        return value.holds[0]
    if value.shape:
        return value._replace(holds=tuple(part and instance(part) for part in value.holds))
    if value.defined is None:
        known = is_outside(value) or value.nameless or value.makes
        return value if known else None
    if value.defined.kind not in TYPES:
        return None
    return Value(value.defined, instance=True, substitution=value.substitution)


def owner_instance(value: Value) -> Value | None:
    """Return the instance inside an owner: of a type, an object itself, or the result of a
    function."""
    if value.defined and value.defined.kind in CALLABLE:
        return value._replace(instance=True)
    return value if value.instance else instance(value)


def used_as(rows: Sequence[Defined], use: int) -> list[Defined]:
    """Return the definitions that fit a use: types, or functions with a number of arguments."""
    if use == UNSAID:
        return list(rows)
    if use == A_TYPE:
        return [row for row in rows if row.kind in TYPES]
    called = use != NO_FUNCTION
    fits = [row for row in rows if row.called == called or (row.accessor and not called)]
    return taking(fits, use)


def taking(rows: Sequence[Defined], count: int) -> list[Defined]:
    """Return the functions that take a number of arguments, or all if none does. Example: of
    ``f(a)`` and ``f(a, b)``, the second for two arguments."""
    return [row for row in rows if takes(row, count)] or list(rows)


def takes(defined: Defined, count: int) -> bool:
    """Return True if a function takes a number of arguments; any if negative."""
    return count < 0 or (defined.least <= count and (defined.most < 0 or count <= defined.most))


class Choices:
    """Chooses among definitions of one name."""

    def __init__(self, tree: LinkTree) -> None:
        self._tree = tree
        self._modules = tree.modules

    def same(self, module: Module, defined: Defined) -> tuple[Defined, ...]:
        """Return the definitions that one of them stands for: its overloads, or the definition of a
        declaration.
        """
        if module.language.imports.text:
            defined = self._tree.included.instead(module, defined)
        if module.language.imports.text and defined.kind in (CALLABLE | TYPES):
            return self._tree.included.same(module, defined)
        if module.language.imports.text and is_extern(defined):
            return self._tree.included.settle(module, [defined])
        if module.language.scopes.overloads and defined.kind in CALLABLE:
            rows = module.lookups.members(defined.owner, defined.name)
            return tuple(row for row in rows if row.kind in CALLABLE)
        rows = self.alike(defined)
        if module.language.scopes.alternatives:
            # Of several, conditions choose one.
            return tuple(row for row in rows if row.kind == defined.kind)
        if defined.kind in NO_VALUES:
            defined = next((row for row in rows if row.kind not in NO_VALUES), defined)
        if defined.kind in CALLABLE and not defined.body:
            return (implementation([row for row in rows if row.kind in CALLABLE]),)
        return tuple(self.parts(defined)[:1])

    def parts(self, defined: Defined) -> Sequence[Defined]:
        """Return the parts of a ``partial`` type, main part first, or else the type. Example:
        ``Cart`` in ``Cart.cs`` and ``Cart.Totals.cs``."""
        if not defined.partial:
            return [defined]
        module = self._modules[defined.path]
        rows = [
            row
            for row in self._tree.sight.qualified(module.family, defined.qualified)
            if row.partial
            and self._modules[row.path].package == module.package
            and self._part_of(row) == self._part_of(defined)
        ]
        return sorted(rows, key=self._rank) or [defined]

    def _rank(self, part: Defined) -> tuple[bool, bool]:
        module = self._modules[part.path]
        stem = part.path.rpartition("/")[2].rpartition(".")[0]
        scopes = module.scopes.get(part.qualified, ())
        return stem != part.name, not any(module.names.scopes[scope].bases for scope in scopes)

    def alike(self, defined: Defined) -> Sequence[Defined]:
        """Return the definitions of a name in the same scope. Example: ``def f`` twice in a
        class body."""
        module = self._modules[defined.path]
        rows = module.lookups.members(defined.owner, defined.name)
        if defined.binding < 0 or len(rows) < 2:
            return [defined]
        scope = module.names.bindings[defined.binding].scope
        return module.lookups.in_scopes(defined.owner, defined.name)[scope]

    def as_type(self, meaning: Meaning) -> Meaning:
        """Prefer the type if a type and a value share a name. Example: ``interface Size`` beside
        ``const Size``."""
        if len(meaning.defined) != 1 or meaning.defined[0].kind in TYPES:
            return meaning
        types = tuple(row for row in self.alike(meaning.defined[0]) if row.kind in TYPES)
        return meaning._replace(defined=types[:1]) if types else meaning

    def chosen(self, rows: Iterable[Defined]) -> tuple[Defined, ...]:
        """Return one definition for each qualified name, preferably with a body.

        Definitions of different modules are merged only if files include each other as text.
        """
        groups: dict[tuple[str, str], list[Defined]] = {}
        for row in rows:
            groups.setdefault((row.qualified, self._part_of(row)), []).append(row)
        return tuple(row for group in groups.values() for row in self._best(group))

    def _best(self, group: list[Defined]) -> list[Defined]:
        if len(group) > 1 and all(row.partial for row in group):
            return sorted(group, key=self._rank)[:1]
        return _best(group)

    def _part_of(self, row: Defined) -> str:
        language = self._modules.language(row.path)
        if language.types.partial and row.kind in TYPES | SPACES:
            if not _is_part(row):
                return f"{row.path}:{row.definition.line}"
            return str(type_parameters(row)) if language.types.parametric_namesakes else ""
        return "" if language.imports.text else unit(row.path)

    def types_alike(self, module: Module, defined: Defined) -> tuple[Defined, ...]:
        """Return the types of a name in one scope that are no parts of each other."""
        if not module.language.types.partial or defined.kind not in TYPES:
            return ()
        types = tuple(row for row in self.alike(defined) if row.kind in TYPES)
        return () if all(map(_is_part, types)) else types

    def having(self, module: Module, meaning: Meaning, count: int) -> Meaning:
        """Return the types that take a number of type arguments: ``Box`` and ``Box<T>`` of C#
        differ."""
        rows = meaning.defined
        if len(rows) < 2 or any(row.kind not in TYPES for row in rows):
            return meaning
        fitting = tuple(row for row in rows if type_parameters(row) == count)
        if not fitting or len(fitting) == len(rows):
            return meaning
        if len(fitting) > 1 or meaning.how != "candidates":
            return meaning._replace(defined=fitting)
        near = self._modules[fitting[0].path].package == module.package
        return meaning._replace(defined=fitting, how="scope" if near else "import")

    def by_name(self, rows: Iterable[Defined]) -> Meaning | None:
        """Resolve a name by nothing but its definitions."""
        return sorted_out("name", self.chosen(rows))


def is_made_for(row: Defined, count: int) -> bool:
    """Return True if a definition takes a number of type arguments; any if it is no type."""
    return row.kind not in TYPES or type_parameters(row) == count


def type_parameters(row: Defined) -> int:
    """Count the type parameters in the signature of a type. Example: 2 for ``class Map<K, V>``."""
    match = _TYPE_PARAMETERS.search(row.definition.signature, 0)
    named = match and match["name"] == row.name
    return match["list"].count(",") + 1 if match and named else 0


def _is_part(row: Defined) -> bool:
    return row.kind in SPACES or bool(row.owner) or row.partial


def _best(group: list[Defined]) -> list[Defined]:
    """Return the definitions that stand for all declarations of a qualified name."""
    group = [row for row in group if row.kind in SPACES] or group
    bodies = [row for row in group if row.body]
    paths = {row.path for row in bodies or group}
    chosen = bodies or group
    overloaded = any(row.definition.number > 1 and row.kind in CALLABLE for row in chosen)
    return chosen if overloaded and len(paths) == 1 else chosen[:1]
