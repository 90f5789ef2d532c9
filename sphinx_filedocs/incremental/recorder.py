"""Records the questions asked for each result, and finds the results that an edit invalidates.

A result is the links of a file or the digest of a part of a page. Example: a new caller of ``f``
invalidates "which lines use ``f``", so the digest of the page of ``f`` is computed again; if it is
equal, the page is not written. See "Build Systems à la Carte" (Mokhov, Mitchell, Peyton Jones,
2018): verifying traces.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.index.store import DamagedError, Store, opened, raw, sealed, text
from sphinx_filedocs.index.trace import (
    Answer,
    Question,
    Subject,
    Tracer,
    answer_digests,
    noted,
    pack,
    subject_number,
    token,
    token_of,
    unpack,
)


class Trace(NamedTuple):
    """A result as stored.

    :param shape: a digest of its inputs besides the questions.
    :param digest: of the result.
    :param tokens: the questions, packed.
    """

    shape: str
    digest: str
    tokens: bytes


class Changed:
    """The questions with other answers than in the last build."""

    def __init__(self) -> None:
        self._tokens: set[int] = set()
        #: The names that answer differently, by file.
        self._names: dict[int, set[int]] = {}

    def add(self, subject: Subject, keys: Iterable[str]) -> None:
        """Add a question about some keys."""
        self._tokens.update(token(subject, key) for key in keys)

    def add_names(self, path: str, names: Iterable[int]) -> None:
        """Add some names in a file. Example: linking asked for ``euro`` in ``money.py``."""
        known = self._names.setdefault(token(Question.EXPORTED_NAMES, path), set())
        known.update(token_of(Question.EXPORTED_NAME, name) for name in names)

    def concerns(self, asked: Sequence[int]) -> bool:
        """Return True if any of the recorded questions is among these."""
        if not self._tokens.isdisjoint(asked):
            return True
        return any(not self._names[file].isdisjoint(asked) for file in self._names.keys() & asked)


class Recorder:
    """The results of a tree, their questions, and the digests of answers, in the store.

    :param tracer: notes the questions that are asked.
    """

    def __init__(self, store: Store, tracer: Tracer) -> None:
        self._store = store
        self.tracer = tracer
        self._last: dict[str, Trace] = {}
        self._now: dict[str, Trace] = {}
        self._last_answers: dict[int, dict[str, str]] = {}
        self._answers: dict[int, dict[str, str]] = {}
        self._begun: tuple[sqlite3.Connection, int] | None = None
        #: The questions with other answers than in the last build.
        self.dirty = Changed()

    def begin(self) -> None:
        """Read the results of the last build."""
        self._last, self._last_answers = self._store.guarded(_load)
        self._now, self._answers, self.dirty = {}, {}, Changed()
        self._begun = self._store.version()

    def check(self) -> None:
        """Check that nothing was written since :meth:`begin`.

        :raises DamagedError: if another build did.
        """
        if self._store.version() != self._begun:
            msg = "another build has changed the links meanwhile"
            raise DamagedError(msg)

    @property
    def is_new(self) -> bool:
        """Tell whether there are no results of a last build."""
        return not self._last

    def share(self) -> None:
        """Commit what was written, for forks of this process. All results of the last build are
        deleted: if this one is killed, the next one trusts none."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM trace")
            connection.commit()

        self._store.guarded(work)

    @contextlib.contextmanager
    def part(self) -> Iterator[Mapping[str, Trace]]:
        """Collect results apart, such as those of a fork; :meth:`add` adds them."""
        before, self._now = self._now, {}
        try:
            yield self._now
        finally:
            self._now = before

    def add(self, results: Mapping[str, Trace]) -> None:
        """Add results that were collected apart."""
        self._now.update(results)

    def forget(self) -> None:
        """Forget the last results that were not asked for yet."""
        self._last = {}

    def invalidate(self, subject: Subject, keys: Iterable[str]) -> None:
        """Say that a question about some keys may have other answers. Example:
        ``(Question.USED, ["shop/cart.py"])``."""
        self.dirty.add(subject, keys)

    def answers(self, subject: Subject) -> Mapping[str, str]:
        """Return the digests of the answers to a question in the last build, by key."""
        return self._last_answers.get(subject_number(subject), {})

    def changed(self, subject: Subject, digests: Mapping[str, str]) -> set[str]:
        """Invalidate a question for all keys with another digest than in the last build, and return
        these.

        :param digests: of all answers, by key.
        """
        last = self.answers(subject)
        differing = {
            key for key in digests.keys() | last.keys() if digests.get(key) != last.get(key)
        }
        self._answers[subject_number(subject)] = dict(digests)
        self.invalidate(subject, differing)
        return differing

    def noted(self, table: str, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """Return a table of answers that records the keys asked for. Keys whose answers differ from
        those of the last build are invalidated."""
        self.changed(table, answer_digests(answers))
        return noted(table, answers, self.tracer)

    def digest(self, made: str, shape: str, make: Callable[[], str]) -> str:
        """Return a digest, from the last build unless a question asked for it is invalidated.

        :param made: the name of the result.
        :param shape: a digest of its inputs besides the questions.
        :param make: computes it.
        """
        last = self._last.get(made)
        if last is None or last.shape != shape or self.dirty.concerns(unpack(last.tokens)):
            with self.tracer.recording() as tokens:
                digest = make()
            last = Trace(shape, digest, pack(tokens))
        self._now[made] = last
        return last.digest

    @contextlib.contextmanager
    def recording(self, made: str) -> Iterator[None]:
        """Record the questions asked for a result that is stored elsewhere. Example: the links
        of a file."""
        with self.tracer.recording() as tokens:
            yield
        self._now[made] = Trace("", "", pack(tokens))

    def is_outdated(self, made: str) -> bool:
        """Return True if a result of :meth:`recording` must be made again; others stay recorded."""
        last = self._last.get(made)
        if last is None or self.dirty.concerns(unpack(last.tokens)):
            return True
        self._now[made] = last
        return False

    def save(self) -> None:
        """Write the results and answers that differ from those of the last build, and commit."""
        last, now = self._last, self._now

        def work(connection: sqlite3.Connection) -> None:
            known = {text(made) for (made,) in connection.execute("SELECT made FROM trace")}
            gone = ((raw(made),) for made in known - now.keys())
            connection.executemany("DELETE FROM trace WHERE made = ?", gone)
            rows = (
                sealed(raw(made), *trace)
                for made, trace in now.items()
                if made not in known or last.get(made) != trace
            )
            connection.executemany("INSERT OR REPLACE INTO trace VALUES (?, ?, ?, ?, ?)", rows)
            for question, digests in self._answers.items():
                _write_answers(connection, question, self._last_answers.get(question, {}), digests)
            connection.commit()

        self._store.guarded(work)
        self._last, self._now = now, {}
        self._last_answers |= self._answers
        self._answers, self.dirty = {}, Changed()


def _load(
    connection: sqlite3.Connection,
) -> tuple[dict[str, Trace], dict[int, dict[str, str]]]:
    traces: dict[str, Trace] = {}
    for row in connection.execute("SELECT * FROM trace"):
        # A damaged trace is left out, and made again.
        with contextlib.suppress(ValueError):
            made, *trace = opened(row)
            traces[text(made)] = Trace(*trace)
    answers: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for question, key, digest in connection.execute("SELECT * FROM answer"):
        answers[question][text(key)] = digest
    return traces, answers


def _write_answers(
    connection: sqlite3.Connection,
    question: int,
    last: Mapping[str, str],
    now: Mapping[str, str],
) -> None:
    gone = ((question, raw(key)) for key in last.keys() - now.keys())
    connection.executemany("DELETE FROM answer WHERE question = ? AND key = ?", gone)
    rows = ((question, raw(key), value) for key, value in now.items() if last.get(key) != value)
    connection.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", rows)
