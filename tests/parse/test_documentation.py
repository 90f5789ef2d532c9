"""Documentation is read by the markup that it is written in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs import languages
from sphinx_filedocs.model.descriptions import DocField
from sphinx_filedocs.parse.documentation import LONGEST, MOST, read
from sphinx_filedocs.parse.facts import extract
from tests.samples import Sample, samples


def test_links_and_emphasis_of_scaladoc_are_what_they_show() -> None:
    pytest.importorskip("tree_sitter_scala")
    text = (
        "/** A ''ring'' of [[a.Frame]], as [[https://a.example others]] have it. */\nclass Ring\n"
    )
    said = extract(text, "scala").facts.symbols[0].doc
    assert said == "A ring of `a.Frame`, as others have it."


@pytest.mark.parametrize(
    "tag",
    ["@api private", "@private", "@since 1.2", "@yieldparam row [Row]", "@attr_reader [Row] row"],
)
def test_words_of_ruby_end_at_a_tag(tag: str) -> None:
    text = f"# Parses it and makes\n# an expression\n# {tag}\nclass Parser\nend\n"
    (symbol,) = extract(text, "ruby").facts.symbols
    assert symbol.doc == "Parses it and makes\nan expression"
    said = read("Opens it.\n@raise [IOError] when it is gone", docstring=False)
    assert said.fields == (DocField("raises", "IOError", "when it is gone"),)


def test_each_line_of_one_comment_is_without_its_mark() -> None:
    text = (
        "module A where\n\n-- A fixer changes where each\n-- part is.\n--\n-- All.\ntype A = Int\n"
    )
    symbol = extract(text, "haskell").facts.symbols[-1]
    assert symbol.doc == "A fixer changes where each\npart is.\n\nAll."


def code_of(key: str) -> str:
    return languages.load()[key].comments.code


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Packages: [PathStep], a [*bytes.Buffer].", "Packages: `PathStep`, a `*bytes.Buffer`."),
        ("By [ast.TaskRC] or [encoding/json.Decoder.Decode].",
         "By `ast.TaskRC` or `encoding/json.Decoder.Decode`."),
        ("Holds [Codec]s.", "Holds `Codec`s."),
        ("See [encoding/json] and [DB.Query].", "See `encoding/json` and `DB.Query`."),
        ("prog [flags] [FILE], Option[T], x[Key], [1], [a, b]",
         "prog [flags] [FILE], Option[T], x[Key], [1], [a, b]"),
        ("Reads [RFC 7159].\n\n[RFC 7159]: https://a.example/7159", "Reads RFC 7159."),
        ("Is **not** a *mark*.", "Is **not** a *mark*."),
    ],
)  # fmt: skip
def test_links_of_documentation_in_go(written: str, shown: str) -> None:
    text = f"package a\n\n/*\n{written}\n*/\ntype T int\n"
    symbol = extract(text, "go").facts.symbols[-1]
    assert symbol.doc == shown


@given(st.text(st.sampled_from("@\\:{}<>`&;p aram\nreturns-.[]|"), max_size=300), st.booleans())
def test_any_text_is_read_and_bounded(text: str, docstring: bool) -> None:
    said = read(text, docstring=docstring)
    assert len(said.fields) <= MOST
    assert all(len(one.text) <= LONGEST for one in said.fields)


def test_notes_between_attributes_do_not_hide_the_documentation_above_them() -> None:
    text = "/// Holds frames.\n#[derive(Clone)]\n// As wide as a line.\n//\n// See a.\n#[repr(C)]\n"
    read = extract(f"{text}pub struct Ring;\n", "rust")
    assert [one.doc for one in read.facts.symbols] == ["Holds frames."]


def test_a_name_behind_its_members_is_documented_above_all_of_them() -> None:
    text = "typedef struct ring_ {\n    int a;\n    /* for later */\n} ring;\n"
    docs = [
        {one.name: one.doc for one in extract(code, "c").facts.symbols}
        for code in (text, f"/* Holds frames. */\n{text}")
    ]
    assert docs == [
        {"ring_": "", "ring": ""},
        {"ring_": "Holds frames.", "ring": "Holds frames."},
    ]


@pytest.mark.parametrize(
    ("language", "comment", "words"),
    [
        ("ruby", "# Wraps a {Ring} and {Ring::Frame#size? size}.", "Wraps a `Ring` and size."),
        ("ruby", "# Like {file:A.md the text}, {home}[https://x.y].", "Like the text, home."),
        ("ruby", "# As { a: 1 } or {Foo => 2}, #{Ring}.", "As { a: 1 } or {Foo => 2}, #{Ring}."),
        ("dart", "/// Invokes [Ring]s.", "Invokes `Ring`s."),
    ],
)  # fmt: skip
def test_links_in_braces_and_brackets_are_code_or_their_text(
    language: str, comment: str, words: str
) -> None:
    facts = extract(f"{comment}\nclass Shop\n{'{}' if language == 'dart' else 'end'}\n", language)
    assert facts.facts.symbols[0].doc == words


@pytest.mark.parametrize("sample", samples(Path(__file__).with_name("documentation.txt")))
def test_words_and_fields(sample: Sample) -> None:
    """The title of a text is ``docstring`` or ``comment``, and ``markdown`` or a language."""
    ((title, text),) = sample.read()[0].items()
    kind, _, style = title.partition(" ")
    said = read(
        text[:-1],
        docstring=kind == "docstring",
        doc_code=code_of(style) if style in languages.load() else "",
        markdown=style == "markdown",
    )
    fields = [f"- {field.kind} {field.name}: {field.text}\n" for field in said.fields]
    sample.expect(f"{said.text}\n" + "".join(fields))
