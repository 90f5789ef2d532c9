"""Stores facts by content digest and version of the analyser."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import time
import weakref
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sphinx_filedocs.index.analyser import analyser_version
from sphinx_filedocs.index.facts_encoding import (
    decode_blame,
    decode_diagnostic,
    decode_facts,
    decode_file,
    decode_keywords,
    decode_names,
    decode_places,
    encode_blame,
    encode_diagnostic,
    encode_facts,
    encode_file,
    encode_keywords,
    encode_names,
    encode_places,
    places,
    with_places,
)
from sphinx_filedocs.model.facts import Facts, Keyword
from sphinx_filedocs.model.files import Blame, Diagnostic, Extract, File
from sphinx_filedocs.model.names import Names, Places
from sphinx_filedocs.source.discover import RACY, Entry

Result = TypeVar("Result")

_SCHEMA = Path(__file__).with_name("tables.sql").read_text(encoding="utf-8")
#: Marks a file as one of this program (PRAGMA application_id): "fdoc".
APPLICATION = 0x66646F63
#: Errors of SQLite, decoders and the file system for a file that is damaged or out of reach.
DAMAGE = (
    sqlite3.Error,
    zlib.error,
    OSError,
    AttributeError,
    EOFError,
    ImportError,
    IndexError,
    KeyError,
    MemoryError,
    TypeError,
    ValueError,
)
#: Facts and blames of contents that no file has now are kept, for a branch that comes back, until
#: there are this many times as many as of files.
_RETAINED = 4


def raw(path: str) -> bytes:
    """Return a path as stored, also one that is no UTF-8."""
    return path.encode("utf-8", "surrogatepass")


def text(path: bytes) -> str:
    """Return a stored path."""
    return path.decode("utf-8", "surrogatepass")


def check_tables(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Check the keys and indices of tables.

    :raises sqlite3.Error: if one is damaged: rows would be missed.
    """
    for table in tables:
        if connection.execute(f"PRAGMA integrity_check({table})").fetchone() != ("ok",):
            msg = f"{table} or an index of it is damaged"
            raise sqlite3.DatabaseError(msg)


def checksum(columns: Sequence[object]) -> int:
    """Return a checksum of the columns of a row: SQLite notices no damage inside of them."""
    # Long columns of bytes stand last; to write them out would take long.
    end, crc = len(columns), 0
    while end and isinstance(data := columns[end - 1], bytes):
        end -= 1
        crc = zlib.crc32(data, crc)
    return zlib.crc32(repr(columns[:end]).encode("utf-8", "surrogatepass"), crc)


def sealed(*columns: object) -> tuple[Any, ...]:
    """Return a row with its checksum."""
    return (*columns, checksum(columns))


