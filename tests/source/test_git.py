"""What Git knows, with Git's own command for one path as the oracle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from sphinx_filedocs.model.files import Change
from sphinx_filedocs.source import git
from sphinx_filedocs.source.history import known_history

from .conftest import Repository


def last_changes(root: Path, paths: Iterable[str], limit: int = 1000) -> Mapping[str, Change]:
    """Return the last change of each file."""
    return known_history(root, [*paths], [], limit)[0]


def _agrees(repository: Repository, *paths: str) -> None:
    """Compare every path with what Git says of it alone."""
    changes = last_changes(repository.root, paths)
    expected = {path: repository.last(path)[:10] for path in paths}
    assert {path: changes[path].commit for path in paths} == expected


def test_last_change(repository: Repository) -> None:
    first = repository.commit("first\n\nbody", {"a": "1", "dir/b": "1"})
    repository.commit("empty")
    second = repository.commit("ändern <b>&\tall", {"a": "2"})
    repository.write({"a": "uncommitted", "untracked": ""})
    changes = last_changes(repository.root, ["a", "dir/b", "untracked", "gone"])
    assert list(changes) == ["a", "dir/b"]
    assert changes["a"].subject == "ändern <b>& all"
    assert changes["a"].author == "Ada Lovelace"
    assert changes["a"].commit == second[:10]
    assert re.fullmatch(r"2023-11-\d\dT\d\d:\d\d:\d\d\+01:00", changes["a"].date)
    assert (changes["dir/b"].commit, changes["dir/b"].subject) == (first[:10], "first")


def test_names_of_any_bytes(repository: Repository) -> None:
    names = ["a b", "new\nline", "é", '"', "-x", "*", f"{'0' * 40} {'1' * 40}\nx"]
    repository.commit("one", dict.fromkeys(names, "1"))
    second = repository.commit("two", dict.fromkeys(names[::2], "2"))
    changes = last_changes(repository.root, names)
    assert sorted(changes) == sorted(names)
    assert {n for n in names if changes[n].commit == second[:10]} == set(names[::2])


def test_subfolder(repository: Repository) -> None:
    repository.commit("one", {"top": "1", "sub/a": "1", "sub/x/b": "1"})
    second = repository.commit("two", {"sub/a": "2"})
    repository.commit("three", {"top": "2"})
    changes = last_changes(repository.root / "sub", ["a", "x/b", "top"])
    assert sorted(changes) == ["a", "x/b"]
    assert changes["a"].commit == second[:10]


def test_renamed_file_and_deleted_file(repository: Repository) -> None:
    repository.commit("one", {"old": "content\n" * 20, "gone": ""})
    (repository.root / "old").rename(repository.root / "new")
    (repository.root / "gone").unlink()
    second = repository.commit("two")
    assert {p: c.commit for p, c in last_changes(repository.root, ["new", "gone"]).items()} == {
        "new": second[:10]
    }


def test_merges(repository: Repository) -> None:
    """The change of a merged branch, and of a commit whose changes a merge drops."""
    repository.commit("base", dict.fromkeys(("main", "side", "same"), "1"))
    repository("checkout", "--quiet", "-b", "side")
    repository.commit("side", {"side": "2", "same": "2"})
    repository("checkout", "--quiet", "main")
    repository.commit("main", {"main": "2"})
    repository("merge", "--quiet", "--no-ff", "--message=merge", "side")
    _agrees(repository, "main", "side", "same")


def test_limit_claims_nothing_beyond(repository: Repository) -> None:
    repository.commit("zero", {"old": "0", "new": "0"})
    repository.commit("one", {"new": "1"})
    repository.commit("two", {"new": "2"})
    assert list(last_changes(repository.root, ["old", "new"], limit=2)) == ["new"]
    assert list(last_changes(repository.root, ["old", "new"], limit=3)) == ["new", "old"]


def test_shallow_clone_claims_nothing_at_its_edge(repository: Repository, tmp_path: Path) -> None:
    repository.commit("one", {"old": "1", "edge": "1", "new": "1"})
    repository.commit("two", {"edge": "2"})
    newest = repository.commit("three", {"new": "2"})
    clone = tmp_path / "clone"
    repository("clone", "--quiet", "--depth=2", repository.root.as_uri(), str(clone))
    changes = last_changes(clone, ["old", "edge", "new"])
    assert {path: change.commit for path, change in changes.items()} == {"new": newest[:10]}


def test_author_after_mailmap_and_bounded(repository: Repository) -> None:
    repository.commit("s" * 500, {".mailmap": "Ada King <ada@example.org>\n"})
    change = last_changes(repository.root, [".mailmap"])[".mailmap"]
    assert change.author == "Ada King"
    assert len(change.subject) == 200
    assert change.subject.endswith("…")


def test_no_history(repository: Repository, tmp_path: Path) -> None:
    assert last_changes(repository.root, ["a"]) == {}
    assert last_changes(tmp_path, ["a"]) == {}
    assert git.head(repository.root) is None
    assert git.branch(tmp_path) is None
    assert git.branch(repository.root) == "main"


def test_branch(repository: Repository) -> None:
    commit = repository.commit("one", {"a": ""})
    repository("checkout", "--quiet", "-b", "feature/x")
    assert git.branch(repository.root) == "feature/x"
    repository("checkout", "--quiet", "--detach")
    assert git.branch(repository.root) == git.head(repository.root) == commit


def test_errors_say_why(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kind(folder: Path) -> str:
        with pytest.raises(git.GitError) as caught:
            git.files(folder)
        return caught.value.kind

    assert kind(tmp_path) == "outside"
    assert kind(repository.root / ".git") == "outside"
    with monkeypatch.context() as context:
        context.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        assert kind(repository.root) == "refused"
    with monkeypatch.context() as context:
        context.setattr(git, "TIMEOUT", 0.0)
        assert kind(repository.root) == "failed"
    monkeypatch.setenv("PATH", "")
    assert kind(repository.root) == "missing"


def test_signature_program_does_not_run(repository: Repository, tmp_path: Path) -> None:
    repository.commit("one", {"a": ""})
    message = repository("cat-file", "commit", "HEAD")
    head, _, body = message.partition("\n\n")
    signed = (
        f"{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\n{body}"
    )
    (tmp_path / "commit").write_text(signed)
    new = repository("hash-object", "-t", "commit", "-w", str(tmp_path / "commit")).strip()
    repository("update-ref", "HEAD", new)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    repository("config", "gpg.program", str(program))
    repository("config", "log.showSignature", "true")
    repository("log", "-1")
    assert (tmp_path / "ran").exists(), "the trap works"
    (tmp_path / "ran").unlink()
    assert last_changes(repository.root, ["a"])["a"].subject == "one"
    assert not (tmp_path / "ran").exists()


#: What a user may have set up: each of these changed, or might, what Git prints.
_SETTINGS = """
[core]
    quotePath = false
    abbrev = 5
    pager = false
    autocrlf = true
    ignoreCase = true
    hooksPath = /nowhere
