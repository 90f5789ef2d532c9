"""What an expression leads to and what its value is; which of several definitions of one name
stand for it, and which fit what it is used for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sphinx_filedocs.index.links.declarations import is_extern
from sphinx_filedocs.index.links.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.index.links.definitions import implementation
from sphinx_filedocs.index.links.modules import NO_VALUES, SPACES, Module
from sphinx_filedocs.index.links.tree import LinkTree, unit
from sphinx_filedocs.model.expressions import A_TYPE, NO_FUNCTION, UNSAID
from sphinx_filedocs.model.links import How

#: The first name that has parameters for types, and these.
_TYPE_PARAMETERS = re.compile(r"(?<!\w)(?P<name>\w++)\s*+<(?P<list>[^<>]*+)>")
#: How many steps an expression is followed.
DEPTH = 60
#: How many types are looked at for one member.
BASES = 30
#: How many definitions a list of candidates may have.
CANDIDATES = 12


class Meaning(NamedTuple):
    """What an expression leads to; at most one of the parameters behind ``how`` says it.

    :param defined: definitions; of several, the language or the caller decides what they are.
    :param local: the binding of a local name.
    :param paths: the files that a module, a package or an include is.
    :param external: the dotted name of what is outside of the tree.
    :param package: the folder of a package without a file of its own.
    :param together: whether all of several definitions are meant, not one of them.
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
    """What an expression's value is: a type or a namespace itself, an instance of a type,
    modules, a package's folder or something outside of the tree.

    :param shape: which container it is, if it is one, see
        :mod:`sphinx_filedocs.index.links.containers`.
    :param holds: what is in that: of an array one value, of a table a key and a value, of a tuple
        its parts.
    :param nameless: the file and the scope of a type without a name.
    :param receiver: whose method it is.
    :param makes: the file of a function without a name, the expression of the type that it returns
        and the scope of its parameters.
    :param substitution: what stands for the type parameters of the type or the function, if it
        can have arguments for them.
    :param several: the values of which it is one, or which it is all at once.
    :param near: the file and the scope of the part of a type in which it is named.
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
    """Tell whether a value is known to come from outside of the tree."""
    if value is None or value.several:
        return value is not None and all(map(is_outside, value.several))
    return bool(value.external) or value in (OUTSIDE, BUILT_IN)


def arrived(place: Meaning | None, how: How) -> Meaning | None:
    """Return what a path leads to."""
    return place._replace(how=how) if place and (place.defined or place.paths) else place


def sorted_out(how: How, rows: tuple[Defined, ...]) -> Meaning | None:
    """Return what some definitions are that one name may mean."""
    if not rows or len(rows) > CANDIDATES:
        return None
    return Meaning(how if len(rows) == 1 else "candidates", rows)


def instance(value: Value) -> Value | None:
    """Return an instance of the type that a value is."""
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
    """Return the instance that an owner's code is about: a type's, the owner itself if it is an
    object, or what a function makes."""
    if value.defined and value.defined.kind in CALLABLE:
        return value._replace(instance=True)
    return value if value.instance else instance(value)


def used_as(rows: Sequence[Defined], use: int) -> list[Defined]:
    """Return the definitions that a name may mean by what it is used for."""
    if use == UNSAID:
        return list(rows)
    if use == A_TYPE:
        return [row for row in rows if row.kind in TYPES]
    called = use != NO_FUNCTION
    fits = [row for row in rows if row.called == called or (row.accessor and not called)]
    return taking(fits, use)


def taking(rows: Sequence[Defined], count: int) -> list[Defined]:
    """Return the functions that take a number of arguments, all if none does."""
    return [row for row in rows if takes(row, count)] or list(rows)


def takes(defined: Defined, count: int) -> bool:
    """Tell whether a function takes a number of arguments, any if it is negative."""
    return count < 0 or (defined.least <= count and (defined.most < 0 or count <= defined.most))


class Choices:
    """Chooses among the definitions of a name."""

    def __init__(self, tree: LinkTree) -> None:
        self._tree = tree
        self._modules = tree.modules

    def same(self, module: Module, defined: Defined) -> tuple[Defined, ...]:
        """Return all definitions of a file that a name refers to together: overloads, where the
        language has them, and what a declaration declares."""
        if module.language.includes_text:
            defined = self._tree.included.instead(module, defined)
        if module.language.includes_text and defined.kind in (CALLABLE | TYPES):
            return self._tree.included.same(module, defined)
        if module.language.includes_text and is_extern(defined):
            return self._tree.included.settle(module, [defined])
        if module.language.overloads and defined.kind in CALLABLE:
            rows = module.lookups.members(defined.owner, defined.name)
            return tuple(row for row in rows if row.kind in CALLABLE)
        rows = self.alike(defined)
        if module.language.alternatives:
            # Of several, conditions choose one.
            return tuple(row for row in rows if row.kind == defined.kind)
        if defined.kind in NO_VALUES:
            defined = next((row for row in rows if row.kind not in NO_VALUES), defined)
        if defined.kind in CALLABLE and not defined.body:
            return (implementation([row for row in rows if row.kind in CALLABLE]),)
        return tuple(self.parts(defined)[:1])

    def parts(self, defined: Defined) -> Sequence[Defined]:
        """Return the parts of a type that says that it has several, the one that stands for all
        first; else the type itself."""
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
        """Return where a part stands among others: first that in the file of its type's name,
        then one that names a base."""
        module = self._modules[part.path]
        stem = part.path.rpartition("/")[2].rpartition(".")[0]
        scopes = module.scopes.get(part.qualified, ())
        return stem != part.name, not any(module.names.scopes[scope].bases for scope in scopes)

    def alike(self, defined: Defined) -> Sequence[Defined]:
        """Return the definitions of one name in the scope of one of them."""
        module = self._modules[defined.path]
        rows = module.lookups.members(defined.owner, defined.name)
        if defined.binding < 0 or len(rows) < 2:
            return [defined]
        scope = module.names.bindings[defined.binding].scope
        return module.lookups.in_scopes(defined.owner, defined.name)[scope]

    def as_type(self, meaning: Meaning) -> Meaning:
        """Return the type where a type and a value have one name."""
        if len(meaning.defined) != 1 or meaning.defined[0].kind in TYPES:
            return meaning
        types = tuple(row for row in self.alike(meaning.defined[0]) if row.kind in TYPES)
        return meaning._replace(defined=types[:1]) if types else meaning

    def chosen(self, rows: Iterable[Defined]) -> tuple[Defined, ...]:
        """Return one definition for each qualified name: that with a body, where there is one.
        Definitions of different modules are merged only where files include each other as text."""
        groups: dict[tuple[str, str], list[Defined]] = {}
        for row in rows:
            groups.setdefault((row.qualified, self._part_of(row)), []).append(row)
        return tuple(row for group in groups.values() for row in self._best(group))

    def _best(self, group: list[Defined]) -> list[Defined]:
        """Return what stands for the declarations of one qualified name."""
        if len(group) > 1 and all(row.partial for row in group):
            return sorted(group, key=self._rank)[:1]
        return _best(group)

    def _part_of(self, row: Defined) -> str:
        """Return what the definitions of one qualified name have in common that are one thing."""
        language = self._modules.language(row.path)
        if language.partial_types and row.kind in TYPES | SPACES:
            if not _is_part(row):
                return f"{row.path}:{row.definition.line}"
            return str(type_parameters(row)) if language.parametric_namesakes else ""
        return "" if language.includes_text else unit(row.path)

    def types_alike(self, module: Module, defined: Defined) -> tuple[Defined, ...]:
        """Return the types of one name in the scope of one of them that are no parts of it."""
        if not module.language.partial_types or defined.kind not in TYPES:
            return ()
        types = tuple(row for row in self.alike(defined) if row.kind in TYPES)
        return () if all(map(_is_part, types)) else types

    def having(self, module: Module, meaning: Meaning, count: int) -> Meaning:
        """Return which types a name means that gets so many arguments for types, where it may mean
        several that differ by that; all where none takes so many."""
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
        """Return what a name means of which only the definitions are known."""
        return sorted_out("name", self.chosen(rows))


def is_made_for(row: Defined, count: int) -> bool:
    """Tell whether a definition may get so many arguments for types: what is no type may get any
    number."""
    return row.kind not in TYPES or type_parameters(row) == count


def type_parameters(row: Defined) -> int:
    """Return how many parameters for types a type has by its signature."""
    match = _TYPE_PARAMETERS.search(row.definition.signature, 0)
    named = match and match["name"] == row.name
    return match["list"].count(",") + 1 if match and named else 0


def _is_part(row: Defined) -> bool:
    """Tell whether a definition is one of several parts of a thing, as far as it says so: a class
    in no module may have the name of another one, or of one with other parameters."""
    return row.kind in SPACES or bool(row.owner) or row.partial


def _best(group: list[Defined]) -> list[Defined]:
    """Return what stands for the declarations of one qualified name: a module before the type of
    its name, for what is named behind it is a member of that."""
    group = [row for row in group if row.kind in SPACES] or group
    bodies = [row for row in group if row.body]
    paths = {row.path for row in bodies or group}
    chosen = bodies or group
    overloaded = any(row.definition.number > 1 and row.kind in CALLABLE for row in chosen)
    return chosen if overloaded and len(paths) == 1 else chosen[:1]
