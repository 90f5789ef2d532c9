"""A tree becomes pages: two lines of configuration, and every file has one."""

from __future__ import annotations

import re
import zlib

import pytest
from sphinx.search import js_index

from sphinx_filedocs.pages import file_sections, index_sections

TREE = {
    "README.md": "# Shop\n\nSells things. And more.\n",
    "shop/__init__.py": '"""A shop."""\nfrom .cart import Cart\n',
    "shop/cart.py": '''
        """Holds what is bought."""
        import os
        from shop import prices


        class Cart:
            """A cart."""

            def add(self, name):
                """Put one thing in. It stays."""
                return prices.price(name)
        ''',
    "shop/prices.py": "def price(name):\n    return 1\n",
    "tests/test_cart.py": "import unittest\nfrom shop.cart import Cart\n",
    "logo.png": b"\x89PNG\r\n\x1a\n\0\0",
}
PAGES = (
    "source/index",
    "source/README.md",
    "source/logo.png",
    "source/shop/index",
    "source/shop/__init__.py",
    "source/shop/cart.py",
    "source/shop/prices.py",
    "source/tests/index",
    "source/tests/test_cart.py",
    "source/keywords",
    "source/shop/keywords",
    "source/crossref",
)


@pytest.mark.parametrize(
    ("builder", "name"),
    [
        ("html", "{}.html"),
        ("dirhtml", "{}/index.html"),
        ("text", "{}.txt"),
        ("epub", "{}.xhtml"),
        ("xml", "{}.xml"),
    ],
)
def test_every_file_and_folder_has_its_page(project, builder, name) -> None:
    output = project(TREE).build(builder)
    assert output.warnings == ""
    expected = {name.format(page).replace("index/index.html", "index.html") for page in PAGES}
    assert expected <= output.names


@pytest.mark.parametrize(
    "builder", ["latex", "singlehtml", "man", "texinfo", "gettext", "linkcheck"]
)
def test_the_other_builders_are_content_too(project, builder) -> None:
    made = project(TREE)
    options = {"man_pages": [("index", "docs", "Docs", "", 1)]} if builder == "man" else {}
    assert made.build(builder, nitpicky=True, **options).warnings == ""


def test_the_book_holds_everything_in_the_order_of_the_tree(project) -> None:
    tex = next(iter(project(TREE).build("latex").folder.glob("*.tex"))).read_text(encoding="utf-8")
    tex = re.sub(r"\\PYG\{[^}]*\}", "", tex)
    texts = ("Sells things", "Holds what is bought", "{unittest}", "This file is binary")
    places = [tex.index(text) for text in texts]
    assert places == sorted(places)


def test_a_page_tells_what_the_file_is_defines_and_needs(project) -> None:
    output = project(TREE).build("text")
    page = output.read("source/shop/cart.py.txt")
    for part in (
        "Holds what is bought.",
        "class Cart",
        "def add(self, name)",
        "Put one thing in.",
        "shop/prices.py",
        '"os"',
        "Imported by 2 files",
        "tests/test_cart.py",
    ):
        assert part in page, part
    assert "It stays." not in page.split("Source")[0]


def test_lines_have_anchors_and_links_to_them(project) -> None:
    html = project(TREE).build().read("source/shop/cart.py.html")
    assert 'id="L7"' in html
    assert 'id="L7-L12"' in html
    assert 'href="#L7-L12"' in html


def test_keywords_have_a_section_or_nothing(project) -> None:
    made = project(TREE)
    html = made.build().read("source/shop/cart.py.html")
    assert 'href="#L10"' in html[html.index('<section id="keywords">') : html.index('id="listing"')]
    nothing = made.build(filedocs_file_sections=["-keywords"], freshenv=True)
    assert 'id="keywords"' not in nothing.read("source/shop/cart.py.html")


def test_a_long_keyword_index_is_cut(project, monkeypatch) -> None:
    monkeypatch.setattr(index_sections, "_MOST_KEYWORDS", 3)
    html = project(TREE).build().read("source/shop/cart.py.html")
    section = html[html.index('<section id="keywords">') : html.index('id="listing"')]
    assert section.count("<li>") == 3
    assert ">and 5 more<" in section


def test_an_outline_of_names_alone_has_them_as_links(project, monkeypatch) -> None:
    monkeypatch.setattr(file_sections, "_MOST_SIGNATURES", 1)
    html = project(TREE).build().read("source/shop/cart.py.html")
    outline = html[html.index('<section id="outline">') : html.index('id="listing"')]
    assert re.search(r'<li id="sym-\w+"><em>\w+</em> <a href="#L\d+[^"]*">\w+</a>', outline)


