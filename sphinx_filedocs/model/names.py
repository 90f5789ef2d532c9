"""The names of a source: their positions, scopes and meanings, as far as the source alone tells."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from sphinx_filedocs.model.expressions import Expression

ScopeKind = Literal["file", "class", "function", "block", "head", "module"]


#: The use of a name: it is referred to and no more is known, imported, called, named as a base of a
#: type, overridden by a member of its name, read, written, has its address taken, stands for a
#: type, is the type of the definition there, is implemented by that without being named, or is
#: called there as the base of a class without a name. They are stored by their places.
UseKind = Literal[
    "reference",
    "import",
    "call",
    "base",
    "override",
    "read",
    "write",
    "address",
    "type",
    "instance",
    "implementation",
    "anonymous",
]
USE_KINDS: tuple[UseKind, ...] = get_args(UseKind)
#: The places in it of relations to a definition that is not named there.
UNNAMED = bytes(map(USE_KINDS.index, ("override", "implementation")))
HEIR_KINDS = frozenset((*UNNAMED, *map(USE_KINDS.index, ("base", "anonymous"))))
CALLS: tuple[UseKind, ...] = ("call", "anonymous")
CALL_KINDS = frozenset(map(USE_KINDS.index, CALLS))
#: The places of relations between definitions.
RELATION_KINDS = frozenset((*HEIR_KINDS, *CALL_KINDS, USE_KINDS.index("instance")))
#: The kinds, of several on a line the last says most.
_TELLING: tuple[UseKind, ...] = (
    *("reference", "import", "type", "instance", "read", "address", "write", "call", "base"),
    *("anonymous", "override", "implementation"),
)
#: The rank of each of :data:`USE_KINDS`, by how much it tells.
USE_RANKS = tuple(map(_TELLING.index, USE_KINDS))


class Scope(NamedTuple):
    """A scope of names in a source; scope 0 is the file.

    :param binding: of the class or function whose body it is, else -1.
    :param owner: the expression of the class that owns the members defined here, if that is not the
        scope around, else -1.
    :param bases: the expressions of a class's base classes.
    :param base_lines: the lines of the bases.
    :param passed: the expressions of the arguments for types that the bases get, in order.
    :param passed_counts: the number of them for each base; nothing if none gets any.
    :param least: the number of arguments that a function needs.
    :param most: the most arguments that a function takes, -1 for any number.
    :param named: the bindings of a function's parameters that a call may name.
    :param parameters: the bindings of a function's parameters by their places, -1 for one that has
        no name, if the language's arguments are of the types of parameters.
    :param statics: the bindings that belong to a class itself and not to the instances of it.
    """

    kind: ScopeKind
    parent: int
    binding: int = -1
    owner: int = -1
    bases: tuple[int, ...] = ()
    base_lines: tuple[int, ...] = ()
    least: int = 0
    most: int = -1
    named: tuple[int, ...] = ()
    statics: tuple[int, ...] = ()
    parameters: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    passed_counts: tuple[int, ...] = ()


class Binding(NamedTuple):
    """A place where a name gets a meaning.

    :param kind: ``definition`` of a class or function, ``parameter``, ``variable``, ``field``,
        ``accessor`` (a field that can be called), ``narrowed`` (its value, which is of its type in
        the scope), ``computed`` (a function whose name means its result), ``given`` (a parameter
        that such a function may provide), ``import``, ``export`` (a name for other files) or
        ``shorthand`` (a field with the value of its own name).
    :param column: 0-based, in characters.
    :param type: the expression of its type or of a function's result, else -1.
    :param value: the expression of its value, else -1.
    """

    name: str
    kind: str
    line: int
    column: int
    scope: int
    type: int = -1
    value: int = -1


@dataclass(frozen=True, slots=True)
class Names:
    """The meanings of the names in a source, as far as the source alone tells.

    Their positions are in arrays of one length, in the order of the text: line, column (0-based)
    and length, both in characters, the expression that a name stands for, a checksum of its line,
    and its use, a place in :data:`USE_KINDS`.
    """

    scopes: Sequence[Scope] = ()
    bindings: Sequence[Binding] = ()
    expressions: Sequence[Expression] = ()
    lines: array[int] = field(default_factory=lambda: array("I"))
    columns: array[int] = field(default_factory=lambda: array("I"))
    lengths: array[int] = field(default_factory=lambda: array("I"))
    meant: array[int] = field(default_factory=lambda: array("I"))
    checksums: array[int] = field(default_factory=lambda: array("I"))
    kinds: array[int] = field(default_factory=lambda: array("B"))


@dataclass(frozen=True, slots=True)
class Places:
    """The positions of the names of a source and of their local bindings, for listings; the first
    four arrays are those of :class:`Names`.

    :param bound_lines: for each expression, the line of its binding in the source; 0 without one,
        and for an import.
    :param bound_columns: the same for the column.
    :param parameters: for each expression, 1 if a parameter binds it, else 0.
    """

    lines: array[int]
    columns: array[int]
    lengths: array[int]
    meant: array[int]
    bound_lines: array[int]
    bound_columns: array[int]
    parameters: bytes
