"""A tree that is divided among several projects has the same pages and links as in one."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest
from sphinx.errors import ConfigError
from sphinx.util.inventory import InventoryFile

from sphinx_filedocs.pages import anchors
from sphinx_filedocs.pages.listing import with_quotes

TREE = {
    "README.md": "# Tree\n\nA tree in three parts.\n",
    "app/main.py": """\
        import os
        from core import Shape
        from core.shapes import area


        def run(thing):
            thing.draw()
            return Shape(area(2)).double()
        """,
    "app/test_main.py": "from app.main import run\n\n\ndef test_run():\n    assert run(None)\n",
    "core/__init__.py": "from core.shapes import Shape as Shape\n",
    "core/shapes.py": """\
        class Shape:
            def __init__(self, size):
                self.size = size

            def draw(self):
                return self.size

            def double(self):
                return 2 * self.size


        def area(size):
            return size


        def forgotten():
            return area(None)
        """,
    "core/deep/more.py": """\
        from core import shapes


        class Other:
            def draw(self):
                return shapes.area(1)
        """,
    "native/shape.h": "struct shape { int size; };\nint shape_area(struct shape *one);\n",
    "native/shape.c": """\
        #include "shape.h"

        int shape_area(struct shape *one) { return one->size; }
        """,
    "native/deep/use.c": """\
        #include "../shape.h"

        int twice(struct shape *one) { return 2 * shape_area(one); }
        """,
}
PARTS = {"rest": [], "python": ["/core/", "/native/*.h"], "native": ["/native/"]}
PAGE = """\
Docs
====

.. toctree::

   source/index

:src:file:`core/shapes.py#L5`, :src:symbol:`twice`, :src:folder:`native/deep`,
:src:crossref:`draw`

.. src:listing:: app/main.py
.. src:file:: core/shapes.py
   :sections: outline, dependencies, uses, related, listing
"""


class Page(HTMLParser):
    """Every link of a page with its text, those of its listing apart."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.listing: list[tuple[str, str]] = []
        self.links: list[tuple[str, str]] = []
        self._open: list[list[str]] = []
        self._listings = 0
        self.feed(html[html.index('role="main"') :].partition('role="navigation"')[0])

    def handle_starttag(self, tag, attrs) -> None:
        found = dict(attrs)
        if "filedocs-listing" in (found.get("class") or ""):
            self._listings += 1
        if tag == "a" and "href" in found and "headerlink" not in (found.get("class") or ""):
            self._open.append([found["href"] or "", ""])

    def handle_data(self, data) -> None:
        for one in self._open:
            one[1] += data

    def handle_endtag(self, tag) -> None:
        if tag == "a" and self._open:
            address, text = self._open.pop()
            (self.listing if self._listings else self.links).append((text, address))


class Divided:
    """The builds of one tree as a whole and in its parts."""

    def __init__(self, made, builder: str, base: str) -> None:
        self.made = made
        self.builder = builder
        self._base = base
        self.folders: dict[str, Path] = {}

    def build(self, part: str = "", builder: str = "", jobs: int = 1, **options):
        """Build one part, or what is not divided, and keep its output."""
        tree = {"path": "../tree", "title": "Tree", "parts": PARTS}
        shown = self.made.folder / "docs" / "inventories"
        mapping = {
            name: (f"{self._base}{name}", str(shown / name / "objects.inv")) for name in PARTS
        }
        kept = self.made.folder / f"kept-{part}"
        out = self.made.folder / "out"
        if kept.exists():
            kept.rename(out)
        output = self.made.build(
            builder or self.builder,
            jobs=jobs,
            extensions=["sphinx.ext.intersphinx", "sphinx_filedocs"],
            filedocs_trees={"source": tree},
            filedocs_part=part,
            intersphinx_mapping=mapping,
            **options,
        )
        self.folders[part] = kept / output.folder.relative_to(out)
        out.rename(kept)
        output.folder = self.folders[part]
        return output

    def inventories(self) -> None:
        """Make the inventories of all parts."""
        output = self.build("", {"dirhtml": "dirinventories"}.get(self.builder, "inventories"))
        assert output.warnings == ""
        target = self.made.folder / "docs" / "inventories"
        shutil.copytree(output.folder, target, dirs_exist_ok=True)

    def pages(self, part: str) -> Iterator[tuple[str, Page]]:
        """Yield each page of the tree by name, its links led back to the pages of one project."""
        for path in sorted(self.folders[part].rglob("*.html")):
            name = path.relative_to(self.folders[part]).as_posix()
            if name.startswith("source/") or name == "index.html":
                page = Page(path.read_text(encoding="utf-8"))
                page.links = [(text, self._lead(part, name, to)) for text, to in page.links]
                page.listing = [(text, self._lead(part, name, to)) for text, to in page.listing]
                yield name, page

    def _lead(self, part: str, page: str, address: str) -> str:
        """Return where an address leads, and see that there is a page with that id."""
        path, _, place = unquote(address).partition("#")
        if path.startswith("https://"):
            parts: list[str] = []
            path = path.removeprefix(self._base)
        else:
            parts = [part or "whole", *PurePosixPath(page).parent.parts]
            path = path or PurePosixPath(page).name
        for one in path.split("/"):
            if one == "..":
                parts.pop()
            elif one not in ("", "."):
                parts.append(one)
        part, *parts = parts
        part = "" if part == "whole" else part
        target = self.folders[part].joinpath(*parts)
        if target.is_dir():
            target /= "index.html"
        html = with_quotes(target.read_text(encoding="utf-8"))
        assert not place or f'id="{place}"' in html, (page, address)
        return f"{target.relative_to(self.folders[part]).as_posix()}#{place}"


