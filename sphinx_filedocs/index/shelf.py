"""Rows on disk by key, neighbours together in a bucket, read when they are asked for."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from sphinx_filedocs.index.seals import sealed, unsealed
from sphinx_filedocs.index.store import Store

#: So many rows share a bucket: they are written as one, and read as one for a page that shows
#: neighbours in the alphabet.
_SHARED = 32


class Shelf:
    """Rows by kind and key, with those of this build in front of those that were kept.

    :param starts: the key with which each bucket of a kind begins; see :func:`fill`.
    """

    def __init__(self, store: Store, starts: Mapping[str, Sequence[str]]) -> None:
        self._store = store
        self._starts = starts
        self._buckets: dict[tuple[str, int], dict[str, object]] = {}
        self._changed: set[tuple[str, int]] = set()

    def get(self, kind: str, key: str) -> object:
        """Return a row, ``None`` if there is none.

        :raises sphinx_filedocs.index.store.DamagedError: when it can't be read.
        """
        return self._bucket(kind, self._number(kind, key)).get(key)

    def put(self, kind: str, key: str, row: object) -> None:
        """Put a row in the place of another one; see :meth:`write`."""
        number = self._number(kind, key)
        self._bucket(kind, number)[key] = row
        self._changed.add((kind, number))

    def keys(self, kind: str) -> Iterator[str]:
        """Yield the keys of all rows of a kind."""
        for number in range(len(self._starts[kind])):
            yield from self._bucket(kind, number)

    def _number(self, kind: str, key: str) -> int:
        return bisect_right(self._starts[kind], _order(key), key=_order) - 1

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
) -> dict[str, tuple[str, ...]]:
    """Put all rows, by kind and key, in the place of those that were kept.

    :returns: the key with which each bucket of a kind begins, the first with the empty one.
    """
    connection.execute("DELETE FROM shelf")
    starts: dict[str, tuple[str, ...]] = {}
    for kind, by_key in rows.items():
        keys = sorted(by_key, key=_order)
        buckets = [keys[at : at + _SHARED] for at in range(0, len(keys), _SHARED)] or [[]]
        starts[kind] = ("", *(bucket[0] for bucket in buckets[1:]))
        for number, bucket in enumerate(buckets):
            write_bucket(connection, kind, number, {key: by_key[key] for key in bucket})
    return starts


def _order(key: str) -> tuple[str, str]:
    return key.casefold(), key


def write_bucket(
    connection: sqlite3.Connection, kind: str, number: int, bucket: Mapping[str, object]
) -> None:
    """Write the rows of a bucket."""
    connection.execute(
        "INSERT OR REPLACE INTO shelf VALUES (?, ?, ?)",
        (kind, number, sealed(bucket, kind, number)),
    )
