"""Which subcommand is meant."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from sphinx_filedocs import __version__
from sphinx_filedocs.cli.commands import command


def test_a_folder_or_nothing_is_served(shop, monkeypatch) -> None:
    served = []
    monkeypatch.setattr(command.commands["serve"], "callback", lambda **found: served.append(found))
    monkeypatch.chdir(shop)
    for arguments in ([], ["shop"], ["--no-browser"], ["serve", "shop"]):
        result = CliRunner().invoke(command, arguments)
        assert result.exit_code == 0, result.output
    assert [str(found["path"]) for found in served] == ["None", "shop", "None", "shop"]
    assert [found["browser"] for found in served] == [True, True, False, True]


@pytest.mark.parametrize(
    ("word", "hint"), [("biuld", "did you mean 'build'?"), ("xyzzy", "see --help")]
)
def test_a_word_that_is_neither_is_said(word: str, hint: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, [word])
    assert result.exit_code == 2
    assert f"'{word}' is neither a subcommand nor a folder; {hint}" in result.output


def test_it_says_its_version_and_its_subcommands() -> None:
    assert __version__ in CliRunner().invoke(command, ["--version"]).output
    said = CliRunner().invoke(command, ["--help"]).output
    for name, one in (
        (name, command.get_command(None, name)) for name in command.list_commands(None)
    ):
        assert f"  {name} " in said
        assert one.help


def test_only_the_command_needs_its_extra() -> None:
    """The extension and the interface import nothing of it."""
    code = (
        "import sys, sphinx_filedocs.api, sphinx_filedocs.ext.setup\n"
        "needed = 'click', 'furo', 'platformdirs', 'starlette', 'uvicorn', 'watchfiles'\n"
        "print([name for name in needed if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_who_ends_a_subcommand_hears_nothing(monkeypatch) -> None:
    """And it is no problem that was found."""

    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command.get_command(None, "check"), "callback", interrupted)
    result = CliRunner().invoke(command, ["check"])
    assert (result.exit_code, result.output) == (130, "")
