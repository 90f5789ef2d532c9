"""Which images of a tree pages show: those of formats that browsers show, not too large, without
credentials in them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

#: An image is copied up to so many bytes; one that stands in the page itself has less.
LARGEST, LARGEST_INLINE = 2_000_000, 150_000
_TYPES: Mapping[str, str] = {
    ".png": "image/png",
    ".apng": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".ico": "image/x-icon",
}
#: What a file of each type begins with, from which byte on.
_BEGINS: Mapping[str, tuple[int, tuple[bytes, ...]]] = {
    "image/png": (0, (b"\x89PNG\r\n\x1a\n",)),
    "image/jpeg": (0, (b"\xff\xd8\xff",)),
    "image/gif": (0, (b"GIF87a", b"GIF89a")),
    "image/webp": (8, (b"WEBP",)),
    "image/avif": (4, (b"ftypavif", b"ftypavis")),
    "image/bmp": (0, (b"BM",)),
    "image/x-icon": (0, (b"\0\0\1\0",)),
}


def suffix(path: str) -> str:
    """Return the ending of a path, in small letters, with its dot."""
    name = path.rpartition("/")[2].lower()
    return f".{name.rpartition('.')[2]}" if "." in name else ""


def is_raster(path: str) -> bool:
    """Return whether a path is one of an image of pixels that browsers show."""
    return suffix(path) in _TYPES


def is_whole(path: str, data: bytes) -> bool:
    """Return whether data is what the path says: a browser must take it for nothing else."""
    return _is_of_type(_TYPES[suffix(path)], data)


def _is_of_type(kind: str, data: bytes) -> bool:
    start, begins = _BEGINS[kind]
    return data[start:].startswith(begins)


def svg_address(source: str) -> str:
    """Return the address of an SVG that holds all of it, ``""`` for one that is too large.

    In an ``img`` no script of it runs and nothing is loaded (SVG 2, "secure static mode"); and no
    file lies beside the page that could be opened by itself.
    """
    data = source.encode("utf-8", "replace")
    if len(data) > LARGEST_INLINE or "<svg" not in source:
        return ""
    return f"data:image/svg+xml;base64,{base64.b64encode(data).decode('ascii')}"


def inline_address(kind: str, encoded: str) -> str:
    """Return the address of an image that is written in Base64, ``""`` for what is none.

    :param kind: its media type.
    """
    if kind not in _BEGINS or len(encoded) > LARGEST_INLINE * 4 // 3 + 1000:
        return ""
    try:
        data = base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        return ""
    if not _is_of_type(kind, data):
        return ""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
