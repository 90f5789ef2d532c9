"""In html and dirhtml, generated pages are no documents: they come with ``html-collect-pages``, and
everything that leads to documents leads to them."""

from __future__ import annotations

import re
import shutil
import zlib
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_filedocs.ext import collected_pages
from sphinx_filedocs.ext.collected_pages import PageWriter
from sphinx_filedocs.ext.errors import UserError
from tests.kinds import TREE as KINDS
from tests.projects import INDEX, Output, Project, begun

TREE = {"a.py": "def run():\n    pass\n", "pkg/b.py": "import a\n\na.run()\n", "pkg/c.py": ""}
DOCS = {
    "index.rst": "Docs\n====\n\n.. toctree::\n\n   source/index\n   guide\n",
    "guide.rst": "Guide *it*\n==========\n\n:src:file:`app/low/low.py`, "
    ":doc:`/source/app/main.py`.\n\n.. py:class:: app.low.low.Base\n",
}
#: Their content follows from times and digests of code, or from the folders of doctrees.
NOT_COMPARED = re.compile(r"\.buildinfo.*|\.filedocs-.*|\.doctrees/.*")
OWN = """
    from docutils import nodes

    def picture(view):
        image = nodes.image("", uri="/dot.png", candidates={})
        return [nodes.container("", image, nodes.emphasis("", view.file.path))]

    def fails(view):
        raise LookupError("no such thing")
    """


