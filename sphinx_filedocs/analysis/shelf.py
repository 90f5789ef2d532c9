"""Pure core: rows on disk by key, some of them together in a bucket, read when they are asked
for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import cast
from zlib import crc32

from sphinx_filedocs.analysis.seals import sealed, unsealed
from sphinx_filedocs.analysis.store import Store

#: So many rows share a bucket: they are written as one.
_SHARED = 32


class Shelf:
    """Rows by kind and key, with those of this build in front of those that were kept.

    :param counts: how many buckets there are of each kind.
    """

    def __init__(self, store: Store, counts: Mapping[str, int]) -> None:
        self._store = store
        self._counts = counts
        self._buckets: dict[tuple[str, int], dict[str, object]] = {}
        self._changed: set[tuple[str, int]] = set()

    def get(self, kind: str, key: str) -> object:
        """Return a row, ``None`` if there is none.

        :raises sphinx_filedocs.analysis.store.DamagedError: when it can't be read.
        """
        return self._bucket(kind, _number(key, self._counts[kind])).get(key)

    def put(self, kind: str, key: str, row: object) -> None:
        """Put a row in the place of another one; see :meth:`write`."""
        number = _number(key, self._counts[kind])
        self._bucket(kind, number)[key] = row
        self._changed.add((kind, number))

    def keys(self, kind: str) -> Iterator[str]:
        """Yield the keys of all rows of a kind."""
        for number in range(self._counts[kind]):
            yield from self._bucket(kind, number)

    def _bucket(self, kind: str, number: int) -> dict[str, object]:
        found = self._buckets.get((kind, number))
        if found is None:
            found = self._buckets[kind, number] = self._load(kind, number)
        return found

    def _load(self, kind: str, number: int) -> dict[str, object]:
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT rows FROM shelf WHERE kind = ? AND bucket = ?", (kind, number)
            )
            return cast("dict[str, object]", unsealed(found.fetchone()[0], kind, number))

    def write(self, connection: sqlite3.Connection) -> None:
        """Write the buckets of all rows that were put."""
        for kind, number in sorted(self._changed):
            write_bucket(connection, kind, number, self._buckets[kind, number])
        self._changed.clear()


def fill(
    connection: sqlite3.Connection, rows: Mapping[str, Mapping[str, object]]
) -> dict[str, int]:
    """Put all rows, by kind and key, in the place of those that were kept.

    :returns: how many buckets there are of each kind.
    """
    connection.execute("DELETE FROM shelf")
    counts: dict[str, int] = {}
    for kind, by_key in rows.items():
        count = counts[kind] = len(by_key) // _SHARED + 1
        buckets: list[dict[str, object]] = [{} for _ in range(count)]
        for key, row in by_key.items():
            buckets[_number(key, count)][key] = row
        for number, bucket in enumerate(buckets):
            write_bucket(connection, kind, number, bucket)
    return counts


def _number(key: str, count: int) -> int:
    return crc32(key.encode("utf-8", "surrogatepass")) % count


def write_bucket(
    connection: sqlite3.Connection, kind: str, number: int, bucket: Mapping[str, object]
) -> None:
    """Write the rows of a bucket."""
    connection.execute(
        "INSERT OR REPLACE INTO shelf VALUES (?, ?, ?)",
        (kind, number, sealed(bucket, kind, number)),
    )
