"""``sphinx-filedocs build``: a folder without a Sphinx project becomes pages."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import sphinx_filedocs
from sphinx_filedocs.cli import main
from sphinx_filedocs.cli.commands import command
from tests.full import rows
from tests.stamps import stamps

from .conftest import write


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_becomes_pages_that_follow_it_and_stays_what_it_was(shop, tmp_path, call) -> None:
    before = stamps(shop.rglob("*"))
    out = tmp_path / "out"
    result = call("build", shop, "-o", out)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(
        r"5 files in \d languages, \d+ pages, \d+ % of \d+ names linked; [\d.]+ s: "
        + re.escape(f"{out / 'index.html'}\n"),
        result.output,
    )
    first = (out / "index.html").read_text()
    assert 'url=source/index.html"' in first
    # Without it, GitHub Pages leaves out the folder '_static'.
    assert (out / ".nojekyll").is_file()
    start = (out / "source/index.html").read_text()
    # It is called what its manifest says.
    assert "<title>corner-shop</title>" in start
    assert "money.py.html" in (out / "source/shop/cart.py.html").read_text()
    assert stamps(shop.rglob("*")) == before
    # A second build writes what has changed.
    before = stamps(out.rglob("*.html"))
    write(shop, {"shop/money.py": "def euro(cents):\n    return cents\n"})
    assert call("build", shop, "-o", out).exit_code == 0
    after = stamps(out.rglob("*.html"))
    written = {page.relative_to(out).as_posix() for page in after if after[page] != before[page]}
    assert "source/shop/money.py.html" in written
    assert "source/README.md.html" not in written


def test_a_title_is_a_text_whatever_it_holds(shop, tmp_path, call) -> None:
    write(shop, {"pyproject.toml": "[project]\nname = '<script>{{ 7 * 7 }}</script>\\'\n"})
    out = tmp_path / "out"
    assert call("build", shop, "-o", out).exit_code == 0
    for page in ("index.html", "source/index.html", "genindex.html"):
        text = (out / page).read_text()
        assert "<script>{{" not in text
        assert "&lt;script&gt;{{ 7 * 7 }}" in text


def test_options_choose_title_files_and_what_pages_show(shop, tmp_path, call) -> None:
    out = tmp_path / "out"
    chosen = ["--title", "The <Shop>", "--exclude", "/README.md", "--include", "*.py"]
    result = call(
        "build", shop, "-o", out, *chosen, "--set", 'filedocs_file_sections=["-keywords"]'
    )
    assert result.exit_code == 0, result.output
    assert "3 files" in result.output
    assert "The &lt;Shop&gt;" in (out / "index.html").read_text()
    assert 'id="keywords"' not in (out / "source/shop/money.py.html").read_text()


def test_pages_link_to_the_forge_of_the_clone_and_go_where_its_pages_are(
    shop, tmp_path, call
) -> None:
    for words in (
        ["init", "-q", "-b", "trunk"],
        ["config", "remote.origin.url", "git@github.com:corner/shop.git"],
        ["add", "."],
    ):
        subprocess.run(["git", *words], cwd=shop, check=True)
    # The branch of the pages, which has none yet.
    out = write(tmp_path / "out", {".git/HEAD": "ref: refs/heads/pages\n", ".nojekyll": ""})
    assert call("build", shop / "shop", "-o", out).exit_code == 0
    page = (out / "source/cart.py.html").read_text()
    assert "https://github.com/corner/shop/blob/trunk/shop/cart.py" in page
    assert (out / ".git/HEAD").read_text() == "ref: refs/heads/pages\n"


def test_pages_may_lie_in_the_tree_and_are_not_documented_themselves(shop, call) -> None:
    out = shop / "site"
    for _ in range(2):
        result = call("build", shop, "-o", out)
        assert result.exit_code == 0, result.output
        assert result.output.startswith("5 files ")
    assert not (out / "source/site").exists()


@pytest.mark.parametrize("name", rows([".cache", "a [b]*"], "a [b]*"))
def test_the_cache_may_lie_in_the_tree_too(shop, tmp_path, name) -> None:
    for _ in range(2):
        words = ["build", str(shop), "-o", str(tmp_path / "out"), "--cache", str(shop / name)]
        result = CliRunner().invoke(command, words)
        assert result.exit_code == 0, result.output
        assert result.output.startswith("5 files ")
        result = CliRunner().invoke(command, ["check", str(shop), "--cache", str(shop / name)])
        assert (result.exit_code, result.output) == (0, "no problems\n")
    assert (shop / name / "doctrees").is_dir()


def test_a_warning_fails_a_strict_build(shop, tmp_path, call) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    write(shop, {"shop/key.py": f'TOKEN = "{token}"\n'})
    result = call("build", shop, "-o", tmp_path / "out")
    assert result.exit_code == 0
    assert "shop/key.py:1: WARNING" in result.stderr
    assert "1 credential masked" in result.stdout
    assert call("build", shop, "-o", tmp_path / "out", "-W").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "the folder {tree}/nothing does not exist"),
        (["README.md"], "{tree}/README.md is not a folder"),
        ([".", "--colour"], "No such option"),
        ([".", "-j", "many"], "use auto or a positive integer"),
        ([".", "--exclude", "a\\"], "--exclude 'a\\\\' can never match"),
        ([".", "--set", "filedocs_historie=false"], "did you mean filedocs_history?"),
        ([".", "--set", "filedocs_nope=1"], "unknown option; use one of filedocs_"),
        ([".", "--set", "untrackd=1"], "did you mean filedocs_untracked?"),
        ([".", "--set", "filedocs_history"], "use NAME=VALUE"),
        ([".", "--set", "filedocs_history=3"], "filedocs_history = 3: use True or False"),
        ([".", "-o", "."], "{tree} contains the tree itself"),
        ([".", "-o", ".."], "contains the tree itself"),
        ([".", "-o", "shop"], "{tree}/shop contains files that no build wrote"),
    ],
)
def test_a_mistake_is_one_clear_message(shop, tmp_path, call, monkeypatch, arguments, said) -> None:
    monkeypatch.chdir(shop)
    out = [] if "-o" in arguments else ["-o", tmp_path / "out"]
    result = call("build", *arguments, *out)
    assert result.exit_code == 2
    last = result.output.splitlines()[-1]
    assert last.startswith("Error: ")
    assert said.format(tree=shop) in last


def test_a_folder_that_is_closed_is_named(shop, tmp_path, call) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    if os.access(closed, os.W_OK):
        pytest.skip("this user may write everywhere")
    result = call("build", shop, "-o", closed / "out")
    assert result.exit_code == 2
    assert f"{closed / 'out'} can't be written: Permission denied" in result.output


@pytest.mark.parametrize("option", ["-o", "--cache"])
def test_a_folder_with_files_of_the_users_is_left_alone(shop, tmp_path, option) -> None:
    folder = write(tmp_path / "mine", {"index.html": "mine", "project/conf.py": "mine"})
    other = {"-o": "--cache", "--cache": "-o"}[option]
    words = ["build", str(shop), option, str(folder), other, str(tmp_path / "other")]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 2
    assert "choose an empty folder" in result.stderr
    assert (folder / "index.html").read_text() == "mine"
    assert (folder / "project/conf.py").read_text() == "mine"
    assert len(list(folder.rglob("*"))) == 3


def test_only_options_that_there_are_are_named(shop, tmp_path, call) -> None:
    # A file where a folder of the cache should be.
    write(tmp_path, {"cache/project": ""})
    built = call("build", shop, "-o", tmp_path / "out")
    assert built.output.endswith("; choose another folder with --cache and --output\n")
    assert call("serve", shop).output.endswith("; choose another folder with --cache\n")


def test_a_file_where_the_cache_should_be_is_named(shop, tmp_path, call) -> None:
    write(tmp_path, {"cache": ""})
    result = call("build", shop, "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "can't be written" in result.output or "is a file" in result.output


def test_nothing_of_the_tree_is_imported(shop, tmp_path) -> None:
    """Where the command works there may lie modules with names that Python looks for."""
    harm = "open('harm', 'w').close()\n"
    write(shop, dict.fromkeys(("sphinx.py", "json.py", "furo.py", "conf.py", "click.py"), harm))
    package = str(Path(sphinx_filedocs.__file__).parents[1])
    cache = ["--cache", str(tmp_path / "cache")]
    run = subprocess.run(
        [sys.executable, "-P", "-m", "sphinx_filedocs", "build", "-o", tmp_path / "out", *cache],
        cwd=shop,
        env={**os.environ, "PYTHONPATH": package},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("10 files ")
    assert not (shop / "harm").exists()


def test_without_the_extra_the_command_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r'pip install "sphinx-filedocs\[cli\]"'):
        main.main()
