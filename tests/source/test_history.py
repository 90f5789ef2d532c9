"""What the commits of a repository say of its files."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.model.files import History, Together
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source import history
from sphinx_filedocs.source.history import TreeHistory, known_history
from tests.full import examples

from .conftest import Repository


def counted(root: Path, paths: list[str], limit: int = 1000) -> Mapping[str, History]:
    """Return the histories of files; nothing is wrong with their repository."""
    troubles: list[Phrase] = []
    known = known_history(root, paths, troubles, limit)[1]
    assert troubles == []
    return known


TEXT = "".join(f"line {number}\n" for number in range(40))


def test_age_and_number_of_changes(repository: Repository) -> None:
    repository.commit("one", {"a": "1", "b": "1"})
    repository.commit("two", {"a": "2"})
    repository.commit("three", {"a": "3"})
    known = counted(repository.root, ["a", "b", "untracked"])
    assert list(known) == ["a", "b"]
    assert (known["a"].changes, known["b"].changes) == (3, 1)
    assert known["a"].first == known["b"].first
    assert (known["a"].authors, known["a"].people) == ((("Ada Lovelace", 3),), 1)


def test_a_file_keeps_its_history_when_it_gets_another_name(repository: Repository) -> None:
    repository.commit("one", {"old": TEXT})
    repository.commit("two", {"old": TEXT + "more\n"})
    (repository.root / "d").mkdir()
    (repository.root / "old").rename(repository.root / "d/new")
    repository.commit("a mere rename changes nothing")
    repository.commit("another file of the old name", {"old": "else\n", "d/new": TEXT + "end\n"})
    known = counted(repository.root, ["old", "d/new"])
    assert (known["d/new"].changes, known["old"].changes) == (3, 1)


def test_what_a_branch_changed_under_the_old_name_counts(repository: Repository) -> None:
    repository.commit("one", {"old": TEXT})
    repository("checkout", "--quiet", "-b", "side")
    repository("checkout", "--quiet", "main")
    (repository.root / "old").rename(repository.root / "new")
    repository.commit("rename")
    repository("checkout", "--quiet", "side")
    repository.commit("two", {"old": f"first\n{TEXT}"})
    repository("checkout", "--quiet", "main")
    repository._day += 1
    repository("merge", "--quiet", "--no-ff", "--message=m", "side")
    assert counted(repository.root, ["new"])["new"].changes == 2


def test_files_that_change_together(repository: Repository) -> None:
    many = [f"m{number}" for number in range(40)]
    for number in range(6):
        repository.commit(f"{number}", {"a": f"{number}", "b": f"{number}"})
        repository.commit(f"{number} alone", {"c": f"{number}"})
    repository.commit("all", dict.fromkeys(["a", "b", "c", *many], "all"))
    known = counted(repository.root, ["a", "b", "c", *many])
    assert known["a"].together == (Together("b", 7),)
    assert known["a"].changes == 7
    assert not known["c"].together


def test_a_part_of_a_history_says_nothing(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("one", {"a": "1"})
    repository.commit("two", {"a": "2"})
    clone = tmp_path / "clone"
    repository("clone", "--quiet", "--depth=1", repository.root.as_uri(), str(clone))
    assert counted(clone, ["a"]) == {}
    assert counted(tmp_path, ["a"]) == {}
    assert counted(repository.root, ["a"], limit=1) == {}
    assert counted(repository.root, ["a"], limit=2)["a"].changes == 2
    monkeypatch.setattr(history, "_MOST_BYTES", 100)
    troubles: list[Phrase] = []
    assert known_history(repository.root, ["a"], troubles) == TreeHistory()
    assert [str(trouble) for trouble in troubles] == [
        "no history is shown, for git can't say it: git log printed too much or took too long"
    ]


def test_a_clone_without_old_contents_has_the_history_that_it_can_have(
    repository: Repository, tmp_path: Path
) -> None:
    repository("config", "uploadpack.allowFilter", "true")
    repository.commit("one", {"old": TEXT, "b": "1"})
    repository.commit("two", {"old": TEXT + "more\n"})
    (repository.root / "old").rename(repository.root / "moved")
    repository.commit("a mere rename")
    (repository.root / "moved").rename(repository.root / "new")
    repository.commit("renamed and changed", {"new": TEXT + "end\n"})
    repository.commit("last", {"new": TEXT, "b": "2"})
    assert counted(repository.root, ["new", "b"])["new"].changes == 4
    clone = tmp_path / "clone"
    url = repository.root.as_uri()
    repository("clone", "--quiet", "--filter=blob:none", url, str(clone))
    troubles: list[Phrase] = []
    past = known_history(clone, ["new", "b"], troubles)
    assert {path: of.changes for path, of in past.of.items()} == {"new": 2, "b": 2}
    assert ["--filter" in trouble for trouble in troubles] == [True]
    assert sorted(past.changes) == ["b", "new"]
    assert "begins where it was renamed and changed at once" in past.gap


def test_a_subfolder_and_names_of_any_bytes(repository: Repository) -> None:
    names = ["a b", "new\nline", "é", '"', "-x", "*", ":100644 M", "\x01x"]
    repository.commit("one", {f"sub/{name}": "1" for name in names} | {"top": ""})
    repository.commit("two", {"sub/é": "2", "top": "2"})
    known = counted(repository.root / "sub", names)
    assert sorted(known) == sorted(names)
    assert known["é"].changes == 2


def test_the_configuration_of_a_repository_changes_nothing(repository: Repository) -> None:
    repository.commit("one", {"a": "1", ".gitattributes": "a diff=evil\n"})
    repository.commit("two", {"a": "2"})
    before = counted(repository.root, ["a"])
    run = "sh -c 'touch ran'"
    for name, value in (
        ("diff.evil.textconv", run), ("diff.evil.command", run), ("diff.external", run),
        ("log.showSignature", "true"), ("gpg.program", run), ("core.pager", run),
        ("log.showRoot", "false"), ("diff.renames", "false"), ("format.pretty", "oneline"),
        ("color.ui", "always"), ("log.date", "relative"), ("diff.noprefix", "true"),
        ("log.diffMerges", "on"), ("diff.orderFile", "none"), ("log.follow", "true"),
    ):  # fmt: skip
        repository("config", name, value)
    assert counted(repository.root, ["a"]) == before
    assert not (repository.root / "ran").exists()


@settings(max_examples=examples(100), deadline=None)
@given(
    st.lists(
        st.sampled_from((b"\0", b"\n", b"\x01", b":", b" ", b"M", b"R9", b"a", b"\xff")),
        max_size=40,
    ).map(b"".join)
)
def test_an_answer_of_any_form_ends_in_commits_or_an_error(printed: bytes) -> None:
    with contextlib.suppress(history.GitError):
        list(history._commits(printed))
