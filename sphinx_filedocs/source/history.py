"""What the history of a repository says of each file: since when it is there, how often it was
changed, by whom, and what was changed together with it."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from sphinx_filedocs.model.files import History, Together
from sphinx_filedocs.source.credentials import masked
from sphinx_filedocs.source.run_git import GitError, one_line, run

#: How many commits are looked at, the newest ones, and how many files Git compares of a commit to
#: find renames.
MAX_COMMITS = 50_000
_RENAMES = 400
#: A commit of more files than these says nothing about any two of them.
_MOST_FILES = 20
#: So many commits two files must have in common, and this part of the mean of all of theirs.
_COMMON, _PART = 5, 0.25
_MOST_TOGETHER, _MOST_AUTHORS, _MAX_AUTHOR = 6, 5, 100
#: git-log(1), --format: what is around the date and the author of a commit.
_FORMAT = "%x01%aI%x02%aN%x03"
_COMMIT = re.compile(rb"\x01([^\x01\x02\x03\0]*)\x02([^\x01\x03\0]*)\x03\0?\n?")


class _Changed(NamedTuple):
    """A file as a commit changed it; ``before`` is its name before that, if it was renamed."""

    path: str
    before: str = ""


class _Commit(NamedTuple):
    date: str
    author: str
    files: tuple[_Changed, ...]


@dataclass(slots=True)
class _Record:
    """What was found of a file."""

    first: str = ""
    changes: int = 0
    authors: Counter[str] = field(default_factory=Counter)


def histories(
    root: Path, paths: Collection[str], limit: int = MAX_COMMITS
) -> Mapping[str, History]:
    """Return the history of each path that has one, over renames.

    Nothing is returned without Git or a repository, or of a shallow clone: where it ends nobody
    knows what was before.

    :param root: a folder in the work tree, not always its top.
    :param paths: relative to ``root``.
    """
    try:
        if run(root, "rev-parse", "--is-shallow-repository").strip() == b"true":
            return {}
        options = ("-M", f"-l{_RENAMES}", "--raw", "-z", "--relative", f"--max-count={limit}")
        out = run(root, "log", *options, f"--format={_FORMAT}", "HEAD", "--", ".")
    except GitError:
        return {}
    return _histories(_commits(out), set(paths))


def _commits(out: bytes) -> Iterator[_Commit]:
    """Yield the commits of Git's answer, the newest first."""
    found = list(_COMMIT.finditer(out))
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(out)
        author = one_line(masked(match[2].decode("utf-8", "replace"))[0], _MAX_AUTHOR)
        files = tuple(_files(out[match.end() : end].split(b"\0")))
        yield _Commit(match[1].decode("ascii", "replace"), author, files)


def _files(fields: list[bytes]) -> Iterator[_Changed]:
    """Yield the files of git-diff-tree(1)'s raw format."""
    position = 0
    while position < len(fields) and fields[position].startswith(b":"):
        status = fields[position].rpartition(b" ")[2][:1]
        count = 2 if status in (b"R", b"C") else 1
        names = [os.fsdecode(one) for one in fields[position + 1 : position + 1 + count]]
        position += 1 + count
        if len(names) < count or status == b"D":
            continue
        yield _Changed(names[-1], names[0] if status == b"R" else "")


def _histories(commits: Iterator[_Commit], paths: set[str]) -> Mapping[str, History]:
    # What a file that there is now was called in the commit that is looked at.
    now = {path: path for path in paths}
    records: defaultdict[str, _Record] = defaultdict(_Record)
    common: Counter[tuple[str, str]] = Counter()
    for commit in commits:
        touched = sorted({now[one.path] for one in commit.files if one.path in now})
        for path in touched:
            record = records[path]
            record.first, record.changes = commit.date, record.changes + 1
            record.authors[commit.author] += 1
        if len(commit.files) <= _MOST_FILES:
            common.update(combinations(touched, 2))
        for one in commit.files:
            if one.before and one.path in now:
                now[one.before] = now.pop(one.path)
    together = _together(records, common)
    return {path: _history(records[path], together.get(path, ())) for path in sorted(records)}


def _history(record: _Record, together: tuple[Together, ...]) -> History:
    ranked = sorted(record.authors.items(), key=lambda row: (-row[1], row[0]))
    return History(
        record.first, record.changes, len(ranked), tuple(ranked[:_MOST_AUTHORS]), together
    )


def _together(
    records: Mapping[str, _Record], common: Mapping[tuple[str, str], int]
) -> Mapping[str, tuple[Together, ...]]:
    """Return what was changed together with each file, the closest first."""
    found: defaultdict[str, list[tuple[float, Together]]] = defaultdict(list)
    for (path, other), count in common.items():
        changes, others = records[path].changes, records[other].changes
        part = count / sqrt(changes * others)
        if count >= _COMMON and part >= _PART:
            found[path].append((-part, Together(other, count)))
            found[other].append((-part, Together(path, count)))
    return {
        path: tuple(one for _, one in sorted(rows)[:_MOST_TOGETHER]) for path, rows in found.items()
    }
