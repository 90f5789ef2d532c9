"""What changes Sphinx and themes can be turned off, and is left out where Sphinx is another one:
the pages say the same."""

from __future__ import annotations

import gc
import importlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError
from sphinx.search import js_index

from sphinx_filedocs.ext import build, upstream
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.upstream.patch import Name, Patch
from tests.full import rows
from tests.projects import INDEX, Project

OFF = {upstream.OPTION: [upstream.ALL]}
#: Files of every kind of page: with symbols that are used and unused, with names of their own
#: pages, in a cycle of imports, with a listing of several pages, and with troubles.
TREE: dict[str, str | bytes] = {
    "README.md": "# Tree\n\nWhat it is for.\n\n## Use\n\nCall `one`.\n",
    "pkg/__init__.py": '"""A package."""\n',
    "pkg/a.py": "from pkg import b\n\n\nclass A:\n    def one(self):\n        return b.two(1)\n",
    "pkg/b.py": "from pkg import a\n\n\ndef two(x):\n    return a.A(x)\n\n\ndef unused(): ...\n",
    "pkg/long.py": "".join(f"def step_{n}(x):\n    return two(x) + {n}\n\n\n" for n in range(60)),
    "src/main.c": '#include "main.h"\n\nint main(void) { return go(1); } /* TODO: more */\n',
    "src/main.h": "int go(int x);\n",
    "src/operators.hpp": "struct V { V operator<<(int n); template <class T> T get(); };\n",
    "notes.txt": "Words.\n",
    "odd.py": b"# \xff\n",
    **{
        f"many/m{n}.py": f"from pkg import b\n\n\ndef f_{n}():\n    return b.two({n})\n"
        for n in range(8)
    },
}
DOCS = {
    "index.rst": "Docs\n====\n\n.. toctree::\n\n   guide\n   source/index\n",
    "guide.rst": "Guide\n=====\n\n:src:file:`pkg/a.py` has :src:symbol:`pkg/a.py::A`.\n\n"
    ".. index:: something\n\nMore\n----\n\n.. src:outline:: pkg/a.py\n",
}
#: What holds the options of the build, or when it was; and the search: its index has short entries,
#: and its page loads what puts results in order.
NOT_COMPARED = re.compile(
    r"\.buildinfo(\.bak)?|\.doctrees/.*|\.filedocs-.*|searchindex\.js|search(/index)?\.html"
)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do with few pages what is done with many."""
    monkeypatch.setattr(build, "_MANY", 5)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, dict[str, bytes]]:
    """Return a small project, and what is built of it with all patches."""
    monkeypatch = pytest.MonkeyPatch()
    made = Project(tmp_path_factory.mktemp("small"))
    made.write({"a.py": "def one():\n    return one()\n", "b/c.py": "import a\n"})
    made.write({"conf.py": "", "index.rst": INDEX, "more.rst": ":orphan:\n\nMore\n====\n"}, "docs")
    built = files_of(made.build(jobs=2).folder)
    monkeypatch.undo()
    return made, built


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of an output that are compared."""
    names = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    return {n: p.read_bytes() for n, p in names.items() if not NOT_COMPARED.fullmatch(n)}


def said_of_patches(output) -> list[str]:
    return re.findall(r"^filedocs: skipping patch .*$", output.status, re.MULTILINE)


# --- switched off ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("builder", "jobs"), rows([(b, j) for b in ("html", "text") for j in (1, 2)], ("html", 2))
)
def test_with_all_patches_off_the_pages_are_the_same(project, builder, jobs) -> None:
    made = project(TREE, DOCS)
    output = made.build(builder, jobs=jobs)
    assert output.warnings == ""
    usual = files_of(output.folder)
    assert any("long.py" in name for name in usual)
    without = made.build(builder, jobs=jobs, freshenv=True, **OFF)
    assert without.warnings == ""
    assert said_of_patches(without) == []
    bare = files_of(without.folder)
    assert bare.keys() == usual.keys()
    assert [name for name in usual if usual[name] != bare[name]] == []


def test_without_patches_the_search_finds_the_words_that_it_finds_with_them(project) -> None:
    made = project(TREE, DOCS)
    usual = js_index.loads(made.build().read("searchindex.js"))
    bare = js_index.loads(made.build(freshenv=True, **OFF).read("searchindex.js"))
    assert bare["docnames"]
    assert {name for name in usual["docnames"] if name not in bare["docnames"]} == set()
    assert usual["terms"].keys() <= bare["terms"].keys()
    assert "something" in bare["indexentries"]


