"""After an edit the pages that are concerned are built again, and no others."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import sys

import pytest
from sphinx.util.parallel import ParallelTasks

from sphinx_filedocs.analysis import analyse
from sphinx_filedocs.ext import build, forks
from sphinx_filedocs.incremental import linked_tree
from sphinx_filedocs.incremental.recorder import Recorder
from tests.full import rows
from tests.projects import Output, Project

STORE = "out/doctrees/filedocs-source.sqlite"
TREE = {
    "a.py": '"""First."""\nimport b\n\ndef one():\n    return b.two()\n',
    "b.py": '"""Second."""\n\ndef two():\n    return 2\n',
    "far/away.py": '"""Alone."""\n',
}


def test_without_a_change_nothing_is_written(project) -> None:
    assert project(TREE).rebuilt(lambda: None) & PAGES == set()


PAGES = {
    "source/index.html",
    "source/a.py.html",
    "source/b.py.html",
    "source/far/index.html",
    "source/far/away.py.html",
    "source/keywords.html",
    "source/crossref.html",
}


def test_an_edit_writes_the_pages_that_show_it(project) -> None:
    made = project(TREE)
    pages = made.rebuilt(
        lambda: made.write({"b.py": '"""Second."""\n\n\ndef two():\n    return 3\n'})
    )
    assert pages & PAGES >= {
        "source/b.py.html",
        "source/crossref.html",
    }
    assert not pages & {"source/a.py.html", "source/far/away.py.html", "source/far/index.html"}


def test_an_edit_in_a_body_writes_the_pages_of_its_file(project) -> None:
    text = f"{TREE['b.py']}\n{'# much more' * 10_000}\n"
    made = project({**TREE, "b.py": text})
    edited = {"b.py": text.replace("return 2", "return 2 + 1")}
    assert made.rebuilt_of_tree(lambda: made.write(edited)) == {"source/b.py.html"}
    # A name stands on one line more.
    edited = {"b.py": text.replace("return 2", "return two")}
    assert "source/b.py.html" in made.rebuilt_of_tree(lambda: made.write(edited))


def test_a_touch_without_a_change_writes_nothing(project) -> None:
    made = project(TREE)
    assert made.rebuilt(lambda: os.utime(made.tree / "b.py")) & PAGES == set()


def test_a_file_that_vanishes_takes_its_pages_along(project) -> None:
    made = project(TREE)
    made.build()
    (made.tree / "b.py").unlink()
    output = made.build()
    assert output.warnings == ""
    assert not {"source/b.py.html"} & output.names
    assert "b.py.html" not in output.read("source/a.py.html")


def test_a_new_importer_shows_on_the_page_of_what_it_imports(project) -> None:
    made = project(TREE)
    pages = made.rebuilt(lambda: made.write({"c.py": "import b\n"}))
    assert "source/b.py.html" in pages
    assert "source/a.py.html" not in pages
    assert "c.py" in made.build().read("source/b.py.html")


def test_prose_that_names_a_file_leads_to_the_folder_that_takes_its_place(
    project, monkeypatch
) -> None:
    # In a small tree nearly every edit concerns many of the files.
    monkeypatch.setattr(linked_tree, "_MOST", 1)
    monkeypatch.setattr(analyse, "_MOST", 1)
    made = project({**TREE, "README.md": "# Read\n\nSee `b.py`.\n"})
    assert 'href="b.py.html"' in made.build().read("source/README.md.html")
    (made.tree / "b.py").unlink()
    made.write({"b.py/inside.py": TREE["b.py"]})
    page = made.build().read("source/README.md.html")
    assert 'href="b.py/index.html"' in page
    assert 'href="b.py.html"' not in page


def test_what_one_builder_wrote_does_not_hide_a_change_from_another(project) -> None:
    made = project(TREE)
    made.build("html")
    made.build("text")
    made.write({"b.py": '"""Changed."""\n'})
    made.build("text")
    assert "Changed." in made.build("html").read("source/b.py.html")


def test_a_killed_build_is_made_up_for(project) -> None:
    made = project(TREE)
    made.build()
    made.write({"b.py": '"""Changed."""\n'})

    def stop(app, pagename, *rest):
        if pagename == "source/b.py":
            raise KeyboardInterrupt

    with contextlib.suppress(KeyboardInterrupt):
        made.build(hook=("html-page-context", stop))
    assert "Changed." in made.build().read("source/b.py.html")


def test_an_option_that_changes_changes_the_pages_of_every_builder(project) -> None:
    made = project(TREE)
    made.build("html")
    made.build("text", filedocs_file_sections=["purpose"])
    output = made.build("html", filedocs_file_sections=["purpose"])
    assert "Details" not in output.read("source/b.py.html")


def test_an_option_changes_what_hand_written_pages_show_in_every_builder(project) -> None:
    page = ":orphan:\n\nPage\n====\n\n.. src:folder:: far\n"
    made = project({**TREE, "far/names.py": "def name():\n    pass\n"}, {"page.rst": page})
    assert "Keyword index" in made.build().read("page.html")
    sections = {"filedocs_folder_sections": ["contents"]}
    made.build("text", **sections)
    assert "Keyword index" not in made.build(**sections).read("page.html")


def test_a_hand_written_page_follows_what_it_shows_and_names(project) -> None:
    made = project(
        TREE,
        {"page.rst": ":orphan:\n\nPage\n====\n\n:src:symbol:`two`\n\n.. src:metadata:: b.py\n"},
    )
    made.build()
    made.write({"b.py": "x = 1\n", "c.py": "def two():\n    pass\n"})
    html = made.build().read("page.html")
    assert 'href="source/c.py.html#sym-two"' in html
    assert "1 (1 code" in html


@pytest.mark.parametrize(
    ("directive", "shown"),
    [
        ("src:crossref:: late", "late.py:1"),
        ("src:metadata:: new/late.py", "1 (1 code"),
        ("src:tree:: new", "late.py"),
        ("src:keywords:: new", "Keyword index of new"),
    ],
)
def test_a_hand_written_page_shows_what_was_missing_when_it_comes(
    project, directive: str, shown: str
) -> None:
    made = project(TREE, {"page.rst": f":orphan:\n\nPage\n====\n\n.. {directive}\n"})
    assert "filedocs.directive" in made.build().warnings
    made.write({"new/late.py": "def late(): pass\n"})
    assert shown in made.build().read("page.html")


def test_a_hand_written_page_has_the_title_of_the_page_before_it(project) -> None:
    index = "Docs\n====\n\n.. toctree::\n\n   source/index\n   page\n"
    made = project(TREE, {"index.rst": index, "page.rst": "Page\n====\n"})
    for title in ("One", "Two"):
        trees = {"source": {"path": "../tree", "title": title}}
        # It reads the pages, so that the other one need not.
        made.build("text", filedocs_trees=trees)
        html = made.build(filedocs_trees=trees).read("page.html")
        assert re.search(rf'rel="prev" title="[^"]* {title}"', html)


def test_a_hand_written_page_is_not_left_behind_by_another_builder(project) -> None:
    page = ":orphan:\n\nPage\n====\n\n.. src:metadata:: b.py\n"
    made = project(TREE, {"page.rst": page})
    made.build("html")
    made.write({"b.py": "x = 1\n"})
    made.build("text")
    assert "1 (1 code" in made.build("html").read("page.html")


def pages_of(output: Output) -> dict[str, str]:
    return {name: output.read(name) for name in output.names if name.endswith(".html")}


@pytest.mark.parametrize("many", rows([1000, 0], 0))
def test_parallel_builds_are_the_same_as_serial_ones(project, monkeypatch, many) -> None:
    monkeypatch.setattr(build, "_MANY", many)
    made = project({**TREE, **{f"many/f{n}.py": f"def f{n}(): pass\n" for n in range(60)}})
    serial = pages_of(made.build())
    shutil.rmtree(made.folder / "out")
    assert pages_of(made.build(jobs=3)) == serial


@pytest.fixture
def divided(monkeypatch) -> None:
    """Let processes link and compare a few files too."""
    monkeypatch.setattr(forks, "_FEW", 0)


MANY = {**TREE, **{f"many/f{number}.py": "import b\n\nb.two()\n" for number in range(20)}}


def stored(made: Project) -> list[tuple[object, ...]]:
    """Return the stored links and fingerprints of a tree with the questions behind them."""
    with contextlib.closing(sqlite3.connect(made.folder / STORE)) as connection:
        rows = map(connection.execute, ("SELECT * FROM linked_file", "SELECT * FROM trace"))
        return sorted((row for table in rows for row in table), key=repr)


def test_several_processes_link_and_compare_as_one_does(project, divided) -> None:
    made = project(MANY)
    made.build()
    alone = stored(made)
    shutil.rmtree(made.folder / "out")
    made.build(jobs=3)
    assert stored(made) == alone != []


def test_a_build_killed_meanwhile_leaves_none_to_trust(project, divided, monkeypatch) -> None:
    made = project(MANY)
    made.build(jobs=2)
    # Many files, so that no fingerprint of the last build counts.
    edited = {name: f"\n{text}" for name, text in MANY.items()}
    made.write(edited | {"b.py": MANY["b.py"].replace("return 2", "return two")})
    share = Recorder.share

    def killed(recorder: Recorder) -> None:
        share(recorder)
        sys.exit("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Recorder, "share", killed)
        with pytest.raises(SystemExit):
            made.build(jobs=2)
    after = pages_of(made.build(jobs=2))
    shutil.rmtree(made.folder / "out")
    assert after == pages_of(made.build())


def test_a_store_that_one_of_them_finds_damaged_is_begun_anew(
    project, divided, monkeypatch
) -> None:
    made = project(MANY)
    share, damages = Recorder.share, ["UPDATE use SET seal = 0"]

    def damaged(recorder: Recorder) -> None:
        share(recorder)
        with contextlib.closing(sqlite3.connect(made.folder / STORE)) as connection:
            while damages:
                connection.execute(damages.pop())
            connection.commit()

    monkeypatch.setattr(Recorder, "share", damaged)
    found = pages_of(made.build(jobs=2))
    shutil.rmtree(made.folder / "out")
    assert found == pages_of(made.build())
    assert damages == []


def test_no_process_is_started_for_a_few_pages(project, monkeypatch) -> None:
    page = ":orphan:\n\nPage\n====\n"
    text = f"{TREE['b.py']}\n{'# much more' * 10_000}\n"
    made = project({**TREE, "b.py": text}, {"page.rst": page})
    made.build(jobs=2)
    started = []
    start = ParallelTasks.add_task

    def noted(tasks, *work):
        started.append(work)
        start(tasks, *work)

    monkeypatch.setattr(ParallelTasks, "add_task", noted)
    made.write({"b.py": text.replace("return 2", "return 1234")})
    assert "1234" in made.build(jobs=2).read("source/b.py.html")
    assert started == []
    # What it takes to write other pages is not known.
    made.write({"page.rst": f"{page}\nMore.\n"}, base="docs")
    assert "More." in made.build(jobs=2).read("page.html")
    assert started


def test_the_new_pages_of_an_index_are_in_its_toctree(project) -> None:
    def many(prefix: str) -> str:
        return "".join(f"def {prefix}{number:03}(): pass\n" for number in range(500))

    made = project({"a.py": many("a"), "b.py": many("b")})
    before = made.build().names
    more = many("c") + many("d")
    made.write({"c.py": more, "d.py": more})
    after = made.build()
    assert any("crossref-" in name for name in after.names - before)
    assert after.warnings == ""
