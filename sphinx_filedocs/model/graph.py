"""The relations between the files of a tree."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import Description, Explanation
from sphinx_filedocs.model.facts import Finding, FindingRule, Import, ImportTime
from sphinx_filedocs.model.files import Command, Diagnostic, File, Folder
from sphinx_filedocs.model.links import (
    Enclosing,
    Links,
    NameLines,
    ProseLink,
    Reference,
    Rows,
    Use,
    UsedHow,
)
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.phrases import NOTHING, Phrase


class Relation(NamedTuple):
    """A related file and why it is one."""

    path: str
    reason: Phrase


class Importer(NamedTuple):
    """A line of a file that imports another one, and when it does."""

    path: str
    line: int
    when: ImportTime = "load"


@dataclass(frozen=True, slots=True)
class FolderDependency:
    """The lines of files below one subfolder that import or use files below another one, by path
    and line."""

    source: str
    target: str
    uses: Sequence[Reference]


@dataclass(frozen=True, slots=True)
class Cycle:
    """A shortest import cycle of some files that all import one another when they are loaded,
    directly or not.

    :param steps: a line of each file of the cycle, which imports the next one's; that of the last
        imports the first. None when even the shortest cycle is too long to be read.
    :param files: the number of files that all import one another, those of the cycle included.
    """

    steps: tuple[Use, ...]
    files: int


class Reached(NamedTuple):
    """The files with tests that reach a definition by calls, and a shortest way.

    :param direct: the number of files that call it.
    :param through: the number of others that reach it through their callees.
    :param path: of the test at the start of the shortest way, with the line of its call, 1-based,
        and the symbol around that.
    :param between: the definitions on the way behind the test, each of which calls the next.
    """

    direct: int
    through: int
    path: str
    line: int
    inside: Enclosing | None
    between: tuple[Definition, ...] = ()


@dataclass(frozen=True, slots=True)
class Graph:
    """The dependencies between the files and names of a tree; ``imported_by`` is the inverse of
    ``imports``."""

    imports: Mapping[str, tuple[Import, ...]] = field(default_factory=dict)
    imported_by: Mapping[str, tuple[Importer, ...]] = field(default_factory=dict)
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    #: All symbols of each file's outline, headings too, in its order.
    outlines: Mapping[str, Sequence[Definition]] = field(default_factory=dict)
    name_imports: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    related: Mapping[str, tuple[Relation, ...]] = field(default_factory=dict)
    #: The tests that use names of each file, with the number of these names.
    tests: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    #: The tests that reach each definition of each file.
    reached: Mapping[str, Mapping[Enclosing, Reached]] = field(default_factory=dict)
    #: Of each header the implementation, and the other way around.
    twins: Mapping[str, str] = field(default_factory=dict)
    commands: Mapping[str, tuple[Command, ...]] = field(default_factory=dict)
    #: All definitions of each name that have cross-references: those above, and the attributes and
    #: variables that are no symbols but are used; by path and line.
    cross_referenced: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    #: The targets of each expression of a file's :class:`Names`.
    links: Mapping[str, Links] = field(default_factory=dict)
    #: The lines that use each definition, by path and line.
    references: Mapping[Definition, Rows] = field(default_factory=dict)
    #: Those of them that extend, override or implement it.
    heirs: Mapping[Definition, Rows] = field(default_factory=dict)
    #: The definitions in each file that something uses, in the order of the file.
    used: Mapping[str, Sequence[Definition]] = field(default_factory=dict)
    #: The definitions that each file uses, each with the lines on which it does.
    uses: Mapping[str, Mapping[Definition, Sequence[int]]] = field(default_factory=dict)
    #: The definitions that each symbol of each file calls, no guesses: by first use.
    calls: Mapping[str, Mapping[Enclosing, UsedHow]] = field(default_factory=dict)
    #: The bases of each type of each file, the members that each member overrides, the definitions
    #: that each symbol implements without naming them, and the types that an index of a compiler
    #: gives to each symbol, in the same way.
    bases: Mapping[str, Mapping[Enclosing, UsedHow]] = field(default_factory=dict)
    overrides: Mapping[str, Mapping[Enclosing, UsedHow]] = field(default_factory=dict)
    implements: Mapping[str, Mapping[Enclosing, UsedHow]] = field(default_factory=dict)
    types: Mapping[str, Mapping[Enclosing, UsedHow]] = field(default_factory=dict)
    #: The bases outside of the tree of each type of each file. Example: ``Exception``.
    outside: Mapping[str, Mapping[Enclosing, tuple[str, ...]]] = field(default_factory=dict)
    #: The other files that use definitions of each file, with the qualified names of these; no
    #: guesses.
    users: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    #: The ambiguous names in each file, those of members with a mark before them.
    unsure: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: The lines on which a name may mean one of several definitions.
    possible: Mapping[str, Rows] = field(default_factory=dict)
    #: The private definitions of each file without any use of their name, by line.
    unused: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    #: The lines that use each name, or may use it.
    name_lines: Mapping[str, NameLines] = field(default_factory=dict)
    #: The dependencies between the direct subfolders of each folder.
    structure: Mapping[str, tuple[FolderDependency, ...]] = field(default_factory=dict)
    #: One of each group of files that all import one another, those of most files first.
    cycles: tuple[Cycle, ...] = ()
    #: A shortest one through each file that is in one.
    cycle_of: Mapping[str, Cycle] = field(default_factory=dict)
    #: The description of each file and folder, in the words of the tree.
    descriptions: Mapping[str, Description] = field(default_factory=dict)
    #: The names that each file re-exports, of those that are there for that.
    re_exports: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The prose of the tree that explains each file and folder, or a symbol of the file.
    explained: Mapping[str, tuple[Explanation, ...]] = field(default_factory=dict)
    #: The targets of the names in each text of prose.
    prose_links: Mapping[str, tuple[ProseLink, ...]] = field(default_factory=dict)
    #: The number of names in the sources, and of those resolved to a place in the tree.
    counted: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Codebase:
    """A whole analysed tree.

    :param files: by path, in its order.
    :param light: the same without outlines, which are read on demand.
    :param rules: those that findings name.
    :param reported: the findings of other tools, by path.
    :param compiled: the names of files that only an index of a compiler knows.
    :param gap: a sentence about the history that its clone lacks.
    :param late: diagnostics of texts; pages add to them.
    :param unread: True if its files are known by name and size alone.
    """

    title: str
    files: Mapping[str, File]
    light: Mapping[str, File]
    folders: Mapping[str, Folder]
    graph: Graph
    diagnostics: tuple[Diagnostic, ...] = ()
    branch: str | None = None
    gap: Phrase = NOTHING
    rules: Mapping[str, FindingRule] = field(default_factory=dict)
    reported: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    compiled: Mapping[str, Names] = field(default_factory=dict)
    late: Collection[Diagnostic] = field(default=(), compare=False)
    unread: bool = False

    @property
    def all_diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of the tree so far."""
        return (*dict.fromkeys((*self.diagnostics, *self.late)),)
