"""Where the names of one file lead, and how that is stored."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

from sphinx_filedocs.index.facts_encoding import Array, Format, Tuple
from sphinx_filedocs.model.links import HOWS, Enclosing, Link
from sphinx_filedocs.model.names import RELATION_KINDS
from sphinx_filedocs.model.symbols import Definition

#: A definition as links name it: its path, qualified name and number.
Target = tuple[str, str, int]
#: Returns the definition that a target is.
Find = Callable[[Target], Definition]
#: The columns of :class:`FileLinks`, in order.
_NAMES = ("expressions", "lines", "checksums", "uses", "kinds", "insides")
#: How sure a link is (a place in ``HOWS``), the places of its definitions among the targets, its
#: line, its paths, and what it means outside of the tree.
_Row = tuple[int, list[int], int | None, tuple[str, ...], str]
_FORMAT = Format[Any](
    Tuple[
        list[str],
        list[tuple[int, str, int]],
        list[_Row],
        Tuple[(Array,) * len(_NAMES)],
        list[Enclosing | None],
        tuple[int, int],
        tuple[str, ...],
    ]
)


@dataclass(frozen=True, slots=True)
class FileLinks:
    """Where the names of a file lead.

    :param different: each distinct link once; the columns refer to them by index.
    :param expressions: the link of each expression, -1 for none.
    :param lines: on which definitions are used, and in columns of the same length the checksums
        of these lines, the links to the definitions, what these are used for (places in
        :data:`sphinx_filedocs.model.names.USE_KINDS`), and what is around (places in
        ``enclosing``, whose first is nothing).
    :param unsure: see :func:`sphinx_filedocs.index.links.unsure_names.unsure_names`.
    :param counted: how many names stand in the file, and how many of them lead to a place in the
        tree.
    """

    different: Sequence[Link]
    expressions: array[int]
    lines: array[int]
    checksums: array[int]
    uses: array[int]
    kinds: array[int]
    insides: array[int]
    enclosing: Sequence[Enclosing | None]
    counted: tuple[int, int]
    unsure: Sequence[str] = ()


def target_of(definition: Definition) -> Target:
    """Return what identifies a definition, also when the lines above it change."""
    return definition.path, definition.qualified, definition.number


def pack(links: FileLinks) -> bytes:
    """Return the links of a file in little room; the same links always give the same bytes."""
    numbers: dict[Target, int] = {}
    rows = [
        (
            HOWS.index(link.how),
            [
                numbers.setdefault(target_of(definition), len(numbers))
                for definition in link.definitions
            ],
            link.line,
            link.paths,
            link.external,
        )
        for link in links.different
    ]
    paths = sorted({path for path, _, _ in numbers})
    places = {path: at for at, path in enumerate(paths)}
    targets = [(places[path], qualified, number) for path, qualified, number in numbers]
    columns = [getattr(links, name) for name in _NAMES]
    return _FORMAT.encode(
        (paths, targets, rows, columns, links.enclosing, links.counted, links.unsure)
    )


def unpack(packed: bytes, find: Find) -> FileLinks:
    """Return the links of :func:`pack`.

    :param find: asked for definitions when these are looked at.
    """
    rows, targets, columns, enclosing, counted, unsure = _parts(packed)
    return FileLinks(_Stored(rows, targets, find), *columns, enclosing, counted, unsure)


def related_otherwise(before: bytes | None, now: bytes | None) -> Iterator[Enclosing]:
    """Yield the symbols of a file whose bases, overrides, calls or types are others than before,
    or follow one another otherwise.

    :param before: and *now*: packed; none for a file without links.
    """
    old, new = _relations(before), _relations(now)
    yield from (symbol for symbol in old.keys() | new.keys() if old.get(symbol) != new.get(symbol))


def _relations(packed: bytes | None) -> dict[Enclosing, list[tuple[Any, ...]]]:
    """Return what tells apart the bases, overrides, calls and types of each symbol, wherever it
    stands."""
    if packed is None:
        return {}
    rows, targets, (*_, uses, kinds, insides), enclosing, *_ = _parts(packed)
    relations: dict[Enclosing, list[tuple[Any, ...]]] = {}
    for number, kind, inside in zip(uses, kinds, insides, strict=True):
        around = enclosing[inside]
        if around and kind in RELATION_KINDS:
            how, places, *_ = rows[number]
            relations.setdefault(around, []).append((kind, how, *(targets[at] for at in places)))
    return relations


class _PackedLinks(NamedTuple):
    """Links as they are packed; ``columns`` are as :data:`_NAMES` has them."""

    rows: list[_Row]
    targets: list[Target]
    columns: tuple[array[int], array[int], array[int], array[int], array[int], array[int]]
    enclosing: list[Enclosing | None]
    counted: tuple[int, int]
    unsure: tuple[str, ...]


def _parts(packed: bytes) -> _PackedLinks:
    paths, targets, *rest = _FORMAT.decode(packed)
    named = [(paths[place], qualified, number) for place, qualified, number in targets]
    return _PackedLinks(rest[0], named, *rest[1:])


class _Stored(Sequence[Link]):
    def __init__(self, rows: list[_Row], targets: Sequence[Target], find: Find) -> None:
        self._rows = rows
        self._targets = targets
        self._find = find
        self._made: dict[int, Link] = {}

    @overload
    def __getitem__(self, at: int) -> Link: ...
    @overload
    def __getitem__(self, at: slice) -> list[Link]: ...
    def __getitem__(self, at: int | slice) -> Link | list[Link]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        link = self._made.get(at)
        if link is None:
            link = self._made[at] = self._make(self._rows[at])
        return link

    def _make(self, row: _Row) -> Link:
        how, targets, line, paths, external = row
        definitions = tuple(self._find(self._targets[number]) for number in targets)
        return Link(HOWS[how], definitions, line, paths, external)

    def __len__(self) -> int:
        return len(self._rows)
