"""Asks Git who wrote each line of a file, and when.

Git compares committed contents alone: to compare with the file on the disk, it would run the
filters of ``.gitattributes``. Lines that differ on the disk are found here.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from difflib import SequenceMatcher
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from sphinx_filedocs.model.files import LATER, OLDER, Blame, Change, File
from sphinx_filedocs.source.git import GitError, run, run_bounded, top
from sphinx_filedocs.source.history import TreeHistory, change_of

#: In seconds, for one file.
TIMEOUT = 30.0
_MOST_BYTES = 64_000_000
_OPTIONS = ("--porcelain", "--root", "--no-textconv", "--encoding=UTF-8")
#: Commits that change no meaning, such as those of a formatter, as forges know them too.
_IGNORED = ".git-blame-ignore-revs"
_MOST_IGNORED = 1_000_000
_COMMIT = re.compile(rb"^[ \t]*([0-9a-f]{40}|[0-9a-f]{64})\b", re.MULTILINE)
#: Lines before times lines after that are compared; where there are more, all of them are new.
_MOST_COMPARED = 4_000_000


class Blamed(NamedTuple):
    """A file of the last commit.

    :param key: a digest of all that its blame follows from.
    :param blob: Git's name of its content.
    :param only: the commit of all its lines, if that is known without asking Git.
    """

    path: str
    key: str
    blob: str
    only: Change | None = None


def blamed_files(root: Path, files: Mapping[str, File], history: TreeHistory) -> list[Blamed]:
    """Return the files whose lines Git can tell the authors of: own texts of the last commit.

    :param root: a folder in the work tree, not always its top.
    """
    if not history.commits or history.is_partial or history.commits <= len(history.edges):
        return []
    try:
        listed = run(root, "ls-tree", "-r", "-z", "HEAD")
        place = top(root)
    except GitError:
        return []
    common = (sorted(history.edges), _read(place / ".mailmap"), sorted(_ignored(place)))
    # Below the top, the history does not show that a file came from a folder elsewhere.
    unchanged = history.unchanged if root.resolve() == place.resolve() else {}
    return [
        Blamed(
            path,
            _key(path, blob, history, common),
            blob,
            history.of[path].commits[0] if unchanged.get(path) == blob else None,
        )
        for path, blob in _blobs(listed)
        if path in files and _is_own_text(files[path])
    ]


def _is_own_text(file: File) -> bool:
    # The lines of these encodings are none of Git's.
    is_wide = file.encoding.startswith(("utf-16", "utf-32"))
    return file.kind == "text" and not file.provenance and not is_wide


def _blobs(listed: bytes) -> Iterator[tuple[str, str]]:
    for record in listed.split(b"\0")[:-1]:
        about, _, path = record.partition(b"\t")
        mode, _, blob = about.decode("ascii").split(" ")
        if mode.startswith("100"):
            yield os.fsdecode(path), blob


def _key(path: str, blob: str, history: TreeHistory, common: tuple[object, ...]) -> str:
    known = history.of.get(path)
    # A part of a history may lack the commit that makes the difference.
    newest = (known.first, known.changes, known.commits) if known else history.head
    said = repr((path, blob, newest, common)).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(said, digest_size=16).hexdigest()


def _read(path: Path) -> bytes:
    try:
        if path.is_symlink() or path.stat().st_size > _MOST_IGNORED:
            return b""
        return path.read_bytes()
    except OSError:
        return b""


def _ignored(place: Path) -> set[bytes]:
    return set(_COMMIT.findall(_read(place / _IGNORED)))


def blames(
    root: Path, files: Iterable[Blamed], edges: Collection[str], jobs: int
) -> Iterator[Blame | None]:
    """Yield the blame of each file, ``None`` where Git fails or takes too long.

    :param edges: the commits that a clone begins with, of which it knows no author of a line.
    :param jobs: the number of processes of Git at a time.
    """
    with _ignoring(root) as command, ThreadPoolExecutor(max(1, jobs)) as pool:
        yield from pool.map(partial(_blame, root, command, edges), files)


@contextmanager
def _ignoring(root: Path) -> Iterator[tuple[str, ...]]:
    """Write ignored commits to a file that Git can read: it fails for any other line."""
    # A setting may name a file that is no such list.
    off = "-c", "blame.ignoreRevsFile="
    try:
        ignored = _ignored(top(root))
    except GitError:
        ignored = set()
    if not ignored:
        yield (*off, "blame")
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "ignored")
        place.write_bytes(b"\n".join(sorted(ignored)))
        yield (*off, "blame", f"--ignore-revs-file={place}")


def _blame(
    root: Path, command: tuple[str, ...], edges: Collection[str], file: Blamed
) -> Blame | None:
    if file.only:
        return Blame(file.blob, (file.only,), ())
    arguments = (*command, *_OPTIONS, "HEAD", "--", file.path)
    try:
        printed = run_bounded(root, *arguments, most=_MOST_BYTES, timeout=TIMEOUT)
        return _read_blame(printed, file.blob, edges)
    except (GitError, ValueError, LookupError):
        return None


def _read_blame(printed: bytes, blob: str, edges: Collection[str]) -> Blame:
    """Read the porcelain format of git-blame(1): data of a commit stand at its first lines."""
    about: dict[bytes, dict[bytes, bytes]] = {}
    order: list[tuple[bytes, int]] = []
    commit, is_head = b"", True
    for line in printed.split(b"\n")[:-1]:
        if is_head:
            commit, *numbers = line.split(b" ")
            about.setdefault(commit, {})
            if len(numbers) > 2:
                order.append((commit, int(numbers[2])))
            is_head = False
        elif line.startswith(b"\t"):
            is_head = True
        else:
            name, _, value = line.partition(b" ")
            about[commit][name] = value
    known = [name for name in about if name.decode("ascii") not in edges]
    places = {name: at for at, name in enumerate(known)}
    runs = ((places.get(name, OLDER), count) for name, count in order)
    return Blame(blob, tuple(_change(name, about[name]) for name in known), _joined(runs))


def _change(commit: bytes, about: Mapping[bytes, bytes]) -> Change:
    return change_of(
        commit.decode("ascii"),
        _date(about[b"author-time"], about[b"author-tz"]),
        about[b"author"].decode("utf-8", "replace"),
        about[b"summary"].decode("utf-8", "replace"),
    )


def _date(seconds: bytes, zone: bytes) -> str:
    try:
        hours, minutes = divmod(abs(int(zone)), 100)
        offset = timedelta(hours=hours, minutes=minutes) * (-1 if zone.startswith(b"-") else 1)
        return datetime.fromtimestamp(int(seconds), timezone(offset)).isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _joined(runs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    groups = groupby(runs, key=lambda row: row[0])
    return tuple((place, sum(count for _, count in rows)) for place, rows in groups)


def as_on_disk(root: Path, path: str, blame: Blame) -> Blame | None:
    """Return the blame of a file's lines as they are on the disk, ``None`` if it can't be read.

    :param blame: of its lines in the last commit.
    """
    try:
        data = Path(root, path).read_bytes()
        before = after = _lines(data)
        names = (_blob_name(text, len(blame.blob)) for text in (data, data.replace(b"\r\n", b"\n")))
        if blame.blob not in names:
            before = _lines(run_bounded(root, "cat-file", "blob", blame.blob, most=_MOST_BYTES))
    except (OSError, GitError):
        return None
    runs = blame.runs or [(0, len(before))]
    if before is after:
        return blame._replace(runs=_joined(runs))
    places = [*chain.from_iterable([place] * count for place, count in runs)]
    if len(places) != len(before):
        return None
    moved = [LATER] * len(after)
    for at, now, count in _same(before, after):
        moved[now : now + count] = places[at : at + count]
    return blame._replace(runs=_joined((place, 1) for place in moved))


def _blob_name(data: bytes, length: int) -> str:
    algorithm = hashlib.sha256 if length > 40 else hashlib.sha1
    return algorithm(b"blob %d\0%b" % (len(data), data)).hexdigest()


def _lines(data: bytes) -> list[bytes]:
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    return lines if lines[-1] else lines[:-1]


def _same(before: list[bytes], after: list[bytes]) -> Iterator[tuple[int, int, int]]:
    """Yield the lines that two texts have in common: places in both, and their number."""
    most, start, end = min(len(before), len(after)), 0, 0
    while start < most and before[start] == after[start]:
        start += 1
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    yield 0, 0, start
    if len(old) * len(new) <= _MOST_COMPARED:
        for at, now, count in SequenceMatcher(None, old, new).get_matching_blocks():
            yield start + at, start + now, count
    yield len(before) - end, len(after) - end, end
