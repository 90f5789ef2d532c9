"""The vocabulary of everything else: what the analysis finds and what the pages show.

Paths are POSIX, relative to the root of their tree; the root folder is ``""``.
Lines are 1-based and spans include their last line. Everything here is
immutable and picklable.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, overload

from sphinx_filedocs.model.expressions import ANY_FUNCTION as ANY_FUNCTION
from sphinx_filedocs.model.expressions import NO_FUNCTION as NO_FUNCTION
from sphinx_filedocs.model.expressions import UNSAID as UNSAID
from sphinx_filedocs.model.expressions import Expression as Expression
from sphinx_filedocs.model.names import Binding as Binding
from sphinx_filedocs.model.names import Names as Names
from sphinx_filedocs.model.names import Places as Places
from sphinx_filedocs.model.names import Scope as Scope
from sphinx_filedocs.model.names import ScopeKind as ScopeKind
from sphinx_filedocs.phrases import NOTHING, Phrase

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
#: What a file is as far as reading it goes; all but ``text`` have no facts but metadata.
FileKind = Literal["text", "binary", "huge", "unreadable", "link"]
ImportKind = Literal["import", "include", "use", "require", "reexport", "module", "source"]
FindingCategory = Literal["pattern", "performance", "security"]
RoleName = Literal[
    "test",
    "example",
    "benchmark",
    "configuration",
    "build",
    "ci",
    "documentation",
    "generated",
    "vendored",
    "entry point",
]


class Span(NamedTuple):
    """First and last line of something, both 1-based and both included."""

    start: int
    end: int


class Tag(NamedTuple):
    """One definition as a grammar's tag query captured it, before nesting.

    :param span: the whole definition with its body, decorators included.
    :param line: the line of the name.
    :param scope: names of the owners written in the definition itself and not by nesting:
        a Go receiver's type, ``A::B`` of a C++ member defined outside its class.
    :param extent: where the definition starts and ends, in bytes of the text as UTF-8: the
        spans of several definitions on one line do not tell which one holds the other.
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


class Symbol(NamedTuple):
    """A definition in the outline of a file, with the definitions inside it.

    :param name: the name alone; owners are the symbols above.
    :param line: the line of the name.
    :param span: the whole definition, decorators and body included.
    :param signature: the declaration on one line, without its body.
    :param doc: the documentation text, dedented, without comment marks; ``""`` without one.
    :param scope: owners that the definition itself names and that no symbol of this file is:
        the class of a C++ member whose class stands in a header.
    """

    name: str
    kind: SymbolKind
    line: int
    span: Span
    signature: str = ""
    doc: str = ""
    children: tuple[Symbol, ...] = ()
    scope: tuple[str, ...] = ()


class ImportedName(NamedTuple):
    """One name that an import binds; ``alias`` is the local name where it differs."""

    name: str
    alias: str | None = None


class Import(NamedTuple):
    """One import, include or use as it stands in the source.

    :param target: what is imported, as written: ``..pkg.mod``, ``./util.js``, ``fmt/core.h``,
        ``crate::a::b``, ``github.com/o/r/pkg``, ``java.util.List``.
    :param names: the names taken from the target (``*`` for all of them).
    :param line: the first line of the statement.
    :param system: whether it was written as a system include (``<...>``).
    :param resolved: the files of the tree that it leads to, sorted; none when it is external.
    :param checksum: of that line's text.
    """

    target: str
    kind: ImportKind
    line: int
    names: tuple[ImportedName, ...] = ()
    alias: str | None = None
    system: bool = False
    resolved: tuple[str, ...] = ()
    checksum: int = 0

    def resolve(self, paths: tuple[str, ...]) -> Import:
        """Return this import with the files that it leads to."""
        return self._replace(resolved=paths)


class Keyword(NamedTuple):
    """A name with every line on which it stands; ``kind`` is a symbol kind, ``import`` or
    ``identifier``."""

    name: str
    kind: str
    lines: tuple[int, ...]


#: What is coloured in a line: the column where it starts and the one behind its end, 0-based and
#: in characters, and its CSS class. Those of a line are in order and do not overlap.
Run = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class LineCounts:
    """How many lines there are, and of which kind."""

    total: int = 0
    code: int = 0
    comment: int = 0
    blank: int = 0

    def __add__(self, other: LineCounts) -> LineCounts:
        return LineCounts(
            self.total + other.total,
            self.code + other.code,
            self.comment + other.comment,
            self.blank + other.blank,
        )

    def __sub__(self, other: LineCounts) -> LineCounts:
        return LineCounts(
            self.total - other.total,
            self.code - other.code,
            self.comment - other.comment,
            self.blank - other.blank,
        )


