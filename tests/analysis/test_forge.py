"""Where a tree's files are at the forge that its clone in Git names."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sphinx_filedocs.source.forge import file_address

ADDRESSES = {
    "https://github.com/o/r.git": "https://github.com/o/r/blob/{ref}/{path}#L{line}",
    "git@github.com:o/r.git": "https://github.com/o/r/blob/{ref}/{path}#L{line}",
    "ssh://git@github.com:22/o/r": "https://github.com/o/r/blob/{ref}/{path}#L{line}",
    # What is written before the host may be a password.
    "https://me:secret@gitlab.com/g/s/r.git": (
        "https://gitlab.com/g/s/r/-/blob/{ref}/{path}#L{line}"
    ),
    "https://gitlab.example.org/g/r": "https://gitlab.example.org/g/r/-/blob/{ref}/{path}#L{line}",
    "https://codeberg.org/o/r.git": "https://codeberg.org/o/r/src/branch/{ref}/{path}#L{line}",
    "git@bitbucket.org:o/r.git": "https://bitbucket.org/o/r/src/{ref}/{path}#lines-{line}",
    "https://git.sr.ht/~o/r": "https://git.sr.ht/~o/r/tree/{ref}/item/{path}#L{line}",
    "https://github.com/o/{r}": "https://github.com/o/%7Br%7D/blob/{ref}/{path}#L{line}",
}
NONE = ["https://example.org/o/r", "/srv/git/r.git", "file:///srv/r", "../r", "https://github.com/"]


def clone(folder: Path, remote: str) -> Path:
    subprocess.run(["git", "init", "-q", folder], check=True)
    config = ["git", "-C", folder, "config", "remote.origin.url", remote]
    subprocess.run(config, check=True)
    return folder


@pytest.mark.parametrize("remote", ADDRESSES)
def test_a_remote_at_a_forge_says_where_the_files_are(remote: str, tmp_path: Path) -> None:
    assert file_address(clone(tmp_path, remote)) == ADDRESSES[remote]


@pytest.mark.parametrize("remote", NONE)
def test_any_other_remote_says_nothing(remote: str, tmp_path: Path) -> None:
    assert file_address(clone(tmp_path, remote)) is None


def test_a_folder_of_the_work_tree_has_its_own_place(tmp_path: Path) -> None:
    below = clone(tmp_path, "https://github.com/o/r") / "a b" / "c"
    below.mkdir(parents=True)
    assert file_address(below) == "https://github.com/o/r/blob/{ref}/a%20b/c/{path}#L{line}"


def test_a_folder_without_git_has_no_forge(tmp_path: Path) -> None:
    assert file_address(tmp_path) is None
