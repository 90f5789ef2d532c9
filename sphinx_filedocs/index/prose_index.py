"""Which prose of a tree explains which of its files, folders and symbols."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Container, Mapping
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import Mention
from sphinx_filedocs.model.files import File
from sphinx_filedocs.source import manifest_words

#: Texts that name what has changed or who has written it, and explain nothing.
_NEWS = re.compile(
    r"(?:.*[._-])?(?:change|history|news|release|todo|authors|thanks|licen[cs]e|copying|contributors|upgrad"
    r"|migrat|roadmap|deprecat|known_bugs|00-release)",
    re.IGNORECASE,
)
_SHAPED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|::|\.|#|->|\(\)\Z")
_COMPOUND = re.compile(r"[A-Za-z]{3}[_-][A-Za-z]{2}|[a-z]{2}[A-Z][a-z]")
_SEPARATOR = re.compile(r"::|->|#")
_LONGEST = 120
#: Of places that name one thing so many are kept, those that explain it first.
_MOST = 50


class ProsePlace(NamedTuple):
    """A place in prose that names something."""

    path: str
    mention: Mention


class ProseIndex(NamedTuple):
    """The places of a tree's prose by what they name.

    :param paths: by the path of a file or folder.
    :param symbols: by the name of what may be a symbol, its parts joined with dots.
    :param targets: of each text, the file or folder that each of its mentions names, ``""`` for
        none.
    """

    paths: Mapping[str, tuple[ProsePlace, ...]]
    symbols: Mapping[str, tuple[ProsePlace, ...]]
    targets: Mapping[str, tuple[str, ...]]


def index_prose(files: Mapping[str, File], folders: Container[str]) -> ProseIndex:
    """Return the places of all prose of a tree by what they name; only names are compared."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for path in files:
        by_name[path.rpartition("/")[2]].append(path)
    paths: defaultdict[str, list[ProsePlace]] = defaultdict(list)
    symbols: defaultdict[str, list[ProsePlace]] = defaultdict(list)
    targets: dict[str, tuple[str, ...]] = {}
    for path, file in files.items():
        if not file.facts.mentions or _NEWS.match(file.name) or file.generated:
            continue
        named = [
            (mention, _named(path, mention.name, by_name, files, folders))
            for mention in file.facts.mentions
        ]
        # A text that explains files of a folder means these by their bare names.
        explained = {posixpath.dirname(one) for mention, one in named if one and mention.says}
        meant: list[str] = []
        for mention, one in named:
            is_meant = bool(one) and one != path and _is_meant(path, mention, one, explained)
            meant.append(one if is_meant else "")
            if is_meant:
                paths[one].append(ProsePlace(path, mention))
            elif not one and (symbol := symbol_name(mention.name)):
                symbols[symbol].append(ProsePlace(path, mention))
        targets[path] = tuple(meant)
    return ProseIndex(_sorted(paths), _sorted(symbols), targets)


def _is_meant(path: str, mention: Mention, named: str, explained: Container[str]) -> bool:
    """Return whether a text that uses a name means this file: by a bare name it may mean one of a
    reader's own, such as ``config.py``."""
    if "/" in mention.name:
        return True
    if mention.name.startswith(".") or manifest_words.is_manifest(mention.name):
        return False
    folder = posixpath.dirname(named)
    near = folder == posixpath.dirname(path) or folder in explained
    return near or bool(mention.says) or bool(_COMPOUND.search(mention.name))


def _sorted(places: Mapping[str, list[ProsePlace]]) -> dict[str, tuple[ProsePlace, ...]]:
    return {name: tuple(sorted(rows, key=_order)[:_MOST]) for name, rows in sorted(places.items())}


def _order(place: ProsePlace) -> tuple[bool, int, str, int]:
    return not place.mention.says, place.path.count("/"), place.path, place.mention.line


def symbol_name(written: str) -> str:
    """Return a name as symbols have it, its parts joined with dots; ``""`` for a mere word."""
    if "/" in written or not _SHAPED.search(written):
        return ""
    return _SEPARATOR.sub(".", written.removesuffix("()")).strip(".")


def _named(
    path: str,
    name: str,
    by_name: Mapping[str, list[str]],
    files: Container[str],
    folders: Container[str],
) -> str:
    """Return the one file or folder that a text means by a name, ``""`` for none."""
    if len(name) > _LONGEST:
        return ""
    bare = name.rstrip("/")
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), bare.lstrip("/")))
    at_root = posixpath.normpath(bare.lstrip("/"))
    for one in (at_root, beside) if name.startswith("/") else (beside, at_root):
        if one in files or one in folders:
            return "" if one == "." else one
    if ".." in bare:
        return ""
    known = by_name.get(bare.rpartition("/")[2], ())
    fitting = [one for one in known if one.endswith(f"/{bare}")] if len(known) <= _MOST else []
    return fitting[0] if len(fitting) == 1 else ""
