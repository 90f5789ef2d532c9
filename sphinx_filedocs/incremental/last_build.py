"""Stores the state of the last build, so that the next one rebuilds only outdated pages."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_filedocs.index.facts_encoding import Format
from sphinx_filedocs.index.store import Database, with_seal, without_seal
from sphinx_filedocs.model.files import Diagnostic

_SCHEMA = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
#: What a file raises that can't be read or written.
_DAMAGE = (sqlite3.Error, OSError)


@dataclass(frozen=True, slots=True)
class TreeState:
    """The pages of a tree and their inputs.

    :param inputs: a digest of everything else that the state follows from.
    :param objects: a digest of the objects of the tree.
    :param unsure: content digests of files that the digest *inputs* leaves out, by path.
    :param pages: the absolute path that each generated page documents, by docname.
    :param fingerprints: a digest of the content of each page.
    :param below: docnames of the pages below each page.
    :param counted: the number of names, and of linked names.
    :param languages: the number of languages and types of text.
    :param grammars: distributions of missing grammars, by language.
    """

    inputs: str = ""
    objects: str = ""
    unsure: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    below: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    counted: tuple[int, int] = (0, 0)
    languages: int = 0
    grammars: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BuildState:
    """The trees of a build by prefix, and the digests of its pages.

    :param directives: fingerprints of the output of directives, by prefix and target; none for
        missing targets.
    :param noted: a digest of the inputs of ``shown``.
    :param shown: the digest of each page that shows more than its fingerprint.
    :param inventory: a digest of the inventories of other projects.
    :param external: a digest of the names of other projects on each file's page.
    """

    trees: Mapping[str, TreeState] = field(default_factory=dict)
    directives: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    noted: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)
    inventory: str = ""
    external: Mapping[str, str] = field(default_factory=dict)


_STATE = Format[BuildState](BuildState)


class Records:
    """The state of the last build in a database. If it can't be read or written, every build is
    clean.

    :param path: of the file.
    :param code: a digest of the program; the state of another program is void.
    """

    def __init__(self, path: Path, code: str) -> None:
        self._database = Database(path, _SCHEMA)
        self._code = code

    def load(self) -> BuildState:
        """Return the state of the last build; an empty one where nothing is known of it."""
        try:
            query = "SELECT data FROM state WHERE code = ?"
            for (data,) in self._database.open().execute(query, (self._code,)):
                return _STATE.decode(without_seal(data, self._code))
        except (*_DAMAGE, TypeError, ValueError):
            self._database.discard()
        finally:
            self.close()
        return BuildState()

    def save(self, state: BuildState) -> None:
        """Write the state, whole or not at all."""
        data = with_seal(_STATE.encode(state), self._code)
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
    """Take a file until the result is closed, waiting for other processes and threads.

    The lock is SQLite's: portable, not inherited by forks, released by a crash. Return ``None`` in
    a read-only folder.

    :param busy: called once if another process has the file.
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
