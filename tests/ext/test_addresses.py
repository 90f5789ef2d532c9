"""No file that a builder writes is another's, or called like a folder that another is in; held
with names that nobody chose, and with those that real repositories have.

``FILEDOCS_EXAMPLES=5000`` tries so many generated trees instead of the few of each run.
"""

from __future__ import annotations

import os
import shutil
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sphinx.builders import Builder
from sphinx.testing.util import SphinxTestApp

from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.output_files import output_file, suffixes
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.alphabetical_index import crossref_weights
from sphinx_filedocs.pages.document_names import Suffixes, distinct
from sphinx_filedocs.pages.plan import Plan, make_plan
from sphinx_filedocs.source.discover import make_folders
from tests.full import examples

INDEX = "Docs\n====\n\n.. toctree::\n\n   {}\n"
EXAMPLES = int(os.environ.get("FILEDOCS_EXAMPLES", examples(60)))
BUILDERS = ("html", "dirhtml", "json", "pickle", "epub", "text", "xml", "pseudoxml")

#: As long as names must be for the indices to fill several pages, and for one to have its own.
HEAVY, LARGE = 40_000, 60_000


class Builders(NamedTuple):
    """Sphinx's builders as a project has them."""

    every: tuple[Builder, ...]
    suffixes: Suffixes

    def paths(self, builder: Builder, docnames: Iterable[str]) -> list[PurePosixPath]:
        """Return the files of documents, with their doctrees, as if all went to one folder."""
        found = written_for(builder, docnames)
        tops = Path(builder.outdir), Path(builder.doctreedir)
        return [
            PurePosixPath(path.relative_to(next(top for top in tops if path.is_relative_to(top))))
            for path in found
        ]

    def files(self, plan: Plan) -> Iterator[tuple[str, list[PurePosixPath]]]:
        """Yield for each builder all files that it writes for the pages of a plan."""
        for builder in self.every:
            yield builder.name, self.paths(builder, list(plan.pages))


def written_for(builder: Builder, docnames: Iterable[str]) -> list[Path]:
    """Return the files of documents, with their doctrees."""
    names = list(docnames)
    found = [path for name in names if (path := output_file(builder, name))]
    return [*found, *(Path(builder.doctreedir, f"{name}.doctree") for name in names)]


@pytest.fixture(scope="module", params=[None, ".Page"], ids=["plain", "suffix"])
def builders(request, tmp_path_factory) -> Builders:
    """Return the builders, also with a suffix of files that nobody expects."""
    made = []
    for name in BUILDERS:
        folder = tmp_path_factory.mktemp(name)
        (folder / "index.rst").write_text("Docs\n====\n")
        (folder / "conf.py").touch()
        options = {"html_theme": "basic", "html_file_suffix": request.param}
        app = SphinxTestApp(name, srcdir=folder, confoverrides=options)
        made.append((app.builder, suffixes(app)))
        app.cleanup()
    assert len({found for _, found in made}) == 1, "addresses would differ between builders"
    return Builders(tuple(builder for builder, _ in made), made[0][1])


def planned(paths: Collection[str], names: Collection[str], known: Suffixes) -> Plan:
    """Return the plan of a tree of such files, the first of which defines such names; every other
    name is large."""
    files = {path: File(path, "text", 0, "") for path in sorted(paths)}
    first = next(iter(files), None)
    definitions = {
        name: (Definition(first, 1, "function", f"{'o' * (HEAVY, LARGE)[number % 2]}.{name}"),)
        for number, name in enumerate(sorted(names))
        if first is not None
    }
    folders = make_folders(list(files), {})
    graph = Graph(
        definitions=definitions, cross_referenced=definitions, structure=dict.fromkeys(folders, ())
    )
    codebase = Codebase("Tree", files, files, folders, graph)
    return make_plan("source", codebase, crossref_weights(graph), True, known)


def clashes(paths: Sequence[PurePosixPath]) -> list[str]:
    """Return what would be in each other's way, on a file system that knows no case."""
    keys = [unicodedata.normalize("NFC", str(path)).casefold() for path in paths]
    folders = {str(above) for key in keys for above in PurePosixPath(key).parents}
    twice = [key for key in set(keys) if keys.count(key) > 1] if len(set(keys)) < len(keys) else []
    return twice + sorted(folders.intersection(keys))


