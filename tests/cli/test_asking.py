"""What somebody has hardly meant to document is asked about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree
from sphinx_filedocs.cli import options

from .conftest import write

SUBCOMMANDS = ("serve", "build", "check", "export", "explain")


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """The home folder."""
    folder = tmp_path / "users" / "ada"
    folder.mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: folder)
    return folder


def arguments(name: str, folder: Path, output: Path) -> list[object]:
    """Return how a subcommand takes a folder."""
    more = {
        "serve": [folder, "--no-browser"],
        "build": [folder, "-o", output],
        "export": [folder, "--format", "json"],
        "explain": [__file__, "--tree", folder],
    }
    return [name, *more.get(name, [folder])]


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_without_a_terminal_it_ends_and_says_how_to_go_on(name, home, call, tmp_path) -> None:
    reasons = {
        Path("/"): "is the root of the file system",
        home: "is your home folder",
        home.parent: "contains your home folder",
    }
    for folder, reason in reasons.items():
        result = call(*arguments(name, folder, tmp_path / "out"))
        said = f"{folder} {reason}; name another folder, or add --yes to document it"
        assert (result.exit_code, said in re.sub(r"\s+", " ", result.stderr)) == (2, True)


def test_at_a_terminal_it_asks(home, call, monkeypatch) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True)
    write(home, {"a.py": ""})
    asked = f"{home} is your home folder. Document all of it? [y/N]: "
    no = call("check", home, answers="\n")
    assert (no.exit_code, no.stdout, asked in no.stderr) == (1, "", True)
    yes = call("check", home, answers="y\n")
    assert (yes.exit_code, asked in yes.stderr) == (0, True)
    sure = call("check", home, "--yes")
    assert (sure.exit_code, "Document" in sure.stderr) == (0, False)


def test_a_project_is_not_asked_about(home, call) -> None:
    assert call("check", write(home / "project", {"a.py": ""})).exit_code == 0


def test_a_folder_that_does_not_exist_is_said_before_anything_is_read(
    tmp_path, call, monkeypatch
) -> None:
    """A mistake in a path is told first: not a question about another folder, nor a long wait."""
    monkeypatch.setattr(Tree, "open", None)
    no = tmp_path / "no"
    for name in SUBCOMMANDS:
        result = call(*arguments(name, no, tmp_path / "out"))
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"Error: the folder {no} does not exist\n" in result.stderr
    for words in (
        ("export", tmp_path, "--format", "json", "-o", no / "x.json"),
        ("check", tmp_path, "--write-baseline", "--baseline", no / "x.json"),
    ):
        result = call(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"the folder {no} does not exist\n" in result.stderr
    assert not no.exists()


def test_who_has_no_home_folder_is_not_asked_about_it(tmp_path, monkeypatch) -> None:
    def missing() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", missing)
    options.ask(tmp_path)
