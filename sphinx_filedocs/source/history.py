"""Reads the history of a tree's files from one run of Git: last changes, authors, number of
changes, and files that change together."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from sphinx_filedocs.model.files import LISTED, RECENT, Change, History, Together, instant
from sphinx_filedocs.phrases import NOTHING, Phrase
from sphinx_filedocs.source.credentials import shown
from sphinx_filedocs.source.git import Gaps, GitError, gaps, one_line, run, run_bounded

#: The most commits to read, the newest ones.
MAX_COMMITS = 50_000
_LONGEST_AUTHOR, _LONGEST_SUBJECT, _HASH = 100, 200, 10
#: Of a history that is longer nothing is said: a part of it tells neither age nor number.
_MOST_BYTES = 200_000_000
#: A commit of more files says nothing of any two of them.
_MOST_OF_A_COMMIT = 15
#: Pairs of files in commits that are looked at, those of the newest commits first.
_MOST_PAIRS = 5_000_000
#: Two files changed together in so many commits at least, and in such a part of all of theirs.
_LEAST_COMMON, _LEAST_COSINE = 5, 0.3
_MOST_TOGETHER, _MOST_AUTHORS = 5, 3
#: All that a configuration may change of what is printed stands here.
_ARGUMENTS = (
    *("log", "-z", "--raw", "-l1000", "--no-abbrev", "--root", "--diff-merges=off"),
    *("--date-order", "--no-notes", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--ignore-submodules=none", "--relative", "--encoding=UTF-8", f"-O{os.devnull}"),
)
#: Renames of files that were changed as well (by comparing contents), or of others alone.
_CHANGED, _UNCHANGED = "-M", "-M100%"
_DAY = 86_400
_HEAD, _VALUES, _FIELDS = "\x01", 4, 5
_UNKNOWN = "git log printed an unknown format"


@dataclass(slots=True)
class _ChangedFile:
    """A file in a commit; ``renamed_from`` is its path before, if that is another one.

    :ivar blob: Git's name of its content after the commit.
    """

    path: str
    status: str
    is_change: bool
    blob: str
    renamed_from: str = ""


@dataclass(slots=True)
class _LoggedCommit:
    hash: str
    parents: str
    date: str
    author: str
    subject: str
    rows: list[_ChangedFile] = field(default_factory=list)


class TreeHistory(NamedTuple):
    """The history of a tree's files.

    :param changes: the last change of each path.
    :param of: the history of each path.
    :param unchanged: Git's name of the content of each file that was never changed after the commit
        that made it.
    :param commits: the number of commits that were read.
    :param head: the last commit, its full hash.
    :param edges: the commits that a clone begins with, if that is not the first one.
    :param is_partial: True if the clone lacks contents of old commits.
    :param gap: a sentence about what it lacks.
    """

    changes: Mapping[str, Change] = {}
    of: Mapping[str, History] = {}
    unchanged: Mapping[str, str] = {}
    commits: int = 0
    head: str = ""
    edges: frozenset[str] = frozenset()
    is_partial: bool = False
    gap: Phrase = NOTHING


def known_history(
    root: Path, paths: Collection[str], troubles: list[Phrase], limit: int = MAX_COMMITS
) -> TreeHistory:
    """Return the last change and the history of each path.

    Only changes in the newest ``limit`` commits, and behind the edge of a shallow clone, are known.
    There are no histories then: a part of one would have wrong numbers.

    :param root: a folder in the work tree, not always its top.
    :param paths: relative to ``root``.
    :param troubles: gets Git's failures.
    """
    if not _has_commit(root):
        return TreeHistory()
    lacks = Gaps()
    try:
        lacks = gaps(root)
        commits = list(_commits(_log(root, limit, troubles)))
    except GitError as error:
        troubles.append(
            Phrase("no history is shown, for git can't say it: {error}", error=str(error))
        )
        return TreeHistory(gap=_said_of(lacks, is_read=False))
    edges = lacks.shallow | lacks.grafted
    is_whole = not edges
    if len(commits) > limit:
        commits, is_whole = commits[:limit], False
    followed = list(_followed(commits, paths))
    change = cache(lambda number: _change(commits[number]))
    last: dict[str, tuple[int, str]] = {}
    for number, path, row in followed:
        # The first commit of a shallow clone is only the place of the cut.
        if is_whole or commits[number].parents:
            last[path] = min(last.get(path, (number, row.status)), (number, row.status))
    changes = {
        path: change(number) for path, (number, status) in sorted(last.items()) if status != "D"
    }
    known = _histories(commits, followed, change) if is_whole else {}
    once = {path for path, history in known.items() if history.changes == 1}
    return TreeHistory(
        changes,
        known,
        {path: row.blob for _, path, row in followed if row.is_change and path in once},
        len(commits),
        commits[0].hash if commits else "",
        edges,
        lacks.is_partial,
        _said_of(lacks, is_read=True),
    )


def _said_of(lacks: Gaps, *, is_read: bool) -> Phrase:
    if lacks.shallow:
        return Phrase("This is a shallow clone: its history is not known.")
    if lacks.grafted:
        return Phrase("Grafts cut off the history of this clone: it is not known.")
    if lacks.is_partial and is_read:
        return Phrase(
            "This is a partial clone: who wrote a line is not known, and the history of a file "
            "begins where it was renamed and changed at once."
        )
    return (
        Phrase("This is a partial clone: its history is not known.")
        if lacks.is_partial
        else NOTHING
    )


def _has_commit(root: Path) -> bool:
    try:
        return bool(run(root, "rev-parse", "--verify", "--quiet", "HEAD", codes=(0, 1)))
    except GitError:
        return False


def _log(root: Path, limit: int, troubles: list[Phrase]) -> bytes:
    form = f"--format=tformat:{_HEAD}%H%x00%P%x00%aI%x00%aN%x00%s"
    options = (*_ARGUMENTS, form, f"--max-count={limit + 1}")
    try:
        return run_bounded(root, *options, _CHANGED, "HEAD", "--", ".", most=_MOST_BYTES)
    except GitError as error:
        if error.kind != "failed":
            raise
    printed = run_bounded(root, *options, _UNCHANGED, "HEAD", "--", ".", most=_MOST_BYTES)
    troubles.append(
        Phrase(
            "git lacks contents of old commits, as after a clone with --filter: the history of a "
            "file begins where it was renamed and changed at once"
        )
    )
    return printed


def _commits(printed: bytes) -> Iterator[_LoggedCommit]:
    records = iter(os.fsdecode(printed).split("\0"))
    commit: _LoggedCommit | None = None
    for record in records:
        said = record.lstrip("\n")
        if said.startswith(_HEAD):
            if commit:
                yield commit
            parents, date, author, subject = (next(records, "") for _ in range(_VALUES))
            commit = _LoggedCommit(said[1:], parents, date, author, subject)
        elif said.startswith(":") and commit:
            # git-diff(1), "Raw output format": two modes, two hashes and the status.
            fields = said.split(" ")
            if len(fields) != _FIELDS or not fields[-1]:
                raise GitError("failed", _UNKNOWN)
            before, after, status = fields[2:]
            path = next(records, "")
            renamed = status[0] == "R"
            old, path = (path, next(records, "")) if renamed else ("", path)
            commit.rows.append(_ChangedFile(path, status[0], before != after, after, old))
        elif said:
            raise GitError("failed", _UNKNOWN)
    if commit:
        yield commit


def _histories(
    commits: list[_LoggedCommit],
    followed: list[tuple[int, str, _ChangedFile]],
    change: Callable[[int], Change],
) -> dict[str, History]:
    changed: defaultdict[str, list[int]] = defaultdict(list)
    first: dict[str, str] = {}
    for number, path, row in followed:
        first[path] = min(first.get(path, commits[number].date), commits[number].date)
        if row.is_change:
            changed[path].append(number)
    together = _together(changed)
    return {
        path: _history(commits, first[path], numbers, together.get(path, ()), change)
        for path, numbers in sorted(changed.items())
    }


def _change(commit: _LoggedCommit) -> Change:
    subject = os.fsencode(commit.subject).decode("utf-8", "replace")
    return change_of(commit.hash, commit.date, commit.author, subject)


def change_of(commit: str, date: str, author: str, subject: str) -> Change:
    """Return a commit as pages show it, without credentials.

    :param commit: its full hash.
    :param date: as ISO 8601 has it.
    """
    return Change(
        commit[:_HASH],
        date,
        one_line(shown(author), _LONGEST_AUTHOR),
        one_line(shown(subject), _LONGEST_SUBJECT),
    )


def _followed(
    commits: list[_LoggedCommit], paths: Collection[str]
) -> Iterator[tuple[int, str, _ChangedFile]]:
    """Yield the changes of each commit to present files, through their renames: the number of
    the commit, the present path, and the row."""
    now = {path: path for path in paths}
    # Changes on another branch under the old name come before the rename.
    early: defaultdict[str, list[tuple[int, _ChangedFile]]] = defaultdict(list)
    for number, commit in enumerate(commits):
        renames: list[tuple[_ChangedFile, str]] = []
        for row in commit.rows:
            path = now.get(row.path)
            if path is None:
                early[row.path].append((number, row))
                continue
            yield number, path, row
            if row.renamed_from:
                renames.append((row, path))
        for row, _ in renames:
            now.pop(row.path, None)
        for row, path in renames:
            now[row.renamed_from] = path
            before = early.pop(row.renamed_from, ())
            # If it was made or deleted since, it was another file of that name.
            if all(earlier.status == "M" for _, earlier in before):
                yield from ((at, path, earlier) for at, earlier in before)


def _together(
    changed: Mapping[str, list[int]],
) -> dict[str, tuple[Together, ...]]:
    files = sorted(path for path, numbers in changed.items() if len(numbers) >= _LEAST_COMMON)
    in_commit: defaultdict[int, list[int]] = defaultdict(list)
    for place, path in enumerate(files):
        for number in set(changed[path]):
            in_commit[number].append(place)
    sizes = Counter(number for numbers in changed.values() for number in set(numbers))
    pairs: Counter[tuple[int, int]] = Counter()
    seen, left = Counter[int](), _MOST_PAIRS
    for number in sorted(in_commit):
        places = in_commit[number]
        if sizes[number] > _MOST_OF_A_COMMIT or left < 0:
            continue
        left -= len(places) ** 2 // 2
        seen.update(places)
        pairs.update(combinations(places, 2))
    rows_by_path: defaultdict[str, list[tuple[float, Together]]] = defaultdict(list)
    for (first, second), common in pairs.items():
        cosine = common / sqrt(seen[first] * seen[second])
        if common < _LEAST_COMMON or cosine < _LEAST_COSINE:
            continue
        # The shown numbers count the large commits too.
        every = len(set(changed[files[first]]).intersection(changed[files[second]]))
        rows_by_path[files[first]].append((cosine, Together(files[second], every)))
        rows_by_path[files[second]].append((cosine, Together(files[first], every)))
    return {
        path: tuple(row for _, row in sorted(rows, key=lambda r: (-r[0], r[1]))[:_MOST_TOGETHER])
        for path, rows in rows_by_path.items()
    }


def _history(
    commits: list[_LoggedCommit],
    first: str,
    numbers: list[int],
    together: tuple[Together, ...],
    change: Callable[[int], Change],
) -> History:
    made = Counter(commits[number].author for number in set(numbers))
    ranked = sorted(made.items(), key=lambda row: (-row[1], row[0]))
    authors = tuple(
        (one_line(shown(name), _LONGEST_AUTHOR), count) for name, count in ranked[:_MOST_AUTHORS]
    )
    days = sorted(int(instant(commits[number].date) // _DAY) for number in set(numbers))

    def newest(number: int) -> tuple[float, str]:
        return -instant(commits[number].date), commits[number].hash

    return History(
        first,
        len(set(numbers)),
        len(made),
        authors,
        together,
        tuple(change(number) for number in sorted(set(numbers), key=newest)[:LISTED]),
        tuple(day for day in days if day > days[-1] - RECENT),
    )
