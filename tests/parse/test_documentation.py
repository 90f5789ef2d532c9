"""Documentation is read by the markup that it is written in."""

from __future__ import annotations

from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs import languages
from sphinx_filedocs.model.descriptions import DocField
from sphinx_filedocs.parse.documentation import LONGEST, MOST, read
from sphinx_filedocs.parse.facts import extract

JAVADOC = """\
Maps <code>List&lt;T&gt;</code>, see {@link Maps#of(int, Object) the maker} and {@link #size()}.
<p>
Never <b>null</b>: {@code a < b}.

@param key the key
  of the entry
@param <T> what is mapped
@return the entry, see {@link Entry}
@throws java.io.IOException when the disk is full
@deprecated Use {@link #other()} instead.
@author Somebody
"""


def test_links_and_emphasis_of_scaladoc_are_what_they_show() -> None:
    pytest.importorskip("tree_sitter_scala")
    text = (
        "/** A ''ring'' of [[a.Frame]], as [[https://a.example others]] have it. */\nclass Ring\n"
    )
    said = extract(text, "scala").facts.symbols[0].doc
    assert said == "A ring of `a.Frame`, as others have it."


def test_javadoc_is_words_and_fields() -> None:
    said = read(JAVADOC, docstring=False)
    assert said.text == ("Maps `List<T>`, see the maker and `size()`.\n\nNever null: `a < b`.")
    assert said.fields == (
        DocField("parameter", "key", "the key of the entry"),
        DocField("parameter", "T", "what is mapped"),
        DocField("returns", "", "the entry, see `Entry`"),
        DocField("raises", "java.io.IOException", "when the disk is full"),
        DocField("deprecated", "", "Use `other()` instead."),
    )


def test_links_of_markdown_are_their_words() -> None:
    said = read(
        "Routes to [`Service`]s, see [the guide](https://x.example/g) and [`get`](Self::get).\n\n"
        "[`Service`]: tower::Service",
        docstring=False,
    )
    assert said.text == "Routes to `Service`s, see the guide and `get`."
    said = read("Factory for [calls][Call], by [ALPN][ietf_alpn].", docstring=False)
    assert said.text == "Factory for calls, by ALPN."
    for code in ("Sums a[i](x).", "Sums rows[at][to] and [i][j]."):
        assert read(code, docstring=False).text == code


def test_jsdoc_types_and_defaults_are_no_words() -> None:
    said = read(
        "Sends it.\n@param {Array<{a: string}>} [rows=none] - The rows.\n@returns {Promise} Done.",
        docstring=False,
    )
    assert said.text == "Sends it."
    assert said.fields == (
        DocField("parameter", "rows", "The rows."),
        DocField("returns", "", "Done."),
    )


def test_what_stands_below_the_name_of_a_group_is_words() -> None:
    found = read(
        "@ingroup devices\nReturns all devices.\n\n\\param list of them\n\\ingroup other\nNo more.",
        docstring=False,
    )
    assert found.text == "Returns all devices.\n\nNo more."
    assert [field.text for field in found.fields] == ["of them"]


def test_a_paragraph_of_doxygen_ends_a_command() -> None:
    said = read(
        "\\brief Opens \\c path.\n\n\\param[in,out] path It.\n\nBlocks until done.\n\\return 0",
        docstring=False,
    )
    assert said.text == "Opens `path`.\n\nBlocks until done."
    assert [one.name for one in said.fields] == ["path", ""]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("int", "``int``"),
        ("rows : list of int", "``list of int``"),
        (":class:`Table`", "``Table``"),
        ("table : :class:`Table`", "``Table``"),
        ("list of rows or :class:`Table`", "list of rows or ``Table``"),
        (":class:`Table`\n    all of it", "all of it"),
    ],
)
def test_a_role_in_a_type_that_is_returned_is_no_name(written: str, shown: str) -> None:
    said = read(f"Reads it.\n\nReturns\n-------\n{written}\n", docstring=True)
    assert said.fields == (DocField("returns", "", shown),)