@pytest.mark.parametrize("builder", ["html", "text"])
def test_an_outline_says_where_a_symbol_is_only_declared(project, builder) -> None:
    source = "static int area(int side);\n\nint twice(int side) { return 2 * area(side); }\n\n"
    output = project({"shape.c": f"{source}static int area(int side) {{\n  return side;\n}}\n"})
    page = output.build(builder).read(f"source/shape.c.{'html' if builder == 'html' else 'txt'}")
    outline = re.sub(r"<[^>]*>", "", page.split("2 * area", 1)[0])
    assert re.search(r"L5.L7 declared L1\b", outline)
    assert "L3 declared" not in outline
    assert builder == "text" or 'declared</small> <a href="#L1">L1</a>' in page


def test_nothing_is_written_into_the_sources(project) -> None:
    made = project(TREE)
    before = sorted(p for p in made.folder.rglob("*") if "out" not in p.parts)
    made.build()
    assert sorted(p for p in made.folder.rglob("*") if "out" not in p.parts) == before


def test_a_section_can_be_removed_and_another_added(project, monkeypatch, tmp_path) -> None:
    monkeypatch.syspath_prepend(tmp_path / "docs")
    made = project(
        TREE,
        {
            "own_sections.py": """
                from docutils import nodes

                def shouting(view):
                    return [nodes.paragraph("", view.file.path.upper())]
                """
        },
    )
    page = made.build("text", filedocs_file_sections=["own_sections.shouting", "outline"]).read(
        "source/shop/cart.py.txt"
    )
    assert page.index("Shouting") < page.index("SHOP/CART.PY") < page.index("Outline")
    assert "Details" not in page


def test_pages_are_in_the_inventory_and_in_the_search(project) -> None:
    output = project(TREE).build()
    data = (output.folder / "objects.inv").read_bytes().split(b"\n", 4)[4]
    inventory = zlib.decompress(data).decode()
    place = "source/shop/cart.py.html"
    assert f"shop/cart.py::Cart.add src:method 1 {place}#sym-Cart.add Cart.add\n" in inventory
    assert f"shop/cart.py src:file 1 {place} -\n" in inventory
    assert "add" in js_index.loads(output.read("searchindex.js"))["terms"]


def test_no_index_page_exceeds_200_kb_and_no_name_is_lost(project) -> None:
    functions = "def {0}_of_part_{1}():\n    pass\n\n"
    tree = {
        f"some/deep/folder/part_{number}.py": "".join(
            functions.format(f"{letter}name{count}", number)
            for letter in "abcdefgh"
            for count in range(6)
        )
        + "def main():\n    pass\n"
        for number in range(40)
    }
    output = project(tree).build(filedocs_file_sections=["purpose"])
    assert output.warnings == ""
    indices = [n for n in output.names if re.search(r"/(crossref|keywords)[^/]*\.html$", n)]
    sizes = {name: (output.folder / name).stat().st_size for name in indices}
    assert len(indices) > 10
    assert max(sizes.values()) < 200_000
    for kind in ("source/crossref", "source/some/deep/folder/keywords"):
        text = "".join(output.read(name) for name in indices if name.startswith(kind))
        for number in (0, 39):
            assert f">hname5_of_part_{number}<" in text
    # The folders above have nothing else in them: their index is the same.
    assert not [name for name in indices if re.match(r"source/(some/(deep/)?)?keywords", name)]
    for page in ("index", "some/index", "some/deep/index"):
        assert "folder/keywords.html" in output.read(f"source/{page}.html")
    crossrefs = "".join(output.read(n) for n in indices if n.startswith("source/crossref"))
    for number in range(40):
        assert f"part_{number}.py.html" in crossrefs


def test_names_of_tests_and_data_are_folded_apart_in_an_index(project) -> None:
    made = project(
        {
            "shop/cart.py": "class Cart: pass\n",
            "shop/tools.py": "def total(): pass\n",
            "tests/test_cart.py": "class CartTest: pass\ndef total(): pass\ndef tested(): pass\n",
            "web/site.css": ".cart { color: red }\n#total { color: red }\n",
            "web/data.json": '{"$defs": {"coin": {"type": "string"}}}',
        }
    )
    output = made.build()
    page = output.read("source/keywords.html")
    folded = re.findall(r"<details.*?</details>", page, re.DOTALL)
    names = [re.findall(r"<li>(?:<[^>]*>)*(\w+)<", part) for part in folded]
    assert names == [["cart", "CartTest", "coin"], ["tested"]]
    assert "3 names only in tests and data" in folded[0]
    # Where there is nothing else, nothing is folded.
    for folder in ("tests", "web"):
        assert "<details" not in output.read(f"source/{folder}/keywords.html")
    assert "<p>3 functions, 2 classes</p>" in output.read("source/index.html")
