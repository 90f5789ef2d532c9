"""Colours of a source.

One pattern a language takes a third of the time of a syntax tree and its query, and colours much as
Pygments does. Most of a source gets no colour: names that are only used, operators, brackets and
blanks. The names of definitions are known from the analysis.

The groups of a pattern are named after the classes that Pygments gives such parts in HTML. A match
without a group is a word, looked up in the language's table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sphinx_filedocs import languages
from sphinx_filedocs.languages import PART_USED, Language, LanguageError
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.facts import Run
from sphinx_filedocs.patterns import compile_pattern

_SHAPES = Path(languages.__file__).with_name("shapes.toml")


@dataclass(frozen=True, slots=True)
class Lexis:
    """The patterns for the words, comments and literals of a language.

    :param words: the class of each word that has one; a word with a dot before it counts behind a
        dot only.
    :param defining: the class of the name behind a word.
    """

    pattern: re.Pattern[str]
    words: Mapping[str, str]
    defining: Mapping[str, str]


@per_table
def lexis(language: Language) -> Lexis | None:
    """Return the patterns for a language's texts; ``None`` if only Pygments knows it.

    :raises LanguageError: when its pattern is no regular expression.
    """
    if not language.highlight.pattern:
        return None
    words = dict.fromkeys(language.names.builtins, "nb") | _by_word(language.highlight.words)
    try:
        pattern = compile_pattern(
            _filled(language.highlight.pattern), re.VERBOSE | re.DOTALL | re.MULTILINE
        )
    except (KeyError, re.error) as error:
        message = f"{language.name}: highlight.pattern can't be compiled: {error}"
        raise LanguageError(message) from error
    return Lexis(pattern, words, _by_word(language.highlight.defining))


def _by_word(listed: Mapping[str, str]) -> dict[str, str]:
    return {word: css for css, words in listed.items() for word in words.split()}


def _filled(pattern: str) -> str:
    while PART_USED.search(pattern):
        pattern = PART_USED.sub(lambda match: _shapes()[match[1]], pattern)
    return pattern


@cache
def _shapes() -> Mapping[str, str]:
    return tomllib.loads(_SHAPES.read_text("utf-8"))


#: A longer line, in characters, is no code that a person reads: it has no colours, which would
#: make a browser slow.
LONGEST_LINE = 5_000
#: The classes of strings and of comments.
_LITERALS = frozenset(("s", "sd", "sr", "c", "c1", "ch", "cm"))


def highlight(  # noqa: C901, PLR0912 - one loop: a generator costs a twentieth of a listing
    lines: Sequence[str], language: str
) -> list[Sequence[Run]] | None:
    """Return the coloured parts of each line; ``None`` if only Pygments knows the language.

    :param lines: without line ends.
    :param language: a language's key, or anything else.
    """
    known = languages.load().get(language)
    vocabulary = lexis(known) if known else None
    if vocabulary is None:
        return None
    runs: list[Sequence[Run]] = [()] * len(lines)
    if not lines:
        return runs
    css_of, defining = vocabulary.words.get, vocabulary.defining
    named, expected = "", 0
    # The patterns see each line behind a line end.
    row, first, behind = 0, 1, len(lines[0]) + 2
    here: list[Run] = []
    for match in vocabulary.pattern.finditer("\n" + "\n".join(lines)):
        css = match.lastgroup
        if css is not None:
            start, end = match.span(css)
            if css == "k":
                named, expected = defining.get(match[css], ""), end + 1
        else:
            word = match[0]
            css = css_of(word)
            # Most words have no colour and are no name that is being defined.
            if css is None and not named:
                continue
            start, end = match.span()
            if css is not None:
                named, expected = defining.get(word, ""), end + 1
                start += word[0] == "."
            else:
                css = named if start == expected else None
                # A name of several parts is a module's.
                named, expected = named if named == "nn" else "", end
            if css is None:
                continue
        # Twice as fast as max(), which would be called for every colour and line.
        if start < first:  # noqa: PLR1730
            start = first
        while end >= behind:
            if start < behind - 1:
                here.append((start - first, behind - 1 - first, css))
            if here:
                runs[row] = here
                here = []
            row += 1
            first = behind
            if start < first:  # noqa: PLR1730
                start = first
            behind += len(lines[row]) + 1
        if end > first:
            here.append((start - first, end - first, css))
    if here:
        runs[row] = here
    if max(map(len, lines)) > LONGEST_LINE:
        runs = [
            () if len(line) > LONGEST_LINE else spans
            for line, spans in zip(lines, runs, strict=True)
        ]
    return runs


def literals(text: str, language: str) -> Iterator[tuple[int, int, bool]] | None:
    """Return start and end of the strings and comments of a text, and True for each comment;
    ``None`` if only Pygments knows the language."""
    known = languages.load().get(language)
    vocabulary = lexis(known) if known else None
    return _literals(vocabulary.pattern, text) if vocabulary else None


def _literals(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int, bool]]:
    # The patterns see each line behind a line end.
    for match in pattern.finditer(f"\n{text}"):
        css = match.lastgroup
        if css is not None and css in _LITERALS:
            start, end = match.span(css)
            yield max(0, start - 1), end - 1, css[0] == "c"
