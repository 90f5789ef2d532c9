"""Data of each kind of page: a view holds every fact that sections can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import Description, Explanation
from sphinx_filedocs.model.facts import Facts, Import, Keyword
from sphinx_filedocs.model.files import Change, Command, File, Folder
from sphinx_filedocs.model.graph import Cycle, FolderDependency, Importer, Relation
from sphinx_filedocs.model.symbols import Definition, Outlined, Span, Symbol, walk
from sphinx_filedocs.pages.alphabetical_index import Letters, NamePlace, Shard
from sphinx_filedocs.pages.code_map import CodeMap, Totals
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.folder_parts import Parts
from sphinx_filedocs.pages.markup import Block
from sphinx_filedocs.pages.text import anchor
from sphinx_filedocs.pages.use_rows import Exchange, NameRow
from sphinx_filedocs.phrases import NOTHING, Phrase

#: What the ids of symbols in outlines begin with.
SYMBOL = "sym"


class TypePlace(NamedTuple):
    """A type of a file's outline, as its file names it, or a class without a name, see
    :class:`~sphinx_filedocs.model.links.Enclosing`."""

    path: str
    qualified: str
    number: int


#: A type, and one that extends it.
Extension = tuple[TypePlace, TypePlace]


class Types(NamedTuple):
    """Types that extend others.

    :param anchors: of all of these, on the pages of their files.
    """

    pairs: tuple[Extension, ...] = ()
    anchors: Mapping[TypePlace, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class View:
    """The data of any page.

    :param prefix: of the tree's document names; ``""`` for a file outside every tree.
    :param docname: of the page itself, if it has one.
    :param crumbs: label and docname of the folders above, the tree's root first.
    :param docnames: the document name of every path on the page.
    """

    prefix: str
    docname: str | None
    title: str
    crumbs: tuple[tuple[str, str], ...] = ()
    docnames: Mapping[str, str] = field(default_factory=dict)

    def fingerprint(self) -> str:
        """Return a digest of everything that the page shows."""
        return digest_of(repr(getattr(self, attribute.name)) for attribute in fields(self))


class Place(NamedTuple):
    """The description of something on a page, such as a group of symbols.

    :param kind: of what is described, one and several. Example: ``Group``, ``Groups``.
    """

    name: str
    title: str
    docname: str
    anchor: str
    kind: tuple[str, str]


class RelationMark(NamedTuple):
    """A relation of a symbol in an outline.

    :param text: such as ``overrides Shape.area``.
    :param docname: of the other definition, or of the page with all of them.
    :param place: of the other definitions.
    :param is_up: whether it leads to a base.
    """

    text: str
    docname: str
    anchor: str
    place: str
    is_up: bool


class Section(NamedTuple):
    """A plugin's section on a page.

    :param entries: their number, shown beside the title; 0 for none.
    """

    content: Sequence[Block] = ()
    entries: int = 0

    @property
    def amount(self) -> str:
        """The number of entries, or ``""``."""
        return f"{self.entries:,}" if self.entries else ""


@dataclass(frozen=True, slots=True)
class FileView(View):
    """The data of a file's page.

    :param root: the absolute folder of a file outside every tree, else ``""``.
    :param url: at a forge, with ``{line}`` left open, or ``""``; ``edit_url`` to edit it.
    :param anchors: whether the page has its listing; ``outlined`` whether it has its outline.
    :param tests: tests that use its names, with their number.
    :param takes: names of other files in use; ``gives`` names that others use.
    :param explained: prose about it or its symbols.
    :param relations: of symbols, by qualified name and number.
    :param added: the sections of plugins, by name.
    :param places: the places that symbols link to, by qualified name and number.
    :param cycle: a shortest import cycle through the file.
    :param gap: a sentence about the history that the clone lacks.
    """

    file: File = field(default_factory=lambda: File("", "text", 0, ""))
    root: str = ""
    imports: tuple[Import, ...] = ()
    imported_by: tuple[Importer, ...] = ()
    cycle: Cycle | None = None
    related: tuple[Relation, ...] = ()
    tests: tuple[tuple[str, int], ...] = ()
    commands: tuple[Command, ...] = ()
    url: str = ""
    edit_url: str = ""
    commit_url: str = ""
    gap: Phrase = NOTHING
    anchors: bool = True
    outlined: bool = True
    private: bool = True
    takes: tuple[Exchange, ...] = ()
    gives: tuple[Exchange, ...] = ()
    description: Description | None = None
    explained: tuple[Explanation, ...] = ()
    types: Types = field(default_factory=Types)
    relations: Mapping[tuple[str, int], Sequence[RelationMark]] = field(default_factory=dict)
    added: Mapping[str, Section] = field(default_factory=dict)
    places: Mapping[tuple[str, int], Sequence[Place]] = field(default_factory=dict)

    @property
    def facts(self) -> Facts:
        """The facts of the file's text."""
        return self.file.facts

    @property
    def symbols(self) -> Iterator[Outlined]:
        """The symbols of the outline, as far as they are shown."""
        return (entry for entry in walk(self.facts.symbols) if self.private or not entry.private)


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file in the table of its folder.

    :param about: the symbol that the sentence describes, ``""`` for the file.
    :param quoted: whether the sentence is a comment that nothing declares a description.
    :param defines: some names that it defines.
    :param passed: some names that it re-exports, and the number of ``more``.
    :param size: in bytes, of a file without lines.
    :param users: the number of files that use it or its header, rounded.
    :param changed: the month of the last change, such as ``2026-01``.
    :param header: its header in the same folder.
    """

    path: str
    sentence: str
    about: str
    defines: tuple[str, ...]
    passed: tuple[str, ...]
    more: int
    lines: int
    size: int
    users: int
    changed: str
    header: str = ""
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A subfolder in the table of its folder, with counts of everything below it.

    :param holds: without a sentence, the names of its children, own and large ones first.
    :param more: the number of other children.
    :param code: own lines in programming languages.
    :param vendored: whether all of it is vendored.
    """

    path: str
    sentence: str
    holds: tuple[str, ...]
    more: int
    files: int
    lines: int
    code: int = 0
    vendored: bool = False
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A file where a program starts, with the evidence."""

    path: str
    reason: Phrase
    line: int | None


#: A file to read first: the reason, its line, and its headings with their lines.
FirstFile = tuple[FileRow, Phrase, int | None, tuple[tuple[str, int], ...]]

#: A definition, and on how many lines and in how many files it is used.
UsedDefinition = tuple[Definition, tuple[int, int]]


class Lately(NamedTuple):
    """The last changes below a folder.

    :param commits: the newest first, each with its number of own files.
    :param files: the most changed files before the newest commit, with their changes.
    """

    commits: tuple[tuple[Change, int], ...]
    files: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FolderView(View):
    """The data of a folder's page, or of a start page.

    :param parts: on a start page those of the folder with most code; ``dependencies_of_parts`` is
        the page of their lines, ``tied_parts`` its pairs of folders.
    :param colours: languages with colours of their own, in order.
    :param key_files: the most used files, with the number of users.
    :param dependencies: the page with the lines between subfolders.
    :param unused: page and number of unused private names.
    :param key_symbols: the most used definitions; ``offers`` those used outside of the folder.
    :param start: files to read first, with reasons, lines, and headings with their lines.
    :param most_changed: files with their changes and lines.
    :param commit_url: of a commit at a forge, with ``{commit}`` left open.
    :param gap: a sentence about the history that the clone lacks.
    :param more_cycles: the number of import cycles besides ``cycles``.
    :param troubles: files with problems.
    :param added: the sections of plugins, by name.
    :param unread: True if files are known by name and size alone.
    """

    folder: Folder = field(default_factory=lambda: Folder(""))
    description: Description | None = None
    explained: tuple[Explanation, ...] = ()
    folders: tuple[FolderRow, ...] = ()
    files: tuple[FileRow, ...] = ()
    totals: Totals = field(default_factory=Totals)
    map: CodeMap | None = None
    parts: Parts | None = None
    dependencies_of_parts: str | None = None
    tied_parts: frozenset[tuple[str, str]] = frozenset()
    colours: tuple[str, ...] = ()
    key_files: tuple[tuple[str, int], ...] = ()
    key_symbols: tuple[UsedDefinition, ...] = ()
    types: Types = field(default_factory=Types)
    offers: tuple[UsedDefinition, ...] = ()
    start: tuple[FirstFile, ...] = ()
    most_changed: tuple[tuple[str, int, int], ...] = ()
    lately: Lately | None = None
    commit_url: str = ""
    gap: Phrase = NOTHING
    entry_points: tuple[EntryPoint, ...] = ()
    tests: tuple[str, ...] = ()
    dependencies: str | None = None
    unused: tuple[str, int] | None = None
    cycles: tuple[Cycle, ...] = ()
    more_cycles: int = 0
    keywords: str | None = None
    crossref: str | None = None
    uses_of: Mapping[str, NamePlace] = field(default_factory=dict)
    branch: str | None = None
    troubles: tuple[tuple[str, Phrase], ...] = ()
    added: Mapping[str, Section] = field(default_factory=dict)
    children: tuple[tuple[str, str], ...] = ()
    unread: bool = False


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A name of a keyword index.

    :param definitions: each with its lasting anchor, so that moved lines change no index.
    :param hidden: the number of other definitions.
    :param importers: the number of lines that import the name.
    :param aside: whether only tests or data define it.
    """

    name: str
    definitions: tuple[tuple[Definition, str], ...] = ()
    hidden: int = 0
    importers: int = 0
    aside: bool = False


