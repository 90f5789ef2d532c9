"""Stores the links of files and their definitions."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

from sphinx_filedocs.index.facts_encoding import Array, Format, Tuple
from sphinx_filedocs.index.store import check_tables, opened, raw, sealed, text
from sphinx_filedocs.model.links import HOWS, Enclosing, Link
from sphinx_filedocs.model.names import RELATION_KINDS
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.resolve.definitions import FileDefinitions

_BY_FILE = ("linked_definitions", "linked_name")
_DEFINITIONS = Format[FileDefinitions](FileDefinitions)

Connection = sqlite3.Connection
#: The kind of each import, its condition, and the files that it leads to.
Targets = tuple[tuple[str, str, tuple[str, ...]], ...]


class LinkedFile(NamedTuple):
    """The stored state of a file besides definitions and links.

    :param leads: targets of its imports.
    :param exports: a digest of everything that other files can get from it.
    :param exported: digests by name; see ``exports.py``.
    :param names: the number of names in the file.
    :param led: the number of names linked to a place in the tree.
    :param sound: False if linking failed.
    """

    number: int
    path: str
    language: str
    family: str
    package: str
    leads: Targets
    exports: str
    exported: bytes
    names: int = 0
    led: int = 0
    sound: bool = True


_FILE = Format[LinkedFile](LinkedFile)


def read_files(connection: Connection) -> dict[str, LinkedFile]:
    """Return the stored state of the linked files, sorted by path.

    :raises sqlite3.Error: if a table or index is damaged.
    :raises ValueError: if a row is damaged.
    """
    check_tables(connection, ("linked_file", *_BY_FILE))
    files: dict[str, LinkedFile] = {}
    query = "SELECT path, file, seal, links, links_seal FROM linked_file ORDER BY path"
    for path, file, seal, *links in connection.execute(query):
        opened((path, *links))
        files[text(path)] = _FILE.decode(opened((path, file, seal))[1])
    return files


def read_links(connection: Connection, path: str) -> bytes | None:
    """Return the packed links of a file."""
    row = connection.execute(
        "SELECT path, links, links_seal FROM linked_file WHERE path = ?", (raw(path),)
    ).fetchone()
    return bytes(opened(row)[1]) if row else None


def read_definitions(connection: Connection, number: int) -> FileDefinitions:
    """Return the definitions of a file.

    :raises KeyError: if nothing is stored.
    """
    query = "SELECT * FROM linked_definitions WHERE file = ?"
    for row in connection.execute(query, (number,)):
        return _DEFINITIONS.decode(opened(row)[1])
    raise KeyError(number)


def files_with(connection: Connection, name: str) -> set[int]:
    """Return the numbers of files that define a name."""
    rows = connection.execute("SELECT * FROM linked_name WHERE name = ?", (name,))
    return {opened(row)[0] for row in rows}


def clear(connection: Connection) -> None:
    """Delete everything."""
    for table in ("linked_file", *_BY_FILE):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 (a table of ours)


def write(
    connection: Connection,
    gone: Iterable[LinkedFile],
    files: Iterable[LinkedFile],
    definitions: Mapping[str, FileDefinitions],
    links: Mapping[str, bytes],
) -> None:
    """Write changes; the caller commits.

    :param gone: files that are no longer linked.
    :param files: files with new links.
    :param definitions: of files with new definitions.
    :param links: packed.
    """
    for file in gone:
        _drop_definitions(connection, file.number)
        connection.execute("DELETE FROM linked_file WHERE number = ?", (file.number,))
    for file in files:
        path = raw(file.path)
        row = (*sealed(path, _FILE.encode(file)), *sealed(path, links[file.path])[1:])
        connection.execute(
            "INSERT OR REPLACE INTO linked_file VALUES (?, ?, ?, ?, ?, ?)", (file.number, *row)
        )
        if file.path in definitions:
            _drop_definitions(connection, file.number)
            _write_definitions(connection, file.number, definitions[file.path])


def _drop_definitions(connection: Connection, number: int) -> None:
    for table in _BY_FILE:
        connection.execute(f"DELETE FROM {table} WHERE file = ?", (number,))  # noqa: S608


def _write_definitions(connection: Connection, number: int, file: FileDefinitions) -> None:
    row = sealed(number, _DEFINITIONS.encode(file))
    connection.execute("INSERT INTO linked_definitions VALUES (?, ?, ?)", row)
    rows = (sealed(number, name) for name in sorted(file.names))
    connection.executemany("INSERT INTO linked_name VALUES (?, ?, ?)", rows)


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
        list[tuple[int, str]],
    ]
)


@dataclass(frozen=True, slots=True)
class FileLinks:
    """The links of a file.

    :param different: each distinct link once; columns refer to it by index.
    :param expressions: the link of each expression, -1 for none.
    :param lines: with a use; the columns behind it have the same length: checksums of lines, links,
        kinds (indices in :data:`sphinx_filedocs.model.names.USE_KINDS`) and symbols around (indices
        in ``enclosing``).
    :param unsure: see :func:`sphinx_filedocs.resolve.linker.unsure_names`.
    :param counted: the number of names, and of those linked to a place in the tree.
    :param outside: the bases outside of the tree, each with its type, a place in ``enclosing``.
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
    outside: Sequence[tuple[int, str]] = ()


def target_of(definition: Definition) -> Target:
    """Return the identity of a definition, independent of its line. Example:
    ``("cart.py", "Cart.total", 1)``."""
    return definition.path, definition.qualified, definition.number


def pack(links: FileLinks) -> bytes:
    """Return links as bytes, equal for equal links."""
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
    rest = links.counted, links.unsure, links.outside
    return _FORMAT.encode((paths, targets, rows, columns, links.enclosing, *rest))


def unpack(packed: bytes, find: Find) -> FileLinks:
    """Return the links of :func:`pack`.

    :param find: returns definitions on demand.
    """
    parts = _parts(packed)
    different = _Stored(parts.rows, parts.targets, find)
    rest = parts.enclosing, parts.counted, parts.unsure, parts.outside
    return FileLinks(different, *parts.columns, *rest)


def related_otherwise(before: bytes | None, now: bytes | None) -> Iterator[Enclosing]:
    """Yield the symbols whose bases, overrides, calls or types differ. Example: ``main`` after its
    call of ``run`` was deleted.

    :param before: and *now*: packed; ``None`` for a file without links.
    """
    old, new = _relations(before), _relations(now)
    yield from (symbol for symbol in old.keys() | new.keys() if old.get(symbol) != new.get(symbol))


def _relations(packed: bytes | None) -> dict[Enclosing, list[tuple[Any, ...]]]:
    if packed is None:
        return {}
    parts = _parts(packed)
    rows, targets, (*_, uses, kinds, insides), enclosing, *_ = parts
    relations: dict[Enclosing, list[tuple[Any, ...]]] = {}
    for number, kind, inside in zip(uses, kinds, insides, strict=True):
        around = enclosing[inside]
        if around and kind in RELATION_KINDS:
            how, places, *_ = rows[number]
            relations.setdefault(around, []).append((kind, how, *(targets[at] for at in places)))
    for inside, name in parts.outside:
        if around := enclosing[inside]:
            relations.setdefault(around, []).append((name,))
    return relations


class _PackedLinks(NamedTuple):
    rows: list[_Row]
    targets: list[Target]
    columns: tuple[array[int], array[int], array[int], array[int], array[int], array[int]]
    enclosing: list[Enclosing | None]
    counted: tuple[int, int]
    unsure: tuple[str, ...]
    outside: list[tuple[int, str]]


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
