"""Stores definitions, imported names and uses as rows, written by file and read by name, definition
and file. ``tables.sql`` describes the tables.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections import ChainMap, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import attrgetter
from typing import Any, NamedTuple, cast

from sphinx_filedocs.index.graph import Parts, crossing, frozen_users, in_order, is_within
from sphinx_filedocs.index.store import Store, check_tables, opened, raw, sealed, text
from sphinx_filedocs.model.links import (
    GUESSES,
    CallLine,
    Enclosing,
    NameLines,
    Occurrences,
    Rows,
    Use,
    is_certain_name,
)
from sphinx_filedocs.model.names import CALL_KINDS, HEIR_KINDS
from sphinx_filedocs.model.symbols import COMPANIONS, WRAPPERS, Definition

#: The columns of the lines of a use, and how they are asked for with what is around them.
_USE_COLUMNS = ("lines", "hows", "checksums", "kinds", "insides")
_USE = f"enclosing, {', '.join(_USE_COLUMNS)}"
_DEFINITION = "path, line, kind, qualified, signature, number"
_IS_USED = (
    "EXISTS (SELECT 1 FROM use WHERE use.home = definition.path AND "
    "use.qualified = definition.qualified AND use.number = definition.number)"
)
_IS_NO_COMPANION = (
    f"WHERE kind IN {WRAPPERS} AND NOT EXISTS (SELECT 1 FROM definition AS other "  # noqa: S608
    "WHERE other.path = definition.path AND other.qualified = definition.qualified "
    f"AND other.kind IN {COMPANIONS})"
)
_HAS_HEIRS, _HAS_CALLS = (
    " OR ".join(f"instr(kinds, x'{kind:02x}')" for kind in sorted(kinds))
    for kinds in (HEIR_KINDS, CALL_KINDS)
)
_COLUMNS = {"definition": 12, "name_import": 6, "use": 13, "unsure_name": 3}
#: A row of a table.
Row = tuple[Any, ...]
#: A definition, by its path, qualified name and number; and a name.
Target = tuple[tuple[str, str, int], str]
_PLACE = attrgetter("path", "line")
NO_ROWS = Rows(Occurrences(()), ())


class DefinitionRow(NamedTuple):
    """A row of the table ``definition``.

    :param listed: True if it is in the outline of its file.
    :param alone: True if it is private and its name occurs once in its file.
    """

    definition: Definition
    name: str
    listed: bool
    alone: bool


class EveryDefinition(NamedTuple):
    """All definitions of a tree.

    :param outlines: symbols and headings of each file, in order.
    :param by_name: symbols by name, sorted by path and line.
    :param cross_referenced: symbols and other used definitions, by shown name.
    :param used: used definitions of each file, in order.
    """

    outlines: Mapping[str, Sequence[Definition]]
    by_name: Mapping[str, tuple[Definition, ...]]
    cross_referenced: Mapping[str, tuple[Definition, ...]]
    used: Mapping[str, Sequence[Definition]]

    def with_file(
        self, path: str, before: EveryDefinition, now: EveryDefinition
    ) -> EveryDefinition:
        """Return a copy with the definitions of one file replaced.

        :param before: those that the file had.
        :param now: those that it has.
        """
        return EveryDefinition(
            {**self.outlines, path: now.outlines.get(path, ())},
            _with_file(self.by_name, path, before.by_name, now.by_name),
            _with_file(self.cross_referenced, path, before.cross_referenced, now.cross_referenced),
            {**self.used, path: now.used.get(path, ())},
        )


_ByName = Mapping[str, tuple[Definition, ...]]


def _with_file(every: _ByName, path: str, before: _ByName, now: _ByName) -> _ByName:
    """Return all rows by name; none for a name that is gone. They are not copied: that takes long
    in a fork."""
    made: dict[str, tuple[Definition, ...]] = {}
    for name in before.keys() | now.keys():
        others = (row for row in every.get(name, ()) if row.path != path)
        made[name] = in_order([*others, *now.get(name, ())])
    return ChainMap(made, cast("dict[str, tuple[Definition, ...]]", every))


@dataclass(frozen=True, slots=True)
class UseRow:
    """The lines of a file that use a definition, in columns of equal length.

    :param target: path, qualified name and number; ``("", "", 0)`` if several are possible.
    :param lines: and the columns behind it: see :class:`~sphinx_filedocs.model.links.Occurrences`.
    """

    target: tuple[str, str, int]
    name: str
    lines: array[int] = field(default_factory=lambda: array("I"))
    hows: array[int] = field(default_factory=lambda: array("B"))
    checksums: array[int] = field(default_factory=lambda: array("I"))
    kinds: array[int] = field(default_factory=lambda: array("B"))
    insides: array[int] = field(default_factory=lambda: array("I"))
    enclosing: list[Enclosing | None] = field(default_factory=lambda: [None])

    def stored(self) -> Row:
        """Return the columns as stored."""
        columns = (getattr(self, name).tobytes() for name in _USE_COLUMNS)
        return json.dumps(self.enclosing[1:], separators=(",", ":")), *columns


class Tables:
    """The rows of a tree.

    :param store: holds them; write within its :meth:`Store.guarded`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def clear(self, connection: sqlite3.Connection) -> None:
        """Delete all rows."""
        for table in _COLUMNS:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 (a table of ours)

    def check(self) -> None:
        """Check the indices of the tables: a lost row would not be missed.

        :raises DamagedError: if one is damaged; the file is deleted.
        """
        with self._store.reading() as connection:
            check_tables(connection, _COLUMNS)

    def write(
        self,
        connection: sqlite3.Connection,
        path: str,
        definitions: Iterable[DefinitionRow],
        imports: Iterable[tuple[str, Use]],
    ) -> None:
        """Replace the definitions and imported names of a file."""
        key = raw(path)
        connection.execute("DELETE FROM definition WHERE path = ?", (key,))
        connection.execute("DELETE FROM name_import WHERE path = ?", (key,))
        rows = (
            (
                *(key, row.definition.qualified, row.definition.number),
                *(row.name, row.definition.name),
                *(row.definition.kind, row.definition.line, row.definition.signature),
                # As SQLite gives them back.
                *(int(row.listed), seq, int(row.alone)),
            )
            for seq, row in enumerate(definitions)
        )
        _insert(connection, "definition", rows)
        import_rows = (
            (key, seq, name, use.line, use.checksum) for seq, (name, use) in enumerate(imports)
        )
        _insert(connection, "name_import", import_rows)

    def write_uses(
        self,
        connection: sqlite3.Connection,
        path: str,
        uses: Iterable[UseRow],
        unsure: Sequence[str] = (),
    ) -> None:
        """Replace the uses in a file.

        :param unsure: names without a certain definition.
        """
        key = raw(path)
        connection.execute("DELETE FROM unsure_name WHERE path = ?", (key,))
        if unsure:
            _insert(connection, "unsure_name", [(key, json.dumps(unsure, separators=(",", ":")))])
        connection.execute("DELETE FROM use WHERE path = ?", (key,))
        rows = (
            (
                *(key, raw(row.target[0]), row.target[1], row.target[2], row.name),
                _crossed(path, row.target[0]) if _is_used(row.hows, row.kinds) else None,
                *row.stored(),
            )
            for row in uses
        )
        _insert(connection, "use", rows)

    def _ask(self, table: str, columns: str, rest: str, *values: object) -> Iterator[Row]:
        with self._store.reading() as connection:
            rows = connection.execute(
                f"SELECT {table}.*, {columns} FROM {table} {rest}",  # noqa: S608 (texts of ours)
                values,
            ).fetchall()
            width = _COLUMNS[table]
            for row in rows:
                opened(row[:width])
        for row in rows:
            yield row[width:]

    def of_file(self, path: str) -> list[DefinitionRow]:
        """Return the definitions of a file in stored order."""
        columns = f"name, listed, alone, {_DEFINITION}"
        rest = "WHERE path = ? ORDER BY seq"
        return [
            DefinitionRow(_definition(row), name, bool(listed), bool(alone))
            for name, listed, alone, *row in self._ask("definition", columns, rest, raw(path))
        ]

    def name_imports(self) -> dict[str, tuple[Use, ...]]:
        """Return the lines that import each name, sorted by name."""
        imports: defaultdict[str, list[Use]] = defaultdict(list)
        columns = "name, path, line, checksum"
        for name, path, line, checksum in self._ask("name_import", columns, "ORDER BY path, seq"):
            imports[name].append(Use(text(path), line, checksum))
        return {name: tuple(imports[name]) for name in sorted(imports)}

    def imports_of_file(self, path: str) -> list[tuple[str, Use]]:
        """Return the names that a file imports, with the lines."""
        rest = "WHERE path = ? ORDER BY seq"
        rows = self._ask("name_import", "name, line, checksum", rest, raw(path))
        return [(name, Use(path, line, checksum)) for name, line, checksum in rows]

    def uses(self, definition: Definition) -> Rows:
        """Return the lines that use a definition, by path and line."""
        rest = "WHERE home = ? AND qualified = ? AND number = ? ORDER BY path"
        columns = f"path, {_USE}"
        return _lines(
            self._ask(
                "use", columns, rest, raw(definition.path), definition.qualified, definition.number
            )
        )

    def possible(self, name: str) -> Rows:
        """Return the lines that may use one of several definitions of a name. Example:
        ``x.run()`` for ``A.run`` and ``B.run``."""
        rest = "WHERE name = ? AND home = x'' ORDER BY path"
        return _lines(self._ask("use", f"path, {_USE}", rest, name))

    def every_definition(self, path: str | None = None) -> EveryDefinition:
        """Return all definitions of the tree.

        :param path: of the only file to read, if given.
        """
        outlines: defaultdict[str, list[Definition]] = defaultdict(list)
        by_name: defaultdict[str, list[Definition]] = defaultdict(list)
        cross_referenced: defaultdict[str, list[Definition]] = defaultdict(list)
        used: defaultdict[str, list[Definition]] = defaultdict(list)
        columns = f"name, last, listed, {_IS_USED}, {_DEFINITION}"
        asked = () if path is None else (raw(path),)
        rest = f"{'WHERE path = ? ' if asked else ''}ORDER BY path, seq"
        for name, last, is_listed, is_used, *row in self._ask("definition", columns, rest, *asked):
            definition = _definition(row)
            if is_listed:
                outlines[definition.path].append(definition)
            is_named = is_listed and definition.kind != "heading"
            if is_named:
                by_name[name].append(definition)
                cross_referenced[name].append(definition)
            if is_used:
                used[definition.path].append(definition)
            if is_used and not (is_named and name == last):
                cross_referenced[last].append(definition)
        return EveryDefinition(
            outlines,
            # Those of one line follow one another as in their outline.
            {name: tuple(sorted(by_name[name], key=_PLACE)) for name in sorted(by_name)},
            {name: in_order(cross_referenced[name]) for name in sorted(cross_referenced)},
            {path: [*in_order(definitions)] for path, definitions in used.items()},
        )

    def unused(self) -> dict[str, tuple[Definition, ...]]:
        """Return the private definitions of each file without a known use, by line. Example: a
        function ``_old`` that nothing calls."""
        definitions: defaultdict[str, list[Definition]] = defaultdict(list)
        rest = (
            "WHERE alone AND qualified NOT IN (SELECT qualified FROM use) AND name NOT IN "
            "(SELECT name FROM use WHERE home = x'') AND 1 = "
            "(SELECT count(*) FROM definition AS other WHERE other.name = definition.name "
            "AND other.listed AND other.kind <> 'heading') "
            "ORDER BY path, line, qualified, number"
        )
        for definition in map(_definition, self._ask("definition", _DEFINITION, rest)):
            definitions[definition.path].append(definition)
        return {path: tuple(rows) for path, rows in definitions.items()}

    def crossed(self) -> set[str]:
        """Return the folders with uses between their subfolders."""
        with self._store.reading() as connection:
            rows = connection.execute("SELECT DISTINCT crossed FROM use WHERE crossed IS NOT NULL")
            return {text(folder) for (folder,) in rows}

    def uses_across(self, folder: str) -> Iterator[tuple[str, Rows]]:
        """Yield the lines that use a file below another subfolder of a folder, by that file."""
        columns = f"home, path, {_USE}"
        rest = "WHERE crossed = ? ORDER BY path"
        for home, *lines in self._ask("use", columns, rest, raw(folder)):
            yield text(home), _lines([tuple(lines)])

    def lines_of_names(self) -> dict[str, NameLines]:
        """Return the lines that use each name, or may."""
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT name, sum(length(lines)), max(home <> path) FROM use GROUP BY name"
            )
            size = array("I").itemsize
            names = {name: NameLines(length // size, not apart) for name, length, apart in rows}
        for name in self._related_names():
            names[name] = NameLines(names[name].lines if name in names else 0, False)
        return names

    def _related_names(self) -> Iterator[str]:
        """Yield the names of definitions that extend, override or implement others, and of those
        others."""
        rows = self._ask("use", "name, enclosing, kinds, insides", f"WHERE {_HAS_HEIRS}")
        for name, around, kinds, insides in rows:
            yield name
            enclosing = [Enclosing(*symbol) for symbol in json.loads(around)]
            for kind, inside in zip(kinds, _column("I", insides), strict=True):
                if kind in HEIR_KINDS and inside:
                    yield enclosing[inside - 1].name

    def calls(self) -> Iterator[CallLine]:
        """Yield all certain calls."""
        columns = "home, qualified, number, path, enclosing, lines, hows, kinds, insides"
        rest = f"WHERE home <> x'' AND ({_HAS_CALLS})"
        paths: dict[bytes, str] = {}
        for home, qualified, number, path, around, *texts in self._ask("use", columns, rest):
            lines, hows, kinds, insides = map(_column, "IBBI", texts)
            enclosing = [None, *(Enclosing(*symbol) for symbol in json.loads(around))]
            ends = [paths.setdefault(end, text(end)) for end in (home, path)]
            for line, how, kind, inside in zip(lines, hows, kinds, insides, strict=True):
                if kind in CALL_KINDS and how not in GUESSES:
                    yield CallLine(ends[0], qualified, number, ends[1], line, enclosing[inside])

    def users_of_files(self, tests: Mapping[str, Parts]) -> dict[str, dict[str, frozenset[str]]]:
        """Return the users of each file with the used qualified names.

        Guesses, namespaces and uses without a name don't count, so the names may be empty.

        :param tests: line ranges of tests inside files; uses there don't count.
        """
        users: dict[str, dict[str, set[str]]] = {}
        wrappers = set(self._ask("definition", "path, qualified, number", _IS_NO_COMPANION))
        rest = "WHERE home <> x'' AND home <> path"
        columns = "home, path, qualified, number, hows, kinds, lines"
        for home, path, qualified, number, hows, kinds, lines in self._ask("use", columns, rest):
            names = users.setdefault(text(home), {}).setdefault(text(path), set())
            if (home, qualified, number) in wrappers:
                continue
            if parts := tests.get(text(path), ()):
                outside = [not is_within(line, parts) for line in _column("I", lines)]
                hows, kinds = (bytes(compress(column, outside)) for column in (hows, kinds))  # noqa: PLW2901
            if _is_used(hows, kinds):
                names.add(qualified)
        return frozen_users(users)

    def unsure_names(self) -> dict[str, Sequence[str]]:
        """Return the names in each file without a certain definition."""
        rows = self._ask("unsure_name", "path, names", "ORDER BY path")
        return {text(path): json.loads(names) for path, names in rows}

    def users(
        self, targets: Iterable[tuple[str, str, int]]
    ) -> Iterator[tuple[str, list[Enclosing]]]:
        """Yield the users of definitions (path, qualified name, number), with the symbols around
        the uses."""
        rest = "WHERE home = ? AND qualified = ? AND number = ?"
        for path, qualified, number in targets:
            for user, around in self._ask(
                "use", "path, enclosing", rest, raw(path), qualified, number
            ):
                yield text(user), [Enclosing(*symbol) for symbol in json.loads(around)]

    def homes(self, path: str) -> set[str]:
        """Return the files whose definitions a file uses."""
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT DISTINCT home FROM use WHERE path = ? AND home != x''", (raw(path),)
            )
            return {text(home) for (home,) in rows}

    def uses_of_file(self, path: str) -> dict[Target, Row]:
        """Return the columns of a file's uses by target and name."""
        columns = f"home, qualified, number, name, {_USE}"
        rows = self._ask("use", columns, "WHERE path = ?", raw(path))
        return {
            ((text(home), qualified, number), name): tuple(lines)
            for home, qualified, number, name, *lines in rows
        }


def _column(code: str, data: bytes) -> array[int]:
    column: array[int] = array(code)
    column.frombytes(data)
    return column


def has_heirs(row: Row | None) -> bool:
    """Return True if a stored row of uses extends, overrides or implements the definition."""
    return row is not None and not HEIR_KINDS.isdisjoint(row[1 + _USE_COLUMNS.index("kinds")])


def _is_used(hows: Iterable[int], kinds: Iterable[int]) -> bool:
    return any(map(is_certain_name, hows, kinds))


def _definition(row: Iterable[Any]) -> Definition:
    path, *rest = row
    return Definition(text(path), *rest)


def _lines(rows: Iterable[Row]) -> Rows:
    paths: list[str] = []
    every = Occurrences(paths)
    for path, around, *columns in rows:
        before, behind = len(every.lines), len(every.enclosing) - 1
        for name, column in zip(_USE_COLUMNS, columns, strict=True):
            getattr(every, name).frombytes(column)
        if behind:
            for row in range(before, len(every.lines)):
                every.insides[row] += behind if every.insides[row] else 0
        every.enclosing.extend(Enclosing(*symbol) for symbol in json.loads(around))
        every.files.extend([len(paths)] * (len(every.lines) - before))
        paths.append(text(path))
    return Rows(every, range(len(every.lines))) if paths else NO_ROWS


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    marks = ", ".join("?" * _COLUMNS[table])
    connection.executemany(
        f"INSERT OR IGNORE INTO {table} VALUES ({marks})",  # noqa: S608 (a table of ours)
        (sealed(*row) for row in rows),
    )


def _crossed(path: str, home: str) -> bytes | None:
    folder, source, end = crossing(path.rpartition("/")[0], home.rpartition("/")[0])
    return raw(folder) if home and source and end else None
