"""Views of files: what a reader sees of documents, tables and data, and that nothing of a hostile
text reaches the browser as anything but text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.model.files import File
from sphinx_filedocs.pages.lexer_colours import limited
from sphinx_filedocs.pages.rendered.targets import Targets, WrittenTargets
from sphinx_filedocs.pages.rendered.view import inline_address, render, view_kind
from tests.full import mixed

DOCUMENTS = {
    "README.md": "source/README.md",
    "docs/guide.md": "source/docs/guide.md",
    "docs/a b.rst": "source/docs/a-b.rst",
    "docs/chart.png": "source/docs/chart.png",
    "docs/": "source/docs/index",
    "/": "source/index",
}
FILES = {
    "docs/chart.png": File("docs/chart.png", "binary", 100, "d1"),
    "README.md": File("README.md", "text", 100, "d2", "markdown"),
}
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
LANGUAGES = {
    "guide.md": "markdown",
    "guide.rst": "restructuredtext",
    "a.ipynb": "json",
    "a.csv": "csv",
}
ALLOWED = {
    "a", "blockquote", "br", "cite", "code", "dd", "details", "div", "dl", "dt", "em", "h3", "h4",
    "h5", "h6", "hr", "img", "li", "ol", "p", "pre", "s", "span", "strong", "sub", "summary", "sup",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "alt", "aria-label", "class", "colspan", "href", "id", "loading", "open", "rel", "role",
    "rowspan", "src", "start", "tabindex", "title", "type",
}  # fmt: skip


class _Read(HTMLParser):
    """Reads HTML as a browser does."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def shown(path: str, source: str, folder: str = "docs/") -> str:
    """Return the view of a file of docs/."""
    file = File(f"{folder}{path}", "text", len(source), "d", LANGUAGES[path])
    targets = Targets(file.path, DOCUMENTS, FILES)
    links = WrittenTargets(
        targets,
        lambda docname, at: f"../{docname}.html" + (f"#{at}" if at else ""),
        lambda image: f"../_images/{image.digest}.png",
    )
    return render(file, source).filled(links)


def read(html: str) -> _Read:
    parser = _Read()
    parser.feed(html)
    parser.close()
    return parser


def links(html: str) -> list[str | None]:
    return [attributes["href"] for tag, attributes in read(html).tags if tag == "a"]


def test_links_lead_to_what_raw_html_names() -> None:
    """GitHub shows it as HTML; here it is text, but a target all the same. A heading keeps its id,
    and a link to nothing is none."""
    made = shown(
        "guide.md",
        '<h3 name="why">\nWhy & how?\n</h3>\n\n<a id=two></a>\n## Two\n\n'
        "## :tada: `New` \U0001f680\n\n"
        "[a](#why) [b](#why--how) [c](#two) [d](#tada-new-) [e](#none) [f](#L2)\n",
    )
    page = "../source/docs/guide.md.html"
    wanted = ["view-why", "view-why--how", "view-two", "view-tada-new-"]
    assert links(made) == [f"{page}#{one}" for one in [*wanted, "L2"]]
    ids = re.findall(r' id="([^"]+)"', made)
    assert sorted(ids) == sorted(wanted)
    assert "&lt;h3" in made


def test_a_relative_link_leads_to_the_page_of_the_file_or_folder() -> None:
    made = shown(
        "guide.md",
        "[r](../README.md) [f](./) [root](/README.md#L3) [s](a%20b.rst) [gone](no.md) "
        "[up](../../x)\n",
    )
    assert links(made) == [
        "../source/README.md.html",
        "../source/docs/index.html",
        "../source/README.md.html#L3",
        "../source/docs/a-b.rst.html",
    ]
    assert "gone" in read(made).text


def test_a_heading_has_the_id_that_its_links_have() -> None:
    made = shown("guide.md", "# One & two\n\n[here](#one--two)\n\n## Twice\n\n## Twice\n")
    ids = [attributes["id"] for _, attributes in read(made).tags if "id" in attributes]
    assert ids == ["view-one--two", "view-twice", "view-twice-1"]
    assert links(made) == ["../source/docs/guide.md.html#view-one--two"]