class Finding(NamedTuple):
    """What an evidence rule found: the rule's identifier, the line and one plain sentence."""

    rule: str
    category: FindingCategory
    line: int
    text: Phrase


class Diagnostic(NamedTuple):
    """A trouble with one file, to be logged with ``subtype`` and shown on its page."""

    path: str
    subtype: str
    message: Phrase
    line: int | None = None


class Role(NamedTuple):
    """What a file is for, with the evidence: ``reason`` is a sentence part such as
    ``its name starts with test_``, ``line`` the line that shows it, if one does."""

    name: RoleName
    reason: Phrase
    line: int | None = None


#: So many characters of a line are listed: no person reads a longer one to its end, and browsers
#: and LaTeX take long for it.
LONGEST_LINE = 20_000
#: What a file may be that nobody of the project writes as it stands there, the most telling first.
ProvenanceKind = Literal["lock", "minified", "generated", "vendored"]


class Provenance(NamedTuple):
    """Where a file is from that nobody of the project writes, with the evidence: ``reason`` is a
    sentence part such as ``its name is Cargo.lock``, ``line`` the line that shows it, if one of
    the file does."""

    kind: ProvenanceKind
    reason: Phrase
    line: int | None = None


class Change(NamedTuple):
    """The last commit that touched a file."""

    commit: str
    date: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that follows from a file's text and language alone; cached by its digest."""

    lines: LineCounts = LineCounts()
    doc: str = ""
    license: str | None = None
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    findings: tuple[Finding, ...] = ()
    #: Lines that make a file something: ``main`` (an entry point), ``shebang``.
    marks: tuple[tuple[str, int], ...] = ()
    #: How many keywords the file has, and a digest of them; they are kept apart, because few pages
    #: need them.
    keywords: int = 0
    keywords_digest: str = ""
    #: How many lines the parser could not make sense of, and the first of them.
    errors: int = 0
    first_error: int | None = None
    #: A digest of the names and kinds of all symbols.
    outline: str = ""
    #: How many symbols there are of each kind, the first kind in the outline first.
    kinds: tuple[tuple[SymbolKind, int], ...] = ()
    #: The packages that the file declares, where its language has such, each with the names that
    #: are defined in it.
    packages: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: What is not known because the grammar of the language does not work: a sentence each.
    misfits: tuple[Phrase, ...] = ()
    #: What the analysis was stopped by, with the figure and the bound; such a text has no symbols,
    #: imports or names. ``""`` where it was not stopped.
    stopped: Phrase = NOTHING

    @property
    def light(self) -> Facts:
        """The facts without the outline and the findings, which few need of a whole tree."""
        return replace(self, symbols=(), findings=())


@dataclass(frozen=True, slots=True)
class Extract:
    """Everything that is read from a text. The facts are always at hand; keywords and names are
    kept apart because few pages need them."""

    facts: Facts = field(default_factory=Facts)
    keywords: tuple[Keyword, ...] = ()
    names: Names = field(default_factory=Names)


class File(NamedTuple):
    """One file of the tree.

    :param language: a language's key, else the short name of a Pygments lexer,
        else ``None``.
    :param language_name: what a reader calls the language or the file type.
    :param size: in bytes.
    :param digest: of the content, hexadecimal.
    :param encoding: as Python names it; ``""`` when the file is not text.
    :param provenance: where it is from, if nobody of the project writes it.
    :param plain: why a text is shown as plain text, so that its facts are its lines and its
        licence alone; ``""`` when it is shown whole.
    :param cut: how many characters of long lines are not listed, see :data:`LONGEST_LINE`.
    """

    path: str
    kind: FileKind
    size: int
    digest: str
    language: str | None = None
    language_name: str = ""
    encoding: str = ""
    executable: bool = False
    link: str | None = None
    facts: Facts = Facts()
    roles: tuple[Role, ...] = ()
    change: Change | None = None
    owners: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    plain: Phrase = NOTHING
    cut: int = 0

    @property
    def shown_as(self) -> str:
        """The language whose colours its listing has, ``text`` for none."""
        return "text" if self.plain else self.language or "text"

    @property
    def generated(self) -> bool:
        """Whether a program wrote it."""
        return any(one.kind != "vendored" for one in self.provenance)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The path of the folder that holds the file; ``""`` is the root."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder of the tree with what is directly in it, sorted."""

    path: str
    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    readme: str | None = None

    @property
    def name(self) -> str:
        """The last part of the path; ``""`` for the root."""
        return self.path.rpartition("/")[2]


