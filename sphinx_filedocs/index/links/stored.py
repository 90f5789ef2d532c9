"""The links of a tree on disk; see :mod:`sphinx_filedocs.index.store`."""

from __future__ import annotations

import os
import pickle
import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from sphinx_filedocs.index.lazy import Loaded
from sphinx_filedocs.index.links.directory import Directory
from sphinx_filedocs.index.links.kept import Kept, KeptTree, pack_chunk, unpack_chunk
from sphinx_filedocs.index.links.table import LinkTable
from sphinx_filedocs.index.seals import Value, check, seal, sealed, unsealed
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model import Link

_Connection = sqlite3.Connection


def recall_tree(store: Store, *, whole: bool) -> tuple[str, KeptTree] | None:
    """Return the links of the tree as they were kept last, and the name of that state.

    What the links of the table are is read, and damage noticed, when they are asked for.

    :param whole: whether all files are read at once, else each when it is asked for.
    """

    def work(connection: _Connection) -> tuple[str, KeptTree] | None:
        connection.commit()
        # All is read in one state, whatever another build does.
        connection.execute("BEGIN")
        try:
            tree = connection.execute("SELECT * FROM tree").fetchone()
            columns = "*" if whole else "path"
            rows = connection.execute(f"SELECT {columns} FROM linked ORDER BY path").fetchall()  # noqa: S608
            families = connection.execute("SELECT family FROM directory").fetchall()
        finally:
            connection.rollback()
        if tree is None:
            return None
        check(tree[-1], *tree[:-1])
        state, others, count, _ = tree
        files: Mapping[str, Kept]
        files = dict(map(_kept, rows)) if whole else _files(store, (path for (path,) in rows))
        table, directories = _table(store, count), _directories(store, families)
        return state, KeptTree(files, pickle.loads(others), table, directories)  # noqa: S301

    return store.guarded(work, None)


def _files(store: Store, paths: Iterable[bytes]) -> Mapping[str, Kept]:
    def load(path: str) -> Kept:
        with store.reading() as connection:
            rows = connection.execute("SELECT * FROM linked WHERE path = ?", (os.fsencode(path),))
            return _kept(rows.fetchone())[1]

    return Loaded(map(os.fsdecode, paths), load)


def _directories(store: Store, families: Iterable[tuple[str]]) -> Mapping[str, Directory]:
    def load(family: str) -> Directory:
        with store.reading() as connection:
            rows = connection.execute("SELECT names FROM directory WHERE family = ?", (family,))
            return cast("Directory", unsealed(rows.fetchone()[0], family))

    return Loaded((family for (family,) in families), load)


def _kept(row: tuple[Any, ...]) -> tuple[str, Kept]:
    """Return a file and what is kept of it.

    :raises ValueError: when that is damaged.
    """
    path, key, resolved, *rest, noted = row
    check(noted, path, key, resolved, *rest)
    return os.fsdecode(path), Kept(key, pickle.loads(resolved), *rest)  # noqa: S301


def _table(store: Store, count: int) -> LinkTable:
    def load(chunk: int) -> list[Link]:
        with store.reading() as connection:
            found = connection.execute("SELECT links, seal FROM links WHERE chunk = ?", (chunk,))
            links, noted = found.fetchone()
            check(noted, chunk, links)
            return unpack_chunk(links)

    def chunks_of(path: str) -> list[int]:
        with store.reading() as connection:
            rows = connection.execute(
                "SELECT chunk FROM defined WHERE path = ?", (os.fsencode(path),)
            )
            return [chunk for (chunk,) in rows]

    return LinkTable(count, load, chunks_of)


def keep_tree(store: Store, tree: KeptTree, known: tuple[str, KeptTree] | None) -> str:
    """Keep the links of the tree; return the name of this state, ``""`` if that can't be done.

    :param known: what :func:`recall_tree` returned: if the tree was made from that, only what
        differs is written.
    """

    def work(connection: _Connection) -> str:
        connection.commit()
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            state = connection.execute("SELECT state FROM tree").fetchone()
            before: Mapping[str, Kept] = {}
            if known and state == (known[0],) and tree.links is known[1].links:
                before = known[1].files
            else:
                for name in ("tree", "linked", "links", "defined", "directory"):
                    connection.execute(f"DELETE FROM {name}")  # noqa: S608 (a table of ours)
                if known and tree.links is known[1].links:
                    # Another build has come between; this one's table is not whole.
                    return ""
            linked = {
                path: kept for path, kept in tree.files.items() if before.get(path) is not kept
            }
            gone = before.keys() - tree.files.keys()
            if known is None or tree.directories is not known[1].directories:
                connection.execute("DELETE FROM directory")
                write_directories(connection, tree.directories)
            return write_tree(connection, linked, gone, tree.others, tree.links)

    return store.guarded(work, "")


def write_tree(
    connection: _Connection,
    linked: Mapping[str, Kept],
    gone: Iterable[str],
    others: Mapping[str, str],
    table: LinkTable,
) -> str:
    """Write files that were linked again, and what changed besides; return the new state's name.

    :param gone: files that have no links any more.
    :param others: see :class:`KeptTree`.
    """
    connection.executemany(
        "DELETE FROM linked WHERE path = ?", ((os.fsencode(path),) for path in gone)
    )
    connection.executemany(
        "INSERT OR REPLACE INTO linked VALUES (?, ?, ?, ?, ?, ?, ?)",
        (_linked_row(path, kept) for path, kept in linked.items()),
    )
    for chunk in sorted(table.changed):
        links = table.chunk(chunk)
        packed = pack_chunk(links)
        connection.execute(
            "INSERT OR REPLACE INTO links VALUES (?, ?, ?)", (chunk, packed, seal(chunk, packed))
        )
        connection.executemany(
            "INSERT OR IGNORE INTO defined VALUES (?, ?)", _defined(chunk, links)
        )
    table.changed.clear()
    connection.execute("DELETE FROM tree")
    state = str(uuid.uuid4())
    row = (state, pickle.dumps(others, pickle.HIGHEST_PROTOCOL), len(table))
    connection.execute("INSERT INTO tree VALUES (?, ?, ?, ?)", (*row, seal(*row)))
    return state


def write_directories(connection: _Connection, directories: Mapping[str, Directory]) -> None:
    """Write the directories of some groups of languages."""
    connection.executemany(
        "INSERT OR REPLACE INTO directory VALUES (?, ?)",
        ((family, sealed(one, family)) for family, one in directories.items()),
    )


def _linked_row(path: str, kept: Kept) -> tuple[Value, ...]:
    row = (
        os.fsencode(path),
        kept.key,
        pickle.dumps(kept.resolved, pickle.HIGHEST_PROTOCOL),
        kept.packed_face,
        kept.packed_links,
        kept.packed_mentions,
    )
    return (*row, seal(*row))


def _defined(chunk: int, links: Iterable[Link]) -> Iterator[tuple[bytes, int]]:
    for path in {one.path for link in links for one in link.definitions}:
        yield os.fsencode(path), chunk
