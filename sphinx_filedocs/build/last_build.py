"""What the last build made and from what, on disk: with it, the next one makes anew only what shows
something else."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx_filedocs.index.database import Database, checksum
from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.phrases import Phrase

_SCHEMA = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
#: How many columns each table has that is read and written whole.
_TABLES = {"tree": 7, "page": 6, "unsure": 3, "diagnostic": 6, "directive": 3, "beyond": 3}
#: What a file raises that can't be read or written.
_DAMAGE = (sqlite3.Error, OSError)
#: The rows of each table.
_Rows = Mapping[str, frozenset[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class TreeState:
    """The pages of a tree, and what they were made from.

    :param inputs: a digest of all that the rest follows from but for the content of some files.
    :param objects: stands for the objects of the tree.
    :param unsure: the digest of the content of those files, by path.
    :param pages: the absolute path of what each generated page documents, by its docname.
    :param fingerprints: a digest of everything that each page shows.
    :param keywords: the docname of each file's keyword index and its fingerprint, by path, where
        these have pages of their own.
    :param listings: the docname of the page of each file whose listing is divided, and those of
        the listing's pages, by path.
    :param counted: how many names the files have, and how many of them are linked.
    :param languages: how many languages and types of text the files have.
    :param grammars: the distributions of grammars that are not installed, by the name of the
        programming language of files that have no symbols therefore.
    """

    inputs: str = ""
    objects: str = ""
    unsure: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    keywords: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    listings: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    counted: tuple[int, int] = (0, 0)
    languages: int = 0
    grammars: Mapping[str, str] = field(default_factory=dict)

    @property
    def listing_pages(self) -> Iterator[str]:
        """The docnames of the pages that all listings that are divided have beside their files'."""
        return (page for _, pages in self.listings.values() for page in pages)


@dataclass(frozen=True, slots=True)
class BuildState:
    """The trees of a build, by prefix, and what its pages showed.

    :param directives: the fingerprint of what directives on hand-written pages show, by the tree's
        prefix and what is shown; none for what was missing.
    :param noted: a digest of all that ``shown`` follows from.
    :param shown: the digest of what each page showed, where that is more than its fingerprint.
    :param inventory: a digest of what was known of other projects.
    :param external: a digest of what the page of each file shows of that.
    """

    trees: Mapping[str, TreeState] = field(default_factory=dict)
    directives: Mapping[tuple[str, str], str | None] = field(default_factory=dict)
    noted: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)
    inventory: str = ""
    external: Mapping[str, str] = field(default_factory=dict)


class Records:
    """The state of the last build in a database. Where that can't be read or written, every build
    makes all anew.

    :param path: of the file.
    :param code: stands for the program and all that it rests on; state of another one is void.
    """

    def __init__(self, path: Path, code: str) -> None:
        self._database = Database(path, _SCHEMA)
        self._code = code
        self._rows: _Rows = {}

    def load(self) -> BuildState:
        """Return the state of the last build; an empty one where nothing is known of it."""
        try:
            connection = self._database.open()
            made_by = dict(connection.execute("SELECT name, value FROM made_by"))
            rows = {
                table: frozenset(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608
                for table in _TABLES
            }
            if made_by.pop("checksum", "") != _checksum(rows, made_by):
                self._database.discard()
            elif made_by["code"] == self._code:
                self._rows = rows
                return _state(rows, made_by)
        except (*_DAMAGE, KeyError, TypeError, ValueError):
            self._database.discard()
        finally:
            self.close()
        return BuildState()

    def save(self, state: BuildState) -> None:
        """Write what differs from the state that was loaded, whole or not at all."""
        rows = {table: frozenset(table_rows) for table, table_rows in _rows(state).items()}
        made_by = {"code": self._code, "noted": state.noted, "inventory": state.inventory}
        made_by["checksum"] = _checksum(rows, made_by)
        with contextlib.suppress(*_DAMAGE):
            connection = self._database.open()
            with connection:
                for table, width in _TABLES.items():
                    self._write(connection, table, width, rows[table])
                connection.execute("DELETE FROM made_by")
                connection.executemany("INSERT INTO made_by VALUES (?, ?)", made_by.items())
            self._rows = rows
        self.close()

    def _write(
        self,
        connection: sqlite3.Connection,
        table: str,
        width: int,
        rows: frozenset[tuple[Any, ...]],
    ) -> None:
        known = self._rows.get(table)
        if known is None:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 (a table of ours)
            known = frozenset()
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        same = " AND ".join(f"{name} IS ?" for name in columns)
        connection.executemany(f"DELETE FROM {table} WHERE {same}", known - rows)  # noqa: S608
        marks = ", ".join("?" * width)
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows - known)  # noqa: S608

    def unfinished(self) -> set[str]:
        """Return the pages that earlier builds have begun to read and not finished."""
        with contextlib.suppress(*_DAMAGE):
            return {name for (name,) in self._database.open().execute("SELECT * FROM reading")}
        return set()

    def begin(self, docnames: Iterable[str]) -> None:
        """Note that pages are about to be read."""
        # Where this can't be written, doctrees can't either, and Sphinx says so.
        with contextlib.suppress(*_DAMAGE), self._database.open() as connection:
            rows = ((name,) for name in docnames)
            connection.executemany("INSERT OR IGNORE INTO reading VALUES (?)", rows)
        self.close()

    def end(self) -> None:
        """Note that all is read, and the environment saved that says so."""
        with contextlib.suppress(*_DAMAGE), self._database.open() as connection:
            connection.execute("DELETE FROM reading")
        self.close()

    def close(self) -> None:
        """Close the file: processes that are forked later shall not have it."""
        self._database.close()


