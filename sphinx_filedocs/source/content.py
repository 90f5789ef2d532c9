"""Reads files that may be anything: binary, huge, of any encoding, or gone.

No text leaves here with a credential in it, unless an option says that it is meant to be seen."""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_filedocs.model.files import Diagnostic, FileKind, text_encoding
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source import credentials

#: In bytes; much larger ones are taken from the system and given back each time.
_BLOCK = 1 << 16
#: The part of a file to search for credentials, in bytes.
_HEAD = 1 << 20
#: Git looks for a NUL byte in so many first bytes to call a file binary (buffer_is_binary).
_SNIFFED = 8000
#: Bytes that are rare in texts of any encoding, and a tenth of compressed data.
_CONTROLS = bytes({*range(32), 127} - {*b"\t\n\v\f\r\b\x1b"})
_MOST_CONTROLS = 0.04
#: UTF-32's little-endian mark begins with UTF-16's, so it comes first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: PEP 263's declaration, after the comment marks of other languages too.
_COOKIE = re.compile(rb"[ \t\f]*(?:#|//|/\*|;|--|%|\.\.).*?coding[:=][ \t]*([-\w.]+)")
_COOKIE_LINE = 500
_REPLACEMENT = "\ufffd"
#: So many credentials of one file are reported by themselves.
_MOST_REPORTED = 20


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file.

    :param text: with a line feed for every line end and no byte order mark, and with credentials
        masked; empty but for text.
    :param encoding: as Python names it; empty but for text.
    :param size: in bytes, ``digest`` hexadecimal; of the content. The digest of a text with masked
        credentials is another one than that of the same text without.
    :param lines: the number of lines of text and of a huge file.
    """

    kind: FileKind
    text: str = ""
    encoding: str = ""
    size: int = 0
    digest: str = ""
    lines: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()


def read(
    root: Path,
    path: str,
    limit: int,
    public: Sequence[str] = (),
    clean: str = "",
    encoding: str = "",
) -> Content:
    """Return the content of the file ``path`` below ``root``; raises nothing.

    A symbolic link is not followed; its digest is that of its target's path.

    :param path: POSIX, relative to ``root``.
    :param limit: a larger text, in bytes, is ``huge``: it is counted, but not held.
    :param public: patterns in the syntax of ``.gitignore`` of the files whose credentials are meant
        to be seen.
    :param clean: the digest of a content that needs no second search for credentials.
    :param encoding: see :func:`decode`.
    """
    # Path would change some names ("a//b"), and an empty file name is the folder.
    place = f"{root}/{path}"
    try:
        if stat.S_ISLNK(os.lstat(place).st_mode):
            target = os.fsencode(os.readlink(place))  # noqa: PTH115 - as written, any bytes
            return Content(
                "link", size=len(target), digest=hashlib.blake2b(target, digest_size=16).hexdigest()
            )
        return _read_file(place, path, limit, public, clean, encoding)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        trouble = Diagnostic(
            path, "unreadable", Phrase("it can't be read: {reason}", reason=reason)
        )
        return Content("unreadable", diagnostics=(trouble,))


def read_text(
    root: Path,
    path: str,
    limit: int,
    public: Sequence[str] = (),
    clean: str = "",
    encoding: str = "",
) -> str:
    """Return the text that :func:`read` finds in a file, in less time; raises nothing.

    :param path: and *limit*, *public*, *clean* and *encoding*: as there.
    """
    place = f"{root}/{path}"
    size, blocks = 0, []
    try:
        if stat.S_ISLNK(os.lstat(place).st_mode):
            return ""
        for block in _blocks(place):
            blocks.append(block)
            size += len(block)
            if size > limit:
                return ""
    except (OSError, ValueError):
        return ""
    data = b"".join(blocks)
    if _is_binary(data):
        return ""
    text = decode(path, data, encoding)[0]
    is_clean = clean and hashlib.blake2b(data, digest_size=16).hexdigest() == clean
    return text if is_clean or credentials.is_public(path, public) else credentials.masked(text)[0]


def read_head(root: Path, path: str) -> bytes:
    """Return the first bytes of a file, a million at most; none if it can't be read."""
    blocks: list[bytes] = []
    with contextlib.suppress(OSError, ValueError):
        for block in _blocks(f"{root}/{path}"):
            blocks.append(block)
            if len(blocks) * _BLOCK >= _HEAD:
                break
    return b"".join(blocks)


