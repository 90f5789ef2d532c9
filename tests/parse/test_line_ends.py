"""The end of a line ends a sentence where its author says so, and no word at its hyphen."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.documentation import read
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.inline_markup import BREAK, ended_lines, joined_words
from tests.tables import Table

TABLE = Table(__file__)


def test_a_word_that_is_broken_at_its_hyphen_is_one() -> None:
    TABLE.check("hyphens", joined_words)


def test_a_break_between_sentences_ends_a_paragraph() -> None:
    TABLE.check("breaks", lambda before, after: ended_lines(f"{before}{BREAK}\n{after}", " "))


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
