"""Which file of a tree an address in a report means."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

#: So many bases may rest on one another.
_DEEPEST = 10


def path_of(location: object, bases: object, root: str) -> str:
    """Return the path in the tree of an ``artifactLocation``; ``""`` where it is outside.

    :param bases: ``originalUriBaseIds`` of the run.
    :param root: of the tree, absolute and POSIX.
    """
    uri = _text(location, "uri")
    if not uri:
        return ""
    whole = _absolute(uri, location, bases)
    if whole is None:
        return ""
    if whole.startswith("/"):
        if inside := _inside(whole, root):
            return inside
        if _scheme(uri):
            return ""
    # What was made on another machine has the paths of the tree itself.
    return _relative(unquote(uri))


def from_above(path: str, root: str) -> str:
    """Return the path in the tree of one that is relative to a folder above the tree, as of a tool
    that was run there; ``""`` where it is none.

    :param root: of the tree, absolute and POSIX.
    """
    folders = path.split("/")[:-1]
    for count in range(len(folders), 0, -1):
        if root.endswith("/" + "/".join(folders[:count])):
            return path.split("/", count)[count]
    return ""


def _text(value: object, key: str) -> str:
    text = value.get(key) if isinstance(value, Mapping) else None
    return text if isinstance(text, str) else ""


def _scheme(uri: str) -> str:
    try:
        return urlsplit(uri).scheme
    except ValueError:
        return "wrong"


def _absolute(uri: str, location: object, bases: object) -> str | None:
    """Return the absolute path of a location as far as its bases say; else the relative one.
    ``None`` for an address that no file has."""
    path = ""
    for _ in range(_DEEPEST):
        scheme = _scheme(uri)
        if scheme not in ("", "file"):
            return None
        here = unquote(urlsplit(uri).path) if scheme or not uri.startswith("//") else uri
        path = f"{here.rstrip('/')}/{path}" if path else here
        base = _text(location, "uriBaseId")
        if path.startswith("/") or not base or not isinstance(bases, Mapping):
            break
        location = bases.get(base)
        uri = _text(location, "uri")
        if not uri:
            break
    return path


def _inside(path: str, root: str) -> str:
    """Return an absolute path as it is seen from a folder; ``""`` where it is outside."""
    whole = posixpath.normpath(path)
    base = root.rstrip("/") + "/"
    return _relative(whole.removeprefix(base)) if whole.startswith(base) else ""


def _relative(path: str) -> str:
    """Return a relative path without detours; ``""`` for one that leaves its folder."""
    if path.startswith("/") or "\\" in path or "\0" in path:
        return ""
    plain = posixpath.normpath(path)
    return "" if plain in (".", "..") or plain.startswith("../") else plain
