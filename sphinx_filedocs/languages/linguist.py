"""What GitHub's Linguist calls the languages of files, by their names: the standard of names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from sphinx_filedocs.model.files import LanguageType

_DATA = Path(__file__).resolve().parent / "linguist.toml"
_TYPES = Path(__file__).resolve().parent / "linguist_types.toml"
_OPEN_VERSION = re.compile(r"(?<=\d)\.x\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """A language that Linguist knows.

    :param lexer: the short name of its Pygments lexer; ``""`` when there is none.
    """

    name: str
    lexer: str


@dataclass(frozen=True, slots=True)
class _Lists:
    by_name: Mapping[str, Known]
    by_file: Mapping[str, tuple[Known, ...]]
    by_ending: Mapping[str, tuple[Known, ...]]
    popular: frozenset[str]
    generic: frozenset[str]


def candidates(name: str) -> tuple[Known, ...]:
    """Return the languages that a file of that name may be in; several where nothing decides.

    :param name: without a folder.
    """
    lists = _lists()
    name = without_version(name)
    if name in lists.by_file:
        return lists.by_file[name]
    for ending in endings(name):
        if listed := lists.by_ending.get(ending.lower()):
            return () if ending.lower() in lists.generic else listed
    return ()


def without_version(name: str) -> str:
    """Return a file's name without the place that a version at its end leaves open, ``2.x``, which
    is no ending."""
    return _OPEN_VERSION.sub("", name)


def endings(name: str) -> list[str]:
    """Return the endings of a file name, longest first: ``.d.ts``, ``.ts``; none for ``.ts``."""
    return [name[at:] for at, letter in enumerate(name) if letter == "." and at > 0]


def popular() -> frozenset[str]:
    """Return the names of the languages that an ending means first."""
    return _lists().popular


@lru_cache(maxsize=1024)
def called(name: str) -> Known | None:
    """Return the language of a name, however its letters are written; ``None`` when there is
    none."""
    return _lists().by_name.get(name.casefold())


def names() -> Iterator[str]:
    """Return the names of all languages in small letters."""
    return iter(_lists().by_name)


def language_type(name: str) -> LanguageType | None:
    """Return what a language is for; ``None`` when Linguist does not know it."""
    if kind := _types().get(name.casefold()):
        return kind
    return "programming" if called(name) else None


@cache
def _types() -> Mapping[str, LanguageType]:
    data = cast("Mapping[LanguageType, list[str]]", tomllib.loads(_TYPES.read_text("utf-8")))
    return {name.casefold(): kind for kind, names in data.items() for name in names}


@cache
def _lists() -> _Lists:
    data = tomllib.loads(_DATA.read_text("utf-8"))
    by_name: dict[str, Known] = {}
    by_file: dict[str, tuple[Known, ...]] = {}
    by_ending: dict[str, tuple[Known, ...]] = {}
    for name, (lexer, *listed) in data["endings"].items():
        known = Known(name, lexer)
        by_name[name.casefold()] = known
        for ending in map(str.lower, listed):
            others = by_ending.get(ending, ())
            if known not in others:
                by_ending[ending] = (*others, known)
        for file in data["filenames"].get(name, ()):
            by_file[file] = (*by_file.get(file, ()), known)
    popular, generic = frozenset(data["popular"]), frozenset(data["generic"])
    return _Lists(by_name, by_file, by_ending, popular, generic)
