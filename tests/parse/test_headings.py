from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse import headings
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.headings import outline
from tests.full import examples
from tests.tables import Table

TABLE = Table(__file__)

MARKUPS = ["markdown", "restructuredtext"]


def tree(symbols: Iterable[Symbol], indent: str = "") -> Iterator[str]:
    """Yield a line for each heading: its name, its line and its span, indented by depth."""
    for one in symbols:
        assert one.kind == "heading"
        yield f"{indent}{one.name} {one.line} {one.span.start}-{one.span.end}"
        yield from tree(one.children, indent + " ")


def names(text: str, markup: str = "markdown") -> list[str]:
    return [line.strip().rsplit(" ", 2)[0] for line in tree(outline(text, markup).symbols)]


def test_markdown_nests_by_level() -> None:
    text = "# A\n\ntext\n\n## B\n### C\n\n## D\n\n# E\nend\n"
    assert list(tree(outline(text, "markdown").symbols)) == [
        "A 1 1-9", " B 5 5-7", "  C 6 6-7", " D 8 8-9", "E 10 10-11",
    ]  # fmt: skip


def test_markdown_levels_may_be_skipped() -> None:
    text = "### Low\n# High\n#### Deep\n## Middle\n"
    assert list(tree(outline(text, "markdown").symbols)) == [
        "Low 1 1-1", "High 2 2-4", " Deep 3 3-3", " Middle 4 4-4",
    ]  # fmt: skip


def test_setext_headings_span_from_their_first_line() -> None:
    text = "intro\n\nTwo\nlines\n=====\n\nBelow\n---\n"
    assert list(tree(outline(text, "markdown").symbols)) == ["Two lines 3 3-8", " Below 7 7-8"]


def test_not_a_heading() -> None:
    TABLE.check("no headings", lambda text: "; ".join(names(text)))


def test_front_matter_keeps_the_lines() -> None:
    text = "---\ntitle: x\n---\n\n# A\n\nThe text.\n"
    found = outline(text, "markdown")
    assert list(tree(found.symbols)) == ["A 5 5-7"]
    assert found.doc == "The text."


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert names("---\n\n# A\n") == ["A"]


def test_name_of_a_heading() -> None:
    TABLE.check("names", lambda written: " ‖ ".join(names(f"{written}\n")))


def test_html_headings_have_their_level_and_line() -> None:
    text = "<div>\n<h1>A</h1>\n<p>First &amp; <b>foremost</b>.</p>\n</div>\n\n## B\n\n<h3>C</h3>\n"
    found = outline(text, "markdown")
    assert list(tree(found.symbols)) == ["A 2 2-8", " B 6 6-8", "  C 8 8-8"]
    assert found.doc == "First & foremost."


def test_first_paragraph_of_markdown() -> None:
    TABLE.check("Markdown", lambda text: outline(text, "markdown").doc)


RST = [
    "Title\n=====\n\ntext\n\nSub\n---\n\nOther\n=====\n",
    "=====\nTitle\n=====\n\nA\n=\n\nB\n-\n\nC\n=\n",
    "====\n in \n====\n",
    "No blank\n========\nBelow\n-----\ntext\n",
    "Too short\n===\n",
    "Short\n====\n",
    "ab\n==\n",
    "日本\n====\n",
    "日本\n===\n",
    "para\nTitle\n-----\n",
    "Example::\n\n  Title\n  =====\n\nReal\n====\n",
    "Example::\n\n> Title\n> =====\n\nReal\n====\n",
    "Example::\n\n------\n\nReal\n====\n",
    ".. code-block:: rst\n\n   Title\n   =====\n\nReal\n====\n",
    ".. note::\n   Title\n   =====\n",
    ".. comment\n   =====\n\n   Title\n   =====\n",
    ".. _target:\n\nTitle\n=====\n",
    "1. Title\n========\n",
    "- item\n======\n\ntext\n",
    ":field: x\n=========\n",
    "-a  option\n==========\n",
    "--all\n=====\n",
    "| line\n======\n",
    ">>> 1\n=====\n\nReal\n====\n",
    "para\n\n------\n\npara\n",
    "Heading\n::\n\n  literal\n",
    "..\n   Title\n   =====\n",
    "====  ====\nFoo   Bar\n====  ====\n1     2\n----------\n3     4\n====  ====\n\nReal\n====\n",
    "+-----+\n| a   |\n+=====+\n| b   |\n+-----+\n\nReal\n====\n",
    "term\n  =====\n\nReal\n====\n",
    "=====\nTitle\n-----\n\nReal\n====\n",
    "=====\nTitle\n",
    "=====\n-----\n",
    "\\*T\n====\n",
    "Tab\t\n====\n",
    "A\n=\nB\n-\nC\n~\nD\n-\nE\n~\nF\n=\n",
]


def docutils_titles(text: str) -> list[tuple[int, str]]:
    quiet = {
        "report_level": 6, "halt_level": 6, "doctitle_xform": False, "docinfo_xform": False,
        "file_insertion_enabled": False, "_disable_config": True,
    }  # fmt: skip
    found = []
    for section in publish_doctree(text, settings_overrides=quiet).findall(nodes.section):
        depth, node = 0, section.parent
        while isinstance(node, nodes.section):
            depth, node = depth + 1, node.parent
        found.append((depth, section[0].astext()))
    return found


@pytest.mark.parametrize("text", RST)
def test_restructuredtext_titles_are_those_of_docutils(text: str) -> None:
    found = [
        (len(line) - len(line.lstrip()), line.strip().rsplit(" ", 2)[0])
        for line in tree(outline(text, "restructuredtext").symbols)
    ]
    assert found == docutils_titles(text)


def test_restructuredtext_spans() -> None:
    text = "====\nDoc\n====\n\nIntro.\n\nA\n----\n\nB\n~~~~\n\nC\n----\nend"
    assert list(tree(outline(text, "restructuredtext").symbols)) == [
        "Doc 2 1-15", " A 7 7-12", "  B 10 10-12", " C 13 13-15",
    ]  # fmt: skip


def test_first_paragraph_of_restructuredtext() -> None:
    TABLE.check("reStructuredText", lambda text: outline(text, "restructuredtext").doc)


def test_other_markups_have_no_headings() -> None:
    assert outline("# A\n\ntext\n", "text") == headings.Headings()


@pytest.mark.parametrize("markup", MARKUPS)
@settings(max_examples=examples(60))
@given(
    text=st.lists(
        st.sampled_from(
            ["#", "##", " ", "\n", "=", "====", "----", "Title", "`", "```", "::", "..", "- ",
             "> ", "<h1>", "</h1>", "<!--", "|", "\t", "[a]:", "\x00", "ä", "\u2028", "\\"]
        ),
        max_size=60,
    ).map("".join)
)  # fmt: skip
def test_any_text_has_an_outline_inside_its_lines(text: str, markup: str) -> None:
    total = max(text.count("\n") + (not text.endswith("\n")), 1)
    last = 0
    stack = list(reversed(outline(text, markup).symbols))
    while stack:
        one = stack.pop()
        assert last < one.span.start <= one.line <= one.span.end <= total
        last = one.line
        assert all(child.span.end <= one.span.end for child in one.children)
        stack += reversed(one.children)


def test_what_comes_behind_the_limit_is_not_read() -> None:
    text = "# A\n" + "x" * headings.LIMIT + "\n# B\n"
    assert names(text) == ["A"]


def test_a_first_paragraph_is_about_the_text_below_a_title() -> None:
    TABLE.check("below a title", lambda text: extract(text, "markdown").facts.doc)
