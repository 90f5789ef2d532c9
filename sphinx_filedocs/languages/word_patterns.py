"""What words, comments and literals of each language look like, for ``highlight``.

The groups of a pattern are named after the classes that Pygments gives such parts in HTML. What
matches without a group is a word, looked up in the language's table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sphinx_filedocs.languages import Language, LanguageError
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.patterns import compile_pattern

_SHAPES = Path(__file__).resolve().parent / "shapes.toml"
_SHAPE = re.compile(r"\$([A-Z]+)")


@dataclass(frozen=True, slots=True)
class Lexis:
    """How the words, comments and literals of a language are recognized.

    :param words: the class of each word that has one; a dot is before it where it counts behind
        a dot only.
    :param defining: the class of the name behind a word.
    """

    pattern: re.Pattern[str]
    words: Mapping[str, str]
    defining: Mapping[str, str]


@per_table
def lexis(language: Language) -> Lexis | None:
    """Return how the parts of a language's texts are recognized; ``None`` where only Pygments
    knows.

    :raises LanguageError: when its pattern is no regular expression.
    """
    if language.highlight is None:
        return None
    words = dict.fromkeys(language.builtins, "nb") | _by_word(language.highlight.words)
    try:
        pattern = compile_pattern(
            _filled(language.highlight.pattern), re.VERBOSE | re.DOTALL | re.MULTILINE
        )
    except (KeyError, re.error) as error:
        message = f"{language.name}: highlight.pattern can't be compiled: {error}"
        raise LanguageError(message) from error
    return Lexis(pattern, words, _by_word(language.highlight.defining))


def _by_word(listed: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {word: css for css, words in listed for word in words.split()}


def _filled(pattern: str) -> str:
    """Return a pattern with the shapes that it names, and that these name, in their places."""
    while _SHAPE.search(pattern):
        pattern = _SHAPE.sub(lambda match: _shapes()[match[1]], pattern)
    return pattern


@cache
def _shapes() -> Mapping[str, str]:
    return tomllib.loads(_SHAPES.read_text("utf-8"))
