"""What a tree returns: immutable records, which stay valid after it is closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sphinx_filedocs.model.facts import FindingRule, ImportTime, Severity
from sphinx_filedocs.model.files import FileKind
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import Definition, Outlined, SymbolKind

#: How it is known where a name leads: see :data:`How`; ``prose`` for names in documentation.
LinkHow = Literal[How, "prose"]


@dataclass(frozen=True, slots=True)
class Role:
    """What a file is for, such as ``test`` or ``entry point``, and how that is known.

    :param reason: a sentence part such as ``its name starts with test_``.
    :param line: the line that shows it, if one does.
    """

    name: str
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a tree.

    :param kind: ``text``, or why it is not read: ``binary``, ``huge``, ``unreadable``, ``link``.
    :param language: what a reader calls its language or type; ``""`` where that is unknown.
    :param size: in bytes.
    :param lines: how many lines it has, and ``code``, how many of them hold code.
    :param plain: why it is taken as plain text, ``""`` where it is read whole.
    :param own: whether it is the project's own code: neither test, example nor benchmark, neither
        generated nor vendored.
    :param description: what it is, in the tree's own words; ``""`` where the tree does not say.
    """

    path: str
    kind: FileKind
    language: str
    size: int
    lines: int
    code: int
    roles: tuple[Role, ...]
    owners: tuple[str, ...]
    license: str
    plain: str
    own: bool
    description: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition: a class, a function, a constant, also the heading of a text.

    :param line: of its name.
    :param end: the last line of the definition with its body; that of the name where it is unknown.
    :param qualified: the name with its owners before it, joined with dots.
    :param number: 1-based, of the definitions of this qualified name in the file, by line.
    :param signature: the declaration on one line, without its body.
    :param doc: its documentation, without comment marks.
    :param private: whether its language says that others are not meant to name it, or an owner.
    """

    path: str
    line: int
    end: int
    kind: SymbolKind
    qualified: str
    number: int = 1
    signature: str = ""
    doc: str = ""
    private: bool = False

    @property
    def name(self) -> str:
        """The name alone."""
        return self.qualified.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link leads.

    :param line: ``None`` where it is a whole file.
    :param symbol: the qualified name of what is defined there, ``""`` for a file or a local name.
    """

    path: str
    line: int | None = None
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A name in a file that leads somewhere.

    :param name: as it is written.
    :param how: how that is known.
    :param places: where it leads; several where one of them is meant and it is not known which.
    :param external: the dotted name of what it means outside of the tree; ``""`` inside.
    """

    path: str
    line: int
    column: int
    name: str
    how: LinkHow
    places: tuple[Place, ...] = ()
    external: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A line that uses a symbol.

    :param how: how that is known.
    :param kind: what for: ``import``, ``call``, ``read``, ``write``, ``address`` (taken of it),
        ``type`` (named as one), ``base``, ``override``, ``implementation``, or else ``reference``.
    """

    path: str
    line: int
    how: How
    kind: UseKind


@dataclass(frozen=True, slots=True)
class Caller:
    """A definition in whose body a symbol is used.

    :param symbol: the innermost definition around; ``None`` for what stands outside of all.
    :param lines: of the file *path* that use it.
    """

    path: str
    symbol: Symbol | None
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that finds something.

    :param tool: that has it, ``""`` for sphinx-filedocs.
    :param cwe: the numbers of the weaknesses in the Common Weakness Enumeration.
    :param why: what can happen, and ``fix``, what to do about it.
    """

    id: str
    tool: str
    category: str
    severity: Severity
    cwe: tuple[int, ...]
    why: str
    fix: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says of a line.

    :param rule: its id, a key of :attr:`Tree.rules`.
    :param own: whether the file is the project's own code, see :class:`SourceFile`.
    """

    path: str
    line: int
    severity: Severity
    rule: str
    message: str
    own: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A group of documentation comments, as Doxygen's ``@defgroup`` makes them.

    :param name: by which comments name it.
    :param title: of the comment that defines it; the name where it has none.
    :param doc: its documentation, without comment marks.
    :param path: of the file that defines it, and ``line`` that of the comment.
    :param parents: the names of the groups that it is in.
    :param members: the symbols in it, by file and place; with ``line`` ``None`` a whole file.
    :param more: how many members there are beside these.
    """

    name: str
    title: str
    doc: str
    path: str
    line: int
    parents: tuple[str, ...]
    members: tuple[Place, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A line of a file that imports or includes another file of the tree.

    :param when: with its file (``load``), only if a macro is defined or a constant is named
        (``condition``), in a function (``call``), or for a checker of types alone (``types``).
    """

    source: str
    target: str
    line: int
    when: ImportTime


@dataclass(frozen=True, slots=True)
class Cycle:
    """A shortest circle of files that import one another when they are loaded.

    :param edges: each one's target is the source of the next; none where even the shortest circle
        is too long to be read.
    :param files: how many files all import one another, those of the circle included.
    """

    edges: tuple[Edge, ...]
    files: int


@dataclass(frozen=True, slots=True)
class Graph:
    """Which files of a tree import which.

    :param files: all of them, by path.
    :param edges: by source and line.
    :param cycles: one of each group of files that all import one another, the largest group first.
    """

    files: tuple[str, ...]
    edges: tuple[Edge, ...]
    cycles: tuple[Cycle, ...]

    def imports(self, path: str) -> tuple[Edge, ...]:
        """Return what a file imports."""
        return tuple(edge for edge in self.edges if edge.source == path)

    def imported_by(self, path: str) -> tuple[Edge, ...]:
        """Return what imports a file."""
        return tuple(edge for edge in self.edges if edge.target == path)


def symbol_of(path: str, entry: Outlined) -> Symbol:
    """Return a symbol of the outline of the file *path*."""
    symbol = entry.symbol
    return Symbol(
        path,
        symbol.line,
        symbol.span.end,
        symbol.kind,
        entry.qualified,
        entry.number,
        symbol.signature,
        symbol.doc,
        entry.private,
    )


def definition_of(symbol: Symbol) -> Definition:
    """Return what the codebase knows a symbol by."""
    return Definition(
        symbol.path, symbol.line, symbol.kind, symbol.qualified, symbol.signature, symbol.number
    )


def place_of(definition: Definition) -> Place:
    """Return where a definition stands."""
    return Place(definition.path, definition.line, definition.qualified)


def rule_of(name: str, rule: FindingRule) -> Rule:
    """Return the rule of an id."""
    return Rule(
        name,
        rule.tool,
        rule.category,
        rule.severity,
        rule.cwe,
        str(rule.why),
        str(rule.fix),
    )


def graph_of(codebase: Codebase) -> Graph:
    """Return which files import which."""
    edges = [
        Edge(importer.path, target, importer.line, importer.when)
        for target, importers in codebase.graph.imported_by.items()
        for importer in importers
    ]
    edges.sort(key=lambda edge: (edge.source, edge.line, edge.target))
    cycles = (
        Cycle(
            tuple(
                Edge(step.path, after.path, step.line, "load")
                for step, after in zip(cycle.steps, cycle.steps[1:] + cycle.steps[:1], strict=True)
            ),
            cycle.files,
        )
        for cycle in codebase.graph.cycles
    )
    return Graph(tuple(codebase.light), tuple(edges), tuple(cycles))
