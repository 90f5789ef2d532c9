"""Edits are followed wherever something is documented, and nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("watchfiles")

from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.cli import edits
from sphinx_filedocs.cli.edits import Edits
from sphinx_filedocs.cli.project import SiteOptions
from sphinx_filedocs.source.discover import look
from tests.full import examples

from .conftest import write

#: Seconds in which an edit has to be seen, on a machine that does other things too.
PATIENCE = 30
#: A name that is not UTF-8.
BYTES = os.fsdecode(b"caf\xe9")


def wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def git(root: Path, *arguments: str) -> None:
    own = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *own, *arguments], cwd=root, check=True, capture_output=True)


@contextmanager
def followed(root: Path, **options: object) -> Iterator[tuple[Edits, list[str]]]:
    """Follow the edits of a tree: what does so and what it warns of."""
    warnings: list[str] = []
    with Edits(SiteOptions(root, options=options), warnings.append) as watched:
        wait(lambda: watched._inputs)
        yield watched, warnings


def rest(watched: Edits) -> None:
    """Wait until the tree is known as it is."""
    site = watched._site
    untracked = bool(site.options.get("filedocs_untracked"))
    wait(lambda: watched._inputs.digest == look(site.root, untracked=untracked).digest)


def see(watched: Edits, edit: Callable[[], object]) -> None:
    """Edit, and wait until that is seen, and all of it."""
    watched._edited.clear()
    edit()
    wait(watched._edited.is_set)
    rest(watched)


def _append(root: Path) -> None:
    with (root / "a" / "known.py").open("a") as file:
        file.write("more = 1\n")


def _replace(root: Path) -> None:
    (root / "a" / ".new").write_text(f"x = {time.time_ns()}\n")
    (root / "a" / ".new").replace(root / "a" / "known.py")


def _add(root: Path) -> None:
    (root / "a" / f"n{time.time_ns()}.py").write_text("")


def _add_deep(root: Path) -> None:
    write(root, {f"d{time.time_ns()}/e/f.py": ""})


def _renew_folder(root: Path) -> None:
    """As Git does where a branch has no such folder, and the next has."""
    shutil.rmtree(root / "a")
    write(root, {"a/known.py": f"x = {time.time_ns()}\n"})


def _rename_folder(root: Path) -> None:
    (root / "b").rename(root / f"b{time.time_ns()}")


def _delete(root: Path) -> None:
    (root / "b" / "other.py").unlink()


EDITS = [_append, _replace, _add, _add_deep, _renew_folder, _rename_folder, _delete]


@settings(max_examples=examples(8), deadline=None)
@given(st.lists(st.sampled_from(EDITS), min_size=1, max_size=6), st.booleans())
def test_each_edit_is_seen(steps, tracked) -> None:
    """Also in folders that came with the one before, in a repository or not."""
    with TemporaryDirectory() as folder:
        root = write(Path(folder).resolve(), {"a/known.py": "", "b/other.py": ""})

        def edit(step: Callable[[Path], None]) -> None:
            step(root)
            if tracked:
                git(root, "add", "-A")

        if tracked:
            git(root, "init")
        with followed(root) as (watched, warnings):
            for step in [*steps, _append]:
                edit(lambda root: write(root, {"b/other.py": ""}))
                rest(watched)
                see(watched, lambda step=step: edit(step))
            assert warnings == []


def test_an_edit_of_a_name_that_is_not_utf_8_is_seen(tmp_path) -> None:
    """The event itself can't be read."""
    root = write(tmp_path / "tree", {"a.py": ""})
    with followed(root) as (watched, _):
        for number in range(3):
            see(watched, lambda text=str(number): (root / f"{BYTES}.py").write_text(text))
            see(watched, lambda text=str(number): (root / "a.py").write_text(text))


def test_what_git_lists_and_what_it_calls_the_last_commit_are_followed(tmp_path) -> None:
    root = write(tmp_path / "tree", {"a.py": "", "other/new.py": ""})
    git(root, "init")
    git(root, "add", "a.py")
    with followed(root) as (watched, _):
        assert watched._folders == {str(root)}
        see(watched, lambda: git(root, "commit", "-m", "First"))
        see(watched, lambda: git(root, "add", "-A"))
        see(watched, lambda: (root / "other" / "new.py").write_text("x = 1"))
        see(watched, lambda: git(root, "switch", "-c", "branch"))