class Definition(NamedTuple):
    """Where a name is defined.

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
        """What definitions are sorted by: where they stand."""
        return self.path, self.line, self.qualified, self.number


#: How a name was found to mean what it means, the surest way first: a local name or one of the
#: file's own definitions (``scope``); what an import binds, or what an include makes visible
#: (``import``); an attribute of a module, an instance or a class (``member``); the only
#: definition of that name in the tree (``name``); one of several (``candidates``); something
#: outside of the tree (``external``).
How = Literal["scope", "import", "member", "name", "candidates", "external"]
HOWS: tuple[How, ...] = ("scope", "import", "member", "name", "candidates", "external")


class Link(NamedTuple):
    """Where a name in a source leads.

    :param definitions: of the tree; several only as candidates.
    :param line: of the same file, where a local name gets its value.
    :param paths: the files that a module, a package or an include is.
    :param external: the dotted name of what is outside of the tree.
    """

    how: How
    definitions: tuple[Definition, ...] = ()
    line: int | None = None
    paths: tuple[str, ...] = ()
    external: str = ""


class Links(Sequence[Link | None]):
    """Where each expression of a file's :class:`Names` leads; many lead alike.

    :param different: the links that there are.
    :param numbers: for each expression the place of its link among them, -1 for none.
    """

    __slots__ = ("different", "numbers")

    def __init__(self, different: Sequence[Link], numbers: Sequence[int]) -> None:
        self.different = different
        self.numbers = numbers

    @overload
    def __getitem__(self, at: int) -> Link | None: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Link | None, ...]: ...
    def __getitem__(self, at: int | slice) -> Link | tuple[Link | None, ...] | None:
        if isinstance(at, slice):
            return tuple(map(self._link, self.numbers[at]))
        return self._link(self.numbers[at])

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Link | None]:
        return map(self._link, self.numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Links) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def _link(self, number: int) -> Link | None:
        return self.different[number] if number >= 0 else None


class Reference(NamedTuple):
    """A line on which a definition is used, 1-based, and how that is known.

    :param checksum: of the line's text.
    """

    path: str
    line: int
    how: How
    checksum: int = 0


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The lines of a tree on which something is used, in columns of one length, by path and line.

    :param paths: of the tree's files; ``files`` are places in it.
    :param hows: places in :data:`HOWS`.
    :param checksums: of the lines' texts.
    """

    paths: Sequence[str]
    files: array[int] = field(default_factory=lambda: array("I"))
    lines: array[int] = field(default_factory=lambda: array("I"))
    hows: array[int] = field(default_factory=lambda: array("B"))
    checksums: array[int] = field(default_factory=lambda: array("I"))

    def reference(self, row: int) -> Reference:
        """Return one of them."""
        path, how = self.paths[self.files[row]], HOWS[self.hows[row]]
        return Reference(path, self.lines[row], how, self.checksums[row])


class Rows(Sequence[Reference]):
    """Some of the lines of a tree on which something is used.

    :param numbers: of their rows among all of them.
    """

    __slots__ = ("numbers", "occurrences")

    def __init__(self, occurrences: Occurrences, numbers: Sequence[int]) -> None:
        self.occurrences = occurrences
        self.numbers = numbers

    @overload
    def __getitem__(self, at: int) -> Reference: ...
    @overload
    def __getitem__(self, at: slice) -> Rows: ...
    def __getitem__(self, at: int | slice) -> Reference | Rows:
        if isinstance(at, slice):
            return Rows(self.occurrences, self.numbers[at])
        return self.occurrences.reference(self.numbers[at])

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Reference]:
        return map(self.occurrences.reference, self.numbers)

    def places(self) -> Iterator[tuple[str, int]]:
        """Yield the path and the line of each."""
        files, lines = self.occurrences.files, self.occurrences.lines
        paths = map(self.occurrences.paths.__getitem__, map(files.__getitem__, self.numbers))
        return zip(paths, map(lines.__getitem__, self.numbers), strict=True)

    def files(self) -> int:
        """Return in how many files they are."""
        return len(self._files())

    def paths(self) -> set[str]:
        """Return the files that they are in."""
        return set(map(self.occurrences.paths.__getitem__, self._files()))

    def _files(self) -> set[int]:
        return set(map(self.occurrences.files.__getitem__, self.numbers))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class Use(NamedTuple):
    """A line of a file that leads to another file or takes a name.

    :param checksum: of the line's text, in :attr:`Graph.name_imports`.
    """

    path: str
    line: int
    checksum: int = 0


class Relation(NamedTuple):
    """A related file and why it is one."""

    path: str
    reason: Phrase


class Command(NamedTuple):
    """A command line for a file, run from the folder ``cwd`` of the tree, and its evidence."""

    line: str
    reason: Phrase
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class FolderDependency:
    """The lines of files below one subfolder that import or use what is below another one, by
    path and line."""

    source: str
    target: str
    uses: Sequence[Reference]


