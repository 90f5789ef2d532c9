"""What is said of the languages that are data alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygments.lexers import get_lexer_by_name

from sphinx_filedocs import languages
from sphinx_filedocs.languages.base import QUERIES, QUERY_FILES, unknown_captures, unmet_needs
from sphinx_filedocs.parse import facts
from tests.tables import Table

TABLE = Table(__file__)


def _detected(path: str, head: str) -> str:
    found = languages.detect(path, head.encode())
    return found.key if found else ""


def test_detected() -> None:
    TABLE.check("detected", _detected)


@pytest.mark.parametrize("language", languages.load().values(), ids=lambda one: one.key)
def test_every_table_names_what_there_is(language: languages.Language) -> None:
    assert get_lexer_by_name(language.lexer)
    assert all(callable(languages.hook(reference)) for reference in language.hooks.references())
    if languages.grammar(language) is not None:
        assert languages.query(language, "tags") is not None
        assert languages.leaves(language) is not None
        assert not language.hooks.imports or languages.query(language, "imports") is not None


@pytest.mark.parametrize("language", languages.load().values(), ids=lambda one: one.key)
def test_every_capture_is_one_that_means_something(language: languages.Language) -> None:
    for name in QUERY_FILES:
        text = languages.query_text(language, name)
        assert unknown_captures(name, text) == []
        assert unknown_captures(name, f"{text}\n(a) @nonsense ; @comment") == ["nonsense"]
    texts = {name: languages.query_text(language, name) for name in QUERIES}
    assert list(unmet_needs(texts)) == []


def test_without_its_wheel_a_language_goes_to_its_lexer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "grammar", lambda _language: None)
    read = facts.extract("// A comment.\nclass Shop { int open; }\n", "c_sharp")
    found, keywords = read.facts, read.keywords
    assert found.symbols == ()
    assert (found.lines.comment, found.lines.code) == (1, 1)
    assert {(word.name, word.kinds) for word in keywords} >= {("Shop", ("identifier",))}


@pytest.mark.parametrize("key", ["markdown", "restructuredtext"])
def test_markup_has_its_headings_and_its_first_paragraph(key: str) -> None:
    read = facts.extract("Title\n=====\n\nWhat it is.\n", key)
    found, keywords = read.facts, read.keywords
    assert [(one.kind, one.name) for one in found.symbols] == [("heading", "Title")]
    assert found.doc == "What it is."
    assert [(word.name, word.kinds) for word in keywords] == [("Title", ("heading",))]


@pytest.mark.parametrize(
    ("grammar", "install"),
    [
        ("tree_sitter_python", ""),
        ("tree_sitter_of_nobody", "tree-sitter-of-nobody"),
        ("package_of_nobody.grammar", "package-of-nobody"),
    ],
)
def test_a_grammar_that_is_not_there_has_a_distribution(monkeypatch, grammar, install) -> None:
    own = replace(languages.load()["python"], grammar=grammar)
    monkeypatch.setattr(languages, "load", lambda: {"own": own})
    assert languages.missing_grammar("own") == install
    assert languages.missing_grammar("no language of ours") == ""
    assert languages.missing_grammar(None) == ""