@pytest.mark.parametrize(
    "text",
    [
        (
            "Sends it.\n\nArgs:\n    row (int): the row\n\nReturns:\n    str: the answer\n\n"
            "Raises:\n    ValueError: if none"
        ),
        "Sends it.\n\n:param row: the row\n:returns: the answer\n:raises ValueError: if none",
        (
            "Sends it.\n\nParameters\n----------\nrow : int\n    the row\n\nReturns\n-------\nstr\n"
            "    the answer\n\nRaises\n------\nValueError\n    if none"
        ),
        "Sends it.\n\n@param row: the row\n@return: the answer\n@raise ValueError: if none",
    ],
    ids=["Google", "Sphinx", "NumPy", "Epydoc"],
)
def test_every_style_of_docstrings_is_read(text: str) -> None:
    said = read(text, docstring=True)
    assert said.text == "Sends it."
    assert said.fields == (
        DocField("parameter", "row", "the row"),
        DocField("returns", "", "the answer"),
        DocField("raises", "ValueError", "if none"),
    )


def test_directives_of_docstrings_say_what_is_deprecated() -> None:
    said = read("Sends.\n\n.. deprecated:: 2.0\n   Use :func:`post`.\n\nMore.", docstring=True)
    assert said.text.split() == ["Sends.", "More."]
    assert said.fields == (DocField("deprecated", "", "2.0 Use ``post``."),)


def test_a_line_that_begins_with_a_role_is_no_field() -> None:
    text = "Behaviour shared between :class:`A` and\n:class:`B`.\n\n:param x: it"
    assert read(text, docstring=True).text == "Behaviour shared between ``A`` and\n``B``."


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A :kw:`type` checker.", "A ``type`` checker."),
        ("See :py:meth:`~shop.Cart.add` of :cls:`!Cart`.", "See ``add`` of ``Cart``."),
        ("See :ref:`the guide <guide>` and :issue:`12`.", "See the guide and 12."),
        ("By :func:`the maker <make>`, :pep:`8`.", "By the maker, PEP 8."),
        ("Type :kbd:`Ctrl C` of\n:term:`keys`.", "Type ``Ctrl C`` of\nkeys."),
        ("MyST has {py:class}`Cart`.", "MyST has ``Cart``."),
        ("A ``:kw:`` of `a`:b and {a: `b`}.", "A ``:kw:`` of `a`:b and {a: `b`}."),
    ],
)
def test_a_role_of_any_name_is_what_it_shows(written: str, shown: str) -> None:
    assert read(written, docstring=True).text == shown
    said = read(f"Sells.\n\n:returns: {' '.join(written.split())}", docstring=True)
    assert said.fields == (DocField("returns", "", " ".join(shown.split())),)


def test_directives_of_yard_are_no_words() -> None:
    assert read("Draws it.\n@!visibility private", docstring=False).text == "Draws it."


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


def test_types_of_yard_are_no_names() -> None:
    text = (
        "Reads.\n@param [String, nil] path the place\n@param rows [Array<Row>] all of it\n"
        "@param [size=1] how many\n@param [Size] - how\n@param [in] row it\n"
        "@param key [String]\n@param [Row] row\n"
        "@return [Hash{Symbol => Row}] them\n@return [Row, nil]"
    )
    assert read(text, docstring=False).fields == (
        DocField("parameter", "path", "the place"),
        DocField("parameter", "rows", "all of it"),
        DocField("parameter", "size", "how many"),
        DocField("parameter", "Size", "how"),
        DocField("parameter", "row", "it"),
        DocField("parameter", "key", "`String`"),
        DocField("parameter", "row", "`Row`"),
        DocField("returns", "", "them"),
        DocField("returns", "", "`Row, nil`"),
    )


def test_words_of_php_end_at_a_tag_with_a_hyphen() -> None:
    assert read("Holds rows\n@property-read int $n", docstring=False).text == "Holds rows"
    text = "Reads what\n@angular/core and\n@my-team need."
    assert read(text, docstring=False).text == text


def code_of(key: str) -> str:
    return languages.load()[key].doc_code


def test_a_name_in_brackets_is_code_where_documentation_links_by_these() -> None:
    text = "A [Call] of [Client.send], see `[Call]`, [the guide](x.md), rows[n] and [1]."
    said = "A `Call` of `Client.send`, see `[Call]`, [the guide](x.md), rows[n] and [1]."
    assert read(text, docstring=False, doc_code=code_of("kotlin")).text == said
    assert read(text, docstring=False).text == text


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


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A module (**not a plug**) for it.", "A module (not a plug) for it."),
        ("***All*** of *the `a*b`* and __Note:__ _x_.", "All of the `a*b` and Note: x."),
        ("**Opens\nit**, a * b * c, a*b*c.", "Opens\nit, a * b * c, a*b*c."),
        ("* one *two*\n* three", "* one two\n* three"),
        (
            "*.py and *.txt, *args, **kwargs; __init__ \\*a*",
            "*.py and *.txt, *args, **kwargs; __init__ \\*a*",
        ),
        (
            "'?' and '*'. Two '*', \"/:id/*\") [\"*\"].",
            "'?' and '*'. Two '*', \"/:id/*\") [\"*\"].",
        ),
        ("'*a' or 'b*', b/*a and *b \"*\", 'c'", "'*a' or 'b*', b/*a and *b \"*\", 'c'"),
        ("`**a**` of _private_name_ and a_b_", "`**a**` of _private_name_ and a_b_"),
    ],
)
def test_emphasis_of_markdown_is_its_words(written: str, shown: str) -> None:
    assert read(written, docstring=False, markdown=True).text == shown
    assert read(written, docstring=False).text == written
    assert languages.load()["elixir"].doc_markdown


