"""The end of a line ends a sentence where its author says so, and no word at its hyphen."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.documentation import read
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.inline_markup import BREAK, ended_lines, joined_words


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("HTML, ANSI-\ncoloured text", "HTML, ANSI-coloured text"),
        ("a well-\n  known name", "a well-known name"),
        ("pre- and\npost-\nor pre-processing", "pre- and\npost-\nor pre-processing"),
        ("rows -\nand --\ncolumns --all-\n", "rows -\nand --\ncolumns --all-\n"),
        ("1-\n2", "1-\n2"),
        ("a title-\n\nwords", "a title-\n\nwords"),
    ],
)
def test_a_word_that_is_broken_at_its_hyphen_is_one(text: str, joined: str) -> None:
    assert joined_words(text) == joined


@pytest.mark.parametrize(
    ("before", "after", "ends"),
    [
        ("A runner for Node and browsers", "Ultimate velocity", True),
        ("A runner for Node and browsers.", "Ultimate velocity", False),
        ("A runner for tests of the", "Node program", False),
        ("A runner for many things,", "Node among them", False),
        ("A runner for many things", "in browsers", False),
        ("Runner", "A fast program for tests", False),
    ],
)
def test_a_break_between_sentences_ends_a_paragraph(before: str, after: str, ends: bool) -> None:
    assert ended_lines(f"{before}{BREAK}\n{after}", " ") == (
        f"{before}\n\n{after}" if ends else f"{before} {after}"
    )


@pytest.mark.parametrize(
    "text",
    [
        "# uvu\n\nuvu is a runner for Node<br>\n**U**ltimate<br><br>\n",
        "# uvu\n\nuvu is a runner for Node  \n**U**ltimate\n",
        "# uvu\n\n<p>\n<b>uvu</b> is a runner for Node<br>\n<b>U</b>ltimate<br><br>\n</p>\n",
    ],
    ids=["Markdown", "hard break", "HTML"],
)
def test_breaks_of_markdown_are_no_blanks(text: str) -> None:
    facts = extract(text, "markdown").facts
    assert facts.purpose[0] == facts.doc == "uvu is a runner for Node\n\nUltimate"


def test_breaks_and_hyphens_of_documentation() -> None:
    said = read("Maps all names to values<br>\nNever null, thread-\nsafe.", docstring=False)
    assert said.text == "Maps all names to values\n\nNever null, thread-safe."
    assert read("Maps a<br>b.", docstring=False).text == "Maps a\nb."
