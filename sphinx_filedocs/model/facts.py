"""The facts of one file's text: symbols, imports, counts, keywords, findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from sphinx_filedocs.model.descriptions import Mention, ShownCode
from sphinx_filedocs.model.symbols import Symbol, SymbolKind
from sphinx_filedocs.phrases import NOTHING, Phrase

ImportKind = Literal["import", "include", "use", "require", "reexport", "module", "source"]
Severity = Literal["error", "warning", "note"]
#: The gravest first.
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
#: When an import is carried out: with the file that it stands in (``load``), only if a macro is
#: defined or a constant is named (``condition``), when a function is called (``call``), or never,
#: because it is there for a checker of types (``types``).
ImportTime = Literal["load", "build", "condition", "call", "types"]
#: All of them; of several imports of one thing the first of these counts.
IMPORT_TIMES: tuple[ImportTime, ...] = get_args(ImportTime)


class ImportedName(NamedTuple):
    """One name that an import binds; ``alias`` is the local name if it differs."""

    name: str
    alias: str | None = None


class Import(NamedTuple):
    """One import, include or use as it stands in the source.

    :param target: the imported path, as written: ``..pkg.mod``, ``./util.js``, ``fmt/core.h``,
        ``crate::a::b``, ``github.com/o/r/pkg``, ``java.util.List``.
    :param names: the names taken from the target (``*`` for all of them).
    :param line: the first line of the statement.
    :param system: True if it was written as a system include (``<...>``).
    :param resolved: the files of the tree that it leads to, sorted; none when it is external.
    :param checksum: of that line's text.
    :param own: True if it leads to the file that it stands in.
    :param when: it is carried out.
    :param packages: the folders of its targets, if it imports a whole package of several files;
        ``resolved`` then has the used files alone, once they are known.
    :param condition: of the preprocessor for the line.
    """

    target: str
    kind: ImportKind
    line: int
    names: tuple[ImportedName, ...] = ()
    alias: str | None = None
    system: bool = False
    resolved: tuple[str, ...] = ()
    checksum: int = 0
    own: bool = False
    when: ImportTime = "load"
    packages: tuple[str, ...] = ()
    condition: str = ""

    def resolve(self, paths: tuple[str, ...], own: bool) -> Import:
        """Return this import with other resolved files, and with ``own`` if the file itself is
        one."""
        return self._replace(resolved=paths, own=own)

    @property
    def is_external(self) -> bool:
        """True if it leads to nothing in the tree."""
        return not (self.resolved or self.own or self.packages)


class Keyword(NamedTuple):
    """A name with all its lines.

    :param kinds: kinds of the file's symbols of that name and ``import``, by first line;
        ``identifier`` alone for a name that it neither defines nor imports.
    """

    name: str
    kinds: tuple[str, ...]
    lines: tuple[int, ...]


#: A coloured part of a line: its column and the one behind its end, 0-based and in characters, and
#: its CSS class. Those of a line are in order and do not overlap.
Run = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The number of lines of each kind."""

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
    """A finding on a line, of our rules or of another tool's report: the rule's key and a plain
    sentence."""

    rule: str
    severity: Severity
    line: int
    text: Phrase


class FindingRule(NamedTuple):
    """The metadata of a rule with findings.

    :param tool: with the rule, ``""`` for us.
    :param cwe: the numbers of the weaknesses in the Common Weakness Enumeration.
    :param why: the danger; ``fix``: the remedy.
    :param help: the address of the tool's own page about it.
    """

    name: str
    tool: str
    category: str
    severity: Severity
    cwe: tuple[int, ...] = ()
    why: Phrase = NOTHING
    fix: Phrase = NOTHING
    help: str = ""


#: The place of a file's own words: in its documentation as its language or a mark declares, at its
#: top, or behind its imports.
DocPlace = Literal["", "marked", "top", "behind"]


class DocComment(NamedTuple):
    """A documentation comment.

    :param line: its first line, ``last`` its last one.
    :param text: without comment marks.
    :param is_file: True if it says that it is about its file.
    """

    line: int
    last: int
    text: str
    is_file: bool


