"""Writes files whole or not at all, and texts that may hold undecodable names."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

#: The standard output and the standard error.
_STREAMS = (1, 2)
_BLOCK = 1 << 20
_SURROGATE = re.compile("[\ud800-\udfff]")
#: In JSON: what is none, and one that is alone.
_ESCAPED = re.compile(r"\\\\|\\ud[89ab]\w\w\\ud[c-f]\w\w|\\u(d[89a-f]\w\w)")


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file to write to, and move it to *path* at the end.

    It replaces a regular file, also behind symbolic links, and keeps mode, owner and attributes. A
    file with other hard links, or in a folder that takes no other file, is overwritten. A pipe or a
    device is opened and written.

    :raises OSError: on failure; a regular file is unchanged then.
    """
    before = None
    with suppress(FileNotFoundError):
        before = path.stat()
    target = Path(os.path.realpath(path))
    part = _beside(target) if before is None or _is_replaceable(target, before) else None
    if part is None:
        with tempfile.TemporaryFile() as file:
            yield file
            file.seek(0)
            _write_over(path, file)
        return
    try:
        with part.open("wb") as file:
            yield file
        if not _replace(part, target, before):
            with part.open("rb") as file:
                _write_over(path, file)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as :func:`written` does.

    :raises OSError: on failure.
    """
    with written(path) as file:
        file.write(data)


def utf8(text: str) -> str:
    r"""Escape bytes of names that are not UTF-8, as pages do. Example: ``caf\xe9``."""
    return text if text.isascii() else _SURROGATE.sub(lambda match: _byte(ord(match[0])), text)


def utf8_json(value: object, indent: int | None = None) -> str:
    """Return JSON in ASCII, with all texts as :func:`utf8` returns them."""
    text = json.dumps(value, indent=indent)
    if "\\ud" not in text:
        return text
    return _ESCAPED.sub(
        lambda match: f"\\{_byte(int(match[1], 16))}" if match[1] else match[0], text
    )


def _byte(code: int) -> str:
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def _is_replaceable(target: Path, before: os.stat_result) -> bool:
    """Tell whether a new file can replace one without a loss.

    :param target: the end of the links when *before* was read.
    """
    # The target of /dev/stdout may be gone.
    is_there = target.exists() and os.path.samestat(target.stat(), before)
    if not (is_there and stat.S_ISREG(before.st_mode)) or _stream(before) is not None:
        return False
    if not os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return before.st_nlink == 1


def _beside(target: Path) -> Path | None:
    """Create an empty file beside another one; ``None`` if the folder takes none."""
    part = target.with_name(f".filedocs-{uuid.uuid4().hex}")
    try:
        part.touch(exist_ok=False)
    except PermissionError:
        if not target.exists():
            raise
        return None
    return part


def _replace(part: Path, target: Path, before: os.stat_result | None) -> bool:
    """Replace a file, and tell whether it kept mode, owner and attributes."""
    try:
        if before:
            made = part.stat()
            if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
                os.chown(part, before.st_uid, before.st_gid)
            shutil.copystat(target, part)
            os.utime(part)
        part.replace(target)
    except OSError as error:
        # Another owner's file, or one that is mounted by itself.
        if before is None or error.errno not in (errno.EPERM, errno.EACCES, errno.EBUSY):
            raise
        return False
    return True


def _write_over(path: Path, content: IO[bytes]) -> None:
    """Write to a path. If that fails, restore a regular file."""
    status = path.stat()
    stream = _stream(status)
    if stream is not None:
        with os.fdopen(os.dup(stream), "wb") as file:
            shutil.copyfileobj(content, file)
    elif not stat.S_ISREG(status.st_mode):
        with path.open("wb") as file:
            shutil.copyfileobj(content, file)
    else:
        # Without a buffer, which would be written again when the file is closed.
        with path.open("r+b", buffering=0) as raw:
            old = raw.readall()
            try:
                _overwrite(raw.fileno(), iter(lambda: content.read(_BLOCK), b""))
            except OSError:
                _overwrite(raw.fileno(), iter((old,)))
                raise


def _overwrite(descriptor: int, blocks: Iterator[bytes]) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    size = 0
    for block in blocks:
        view = memoryview(block)
        while view:
            done = os.write(descriptor, view)
            view, size = view[done:], size + done
    os.ftruncate(descriptor, size)


def _stream(status: os.stat_result) -> int | None:
    """Return the standard stream of the same file, as with ``>>``."""
    for descriptor in _STREAMS:
        with suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), status):
                return descriptor
    return None