@dataclass(frozen=True, slots=True)
class IndexView(View):
    """The data of a page of a keyword index.

    :param letters: rows of links to other parts of the index.
    :param contents: pages with longer prefixes, by letter.
    :param uses_of: the places of the uses of names.
    """

    folder: str = ""
    shard: Shard | None = None
    entries: tuple[IndexEntry, ...] = ()
    letters: tuple[Letters, ...] = ()
    contents: Mapping[str, Letters] = field(default_factory=dict)
    uses_of: Mapping[str, NamePlace] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NameUses:
    """The cross-references of a name on one page.

    :param start: the number of the first of ``rows`` among all rows of the name.
    :param own_page: the page of the name itself, or ``""``.
    """

    name: str
    rows: tuple[NameRow, ...] = ()
    start: int = 0
    own_page: str = ""


class ShownDefinition(NamedTuple):
    """The shown definition of a name.

    :param whole: the lines of the definition.
    :param shown: the lines on the page.
    :param language: of their colours.
    :param symbol: the symbol without its members.
    """

    definition: Definition
    whole: Span
    shown: Span
    language: str
    symbol: Symbol | None
    places: tuple[Place, ...] = ()


class NameSubject(NamedTuple):
    """The facts about a name on its own page, before its uses.

    :param defined: the only definition; all counts are about it.
    :param definitions: their number; without a single one there are no counts.
    :param lines: and ``files`` that use it; the lines that import it if it has no definition.
    :param kinds: the number of lines of each kind.
    :param callers: the number of symbols that call it.
    :param aside: the number of lines in tests and the like.
    """

    defined: ShownDefinition | None
    definitions: int
    lines: int
    files: int
    kinds: Mapping[str, int]
    callers: int
    aside: int