def count_lines(text: str) -> int:
    """Return the number of lines of a text; one without a line end at its end counts."""
    return text.count("\n") + (not text.endswith("\n") if text else 0)


def _blocks(place: str) -> Iterator[bytes]:
    # A pipe that took the file's place must not be waited for, nor a link be followed.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    with open(os.open(place, flags | getattr(os, "O_BINARY", 0)), "rb", buffering=0) as file:  # noqa: PTH123
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is not a file")
        while block := file.read(_BLOCK):
            yield block


def _read_file(
    place: str, path: str, limit: int, public: Sequence[str], clean: str, said: str
) -> Content:
    digest = hashlib.blake2b(digest_size=16)
    size = line_ends = 0
    blocks: list[bytes] = []
    head = last = b""
    for block in _blocks(place):
        head, last = head or block[:_SNIFFED], block
        digest.update(block)
        size += len(block)
        blocks.append(block)
        if size > limit:
            line_ends += sum(block.count(b"\n") for block in blocks)
            blocks.clear()
    data = b"".join(blocks)
    if _is_binary(data or head):
        return Content("binary", size=size, digest=digest.hexdigest())
    if size > limit:
        lines = line_ends + (not last.endswith((b"\n", b"\n\0", b"\n\0\0\0")))
        return Content("huge", size=size, digest=digest.hexdigest(), lines=lines)
    text, encoding, diagnostics = decode(path, data, said)
    if digest.hexdigest() != clean and not credentials.is_public(path, public):
        text, secrets = credentials.masked(text)
        if secrets:
            digest.update(b"\0masked")
            diagnostics += tuple(_reports(path, secrets))
    lines = count_lines(text)
    return Content("text", text, encoding, size, digest.hexdigest(), lines, diagnostics)


def _reports(path: str, secrets: Sequence[credentials.Secret]) -> Iterator[Diagnostic]:
    for name, line in secrets[:_MOST_REPORTED]:
        message = Phrase(
            "line {line} holds a credential ({kind}), which is masked",
            line=line,
            kind=Phrase(name),
        )
        yield Diagnostic(path, "secret", message, line)
    if len(secrets) > _MOST_REPORTED:
        more = len(secrets) - _MOST_REPORTED
        message = Phrase.counted(
            "{count:,} more credential is masked", "{count:,} more credentials are masked", more
        )
        yield Diagnostic(path, "secret", message)


def decode(path: str, data: bytes, said: str = "") -> tuple[str, str, tuple[Diagnostic, ...]]:
    """Return the text that ``data`` holds, its encoding, and diagnostics.

    A byte order mark counts first, then a declaration (PEP 263), then UTF-8, then the encoding from
    elsewhere, then the likely one of its bytes. Undecodable bytes and NUL become U+FFFD in the
    text.

    :param path: for the diagnostics.
    :param said: the encoding that another file or an option says, or that was detected before.
    """
    encoding = _marked(data) or _unmarked_utf16(data) or _declared(data) or _unsaid(data, said)
    diagnostics: tuple[Diagnostic, ...] = ()
    try:
        text = data.decode(encoding)
    except UnicodeError as error:
        text = data.decode(encoding, "replace")
        diagnostics = (_misfit(path, data, encoding, error),)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        message = Phrase(
            "line {line} holds a NUL character, shown as {replacement}",
            line=line,
            replacement=_REPLACEMENT,
        )
        diagnostics += (Diagnostic(path, "encoding", message, line),)
        text = text.replace("\0", _REPLACEMENT)
    return text, encoding, diagnostics


