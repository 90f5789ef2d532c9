"""Generated pages look like other documents to the handlers of other extensions."""

from __future__ import annotations

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
    """autosummary reads the files of all documents of the last build."""
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
