"""The project around the code: what is said in two places is the same, and nothing is missing."""

from __future__ import annotations

import io
import re
import runpy
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest

import sphinx_filedocs
from sphinx_filedocs import languages
from sphinx_filedocs.languages import table

ROOT = Path(__file__).parent.parent
PACKAGE = Path(sphinx_filedocs.__file__).parent
SETUP = "python3 -m venv .venv && .venv/bin/pip install -q tox && .venv/bin/tox run -e "


def lines(path: str) -> list[str]:
    return [line.strip() for line in (ROOT / path).read_text(encoding="utf-8").splitlines()]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert SETUP + "test" in lines("README.md")
    assert SETUP + "test" in lines(".ci/run")


def test_the_demo_command_of_the_readme_is_an_environment() -> None:
    assert SETUP + "demo" in lines("README.md")
    assert "[testenv:demo]" in lines("tox.ini")


def test_the_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == sphinx_filedocs.__version__
    assert f"version: {project['version']}" in lines(".github/CITATION.cff")
    assert f"## {project['version']} (" in (ROOT / "docs" / "changelog.md").read_text("utf-8")


@pytest.mark.parametrize("folder", ["languages", "rules", "static", "."])
def test_everything_is_installed(folder: str) -> None:
    """The tests run on the installed package; what git tracks beside it must be in it."""
    listed = subprocess.run(
        ["git", "ls-files", f"sphinx_filedocs/{folder}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    tracked = [Path(line).relative_to("sphinx_filedocs") for line in listed.stdout.splitlines()]
    assert [str(path) for path in tracked if not (PACKAGE / path).exists()] == []


def test_every_language_has_its_queries() -> None:
    parsed = [key for key, one in languages.load().items() if languages.grammar(one)]
    assert len(parsed) >= 12
    assert [key for key in parsed if table.query_file(key, "tags") is None] == []


_PURE = ("source", "languages", "parse", "index", "resolve", "insight", "incremental", "analysis")


def test_the_analysis_needs_no_sphinx() -> None:
    names = sorted(
        ".".join(("sphinx_filedocs", *path.relative_to(PACKAGE).with_suffix("").parts))
        for folder in _PURE
        for path in (PACKAGE / folder).rglob("*.py")
    )
    code = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name.removesuffix('.__init__'))\n"
        "print([name for name in ('docutils', 'sphinx') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


#: Words that do not say what they are the name of.
VAGUE = {"one", "ones", "found", "told", "kept", "given", "waiting", "elsewhere", "recalled"}


def test_names_say_what_they_hold() -> None:
    vague = [
        f"{path.relative_to(PACKAGE)}:{token.start[0]}: {token.string}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
        if token.type == tokenize.NAME and token.string.strip("_") in VAGUE
    ]
    assert vague == []


def test_the_description_of_the_distributions_leads_nowhere_that_is_not_there() -> None:
    """A package index has no files beside README."""
    pytest.importorskip("hatchling")
    hook = runpy.run_path(str(ROOT / ".ci" / "metadata.py"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    relative = re.compile(r"\]\((?![a-z]+:)")
    without = hook["description"](readme, "", "1.0")
    assert not relative.search(without)
    assert "pictures" not in without
    assert "tutorial" in without
    address = "https://example.org/o/n/{kind}/v{version}/{path}"
    shown = hook["description"](readme, address, "1.0")
    assert not relative.search(shown)
    assert "](https://example.org/o/n/blob/v1.0/docs/tutorial.md)" in shown
    assert "](https://example.org/o/n/raw/v1.0/.github/pictures/finder.jpg)" in shown
    assert hook["urls"]("", "1.0") == {}
    assert hook["urls"](address, "1.0") == {
        "Source": "https://example.org/o/n",
        "Issues": "https://example.org/o/n/issues",
        "Changelog": "https://example.org/o/n/blob/v1.0/docs/changelog.md",
    }


def test_the_documentation_says_which_wheels_are_missing() -> None:
    """``.ci/wheels.py`` compares the same table with the package index."""
    text = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = (project["dependencies"], *project["optional-dependencies"].values())
    names = {re.split(r"[>;]", need)[0].strip(): ";" in need for group in groups for need in group}
    missing = runpy.run_path(str(ROOT / ".ci" / "wheels.py"))["documented"](text)
    assert set().union(*missing.values()) <= names.keys()
    assert missing["Windows, arm64"] == {name for name, has_marker in names.items() if has_marker}
