"""No regular expression of the package goes back so often that it takes the square of a text."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

import pytest

from sphinx_filedocs.patterns import compile_pattern
from tests.expressions import all_uses
from tests.repeated import Parts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such timer")
#: Characters of a text, and of one of four times the length: the square takes 16 times as long.
_LENGTH = 3_000
_MOST = 8.0
#: Seconds of the processor: less is not worth a comparison, more is endless.
_WORTH, _ENDLESS = 0.001, 1.0
#: Those whose texts are short, and those that may be stopped.
_SHORT = {
    "plugins.sarif.reader._HOME": "the beginning of a message",
    "plugins.scip.names._LAST": "a symbol, no longer than LONGEST",
    "languages._INHERITS": "the first line of a query",
    "languages.c.macro_rules.RULES": "in the process of a parse, within its bounds",
    "parse.headings._SUBSTITUTIONS": "the beginning of a title",
    "source.credentials._BACKUP": "the name of a file",
    "source.forge._SCP": "the address of a remote",
    "languages._QUIET": "a line of a source",
    "languages._VALUE": "a line of a source",
    "languages.base._CAPTURE": "our own queries",
    "languages.c.conditionals._OPEN": "in the process of a parse, within its bounds",
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


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TimeoutError


def _seconds(ask: Callable[[str], object], first: str, word: str, length: int) -> float:
    """Return the time for a text that ends in what is not expected there, infinite if endless.

    That of the processor is counted in steps of milliseconds.
    """
    text = first + word * (length // len(word)) + "\0"
    before = signal.signal(signal.SIGVTALRM, _end)
    signal.setitimer(signal.ITIMER_VIRTUAL, _ENDLESS)
    start = time.perf_counter()
    try:
        ask(text)
    except TimeoutError:
        return float("inf")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.perf_counter() - start


def _endless(pattern: str, flags: int = 0, *, everywhere: bool = True) -> list[tuple[str, str]]:
    """Return the first texts for which an expression takes the square of their length."""
    compiled = compile_pattern(pattern, re.RegexFlag(flags))

    def ask(text: str) -> object:
        return compiled.subn("", text) if everywhere else compiled.match(text)

    for first, word in Parts(pattern, flags, most=4, repeated=100).tokens(deep=True):
        if _seconds(ask, first, word, _LENGTH) > _WORTH:
            small, large = (_least(ask, first, word, length) for length in (_LENGTH, 4 * _LENGTH))
            if large > min(_MOST * small, _ENDLESS) and (
                large == float("inf") or _is_confirmed(ask, first, word, int(0.1 / small) + 1)
            ):
                return [(first, word)]
    return []


def _is_confirmed(ask: Callable[[str], object], first: str, word: str, times: int) -> bool:
    """Compare the time of the processor for so many texts, as long as its steps do not matter."""
    spent = []
    for length in (_LENGTH, 4 * _LENGTH):
        start = time.process_time()
        for _ in range(times):
            if _seconds(ask, first, word, length) == float("inf"):
                return True
        spent.append(time.process_time() - start)
    return spent[1] > _MOST * spent[0]


def _least(ask: Callable[[str], object], first: str, word: str, length: int) -> float:
    """Return the least of five times: what else the machine does only adds to one."""
    return min(_seconds(ask, first, word, length) for _ in range(5))


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


@pytest.mark.parametrize("part", range(6))
def test_every_expression_of_the_package_takes_steps_that_grow_with_the_text(part: int) -> None:
    endless = {
        use.place: _endless(use.pattern, use.flags, everywhere=use.everywhere)
        for use in all_uses()[part::6]
        if use.place.removeprefix("sphinx_filedocs.").partition(":")[0] not in _SHORT
    }
    assert {place: texts for place, texts in endless.items() if texts} == {}