def test_only_what_is_documented_is_watched(tmp_path) -> None:
    files = {".gitignore": "/data/\n", "data/deep/x": "", "empty/in/y.txt": "", "a.py": ""}
    root = write(tmp_path / "tree", {**files, "node_modules/z/z.js": ""})
    (root / "empty" / "in" / "y.txt").unlink()
    with followed(root, filedocs_untracked=True) as (watched, _):
        folders = {root, root / "empty", root / "empty" / "in"}
        assert {*map(Path, watched._watched())} == folders
        see(watched, lambda: write(root, {"empty/in/new.py": ""}))


@pytest.mark.parametrize("name", ["closed", BYTES], ids=["closed", "bytes"])
def test_a_folder_that_cannot_be_watched_is_said_once(tmp_path, monkeypatch, name) -> None:
    """And edits elsewhere are seen."""
    root = write(tmp_path / "tree", {"a.py": "", f"{name}/b.py": ""})
    monkeypatch.setattr(edits.os, "access", lambda folder, _: not folder.endswith("closed"))
    with followed(root) as (watched, warnings):
        for number in range(2):
            see(watched, lambda number=number: (root / "a.py").write_text(f"x = {number}"))
            see(watched, lambda number=number: write(root, {f"new{number}/c.py": ""}))
    said = "can't be watched: edits in it are built with later ones"
    assert [said in warning for warning in warnings].count(True) == 1


@pytest.mark.parametrize("error", [OSError, RuntimeError])
def test_at_the_limit_of_the_system_the_tree_is_looked_at(tmp_path, monkeypatch, error) -> None:
    root = write(tmp_path / "tree", {"a.py": ""})

    def limited(*paths: str, **options: object) -> object:
        if not options["force_polling"]:
            raise error('OS file watch limit reached. about ["/x"]')
        return watch(*paths, **options)

    watch = edits.watch
    monkeypatch.setattr(edits, "watch", limited)
    monkeypatch.setattr(edits, "_POLL", 20)
    with followed(root) as (watched, warnings):
        see(watched, lambda: (root / "a.py").write_text("x = 1"))
        see(watched, lambda: (root / "b.py").write_text("x = 1"))
    said = "folders can't be watched (OS file watch limit reached); looking every second instead"
    assert warnings == [f"Warning: {said}"]


def test_where_nothing_can_be_seen_that_is_said(tmp_path, monkeypatch) -> None:
    def broken(*_: str, **__: object) -> object:
        raise PermissionError("Permission denied (os error 13)")

    monkeypatch.setattr(edits, "watch", broken)
    with followed(write(tmp_path / "tree", {"a.py": ""})) as (_, warnings):
        wait(lambda: len(warnings) > 1)
    assert warnings[1] == "Warning: edits are not seen: Permission denied (os error 13)"


def test_a_tree_that_is_gone_and_comes_back_is_followed(tmp_path) -> None:
    root = write(tmp_path / "tree", {"a.py": ""})
    with followed(root) as (watched, warnings):
        root.rename(tmp_path / "away")
        wait(lambda: warnings)
        see(watched, lambda: write(root, {"a.py": "x = 1"}))
    assert warnings == [f"Warning: the folder {root} does not exist"]


def test_it_is_known_which_files_were_edited_and_which_came_or_went(tmp_path) -> None:
    """Many editors write another file, which takes the name of the first."""
    root = write(tmp_path / "tree", {"a/known.py": "", "b/other.py": ""})
    known, other, new = (root / path for path in ("a/known.py", "b/other.py", "c/new.py"))

    def take_the_name() -> None:
        (write(tmp_path, {"new": "x = 1\n"}) / "new").replace(known)

    with followed(root) as (watched, _):
        for edit, paths in (
            (lambda: _append(root), {known}),
            (take_the_name, {known}),
            (lambda: write(root, {"c/new.py": ""}), {new}),
            (lambda: _append(root), {known}),
            (lambda: other.rename(root / "b/renamed.py"), {other, root / "b/renamed.py"}),
            (new.unlink, {new}),
        ):
            watched._paths = set()
            see(watched, edit)
            assert watched.wait() == set(map(str, paths))
