"""What the pages say of a repository's history."""

from __future__ import annotations

import contextlib
import html
import io
import os
import re
import shutil
import subprocess

from sphinx.cmd.build import main

from tests.projects import Project


def words(page: str, name: str) -> str:
    """Return the text of a section of a page."""
    tags = re.compile(r"<[^>]+>")
    found = re.search(rf'id="{name}">.*?(?=<section|</details>|\Z)', page, re.DOTALL)
    return " ".join(html.unescape(tags.sub("", found[0])).split()) if found else ""


def commit(
    made: Project, files: dict[str, str], author: str = "Ada", said: str = "m", date: str = ""
) -> None:
    made.write(files)
    who = ("-c", f"user.name={author}", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=0")
    when = [f"--date={date}"] if date else []
    for arguments in (["add", "-A"], ["commit", "--quiet", f"--message={said}", *when]):
        subprocess.run(["git", "-C", made.tree, *who, *arguments], check=True, capture_output=True)


def test_pages_say_what_was_changed_lately(project) -> None:
    made = project({"lib/a.py": "a = 0\n", "lib/b.py": "b = 0\n", "app.py": "import a\n"})
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    remote = ["remote", "add", "origin", "https://github.com/o/r.git"]
    subprocess.run(["git", "-C", made.tree, *remote], check=True)
    commit(made, {}, said="Begin", date="2020-01-01T10:00:00Z")
    for number in range(1, 13):
        changed = {"lib/a.py": f"a = {number}\n"}
        if number > 11:
            changed["lib/b.py"] = "b = 1\n"
        day = f"2021-03-{number:02}T10:00:00+02:00"
        commit(made, changed, "Grace" if number % 2 else "Ada", f"Step {number} <of> a", day)
    # What only tests have is not of the program.
    commit(made, {"tests/test_a.py": "import a\n"}, said="Test", date="2021-04-01T10:00:00Z")
    # An author's clock in another zone: this was before step 12.
    commit(made, {"app.py": "import b\n"}, said="Late", date="2021-03-12T09:30:00+03:00")
    output = made.build()
    assert output.warnings == ""
    start = words(output.read("source/index.html"), "lately")
    assert start.startswith('id="lately"> Lately')
    assert "Test" not in start
    assert "Begin" not in start
    first = start.index("Step 12 <of> a Ada 2021-03-12 2 files")
    assert first < start.index("Late Ada 2021-03-12 1 file") < start.index("Step 11 <of> a Grace")
    assert "Step 4 <of> a" in start
    assert "Step 3 <of> a" not in start, "ten are listed"
    said = "Changed most in the 90 days before the newest commit: lib/a.py (12 changes)"
    page = output.read("source/index.html")
    most = " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())
    assert most.count(said) == 1
    assert "b.py (" not in most, "once in these days"
    folder = words(output.read("source/lib/index.html"), "lately")
    assert "Late" not in folder.replace("Lately", "")
    assert ">a.py</span></code></a> (12 changes)" in output.read("source/lib/index.html")
    page = output.read("source/lib/a.py.html")
    history = words(page, "history")
    assert "2021-03-12 Step 12 <of> a Ada 2021-03-11 Step 11 <of> a Grace" in history
    assert "3 older commits" in history
    assert re.search(r'href="https://github.com/o/r/commit/[0-9a-f]{10}"[^>]*>Step 12 &lt;of', page)
    # Another commit concerns the pages that show it, and no other page of a file.
    written = made.rebuilt(
        lambda: commit(made, {"lib/b.py": "b = 2\n"}, said="Next", date="2022-01-01T10:00:00Z")
    )
    assert {"source/lib/b.py.html", "source/lib/index.html", "source/index.html"} <= written
    assert not {"source/lib/a.py.html", "source/app.py.html"} & written
    page = made.build().read("source/index.html")
    assert "Next Ada 2022-01-01 1 file" in words(page, "lately")
    assert "Changed most" not in page


def test_a_shallow_clone_says_that_it_knows_no_history(project, tmp_path) -> None:
    made = project({"a.py": "a = 0\n", "lib/b.py": "b = 0\n"})
    subprocess.run(["git", "init", "--quiet", tmp_path / "whole"], check=True)
    for number in range(3):
        (tmp_path / "whole/a.py").write_text(f"a = {number}\n")
        who = ("-c", "user.name=Ada", "-c", "user.email=a@example.org")
        for arguments in (["add", "-A"], ["commit", "--quiet", "--message=m"]):
            subprocess.run(["git", "-C", tmp_path / "whole", *who, *arguments], check=True)
    shutil.rmtree(made.tree)
    address = (tmp_path / "whole").as_uri()
    subprocess.run(["git", "clone", "--quiet", "--depth=1", address, made.tree], check=True)
    output = made.build()
    assert output.warnings == ""
    assert "its history is not known" in words(output.read("source/index.html"), "lately")
    assert "its history is not known" in words(output.read("source/a.py.html"), "history")


def test_history_of_files(project) -> None:
    made = project({"lone.py": "x = 1\n"})
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    for number in range(6):
        pair = {"a.py": f"def a():\n    return {number}\n", "b.py": f"b = {number}\n"}
        commit(made, pair, "Ada" if number % 2 else "Grace")
    output = made.build()
    found = words(output.read("source/a.py.html"), "history")
    assert "6 changes since" in found
    assert "by 2 people. Ada 50%, Grace 50%" in found
    assert "b.py – in 6 of 6 commits" in found
    assert 'href="b.py.html"' in output.read("source/a.py.html").partition('id="history"')[2]
    assert "a.py 6 changes 2 lines" in words(output.read("source/index.html"), "most-changed")
    assert "together" not in words(output.read("source/lone.py.html"), "history")
    # One commit concerns the pages of its files, and those that count all.
    written = made.rebuilt(lambda: commit(made, {"b.py": "b = 99\n"}))
    assert "source/b.py.html" in written
    assert not {"source/a.py.html", "source/lone.py.html"} & written
    off = made.build(freshenv=True, filedocs_history=False)
    assert 'id="history"' not in off.read("source/a.py.html")


def test_what_is_checked_out_is_a_branch_or_a_commit(project) -> None:
    made = project({"a.py": "x = 1\n"})
    subprocess.run(["git", "init", "--quiet", "--initial-branch=trunk", made.tree], check=True)
    commit(made, {"a.py": "x = 2\n"})
    page = made.build().read("source/index.html")
    assert " · branch trunk" in page
    assert "Branch" in words(page, "statistics")
    subprocess.run(["git", "-C", made.tree, "checkout", "--quiet", "--detach"], check=True)
    page = made.build().read("source/index.html")
    assert re.search(r" · commit [0-9a-f]{10}<", page)
    assert re.search(r"Commit:? [0-9a-f]{40} ", words(page, "statistics") + " ")


def test_a_build_that_git_refuses_publishes_nothing_more_and_says_so(project, monkeypatch) -> None:
    made = project({"a.py": "x = 1\n"})
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    commit(made, {"a.py": "x = 2\n"})
    made.write({"secret.py": "x = 3\n"})
    good = made.build()
    assert good.warnings == ""
    assert 'id="history"' in good.read("source/a.py.html")
    # Another owner's folder, as in a container.
    with monkeypatch.context() as patch:
        patch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        for fresh in (False, False, True):
            refused = made.build(freshenv=fresh)
            assert "[filedocs.git]" in refused.warnings
            assert (
                f"git config --global --add safe.directory {made.tree}` allows" in refused.warnings
            )
            assert refused.warnings.count("WARNING") == 1
            assert "source/secret.py.html" not in refused.names
            assert 'id="history"' not in refused.read("source/a.py.html")
        (made.tree / ".git/index").rename(made.tree / ".git/kept")
        nothing = made.build()
        assert "no file of it is documented" in nothing.warnings
        assert nothing.warnings.count("WARNING") == 1
        assert "source/a.py.html" not in nothing.names
        (made.tree / ".git/kept").rename(made.tree / ".git/index")
    again = made.build()
    assert again.warnings == ""
    assert 'id="history"' in again.read("source/a.py.html")


def test_a_strict_build_stops_where_git_refuses_and_shows_no_more_than_before(
    project, monkeypatch
) -> None:
    conf = 'extensions = ["sphinx_filedocs"]\nfiledocs_trees = {"source": "../tree"}\n'
    made = project({"a.py": "x = 1\n"}, {"conf.py": f'{conf}html_theme = "basic"\n'})
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    commit(made, {"a.py": "x = 2\n"})
    made.write({"secret.py": "x = 3\n", "mine.py": "x = 4\n"})
    # As many users have it: files that are ignored in all of their repositories.
    ignored = {"ignore": "mine.py\n", "config": f"[core]\n\texcludesFile = {made.folder}/ignore\n"}
    made.write({**ignored, "bin/git": "#!/bin/sh\necho fatal: no mood >&2\nexit 128\n"}, ".")
    (made.folder / "bin/git").chmod(0o700)

    def built(**environment: str) -> tuple[int, str, set[str]]:
        said = io.StringIO()
        with monkeypatch.context() as patch, contextlib.redirect_stderr(said):
            patch.setenv("GIT_CONFIG_GLOBAL", str(made.folder / "config"))
            for name, value in environment.items():
                patch.setenv(name, value)
            folders = str(made.folder / "docs"), str(made.folder / "out")
            code = main(["-q", "-W", "--keep-going", "--no-color", *folders])
        return code, said.getvalue(), {page.name for page in made.folder.rglob("*.py.html")}

    pages = {"a.py.html"}
    assert built() == (0, "", pages)
    for environment, reason in (
        ({"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}, "dubious ownership"),
        ({"PATH": f"{made.folder}/bin"}, "no mood"),
        ({"PATH": ""}, "git is not installed"),
    ):
        code, said, shown = built(**environment)
        assert (code, shown) == (1, pages)
        assert reason in said
        assert said.count("[filedocs.git]") == 1
    assert built() == (0, "", pages)


def test_a_history_that_git_can_not_read_is_said(project) -> None:
    made = project({"a.py": "x = 1\n"})
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    commit(made, {"a.py": "x = 2\n"})
    for file in (made.tree / ".git/objects").rglob("*"):
        if file.is_file():
            file.unlink()
    for _ in range(2):
        said = made.build().warnings
        assert "no history is shown, for git can't say it" in said
        assert said.count("[filedocs.git]") == 1


def test_a_long_path_leaves_room_for_the_changes_beside_it(project) -> None:
    made = project({"lone.py": "x = 1\n"})
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    for number in range(5):
        commit(made, {"packages/reader/source/rings/frames.py": f"def a():\n    return {number}\n"})
    changed = words(made.build().read("source/index.html"), "most-changed")
    assert "frames.py packages/reader/source/rings/ 5 changes 2 lines" in changed