def test_in_a_theme_with_sidebars_the_text_of_pages_is_the_same(project) -> None:
    pytest.importorskip("furo")
    made = project(TREE, DOCS)
    usual = dict(articles(made.build(html_theme="furo").folder))
    bare = dict(articles(made.build(html_theme="furo", freshenv=True, **OFF).folder))
    assert len(usual) > 20
    assert usual == bare


def test_furo_reads_one_sidebar_for_all_pages_of_a_folder(project) -> None:
    navigation = pytest.importorskip("furo.navigation").get_navigation_tree
    navigation.cache_clear()
    files = {f"lib/part{number}.py": "x = 1\n" for number in range(20)}
    output = project(files).build(html_theme="furo")
    assert navigation.cache_info().currsize < 10 < navigation.cache_info().hits
    for name in ("part1", "part2"):
        page = output.read(f"source/lib/{name}.py.html")
        assert re.search(rf'class="current reference internal" href="#">{name}\.py<', page)
        assert 'href="../index.html"' in page


def articles(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the text of each page, without what leads around."""
    for path in folder.rglob("*.html"):
        found = re.search(r"<article.*</article>", path.read_text("utf-8"), re.DOTALL)
        yield path.relative_to(folder).as_posix(), found[0] if found else ""


def test_patches_are_turned_off_and_on_between_builds(project) -> None:
    made = project(TREE, DOCS)
    usual = files_of(made.build().folder)
    for options in (OFF, {}, OFF):
        output = made.build(**options)
        assert output.warnings == ""
        assert files_of(output.folder) == usual
    clean = made.build(freshenv=True, **OFF).read("searchindex.js")
    assert output.read("searchindex.js") == clean


def test_without_patches_an_edit_comes_out_as_in_a_clean_build(project) -> None:
    made = project(TREE, DOCS)
    made.build(html_theme="alabaster", **OFF)
    made.write({"pkg/b.py": "def two():\n    return 3\n", "pkg/new.py": "x = 1\n"})
    edited = files_of(made.build(html_theme="alabaster", **OFF).folder)
    clean = files_of(made.build(html_theme="alabaster", freshenv=True, **OFF).folder)
    assert edited == clean


@pytest.mark.full
@pytest.mark.parametrize("name", upstream.NAMES)
def test_each_patch_can_be_off_alone(small, name) -> None:
    made, usual = small
    shutil.rmtree(made.folder / "out")
    output = made.build(jobs=2, filedocs_upstream_off=[name])
    assert output.warnings == ""
    assert files_of(output.folder) == usual


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (["sidebar"], "'sidebar' is not a patch (did you mean 'sidebars'?); use all, "),
        (["", "all"], "'' is not a patch; use"),
        (7, "filedocs_upstream_off = 7: use a list"),
    ],
)
def test_what_is_off_is_a_list_of_patches(project, value, says) -> None:
    with pytest.raises(UserError, match=re.escape(says)):
        project({"a.py": ""}).build(filedocs_upstream_off=value)


# --- another Sphinx -------------------------------------------------------------------------------

NEEDED = [patch for patch in upstream.PATCHES if patch.needs]


def without_last_name(patch: type[Patch], monkeypatch: pytest.MonkeyPatch) -> str:
    """Let a patch need a name that Sphinx lacks, and return the line that says so."""
    # Sphinx itself needs most of them.
    *others, last = patch.needs
    monkeypatch.setattr(patch, "needs", (*others, Name(f"{last.path}_before")))
    return f"filedocs: skipping patch {patch.name}: {last.path}_before not found"


def test_names_that_are_gone_cost_one_line_each_and_no_build(small, monkeypatch) -> None:
    made, usual = small
    says = [without_last_name(patch, monkeypatch) for patch in NEEDED]
    shutil.rmtree(made.folder / "out")
    output = made.build(jobs=2)
    assert output.warnings == ""
    assert sorted(said_of_patches(output)) == sorted(says)
    assert files_of(output.folder) == usual


@pytest.mark.full
@pytest.mark.parametrize("patch", NEEDED, ids=[patch.name for patch in NEEDED])
def test_each_name_may_be_gone_alone(small, monkeypatch, patch: type[Patch]) -> None:
    made, usual = small
    says = without_last_name(patch, monkeypatch)
    shutil.rmtree(made.folder / "out")
    output = made.build(jobs=2)
    assert output.warnings == ""
    assert said_of_patches(output) == [says]
    assert files_of(output.folder) == usual


def test_a_private_module_that_moves_is_missed_once(project, monkeypatch) -> None:
    errors = importlib.import_module("sphinx._cli.util.errors")
    monkeypatch.delattr(errors, "handle_exception")
    made = project({"a.py": "x = 1\n"})
    for _ in range(2):
        (line,) = said_of_patches(made.build())
        assert line.endswith("short_errors: sphinx._cli.util.errors:handle_exception not found")


class Other:
    """What stands for an application whose Sphinx is another."""

    number = 3

    def takes(self, docname: str) -> None: ...

    def takes_any(self, *names: str, **options: str) -> None: ...


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (Name("number"), ""),
        (Name("number", int), ""),
        (Name("number", dict), "number is not of type dict"),
        (Name("number.real.letter"), "number.real.letter not found"),
        (Name("takes", takes=("docname",)), ""),
        (Name("takes", takes=("docname", "doctree")), "takes does not take docname, doctree"),
        (Name("takes_any", takes=("docname", "doctree")), ""),
        (Name("number", takes=("docname",)), "number does not take docname"),
        (Name("sphinx.project:Project.discover"), ""),
        (Name("sphinx.nothing:Project"), "sphinx.nothing:Project not found"),
    ],
)
def test_a_name_has_its_shape(name: Name, problem: str) -> None:
    assert name.problem(Other()) == problem  # type: ignore[arg-type]


# --- the documentation ----------------------------------------------------------------------------


def test_each_patch_is_listed_once_with_its_file() -> None:
    assert len(set(upstream.NAMES)) == len(upstream.PATCHES)
    assert list(upstream.NAMES) == sorted(upstream.NAMES)
    folder = Path(upstream.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "patch"}
    assert {patch.__module__.rpartition(".")[2] for patch in upstream.PATCHES} == files


def test_private_names_of_sphinx_stand_in_upstream_alone() -> None:
    folder = Path(upstream.__file__).parent
    private = re.compile(
        r"\b(?:app|env|config|builder|project)\._[a-z]|from sphinx\b.*\b_[A-Za-z]|_cache="
    )
    found = {
        (path.name, line.strip())
        for path in folder.parent.glob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if private.search(line)
    }
    # A type alone, which no build imports.
    assert found == {("virtual_documents.py", "from sphinx.util._pathlib import _StrPath")}


def test_pages_that_are_looked_at_first_are_written_first(project) -> None:
    written: list[str] = []
    project(TREE, DOCS).build(hook=("html-page-context", lambda *told: written.append(told[1])))
    order = ["guide", "source/index", "source/many/index", "source/README.md", "source/pkg/a.py"]
    assert [name for name in written if name in order] == order


def test_a_page_with_tags_of_its_own_has_them(project) -> None:
    """As the page for missing pages has them of sphinx-notfound-page."""

    def put_in(app, pagename, templatename, context, doctree) -> None:
        if pagename == "zzz":
            context["css_tag"] = lambda css: f'<link href="/{css.filename}">'

    made = project({"a.py": ""}, {"index.rst": INDEX + "   zzz\n", "zzz.rst": "Z\n=\n"})
    output = made.build(hook=("html-page-context", put_in))
    assert '<link href="/_static/basic.css">' in output.read("zzz.html")
    assert '<link href="/_static/basic.css">' not in output.read("index.html")


def test_the_collector_of_garbage_is_afterwards_what_it_was(project) -> None:
    gc.enable()
    before, during = (50_000, 20, 50), []
    # An interrupted build of this process may have left others.
    gc.set_threshold(*before)
    hook = ("write-started", lambda *_: during.append(gc.get_threshold()))
    project({"a.py": "x = 1\n"}).build(hook=hook)
    assert gc.get_threshold() == before != during[0]


@pytest.mark.parametrize("event", ["builder-inited", "env-before-read-docs", "build-finished"])
def test_nor_has_a_build_that_fails_another_one(event, project) -> None:
    before = gc.get_threshold()
    conf = f"def setup(app):\n    app.connect({event!r}, lambda *_: 1 / 0, priority=800)\n"
    with pytest.raises((ExtensionError, ZeroDivisionError)):
        project({"a.py": "x = 1\n"}, {"conf.py": conf, "index.rst": INDEX}).build()
    assert gc.get_threshold() == before
