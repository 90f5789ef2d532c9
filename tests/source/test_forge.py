"""Where a tree's files are at the forge that its clone in Git names."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sphinx_filedocs.source.forge import clone_around, repository

ADDRESSES = {
    "https://github.com/o/r.git": "https://github.com/o/r/blob/main/{path}#L{line}",
    "git@github.com:o/r.git": "https://github.com/o/r/blob/main/{path}#L{line}",
    "ssh://git@github.com:22/o/r": "https://github.com/o/r/blob/main/{path}#L{line}",
    # What is written before the host may be a password.
    "https://me:secret@gitlab.com/g/s/r.git": (
        "https://gitlab.com/g/s/r/-/blob/main/{path}#L{line}"
    ),
    "https://gitlab.example.org/g/r": "https://gitlab.example.org/g/r/-/blob/main/{path}#L{line}",
    "https://codeberg.org/o/r.git": "https://codeberg.org/o/r/src/branch/main/{path}#L{line}",
    "git@bitbucket.org:o/r.git": "https://bitbucket.org/o/r/src/main/{path}#lines-{line}",
    "https://git.sr.ht/~o/r": "https://git.sr.ht/~o/r/tree/main/item/{path}#L{line}",
    "https://github.com/o/{r}": "https://github.com/o/%7Br%7D/blob/main/{path}#L{line}",
}
NONE = ["https://example.org/o/r", "/srv/git/r.git", "file:///srv/r", "../r", "https://github.com/"]


COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize("remote", ADDRESSES)
def test_a_remote_at_a_forge_says_where_the_files_are(remote: str) -> None:
    found = repository(remote)
    assert found is not None
    assert found.view("main", "", None) == ADDRESSES[remote]


@pytest.mark.parametrize("remote", NONE)
def test_any_other_remote_says_nothing(remote: str) -> None:
    assert repository(remote) is None


def test_a_forge_of_ones_own_is_known_where_its_kind_is_said() -> None:
    found = repository("http://me:secret@code.example.org:8080/o/r.git", "gitlab")
    assert found is not None
    assert found.address == "http://code.example.org:8080/o/r"


def test_gitea_tells_commits_and_tags_from_branches(tmp_path: Path) -> None:
    found = repository("https://codeberg.org/o/r")
    assert found is not None
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["commit", "-q", "--allow-empty", "-m", "x"], ["tag", "v1"]):
        subprocess.run(["git", "-C", tmp_path, *author, *words], check=True)
    assert "/src/branch/main/" in found.view("main", "", tmp_path)
    assert "/src/tag/v1/" in found.view("v1", "", tmp_path)
    assert f"/src/commit/{COMMIT}/" in found.view(COMMIT, "", None)
    assert found.edit("a/b", "c/") == "https://codeberg.org/o/r/_edit/a/b/c/{path}"


def test_a_folder_of_the_work_tree_has_its_own_place(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "-b", "trunk", tmp_path], check=True)
    remote = ["config", "remote.origin.url", "https://github.com/o/r"]
    subprocess.run(["git", "-C", tmp_path, *remote], check=True)
    below = tmp_path / "a b" / "c"
    below.mkdir(parents=True)
    clone = clone_around(below)
    assert clone is not None
    assert (clone.top, clone.below) == (tmp_path.resolve(), "a b/c/")
    assert (clone.branch, clone.commit) == ("trunk", None)
    found = repository(clone.remote)
    assert found is not None
    view = found.view("trunk", clone.below, clone.top)
    assert view == "https://github.com/o/r/blob/trunk/a%20b/c/{path}#L{line}"


def test_a_folder_without_git_is_in_no_clone(tmp_path: Path) -> None:
    assert clone_around(tmp_path) is None