@dataclass(frozen=True, slots=True)
class Cycle:
    """A shortest import cycle of some files that all import one another, directly or not.

    :param steps: a line of each file of the cycle, which imports the next one's; that of the last
        imports the first. None when even the shortest cycle is too long to be read.
    :param files: how many files all import one another, those of the cycle included.
    """

    steps: tuple[Use, ...]
    files: int


class Reach(NamedTuple):
    """How many other files a file leads to by imports, and how many lead to it.

    The steps are those to the furthest of them; without a number that is too far to be looked
    for, and the count is of those that are nearer.
    """

    imported: int = 0
    imported_steps: int | None = 0
    importing: int = 0
    importing_steps: int | None = 0


@dataclass(frozen=True, slots=True)
class Graph:
    """How the files and names of a tree hang together; ``imported_by`` is the inverse of
    ``imports``."""

    imports: Mapping[str, tuple[Import, ...]] = field(default_factory=dict)
    imported_by: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    #: All symbols of each file's outline, headings too, in its order.
    outlines: Mapping[str, Sequence[Definition]] = field(default_factory=dict)
    name_imports: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    related: Mapping[str, tuple[Relation, ...]] = field(default_factory=dict)
    tests: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    commands: Mapping[str, tuple[Command, ...]] = field(default_factory=dict)
    #: All definitions of each name that have cross-references: those above, and the attributes and
    #: variables that are no symbols but are used; by path and line.
    cross_referenced: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    #: Where each expression of a file's :class:`Names` leads.
    links: Mapping[str, Links] = field(default_factory=dict)
    #: The lines that use each definition, by path and line.
    references: Mapping[Definition, Rows] = field(default_factory=dict)
    #: The definitions in each file that something uses, in the order in which they stand there.
    used: Mapping[str, Sequence[Definition]] = field(default_factory=dict)
    #: The definitions that each file uses, each with the lines on which it does.
    uses: Mapping[str, Mapping[Definition, Sequence[int]]] = field(default_factory=dict)
    #: The lines on which a name may mean one of several definitions.
    possible: Mapping[str, Rows] = field(default_factory=dict)
    #: The definitions of each file that nothing in the tree is known to use, by line.
    unused: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    #: On how many lines each name is used, or may be.
    name_lines: Mapping[str, int] = field(default_factory=dict)
    #: What depends on what between the direct subfolders of each folder.
    structure: Mapping[str, tuple[FolderDependency, ...]] = field(default_factory=dict)
    #: One of each group of files that all import one another, those of most files first.
    cycles: tuple[Cycle, ...] = ()
    #: A shortest one through each file that is in one.
    cycle_of: Mapping[str, Cycle] = field(default_factory=dict)
    #: Of each file that imports or is imported.
    reach: Mapping[str, Reach] = field(default_factory=dict)
    #: How many names stand in the sources, and how many of them lead to a place in the tree.
    counted: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Codebase:
    """A whole analysed tree.

    :param files: by path, in its order.
    :param light: the same without outlines and findings, which are read for each that is asked for.
    """

    title: str
    files: Mapping[str, File]
    light: Mapping[str, File]
    folders: Mapping[str, Folder]
    graph: Graph
    diagnostics: tuple[Diagnostic, ...] = ()
    branch: str | None = None


class Outlined(NamedTuple):
    """A symbol in its outline.

    :param qualified: its name with its owners before it, joined with dots; owners that the
        definition itself names are among them.
    :param number: 1-based, of the symbols of the outline with this qualified name.
    :param depth: how many symbols it is nested in.
    """

    qualified: str
    number: int
    depth: int
    symbol: Symbol

    def definition(self, path: str) -> Definition:
        """Return the symbol as a definition of the file *path*."""
        symbol = self.symbol
        return Definition(
            path, symbol.line, symbol.kind, self.qualified, symbol.signature, self.number
        )


def walk(symbols: tuple[Symbol, ...]) -> Iterator[Outlined]:
    """Yield every symbol of an outline, in order, owners first."""
    seen: dict[str, int] = {}
    stack = [("", 0, symbol) for symbol in reversed(symbols)]
    while stack:
        owner, depth, symbol = stack.pop()
        own = ".".join((*symbol.scope, symbol.name)) if symbol.scope else symbol.name
        qualified = f"{owner}.{own}" if owner else own
        seen[qualified] = number = seen.get(qualified, 0) + 1
        yield Outlined(qualified, number, depth, symbol)
        stack += [(qualified, depth + 1, child) for child in reversed(symbol.children)]


def folders_above(path: str) -> Iterator[str]:
    """Yield the folders that hold *path*, nearest first, the root ``""`` last."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return all folders that some files lie in, directly or not."""
    nearest = {path.rpartition("/")[0] for path in paths}
    return nearest.union(*map(folders_above, nearest))
