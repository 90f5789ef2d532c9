"""Who wrote a line, with Git's own command for one file as the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.model.files import LATER, OLDER, Blame, File
from sphinx_filedocs.source import blame
from sphinx_filedocs.source.blame import as_on_disk, blamed_files, blames
from sphinx_filedocs.source.history import known_history

from .conftest import Repository

TEXT = "".join(f"line {number}\n" for number in range(30))


def blamed(root: Path, *paths: str) -> dict[str, Blame | None]:
    files = {path: File(path, "text", 0, "", encoding="utf-8") for path in paths}
    history = known_history(root, paths, [])
    asked = blamed_files(root, files, history)
    made = blames(root, asked, history.edges, jobs=2)
    return {file.path: blame for file, blame in zip(asked, made, strict=True)}


def of_lines(known: Blame | None) -> list[str]:
    """Return the subject of each line's commit, or the number that stands in its place."""
    assert known
    names = {at: commit.subject for at, commit in enumerate(known.commits)}
    return [names.get(place, str(place)) for place, count in known.runs for _ in range(count)]


def said_by_git(repository: Repository, path: str, *options: str) -> list[str]:
    out = repository("blame", "--root", "--line-porcelain", *options, "HEAD", "--", path)
    rows = [row for row in out.split("\n") if not row.startswith("\t")]
    return [row.removeprefix("summary ") for row in rows if row.startswith("summary ")]


def test_lines_are_of_the_commits_that_git_names(repository: Repository) -> None:
    repository.commit("one", {"old": TEXT, ".mailmap": "Ada King <ada@example.org>\n"})
    repository.commit("two", {"old": TEXT.replace("line 7", "seven")})
    repository("checkout", "--quiet", "-b", "side")
    repository.commit("side", {"old": TEXT.replace("line 7", "seven").replace("line 20", "twenty")})
    repository("checkout", "--quiet", "main")
    (repository.root / "d").mkdir()
    (repository.root / "old").rename(repository.root / "d/a b")
    repository.commit("rename")
    repository("merge", "--quiet", "--no-ff", "--message=merge", "side")
    text = (repository.root / "d/a b").read_text()
    made = repository.commit("format", {"d/a b": text.replace("line 1", "LINE 1")})
    expected = said_by_git(repository, "d/a b")
    assert set(expected) == {"one", "two", "side", "format"}
    known = blamed(repository.root, "d/a b", "gone")
    assert list(known) == ["d/a b"]
    assert of_lines(known["d/a b"]) == expected
    assert {commit.author for commit in known["d/a b"].commits} == {"Ada King"}
    assert of_lines(blamed(repository.root / "d", "a b")["a b"]) == expected
    # A forge reads the same list; a line that is no commit would end Git.
    repository.write({".git-blame-ignore-revs": f"# style\n{made} # all\n--upload-pack=x\n"})
    ignoring = said_by_git(repository, "d/a b", f"--ignore-rev={made}")
    assert "format" not in ignoring
    assert of_lines(blamed(repository.root, "d/a b")["d/a b"]) == ignoring


def test_lines_on_the_disk_are_compared_without_a_program_of_the_repository(
    repository: Repository, tmp_path: Path
) -> None:
    repository("config", "core.autocrlf", "true")
    trap = tmp_path / "ran"
    for setting in ("diff.trap.textconv", "filter.trap.clean", "filter.trap.smudge"):
        repository("config", setting, f"sh -c 'touch {trap}; cat' -")
    repository.commit("one", {"a": TEXT})
    repository.commit("two", {"a": TEXT.replace("line 7", "seven"), ".gitattributes": "* text\n"})
    repository.write({".gitattributes": "* diff=trap filter=trap\n"})
    committed = blamed(repository.root, "a")["a"]
    lines = ["one"] * 7 + ["two"] + ["one"] * 22
    assert of_lines(committed) == lines
    assert committed

    def on_disk(text: str) -> list[str]:
        (repository.root / "a").write_bytes(text.encode())
        return of_lines(as_on_disk(repository.root, "a", committed))

    text = TEXT.replace("line 7", "seven")
    assert on_disk(text) == on_disk(text.replace("\n", "\r\n")) == lines
    edited = text.replace("line 3\n", "new\nnewer\n").replace("line 20\n", "") + "end"
    expected = [*lines[:3], *[str(LATER)] * 2, *lines[4:20], *lines[21:], str(LATER)]
    assert on_disk(edited) == on_disk(edited.replace("\n", "\r\n")) == expected
    assert not trap.exists()
    (repository.root / "a").unlink()
    assert as_on_disk(repository.root, "a", committed) is None


def test_a_clone_knows_no_author_behind_its_edge(repository: Repository, tmp_path: Path) -> None:
    repository("config", "uploadpack.allowFilter", "true")
    repository.commit("one", {"a": TEXT})
    second = repository.commit("two", {"a": TEXT.replace("line 3", "three")})
    repository.commit("three", {"a": TEXT.replace("line 7", "seven")})
    url = repository.root.as_uri()
    for name, option in (
        ("deep", "--depth=2"),
        ("flat", "--depth=1"),
        ("part", "--filter=blob:none"),
    ):
        repository("clone", "--quiet", option, url, str(tmp_path / name))
    lines = [str(OLDER)] * 3 + ["three"] + [str(OLDER)] * 3 + ["three"] + [str(OLDER)] * 22
    assert of_lines(blamed(tmp_path / "deep", "a")["a"]) == lines
    # There are no lines that these know the author of, or no contents to ask without a network.
    assert blamed(tmp_path / "flat", "a") == blamed(tmp_path / "part", "a") == {}
    repository.write({".git/info/grafts": f"{second}\n"})
    assert of_lines(blamed(repository.root, "a")["a"]) == lines
    assert "Grafts cut off" in known_history(repository.root, ["a"], []).gap


def test_a_file_that_git_fails_on_has_no_blame(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("one", {"a": TEXT})
    repository.commit("two", {"a": TEXT + "end"})
    assert of_lines(blamed(repository.root, "a")["a"]) == ["one"] * 30 + ["two"]
    monkeypatch.setattr(blame, "_MOST_BYTES", 100)
    assert blamed(repository.root, "a") == {"a": None}


def test_a_file_that_was_never_changed_needs_no_question(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("one", {"d/a": TEXT, "d/b": "1\n"})
    repository("mv", "d/a", "a")
    repository.commit("move", {"d/b": "2\n"})
    assert (
        of_lines(as_on_disk(repository.root, "a", blamed(repository.root, "a")["a"]))
        == ["one"] * 30
    )
    monkeypatch.setattr(blame, "run_bounded", None)
    assert blamed(repository.root, "a")["a"].runs == ()
    with pytest.raises(TypeError):
        blamed(repository.root, "d/b")
