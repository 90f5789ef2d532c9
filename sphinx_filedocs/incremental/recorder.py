"""Recomputes only outdated digests: verifying traces on disk.

The digest of a part of a page is stored with the questions asked for it. A change invalidates
questions; a digest that asked one of them is computed again, and if it is equal, nothing is
written. Example: a new caller of ``f`` invalidates "which lines use ``f``", so the page of ``f`` is
computed again.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.index.store import Store, opened, raw, sealed, text
from sphinx_filedocs.index.trace import Question, Tracer, noted, noted_set, pack, token, unpack


class _Trace(NamedTuple):
    shape: str
    digest: str
    tokens: bytes


class Recorder:
    """What was made of a tree.

    :param store: where the traces are.
    :param tracer: notes the questions that are asked.
    """

    def __init__(self, store: Store, tracer: Tracer) -> None:
        self._store = store
        self.tracer = tracer
        self._last: dict[str, _Trace] = {}
        self._now: dict[str, _Trace] = {}
        self._dirty: set[int] = set()

    def begin(self) -> None:
        """Take up what was made in the last build."""
        self._last = self._store.guarded(_load)
        self._now, self._dirty = {}, set()

    def forget(self) -> None:
        """Make everything again."""
        self._last = {}

    def invalidate(self, question: Question, keys: Iterable[str]) -> None:
        """Say that a question about some keys may be answered in another way."""
        self._dirty.update(token(question, key) for key in keys)

    def answers(self, question: Question) -> dict[str, str]:
        """Return the digests of the answers to a question in the last build, by key."""

        def work(connection: sqlite3.Connection) -> dict[str, str]:
            rows = connection.execute(
                "SELECT key, digest FROM answer WHERE question = ?", (int(question),)
            )
            return {text(key): digest for key, digest in rows}

        return self._store.guarded(work)

    def changed(self, question: Question, digests: Mapping[str, str]) -> set[str]:
        """Invalidate a question for all keys with another digest than in the last build, and return
        these.

        :param digests: of all answers, by key.
        """
        last = self.answers(question)
        differing = {
            key for key in digests.keys() | last.keys() if digests.get(key) != last.get(key)
        }
        self.invalidate(question, differing)

        def write(connection: sqlite3.Connection) -> None:
            gone = ((int(question), raw(key)) for key in differing)
            connection.executemany("DELETE FROM answer WHERE question = ? AND key = ?", gone)
            rows = ((int(question), raw(key), digests[key]) for key in differing if key in digests)
            connection.executemany("INSERT INTO answer VALUES (?, ?, ?)", rows)

        self._store.guarded(write)
        return differing

    def addresses(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return the pages of names so that it is noted which are asked for."""
        self.changed(Question.ADDRESS, pages)
        return noted(Question.ADDRESS, pages, self.tracer)

    def documents(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return the documents of paths so that it is noted which are asked for."""
        self.changed(Question.DOCUMENT, pages)
        return noted(Question.DOCUMENT, pages, self.tracer)

    def less_telling(self, paths: AbstractSet[str]) -> AbstractSet[str]:
        """Return files whose uses say less, so that it is noted which are asked for."""
        self.changed(Question.ROLES, dict.fromkeys(paths, ""))
        return noted_set(self.tracer.asking(Question.ROLES), paths)

    def digest(self, made: str, shape: str, make: Callable[[], str]) -> str:
        """Return a digest, from the last build if nothing that it asked changed.

        :param made: its name.
        :param shape: a digest of its inputs besides the questions.
        :param make: computes it.
        """
        last = self._last.get(made)
        if last is None or last.shape != shape or not self._dirty.isdisjoint(unpack(last.tokens)):
            with self.tracer.recording() as tokens:
                digest = make()
            last = _Trace(shape, digest, pack(tokens))
        self._now[made] = last
        return last.digest

    def save(self) -> None:
        """Write what was made, where it differs from what was made before."""
        last, now = self._last, self._now

        def work(connection: sqlite3.Connection) -> None:
            if not last:
                connection.execute("DELETE FROM trace")
            gone = ((made,) for made in last.keys() - now.keys())
            connection.executemany("DELETE FROM trace WHERE made = ?", gone)
            rows = (sealed(made, *trace) for made, trace in now.items() if last.get(made) != trace)
            connection.executemany("INSERT OR REPLACE INTO trace VALUES (?, ?, ?, ?, ?)", rows)
            connection.commit()

        self._store.guarded(work)
        # What was made again is as sound now as what was not.
        self._last, self._now, self._dirty = self._now, {}, set()


def _load(connection: sqlite3.Connection) -> dict[str, _Trace]:
    traces: dict[str, _Trace] = {}
    for row in connection.execute("SELECT * FROM trace"):
        # A damaged trace is left out, and made again.
        with contextlib.suppress(ValueError):
            made, *trace = opened(row)
            traces[made] = _Trace(*trace)
    return traces
