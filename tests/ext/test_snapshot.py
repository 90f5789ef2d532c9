"""A build in which nothing has changed analyses nothing, and never shows what was there before."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess

import pytest
from sphinx.search import js_index

from sphinx_filedocs.analysis import analyse as analysis

TREE = {
    "a.py": '"""First."""\nimport b\n\ndef one():\n    return b.two()\n',
    "b.py": '"""Second."""\n\ndef two():\n    return 2\n',
}
DAY = 86_400 * 10**9
PAGE = ":orphan:\n\nPage\n====\n\n:src:symbol:`two`\n\n.. src:metadata:: b.py\n"


@pytest.fixture
def analysed(monkeypatch) -> list[str]:
    """Return a list that gets the title of each tree that is analysed."""
    titles: list[str] = []
    real = analysis.TreeAnalysis

    def analyse(what, *rest):
        titles.append(what.tree.title)
        return real(what, *rest)

    monkeypatch.setattr(analysis, "TreeAnalysis", analyse)
    return titles


def records_of(output):
    return output.folder.parent / "doctrees" / "filedocs.sqlite"


def contents(output) -> dict[str, bytes]:
    return {
        name: (output.folder / name).read_bytes()
        for name in output.names
        if name.endswith((".html", ".js", ".inv"))
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text"])
def test_without_a_change_nothing_is_analysed(project, analysed, builder) -> None:
    made = project(TREE, {"page.rst": PAGE})
    first = contents(made.build(builder))
    analysed.clear()
    second = made.build(builder)
    assert contents(second) == first
    assert second.warnings == ""
    assert analysed == []


def test_inventory_and_search_index_stay_and_are_made_anew_with_a_change(project) -> None:
    made = project(TREE)
    paths = [made.build().folder / name for name in ("objects.inv", "searchindex.js")]
    before = [path.stat().st_mtime_ns for path in paths]
    made.build()
    assert [path.stat().st_mtime_ns for path in paths] == before
    made.write({"b.py": "def three():\n    return 3\n"})
    output = made.build()
    objects = js_index.loads(output.read("searchindex.js"))["objects"]
    assert "three" in {row[-1] for row in objects[""]}


#: Edits that leave outlines and imports as they are.
EDITS = {
    "a body": ("a.py", "b.two()", "b.two() + b.two()"),
    "a line more": ("b.py", "    return 2", "    three = 3\n    return three"),
    "a line above all": ("a.py", "import b", "# Words.\nimport b"),
    "words": ("b.py", "Second", "Zebra"),
}


@pytest.mark.parametrize("name", EDITS)
def test_after_an_edit_the_inventory_stays_where_it_says_the_same(project, name) -> None:
    path, old, new = EDITS[name]
    made = project(TREE, {"page.rst": PAGE})
    inventory = made.build().folder / "objects.inv"
    before = inventory.stat().st_mtime_ns
    made.write({path: TREE[path].replace(old, new)})
    found = contents(made.build())
    assert inventory.stat().st_mtime_ns == before
    shutil.rmtree(made.folder / "out")
    assert found == contents(made.build())


def test_the_search_finds_the_words_of_an_edit(project) -> None:
    made = project(TREE)
    assert "first" in js_index.loads(made.build().read("searchindex.js"))["terms"]
    made.write({"a.py": TREE["a.py"].replace("First", "Zebra")})
    terms = js_index.loads(made.build().read("searchindex.js"))["terms"]
    assert "zebra" in terms
    assert "first" not in terms


@pytest.mark.parametrize("name", ["objects.inv", "searchindex.js"])
def test_what_is_missing_of_the_output_is_made_again(project, name) -> None:
    made = project(TREE)
    output = made.build()
    before = (output.folder / name).read_bytes()
    (output.folder / name).unlink()
    output = made.build()
    assert (output.folder / name).read_bytes() == before


def test_a_hand_written_page_is_written_without_the_pages_of_the_tree(project) -> None:
    made = project(TREE, {"page.rst": PAGE, "plain.rst": ":orphan:\n\nPlain\n=====\n"})
    before = made.build().times()
    made.write({"page.rst": PAGE + "\nMore of it.\n"}, "docs")
    output = made.build()
    html = output.read("page.html")
    tree = [name for name in before if name.startswith("source/")]
    assert {name: output.times()[name] for name in tree} == {name: before[name] for name in tree}
    assert "More of it." in html
    assert 'href="source/b.py.html#sym-two"' in html


def test_a_change_of_no_time_and_no_size_is_seen(project) -> None:
    made = project(TREE)
    made.build()
    path = made.tree / "b.py"
    status = path.stat()
    made.write({"b.py": TREE["b.py"].replace("Second", "Zweite")})
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    assert "Zweite" in made.build().read("source/b.py.html")


def test_what_is_old_is_not_read_again(project, analysed, monkeypatch) -> None:
    made = project(TREE)
    for path in made.tree.iterdir():
        os.utime(path, ns=(10**18, 10**18))
    # No program can set back when the file system noted a change.
    monkeypatch.setattr("sphinx_filedocs.source.discover.RACY", -DAY)
    made.build()
    analysed.clear()
    monkeypatch.setattr("sphinx_filedocs.source.content.read", None)
    made.build()
    assert analysed == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-10]),
        lambda path: path.write_bytes(path.read_bytes()[:200] + b"?" + path.read_bytes()[201:]),
        lambda path: path.write_bytes(pickle.dumps({"trees": 1})),
        lambda path: (path.unlink(), path.mkdir()),
    ],
)
def test_damaged_records_are_done_without(project, spoil) -> None:
    made = project(TREE)
    output = made.build()
    before = contents(output)
    spoil(records_of(output))
    output = made.build()
    assert contents(output) == before
    assert output.warnings == ""
    made.write({"b.py": '"""Third."""\n'})
    assert "Third." in made.build().read("source/b.py.html")


def test_records_of_another_version_are_void(project, analysed, monkeypatch) -> None:
    made = project(TREE)
    made.build()
    analysed.clear()
    monkeypatch.setattr("sphinx_filedocs.ext.build.code_version", lambda: "another")
    made.build()
    assert analysed


def git_of(made):
    def git(*arguments) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(["git", "-C", made.tree, *who, *arguments], check=True, capture_output=True)

    return git


def test_another_branch_writes_the_pages_of_its_files_and_the_start_page(project) -> None:
    made = project({**TREE, "far/away.py": "x = 1\n"})
    git = git_of(made)
    git("init", "-q", "-b", "meadow")
    git("add", ".")
    git("commit", "-q", "-m", "First words")
    git("checkout", "-q", "-b", "harbour")
    before = made.build()
    assert "meadow" not in before.read("source/index.html")
    times = before.times()
    git("checkout", "-q", "meadow")
    after = made.build()
    written = {name for name, time in after.times().items() if times[name] != time}
    assert {name for name in written if name.startswith("source/")} == {"source/index.html"}
    assert "meadow" in after.read("source/index.html")


def test_another_commit_is_seen_where_no_file_changed(project) -> None:
    made = project(TREE)
    git = git_of(made)
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "First words")
    assert "First words" in made.build().read("source/b.py.html")
    git("commit", "-q", "--amend", "-m", "Other words")
    assert "Other words" in made.build().read("source/b.py.html")
    made.write({".mailmap": "Beate <ann@example.org>\n"})
    assert "Beate" in made.build().read("source/b.py.html")


def test_a_build_that_was_killed_after_reading_leaves_nothing_wrong(project) -> None:
    made = project(TREE, {"page.rst": PAGE})
    made.build()
    made.write({"b.py": '"""Third."""\n\n\n\ndef two():\n    return 3\n'})

    def stop(app, env):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.build(hook=("env-updated", stop))
    output = made.build()
    assert "Third." in output.read("source/b.py.html")
    assert "Third." in output.read("source/index.html")
