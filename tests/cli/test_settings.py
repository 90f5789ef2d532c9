"""The folder's own settings of the command: data alone, checked like the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from sphinx_filedocs.cli.commands import command
from sphinx_filedocs.cli.options import SettingsError, read_settings

from .conftest import write

OWN = ".sphinx-filedocs.toml"
PROJECT = "pyproject.toml"
TABLE = "[tool.sphinx-filedocs]\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [(OWN, 'filedocs_exclude = ["/old/"]\n'), (PROJECT, f'{TABLE}filedocs_exclude = ["/old/"]\n')],
)
def test_all_subcommands_take_them_and_the_command_line_wins(shop, call, name, text) -> None:
    write(shop, {name: text, "old/gone.md": "[a](nowhere.md)\n"})
    assert call("check", shop).output == "no problems\n"
    again = call("check", shop, "--set", "filedocs_exclude=[]")
    assert "old/gone.md:1" in again.output


def test_an_option_of_pages_is_for_pages_alone(shop, call, tmp_path) -> None:
    write(shop, {OWN: "filedocs_short_titles = true\n"})
    assert call("check", shop).exit_code == 0
    assert call("build", shop, "-o", tmp_path / "out").exit_code == 0
    assert "filedocs_short_titles = True" in (tmp_path / "cache/project/conf.py").read_text()
    words = ("--set", "filedocs_short_titles=false")
    assert call("build", shop, "-o", tmp_path / "out", *words).exit_code == 0
    assert "filedocs_short_titles = False" in (tmp_path / "cache/project/conf.py").read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("filedocs_historie = false", "filedocs_historie: unknown option; did you mean 'filedocs_"),
        ("filedocs_nope = 1", "filedocs_nope: unknown option; use one of filedocs_"),
        ("filedocs_history = 3", "filedocs_history = 3: use True or False"),
        ("filedocs_rules_off = [2020-01-01]", "filedocs_rules_off: use texts"),
        ("filedocs_max_bytes = nan", "filedocs_max_bytes: use texts"),
        ("filedocs_languages = {}", "filedocs_languages can't be set in a file of the folder"),
        ('filedocs_file_sections = ["os.system"]', "'os.system': a section of your own is code"),
        ('filedocs_file_sections_of = {"/a/" = ["+os.system"]}', "'+os.system': a section of"),
    ],
)
def test_a_mistake_names_the_file_and_the_key(shop, call, text, said) -> None:
    for name, table in ((OWN, ""), (PROJECT, TABLE)):
        write(shop, {name: f"{table}{text}\n"})
        result = call("check", shop)
        assert result.exit_code == 2
        assert f"Error: {shop / name}" in result.output
        assert said in result.output
        (shop / name).unlink()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = = 1", "not TOML: .*line 1"),
        ("a = " + "[" * 50_000, "not TOML"),
        ("# " + "x" * 200_000, "larger than 100,000 bytes"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_what_is_no_settings_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / OWN).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError, match=said):
        read_settings(tmp_path)
    # The project's file is for others too, who say what is wrong with it.
    (tmp_path / OWN).rename(tmp_path / PROJECT)
    assert read_settings(tmp_path) == {}


def test_both_files_are_one_too_many(tmp_path: Path) -> None:
    write(tmp_path, {OWN: "", PROJECT: TABLE})
    with pytest.raises(SettingsError, match=r"both .* have settings"):
        read_settings(tmp_path)
    write(tmp_path, {PROJECT: "[project]\n"})
    assert read_settings(tmp_path) == {}


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
def test_nothing_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"outside.toml": "filedocs_history = false\n"})
    tree = write(tmp_path / "tree", {"a.py": ""}).resolve()
    (tree / OWN).symlink_to(tmp_path / "outside.toml")
    with pytest.raises(SettingsError, match="not a regular file in this folder"):
        read_settings(tree)
    (tree / OWN).unlink()
    os.mkfifo(tree / OWN)
    with pytest.raises(SettingsError, match="not a regular file in this folder"):
        read_settings(tree)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_documented_completion_works(shell: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "command.md").read_text(encoding="utf-8")
    assert f"_SPHINX_FILEDOCS_COMPLETE={shell}_source sphinx-filedocs" in text
    script = CliRunner().invoke(
        command,
        [],
        prog_name="sphinx-filedocs",
        env={"_SPHINX_FILEDOCS_COMPLETE": f"{shell}_source"},
    )
    assert f"_SPHINX_FILEDOCS_COMPLETE={shell}_complete" in script.output
    words = {"COMP_WORDS": "sphinx-filedocs ex", "COMP_CWORD": "ex" if shell == "fish" else "1"}
    found = CliRunner().invoke(
        command,
        [],
        prog_name="sphinx-filedocs",
        env={"_SPHINX_FILEDOCS_COMPLETE": f"{shell}_complete", **words},
    )
    assert "explain" in found.output
    assert "export" in found.output
    assert "serve" not in found.output