def opened(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row of :func:`sealed` without its checksum.

    :raises ValueError: if the row is damaged.
    """
    if checksum(row[:-1]) != row[-1]:
        msg = "it is damaged"
        raise ValueError(msg)
    return row[:-1]


def with_seal(data: bytes, *known: object) -> bytes:
    """Return data behind a checksum of it and of the columns that find it."""
    return checksum((*known, data)).to_bytes(4, "big") + data


def without_seal(data: bytes, *known: object) -> bytes:
    """Return the data of :func:`with_seal`.

    :raises ValueError: if it is damaged.
    """
    opened((*known, data[4:], int.from_bytes(data[:4], "big")))
    return data[4:]


class Database:
    """An SQLite file with a schema.

    A file that is damaged, of another version or of another program is begun anew; see
    https://sqlite.org/pragma.html for ``application_id``, ``user_version`` and ``quick_check``.

    :param path: absolute; its folder is made when the file is opened.
    :param schema: statements that make the tables. Its checksum is the version of the file.
    :param version: anything else that makes the content void.
    :param is_checked: True if the whole file is checked when opened.
    """

    def __init__(
        self, path: Path, schema: str, version: str = "", *, is_checked: bool = True
    ) -> None:
        self.path = path
        #: Whether everything is kept in memory instead.
        self.in_memory = False
        self._schema = schema
        self._version = zlib.crc32(f"{schema}{version}".encode()) & 0x7FFFFFFF
        self._is_checked = is_checked
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        #: How many times the file was deleted.
        self.discarded = 0
        self._closing: weakref.finalize[..., Database] | None = None

    def open(self) -> sqlite3.Connection:
        """Return the connection of this process: one must not be used across a fork.

        :raises sqlite3.Error: if the file can't be opened or made, even anew, or be deleted.
        """
        # A database in memory has no locks, which a fork would share.
        if self._connection is not None and (self.in_memory or self._process == os.getpid()):
            return self._connection
        try:
            return self._open()
        except sqlite3.DatabaseError:
            self.discard()
            return self._open()

    def _open(self) -> sqlite3.Connection:
        if not self.in_memory:
            with contextlib.suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(":memory:" if self.in_memory else self.path, timeout=30)
        self._connection, self._process = connection, os.getpid()
        # Also of a process that this one was forked from: its connection is not to be touched.
        self._closing = weakref.finalize(self, _close, connection)
        try:
            if self._is_sound(connection):
                return connection
            raise sqlite3.DatabaseError(f"{self.path} is damaged or of another version")
        except sqlite3.Error:
            self.close()
            raise

    def _is_sound(self, connection: sqlite3.Connection) -> bool:
        """Return True if the file is ours and whole; make its tables if it is new."""
        pragmas = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        ]
        if pragmas == [APPLICATION, self._version]:
            check = "PRAGMA quick_check(1)"
            return not self._is_checked or connection.execute(check).fetchone() == ("ok",)
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            return False
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {self._version}; {self._schema}; COMMIT;"
        )
        return True

    def discard(self) -> None:
        """Delete the file."""
        self.discarded += 1
        self.close()
        for suffix in ("", "-journal"):
            with contextlib.suppress(OSError):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file, until it is used again."""
        if self._connection is not None and self._process == os.getpid() and self._closing:
            self._closing()
        self._connection = None


def _close(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        connection.close()


class DamagedError(ValueError):
    """Stored data was damaged, and this was noticed late."""


def file_key(file: File) -> str:
    """Return a digest of everything that the facts of a file follow from."""
    link = f":{file.link}" if file.link else ""
    encoding = "" if file.encoding in ("", "utf-8") else f":{file.encoding}"
    read = f":{file.plain}" if file.plain else ":generated" if file.says_generated else ""
    return f"{file.digest}:{file.language}:{file.kind}{link}{read}{encoding}"


class Reading(NamedTuple):
    """A content and its reader.

    :param digest: of the content.
    :param reader: a digest of the function.
    """

    path: str
    digest: str
    reader: str


class SealedExtract(NamedTuple):
    """The facts of a content as stored; the process that reads the content makes it."""

    key: str
    facts: bytes
    keywords: bytes
    places: bytes
    names: bytes


def seal_extract(file: File, extract: Extract) -> SealedExtract:
    """Return the facts of a content as stored."""
    key = file_key(file)
    return SealedExtract(
        key,
        with_seal(encode_facts(extract.facts), key, "facts"),
        with_seal(encode_keywords(extract.keywords), key, "keywords"),
        with_seal(encode_places(places(extract.names)), key, "places"),
        with_seal(encode_names(extract.names), key, "names"),
    )


def _names(key: str, places_: bytes, names: bytes) -> Names:
    return with_places(
        decode_names(without_seal(names, key, "names")),
        decode_places(without_seal(places_, key, "places")),
    )


class Store(Database):
    """The facts of earlier builds in an SQLite file.

    If it can't be written, everything is kept in memory and analysed again; ``problem`` has the
    reason.

    :param limit: the size of the largest file read, in bytes; another limit begins anew.
    :param public: patterns of files with public credentials; others begin anew.
    """

    def __init__(self, path: Path, limit: int, public: tuple[str, ...] = ()) -> None:
        read = f"{limit} {public!r}" if public else f"{limit}"
        version = f"{analyser_version()} {sys.byteorder} {read}"
        super().__init__(path, _SCHEMA, version, is_checked=False)
        #: Every file is read later: how long it has been unchanged is measured from here.
        self._began = time.time_ns()
        self.problem = ""
        self._was_damaged = False
        self.guarded(_try_to_write)
        # Nothing was read of a file that was damaged before.
        self._was_damaged = False

    def guarded(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Return the result of *work*: with a new file if this one is damaged, or in memory."""
        try:
            return work(self.open())
        except DAMAGE:
            self._was_damaged = True
            self.discard()
        try:
            return work(self.open())
        except DAMAGE as error:
            problem = f"the cache {self.path} can't be used: {error}"
            if self.problem:
                raise DamagedError(problem) from error
            self.problem, self.in_memory = problem, True
        self.discard()
        return work(self.open())

    def version(self) -> tuple[sqlite3.Connection, int]:
        """Return the connection and a number that another process changes by a commit."""
        connection = self.open()
        return connection, connection.execute("PRAGMA data_version").fetchone()[0]

    def check(self) -> None:
        """Check that no stored data was lost during the build.

        :raises DamagedError: if it was; a new file is begun.
        """
        if self._was_damaged:
            raise self.damaged()

    def recall(self, entry: Entry, inputs: str = "") -> File | None:
        """Return a file with its light facts, ``None`` if it changed.

        :param inputs: of its analysis besides content and path.
        """

        def work(connection: sqlite3.Connection) -> File | None:
            row = connection.execute(
                "SELECT path, state, settled, key, told, file FROM files"
                " WHERE path = ? AND state = ? AND settled > ? AND told = ?",
                (os.fsencode(entry.path), repr(entry.state), RACY, inputs),
            ).fetchone()
            if row is None:
                return None
            *known, file = row
            return decode_file(without_seal(file, *known))

        return self.guarded(work)

    def recall_facts(self, file: File) -> Facts | None:
        """Return the stored facts of a file."""
        return self._recall("facts", decode_facts, file)

    def recall_keywords(self, file: File) -> tuple[Keyword, ...] | None:
        """Return the stored keywords of a file."""
        return self._recall("keywords", decode_keywords, file)

    def recall_names(self, file: File) -> Names | None:
        """Return the stored names of a file."""

        def work(connection: sqlite3.Connection) -> Names | None:
            key = file_key(file)
            row = connection.execute(
                "SELECT places, names FROM facts WHERE key = ?", (key,)
            ).fetchone()
            return _names(key, *row) if row else None

        return self.guarded(work)

    def recall_places(self, file: File) -> Places | None:
        """Return the stored places of names in a file."""
        return self._recall("places", decode_places, file)

    def _recall(self, column: str, decode: Callable[[bytes], Result], file: File) -> Result | None:
        def work(connection: sqlite3.Connection) -> Result | None:
            row = connection.execute(
                f"SELECT {column} FROM facts WHERE key = ?",  # noqa: S608 (a column of ours)
                (file_key(file),),
            ).fetchone()
            return decode(without_seal(row[0], file_key(file), column)) if row else None

        return self.guarded(work)

    def keep(self, entry: Entry, file: File, inputs: str = "") -> None:
        """Store a file that was just read; see :meth:`commit`.

        :param inputs: as for :meth:`recall`.
        """
        settled = self._began - entry.changed_ns
        known = (os.fsencode(entry.path), repr(entry.state), settled, file_key(file), inputs)
        row = (*known, with_seal(encode_file(file), *known))
        self.guarded(
            lambda connection: connection.execute(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", row
            )
        )

    def stopped(self) -> dict[Reading, Diagnostic]:
        """Return the readings that exceeded their budget."""

        def work(connection: sqlite3.Connection) -> dict[Reading, Diagnostic]:
            return {
                Reading(os.fsdecode(path), *rest): decode_diagnostic(
                    without_seal(trouble, path, *rest)
                )
                for path, *rest, trouble in connection.execute("SELECT * FROM stopped")
            }

        return self.guarded(work)

    def keep_stopped(self, reading: Reading, trouble: Diagnostic) -> None:
        """Store a reading that exceeded its budget."""
        known = (os.fsencode(reading.path), reading.digest, reading.reader)
        row = (*known, with_seal(encode_diagnostic(trouble), *known))

        def work(connection: sqlite3.Connection) -> None:
            # Links and rows that wait for the recorder must not be committed without it.
            is_waiting = connection.in_transaction
            connection.execute("INSERT OR REPLACE INTO stopped VALUES (?, ?, ?, ?)", row)
            if not is_waiting:
                connection.commit()

        self.guarded(work)

    def keep_extract(self, extract: SealedExtract) -> None:
        """Store the facts of a content; see :meth:`commit`."""
        self.guarded(
            lambda connection: connection.execute(
                "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", extract
            )
        )

    def blamed(self) -> dict[str, bool]:
        """Return the keys of the stored blames, with ``False`` where Git failed."""

        def work(connection: sqlite3.Connection) -> dict[str, bool]:
            rows = connection.execute("SELECT key, blame IS NOT NULL FROM blame")
            return {key: bool(is_known) for key, is_known in rows}

        return self.guarded(work)

    def recall_blame(self, key: str) -> Blame | None:
        """Return a stored blame."""

        def work(connection: sqlite3.Connection) -> Blame | None:
            row = connection.execute("SELECT blame FROM blame WHERE key = ?", (key,)).fetchone()
            return decode_blame(without_seal(row[0], key)) if row and row[0] else None

        return self.guarded(work)

    def keep_blame(self, key: str, blame: Blame | None) -> None:
        """Store the blame of a file, and that Git failed; see :meth:`commit_blames`."""
        row = (key, with_seal(encode_blame(blame), key) if blame else None)
        self.guarded(
            lambda connection: connection.execute("INSERT OR REPLACE INTO blame VALUES (?, ?)", row)
        )

    def commit_blames(self, keys: Collection[str], stored: Collection[str] = ()) -> None:
        """Commit, and drop old blames if there are many.

        :param keys: of all files.
        :param stored: the keys in the store.
        """
        old = [(key,) for key in stored if key not in keys]

        def work(connection: sqlite3.Connection) -> None:
            if len(stored) > _RETAINED * len(keys):
                connection.executemany("DELETE FROM blame WHERE key = ?", old)
            connection.commit()

        self.guarded(work)

    def commit(self) -> None:
        """Commit, and drop facts of contents that no file has had for long."""

        def work(connection: sqlite3.Connection) -> None:
            count = connection.execute(
                "SELECT (SELECT count(*) FROM facts) > ? * (SELECT count(*) FROM files)",
                (_RETAINED,),
            ).fetchone()
            if count[0]:
                connection.execute("DELETE FROM facts WHERE key NOT IN (SELECT key FROM files)")
            connection.commit()

        self.guarded(work)

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read stored data.

        :raises DamagedError: if it can't be read; the file is deleted.
        """
        try:
            yield self.open()
        except DAMAGE as error:
            raise self.damaged() from error

    def damaged(self) -> DamagedError:
        """Delete the file, and return the error."""
        self.discard()
        self._was_damaged = False
        said = f"the cache {self.path} was damaged and has been deleted; build again"
        return DamagedError(self.problem or said)


def _try_to_write(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM stopped WHERE FALSE")
    connection.rollback()
