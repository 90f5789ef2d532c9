"""What type a file is: its language, and what a reader calls it; what is known of languages and of
formats that only Pygments tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from identify.identify import tags_from_filename
from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
from pygments.util import ClassNotFound

from sphinx_filedocs import languages
from sphinx_filedocs.languages.table import load, per_table

_FORMATS = Path(__file__).resolve().parent / "formats.toml"
Trait = Literal["prose", "headings", "directives", "minifiable", "nameless", "keyed"]
#: Lexers that a file's name may lead to by mistake: they claim common endings for rare formats.
_UNLIKELY = frozenset({"Text only", "GAP", "Text output"})
#: Names and endings that Pygments' lexers claim for something rarer, or not at all.
_BETTER = {
    "go.mod": ("text", "Go module"),
    "go.sum": ("text", "Go checksums"),
    ".mdx": ("markdown", "MDX"),
    ".pl": ("perl", "Perl"),
    ".pm": ("perl", "Perl"),
}
_GENERAL = frozenset({"file", "text", "binary", "executable", "non-executable", "plain-text"})


@per_table
def having(trait: Trait) -> frozenset[str]:
    """Return the keys of languages and the short names of lexers that have a trait.

    :param trait: a list of ``formats.toml``, which says what each means.
    """
    own = {key for key, language in load().items() if getattr(language, trait, False)}
    return frozenset(own.union(_formats()[trait]))


@cache
def _formats() -> Mapping[str, Sequence[str]]:
    return tomllib.loads(_FORMATS.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class FileType:
    """A type of files.

    :param language: a language's key, else the short name of a Pygments lexer.
    :param name: what a reader calls it; ``""`` when nobody knows.
    """

    language: str | None
    name: str


def of_text(path: str, text: str) -> FileType:
    """Return the type of a text file, by its name and its first characters."""
    language = languages.detect(path, text[:10_000].encode("utf-8", "replace"))
    if language:
        return FileType(language.key, language.name)
    name = path.rpartition("/")[2]
    by_name = _by_lexer(name)
    if by_name:
        return by_name
    return FileType(None, _by_tags(name) or "Plain text")


def of_bytes(path: str) -> FileType:
    """Return the type of a file that is no text, by its name."""
    return FileType(None, _by_tags(path.rpartition("/")[2]))


@lru_cache(maxsize=4096)
def _by_lexer(name: str) -> FileType | None:
    for known in (name, f".{name.rpartition('.')[2].lower()}"):
        if known in _BETTER:
            return FileType(*_BETTER[known])
    lexer = find_lexer_class_for_filename(name)
    if lexer is None or lexer.name in _UNLIKELY or not lexer.aliases:
        return None
    return FileType(lexer.aliases[0], lexer.name)


def _by_tags(name: str) -> str:
    """Return what the ``identify`` library calls a file of that name."""
    tags = tags_from_filename(name) - _GENERAL
    ending = name.rpartition(".")[2].lower()
    return ending if ending in tags else min(tags, default="")


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
