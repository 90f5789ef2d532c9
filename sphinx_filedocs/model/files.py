"""The files and folders of a tree, with all data of a file except its facts."""

from __future__ import annotations

import codecs
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from sphinx_filedocs.model.facts import Facts, Keyword
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.phrases import NOTHING, Phrase

#: The result of reading a file; all but ``text`` have no facts but metadata.
FileKind = Literal["text", "binary", "huge", "unreadable", "link"]
#: The types of languages as GitHub's Linguist has them.
LanguageType = Literal["programming", "data", "markup", "prose"]
#: The types of languages for programs.
PROGRAMMING: frozenset[LanguageType] = frozenset({"programming", "markup"})
#: Folders of files built from the sources of a Node package.
_BUILT = frozenset({"dist", "build", "out", "umd", "cjs"})
#: The bytes that nearly all encodings share.
_ASCII = bytes(byte for byte in range(128) if byte not in b"\x0e\x0f\x1b")
#: The characters that join the words in the name of a folder.
_JOINS = str.maketrans("", "", "-_ ")
_HEADER = re.compile(r"\.(?:h\w{0,2}|h\+\+|cuh)\Z", re.IGNORECASE)
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


class Diagnostic(NamedTuple):
    """A trouble with one file, to be logged with ``subtype`` and shown on its page."""

    path: str
    subtype: str
    message: Phrase
    line: int | None = None


class Role(NamedTuple):
    """The role of a file, with the evidence.

    :param reason: a part of a sentence, such as ``its name starts with test_``.
    :param line: that shows it.
    :param by_name: True if the name of the file itself is the reason.
    """

    name: RoleName
    reason: Phrase
    line: int | None = None
    by_name: bool = False


#: So many characters of a line are listed: no person reads a longer one to its end, and browsers
#: and LaTeX take long for it.
LONGEST_LINE = 20_000
#: The origins of a file that nobody of the project writes, the most telling first.
ProvenanceKind = Literal["lock", "minified", "generated", "vendored"]


class Provenance(NamedTuple):
    """The origin of a file that nobody of the project writes, with the evidence: ``reason`` is a
    sentence part such as ``its name is Cargo.lock``, ``line`` the line that shows it, if one of
    the file does."""

    kind: ProvenanceKind
    reason: Phrase
    line: int | None = None


#: So many commits of a file are listed, and so many days are recent.
LISTED, RECENT = 10, 90


class Change(NamedTuple):
    """A commit that touched a file; its date is that of its author, as ISO 8601 has it."""

    commit: str
    date: str
    author: str
    subject: str

    @property
    def instant(self) -> float:
        """The seconds from 1970 to its date; 0 if it has none, as a damaged commit."""
        return instant(self.date)


@cache
def instant(date: str) -> float:
    """Return the seconds from 1970 to a date."""
    try:
        return datetime.fromisoformat(date).timestamp()
    except (ValueError, OverflowError):
        return 0


class Together(NamedTuple):
    """A file that was changed together with another one.

    :param commits: the number of commits that changed both.
    """

    path: str
    commits: int


class History(NamedTuple):
    """A file's history in commits.

    :param first: the date of the oldest.
    :param people: the number of their authors.
    :param authors: those of most commits, with the number of these.
    :param commits: the newest, the last one first.
    :param days: of the changes in the :data:`RECENT` days up to the last one, in order, counted
        from 1970. Readers compare them with the tree's newest commit.
    """

    first: str
    changes: int
    people: int
    authors: tuple[tuple[str, int], ...] = ()
    together: tuple[Together, ...] = ()
    commits: tuple[Change, ...] = ()
    days: tuple[int, ...] = ()


#: In the place of a commit: the line is not committed yet, or older than all that a clone knows.
LATER, OLDER = -1, -2


class Blame(NamedTuple):
    """Who wrote the lines of a text.

    :param blob: Git's name of the content with these lines.
    :param commits: each once.
    :param runs: the place of a commit in ``commits``, :data:`LATER` or :data:`OLDER`, and a number
        of lines that it wrote; in the order of the lines. Empty if one commit wrote all.
    """

    blob: str
    commits: tuple[Change, ...]
    runs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Extract:
    """Everything that is read from a text. The facts are always at hand; keywords and names are
    kept apart because few pages need them."""

    facts: Facts = field(default_factory=Facts)
    keywords: tuple[Keyword, ...] = ()
    names: Names = field(default_factory=Names)