@pytest.fixture(params=[("html", "../"), ("dirhtml", "https://example.org/docs/")])
def divided(project, request) -> Divided:
    return Divided(project(TREE, {"index.rst": PAGE}), *request.param)


@pytest.mark.parametrize("longest", [1_000_000, 700], ids=["whole listings", "divided listings"])
def test_the_parts_have_the_pages_and_links_of_the_whole(divided, monkeypatch, longest) -> None:
    monkeypatch.setattr(anchors, "_LONGEST", longest)
    monkeypatch.setattr(anchors, "_PAGE", longest)
    divided.inventories()
    for part in ("", *PARTS):
        output = divided.build(part, jobs=2 if part == "python" else 1)
        assert output.warnings == ""
        assert "in no inventory" not in output.status
    whole = dict(divided.pages(""))
    found: dict[str, set[str]] = {}
    for part in PARTS:
        for name, page in divided.pages(part):
            found.setdefault(name, set()).add(part)
            assert page.listing == whole[name].listing, (part, name)
            assert page.links == whole[name].links, (part, name)
    assert found.keys() == whole.keys()
    assert any("listing-2" in name for name in found) == (longest < 1_000)
    shared = {name for name, parts in found.items() if len(parts) > 1}
    end = "/index.html" if divided.builder == "dirhtml" else ".html"
    start = "source/index.html"
    assert shared == {"index.html", start, "source/native/index.html"}
    assert found[start] == set(PARTS)
    assert found[f"source/core/keywords{end}"] == {"python"}
    assert found[f"source/native/keywords{end}"] == {"rest"}
    assert found[f"source/crossref{end}"] == {"rest"}
    assert found[f"source/native/shape.h{end}"] == {"python"}


def test_the_parts_link_to_one_another(project) -> None:
    divided = Divided(project(TREE), "html", "https://example.org/")
    divided.inventories()
    main = divided.build("rest").read("source/app/main.py.html")
    assert 'href="https://example.org/python/source/core/shapes.py.html#def-Shape.double"' in main
    html = divided.build("python").read("source/core/shapes.py.html")
    assert 'href="https://example.org/rest/source/crossref.html#name-double"' in html
    inventory = divided.build("native").folder / "objects.inv"
    found = InventoryFile.loads(inventory.read_bytes(), uri="").data
    assert "native/deep/use.c::twice" in found["src:function"]
    assert "core/shapes.py::area" not in found["src:function"]
    assert {"native/deep", "native"} == set(found["src:folder"])
    assert "analysing" not in divided.build("native").status


def test_a_page_of_ones_own_shows_the_keywords_of_another_part(project) -> None:
    page = "Docs\n====\n\n.. toctree::\n\n   source/index\n\n.. src:file:: core/shapes.py\n"
    divided = Divided(project(TREE, {"index.rst": page}), "html", "../")
    divided.inventories()
    html = divided.build("rest").read("index.html")
    assert "Keyword index of this file" not in html
    assert '<a href="../python/source/core/shapes.py.html#L16">L16</a>' in html


def test_a_role_that_may_be_anything_leads_to_another_part(project) -> None:
    page = "Docs\n====\n\n.. toctree::\n\n   source/index\n\n:any:`core/shapes.py`\n"
    divided = Divided(project(TREE, {"index.rst": page}), "html", "../")
    html = divided.build("rest").read("index.html")
    assert 'href="../python/source/core/shapes.py.html"' not in html
    divided.inventories()
    html = divided.build("rest").read("index.html")
    assert 'href="../python/source/core/shapes.py.html"' in html


