"""Facts follow from a text and its language alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.languages.file_types import lexer_name, of_text
from sphinx_filedocs.parse.facts import extract
from tests.tables import Table

TABLE = Table(__file__)

SOURCE = '''\
# SPDX-License-Identifier: MIT
"""Counts."""
import os
from pkg import helper as aid

TOTAL = 3


class Counter:
    def count(self):
        # once
        return aid(os, TOTAL)
'''


def test_a_parsed_text_has_all_its_facts() -> None:
    read = extract(SOURCE, "python")
    facts, keywords = read.facts, read.keywords
    assert facts.doc == "Counts."
    assert facts.license == "MIT"
    assert (facts.lines.total, facts.lines.comment, facts.lines.blank) == (12, 2, 3)
    assert [symbol.name for symbol in facts.symbols] == ["TOTAL", "Counter"]
    assert [one.target for one in facts.imports] == ["os", "pkg"]
    kinds = {keyword.name: (keyword.kinds, keyword.lines) for keyword in keywords}
    assert kinds["Counter"] == (("class",), (9,))
    assert kinds["count"] == (("method",), (10,))
    assert kinds["aid"] == (("import",), (4, 12))
    assert kinds["TOTAL"] == (("constant",), (6, 12))
    assert kinds["self"][0] == ("identifier",)


def test_a_name_has_every_kind_that_the_file_has_under_it() -> None:
    text = "import { B } from './b';\nexport class A {}\nexport namespace A { export class B {} }\n"
    kinds = {keyword.name: keyword.kinds for keyword in extract(text, "typescript").keywords}
    assert kinds["A"] == ("class", "namespace")
    assert kinds["B"] == ("class", "import")


def test_what_a_file_says_of_itself_is_not_its_licence() -> None:
    TABLE.check("words", lambda language, text: extract(text, language).facts.doc)


def test_a_language_without_grammar_has_the_names_of_its_lexer() -> None:
    read = extract("# a note\nname: value\n", "yaml")
    facts, keywords = read.facts, read.keywords
    assert facts.lines.comment == 1
    assert [keyword.name for keyword in keywords] == ["name"]


def test_headings_are_the_outline_of_markup() -> None:
    read = extract("# One\n\nFirst words.\n\n## Two\n", "markdown")
    facts, keywords = read.facts, read.keywords
    assert facts.doc == "First words."
    assert facts.symbols[0].children[0].name == "Two"
    assert {keyword.kinds for keyword in keywords} == {("heading",)}


@pytest.mark.parametrize("language", ["python", "cpp", "rust", "markdown", "yaml", None])
@given(text=st.text(max_size=300))
def test_no_text_is_too_strange(language, text) -> None:
    read = extract(text, language)
    facts, keywords = read.facts, read.keywords
    total = facts.lines.code + facts.lines.comment + facts.lines.blank
    assert total == facts.lines.total
    for keyword in keywords:
        assert list(keyword.lines) == sorted(set(keyword.lines))
        assert keyword.lines[-1] <= facts.lines.total


def _type(path: str, text: str) -> str:
    found = of_text(path, text)
    return f"{found.name}, {found.language}"


def test_the_type_of_a_text() -> None:
    TABLE.check("types", _type)


def test_the_type_of_other_files() -> None:
    assert lexer_name("cuda") == "cuda"
    assert lexer_name("no such language") == "text"