def held(builders: Builders, paths: Collection[str], names: Collection[str]) -> list[PurePosixPath]:
    """See that the files of a tree's pages are in nobody's way, and return them all."""
    plan = planned(paths, names, builders.suffixes)
    assert plan.files.keys() == set(paths)
    every: list[PurePosixPath] = []
    for builder, files in builders.files(plan):
        assert not clashes(files), builder
        every += files
    for path in every:
        assert not [part for part in path.parts if part.startswith(".")], "hosts leave these out"
        assert all(len(part.encode()) <= 255 for part in path.parts)
        assert not [part for part in path.parts if part.endswith((".", " "))], "Windows drops these"
    return every


# Whatever a file system takes; of undecodable bytes Python makes surrogates.
NAMES = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=9).filter(
    lambda name: name not in (".", "..")
)
WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1)


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_no_output_is_in_the_way_of_another(builders: Builders, data: st.DataObject) -> None:
    """Half of the names are made from what the pages of the others are called."""
    names = data.draw(st.sets(WORDS, max_size=8))
    tree = data.draw(st.lists(st.lists(NAMES, min_size=1, max_size=3), min_size=1, max_size=6))
    outputs = held(builders, whole(tree), names)
    parts = sorted({part for path in outputs for part in path.parts})
    stems = sorted({part.rpartition(".")[0] or part for part in parts})
    taken = st.sampled_from(parts) | st.sampled_from(stems)
    near = taken | st.builds(str.__add__, taken, NAMES) | st.builds(str.upper, taken)
    more = data.draw(st.lists(st.lists(near | NAMES, min_size=1, max_size=3), max_size=10))
    held(builders, whole([*tree, *more]), names)


def whole(tree: Collection[Sequence[str]]) -> set[str]:
    """Return the paths of files, without those that are called like a folder of others."""
    short = [[part for part in parts if part not in (".", "..")] for parts in tree]
    fitting = {
        tuple(part for part in parts if len(part.encode("utf-8", "surrogatepass")) < 255)
        for parts in short
    }
    folders = {parts[:depth] for parts in fitting for depth in range(len(parts))}
    return {"/".join(parts) for parts in fitting if parts and parts not in folders}


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_an_address_follows_from_those_that_it_would_collide_with(data: st.DataObject) -> None:
    """A name keeps its regular address unless that of one other name, alone beside it, would take
    it: no third file changes an address."""
    known = Suffixes()
    parts = st.sampled_from(["index", "keywords", "a", "B", ".", *known.documents])
    names = st.lists(parts, min_size=1, max_size=3).map("".join) | NAMES
    every = data.draw(st.lists(names, min_size=1, max_size=6, unique=True))
    files = sorted(data.draw(st.sets(st.sampled_from(every))))
    folders = sorted(set(every) - set(files))
    found = distinct(files, folders, {"crossref", "unused"}, known)

    def beside(one: str, other: str) -> str:
        pair = {one, other}
        alone = [sorted(pair & set(group)) for group in (files, folders)]
        return distinct(*alone, {"crossref", "unused"}, known)[one]

    for one in every:
        alone = beside(one, one)
        assert (found[one] == alone) == all(beside(one, other) == alone for other in every)


REPOSITORIES = [
    # flask's own repository, and any project with web pages.
    "tests/static/index.html",
    "index.html",
    "keywords.html",
    "crossref.html",
    "dependencies.html",
    "unused.html",
    "foo.py",
    "foo.py.html",
    "foo.py.html.html",
    "d/index.html/x",
    "d/keywords.html/x",
    "d/index.txt/x",
    "d/index.xml/x",
    "d/index.xhtml/x",
    "d/index.doctree/x",
    "d/index.pot/x",
    "d/x.fjson/x",
    "d/x",
    # Once these were never done.
    "keywords-en.txt",
    "d/keywords-en.txt",
    "crossref-a",
    "unused-2",
    "keywords#1",
    "keywords-23-1",
    "keywords😀",
    ".github/workflows/ci.yml",
    "dot-github/x",
    "...",
    "..a",
    ".a ",
    "é",
    "e\u0301",
    "README",
    "Readme",
    "readme",
]


