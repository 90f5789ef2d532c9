"""Generated pages look like other documents to the handlers of other extensions."""

from __future__ import annotations

import multiprocessing
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import neighbours
import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.search import IndexBuilder
from sphinx.util import logging

from tests.full import rows
from tests.kinds import LINES
from tests.kinds import TREE as KINDS
from tests.projects import Project

ROOT = Path(__file__).parents[2]
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
#: Those of the table of neighbours that are installed for the tests.
INSTALLED = sorted(
    neighbours.TABLES["extensions"].keys()
    & {row.partition(">=")[0] for row in GROUPS["neighbours"]}
)
TREE = {"a.py": "def run():\n    pass\n", "pkg/b.py": "import a\n\na.run()\n"}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project that each neighbour gets a copy of."""
    folder = tmp_path_factory.mktemp("neighbours")
    neighbours.write(folder)
    with (folder / "docs/index.rst").open("a", encoding="utf-8") as index:
        index.write(neighbours.OURS)
    return folder


@pytest.fixture
def _ended() -> Iterator[None]:
    """End the processes of neighbours. Example: sphinx-sitemap keeps its queue in one."""
    yield
    for process in multiprocessing.active_children():
        process.terminate()
        process.join()


@pytest.mark.usefixtures("_ended")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("package", rows(INSTALLED, *INSTALLED[::3]))
def test_neighbours_work_before_and_behind_it(repository, tmp_path, package) -> None:
    """A workflow tries many more with their newest versions, each in its own environment."""
    made = Project(shutil.copytree(repository, tmp_path / "project"))
    values = neighbours.configurations("extensions", package)
    for order in ("before", "behind"):
        first = made.build(**values[order])
        assert first.warnings == ""
        assert {"source/a.py.html", "source/pkg/b.py.html"} <= first.names
    neighbours.edit(made.folder)
    assert made.build(**values["behind"]).warnings == ""


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "changes"])
def test_every_document_has_a_file_below_the_source_folder(project, builder):
    made = project(TREE, {"more.rst": ":orphan:\n\nMore\n====\n\n.. versionadded:: 1\n   It.\n"})
    seen: dict[str, str] = {}

    def note(app: Sphinx, doctree: object) -> None:
        path = Path(app.env.doc2path(app.env.docname))
        assert path.is_relative_to(app.srcdir)
        seen[app.env.docname] = path.read_text(encoding="utf-8")

    made.build(builder, hook=("doctree-read", note))
    below = {"source/a.py", "source/pkg/b.py"}
    assert {"index", "source/index"} <= seen.keys()
    assert below & seen.keys() == (set() if "html" in builder else below)


def test_every_document_is_announced_before_it_is_read(project):
    made, begun, ended = project(TREE), [], []

    def note(app: Sphinx, docname: str, text: list[str]) -> None:
        begun.append(docname)
        app.connect("doctree-read", lambda app, doctree: ended.append(app.env.docname))

    made.build("text", hook=("source-read", note))
    assert set(begun) == set(ended) >= {"index", "source/index", "source/a.py"}


def test_others_are_told_of_all_documents_that_are_read(project):
    told: list[str] = []
    project(TREE).build(
        "text", hook=("env-before-read-docs", lambda app, env, docnames: told.extend(docnames))
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


def test_what_sphinx_has_of_every_document_it_has_of_a_page(project):
    """Extensions look up what they need of a document without a question."""
    held: dict[str, set[str]] = {}
    environments: list[BuildEnvironment] = []

    def note(app: Sphinx, doctree: nodes.document) -> None:
        settings = vars(doctree.settings).items()
        held[app.env.docname] = {name for name, value in settings if value is not None}
        environments.append(app.env)

    made = project(TREE, {"more.rst": ":orphan:\n\nMore\n====\n"})
    made.build("text", hook=("doctree-read", note))
    for name, values in vars(environments[0]).items():
        if isinstance(values, dict):
            for docname in values:
                held.get(docname, set()).add(name)
    assert "titles" in held["more"]
    for page in ("source/index", "source/pkg/index", "source/a.py"):
        assert held["more"] - held[page] == set()


@pytest.mark.parametrize("event", ["doctree-read", "doctree-resolved"])
def test_a_warning_about_a_page_names_what_it_documents(project, event):
    """Not the file that Sphinx has for it, which is that of the root document."""
    log = logging.getLogger("another")

    def warn(app: Sphinx, doctree: nodes.document, *resolved: str) -> None:
        (docname,) = resolved or (app.env.docname,)
        if docname in ("source/pkg/b.py", "source/pkg/index", "source/index"):
            log.warning("plain", location=docname)
            log.warning("line", location=(docname, 3))
            log.warning("node", location=doctree[0])

    made = project(TREE)
    said = re.sub(r"\x1b\[[\d;]+m", "", made.build("text", hook=(event, warn)).warnings)
    kinds = (": WARNING: plain", "3: WARNING: line", ": WARNING: node")
    places = [made.tree, made.tree / "pkg", made.tree / "pkg/b.py"]
    assert set(said.splitlines()) == {f"{place}:{kind}" for place in places for kind in kinds}


def test_a_theme_may_put_more_into_the_rows_of_the_search_index(project, monkeypatch):
    """Sphinx-Immaterial, for one, puts a summary there."""
    plain = IndexBuilder.get_objects

    def more(self: IndexBuilder, fn2index: dict[str, int]) -> object:
        return {
            prefix: [(*row, "summary") for row in rows]
            for prefix, rows in plain(self, fn2index).items()
        }

    monkeypatch.setattr(IndexBuilder, "get_objects", more)
    assert '"run","summary"]' in project(TREE).build().read("searchindex.js")


def test_linkcheck_asks_for_links_of_people_alone(project):
    asked: list[str] = []
    made = project(TREE, {"more.rst": ":orphan:\n\nMore\n====\n\nSee http://127.0.0.1:9/x.\n"})

    def note(app: Sphinx, uri: str) -> None:
        if "://" in uri:
            asked.append(uri)

    tree = {"path": "../tree", "url": "http://127.0.0.1:9/{path}"}
    made.build("linkcheck", hook=("linkcheck-process-uri", note), filedocs_trees={"source": tree})
    assert asked == ["http://127.0.0.1:9/x"]


def test_ids_are_unique_where_all_is_one_page(project):
    guide = ":orphan:\n\nGuide\n=====\n\n.. src:outline:: app/low/low.py\n\n" + "".join(
        f":src:file:`app/long.py{lines}`\n" for lines in ("", "#L2", "#L40-L42")
    )
    index = "Docs\n====\n\n.. toctree::\n\n   guide\n   source/index\n"
    output = project(KINDS, {"guide.rst": guide, "index.rst": index}).build("singlehtml")
    text = output.read("index.html")
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert links <= set(ids)
    assert {"source/app/mid/mid.py/listing", "document-source/app/long.py"} <= links
    assert {"source/app/long.py/L2", "source/app/long.py/L40-L42"} <= links
    # Each line has one, whatever leads there.
    lines = [f"source/app/long.py/L{line}" for line in range(1, LINES + 1)]
    assert set(lines) <= set(ids)