def test_emphasis_of_docstrings_is_its_words() -> None:
    text = "Is **not** *this* of `a`, *args, **kwargs and __all__ or _x_."
    said = "Is not this of `a`, *args, **kwargs and __all__ or _x_."
    assert read(text, docstring=True).text == said


def test_what_only_looks_like_markup_stays() -> None:
    text = "Includes <stdio.h> and `<p>`, mails a@b.c, keeps List<String>."
    assert read(text, docstring=False).text == text


def test_what_documentation_of_ocaml_has_for_code() -> None:
    text = "[add x s] is [s] with [x], see {!Set.remove} and {!val:empty}; [`Red] is not in it."
    said = "`add x s` is `s` with `x`, see `Set.remove` and `empty`; [`Red] is not in it."
    assert read(text, docstring=False, doc_code=code_of("ocaml")).text == said


@given(st.text(st.sampled_from("@\\:{}<>`&;p aram\nreturns-.[]|"), max_size=300), st.booleans())
def test_any_text_is_read_and_bounded(text: str, docstring: bool) -> None:
    said = read(text, docstring=docstring)
    assert len(said.fields) <= MOST
    assert all(len(one.text) <= LONGEST for one in said.fields)


def test_a_heading_of_rdoc_is_not_what_something_is() -> None:
    text = "= \\Active Table\n\nReads rows.\n\n== Creation\n\nBy name.\n"
    assert read(text, docstring=False).text == "Reads rows.\n\nBy name."
    # A heading alone is all there is.
    assert read("= Active Table", docstring=False).text == "= Active Table"


@pytest.mark.parametrize(
    ("above", "is_left_out"),
    [
        ("area(side) -> int", True),
        ("area(side)\narea(side, unit)", True),
        ("shop.area(side)\nShop.copy(all) -> list", True),
        ("area", True),
        ("copy(side)", False),
        ("area(side) is never negative.", False),
        ("area of a square", False),
        ("The area(side)", False),
    ],
)
def test_ways_to_call_above_the_words_are_left_out(above: str, is_left_out: bool) -> None:
    doc = indent(f"{above}\n\nWords.", "    ").strip()
    (symbol,) = extract(f'def area(side):\n    """{doc}"""\n', "python").facts.symbols
    assert symbol.doc == ("Words." if is_left_out else f"{above}\n\nWords.")


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


def test_the_fields_that_a_docstring_begins_with_are_no_words_but_its_synopsis() -> None:
    fields = ":module: shop.rings\n:synopsis: Rings of\n    frames.\n:author: a@shop.example\n"
    assert read(fields, docstring=True).text == "Rings of frames."
    assert read(f"{fields}\nMore.", docstring=True).text == "Rings of frames.\n\nMore."
    assert read(":module: shop.rings\n:license: MIT", docstring=True).text == ""
    # A role is none, and the fields of a call are its own.
    assert read(":class:`Ring` holds.", docstring=True).text == "``Ring`` holds."
    assert read(":return: a ring", docstring=True).fields == (DocField("returns", "", "a ring"),)


def test_a_link_of_jsdoc_with_a_text_before_it_is_that() -> None:
    words = "As [many]{@link module:Ring.many}, [`one`]{@link Ring.one} and {@link Ring|a ring}."
    assert read(words, docstring=False).text == "As many, `one` and a ring."


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


def test_the_title_of_a_main_page_is_words() -> None:
    said = read("@file\n@mainpage Ring of frames\n\nIt holds.", docstring=False)
    assert said.text == "Ring of frames\n\nIt holds."


def test_references_in_a_docstring_are_their_text() -> None:
    said = read("By `PEP 3101`_, Python_, `Ring <https://x.y>`_, ``A_`` and ring_.", docstring=True)
    assert said.text == "By PEP 3101, Python, Ring, ``A_`` and ring_."
