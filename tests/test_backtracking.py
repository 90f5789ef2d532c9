"""No regular expression of the package goes back so often that it takes the square of a text."""

from __future__ import annotations

import pytest

from tests.expressions import all_uses
from tests.repeated import Parts
from tests.steps import Steps, TooManyStepsError

#: Characters of a text, and of one of four times the length: the square takes 16 times the steps.
_LENGTH = 200
_MOST = 8
#: Steps a character that are not worth a comparison.
_WORTH = 10
#: Those whose texts are short, and those that may be stopped.
_SHORT = {
    "plugins.sarif.reader._HOME": "the beginning of a message",
    "plugins.scip.names._LAST": "a symbol, no longer than LONGEST",
    "languages._INHERITS": "the first line of a query",
    "languages.c.macro_rules.RULES": "in the process of a parse, within its bounds",
    "languages.c.macros.RULES": "in the process of a parse, within its bounds",
    "parse.headings._SUBSTITUTIONS": "the beginning of a title",
    "source.credentials._BACKUP": "the name of a file",
    "source.forge._SCP": "the address of a remote",
    "languages._QUIET": "a line of a source",
    "languages._VALUE": "a line of a source",
    "languages.base._CAPTURE": "our own queries",
    "languages.c.conditionals._OPEN": "in the process of a parse, within its bounds",
    "languages.c.macros.FUNCTION": "in the process of a parse, within its bounds",
    "languages.c.macros._NOISE": "in the process of a parse, within its bounds",
    "languages.c.macros._WORD": "in the process of a parse, within its bounds",
    "languages.cpp._OWNERS": "in the process of a parse, within its bounds",
    "languages.ecmascript.commands._NODE_TEST": "a command",
    "languages.java._SOURCES": "a path",
    "ext.files_beside_pages._COMMENT": "our own scripts",
    "parse.import_statements._RUST": "in the process of a parse, within its bounds",
    "parse.inline_markup._EMPHASIS": "in the process of a parse, within its bounds",
    "parse.names.expressions._NOISE": "in the process of a parse, within its bounds",
    "parse.import_statements._TOKEN": "in the process of a parse, within its bounds",
    "parse.shown_code._WORDS": "in the process of a parse, within its bounds",
    "parse/evidence.py": "a path",
}


def _endless(pattern: str, flags: int = 0, *, everywhere: bool = True) -> list[tuple[str, str]]:
    """Return the first texts for which an expression takes the square of their length."""
    steps = Steps(pattern, flags)

    def count(first: str, word: str, length: int, most: int) -> int:
        text = first + word * (length // len(word)) + "\0"
        return steps.count(text, everywhere=everywhere, most=most)

    for first, word in Parts(pattern, flags, most=4, repeated=8).tokens(deep=True):
        try:
            small = count(first, word, _LENGTH, 1_000 * _LENGTH)
            if small > _WORTH * _LENGTH:
                count(first, word, 4 * _LENGTH, _MOST * small)
        except TooManyStepsError:
            return [(first, word)]
    return []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(?:a|a)*b", "the same character in two ways"),
        ("a*a*b", "one repetition behind the other"),
        (r"[a-z]+@", "a search that begins again at each letter"),
        (r"(?:--+|[-:])+(?:\s|$)", "a repetition in a repetition"),
        (r"\s*;?\s*$", "blanks on both sides of what may be left out"),
    ],
)
def test_an_expression_that_goes_back_is_found(pattern: str, text: str) -> None:
    assert _endless(pattern), text


@pytest.mark.parametrize("pattern", [r"(?<![a-z])[a-z]++@", r"\s++x", '"[^"]*+"?', "a{1,300}b"])
def test_one_that_does_not_is_not(pattern: str) -> None:
    assert _endless(pattern, everywhere=pattern != r"\s++x") == []


@pytest.mark.slow
def test_every_expression_of_the_package_takes_steps_that_grow_with_the_text() -> None:
    endless = [
        (use.place, use.pattern, texts)
        for use in all_uses()
        if use.place.removeprefix("sphinx_filedocs.").partition(":")[0] not in _SHORT
        and (texts := _endless(use.pattern, use.flags, everywhere=use.everywhere))
    ]
    assert endless == []
