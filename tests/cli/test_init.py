"""``sphinx-filedocs init``: the lines that a Sphinx project needs, shown and written."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sphinx_filedocs.cli.init import with_extension, with_toctree

from .conftest import write

Call = Callable[..., Result]
CONF = """\
# Configuration.
project = "Shop"
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",  # the sources
]
raise SystemExit("it was run")
"""
INDEX = """\
Shop
====

.. toctree::
   :maxdepth: 2

   guide

And the end.
"""
ENTRY = 'filedocs_trees = {"source": {"path": "..", "exclude": ["/docs/"]}}'
TREES = f"""
# A page for each file of the sources.
extensions = [*extensions, "sphinx_filedocs"]
{ENTRY}
"""


@pytest.fixture
def docs(shop: Path, monkeypatch) -> Path:
    monkeypatch.chdir(shop)
    return write(
        shop / "docs", {"conf.py": CONF, "index.rst": INDEX, "guide.rst": "Guide\n=====\n"}
    )


def test_the_lines_are_shown_and_written_when_the_user_agrees(docs: Path, call: Call) -> None:
    result = call("init", answers="y\n")
    assert result.exit_code == 0, result.output
    assert '+extensions = [*extensions, "sphinx_filedocs"]' in result.output
    assert f"+{ENTRY}" in result.output
    assert "+   source/index" in result.output
    assert (docs / "conf.py").read_text() == CONF + TREES
    assert (docs / "index.rst").read_text() == f"{INDEX}\n.. toctree::\n\n   source/index\n"
    # Once more there is nothing to do.
    result = call("init", answers="")
    assert result.exit_code == 0
    assert "Nothing to add" in result.output


@pytest.mark.parametrize("answer", ["n\n", ""])
def test_nothing_is_written_when_the_user_does_not_agree(docs: Path, call: Call, answer) -> None:
    result = call("init", docs, answers=answer)
    assert result.exit_code == 1
    assert "+   source/index" in result.output
    assert (docs / "conf.py").read_text() == CONF
    assert (docs / "index.rst").read_text() == INDEX


@pytest.mark.slow
def test_what_is_written_builds_without_warnings(docs: Path, call: Call, tmp_path) -> None:
    conf = "\ufeffextensions = ['sphinx.ext.autodoc']\r\n"
    write(docs, {"conf.py": conf})
    assert call("init", "--yes", "docs/conf.py").exit_code == 0
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", docs, tmp_path / "out"]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2])
    assert (tmp_path / "out/source/shop/cart.py.html").exists()
    assert (docs / "conf.py").read_bytes().startswith(b"\xef\xbb\xbfextensions = ")
    assert b'"sphinx_filedocs"]\r\n' in (docs / "conf.py").read_bytes()


@pytest.mark.parametrize(
    "before",
    [
        "",
        "extensions = []",
        "extensions = ['a']\nextensions += ['b']",
        "extensions: tuple[str, ...] = ('a',)",
        "extensions = make()",
        "extensions = ['sphinx_filedocs']",
    ],
)
def test_any_list_of_extensions_gets_it_once(before: str) -> None:
    changed = with_extension(before, "source", "..")
    assert changed.startswith(before)
    names: dict[str, list[str]] = {}
    exec(changed, {"make": lambda: ["a"]}, names)  # noqa: S102 (a text of this test)
    assert [*names["extensions"]].count("sphinx_filedocs") == 1
    assert names["filedocs_trees"] == {"source": ".."}
    assert with_extension(changed, "source", "..") == changed


@pytest.mark.parametrize(
    ("before", "is_markdown", "after"),
    [
        ("", False, ".. toctree::\n\n   e/index\n"),
        ("T\n=\n", False, "T\n=\n\n.. toctree::\n\n   e/index\n"),
        (".. toctree::\n\n   T <e/index>\n", False, ".. toctree::\n\n   T <e/index>\n"),
        ("# T\n", True, "# T\n\n```{toctree}\ne/index\n```\n"),
        ("```{toctree}\n/e/index\n```\n", True, "```{toctree}\n/e/index\n```\n"),
    ],
)
def test_a_page_gets_a_toctree_once(before: str, is_markdown: bool, after: str) -> None:
    assert with_toctree(before, "e/index", is_markdown) == after
    assert with_toctree(after, "e/index", is_markdown) == after


def test_pages_go_where_nothing_lies(docs: Path, call: Call) -> None:
    write(docs, {"source/index.rst": "S\n=\n"})
    result = call("init", "-y")
    assert '+filedocs_trees = {"files": {"path": "..", ' in result.output
    assert "+   files/index" in result.output


def test_the_tree_is_the_repository_around(docs: Path, call: Call) -> None:
    subprocess.run(["git", "init", "-q", docs.parent], check=True)
    write(docs / "deep", {"conf.py": "root_doc = 'start'\n", "start.md": "# T\n"})
    result = call("init", "docs/deep", "-y")
    assert '"path": "../..", "exclude": ["/docs/deep/"]}' in result.output
    assert "source/index" in (docs / "deep/start.md").read_text()


@pytest.mark.parametrize(
    ("place", "tree"),
    [
        ("docs", '{"path": "..", "exclude": ["/docs/"]}'),
        ("doc/source", '{"path": "../..", "exclude": ["/doc/source/"]}'),
        ("do[c]/docs", '{"path": "..", "exclude": ["/docs/"]}'),
        ("source", '"."'),
        ("shop", '"."'),
    ],
)
def test_without_git_the_names_of_folders_say_where_the_tree_is(
    shop: Path, call: Call, place: str, tree: str
) -> None:
    write(shop / place, {"conf.py": "", "index.md": "# T\n"})
    result = call("init", shop / place, "-y")
    assert f'+filedocs_trees = {{"source": {tree}}}' in result.output


@pytest.mark.parametrize(
    ("place", "pages"), [("docs", "docs/_build/html"), ("doc/source", "doc/build/html")]
)
def test_the_build_that_is_named_puts_pages_where_they_usually_go(
    place: str, pages: str, tmp_path, call: Call, monkeypatch
) -> None:
    write(tmp_path, {f"{place}/conf.py": "", f"{place}/index.rst": "Docs\n====\n"})
    monkeypatch.chdir(tmp_path)
    assert f"sphinx-build -b html {place} {pages}\n" in call("init", "--yes").stdout


def test_mistakes_are_said(docs: Path, call: Call, monkeypatch) -> None:
    result = call("init", "shop")
    assert (result.exit_code, "shop/conf.py does not exist" in result.stderr) == (2, True)
    write(docs, {"conf.py": "extensions = [\n"})
    result = call("init")
    assert result.exit_code == 2
    assert "docs/conf.py:1: not valid Python: '[' was never closed" in result.stderr
    (docs / "conf.py").write_bytes(b"# \xff\n")
    assert "docs/conf.py is not UTF-8 text" in call("init").stderr
    monkeypatch.chdir(docs.parent / "shop")
    result = call("init")
    assert "name its folder, or run 'sphinx-filedocs build'" in result.stderr


def test_without_a_first_page_the_user_is_told(docs: Path, call: Call) -> None:
    (docs / "index.rst").unlink()
    result = call("init", "-y")
    assert result.exit_code == 0
    assert "has neither index.rst nor .md; add 'source/index' to a toctree" in result.output


def test_a_conf_that_is_a_link_stays_one(docs: Path, call: Call) -> None:
    conf = docs / "conf.py"
    conf.rename(docs / "real.py")
    conf.symlink_to("real.py")
    (docs / "real.py").chmod(0o600)
    assert call("init", docs, "--yes").exit_code == 0
    assert conf.is_symlink()
    assert "sphinx_filedocs" in (docs / "real.py").read_text()
    assert (docs / "real.py").stat().st_mode & 0o777 == 0o600
