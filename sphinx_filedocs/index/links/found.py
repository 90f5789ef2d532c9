"""What an expression leads to, and what its value is."""

from __future__ import annotations

from typing import NamedTuple

from sphinx_filedocs.index.links.modules import CALLABLE, TYPES, Defined
from sphinx_filedocs.index.links.paths import Place
from sphinx_filedocs.model import How

#: How many steps an expression is followed.
DEPTH = 60
#: How many types are looked at for one member.
BASES = 30
#: How many definitions a list of candidates may have.
CANDIDATES = 12


class Found(NamedTuple):
    """What an expression leads to; at most one of the parameters behind ``how`` says it.

    :param defined: definitions; of several, the language or the caller decides what they are.
    :param local: the binding of a local name.
    :param paths: the files that a module, a package or an include is.
    :param external: the dotted name of what is outside of the tree.
    :param package: the folder of a package without a file of its own.
    """

    how: How
    defined: tuple[Defined, ...] = ()
    local: int = -1
    paths: tuple[str, ...] = ()
    external: str = ""
    package: str | None = None


class Value(NamedTuple):
    """What an expression's value is: a type or a namespace itself, an instance of a type,
    modules, a package's folder or something outside of the tree.

    :param many: whether it is an array of such.
    :param nameless: the file and the scope of a type without a name.
    :param receiver: whose method it is.
    :param makes: the file and the expression of the type that a function without a name returns.
    :param near: the file and the scope of the part of a type in which it is named.
    """

    defined: Defined | None = None
    instance: bool = False
    bases_only: bool = False
    many: bool = False
    nameless: tuple[str, int] | None = None
    makes: tuple[str, int] | None = None
    receiver: Defined | None = None
    near: tuple[str, int] | None = None
    paths: tuple[str, ...] = ()
    external: str = ""
    package: str | None = None


def arrived(place: Place | None, how: How) -> Found | None:
    """Return what a path leads to."""
    if isinstance(place, Found):
        return place._replace(how=how) if place.defined or place.paths else place
    return Found(how, place.defined, paths=place.paths) if place else None


def sorted_out(how: How, rows: tuple[Defined, ...]) -> Found | None:
    """Return what some definitions are that one name may mean."""
    if not rows or len(rows) > CANDIDATES:
        return None
    return Found(how if len(rows) == 1 else "candidates", rows)


def instance(value: Value) -> Value | None:
    """Return an instance of the type that a value is."""
    if value.defined is None:
        return value if value.external or value.nameless or value.makes else None
    if value.defined.kind not in TYPES:
        return None
    return Value(value.defined, instance=True, many=value.many)


def owner_instance(value: Value) -> Value | None:
    """Return the instance that an owner's code is about: a type's, the owner itself if it is an
    object, or what a function makes."""
    if value.defined and value.defined.kind in CALLABLE:
        return value._replace(instance=True)
    return value if value.instance else instance(value)