@dataclass(frozen=True, slots=True)
class CrossrefView(View):
    """The data of a page of cross-references.

    :param subject: on the first page of a name with its own pages.
    """

    shard: Shard | None = None
    subject: NameSubject | None = None
    names: tuple[NameUses, ...] = ()
    letters: tuple[Letters, ...] = ()
    contents: Mapping[str, Letters] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DependenciesView(View):
    """The data of the page about uses between subfolders."""

    folder: str = ""
    pairs: tuple[FolderDependency, ...] = ()


@dataclass(frozen=True, slots=True)
class UnusedView(View):
    """The data of the page of unused private names, by file; ``more`` counts those left out."""

    files: tuple[tuple[str, tuple[Definition, ...]], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class AddedView(View):
    """The data of a page of a plugin."""

    content: Sequence[Block] = ()


@dataclass(frozen=True, slots=True)
class KeywordsView(View):
    """The data of a file's keyword index.

    :param uses_of: the places of the uses of names.
    """

    path: str = ""
    anchors: bool = True
    uses_of: Mapping[str, NamePlace] = field(default_factory=dict)
    keywords: tuple[Keyword, ...] = ()


PageView = (
    FileView | FolderView | IndexView | CrossrefView | DependenciesView | AddedView | UnusedView
)


def symbol_anchor(entry: Outlined | Definition) -> str:
    """Return the id of a symbol in the outline on its file's page."""
    return outline_anchor(entry.qualified, entry.number)


def outline_anchor(qualified: str, number: int) -> str:
    """Return the id of a qualified name in an outline: its first symbol has the plain one."""
    plain = f"{SYMBOL}-{anchor(qualified)}"
    return plain if number == 1 else f"{plain}~{number}"
