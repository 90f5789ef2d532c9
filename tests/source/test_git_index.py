"""What Git tracks, read from its index, with ``git ls-files`` as the oracle."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.source import git_index
from tests.full import examples

from .conftest import Repository


def _listed(root: Path) -> list[str]:
    said = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True)
    return list(dict.fromkeys(map(os.fsdecode, said.stdout.split(b"\0")[:-1])))


_PARTS = st.binary(min_size=1, max_size=8).filter(
    lambda name: not {0, ord("/")}.intersection(name) and not name.startswith(b".")
)
_NAMES = st.lists(st.lists(_PARTS, min_size=1, max_size=3).map(b"/".join), max_size=12)


@settings(max_examples=examples(25))
@given(_NAMES, st.sampled_from([2, 3, 4]), st.sampled_from(["sha1", "sha256"]), st.booleans())
def test_any_index_says_what_git_lists(
    tmp_path_factory: pytest.TempPathFactory,
    names: list[bytes],
    version: int,
    hashed: str,
    is_summed: bool,
) -> None:
    root = tmp_path_factory.mktemp("index")

    def git(*arguments: str, **options: bytes) -> None:
        subprocess.run(["git", *arguments], cwd=root, check=True, **options)  # type: ignore[call-overload]

    git("init", "--quiet", f"--object-format={hashed}")
    git("config", "index.skipHash", str(not is_summed).lower())
    git("config", "index.version", str(version))
    empty = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"],
        cwd=root,
        input=b"",
        capture_output=True,
        check=True,
    ).stdout.strip()
    entries = b"".join(b"100644 %s 0\t%s\0" % (empty, name) for name in names)
    git("update-index", "-z", "--add", "--replace", "--index-info", input=entries)
    (root / "meant").touch()
    git("add", "--intent-to-add", "meant")
    git("update-index", "--index-version", str(version))
    assert git_index.tracked(root) == _listed(root)


def test_conflicts_and_files_that_are_skipped_are_listed(repository: Repository) -> None:
    repository.commit("base", {"a": "1\n", "b": ""})
    repository("checkout", "--quiet", "-b", "side")
    repository.commit("side", {"a": "2\n"})
    repository("checkout", "--quiet", "main")
    repository.commit("main", {"a": "3\n"})
    repository("update-index", "--skip-worktree", "b")
    with pytest.raises(subprocess.CalledProcessError):
        repository("merge", "side")
    assert git_index.tracked(repository.root) == ["a", "b"] == _listed(repository.root)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (("update-index", "--split-index"), "divided"),
        (("sparse-checkout", "set", "--cone", "--sparse-index", "kept"), "sparse"),
    ],
)
def test_of_an_index_that_says_less_than_all_nothing_is_known(
    repository: Repository, make: tuple[str, ...], why: str
) -> None:
    repository.commit("one", {"a": "", "kept/b": "", "far/c": ""})
    repository(*make)
    with pytest.raises(git_index.UnreadableIndexError, match=why):
        git_index.tracked(repository.root)


@settings(max_examples=examples(200))
@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=4), st.booleans())
def test_any_damage_is_noticed(place: int, other: bytes, cut: bool) -> None:
    data = _SAMPLE[: place % len(_SAMPLE)] if cut else bytearray(_SAMPLE)
    if isinstance(data, bytearray):
        at = place % len(data)
        data[at : at + len(other)] = other
    if bytes(data) != _SAMPLE:
        with pytest.raises(git_index.UnreadableIndexError):
            git_index.parse(bytes(data))


def _sample() -> bytes:
    from hashlib import sha1  # noqa: PLC0415

    entries = [bytes(24) + b"\0\0\x81\xa4" + bytes(32) + b"\0\1" + name for name in (b"a", b"b/c")]
    padded = b"".join(entry + bytes(8 - len(entry) % 8) for entry in entries)
    data = b"DIRC\0\0\0\2\0\0\0\2" + padded
    return data + sha1(data, usedforsecurity=False).digest()


_SAMPLE = _sample()


@pytest.mark.parametrize("name", [b"../up", b"/etc/x", b"a//b", b"a/./b"])
def test_a_name_that_leads_out_of_the_tree_is_damage(name: bytes) -> None:
    entry = bytes(24) + b"\0\0\x81\xa4" + bytes(32) + b"\0\1" + name
    data = b"DIRC\0\0\0\2\0\0\0\1" + entry + bytes(8 - len(entry) % 8) + bytes(20)
    with pytest.raises(git_index.UnreadableIndexError):
        git_index.parse(data)
