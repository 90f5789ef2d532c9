"""Markup is written as HTML, and becomes docutils' nodes, with the same text."""

from __future__ import annotations

import re
from html import unescape

from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.html import HtmlWriter
from sphinx_filedocs.pages.markup import (
    Address,
    Block,
    Code,
    Inline,
    Lines,
    Muted,
    OutlineBlock,
    OutlineRow,
    PageLink,
    Rubric,
    Strong,
    UseList,
    Verse,
    bullets,
    fields,
    paragraph,
    table,
)
from sphinx_filedocs.pages.nodes import markup, packed, unpacked


def write(*blocks: Block, prefix: str | None = "") -> str:
    def uri(docname: str, place: str) -> str:
        return f"{docname}.html#{place}" if place else f"{docname}.html"

    def uses(block: UseList) -> str:
        return f"<!-- {block.kind} of {block.key[0]} -->"

    return HtmlWriter(uri, uses, prefix).write(blocks)


def row(name: str, depth: int, **more: str) -> OutlineRow:
    parts = {"annotation": "", "before": "def ", "after": "()", "aside": "", **more}
    return OutlineRow(depth, "function", f"sym-{name}", name=name, lines="L1", sentence=(), **parts)


def nested(html: str) -> list[int]:
    """Return how deep in lists each symbol of an outline stands."""
    depths, depth = [], 0
    for tag in re.findall(r"</?ul|<li", html):
        depth += {"<ul": 1, "</ul": -1, "<li": 0}[tag]
        if tag == "<li":
            depths.append(depth - 1)
    assert depth == 0
    return depths


def test_text_and_attributes_are_escaped() -> None:
    html = write(paragraph("<b>&", PageLink('a"b', Code("<i>"), "x", 'say "hi"')))
    assert "<p>&lt;b&gt;&amp;<a" in html
    assert 'href="a&quot;b.html#x" title="say &quot;hi&quot;"' in html
    assert '<span class="pre">&lt;i&gt;</span>' in html


def test_long_paths_break_behind_slashes_and_names_before_dots() -> None:
    short, path, name = (
        write(paragraph(Code(text)))
        for text in ("a/b.py", "src/main/java/com/x/A.java", "windrose.frame.first_column")
    )
    assert ">a/b.py<" in short
    assert ">src/<wbr />main/<wbr />java/<wbr />com/<wbr />x/<wbr />A<wbr />.java<" in path
    assert ">windrose<wbr />.frame<wbr />.first_column<" in name


def test_lines_are_links() -> None:
    links = paragraph(Lines("core", (3, 7)))
    assert write(links) == ('<p><a href="core.html#L3">L3</a>, <a href="core.html#L7">L7</a></p>\n')


@given(st.lists(st.integers(0, 4), min_size=1))
def test_an_outline_is_nested_as_its_symbols_are(wanted: list[int]) -> None:
    depths: list[int] = []
    for depth in wanted:
        depths.append(min(depth, depths[-1] + 1 if depths else 0))
    symbols = tuple(row("<A>", depth, annotation="class") for depth in depths)
    html = write(OutlineBlock("source", "a.py", symbols))
    assert nested(html) == depths
    shown = "<em>class</em> <code>def <b>&lt;A&gt;</b>()</code> L1"
    assert html.count(f'<li id="sym-&lt;A&gt;">{shown}') == len(depths)
    # Some builders want every element to end.
    assert html.count("<li") == html.count("</li>")


def test_what_stands_on_another_page_has_no_ids() -> None:
    blocks = [
        OutlineBlock("", "a.py", (row("A", 0),)),
        Rubric("Title", "t"),
        paragraph(identifier="p"),
    ]
    assert re.findall(r'id="([^"]*)"', write(*blocks)) == ["sym-A", "t", "p"]
    assert "id=" not in write(*blocks, prefix=None)
    (node,) = packed(blocks)
    assert isinstance(node, markup)
    node["bare"] = True
    made = nodes.section("", *unpacked(node, lambda _: bullets([])))
    assert not any(element["ids"] for element in made.findall(nodes.Element))


def test_the_search_finds_the_words_of_the_source() -> None:
    words = paragraph("It ", Code("adds"), " numbers.", classes="filedocs-words")
    (node,) = packed([words, paragraph("not this"), Verse(("but", "this"))])
    assert node.astext().split() == ["It", "adds", "numbers.", "but", "this"]


def test_nodes_of_a_users_own_section_stand_where_they_were() -> None:
    own = nodes.paragraph("", "mine")
    before, middle, after = packed([paragraph("a"), own, paragraph("b"), paragraph("c")])
    assert middle is own
    assert [len(node.blocks) for node in (before, after)] == [1, 2]


texts = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=8)
inlines: st.SearchStrategy[Inline] = st.one_of(
    texts,
    st.builds(Code, texts, st.just("")),
    st.builds(Muted, texts),
    st.builds(Strong, texts),
    st.builds(Address, texts.map("https://x.org/{}".format)),
    st.builds(
        PageLink,
        st.just("doc"),
        texts | st.builds(Code, texts, st.just("")),
        texts,
        texts,
        st.just(""),
    ),
    st.builds(Lines, st.just("doc"), st.lists(st.integers(1, 9), min_size=1).map(tuple)),
)
rows = st.lists(st.lists(inlines, min_size=1, max_size=3), min_size=1, max_size=3)
blocks: st.SearchStrategy[Block] = st.one_of(
    st.lists(inlines, min_size=1).map(lambda parts: paragraph(*parts)),
    rows.map(bullets),
    rows.map(lambda made: bullets([["above", bullets(made)]])),
    rows.map(lambda made: table(["A"], [[cell] for cell in made], [100], "x")),
    rows.map(lambda made: fields((("term", row) for row in made), "x")),
    st.builds(Rubric, texts),
    st.lists(texts, min_size=1).map(lambda lines: Verse(tuple(lines))),
)


@given(st.lists(blocks, min_size=1, max_size=3))
def test_html_and_nodes_have_the_same_text(content: list[Block]) -> None:
    (node,) = packed(content)
    assert isinstance(node, markup)
    shown = "".join(part.astext() for part in unpacked(node, lambda _: bullets([])))
    # Between blocks astext has empty lines, and HTML a field's colon.
    html = re.sub(r'<span class="colon">:</span>', "", write(*content))
    assert "".join(unescape(re.sub(r"<[^>]*>", "", html)).split()) == "".join(shown.split())
