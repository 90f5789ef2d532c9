"""The targets of each name of a tree, and their uses."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args, overload

from sphinx_filedocs.model.names import UNNAMED, USE_KINDS, UseKind
from sphinx_filedocs.model.symbols import Definition

#: The evidence for the meaning of a name, the surest first: an index that a compiler wrote
#: (``compiler``); a local name or one of the file's own definitions (``scope``); a binding of an
#: import, or a definition that an include makes visible (``import``); an attribute of a module, an
#: instance or a class (``member``); an interface whose members a type has (``methods``); of several
#: definitions the one that commands of a build compile (``build``); the only definition of that
#: name in the tree (``name``); one of several (``candidates``); something outside of the tree
#: (``external``).
How = Literal[
    "compiler", "scope", "import", "member", "methods", "build", "name", "candidates", "external"
]
HOWS: tuple[How, ...] = get_args(How)


#: Places in it of guesses: a single definition of a name proves little if much of the program is
#: outside of the tree.
GUESSES = bytes((HOWS.index("name"), HOWS.index("candidates")))


def is_certain_name(how: int, kind: int) -> bool:
    """Return True if a use names its target and is no guess; an override names nothing.

    :param how: a place in :data:`HOWS`.
    :param kind: a place in :data:`sphinx_filedocs.model.names.USE_KINDS`.
    """
    return how not in GUESSES and kind not in UNNAMED


#: Stands before the name of a possible member with an unknown meaning.
MEMBER_MARK = "."


class Link(NamedTuple):
    """The targets of a name in a source.

    :param definitions: of the tree; several are candidates, or members of the possible types of a
        value.
    :param line: of the same file, if a local name gets its value.
    :param paths: the files that a module, a package or an include is.
    :param external: the dotted name of a target outside of the tree.
    """

    how: How
    definitions: tuple[Definition, ...] = ()
    line: int | None = None
    paths: tuple[str, ...] = ()
    external: str = ""

    @property
    def together(self) -> bool:
        """True if several definitions are meant, not one of them."""
        return len(self.definitions) > 1 and self.how != "candidates"

    @property
    def sole(self) -> Definition | None:
        """The one definition that is meant, if that is known."""
        is_sole = len(self.definitions) == 1 and self.how != "candidates"
        return self.definitions[0] if is_sole else None


class ProseLink(NamedTuple):
    """A name in a text of prose that leads to a file, a folder or a symbol of the tree.

    :param line: of the name, 1-based.
    :param name: as it is written there.
    :param path: of the file or folder; ``""`` if it is a symbol.
    """

    line: int
    name: str
    path: str = ""
    definition: Definition | None = None


class Links(Sequence[Link | None]):
    """The link of each expression of a file's :class:`Names`; many share one.

    :param different: the distinct links.
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


class Enclosing(NamedTuple):
    """The innermost symbol of a file's outline around a line, as its file names it; or a class
    without a name in it, or a member of one.

    :param qualified: the file's name without its ending if a class without a name is in no symbol.
    :param number: of the symbol; for what has no name, its line times -1.
    """

    qualified: str
    number: int

    @property
    def name(self) -> str:
        """The name alone."""
        return self.qualified.rpartition(".")[2]


def nameless(path: str, line: int, around: Enclosing | None) -> Enclosing:
    """Return a class without a name on a line, or a member of one.

    :param around: the symbol around the line.
    """
    file = Enclosing(path.rpartition("/")[2].partition(".")[0], 1)
    return (around or file)._replace(number=-line)


#: Definitions, in their first order, with the evidence for their use.
UsedHow = Mapping[Definition, How]


class CallLine(NamedTuple):
    """A line that calls a definition, by the latter's path, qualified name and number.

    :param path: of the file with the line, which is 1-based.
    :param inside: ``None`` if no symbol is around.
    """

    home: str
    qualified: str
    number: int
    path: str
    line: int
    inside: Enclosing | None


class Reference(NamedTuple):
    """A line on which a definition is used, 1-based, with the evidence.

    :param checksum: of the line's text.
    :param kind: the kind of use.
    :param inside: ``None`` if no symbol is around.
    """

    path: str
    line: int
    how: How
    checksum: int = 0
    kind: UseKind = "reference"
    inside: Enclosing | None = None


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The lines of a tree with uses of a symbol or file, in columns of one length, by path and
    line.

    :param paths: of the tree's files; ``files`` are places in it.
    :param hows: places in :data:`HOWS`.
    :param checksums: of the lines' texts.
    :param kinds: places in :data:`sphinx_filedocs.model.names.USE_KINDS`.
    :param insides: the symbols around the lines: places in ``enclosing``, whose first is for no
        symbol.
    """

    paths: Sequence[str]
    files: array[int] = field(default_factory=lambda: array("I"))
    lines: array[int] = field(default_factory=lambda: array("I"))
    hows: array[int] = field(default_factory=lambda: array("B"))
    checksums: array[int] = field(default_factory=lambda: array("I"))
    kinds: array[int] = field(default_factory=lambda: array("B"))
    insides: array[int] = field(default_factory=lambda: array("I"))
    enclosing: list[Enclosing | None] = field(default_factory=lambda: [None])

    def reference(self, row: int) -> Reference:
        """Return one of them."""
        path, how = self.paths[self.files[row]], HOWS[self.hows[row]]
        kind, inside = USE_KINDS[self.kinds[row]], self.enclosing[self.insides[row]]
        return Reference(path, self.lines[row], how, self.checksums[row], kind, inside)


class Rows(Sequence[Reference]):
    """A selection of the rows of occurrences.

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

    def of_kinds(self, kinds: AbstractSet[int]) -> Rows:
        """Return those of some kinds, places in :data:`sphinx_filedocs.model.names.USE_KINDS`."""
        every = self.occurrences.kinds
        return Rows(self.occurrences, [row for row in self.numbers if every[row] in kinds])

    def places(self) -> Iterator[tuple[str, int]]:
        """Yield the path and the line of each."""
        files, lines = self.occurrences.files, self.occurrences.lines
        paths = map(self.occurrences.paths.__getitem__, map(files.__getitem__, self.numbers))
        return zip(paths, map(lines.__getitem__, self.numbers), strict=True)

    def files(self) -> int:
        """Return the number of files with these rows."""
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


class NameLines(NamedTuple):
    """The lines that use a name, or may.

    :param lines: their number.
    :param is_local: whether each stands in the file of the definition that it uses, and no
        definition of the name extends, overrides or implements another or is so by another.
    """

    lines: int
    is_local: bool


class Use(NamedTuple):
    """A line of a file that leads to another file or takes a name.

    :param checksum: of the line's text, in :attr:`Graph.name_imports`.
    """

    path: str
    line: int
    checksum: int = 0
