"""A listing that is too long for its file's page goes on on pages of its own, which every link
finds."""

from __future__ import annotations

import re
from html import unescape
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest

from sphinx_filedocs.pages import anchors, symbol_pane

BIG = '''"""Long."""

LIMIT = 3


def first(x):
    return x + LIMIT


def second():
    y = first(1)
    return (
        y,
    )


class Last:
    def __init__(self):
        self.size = second()
'''
TREE = {
    "pkg/big.py": BIG,
    "pkg/use.py": "from pkg.big import Last, first\n\nfirst(Last().size)\n",
}
FIRST, SECOND = "source/pkg/big.py.html", "source/pkg/big.py/listing-2.html"


@pytest.fixture(autouse=True)
def short_pages(monkeypatch) -> None:
    """Divide a listing of more than about twelve lines into pages of ten."""
    monkeypatch.setattr(anchors, "_LONGEST", 1_000)
    monkeypatch.setattr(anchors, "_PAGE", 900)


def broken_links(output) -> list[tuple[str, str]]:
    """Return the links of all pages that lead to no page, or to no place on it."""
    pages = {name: output.read(name) for name in output.names if name.endswith(".html")}
    ids = {name: set(re.findall(r' id="([^"]*)"', text)) for name, text in pages.items()}
    broken = []
    for name, text in pages.items():
        for href in map(unescape, re.findall(r'<a\b[^>]*? href="([^"]*)"', text)):
            address, _, place = unquote(href).partition("#")
            target = normpath(join(dirname(name), address)) if address else name
            if "://" not in href and (
                target not in output.names or (place and target in ids and place not in ids[target])
            ):
                broken.append((name, href))
    return broken


def pane(html: str) -> list[tuple[str, str]]:
    """Return the addresses and names of the list beside a page."""
    shown = html.partition('<nav class="fd-symbols"')[2].partition("</nav>")[0]
    return re.findall(r'<li><a href="([^"]*)"[^>]*>([^<]*)</a>', shown)


def test_the_list_beside_each_page_leads_to_the_lines_on_all_of_them(project) -> None:
    output = project(TREE).build(html_theme="furo")
    second = "big.py/listing-2.html"
    outer = [("#L3", "LIMIT"), ("#L6", "first"), ("#L10-L14", "second"), (f"{second}#L17", "Last")]
    assert pane(output.read(FIRST))[:4] == outer
    assert pane(output.read(SECOND)) == [
        ("../big.py.html#L3", "LIMIT"),
        ("../big.py.html#L6", "first"),
        ("../big.py.html#L10-L14", "second"),
        ("#L17", "Last"),
        ("#L18", "__init__"),
    ]
    assert broken_links(output) == []


def test_of_too_many_definitions_each_page_lists_its_own(project, monkeypatch) -> None:
    monkeypatch.setattr(symbol_pane, "MOST_ROWS", 3)
    output = project(TREE).build(html_theme="furo")
    assert [name for _, name in pane(output.read(FIRST))] == ["LIMIT", "first", "second"]
    # Of the one before it the last lines are there.
    assert [name for _, name in pane(output.read(SECOND))] == ["second", "Last", "__init__"]
    for page, outline in ((FIRST, "#outline"), (SECOND, "../big.py.html#outline")):
        assert f'<a href="{outline}">and 2 more</a>' in output.read(page)


def test_the_list_beside_a_page_leads_to_the_package_of_its_file_too(project) -> None:
    """No name is looked for in packages."""
    fields = "".join(f"    int field{number} = {number};\n" for number in range(40))
    tree = {"a/b/Big.java": f"package a.b;\n\nclass Big {{\n{fields}}}\n"}
    output = project(tree).build(html_theme="furo")
    page = output.read("source/a/b/Big.java.html")
    assert "big.java/listing-2.html" in page.lower()
    assert ("#L1", "a.b") in pane(page)
    assert broken_links(output) == []


