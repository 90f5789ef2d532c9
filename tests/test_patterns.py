from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sphinx_filedocs
from sphinx_filedocs.languages.c import macro_rules
from sphinx_filedocs.patterns import compile_atomic, compile_pattern

_PACKAGE = Path(sphinx_filedocs.__file__).parent
_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{+[\d,]*\}+)\+")


@pytest.mark.parametrize("compiled", [compile_pattern, compile_atomic])
def test_what_a_possessive_group_has_taken_it_does_not_give_back(
    compiled: Callable[[Any, re.RegexFlag], re.Pattern[Any]],
) -> None:
    ending = compiled(r"(?:ab?c)*+", re.NOFLAG)
    assert ending.fullmatch("a") is None
    assert ending.fullmatch("abcac")
    assert compiled(r"(?:a|(b))*+(b)", re.NOFLAG).match("abb") is None
    found = compiled(rb"(?P<x>(?:a|(b))*+)C", re.IGNORECASE).match(b"Abac")
    assert found
    assert found["x"] == b"Aba"


@given(st.text("ab(_A )\n", max_size=30))
def test_both_ways_to_compile_match_the_same(text: str) -> None:
    for part in (r"(?:ab?c?|_)*+b", rf"{macro_rules._NAME}|{macro_rules._PARENS}"):
        plain = compile_pattern(part, re.MULTILINE)
        atomic = compile_atomic(part, re.MULTILINE)
        assert [one.span() for one in atomic.finditer(text)] == [
            one.span() for one in plain.finditer(text)
        ]


def _compiled() -> Iterator[tuple[Path, str]]:
    """Yield the texts in each call of ``re.compile`` and its like in the package."""
    for path in _PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant):
                        yield path, str(part.value)


def test_possessive_groups_are_compiled_by_nothing_else() -> None:
    calls = list(_compiled())
    assert len(calls) > 100
    assert [call for call in calls if _POSSESSIVE_GROUP.search(call[1])] == []
