"""The expressions of a source: one class for each operation, and their union.

Expressions refer to each other and to other parts of :class:`sphinx_filedocs.model.names.Names` by
number. A field with one of these names holds the same in every class:

- ``expression``, ``plain`` and ``owner``, an expression; ``scope``, a scope; ``binding``, a
  binding; each is a place in the tuple of these, -1 for none; ``passed``, several expressions;
- ``statement``, the place of an import among those of the file;
- ``name``, a word of the source, and ``forms`` and ``words``, several;
- ``use``, the use of a name: the number of arguments that it is called with, or :data:`UNSAID`,
  :data:`NO_FUNCTION`, :data:`ANY_FUNCTION` or :data:`A_TYPE`.

The last field, ``kind``, is the same for all of a class. As tuples are equal when their fields are,
it keeps apart two operations on equal operands.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

#: The use of a name in an expression without a number of arguments: unknown, no function, a
#: function that gets nothing here, a type.
UNSAID, NO_FUNCTION, ANY_FUNCTION, A_TYPE = -3, -1, -2, -4


class BoundName(NamedTuple):
    """A name that the file binds."""

    binding: int
    use: int = UNSAID
    kind: Literal["bound"] = "bound"


class FreeName(NamedTuple):
    """A name that nothing in the file binds, or only something outside of a class that may have
    inherited it.

    :param scope: the scope around that may have it from elsewhere.
    :param binding: its meaning if no class around has inherited it.
    """

    name: str
    scope: int
    use: int = UNSAID
    binding: int = -1
    kind: Literal["free"] = "free"


class Member(NamedTuple):
    """A member of a value."""

    owner: int
    name: str
    use: int = UNSAID
    kind: Literal["member"] = "member"


class PathPart(NamedTuple):
    """A name in a path behind another; nothing can be said of an owner that is -1."""

    owner: int
    name: str
    kind: Literal["part"] = "part"


class PathRoot(NamedTuple):
    """The first name of a path, or a word of the language such as ``crate``."""

    name: str
    scope: int
    kind: Literal["root"] = "root"


class Call(NamedTuple):
    """The result of a function call."""

    expression: int
    kind: Literal["call"] = "call"


class Construction(NamedTuple):
    """A type whose constructor is called with so many arguments."""

    expression: int
    arguments: int
    kind: Literal["constructor"] = "constructor"


class Applied(NamedTuple):
    """The name of a function or a constructor that is called with some arguments, in a language
    with overloads by type.

    :param passed: the expressions of the arguments, -1 for an unresolved one.
    """

    expression: int
    passed: tuple[int, ...]
    kind: Literal["applied"] = "applied"


class ShortName(NamedTuple):
    """A name that may be short for another one.

    :param expression: the meaning of the other one.
    :param plain: its own meaning, an expression.
    """

    expression: int
    plain: int
    kind: Literal["short"] = "short"


class Argument(NamedTuple):
    """The name of an argument in a call.

    :param owner: the callee.
    """

    owner: int
    name: str
    kind: Literal["argument"] = "argument"


class ArrayOf(NamedTuple):
    """An array of a type.
    :param owner: the expression for the array type, -1 if that says no more.
    """

    expression: int
    owner: int = -1
    kind: Literal["array"] = "array"


class ElementOf(NamedTuple):
    """An element of an array."""

    expression: int
    kind: Literal["element"] = "element"


class PointerTo(NamedTuple):
    """A pointer-like value: a pointer with members of its own, an iterator, an optional value."""

    expression: int
    kind: Literal["pointer"] = "pointer"


class ClassOf(NamedTuple):
    """A class as a value; the expression is its name."""

    expression: int
    kind: Literal["metatype"] = "metatype"


class Pointee(NamedTuple):
    """The target of a pointer-like value; the value itself if it has no members of its own as a
    pointer."""

    expression: int
    kind: Literal["pointee"] = "pointee"


class TableOf(NamedTuple):
    """A table of keys and values.
    :param expression: the type of the values.
    :param plain: the type of the keys, an expression.
    :param owner: as for an array.
    """

    expression: int
    plain: int
    owner: int = -1
    kind: Literal["table"] = "table"


class TupleOf(NamedTuple):
    """Several values in an order.

    :param passed: their expressions, -1 for an unresolved one.
    """

    passed: tuple[int, ...]
    kind: Literal["tuple"] = "tuple"


class ItemOf(NamedTuple):
    """An item of an array or a table: ``a[0]``, ``t["key"]``."""

    expression: int
    kind: Literal["item"] = "item"


class PairsOf(NamedTuple):
    """The pairs of a container: number or key, and item."""

    expression: int
    kind: Literal["pairs"] = "pairs"


class PartOf(NamedTuple):
    """The part at a place, ``number``, of a divided value."""

    expression: int
    number: int
    kind: Literal["part_of"] = "part_of"


class Results(NamedTuple):
    """One of several expressions, such as those that a function returns.

    :param passed: all of them, -1 for an unresolved one; nothing if none can.
    """

    passed: tuple[int, ...]
    kind: Literal["results"] = "results"


class EnteredBy(NamedTuple):
    """The result of entering a context manager."""

    expression: int
    kind: Literal["entered"] = "entered"


class This(NamedTuple):
    """The instance that a class's code is about."""

    scope: int
    kind: Literal["this"] = "this"


