"""Checksums of what is kept on disk, so that damage is noticed."""

from __future__ import annotations

import zlib

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


def seal(*values: Value) -> int:
    """Return a checksum of the columns of a row: SQLite notices no damage inside of them."""
    found = 0
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode()
        found = zlib.crc32(data, zlib.crc32(b"%d" % len(data), found))
    return found


def check(noted: object, *values: Value) -> None:
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
    check(int.from_bytes(data[:4], "big"), data[4:], *known)
    return data[4:]
