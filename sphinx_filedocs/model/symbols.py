"""The definitions of files, and symbols nested into outlines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from sphinx_filedocs.model.descriptions import DocField

SymbolKind = Literal[
    "class",
    "struct",
    "union",
    "enum",
    "interface",
    "trait",
    "function",
    "method",
    "constant",
    "variable",
    "field",
    "macro",
    "type",
    "namespace",
    "module",
    "heading",
]


#: Kinds that contain other definitions: a use of their name is a use of the content.
WRAPPERS: tuple[SymbolKind, ...] = ("namespace", "module")
#: Kinds of types that may share the name of a wrapper beside them, as a class of Scala and its
#: object do: a use of the name is a use of the type.
COMPANIONS: tuple[SymbolKind, ...] = ("class", "enum", "interface", "trait", "type")
#: Kinds of types that only declare requirements for others.
INTERFACES: frozenset[SymbolKind] = frozenset({"interface", "trait"})


class Span(NamedTuple):
    """First and last line of something, both 1-based and both included."""

    start: int
    end: int


class Tag(NamedTuple):
    """One definition as a grammar's tag query captured it, before nesting.

    :param span: the whole definition with its body, decorators included.
    :param line: the line of the name.
    :param scope: names of the owners written in the definition itself and not by nesting: a Go
        receiver's type, ``A::B`` of a C++ member defined outside its class.
    :param extent: start and end of the definition, in bytes of the text as UTF-8: the line spans of
        several definitions on one line do not show their nesting.
    :param named: start of the name, in bytes.
    :param weight: of several definitions of one name in one scope the heavier ones define it, the
        others only declare it.
    :param concealed: True if it is in a private section of its owner.
    :param parameters: the types that distinguish overloads, ``""`` if they do not count.
    :param beside: True if it belongs to the scope around its owner: a friend of a class.
    """

    role: Literal["definition", "scope"]
    kind: str
    name: str
    line: int
    span: Span
    signature: str
    doc: str
    scope: tuple[str, ...] = ()
    extent: tuple[int, int] = (0, 0)
    named: int = -1
    weight: int = 1
    concealed: bool = False
    parameters: str = ""
    beside: bool = False


class Symbol(NamedTuple):
    """A definition in the outline of a file, with the definitions inside it.

    :param name: the name alone; owners are the symbols above.
    :param line: the line of the name.
    :param span: the whole definition, decorators and body included.
    :param signature: the declaration on one line, without its body.
    :param doc: the documentation text, dedented, without comment marks; ``""`` without one.
    :param scope: owners that the definition itself names and that no symbol of this file is: the
        class of a C++ member whose class is in a header.
    :param fields: the documentation of parameters, results and exceptions, and a note that it is
        deprecated; none of that is in ``doc``.
    :param private: True if its language hides it from others; members of a private symbol need no
        mark of their own.
    :param compiled: True if the documentation is that of an index of a compiler.
    :param declared: the lines of the name in mere declarations.
    """

    name: str
    kind: SymbolKind
    line: int
    span: Span
    signature: str = ""
    doc: str = ""
    children: tuple[Symbol, ...] = ()
    scope: tuple[str, ...] = ()
    fields: tuple[DocField, ...] = ()
    private: bool = False
    compiled: bool = False
    declared: tuple[int, ...] = ()


class Definition(NamedTuple):
    """The place of a definition.

    :param qualified: the name with its owners before it, joined with dots.
    :param number: 1-based, of the definitions of this qualified name in the file, by line; those
        that are no symbols of the outline come last.
    """

    path: str
    line: int
    kind: SymbolKind
    qualified: str
    signature: str = ""
    number: int = 1

    @property
    def name(self) -> str:
        """The name alone."""
        return self.qualified.rpartition(".")[2]

    @property
    def order(self) -> tuple[str, int, str, int]:
        """The sort key of definitions: their place."""
        return self.path, self.line, self.qualified, self.number


class Outlined(NamedTuple):
    """A symbol in its outline.

    :param qualified: its name with its owners before it, joined with dots; owners that the
        definition itself names are among them.
    :param number: 1-based, of the symbols of the outline with this qualified name.
    :param depth: the number of symbols around it.
    :param private: True if it or an owner of it is private.
    """

    qualified: str
    number: int
    depth: int
    symbol: Symbol
    private: bool = False

    def definition(self, path: str) -> Definition:
        """Return the symbol as a definition of the file *path*."""
        symbol = self.symbol
        return Definition(
            path, symbol.line, symbol.kind, self.qualified, symbol.signature, self.number
        )


def named(symbols: tuple[Symbol, ...], qualified: str, number: int) -> Symbol | None:
    """Return the symbol of an outline that has a name, ``None`` if it has none.

    :param number: as of :class:`Outlined`.
    """
    entries = (
        entry for entry in walk(symbols) if (entry.qualified, entry.number) == (qualified, number)
    )
    return next((entry.symbol for entry in entries), None)


def clauses_of(symbols: tuple[Symbol, ...]) -> list[str]:
    """Return an outline's clauses that declare the file's package, in order."""
    tops = (symbol for symbol in symbols if symbol.kind == "namespace" and not symbol.children)
    return [symbol.name for symbol in tops]


def last_part(qualified: str) -> str:
    """Return a qualified name without the owners before it."""
    return qualified.replace("::", ".").rpartition(".")[2]


def dotted(name: str) -> str:
    """Return the name of a package with dots between its parts, whatever the language writes."""
    return name.strip("\\").replace("\\", ".")


def walk(symbols: tuple[Symbol, ...]) -> Iterator[Outlined]:
    """Yield every symbol of an outline, in order, owners first."""
    seen: dict[str, int] = {}
    stack = [("", 0, False, symbol) for symbol in reversed(symbols)]
    while stack:
        owner, depth, hidden, symbol = stack.pop()
        private = hidden or symbol.private
        own = ".".join((*symbol.scope, symbol.name)) if symbol.scope else symbol.name
        qualified = f"{owner}.{own}" if owner else own
        seen[qualified] = number = seen.get(qualified, 0) + 1
        yield Outlined(qualified, number, depth, symbol, private)
        stack += [(qualified, depth + 1, private, child) for child in reversed(symbol.children)]