class File(NamedTuple):
    """One file of the tree.

    :param language: a language's key, else the short name of a Pygments lexer, else ``None``.
    :param language_name: the readable name of the language or the file type.
    :param language_type: the kind of language; ``data`` when the file is not text.
    :param size: in bytes.
    :param digest: of the content, hexadecimal.
    :param encoding: as Python names it; ``""`` when the file is not text.
    :param provenance: its origin, if nobody of the project writes it.
    :param plain: the reason for showing a text as plain text, with its lines and licence as the
        only facts; ``""`` otherwise.
    :param compiled: a digest of its symbols' data in indexes of compilers; ``""`` for none.
    :param skipped: the first and the last line of each part that no compiler reads, as far as
        commands of a build tell.
    :param cut: the number of characters cut from long lines, see :data:`LONGEST_LINE`.
    :param blame: a digest of all that the blame of its lines follows from; ``""`` without one.
    """

    path: str
    kind: FileKind
    size: int
    digest: str
    language: str | None = None
    language_name: str = ""
    language_type: LanguageType = "data"
    encoding: str = ""
    executable: bool = False
    link: str | None = None
    facts: Facts = Facts()
    roles: tuple[Role, ...] = ()
    change: Change | None = None
    history: History | None = None
    owners: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    plain: Phrase = NOTHING
    cut: int = 0
    compiled: str = ""
    skipped: tuple[tuple[int, int], ...] = ()
    blame: str = ""

    @property
    def shown_as(self) -> str:
        """The language whose colours its listing has, ``text`` for none."""
        return "text" if self.plain else self.language or "text"

    def skipped_among(self, first: int, count: int) -> frozenset[int]:
        """Return those of *count* lines, from *first* on, that no compiler reads."""
        last = first + count - 1
        parts = [(max(start, first), min(end, last)) for start, end in self.skipped]
        return frozenset(line for start, end in parts for line in range(start, end + 1))

    def has_role(self, *names: RoleName) -> bool:
        """Return True if it has one of some roles."""
        return any(role.name in names for role in self.roles)

    @property
    def is_test(self) -> bool:
        """True if it belongs to the tests."""
        return self.has_role("test")

    @property
    def vendored(self) -> bool:
        """True if it is somebody else's, kept in the tree."""
        return self.has_role("vendored")

    @property
    def is_own_program(self) -> bool:
        """True if it is a part of the documented program itself, in a programming language: it
        has no role beside the program, such as that of a test or of a Makefile."""
        beside = any(role.name != "entry point" for role in self.roles)
        return self.language_type == "programming" and not beside

    @property
    def is_less_telling(self) -> bool:
        """True if it is no code that people of the project wrote for its users."""
        return self.has_role("test", "example", "benchmark", "generated", "vendored")

    @property
    def generated(self) -> bool:
        """True if a program wrote it, as itself or its folder shows."""
        return self.has_role("generated")

    @property
    def says_generated(self) -> bool:
        """True if the file itself shows that a program wrote it; readers of the text depend on
        that."""
        return any(provenance.kind != "vendored" for provenance in self.provenance)

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
    """One folder of the tree with its direct content, sorted."""

    path: str
    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    readme: str | None = None

    @property
    def name(self) -> str:
        """The last part of the path; ``""`` for the root."""
        return self.path.rpartition("/")[2]


class Command(NamedTuple):
    """A command line for a file, run from the folder ``cwd`` of the tree, and its evidence."""

    line: str
    reason: Phrase
    cwd: str = ""


def is_header(path: str) -> bool:
    """Return True if a file is a header of C, C++ or CUDA, by its ending."""
    return _HEADER.search(path) is not None


@lru_cache(maxsize=10_000)
def text_encoding(name: str) -> str:
    """Return Python's name of an encoding that agrees with ASCII, ``""`` for any other."""
    try:
        known = codecs.lookup(name).name
        agrees = _ASCII.decode(known) == _ASCII.decode("ascii")
    except (LookupError, UnicodeError, ValueError):
        return ""
    return known if agrees else ""


def folded(folder: str) -> str:
    """Return the name of a folder as names are compared: ``3rd-Party`` as ``3rdparty``."""
    return folder.translate(_JOINS).lower()


def folders_above(path: str) -> Iterator[str]:
    """Yield the folders that hold *path*, nearest first, the root ``""`` last."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def is_built(path: str) -> bool:
    """Return True if a path has a folder for builds of Node packages."""
    return not _BUILT.isdisjoint(map(folded, posixpath.normpath(path).split("/")[:-1]))


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return all folders that some files lie in, directly or not."""
    nearest = {path.rpartition("/")[0] for path in paths}
    return nearest.union(*map(folders_above, nearest))
