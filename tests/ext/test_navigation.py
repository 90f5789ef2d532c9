"""Sidebars lead to the page, in every theme, and do not grow with the tree."""

from __future__ import annotations

import posixpath
import re
import shutil
from html import unescape
from urllib.parse import unquote

import pytest
from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters import toctree as adapter

from tests.full import mixed, rows

MODULES = {
    "alabaster": "alabaster",
    "furo": "furo",
    "pydata_sphinx_theme": "pydata_sphinx_theme",
    "sphinx_book_theme": "sphinx_book_theme",
    "sphinx_rtd_theme": "sphinx_rtd_theme",
}
themes = pytest.mark.parametrize("theme", rows(MODULES, "alabaster", "furo"))
DOCS = {
    "index.rst": "Docs\n====\n\n.. toctree::\n\n   guide\n   more/index\n   source/index\n",
    "guide.rst": "Guide\n=====\n\nText.\n",
    "more/index.rst": "More\n====\n\n.. toctree::\n\n   deep\n",
    "more/deep.rst": "Deep\n====\n\nText.\n",
}
FILE = "source/pkg/ops/op_7.py.html"


def tree(count: int) -> dict[str, str]:
    return {f"pkg/ops/op_{number}.py": f"def f_{number}(): ...\n" for number in range(count)}


LINK = re.compile(
    r'<li class="[^"]*(?:toctree-l|nav-item)[^"]*"[^>]*>\s*<a[^>]*? href="([^"]*)"[^>]*>(.*?)</a>',
    re.DOTALL,
)


def links_of(output, page: str) -> list[tuple[str, str]]:
    """Return text and address of the links in toctrees and bars of a page."""
    found = LINK.findall(output.read(page))
    return [(unescape(text).strip(), unescape(address)) for address, text in found]


def of_tree(output, page: str) -> list[tuple[str, str]]:
    """Return text and page of the links to the tree that navigation holds, in their order."""
    links = {}
    for text, address in links_of(output, page):
        path, hash_, anchor = unquote(address).partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if target.startswith("source/") and not anchor:
            links[text, target] = hash_
    return list(links)


@themes
def test_a_sidebar_is_the_way_to_the_page(project, theme) -> None:
    pytest.importorskip(MODULES[theme])
    output = project(tree(30), DOCS).build(html_theme=theme)
    assert output.warnings == ""
    way = [
        ("tree", "source/index.html"),
        ("pkg", "source/pkg/index.html"),
        ("ops", "source/pkg/ops/index.html"),
    ]
    assert of_tree(output, FILE) == [*way, ("op_7.py", FILE)]
    assert of_tree(output, "source/pkg/ops/op_8.py.html")[-1][0] == "op_8.py"
    assert of_tree(output, way[-1][1]) == way
    assert of_tree(output, "source/pkg/ops/keywords.html")[0] == way[0]


@themes
def test_hand_written_pages_see_the_start_page_only(project, theme) -> None:
    pytest.importorskip(MODULES[theme])
    output = project(tree(30), DOCS).build(html_theme=theme)
    for page in ("index.html", "guide.html", "more/deep.html", "source/index.html"):
        assert {target for _, target in of_tree(output, page)} <= {"source/index.html"}
    assert of_tree(output, "guide.html")


@pytest.mark.parametrize(("theme", "builder"), mixed(list(MODULES), ["html", "dirhtml"]))
def test_links_of_sidebars_lead_somewhere(project, theme, builder) -> None:
    pytest.importorskip(MODULES[theme])
    output = project(tree(3), DOCS).build(builder, html_theme=theme)
    pages = [name for name in output.names if name.endswith(".html") and "_static" not in name]
    for page in pages:
        for _, address in links_of(output, page):
            path = unquote(address.partition("#")[0])
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            assert not path or (output.folder / target).exists(), (page, address)
        assert not re.search("[\ufdd0-\ufdd2]", output.read(page))


@themes
def test_what_themes_search_does_not_grow_with_the_tree(project, theme, monkeypatch) -> None:
    pytest.importorskip(MODULES[theme])
    searched: list[int] = []
    search = adapter._get_toctree_ancestors

    def counted(includes, docname):
        if docname.startswith("source/"):
            searched.append(sum(len(children) for children in includes.values()))
        return search(includes, docname)

    monkeypatch.setattr(adapter, "_get_toctree_ancestors", counted)
    project(tree(30), DOCS).build(html_theme=theme)
    hand_written, way = 4, 3
    assert searched
    assert max(searched) == hand_written + way


