"""Indexes prose by the files, folders and symbols that it names."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
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
_README = re.compile(r"read-?me(?![a-z])", re.IGNORECASE)
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
    """Places in prose, by target.

    :param paths: by file or folder.
    :param symbols: by name, joined with dots.
    :param targets: the target of each mention in a text, ``""`` for none.
    """

    paths: Mapping[str, tuple[ProsePlace, ...]]
    symbols: Mapping[str, tuple[ProsePlace, ...]]
    targets: Mapping[str, tuple[str, ...]]


def index_prose(files: Mapping[str, File], folders: Container[str]) -> ProseIndex:
    """Return the places in prose by target; only names are compared."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for path in files:
        by_name[path.rpartition("/")[2]].append(path)
    paths: defaultdict[str, list[ProsePlace]] = defaultdict(list)
    symbols: defaultdict[str, list[ProsePlace]] = defaultdict(list)
    targets: dict[str, tuple[str, ...]] = {}
    for path, file in files.items():
        if not file.facts.mentions or _is_news(file) or file.generated:
            continue
        named = [
            (mention, _named(file, mention.name, by_name, files, folders))
            for mention in file.facts.mentions
        ]
        explained = _explained(named)
        by_heading: defaultdict[str, list[tuple[Mention, str]]] = defaultdict(list)
        for mention, target in named:
            by_heading[mention.heading].append((mention, target))
        near = {heading: _explained(rows) for heading, rows in by_heading.items()}
        meant: list[str] = []
        for mention, target in named:
            # A mere word means one only in the section that explains others.
            around = explained if _is_shaped(mention) else near[mention.heading]
            is_meant = bool(target) and target != path and _is_meant(file, mention, target, around)
            if is_meant and target in files and not mention.linked:
                is_meant = not _may_be_another(file, mention.name, files[target], by_name)
            meant.append(target if is_meant else "")
            if is_meant:
                paths[target].append(ProsePlace(path, mention))
            elif not target and mention.code and (symbol := symbol_name(mention.name)):
                symbols[symbol].append(ProsePlace(path, mention))
        targets[path] = tuple(meant)
    return ProseIndex(_sorted(paths), _sorted(symbols), targets)


def _explained(named: Iterable[tuple[Mention, str]]) -> set[str]:
    return {posixpath.dirname(target) for mention, target in named if target and mention.says}


def _is_shaped(mention: Mention) -> bool:
    name = mention.name.rstrip("/")
    return bool(_SHAPED.search(name) or _COMPOUND.search(name))


def _is_news(file: File) -> bool:
    return _NEWS.match(file.name) is not None


def _is_meant(text: File, mention: Mention, named: str, explained: Container[str]) -> bool:
    """Return True if a text means this file or folder: ``config.py`` may be the reader's own, and a
    word may mean something else.
    """
    name = mention.name.rstrip("/")
    if mention.linked or "/" in name:
        return True
    if name.startswith(".") or name in manifest_words.NAMES:
        return False
    folder = posixpath.dirname(named)
    if mention.says or folder in explained:
        return True
    if not _is_shaped(mention):
        # A mere word, such as "extensions", is no folder because one is called so.
        return name != mention.name and folder == text.folder and _stands_for(text, named)
    return folder == text.folder or bool(_COMPOUND.search(name))


def is_readme(file: File) -> bool:
    """Return True if a file has the name of a README."""
    return _README.match(file.name) is not None


def _stands_for(text: File, path: str) -> bool:
    around = f"{text.folder}/" if text.folder else ""
    return is_readme(text) and path.startswith(around)


def _may_be_another(
    text: File,
    name: str,
    named: File,
    by_name: Mapping[str, list[str]],
) -> bool:
    if _stands_for(text, named.path):
        return False
    bare = name.lstrip("./")
    # A path that is none of the tree is that of another folder, which examples and tests are.
    is_example = named.has_role("test", "example")
    is_below = not text.folder or named.path.startswith(f"{text.folder}/")
    if "/" in bare and is_example and not is_below and bare != named.path:
        return True
    known = by_name.get(named.name, ())
    return sum(f"/{path}".endswith(f"/{bare}") for path in known[:_MOST]) > 1


def _sorted(places: Mapping[str, list[ProsePlace]]) -> dict[str, tuple[ProsePlace, ...]]:
    return {name: tuple(sorted(rows, key=_order)[:_MOST]) for name, rows in sorted(places.items())}


def _order(place: ProsePlace) -> tuple[bool, int, str, int]:
    return not place.mention.says, place.path.count("/"), place.path, place.mention.line


def symbol_name(written: str) -> str:
    """Return a name joined with dots, ``""`` for a mere word."""
    if "/" in written or not _SHAPED.search(written):
        return ""
    return _SEPARATOR.sub(".", written.removesuffix("()")).strip(".")


def _named(
    text: File,
    name: str,
    by_name: Mapping[str, list[str]],
    files: Container[str],
    folders: Container[str],
) -> str:
    if len(name) > _LONGEST:
        return ""
    bare = name.rstrip("/")
    beside = posixpath.normpath(posixpath.join(text.folder, bare.lstrip("/")))
    at_root = posixpath.normpath(bare.lstrip("/"))
    for path in (at_root, beside) if name.startswith("/") else (beside, at_root):
        if path in files or path in folders:
            return "" if path == "." else path
    if ".." in bare:
        return ""
    known = by_name.get(bare.rpartition("/")[2], ())
    fitting = [path for path in known if path.endswith(f"/{bare}")] if len(known) <= _MOST else []
    return fitting[0] if len(fitting) == 1 else ""