def test_an_image_of_the_tree_is_shown_and_one_from_elsewhere_is_a_link() -> None:
    made = shown("guide.md", "![a](chart.png) ![badge](https://x.test/b.svg)\n")
    images = [attributes["src"] for tag, attributes in read(made).tags if tag == "img"]
    assert images == ["../_images/d1.png"]
    assert links(made) == ["https://x.test/b.svg"]
    both = shown(
        "guide.rst", ".. image:: chart.png\n   :alt: a\n\n.. image:: https://x.test/b.png\n"
    )
    assert [a["src"] for tag, a in read(both).tags if tag == "img"] == ["../_images/d1.png"]


def test_alerts_and_tasks_are_shown_as_at_github() -> None:
    pytest.importorskip("markdown_it", minversion="4.1")
    made = shown("guide.md", "> [!NOTE]\n> Read **this**.\n\n- [x] done\n- [ ] to do\n- other\n")
    assert '<div class="admonition note"><p class="admonition-title">Note</p>' in made
    assert "<p>Read <strong>this</strong>.</p>" in made
    assert "[!NOTE]" not in made
    assert "[!TIP]" not in shown("guide.md", "> [!TIP]\\\n> Read this.\n")
    assert '<li class="fd-task">\N{BALLOT BOX WITH CHECK} done' in made
    assert '<li class="fd-task">\N{BALLOT BOX} to do' in made
    assert "<li>other" in made
    # What is no alert of GitHub's is a quotation.
    assert "<blockquote>" in shown("guide.md", "> [!SCRIPT]\n> Read this.\n")


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "&#106;avascript:alert(1)",
        "file:///etc/passwd",
    ],
)
def test_no_other_scheme_than_that_of_the_web_is_followed(target: str) -> None:
    for path, source in (
        ("guide.md", f"[a](<{target}>) ![b](<{target}>) <{target}>\n"),
        (
            "guide.rst",
            f"`a <{target}>`_ `c <{target}>`__\n\n.. image:: {target}\n\n.. _b: {target}\n",
        ),
    ):
        assert links(shown(path, source)) == []


def test_directives_roles_and_substitutions_are_text() -> None:
    made = shown(
        "guide.rst",
        "Title\n=====\n\n.. include:: /etc/passwd\n\n.. raw:: html\n\n"
        "   <script>alert(1)</script>\n\n"
        ".. csv-table::\n   :file: /etc/passwd\n\n.. |a| replace:: bb\n\n"
        "|a| :raw:`<b>` :func:`~x.y`\n\n"
        ".. code-block:: python\n   :linenos:\n\n   print(1)\n",
    )
    text = read(made).text
    assert ".. include:: /etc/passwd" in text
    assert "root:" not in text
    assert ".. raw:: html" in text
    assert "<script>alert(1)</script>" in text
    assert "|a| <b> y" in text
    assert "print(1)" in text
    assert ":linenos:" not in text
    assert "script" not in {tag for tag, _ in read(made).tags}


def test_markdown_shows_raw_html_as_text() -> None:
    made = shown(
        "guide.md", '<img src=x onerror="alert(1)">\n\nA <b onclick=x>b</b>.\n\n<!-- no -->\n'
    )
    assert 'onerror="alert(1)"' in read(made).text
    assert {tag for tag, _ in read(made).tags} <= {"pre", "p", "code"}
    assert "no" not in read(made).text


def test_a_table_has_its_first_rows() -> None:
    rows = "".join(f"{number},<b>,{'x' * 500}\n" for number in range(1000))
    made = read(shown("a.csv", f"n;o,p,q\n{rows}"))
    assert [tag for tag, _ in made.tags].count("tr") == 101
    assert "The first 100 rows." in made.text
    assert "x" * 201 not in made.text


def test_a_notebook_has_its_cells_and_what_came_out() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Trial\n", "[r](../README.md)"]},
        {
            "cell_type": "code",
            "execution_count": 3,
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {"output_type": "display_data", "data": {"image/png": PIXEL}},
                {
                    "output_type": "display_data",
                    "data": {"text/html": "<script>x</script>", "text/plain": "plain"},
                },
                {"output_type": "error", "traceback": ["\x1b[31mZero\x1b[0m"]},
            ],
        },
    ]
    made = shown("a.ipynb", json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}))
    found = read(made)
    assert links(made) == ["../source/README.md.html"]
    assert [a["src"] for tag, a in found.tags if tag == "img"] == [f"data:image/png;base64,{PIXEL}"]
    assert "[3]" in found.text
    assert "plain" in found.text
    assert "Zero" in found.text
    assert "<script>" not in made
    assert inline_address("image/png", "PHN2Zz4=") == ""


