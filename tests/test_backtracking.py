"""No regular expression of the package goes back so often that it takes the square of a text, by
counting the steps that it takes in texts that are made of its own parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.patterns import compile_pattern
from tests.backtracking import Expression, growth
from tests.expressions import all_uses

#: What four times the text may take at most, times as much.
_MOST = 5.0
#: Those whose texts are short, and those that may be stopped.
_SHORT = {
    "plugins.sarif.reader._HOME": "the beginning of a message",
    "plugins.scip.names._LAST": "a symbol, no longer than LONGEST",
    "languages._INHERITS": "the first line of a query",
    "languages.c.macro_rules.RULES": "in the process of a parse, within its bounds",
    "parse.headings._SUBSTITUTIONS": "the beginning of a title",
    "source.credentials._BACKUP": "the name of a file",
    "source.forge._SCP": "the address of a remote",
}


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
    assert growth(pattern, 0, everywhere=True)[0] > _MOST, text


@pytest.mark.parametrize("pattern", [r"(?<![a-z])[a-z]++@", r"\s++x", '"[^"]*+"?', "a{1,300}b"])
def test_one_that_does_not_is_not(pattern: str) -> None:
    assert growth(pattern, 0, everywhere=pattern != r"\s++x")[0] <= _MOST


@given(
    st.sampled_from(
        ["a+?b", "(?:ab|a)*+b", "(a|ab)(c|bcd)?$", r"(?<=a)b\b|(?>a+)b", "(?i:A)[^b]*?a"]
    ),
    st.text("abc \n", max_size=12),
)
def test_it_matches_as_the_standard_library_does(pattern: str, text: str) -> None:
    expression = Expression(pattern, 0)
    expression.steps(text, everywhere=True, most=10_000)
    match = compile_pattern(pattern).search(text)
    assert expression.first == (match.span() if match else None)


@pytest.mark.parametrize("part", range(6))
def test_every_expression_of_the_package_takes_steps_that_grow_with_the_text(part: int) -> None:
    grown = {}
    for use in all_uses()[part::6]:
        place = use.place.removeprefix("sphinx_filedocs.")
        if place not in _SHORT:
            times, text = growth(use.pattern, use.flags, everywhere=use.everywhere)
            if times > _MOST:
                grown[place] = times, text
    assert grown == {}