class Super(NamedTuple):
    """The instance that a class's code is about, as one of its base classes."""

    scope: int
    kind: Literal["super"] = "super"


class ThisClass(NamedTuple):
    """The class that a scope's code is about."""

    scope: int
    kind: Literal["class"] = "class"


class NamelessType(NamedTuple):
    """A type without a name; the scope is its body."""

    scope: int
    kind: Literal["nameless"] = "nameless"


class Factory(NamedTuple):
    """A function without a name that returns an instance of a type.

    :param scope: of its parameters, -1 if that is not known.
    """

    expression: int
    scope: int = -1
    kind: Literal["factory"] = "factory"


class Taken(NamedTuple):
    """The argument that a function gets at a place, ``number``, which is 0 for the first."""

    owner: int
    number: int
    kind: Literal["taken"] = "taken"


class TypeName(NamedTuple):
    """The meaning of a name at a place for types alone."""

    expression: int
    kind: Literal["type"] = "type"


class GenericType(NamedTuple):
    """A type with parameters that gets arguments.

    :param passed: the expressions of the arguments, -1 for an unresolved one.
    """

    expression: int
    passed: tuple[int, ...]
    kind: Literal["generic"] = "generic"


class OneOf(NamedTuple):
    """A union or intersection of types.
    :param passed: the expressions of the resolved ones.
    """

    passed: tuple[int, ...]
    kind: Literal["one"] = "one"


class Word(NamedTuple):
    """The type that has nothing but one text."""

    name: str
    kind: Literal["word"] = "word"


class Unless(NamedTuple):
    """A type parameter's default."""

    expression: int
    kind: Literal["unless"] = "unless"


class Having(NamedTuple):
    """A value of several types, narrowed by a test of one of its members.
    :param plain: the result of the test for that member, an expression.
    """

    expression: int
    name: str
    plain: int
    kind: Literal["having"] = "having"


class TypePredicate(NamedTuple):
    """The result of a function that tests the type of its parameter: ``x is T``."""

    expression: int
    name: str
    kind: Literal["telling"] = "telling"


class NarrowedBy(NamedTuple):
    """The type of an argument after the function called with it returned true.

    :param owner: the callee.
    :param number: the place of the argument, 0 for the first.
    """

    owner: int
    number: int
    kind: Literal["told_by"] = "told_by"


class Tested(NamedTuple):
    """An expression in the scope of a test of its type; the binding has the type."""

    expression: int
    binding: int
    kind: Literal["tested"] = "tested"


class WholeImport(NamedTuple):
    """The whole target of an import."""

    statement: int
    kind: Literal["import"] = "import"


class ImportTarget(NamedTuple):
    """The file that an import names."""

    statement: int
    kind: Literal["target"] = "target"


class FromImport(NamedTuple):
    """One of the names that an import takes from its target.

    :param number: the place of the name among those of the import.
    """

    statement: int
    number: int
    kind: Literal["imported"] = "imported"


class PackagePart(NamedTuple):
    """The first parts of an import's dotted target.

    :param parts: their number.
    """

    statement: int
    parts: int
    kind: Literal["package"] = "package"


class MacroName(NamedTuple):
    """A name that the preprocessor knows.

    :param expression: its meaning if it is no macro.
    """

    name: str
    expression: int = -1
    kind: Literal["macro"] = "macro"


Expression = (
    BoundName
    | FreeName
    | Member
    | PathPart
    | PathRoot
    | Call
    | Construction
    | ArrayOf
    | ElementOf
    | This
    | Super
    | ThisClass
    | NamelessType
    | Factory
    | TypeName
    | WholeImport
    | ImportTarget
    | FromImport
    | PackagePart
    | MacroName
    | Argument
    | TableOf
    | TupleOf
    | ItemOf
    | PairsOf
    | PartOf
    | Results
    | EnteredBy
    | Taken
    | Applied
    | ShortName
    | GenericType
    | OneOf
    | Word
    | Unless
    | Having
    | PointerTo
    | ClassOf
    | Pointee
    | Tested
    | TypePredicate
    | NarrowedBy
)
#: The classes of the union, in its order.
EXPRESSION_TYPES: tuple[type[Expression], ...] = get_args(Expression)