def test_its_first_lines_are_on_its_page_and_the_others_on_pages_of_their_own(project) -> None:
    output = project(TREE).build()
    page = output.read(FIRST)
    assert 'id="L1"' in page
    assert 'data-lines="10"' in page
    assert '<a class="reference internal" href="big.py/listing-2.html">Lines 11–19</a>' in page
    assert '<code class="src docutils literal notranslate"><span class="pre">Last</span>' in page
    assert '<a class="reference internal" href="#listing">Lines 1–10</a>' in page
    assert 'id="L10"' in page
    assert 'id="L11"' not in page
    assert 'id="L11"' in output.read(SECOND)
    assert "<title>pkg/big.py: Lines 11–19" in output.read(SECOND)
    assert output.warnings == ""


def test_every_link_leads_to_a_place(project) -> None:
    roles = ":src:file:`pkg/big.py#L12` :src:symbol:`Last`"
    page = f":orphan:\n\nPage\n====\n\n{roles}\n\n.. src:file:: pkg/big.py\n"
    made = project(TREE, {"page.rst": page})
    output = made.build(html_theme="alabaster", nitpicky=True)
    assert broken_links(output) == []
    assert 'href="source/pkg/big.py/listing-2.html#L12"' in output.read("page.html")
    assert 'href="source/pkg/big.py.html#sym-Last"' in output.read("page.html")


def test_names_lead_from_one_of_its_pages_to_another_and_back(project) -> None:
    second = project(TREE).build().read(SECOND)
    assert re.search(r'href="#L11"[^>]*>y</a>', second)
    assert re.search(r'href="../big.py.html#L10"[^>]*>second</a>', second)
    assert 'href="../big.py.html"' in second
    assert 'href="../big.py.html#listing">Lines 1–10</a>' in second


def test_other_files_lead_to_its_outline_or_to_the_line(project) -> None:
    use = project(TREE).build().read("source/pkg/use.py.html")
    assert re.search(r'href="big.py.html#sym-first"[^>]*>first</a>', use)
    assert re.search(r'href="big.py/listing-2.html#L19"[^>]*>size</a>', use)


def test_directories_as_pages_have_the_same_links(project) -> None:
    output = project(TREE).build("dirhtml")
    assert 'id="L11"' in output.read("source/pkg/big.py/listing-2/index.html")
    assert 'href="../big.py/listing-2/#L19"' in output.read("source/pkg/use.py/index.html")


@pytest.mark.parametrize("builder", ["singlehtml", "epub", "text"])
def test_a_book_has_it_whole(project, builder: str) -> None:
    output = project(TREE).build(builder)
    assert not any("listing-" in name for name in output.names)
    name = {"singlehtml": "index.html", "text": "source/pkg/big.py.txt"}.get(
        builder, "source/pkg/big.py.xhtml"
    )
    text = re.sub("<[^>]*>", "", output.read(name))
    assert text.count("    return (") == 1
    assert text.count("class Last:") == 1


def test_without_a_change_none_is_written(project) -> None:
    assert project(TREE).rebuilt_of_tree(lambda: None) == set()


def test_an_edit_writes_its_pages_and_leaves_those_that_lead_to_names(project) -> None:
    made = project({**TREE, "pkg/far.py": "from pkg.big import first\n\nfirst(1)\n"})
    longer = {"pkg/big.py": BIG.replace("LIMIT = 3", "LIMIT = 3\n")}
    pages = made.rebuilt_of_tree(lambda: made.write(longer))
    assert {FIRST, SECOND} <= pages
    assert "source/pkg/far.py.html" not in pages
    # Its link to an attribute names the line.
    assert "source/pkg/use.py.html" in pages


def test_a_file_that_grows_gets_pages_and_one_that_shrinks_loses_them(project) -> None:
    made = project({**TREE, "pkg/big.py": BIG[:60]})
    assert not any("listing-" in name for name in made.build().names)
    made.write({"pkg/big.py": BIG})
    output = made.build()
    assert {FIRST, SECOND} <= output.names
    assert broken_links(output) == []
    made.write({"pkg/big.py": BIG[:60]})
    output = made.build()
    assert not any("listing-" in name for name in output.names)
    assert broken_links(output) == []


def test_a_page_that_was_deleted_is_written_again(project) -> None:
    made = project(TREE)
    (made.build().folder / SECOND).unlink()
    assert SECOND in made.build().names