def _unsaid(data: bytes, said: str) -> str:
    try:
        data.decode("utf-8")
    except UnicodeError:
        return said or detected(data) or "utf-8"
    return "utf-8"


def _misfit(path: str, data: bytes, encoding: str, error: UnicodeError) -> Diagnostic:
    start = error.start if isinstance(error, UnicodeDecodeError) else 0
    if encoding == "utf-8-sig":
        start += len(codecs.BOM_UTF8)
    before = data[:start].decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n") + 1
    byte = f" (0x{data[start]:02x})" if start < len(data) else ""
    message = Phrase(
        "not {encoding} at line {line}, byte {number} of the file{byte}; what does not fit is "
        "shown as {replacement}",
        encoding=encoding.removesuffix("-sig").upper(),
        line=line,
        number=start + 1,
        byte=byte,
        replacement=_REPLACEMENT,
    )
    return Diagnostic(path, "encoding", message, line)


def _is_binary(data: bytes) -> bool:
    """Return True if content is no text: its head has a NUL, or much of it can't be printed, as in
    a PDF whose pages are compressed."""
    head = data[:_SNIFFED]
    if _marked(head) is not None or _unmarked_utf16(head) is not None:
        return False
    if b"\0" in head:
        return True
    return len(data) - len(data.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(data)


def _marked(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _unmarked_utf16(data: bytes) -> str | None:
    """Return the UTF-16 encoding of a text without a mark when it is plain to see: ASCII for the
    most part, so that nearly every other byte is NUL and no control character is among the rest."""
    head = data[: _SNIFFED if len(data) >= _SNIFFED else len(data) // 2 * 2]
    half = len(head) // 2
    if half < 4 or b"\0" not in head:
        return None
    for encoding, high, low in (
        ("utf-16-le", head[1::2], head[::2]),
        ("utf-16-be", head[::2], head[1::2]),
    ):
        if high.count(0) >= 0.9 * half and all(byte >= 32 or byte in b"\t\n\r\f" for byte in low):
            return encoding
    return None


def _declared(data: bytes) -> str | None:
    for line in data[: 2 * _COOKIE_LINE].splitlines()[:2]:
        match = _COOKIE.match(line[:_COOKIE_LINE])
        if match is not None:
            return text_encoding(match[1].decode("ascii", "replace")) or None
    return None


#: Those of the Encoding Standard that are in wide use; of several that fit as well, the first.
#: Browsers read a text of unknown encoding as cp1252.
_USUAL = (
    "cp1252", "cp1251", "koi8_r", "cp932", "euc_jp", "gb18030", "big5", "cp949", "cp1250",
    "iso8859_2", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp866", "mac_roman",
)  # fmt: skip
#: Fewer bytes beyond ASCII tell no encodings apart.
_FEWEST_DETECTED = 6
#: So many bytes beside and beyond ASCII are looked at.
_MOST_DETECTED = 1 << 16


def detected(data: bytes) -> str:
    """Return the likely encoding of bytes that are no UTF-8; ``""`` if none is likely, or if
    they are UTF-8 for the most part."""
    rows = b"\n".join(row for row in data.splitlines() if not row.isascii())[:_MOST_DETECTED]
    text = rows.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if sum(not char.isascii() for char in text) - broken >= broken:
        return ""
    if sum(byte > 127 for byte in rows) < _FEWEST_DETECTED:
        return _USUAL[0] if _fits(rows, _USUAL[0]) else ""
    # Few trees need it.
    from charset_normalizer import from_bytes  # noqa: PLC0415

    matches = from_bytes(rows, cp_isolation=list(_USUAL), enable_fallback=False)
    likely = {match.encoding: match.chaos for match in matches if _fits(data, match.encoding)}
    if _USUAL[0] in likely:
        return _USUAL[0]
    best = min(likely, key=lambda name: (likely[name], _USUAL.index(name)), default="")
    # Of encodings that read the text alike, the first is meant.
    same = (name for name in _USUAL if best and _fits(data, name))
    return next((name for name in same if data.decode(name) == data.decode(best)), "")


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True