def test_sphinx_is_asked_once_for_each_folder(project, monkeypatch) -> None:
    asked: list[str] = []
    get = StandaloneHTMLBuilder._get_local_toctree

    def counted(builder, docname, *args, **kwargs):
        asked.append(docname)
        return get(builder, docname, *args, **kwargs)

    monkeypatch.setattr(StandaloneHTMLBuilder, "_get_local_toctree", counted)
    project(tree(30), DOCS).build(html_theme="alabaster")
    # The page of the folder itself is one of the folder around.
    inside = [name for name in asked if name.startswith("source/pkg/ops/")]
    assert len([name for name in inside if not name.endswith("/index")]) == 1


@pytest.mark.parametrize("root", ["index", "source/index"])
def test_a_page_that_a_document_names_is_the_current_one_there(project, root) -> None:
    """Also where a page beside it in the same folder was written first."""
    named = "Docs\n====\n\n.. toctree::\n\n   source/a.py\n   source/b.py\n   source/index\n"
    files = {"a.py": "", "b.py": "", "c.py": ""}
    output = project(files, {"index.rst": named}).build(html_theme="alabaster", root_doc=root)
    for name in files:
        page = output.read(f"source/{name}.html")
        marked = re.findall(r'<a class="current reference internal" href="#">(.*?)</a>', page)
        assert set(marked) <= {name}
        assert marked or name == "c.py"


@themes
@pytest.mark.parametrize("root", ["index", "source/index"])
def test_a_new_file_leaves_no_sidebar_behind(project, theme, root) -> None:
    pytest.importorskip(MODULES[theme])
    made = project(tree(3), DOCS)
    made.build(html_theme=theme, root_doc=root)
    made.write({"pkg/ops/new.py": "", "pkg/more/new.py": "", "new/new.py": ""})
    later = made.build(html_theme=theme, root_doc=root)
    pages = sorted(name for name in later.names if name.startswith("source/") and "html" in name)
    sidebars = {page: links_of(later, page) for page in pages}
    shutil.rmtree(made.folder / "out")
    clean = made.build(html_theme=theme, root_doc=root)
    assert sidebars == {page: links_of(clean, page) for page in pages}


def test_names_in_sidebars_are_text(project) -> None:
    pytest.importorskip("furo")
    name = "a<b>&amp;\ufdd0.py"
    output = project({name: ""}, DOCS).build(html_theme="furo")
    page = next(page for page in output.names if page.startswith("source/a") and "html" in page)
    shown, target = of_tree(output, page)[-1]
    assert target == page
    assert shown.startswith("a<b>&amp;")


def test_a_tree_within_other_pages_is_reached_through_them(project) -> None:
    docs = {
        **DOCS,
        "index.rst": "Docs\n====\n\n.. toctree::\n\n   guide\n   more/index\n",
        "more/index.rst": "More\n====\n\n.. toctree::\n\n   /source/index\n   deep\n",
    }
    output = project(tree(8), docs).build(html_theme="alabaster")
    links = [text for text, _ in links_of(output, FILE)]
    assert links[:6] == ["Guide", "More", "tree", "pkg", "ops", "op_7.py"]


def test_titles_are_made_as_sphinx_makes_them(project) -> None:
    made: list[tuple[tuple[str, str], tuple[str, str]]] = []
    title = nodes.title

    def compare(app, exception):
        samples = (
            title("", 'a & <b> "c" --- d'),
            title("", 'a & <b> "c" --- d'),
            title("", "", nodes.Text("of "), nodes.literal("", "code")),
            title("", "numbered", secnumber=(1, 2)),
            nodes.paragraph("", "text"),
        )
        for sample in samples:
            plain = StandaloneHTMLBuilder.render_partial(app.builder, sample.deepcopy())
            expected = plain["fragment"], plain["title"]
            ours = app.builder.render_partial(sample)
            made.append(((ours["fragment"], ours["title"]), expected))

    project(tree(1), DOCS).build(hook=("build-finished", compare))
    assert len(made) == 5
    for ours, sphinxs in made:
        assert ours == sphinxs
