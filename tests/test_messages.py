"""Every text that a user may read says in plain words what is wrong, and what to use instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "sphinx_filedocs"
#: Forms that must be read twice: "x is no file", "there is none", "allowed are a and b".
RIDDLE = re.compile(
    r"(?i)\b(?:is|are) no\b(?! longer\b)|\bthere (?:is|are) no|\bno\b[^.;:]*\b(?:is|are) no|"
    r"\ballowed (?:is|are)\b|\bnot all\b|\bis (?:told|said)\b|\b0 (?:lines|files)\b"
)


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that have several words, without docstrings, with their lines."""
    tree = ast.parse(source)
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part for part in node.values if isinstance(part, ast.Constant))
            yield node.lineno, "{}".join(str(part.value) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def riddles(source: str) -> list[tuple[int, str]]:
    """Return the texts of a module that are hard to read."""
    # What SQL and its comments hold, nobody but a programmer reads.
    return [
        (line, text)
        for line, text in texts(source)
        if "CREATE TABLE" not in text and RIDDLE.search(text)
    ]


def test_no_message_is_a_riddle() -> None:
    paths = sorted(PACKAGE.rglob("*.py"))
    assert [
        (path.name, *riddle) for path in paths for riddle in riddles(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    "message",
    [
        'f"{name} is no file that is documented of {root}"',
        '"allowed are auto and whole numbers above 0"',
        'f"no file below {root} is looked at: there is none"',
        'f"goes on without the patch {name}: there is no {path}"',
        '"Interrupted: not all pages are written"',
        '"used on 0 lines"',
    ],
)
def test_a_riddle_is_seen(message: str) -> None:
    assert riddles(f"say({message})")
    assert not riddles('say("x is no longer there; use auto or a positive integer")')