def _raw(text: str) -> bytes:
    """Return a path or another text that may hold what no encoding has."""
    return text.encode("utf-8", "surrogatepass")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogatepass")


def _braced(message: str) -> str:
    """Return a message that has no placeholders."""
    return message.replace("{", "{{").replace("}", "}}")


def _checksum(rows: _Rows, made_by: Mapping[str, str]) -> str:
    """Return what tells whether anything in the database was changed by others."""
    return str(sum(map(checksum, rows.values())) + checksum(made_by.items()))


def _rows(state: BuildState) -> dict[str, list[tuple[Any, ...]]]:
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _TABLES}
    for prefix, tree in state.trees.items():
        counts = (*tree.counted, tree.languages)
        grammars = json.dumps(tree.grammars)
        rows["tree"].append((prefix, tree.inputs, tree.objects, *counts, grammars))
        rows["page"] += _page_rows(prefix, tree)
        rows["unsure"] += ((prefix, _raw(path), digest) for path, digest in tree.unsure.items())
        rows["diagnostic"] += (
            (
                prefix,
                number,
                _raw(diagnostic.path),
                diagnostic.subtype,
                _raw(diagnostic.message),
                diagnostic.line,
            )
            for number, diagnostic in enumerate(tree.diagnostics)
        )
    rows["directive"] += (
        (prefix, _raw(path), fingerprint)
        for (prefix, path), fingerprint in state.directives.items()
    )
    for what, digests in (("shown", state.shown), ("external", state.external)):
        rows["beyond"] += ((what, docname, digest) for docname, digest in digests.items())
    return rows


def _page_rows(prefix: str, tree: TreeState) -> Iterator[tuple[Any, ...]]:
    for docname, path in tree.pages.items():
        fingerprint = tree.fingerprints[docname]
        yield prefix, "page", docname, _raw(path), 0, fingerprint
    for path, (docname, fingerprint) in tree.keywords.items():
        yield prefix, "keywords", docname, _raw(path), 0, fingerprint
    for path, (page, names) in tree.listings.items():
        for part, docname in enumerate(names):
            yield prefix, "listing", docname, _raw(path), part, page


def _state(rows: _Rows, made_by: Mapping[str, str]) -> BuildState:
    """Return the state that rows say."""
    beyond: dict[str, dict[str, str]] = {"shown": {}, "external": {}}
    for what, docname, digest in rows["beyond"]:
        beyond[what][docname] = digest
    return BuildState(
        {row[0]: _tree_state(row, rows) for row in rows["tree"]},
        {(prefix, _text(path)): fingerprint for prefix, path, fingerprint in rows["directive"]},
        made_by["noted"],
        beyond["shown"],
        made_by["inventory"],
        beyond["external"],
    )


def _tree_state(row: tuple[Any, ...], rows: _Rows) -> TreeState:
    prefix, inputs, objects, names, linked, languages, grammars = row
    pages: dict[str, str] = {}
    fingerprints: dict[str, str] = {}
    keywords: dict[str, tuple[str, str]] = {}
    listings: dict[str, tuple[str, tuple[str, ...]]] = {}
    own = (row[1:] for row in rows["page"] if row[0] == prefix)
    for kind, docname, raw, part, digest in sorted(own, key=lambda page: (*page[2:4], page[1])):
        path = _text(raw)
        if kind == "page":
            pages[docname], fingerprints[docname] = path, digest
        elif kind == "keywords":
            keywords[path] = docname, digest
        else:
            before = listings.get(path, (digest, ()))[1]
            if len(before) != part:
                msg = f"{docname} is out of order"
                raise ValueError(msg)
            listings[path] = digest, (*before, docname)
    diagnostics = sorted(row[1:] for row in rows["diagnostic"] if row[0] == prefix)
    return TreeState(
        inputs,
        objects,
        {_text(path): digest for other, path, digest in rows["unsure"] if other == prefix},
        pages,
        fingerprints,
        keywords,
        listings,
        tuple(
            # It is said in English, as all that goes to the console.
            Diagnostic(_text(path), subtype, Phrase(_braced(_text(message))), line)
            for _, path, subtype, message, line in diagnostics
        ),
        (names, linked),
        languages,
        json.loads(grammars),
    )