class CommentReader(NamedTuple):
    """Makes facts of documentation comments; entry points ``sphinx_filedocs.comments`` are such.

    :param name: of the facts.
    :param needs: a word that stands in every text with such comments.
    :param read: returns the facts of a file from its outline and its documentation comments, in
        any form; ``""`` for none.
    """

    name: str
    needs: str
    read: Callable[[tuple[Symbol, ...], Sequence[DocComment]], str]


class Branch(NamedTuple):
    """Lines that a preprocessor reads only under a condition.

    :param start: the first of them, and ``end`` the last.
    :param condition: as C writes it, those of the branches around included.
    :param apart: True if the parsed text has all its alternatives, and those of the branches
        around.
    """

    start: int
    end: int
    condition: str
    apart: bool


class MacroWrite(NamedTuple):
    """A line that defines a macro, or undefines it.

    :param value: ``None`` if it is undefined.
    """

    name: str
    value: str | None
    line: int


class Conditions(NamedTuple):
    """The branches of a preprocessor in a file, and its definitions of macros.

    :param branches: those inside before those around them.
    :param writes: in order, but for the guard of a header.
    """

    branches: tuple[Branch, ...] = ()
    writes: tuple[MacroWrite, ...] = ()

    def by_line(self) -> dict[int, Branch]:
        """Return the innermost branch around each line that has one."""
        innermost: dict[int, Branch] = {}
        for branch in reversed(self.branches):
            innermost.update(dict.fromkeys(range(branch.start, branch.end + 1), branch))
        return innermost


NO_CONDITIONS = Conditions()


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that follows from a file's text and language alone; cached by its digest."""

    lines: LineCounts = LineCounts()
    doc: str = ""
    #: The line of that, 0 if it is not known.
    doc_line: int = 0
    doc_place: DocPlace = ""
    #: Of prose, the first paragraph that describes the project, and its line.
    purpose: tuple[str, int] = ("", 0)
    #: Of prose, the files and symbols that it may name.
    mentions: tuple[Mention, ...] = ()
    #: Of prose, its first examples of code.
    shown: tuple[ShownCode, ...] = ()
    #: The names of symbols that stand on one line of the file alone, in code and as whole strings.
    lone: tuple[str, ...] = ()
    license: str | None = None
    #: Whom it names as holders of its copyright, or ``see`` and the file that says so.
    holders: str = ""
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    findings: tuple[Finding, ...] = ()
    #: Lines that make a file something: ``main`` (an entry point), ``test``, ``shebang``.
    marks: tuple[tuple[str, int], ...] = ()
    #: The number of keywords, which are kept apart.
    keywords: int = 0
    #: The number of lines that the parser could not read, and the first of them.
    errors: int = 0
    first_error: int | None = None
    #: A digest of the names and kinds of all symbols.
    outline: str = ""
    #: The number of symbols of each kind, the first kind in the outline first; none of data.
    kinds: tuple[tuple[SymbolKind, int], ...] = ()
    #: The packages that the file declares, if its language has such, each with the names that are
    #: defined in it.
    packages: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: What each :class:`CommentReader` made of its documentation comments, by name.
    comments: tuple[tuple[str, str], ...] = ()
    #: The missing facts if the grammar of the language does not work: a sentence each.
    misfits: tuple[Phrase, ...] = ()
    #: The bound that stopped the analysis, with the figure; such a text has no symbols, imports or
    #: names. ``""`` for none.
    stopped: Phrase = NOTHING
    #: Set if the language has a preprocessor.
    conditions: Conditions = NO_CONDITIONS
    #: The first and the last line of each test, if the language marks tests in files of other code.
    tests: tuple[tuple[int, int], ...] = ()

    @property
    def light(self) -> Facts:
        """The facts without outline, examples and conditions, which few readers of a whole tree
        need."""
        return replace(self, symbols=(), shown=(), lone=(), conditions=NO_CONDITIONS)
