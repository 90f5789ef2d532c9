"""A database file of ours: opened by the process that uses it, versioned, begun anew when it can't
be trusted; and checksums of what is kept in it, so that damage is noticed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import weakref
import zlib
from collections.abc import Iterable
from pathlib import Path

#: Marks a file as one of this program (PRAGMA application_id): "fdoc".
APPLICATION = 0x66646F63
#: What a column of a table holds.
Value = bytes | str | int
#: What reading and the file system raise for a file that is damaged or can't be read or written.
DAMAGE = (
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


def raw(path: str) -> bytes:
    """Return a path as it is stored: in the order of its characters, whatever they are."""
    return path.encode("utf-8", "surrogatepass")


def text(path: bytes) -> str:
    """Return the path that is stored so."""
    return path.decode("utf-8", "surrogatepass")


def check_tables(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """See that all rows of some tables are found, by their keys and by the indices.

    :raises sqlite3.Error: when one is not: it would be looked up in vain.
    """
    for table in tables:
        if connection.execute(f"PRAGMA integrity_check({table})").fetchone() != ("ok",):
            msg = f"{table} or an index of it is damaged"
            raise sqlite3.DatabaseError(msg)


class Database:
    """An SQLite file with a schema.

    A file that is damaged, of another schema or of another program is begun anew; see
    https://sqlite.org/pragma.html for ``application_id``, ``user_version`` and ``quick_check``.

    :param path: absolute; its folder is made when the file is opened.
    :param schema: the statements that make the tables. Its checksum is the version of the file.
    """

    def __init__(self, path: Path, schema: str) -> None:
        self.path = path
        self._schema = schema
        self._version = zlib.crc32(schema.encode()) & 0x7FFFFFFF
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        self._closing: weakref.finalize[..., Database] | None = None

    def open(self) -> sqlite3.Connection:
        """Return the connection of this process: one must not be used across a fork.

        :raises sqlite3.Error: when the file can't be opened or made, even anew, or be deleted.
        """
        if self._connection is not None and self._process == os.getpid():
            return self._connection
        try:
            return self._open()
        except sqlite3.DatabaseError:
            self.discard()
            return self._open()

    def _open(self) -> sqlite3.Connection:
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=30)
        self._connection, self._process = connection, os.getpid()
        self._closing = weakref.finalize(self, _close, connection)
        try:
            if self._is_sound(connection):
                return connection
            raise sqlite3.DatabaseError(f"{self.path} is damaged or of another version")
        except sqlite3.Error:
            self.close()
            raise

    def _is_sound(self, connection: sqlite3.Connection) -> bool:
        """Tell whether the file is ours and whole; make its tables where it is new."""
        pragmas = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        ]
        if pragmas == [APPLICATION, self._version]:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            return False
        connection.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {self._version}; {self._schema}; COMMIT;"
        )
        return True

    def discard(self) -> None:
        """Delete the file."""
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


def seal(*values: Value) -> int:
    """Return a checksum of the columns of a row: SQLite notices no damage inside of them."""
    crc = 0
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode()
        crc = zlib.crc32(data, zlib.crc32(b"%d" % len(data), crc))
    return crc


def verify(noted: object, *values: Value) -> None:
    """See that values are still what was sealed.

    :raises ValueError: when they are not.
    """
    if noted != seal(*values):
        msg = "it is damaged"
        raise ValueError(msg)


def with_seal(data: bytes, *known: Value) -> bytes:
    """Return some data behind the checksum of it and of the columns that it is found by."""
    return seal(data, *known).to_bytes(4, "big") + data


def without_seal(data: bytes, *known: Value) -> bytes:
    """Return the data of :func:`with_seal`.

    :raises ValueError: when that has been damaged.
    """
    verify(int.from_bytes(data[:4], "big"), data[4:], *known)
    return data[4:]
