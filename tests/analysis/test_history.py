"""What commits say of a file: since when, how often, by whom, and together with what."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.model.files import Together
from sphinx_filedocs.source.history import _commits, histories

from .conftest import Repository


def test_changes_are_counted_over_renames(repository: Repository) -> None:
    text = "".join(f"line {number}\n" for number in range(30))
    repository.commit("first", {"old": text})
    repository.commit("second", {"old": text + "more\n", "other": "1"})
    subprocess.run(["git", "mv", "old", "new"], cwd=repository.root, check=True)
    repository.commit("third")
    repository.commit("fourth", {"new": text + "much more\n"})

    found = histories(repository.root, ["new", "other", "untracked"])
    assert sorted(found) == ["new", "other"]
    assert (found["new"].changes, found["other"].changes) == (4, 1)
    assert found["new"].people == 1
    assert found["new"].first <= found["other"].first


def test_what_is_changed_together_is_named_with_the_number_of_commits(
    repository: Repository,
) -> None:
    for number in range(6):
        repository.commit("both", {"a.c": str(number), "a.h": str(number)})
    repository.commit("one", {"a.c": "x", "b.c": "x"})
    found = histories(repository.root, ["a.c", "a.h", "b.c"])
    assert found["a.c"].together == (Together("a.h", 6),)
    assert found["a.h"].together == (Together("a.c", 6),)
    assert found["b.c"].together == ()


def test_a_commit_of_many_files_says_nothing_of_any_two(repository: Repository) -> None:
    for number in range(6):
        repository.commit("all", {f"f{file}": str(number) for file in range(30)})
    found = histories(repository.root, ["f1", "f2"])
    assert found["f1"].changes == 6
    assert found["f1"].together == ()


def test_a_folder_below_the_top_has_its_own_paths(repository: Repository) -> None:
    repository.commit("first", {"sub/a": "1", "top": "1"})
    assert list(histories(repository.root / "sub", ["a", "top"])) == ["a"]


def test_of_a_shallow_clone_and_without_a_repository_nothing_is_said(
    repository: Repository, tmp_path
) -> None:
    for number in range(3):
        repository.commit("change", {"a": str(number)})
    clone = tmp_path / "clone"
    source = repository.root.as_uri()
    subprocess.run(["git", "clone", "-q", "--depth", "2", source, str(clone)], check=True)
    assert histories(clone, ["a"]) == {}
    outside = tmp_path / "outside"
    outside.mkdir()
    assert histories(outside, ["a"]) == {}


@pytest.mark.parametrize("name", ["a\nb", "ä", "-x", "a\tb", 'a"b', "\x01x\x02"])
def test_a_name_of_any_kind_has_its_history(repository: Repository, name) -> None:
    repository.commit("first", {name: "1"})
    assert histories(repository.root, [name])[name].changes == 1


@given(st.binary(max_size=200))
def test_an_answer_of_any_form_ends_nothing(out) -> None:
    for commit in _commits(out):
        assert isinstance(commit.files, tuple)
