"""Generated pages look like other documents to the handlers of other extensions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sphinx.application import Sphinx

TREE = {"a.py": "def run():\n    pass\n", "pkg/b.py": "import a\n\na.run()\n"}


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "changes"])
def test_every_document_has_a_file_below_the_source_folder(project, builder):
    made = project(TREE, {"more.rst": ":orphan:\n\nMore\n====\n\n.. versionadded:: 1\n   It.\n"})
    seen: dict[str, str] = {}

    def note(app: Sphinx, doctree: object) -> None:
        path = Path(app.env.doc2path(app.env.docname))
        assert path.is_relative_to(app.srcdir)
        seen[app.env.docname] = path.read_text(encoding="utf-8")

    made.build(builder, hook=("doctree-read", note))
    assert {"index", "source/index", "source/a.py", "source/pkg/b.py"} <= seen.keys()


def test_every_document_is_announced_before_it_is_read(project):
    made, begun, ended = project(TREE), [], []

    def note(app: Sphinx, docname: str, text: list[str]) -> None:
        begun.append(docname)
        app.connect("doctree-read", lambda app, doctree: ended.append(app.env.docname))

    made.build(hook=("source-read", note))
    assert set(begun) == set(ended) >= {"index", "source/index", "source/a.py"}


def test_others_are_told_of_all_documents_that_are_read(project):
    told: list[str] = []
    project(TREE).build(
        hook=("env-before-read-docs", lambda app, env, docnames: told.extend(docnames))
    )
    assert {"index", "source/index", "source/a.py"} <= set(told)


def test_a_page_without_source_has_no_name_of_one(project):
    names: dict[str, object] = {}

    def note(app, pagename, templatename, context, doctree):
        names[pagename] = context.get("sourcename"), context.get("page_source_suffix")

    output = project(TREE).build(hook=("html-page-context", note))
    assert names["index"] == ("index.rst.txt", ".rst")
    assert names["source/a.py"] == names["genindex"] == (None, None)
    assert {name for name in output.names if name.startswith("_sources")} == {
        "_sources/index.rst.txt"
    }


def test_a_second_build_does_not_look_for_sources_of_pages(project):
    """Autosummary reads the files of all documents of the last build."""
    made = project(TREE)
    extensions = ["sphinx_filedocs", "sphinx.ext.autosummary", "sphinx.ext.duration"]
    options = {"extensions": extensions}
    made.build(**options)
    assert not made.rebuilt_of_tree(lambda: None, **options)
    assert not made.build(**options).warnings


def test_an_edit_of_the_root_does_not_read_pages_again(project):
    made = project(TREE)
    index = made.folder / "docs" / "index.rst"
    changed = made.rebuilt_of_tree(lambda: index.write_text(index.read_text() + "\nMore.\n"))
    assert not changed


def test_linkcheck_asks_for_links_of_people_alone(project):
    asked: list[str] = []
    made = project(TREE, {"more.rst": ":orphan:\n\nMore\n====\n\nSee http://127.0.0.1:9/x.\n"})

    def note(app: Sphinx, uri: str) -> None:
        if "://" in uri:
            asked.append(uri)

    tree = {"path": "../tree", "url": "http://127.0.0.1:9/{path}"}
    made.build("linkcheck", hook=("linkcheck-process-uri", note), filedocs_trees={"source": tree})
    assert asked == ["http://127.0.0.1:9/x"]


def test_sections_have_ids_of_their_own_where_all_is_one_page(project):
    text = project(TREE).build("singlehtml").read("index.html")
    ids = re.findall(r'<section id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {"source/a.py/listing", "source/pkg/b.py/listing"} <= set(ids)
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert "source/a.py/listing" in links
    assert links <= set(re.findall(r'\bid="([^"]+)"', text))