def test_the_names_of_real_repositories(builders: Builders) -> None:
    long = "a" * 300
    held(builders, REPOSITORIES, [long, f"{long}b", f"{long}B", "x", "é" * 200])
    same = [
        f"{mark}{name}" for name in ("main", "Main", "MAIN", "name", "symbols") for mark in "_%$"
    ]
    held(builders, REPOSITORIES, ["main", "_name-main", "main-2", "main.html", "main.", *same])


def test_addresses_that_are_in_nobodys_way_are_the_paths(builders: Builders) -> None:
    paths = ["README", "README.txt", "a.py", "a/b", "Größe/x y.c", "index.txt", "keywords.py"]
    plan = planned(paths, [], builders.suffixes)
    assert plan.files == {path: f"source/{path}" for path in paths}
    assert not plan.irregular


def test_one_of_two_keeps_its_address(builders: Builders) -> None:
    plan = planned(["README", "readme", "a", "a.html", "b/x"], [], builders.suffixes)
    irregular = {
        path: name.rpartition("/")[2].partition("~")[0] for path, name in plan.irregular.items()
    }
    assert irregular == {"readme": "readme", "a.html": "a.html"}


@pytest.mark.parametrize("builder", ["html", "text", "xml"])
def test_a_folder_and_a_file_change_places(project, builder: str) -> None:
    """The folder of the one has the name of the output or the doctree of the other."""
    suffix = {"html": "html", "text": "txt", "xml": "xml"}[builder]
    folders = {f"a.{suffix}/x/y.py": "y = 1\n", "b.doctree/x/y.py": "y = 1\n"}
    files = {"a": "text\n", "b": "text\n"}
    made = project(folders)
    for old, new in ((folders, files), (files, folders)):
        made.build(builder)
        for path in old:
            (made.tree / path).unlink()
        made.write(new)
        output = made.build(builder)
        assert output.warnings == ""
        found = {name for name in output.names if name.startswith("source/") and "/." not in name}
        shutil.rmtree(output.folder)
        shutil.rmtree(made.folder / "out" / "doctrees")
        assert found == {name for name in made.build(builder).names if name.startswith("source/")}


@pytest.mark.parametrize(
    ("builder", "prefix", "document", "is_in_the_way"),
    [
        ("dirhtml", "guide", "guide.rst", True),
        ("html", "guide", "guide.rst", False),
        ("text", "guide", "guide.rst", False),
        ("html", "guide", "guide/a.py.rst", True),
        ("html", "guide", "guide/about.rst", False),
    ],
)
def test_hand_written_documents_are_not_overwritten(
    project, builder: str, prefix: str, document: str, is_in_the_way: bool
) -> None:
    docs = {"index.rst": INDEX.format(f"{prefix}/index"), document: ":orphan:\n\nAbout\n=====\n"}
    made = project({"a.py": "x = 1\n"}, docs)
    options = {
        "filedocs_trees": {prefix: "../tree"},
        "html_file_suffix": ".Page",
    }
    if not is_in_the_way:
        assert made.build(builder, **options).warnings == ""
        return
    with pytest.raises(UserError, match=r"filedocs_trees: .*document") as error:
        made.build(builder, **options)
    assert document.removesuffix(".rst") in str(error.value)


@pytest.mark.parametrize(
    "prefix",
    [
        "index.html",
        "objects.inv",
        "a/searchindex.js",
        "environment.pickle",
        "search.HTML",
        "mimetype",
        "_static",
        "_sources/x",
        "last_build",
        "filedocs.lock",
        "x.doctree",
    ],
)
def test_a_prefix_is_not_called_like_what_sphinx_writes(project, prefix: str) -> None:
    with pytest.raises(UserError, match="choose another prefix"):
        project({}).build(filedocs_trees={prefix: "../tree"})


def test_prefixes_differ_where_case_does_not_count(project) -> None:
    with pytest.raises(UserError, match="only in case"):
        project({}).build(filedocs_trees={"source": "../tree", "Source": "../tree"})


def test_pages_need_a_suffix(project) -> None:
    with pytest.raises(UserError, match="html_file_suffix"):
        project({}).build(html_file_suffix="")