def files(output: Output) -> dict[str, bytes]:
    """Return the content of all files that do not tell when they were made."""
    made = {name: (output.folder / name).read_bytes() for name in output.names}
    return {name: data for name, data in made.items() if not NOT_COMPARED.fullmatch(name)}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with pages of every kind."""
    return begun(tmp_path_factory.mktemp("kinds"), KINDS, DOCS)


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_pages_are_as_documents_would_be(kinds, monkeypatch, builder) -> None:
    """Of each kind of page, byte for byte: body, title, contents and all around them."""
    shutil.rmtree(kinds.folder / "out", ignore_errors=True)
    with monkeypatch.context() as patched:
        patched.delattr(PageWriter, "write_document")
        ours = files(kinds.build(builder))
    shutil.rmtree(kinds.folder / "out")
    monkeypatch.setattr(collected_pages, "_is_own", lambda section: False)
    documents = files(kinds.build(builder))
    assert ours.keys() == documents.keys()
    different = {name for name in ours if ours[name] != documents[name]}
    # A document has the words "Skip to the source", which the search should not find.
    assert different == {"searchindex.js"}


def test_processes_write_what_one_writes(kinds, monkeypatch) -> None:
    shutil.rmtree(kinds.folder / "out", ignore_errors=True)
    alone = files(kinds.build())
    shutil.rmtree(kinds.folder / "out")
    monkeypatch.setattr(collected_pages, "_FEW", 2)
    assert files(kinds.build(jobs=2)) == alone


def test_no_page_is_a_document_after_the_build(project) -> None:
    environments: list[BuildEnvironment] = []
    seen: list[set[str]] = []
    made = project(TREE)

    def note(app: Sphinx, exception: Exception | None) -> None:
        environments.append(app.env)
        seen.append({*app.env.all_docs, *app.env.titles, *app.env.tocs})

    made.build(hook=("build-finished", note))
    assert seen == [{"index", "source/index"}]
    doctrees = {path.name for path in made.folder.rglob("*.doctree")}
    assert doctrees == {"index.doctree"}


def test_handlers_of_pages_get_what_is_on_them(project) -> None:
    """Tags that others make of documents (opengraph) are there on every page."""
    said: dict[str, str] = {}

    def note(app, pagename, templatename, context, doctree) -> None:
        if isinstance(doctree, nodes.document):
            said[pagename] = doctree.astext()

    project({"a.py": '"""What it is for."""\n'}).build(hook=("html-page-context", note))
    assert "What it is for." in said["source/a.py"]


def test_links_and_the_inventory_have_every_page(project) -> None:
    text = f"{INDEX}\n:doc:`source/pkg/b.py`, :any:`source/a.py`\n"
    output = project(TREE, {"index.rst": text}).build(nitpicky=True)
    assert output.warnings == ""
    page = output.read("index.html")
    assert '<a class="reference internal" href="source/pkg/b.py.html">' in page
    assert 'href="source/a.py.html"' in page
    data = (output.folder / "objects.inv").read_bytes().split(b"\n", 4)[4]
    assert (
        "source/pkg/b.py std:doc -1 source/pkg/b.py.html pkg/b.py\n"
        in zlib.decompress(data).decode()
    )


def test_a_toctree_may_name_any_page(project) -> None:
    index = f"{INDEX}\n.. toctree::\n   :glob:\n\n   source/pkg/*.py\n"
    made = project(TREE, {"index.rst": index})
    output = made.build()
    assert output.warnings == ""
    assert '<a class="reference internal" href="source/pkg/b.py.html">pkg/b.py</a>' in output.read(
        "index.html"
    )
    made.write({"pkg/new.py": "x = 1\n"})
    assert "source/pkg/new.py.html" in made.build().read("index.html")


def test_with_numfig_a_toctree_names_no_page_but_the_first(project) -> None:
    """Sphinx would look for figures in the doctrees of all pages that it names."""
    made = project(TREE, {"index.rst": f"{INDEX}   source/pkg/b.py\n"})
    for _build in range(2):
        output = made.build(numfig=True)
        (said,) = output.warnings.splitlines()
        assert "index.rst:4: WARNING: 'source/pkg/b.py' is left out of the toctree" in said
        assert "[filedocs.toctree]" in said
    assert '<link rel="next" title="tree"' in output.read("index.html")
    (made.folder / "docs/index.rst").write_text(INDEX)
    assert made.build(numfig=True).warnings == ""
    assert not made.rebuilt(lambda: None, numfig=True) - {"genindex.html", "search.html"}
    assert made.build("text", numfig=True).warnings == ""


def test_neighbours_of_a_tree_are_its_first_and_its_last_page(project) -> None:
    output = project({"a.py": "x = 1\n", "b.py": "y = 2\n"}, DOCS).build()
    rows = {
        name: dict(re.findall(r'<link rel="(next|prev)" title="([^"]*)"', output.read(name)))
        for name in ("source/index.html", "source/a.py.html", "guide.html")
    }
    assert rows["source/index.html"] == {"next": "a.py", "prev": "Docs"}
    assert rows["source/a.py.html"] == {"next": "b.py", "prev": "tree"}
    assert rows["guide.html"]["prev"] not in ("Docs", "tree")


def test_all_pages_are_written_again_if_that_is_asked_for(project) -> None:
    made = project(TREE)
    made.build()
    page = made.folder / "out/html/source/pkg/c.py.html"
    right = page.read_bytes()
    page.write_text("changed by hand")
    made.build()
    assert page.read_text() == "changed by hand"
    made.build(every=True)
    assert page.read_bytes() == right


def test_another_template_writes_all_pages(project) -> None:
    made = project(TREE)
    made.write({"page.html": '{% extends "!page.html" %}\n'}, "docs/templates")
    options = {"templates_path": ["templates"]}
    made.build(**options)
    text = '{% extends "!page.html" %}{% block footer %}Ours{% endblock %}\n'
    made.write({"page.html": text}, "docs/templates")
    assert "Ours" in made.build(**options).read("source/a.py.html")


def test_builders_take_turns_in_one_folder_of_doctrees(project) -> None:
    made = project(TREE)
    pages = files(made.build("html"))
    texts = made.build("text").read("source/pkg/b.py.txt")
    made.write({"pkg/b.py": "import a\n\nzebra = 1\n"})
    assert "zebra" in made.build("html").read("source/pkg/b.py.html")
    assert "zebra" in made.build("text").read("source/pkg/b.py.txt")
    made.write({"pkg/b.py": TREE["pkg/b.py"]})
    assert made.build("text").read("source/pkg/b.py.txt") == texts
    assert files(made.build("html")) == pages


@pytest.mark.parametrize("jobs", [1, 2])
def test_nodes_of_a_users_own_are_written_as_in_documents(project, monkeypatch, jobs) -> None:
    monkeypatch.setattr(collected_pages, "_FEW", 1)
    monkeypatch.syspath_prepend(Path(project.args[0], "docs"))
    made = project(TREE, {f"own_{jobs}.py": OWN, "dot.png": ""})
    output = made.build(jobs=jobs, filedocs_file_sections=[f"+own_{jobs}.picture"])
    assert output.warnings == ""
    page = output.read("source/pkg/b.py.html")
    assert "<em>pkg/b.py</em>" in page
    assert 'src="../../_images/dot.png"' in page
    assert "_images/dot.png" in output.names
    assert '<link rel="next" title="pkg/c.py" href="c.py.html" />' in page


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_function_of_a_users_own_that_fails_is_named(project, monkeypatch, jobs) -> None:
    monkeypatch.setattr(collected_pages, "_FEW", 1)
    monkeypatch.syspath_prepend(Path(project.args[0], "docs"))
    made = project(TREE, {f"failing_{jobs}.py": OWN})
    with pytest.raises(UserError, match=r"failing_\d\.fails.*no such thing"):
        made.build(jobs=jobs, filedocs_file_sections=[f"+failing_{jobs}.fails"])


def test_an_extension_may_ask_for_the_doctree_of_a_page_when_all_is_written(project) -> None:
    titles = []

    def ask(app, _exception) -> None:
        titles.extend(app.env.get_doctree(name)[0][0].astext() for name in ("source/a.py", "index"))

    project(TREE).build(hook=("build-finished", ask, 400))
    assert titles[0] == "a.py"
    assert titles[1]
