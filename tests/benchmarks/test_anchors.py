"""The check of links: every link of built pages leads to a page, and to an id on it."""

from __future__ import annotations

from pathlib import Path

import anchors
from sphinx.cmd.build import main

from sphinx_filedocs.pages.listing import with_quotes

ROOT = Path(__file__).parents[2]
#: Names that are a use and a definition at once, and definitions without a name of their own.
TREE = {
    "a.go": "package a\n\ntype Base struct{ n int }\ntype Mid struct {\n\tBase\n\t*Other\n}\n"
    "type Other struct{}\n\nfunc f(m Mid) { m.Base.n = m.n; g(m.Other, Mid{Base: Base{}}) }\n",
    "a.ts": "export class Box {\n  constructor(public size: number, readonly label: string) {}\n"
    "  area() { return this.size * this.label.length; }\n}\n"
    "export namespace a.b { export const x = 1; }\nexport const size = 1;\n"
    "export const obj = { size };\nobj.size;\n",
    "a.cpp": "namespace q::r { int f(); }\nint k() { return q::r::f(); }\nnamespace u = q;\n",
    "B.java": "class B { int n; B(int n) { this.n = n; } int n() { return n; } }\n",
}


def _build(source: Path, folder: Path) -> Path:
    folders = ["-d", f"{folder}/doctrees", str(source), f"{folder}/html"]
    assert main(["-q", "-b", "html", *folders]) == 0
    return folder / "html"


def _documented(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name, text in TREE.items():
        (tree / name).write_text(text, encoding="utf-8")
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text(
        "extensions = ['sphinx_filedocs']\nfiledocs_trees = {'source': {'path': '../tree'}}\n"
    )
    (docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
    return _build(docs, tmp_path)


def test_names_that_are_use_and_definition_keep_their_ids(tmp_path: Path) -> None:
    built = _documented(tmp_path)
    assert list(anchors.dead_links(built)) == []
    listing = with_quotes((built / "source/a.go.html").read_text(encoding="utf-8"))
    assert 'id="def-Mid.Base"' in listing
    assert 'href="#def-Base"' in listing
    for name, identifier in (("a.ts", "def-Box.size"), ("a.cpp", "def-q"), ("a.ts", "def-a")):
        page = with_quotes((built / f"source/{name}.html").read_text(encoding="utf-8"))
        assert f'id="{identifier}"' in page


def test_no_link_of_the_demo_is_dead(tmp_path: Path) -> None:
    assert list(anchors.dead_links(_build(ROOT / "demo_project" / "docs", tmp_path))) == []


def test_dead_links_are_told_from_others(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b/index.html").write_text('<i id="x"></i><a href="../a.html#%C3%A9">a</a>')
    (tmp_path / "a.html").write_text(
        '<p id="é"><a href="b/">1</a><a href="b/#x">2</a><a href="#">3</a><a href="b/#y">4</a>'
        '<a href="c.html">5</a><a href="https://example.org/#z">6</a></p>'
    )
    assert list(anchors.dead_links(tmp_path)) == [("a.html", "b/#y"), ("a.html", "c.html")]