def test_a_large_file_has_a_sentence_in_its_place() -> None:
    made = shown("guide.md", "# a\n" * 100_000)
    assert read(made).text.strip() == "The file is too large to show in this form."


def test_most_files_have_no_view() -> None:
    assert view_kind(File("a.c", "text", 5, "d", "c")) is None
    assert view_kind(File("a.bin", "binary", 5, "d")) is None
    assert view_kind(File("a.md", "link", 5, "d")) is None


HOSTILE = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))",
    "![x](\"onerror=alert(1))", "`", "``", "*", "**", "[", "](", ")", "<", ">", '"', "'", "&",
    "&#x3c;", "\n", "\n\n", "    ", "# ", "===\n", "- ", "1. ", "| a | b |\n|--|--|\n", "> ",
    "```html\n", "~~~\n", ".. raw:: html\n\n   <b>\n", ".. include:: x\n", ":raw:`x`",
    ".. |x| replace:: |x|\n", "|x|", "`a <b>`_", ".. _a: b\n", "__", "a_", "[1]_ ", ".. [1] x\n",
    "+--+\n|a |\n+--+\n", "\0", "\x1b", "\u202e", "\ud800", "a", '{"cells": [', '{"a": ', "}",
    "]", ",", "{}", "<!--", "-->", "<![CDATA[", "\\", "=", "x\n    y\n",
)  # fmt: skip
texts = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=8), max_size=30).map("".join)


@given(path=st.sampled_from(tuple(LANGUAGES)), source=texts)
def test_whatever_stands_in_a_file_is_text(path: str, source: str) -> None:
    made = shown(path, source)
    for tag, attributes in read(made).tags:
        assert tag in ALLOWED
        assert attributes.keys() <= ATTRIBUTES
        for name in ("href", "src"):
            address = attributes.get(name) or ""
            assert (
                address.startswith(("../", "#", "https://", "http://", "mailto:", "data:image/"))
                or not address
            )
        assert not (tag == "img" and (attributes["src"] or "").startswith("http"))


def notebook_of(cell: str) -> str:
    return json.dumps({"cells": [{"cell_type": "markdown", "source": cell}]})


@given(source=texts)
def test_whatever_stands_in_a_cell_is_text(source: str) -> None:
    made = shown("a.ipynb", notebook_of(source))
    assert {tag for tag, _ in read(made).tags} <= ALLOWED


PIECES = ["[" * 50, "*a ", "`a` ", "![", "> ", "- ", "<a ", "a_ ", "|a", "&a", "__a", "[a](", "\\"]


@pytest.mark.parametrize(("path", "piece"), mixed(["guide.md", "guide.rst"], PIECES))
def test_a_view_is_made_in_bounded_time(path: str, piece: str) -> None:
    line = (piece * 10_000)[:10_000] + "\n"
    # Where the limit of views did not hold, this one would.
    with limited(8):
        shown(path, line * 10)


def test_slots_tell_where_links_lead() -> None:
    file = File("docs/guide.md", "text", 10, "d", "markdown")

    def said(documents: dict[str, str]) -> list[str]:
        targets = Targets(file.path, documents, FILES)
        return [*map(targets.shown, render(file, "[a](new.md) ![b](chart.png)").slots)]

    assert said(DOCUMENTS) != said({**DOCUMENTS, "docs/new.md": "source/docs/new.md"})
    assert "docs/chart.png d1" in said(DOCUMENTS)


def test_an_image_in_a_link_that_leads_nowhere_has_its_own_link() -> None:
    made = shown("guide.md", "[![c](chart.svg)](gone.md) [![c](chart.svg)](../README.md)\n")
    assert len(links(made)) == len([tag for tag, _ in read(made).tags if tag == "a"])
    assert "../source/README.md.html" in links(made)


@pytest.mark.parametrize("path", ["guide.md", "guide.rst"])
def test_what_marks_slots_is_taken_from_no_text(path: str) -> None:
    made = shown(path, "\0001\0 [a](b) `c\0/0\0 <d>`_ ``\0000\0``\n")
    assert "\0" not in made
