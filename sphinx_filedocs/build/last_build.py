"""What the last build made and from what, on disk: with it, the next one makes anew only what shows
something else. Also the lock of that folder."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx_filedocs.index.database import Database, with_seal, without_seal
from sphinx_filedocs.index.facts_encoding import Format
from sphinx_filedocs.model.files import Diagnostic

_SCHEMA = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
#: What a file raises that can't be read or written.
_DAMAGE = (sqlite3.Error, OSError)


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
    :param below: the docnames of the pages below each page that leads to others.
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
    below: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    counted: tuple[int, int] = (0, 0)
    languages: int = 0
    grammars: Mapping[str, str] = field(default_factory=dict)

    @property
    def listing_pages(self) -> Iterator[str]:
        """The docnames of the pages that all listings that are divided have beside their files'."""
        return (page for _, pages in self.listings.values() for page in pages)

    @property
    def all_pages(self) -> Iterator[str]:
        """The docnames of all pages, with those that are documents for no builder."""
        yield from self.fingerprints
        yield from (docname for docname, _ in self.keywords.values())
        yield from self.listing_pages


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


#: The trees, and the rest of the state: JSON, which some paths need, has no pairs as keys.
_STATE = Format[Any](
    tuple[
        dict[str, TreeState],
        list[tuple[str, str, str | None]],
        str,
        dict[str, str],
        str,
        dict[str, str],
    ]
)


class Records:
    """The state of the last build in a database. Where that can't be read or written, every build
    makes all anew.

    :param path: of the file.
    :param code: stands for the program and all that it rests on; state of another one is void.
    """

    def __init__(self, path: Path, code: str) -> None:
        self._database = Database(path, _SCHEMA)
        self._code = code

    def load(self) -> BuildState:
        """Return the state of the last build; an empty one where nothing is known of it."""
        try:
            query = "SELECT data FROM state WHERE code = ?"
            for (data,) in self._database.open().execute(query, (self._code,)):
                trees, directives, *rest = _STATE.decode(without_seal(data, self._code))
                shown = {(prefix, what): digest for prefix, what, digest in directives}
                return BuildState(trees, shown, *rest)
        except (*_DAMAGE, TypeError, ValueError):
            self._database.discard()
        finally:
            self.close()
        return BuildState()

    def save(self, state: BuildState) -> None:
        """Write the state, whole or not at all."""
        directives = [(*key, digest) for key, digest in state.directives.items()]
        beyond = (state.noted, state.shown, state.inventory, state.external)
        data = with_seal(_STATE.encode((state.trees, directives, *beyond)), self._code)
        with contextlib.suppress(*_DAMAGE), self._database.open() as connection:
            connection.execute("DELETE FROM state")
            connection.execute("INSERT INTO state VALUES (?, ?)", (self._code, data))
        self.close()

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


#: Seconds between two attempts. SQLite's own waiting could not be interrupted.
_PAUSE = 0.05


def hold(file: Path, busy: Callable[[], None] = lambda: None) -> sqlite3.Connection | None:
    """Wait until no other process or thread has a file, and take it until the result is closed.

    The lock is SQLite's, which every system has, no forked process inherits, and none leaves
    behind, however it ends. Where locks can't be had, as in a folder that is read-only, return
    ``None``.

    :param busy: called once when another has it.
    """
    is_first = True
    while True:
        lock = None
        try:
            lock = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
            lock.execute("BEGIN EXCLUSIVE")
        except OSError:
            return None
        except sqlite3.Error as error:
            if lock:
                lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                return None
        else:
            return lock
        if is_first:
            busy()
        is_first = False
        time.sleep(_PAUSE)
