"""The type of a file: its language, and its name as GitHub's Linguist has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, cast

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
from pygments.util import ClassNotFound

from sphinx_filedocs import languages
from sphinx_filedocs.languages.table import additions, load, per_table
from sphinx_filedocs.model.files import LanguageType
from sphinx_filedocs.source.ignore import IgnoreRules, parse_patterns

_DATA = Path(__file__).resolve().parent / "linguist.toml"
_TYPES = Path(__file__).resolve().parent / "linguist_types.toml"


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
    """Return the possible languages of a file by its name; several if it is ambiguous.

    :param name: without a folder.
    """
    lists = _linguist()
    name = without_version(name)
    if name in lists.by_file:
        return lists.by_file[name]
    for ending in languages.endings(name):
        if listed := lists.by_ending.get(ending.lower()):
            return () if ending.lower() in lists.generic else listed
    return ()


def without_version(name: str) -> str:
    """Return a file's name without a version's placeholder at its end, ``2.x``, which is no
    ending."""
    return name[:-2] if name[-2:].lower() == ".x" and name[-3:-2].isdigit() else name


def popular() -> frozenset[str]:
    """Return the names of the languages that an ending means first."""
    return _linguist().popular


@lru_cache(maxsize=1024)
def called(name: str) -> Known | None:
    """Return the language of a name, however its letters are written; ``None`` when there is
    none."""
    return _linguist().by_name.get(name.casefold())


def _linguist_names() -> Iterator[str]:
    return iter(_linguist().by_name)


def listed_type(name: str) -> LanguageType | None:
    """Return the type of a language, such as ``data``; ``None`` if Linguist does not know it."""
    if kind := _linguist_types().get(name.casefold()):
        return kind
    return "programming" if called(name) else None


@cache
def _linguist_types() -> Mapping[str, LanguageType]:
    data = cast("Mapping[LanguageType, list[str]]", tomllib.loads(_TYPES.read_text("utf-8")))
    return {name.casefold(): kind for kind, names in data.items() for name in names}


@cache
def _linguist() -> _Lists:
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


_FORMATS = Path(__file__).resolve().parent / "formats.toml"
Trait = Literal["prose", "headings", "directives", "minifiable", "nameless", "keyed"]
#: Lexers that a file's name may lead to by mistake: they claim common endings for rare formats.
_UNLIKELY = frozenset({"Text only", "GAP", "Text output"})


@per_table
def having(trait: Trait) -> frozenset[str]:
    """Return the keys of languages and the short names of lexers that have a trait.

    :param trait: a list of ``formats.toml``, which explains each.
    """
    own = {key for key, language in load().items() if getattr(language, trait, False)}
    return frozenset(own.union(_formats()[trait]))


def _formats() -> Mapping[str, Sequence[str]]:
    return {name: value for name, value in _data().items() if isinstance(value, list)}


def _contents() -> Mapping[str, str]:
    contents = _data()["content"]
    return contents if isinstance(contents, dict) else {}


@cache
def _data() -> Mapping[str, object]:
    return tomllib.loads(_FORMATS.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class FileType:
    """A type of files.

    :param language: a language's key, else the short name of a Pygments lexer.
    :param name: the readable name; ``""`` when it is unknown.
    """

    language: str | None
    name: str


def language_type(file_type: FileType) -> LanguageType:
    """Return the type of a language as Linguist knows it; of the others, ours and users' are
    programming languages, and all the rest prose."""
    unknown: LanguageType = "programming" if file_type.language in load() else "prose"
    return listed_type(file_type.name) or unknown


def of_text(path: str, text: str) -> FileType:
    """Return the type of a text file, by its name and its first characters."""
    if meant := _meant(path):
        return meant
    head = text[:10_000]
    language = languages.detect(path, head.encode("utf-8", "replace"))
    if language:
        return FileType(language.key, language.name)
    name = path.rpartition("/")[2]
    known = _decided(name, head)
    if known:
        return _of_known(known)
    if lexed := _by_lexer(name):
        return lexed
    # As "Dockerfile.dev": nobody knows the ending.
    stem = name.partition(".")[0]
    return of_text(stem, text) if stem not in ("", name) else FileType(None, "Plain text")


def is_unsaid(path: str, language: str | None) -> bool:
    """Return True if the name of a file leaves its language open.

    :param language: the assumed one.
    """
    if language in load() or _meant(path):
        return False
    name = path.rpartition("/")[2]
    known = _decided(name, "")
    is_common = known is not None and any(known.name in names for names in _common())
    return not is_common and len(candidates(name)) != 1


def _called(name: str) -> FileType | None:
    if own := load().get(name):
        return FileType(own.key, own.name)
    known = called(name)
    return _of_known(known) if known else None


def named(name: str) -> FileType | None:
    """Return the type of the files in a language.

    :param name: a key of the table, or the name in Linguist or Pygments.
    """
    if known := _called(name):
        return known
    try:
        lexer = find_lexer_class_by_name(name)
    except ClassNotFound:
        return None
    return FileType(name, lexer.name)


@per_table
def marked(mark: str) -> str:
    """Return the key of our language for a mark of code: its key, a short name of its lexer or
    an ending of its files; ``""`` for none."""
    mark = mark.lower()
    for key, language in load().items():
        if mark in (key, language.lexer, language.name.lower()):
            return key
    try:
        aliases = find_lexer_class_by_name(mark).aliases
    except ClassNotFound:
        aliases = ()
    for key, language in load().items():
        if language.lexer in aliases or f".{mark}" in language.extensions:
            return key
    return ""


def names() -> list[str]:
    """Return the names that :func:`named` knows but for those of Pygments alone, in small letters
    and sorted."""
    return sorted({*load(), *_linguist_names()})


def _meant(path: str) -> FileType | None:
    for rules, name in reversed(_overrides()):
        if rules.selects(path):
            return named(name)
    return None


def encoding_said(path: str) -> str:
    """Return the encoding that an option says that a file has, ``""`` without one; the last
    pattern that matches counts."""
    return next((name for rules, name in reversed(_encodings()) if rules.selects(path)), "")


@per_table
def _encodings() -> tuple[tuple[IgnoreRules, str], ...]:
    return tuple((parse_patterns([pattern]), name) for pattern, name in additions().encodings)


@per_table
def _overrides() -> tuple[tuple[IgnoreRules, str], ...]:
    return tuple((parse_patterns([pattern]), name) for pattern, name in additions().languages_of)


def _of_known(known: Known) -> FileType:
    alias = known.lexer
    own = next(
        (key for key, language in load().items() if alias and alias in (key, language.lexer)), None
    )
    return FileType(own or alias or None, known.name)


def _decided(name: str, head: str) -> Known | None:
    """Return the language of a file by its name, if need be with its interpreter, its content,
    the common languages and the guess of Pygments."""
    listed = candidates(name)
    program = languages.interpreter(head)
    for known in listed if program else ():
        if program in (known.lexer, known.name.casefold()):
            return known
    # A language of ours that has this ending was asked already, and it is not that.
    refused = {language.name.casefold() for language in languages.of_ending(name)}
    rest = [known for known in listed if known.name.casefold() not in refused]
    if len(listed) > 1:
        patterns = _contents()
        testable = [known for known in rest if known.name in patterns]
        if matching := [known for known in testable if re.search(patterns[known.name], head)]:
            return matching[0]
        rest = [known for known in rest if known not in testable]
    for common in _common():
        if len(rest) > 1:
            rest = [known for known in rest if known.name in common] or rest
    if len(rest) == 1:
        return rest[0]
    guess = _guess(name)
    taken = guess.name.casefold() if guess else ""
    return next((known for known in rest if known.name.casefold() == taken), None)


def _common() -> tuple[frozenset[str], ...]:
    return popular(), frozenset(_formats()["common"])


def _by_lexer(name: str) -> FileType | None:
    """Return the guess of Pygments for a file, unless Linguist knows better: it knows all names
    of files of its languages."""
    guess = _guess(name)
    if guess is None or candidates(name) or called(guess.name):
        return None
    own = next((language for language in load().values() if language.lexer in guess.aliases), None)
    return FileType(own.key, own.name) if own else FileType(guess.aliases[0], guess.name)


@lru_cache(maxsize=4096)
def _guess(name: str) -> type[Lexer] | None:
    lexer = find_lexer_class_for_filename(without_version(name))
    return lexer if lexer and lexer.aliases and lexer.name not in _UNLIKELY else None


@per_table
def lexer_name(language: str) -> str:
    """Return the Pygments lexer of a language; ``text`` when there is none."""
    known = languages.load().get(language)
    name = known.lexer if known else language
    try:
        # A lexer itself would take its time: its expressions are compiled when there is a first.
        find_lexer_class_by_name(name)
    except ClassNotFound:
        return "text"
    return name
