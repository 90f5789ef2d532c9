"""Rows of uses, and the counts of them that pages show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.files import File, is_header
from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.model.links import Enclosing, How, Reference, Rows, UsedHow
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import Definition, SymbolKind
from sphinx_filedocs.pages.key_symbols import is_compiled_declaration

#: Roles of files whose uses say less of what a definition is for.
_LESS_TELLING = frozenset({"test", "example", "benchmark", "generated", "vendored"})


class NameRow(NamedTuple):
    """A row of a name's cross-references.

    :param about: the definition that is used; ``possible`` for a line that may mean any of them,
        ``outside`` for an import of the name from outside of the tree, a path behind a slash
        (``/shop/errs/``) for one of that file or folder.
    :param use: none for a definition that nothing uses.
    """

    about: Definition | str
    use: Reference | None = None


class Relations(NamedTuple):
    """What a definition is to others by what it says itself: its bases, what it implements, the
    members that it overrides, what it calls; and its types."""

    bases: UsedHow
    implements: UsedHow
    overrides: UsedHow
    calls: UsedHow
    types: UsedHow


class Heir(NamedTuple):
    """What extends a type, or stands for a member, or implements either.

    :param line: on which it does, 1-based.
    """

    path: str
    inside: Enclosing
    line: int
    kind: UseKind
    how: How

    @property
    def folder(self) -> str:
        """The folder of the file, with a slash behind it."""
        return f"{self.path.rpartition('/')[0] or '.'}/"


class Caller(NamedTuple):
    """What calls a definition: a symbol, or a file outside of all its symbols.

    :param line: of the first call, 1-based.
    :param lines: how many lines call it.
    :param aside: whether that is a test or the like, which says less of what it is for.
    """

    path: str
    inside: Enclosing | None
    line: int
    lines: int
    aside: bool


class Exchange(NamedTuple):
    """A definition of one file that another file uses.

    :param path: the other file.
    :param lines: of the file that uses it, 1-based.
    """

    path: str
    definition: Definition
    lines: tuple[int, ...]


def counted(uses: Rows | None) -> tuple[int, int]:
    """Return on how many lines, and in how many files, a definition is used: every page that says
    so counts here."""
    return (len(uses), uses.files()) if uses else (0, 0)


def used_by(graph: Graph, path: str) -> int:
    """Return how many other files use what a file defines: as many as :meth:`Uses.gives` names."""
    return len(graph.users.get(path, ()))


def kind_of_symbol(graph: Graph, path: str, symbol: Enclosing) -> SymbolKind | None:
    """Return what a symbol of a file is, as its outline has it."""
    rows = graph.definitions.get(symbol.name, ())
    places = {(row.path, row.qualified, row.number): row.kind for row in rows}
    return places.get((path, *symbol))


def declared(totals: Mapping[Definition | str, tuple[int, int]]) -> set[Definition]:
    """Return the definitions without uses that are declarations of another one that is used: of its
    qualified name and kind, in its file or in one that declares.

    :param totals: of :meth:`Uses.totals`.
    """
    used = [
        about for about, (lines, _) in totals.items() if lines and isinstance(about, Definition)
    ]
    known = {_declares(about) for about in used}
    places = {(about.path, *_declares(about)) for about in used}
    return {
        about
        for about, (lines, _) in totals.items()
        if not lines
        and isinstance(about, Definition)
        and _declares(about) in known
        and (
            (about.path, *_declares(about)) in places
            or is_header(about.path)
            or is_compiled_declaration(about.path)
        )
    }


def _declares(definition: Definition) -> tuple[str, str]:
    """Return the qualified name of a definition, and its kind as far as declarations have that of
    what they declare: a method may be a function there, and a struct a class."""
    kind = {"method": "function", "struct": "class"}.get(definition.kind, definition.kind)
    return definition.qualified, kind


def by_file(
    rows: Iterable[Exchange], less_telling: AbstractSet[str] = frozenset()
) -> tuple[Exchange, ...]:
    """Return exchanges with those of one file together, the file with the most lines first."""
    weights: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        weights[row.path] += len(row.lines)
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                row.path in less_telling,
                -weights[row.path],
                row.path,
                row.definition.line,
                row.definition.qualified,
            ),
        )
    )


def less_telling(files: Iterable[File]) -> frozenset[str]:
    """Return the paths of the files whose uses say less of what a definition is for."""
    return frozenset(
        file.path for file in files if any(role.name in _LESS_TELLING for role in file.roles)
    )
