"""Reads the list of tracked files from Git's index, if Git itself can't be run.

The format is that of gitformat-index(5). dulwich would read it too: it is all of Git again, for
this part alone. Nothing else of a repository is read, and nothing in it is run.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from sphinx_filedocs.source.walk import MAX_IGNORE_FILE, read_regular

#: So many bytes of an index are read (Chromium's: 60 million), and of a file that names a folder.
_LARGEST, _LONGEST = 1 << 28, 1 << 12
#: Before the hash in an entry; the place of its mode there.
_BEFORE, _MODE = 40, 24
_EXTENDED = 0x4000
#: The hash of files and of the index itself: its function, and its size in bytes.
_HASHES = ((hashlib.sha1, 20), (hashlib.sha256, 32))


class UnreadableIndexError(Exception):
    """An index does not list the tracked files; the message has the reason."""


def top_of(folder: Path) -> Path | None:
    """Return the nearest folder at or above *folder* that has a ``.git``."""
    place = Path(os.path.realpath(folder))
    return next((top for top in (place, *place.parents) if os.path.lexists(top / ".git")), None)


def tracked(folder: Path) -> list[str]:
    """Return the paths of tracked files and submodules below a folder of a work tree, relative to
    it.

    :raises UnreadableIndexError: when they are not known.
    """
    place = Path(os.path.realpath(folder))
    top = top_of(place)
    if top is None:
        raise UnreadableIndexError("no .git at or above the folder")
    try:
        data = read_regular(str(_git_folder(top) / "index"), _LARGEST + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from error
    below = os.fsencode(place.relative_to(top).as_posix()) + b"/" if place != top else b""
    names = parse(data)
    return [os.fsdecode(name[len(below) :]) for name in names if name.startswith(below)]


def excluded(top: Path) -> bytes:
    """Return the rules of ``info/exclude``, common to all work trees of a repository.

    :raises UnreadableIndexError: when they are not known.
    """
    try:
        folder = _git_folder(top)
        if os.path.lexists(folder / "commondir"):
            common = read_regular(str(folder / "commondir"), _LONGEST)
            folder /= os.fsdecode(common.rstrip(b"\r\n"))
        # Else the file may be missing with the whole folder.
        folder.stat()
        rules = folder / "info" / "exclude"
        return read_regular(str(rules), MAX_IGNORE_FILE) if os.path.lexists(rules) else b""
    except (OSError, ValueError) as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> UnreadableIndexError:
    return UnreadableIndexError(getattr(error, "strerror", "") or "not a regular file")


def parse(data: bytes) -> list[bytes]:
    """Return the names in an index, each once.

    :raises UnreadableIndexError: when it is damaged, or says less than all.
    """
    if len(data) > _LARGEST:
        raise UnreadableIndexError("it is too large")
    if data[:4] != b"DIRC" or len(data) < 12:
        raise UnreadableIndexError("it is damaged")
    for made, size in _HASHES:
        end = len(data) - size
        # Git may leave out the sum.
        if data[end:] in (made(data[:end]).digest(), bytes(size)):
            try:
                names = list(dict.fromkeys(_names(data, end, size)))
            except (IndexError, ValueError, struct.error):
                continue
            if not any(map(_is_hostile, names)):
                return names
    raise UnreadableIndexError("it is damaged")


def _git_folder(top: Path) -> Path:
    """Return the folder of a work tree's index: a submodule and a further work tree have a file
    that names it."""
    place = top / ".git"
    if place.is_dir():
        return place
    text = read_regular(str(place), _LONGEST)
    if not text.startswith(b"gitdir: "):
        msg = ".git names no folder"
        raise ValueError(msg)
    return top / os.fsdecode(text.removeprefix(b"gitdir: ").rstrip(b"\r\n"))


def _names(data: bytes, end: int, size: int) -> Iterator[bytes]:
    version, count = struct.unpack_from(">II", data, 4)
    if version not in (2, 3, 4):
        raise UnreadableIndexError(f"its version is {version}")
    at, name = 12, b""
    for _ in range(count):
        begin = at
        mode, flags = _number(data, at + _MODE), data[at + _BEFORE + size] << 8
        at += _BEFORE + size + (4 if flags & _EXTENDED else 2)
        if version == 4:
            strip, at = _varint(data, at)
            if strip > len(name):
                msg = "it strips more than there is"
                raise ValueError(msg)
            name = name[: len(name) - strip]
        else:
            name = b""
        stop = data.index(b"\0", at, end)
        name += data[at:stop]
        # Without prefixes, entries are filled up to eights.
        at = stop + 1 if version == 4 else stop + 8 - (stop - begin) % 8
        if mode >> 12 == 4:
            raise UnreadableIndexError("it is sparse")
        yield name
    while at < end:
        kind = data[at : at + 4]
        # An extension with a small letter means that the entries are not all.
        if not b"A" <= kind[:1] <= b"Z":
            raise UnreadableIndexError(f"it is divided ({kind.decode('ascii', 'replace')})")
        at += 8 + _number(data, at + 4)
    if at != end:
        msg = "it ends too early"
        raise ValueError(msg)


def _number(data: bytes, at: int) -> int:
    value: int = struct.unpack_from(">I", data, at)[0]
    return value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number and the bytes behind it; each byte but the last one has the highest bit."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = (value + 1) << 7 | data[at] & 0x7F
    return value, at + 1


def _is_hostile(name: bytes) -> bool:
    """Return True if a path has a part ``..``, ``.`` or none: Git itself writes none."""
    return not {b"", b".", b".."}.isdisjoint(name.split(b"/"))