[log]
    date = relative
    mailmap = false
    showSignature = true
    abbrevCommit = true
    decorate = full
    follow = true
[diff]
    renames = copies
    relative = true
    external = /bin/false
[i18n]
    logOutputEncoding = utf-16
[mailmap]
    file = {mailmap}
[status]
    showUntrackedFiles = no
[format]
    pretty = oneline
[color]
    ui = always
[trace2]
    normalTarget = 2
"""


def test_the_users_settings_change_nothing(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit(
        "ändern", {"a": "1\n" * 9, "é/b": "1", ".mailmap": "Ada King <ada@example.org>"}
    )
    repository("mv", "a", "c")
    repository.commit("move")
    repository.write({"untracked": ""})
    mailmap, settings_, plain = tmp_path / "mailmap", tmp_path / "gitconfig", tmp_path / "plain"
    mailmap.write_text("Mallory <ada@example.org>")
    settings_.write_text(_SETTINGS.format(mailmap=mailmap))
    plain.mkdir()

    def known() -> tuple[object, ...]:
        found = git.files(repository.root), git.branch(repository.root), git.state(repository.root)
        with pytest.raises(git.GitError) as refused:
            git.files(plain)
        return (*found, last_changes(repository.root, ["c", "é/b"]), refused.value.kind)

    before = known()
    assert before[-2]["c"].author == "Ada King"
    assert before[-1] == "outside"
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings_))
    monkeypatch.setenv("GIT_TRACE", "1")
    assert known() == before