def test_what_is_in_no_inventory_is_text(project) -> None:
    divided = Divided(project(TREE, {"index.rst": PAGE}), "html", "../")
    output = divided.build("rest")
    assert output.warnings.count("WARNING") == output.warnings.count("failed to reach") == 2
    assert "of the part python in no inventory, so links to them are plain text" in output.status
    html = output.read("source/app/main.py.html")
    assert '<i title="class Shape\ncore/shapes.py · by import">Shape</i>' in html
    assert "shapes.py.html" not in html
    for _, page in divided.pages("rest"):
        assert {to.partition("#")[0] for _, to in page.listing} <= {
            "index.html",
            "source/README.md.html",
            "source/app/main.py.html",
            "source/app/test_main.py.html",
            "source/crossref.html",
        }


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "singlehtml"])
@pytest.mark.parametrize("base", ["https://example.org/", "../"])
def test_books_of_a_part_hold_that_part(project, builder, base) -> None:
    divided = Divided(project(TREE), builder, base)
    divided.inventories()
    output = divided.build("native")
    assert output.warnings == ""
    written = "".join(
        path.read_text(encoding="utf-8")
        for path in output.folder.rglob("*")
        if path.suffix in (".html", ".xhtml", ".txt", ".tex")
    )
    assert "twice" in written
    assert "draw" not in written
    linked = builder != "text" and (base != "../" or builder == "singlehtml")
    assert (f"{base}python/source/native/shape.h.html" in written) == linked


@pytest.mark.parametrize(
    ("part", "other", "page"),
    [
        ("rest", "python", "source/core/shapes.py"),
        ("rest", "python", "source/core/deep/more.py"),
        ("rest", "native", "source/native/deep/use.c"),
        ("python", "rest", "source/crossref"),
        ("python", "rest", "source/app/test_main.py"),
        ("native", "python", "source/native/shape.h"),
    ],
)
def test_an_inventory_that_changes_rewrites_the_pages_concerned(project, part, other, page) -> None:
    divided = Divided(project(TREE), "html", "../")
    divided.inventories()
    divided.build(part)
    before = written(divided, part)
    assert written(divided, part) == before
    concerned = set(pages_with(divided, part, f"{other}/{page}.html"))
    assert concerned
    # As if the other part was built of an older state of the tree, without this page.
    inventory = divided.made.folder / "docs" / "inventories" / other / "objects.inv"
    whole = inventory.read_bytes()
    _without(inventory, page)
    after = written(divided, part)
    assert {name for name, time in after.items() if before[name] != time} == concerned
    assert not set(pages_with(divided, part, f"{other}/{page}.html"))
    inventory.write_bytes(whole)
    divided.build(part)
    assert set(pages_with(divided, part, f"{other}/{page}.html")) == concerned


def written(divided: Divided, part: str) -> dict[str, int]:
    """Return for each page of the tree a number that is another one when it was written again,
    after another build."""
    times = divided.build(part).times()
    return {name: time for name, time in times.items() if name.startswith("source/")}


def pages_with(divided: Divided, part: str, address: str) -> Iterator[str]:
    """Yield the pages that link to an address."""
    for path in divided.folders[part].rglob("source/**/*.html"):
        if f'{address}"' in (html := path.read_text(encoding="utf-8")) or f"{address}#" in html:
            yield path.relative_to(divided.folders[part]).as_posix()


def _without(path: Path, document: str) -> None:
    """Take a document from an inventory."""
    head, rest = path.read_bytes().split(b"zlib.\n", 1)
    rows = zlib.decompress(rest).splitlines(keepends=True)
    rows = [row for row in rows if not row.startswith(f"{document} ".encode())]
    path.write_bytes(head + b"zlib.\n" + zlib.compress(b"".join(rows)))


@pytest.mark.parametrize(
    ("parts", "part", "says"),
    [
        (["/a/"], "", "['parts'] = ['/a/']: use a dict"),
        ({"a/b": []}, "", "'a/b': use only letters"),
        ({"a": "*.py"}, "", "['parts']['a'] = '*.py': use a list of patterns"),
        ({"a": ["["]}, "a", "['parts']['a'] = '[': the pattern can never match"),
        ({"a": [], "b": []}, "c", "filedocs_part = 'c': unknown part"),
        ({}, "c", "filedocs_part = 'c': no tree in filedocs_trees is divided"),
    ],
)
def test_wrong_parts_stop_at_once(project, parts, part, says) -> None:
    trees = {"source": {"path": "../tree", "parts": parts}}
    with pytest.raises(ConfigError) as error:
        project({"x.py": ""}).build(filedocs_trees=trees, filedocs_part=part)
    assert says in str(error.value)


def test_inventories_are_made_whatever_the_theme_writes(project) -> None:
    """Furo writes a style sheet into the output at the end of each build."""
    tree = {"path": "../tree", "parts": {"main": [], "other": ["/b.py"]}}
    made = project({"a.py": "", "b.py": ""})
    output = made.build("inventories", html_theme="furo", filedocs_trees={"source": tree})
    assert output.names == {"main/objects.inv", "other/objects.inv"}
