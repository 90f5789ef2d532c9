"""Plugins, ours and those of packages, add by entry points; none of ours is needed."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from sphinx_filedocs import hooks
from sphinx_filedocs.api import Options, Tree
from sphinx_filedocs.cli import commands
from sphinx_filedocs.languages import table

PACKAGE = Path(hooks.__file__).parent
PLUGINS = sorted(path.parent.name for path in hooks.TABLES.glob("*/entry_points.toml"))
HOW_TO = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "own.md"
C = "/** @defgroup ring Rings\n * @{ */\n\n/** One. */\nint ring_new(void);\n\n/** @} */\n"
TREE = {"a.c": C, "b.py": "import os\n\nos.system(input())\n"}
#: Builds with a package that has no plugins at all.
BUILD = """
import sys
import sphinx_filedocs
from sphinx.application import Sphinx
assert sphinx_filedocs.__file__.startswith(sys.argv[1])
docs, out = sys.argv[2], sys.argv[3]
app = Sphinx(docs, docs, out, out + "/t", "html", warningiserror=True, status=None)
app.build()
sys.exit(app.statuscode)
"""


class _Absent:
    """Lets nothing of a package be imported."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if f"{name}.".startswith(f"{self._package}."):
            raise ModuleNotFoundError(name)
        return None


@pytest.fixture
def without(tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """Take a plugin away."""
    with pytest.MonkeyPatch.context() as patch:

        def take(plugin: str) -> None:
            tables = tmp_path / "tables"
            for name in PLUGINS:
                if name != plugin:
                    (tables / name).mkdir(parents=True)
                    shutil.copy(hooks.TABLES / name / "entry_points.toml", tables / name)
            patch.setattr(hooks, "TABLES", tables)
            package = f"sphinx_filedocs.plugins.{plugin}"
            for name in [*sys.modules]:
                if f"{name}.".startswith(f"{package}."):
                    patch.delitem(sys.modules, name)
            patch.setattr(sys, "meta_path", [_Absent(package), *sys.meta_path])
            table.forget()

        yield take
    table.forget()
    importlib.reload(commands)


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("plugin", PLUGINS)
def test_the_core_does_without_each_plugin(
    plugin: str, without: Callable[[str], None], tmp_path: Path
) -> None:
    without(plugin)
    with Tree.open(write(tmp_path / "tree", TREE)) as tree:
        assert bool(tree.findings("b.py")) == (plugin != "findings")
        forms = [form for form in hooks.names("formats") if form != "scip"]
        assert ("sarif" in forms) == (plugin != "sarif")
        for form in forms:
            file = BytesIO()
            tree.write(file, form)
            if form == "json":
                assert (b'"groups": [' in file.getvalue()) == (plugin != "groups")
    result = CliRunner().invoke(importlib.reload(commands).command, ["--help"])
    assert result.exit_code == 0
    assert ("  check " in result.output) == (plugin != "checks")
    assert ("  export " in result.output) == (plugin != "exports")
    assert ("  explain " in result.output) == (plugin != "explain")


@pytest.mark.slow
def test_pages_are_made_without_any_plugin(tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "sphinx_filedocs"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("plugins", "__pycache__"))
    write(tmp_path / "tree", TREE)
    write(
        tmp_path / "docs",
        {
            "conf.py": "extensions = ['sphinx_filedocs']\nfiledocs_trees = {'source': '../tree'}\n",
            "index.rst": "Index\n=====\n\n.. toctree::\n\n   source/index\n",
        },
    )
    places = [copy.parent, tmp_path / "docs", tmp_path / "out"]
    done = subprocess.run(
        [sys.executable, "-c", BUILD, *map(str, places)],
        check=False,
        cwd=copy.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "os.system" in (tmp_path / "out/source/b.py.html").read_text("utf-8").replace(
        "</span>", ""
    )


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Install a module with an entry point."""

    def install(entry_points: str, code: str) -> None:
        base = tmp_path / "modules"
        metadata = "Metadata-Version: 2.1\nName: lint-report\nVersion: 1\n"
        write(base, {"lint_report.py": code})
        write(
            base / "lint_report-1.dist-info",
            {"METADATA": metadata, "entry_points.txt": entry_points},
        )
        monkeypatch.syspath_prepend(base)
        monkeypatch.delitem(sys.modules, "lint_report", raising=False)

    return install


def test_the_plugin_of_the_documentation_reads_a_report(
    installed: Callable[[str, str], None], tmp_path: Path
) -> None:
    (code,) = re.findall(
        r"```python\n# docs/lint_report.py\n(.*?)```", HOW_TO.read_text("utf-8"), re.DOTALL
    )
    installed("[sphinx_filedocs.reports]\nlint = lint_report:read_lint\n", code)
    tree = write(tmp_path / "tree", TREE)
    report = tmp_path / "lint.txt"
    report.write_text("b.py:3: too short\n")
    with Tree.open(tree, Options(reports=(("lint", report),))) as known:
        findings = [(row.line, str(row.text)) for row in known.findings("b.py")]
        assert (3, "too short") in findings
        assert known.rules["lint"].tool == "lint"


@pytest.mark.parametrize("how", ["option", "package"])
def test_the_pages_of_the_documentation_follow_the_tree(
    how: str, installed: Callable[[str, str], None], project, monkeypatch
) -> None:
    (code,) = re.findall(
        r"```python\n# docs/licences.py\n(.*?)```", HOW_TO.read_text("utf-8"), re.DOTALL
    )
    options: dict[str, object] = {}
    if how == "option":
        installed("", code)
        options["filedocs_tree_sections"] = ["after:statistics:lint_report.Licences"]
    else:
        entry = "tree:after:statistics:licences = lint_report:Licences"
        installed(f"[sphinx_filedocs.sections]\n{entry}\n", code)
    made = project({"a.py": "# SPDX-License-Identifier: MIT\n", "b.py": "x = 1\n"})
    output = made.build(**options)
    assert output.warnings == ""
    start, page = output.read("source/index.html"), output.read("source/licences.html")
    assert '<a class="reference internal" href="licences.html">' in start
    assert re.findall(r"rubric[^>]*>([^<]*)<|>(\w\.py)<", page)[:4] == [
        ("MIT", ""),
        ("", "a.py"),
        ("None", ""),
        ("", "b.py"),
    ]
    written = made.rebuilt_of_tree(
        lambda: made.write({"b.py": "# SPDX-License-Identifier: MIT\nx = 1\n"}), **options
    )
    assert "source/licences.html" in written
    assert "source/index.html" not in made.rebuilt_of_tree(lambda: None, **options)


FINDER = """
from sphinx_filedocs.model.facts import Finding, FindingRule
from sphinx_filedocs.parse.finders import Finder
from sphinx_filedocs.phrases import Phrase


class LongLines(Finder):
    def rules(self):
        return {"long-line": FindingRule("long-line", "", "correctness", "note")}

    def find(self, text, language, matches, imports):
        for number, line in enumerate(text.split("\\n"), 1):
            if len(line) > 60:
                yield Finding("long-line", "note", number, Phrase("Long."))
"""


def test_a_package_finds_something_in_texts(
    installed: Callable[[str, str], None], tmp_path: Path
) -> None:
    text = f"x = 1\neval(x)\ny = {'1' * 60}\n"
    tree = write(tmp_path / "tree", {"a.py": text, "b.txt": text})
    installed(
        "[sphinx_filedocs.findings]\nlong = lint_report:FINDER\n",
        FINDER + "\n\nFINDER = LongLines()\n",
    )
    table.forget()
    try:
        with Tree.open(tree) as known:
            assert [(row.rule, row.line) for row in known.findings("a.py")] == [
                ("python-eval", 2),
                ("long-line", 3),
            ]
            assert [row.rule for row in known.findings("b.txt")] == ["long-line"]
            assert "long-line" in known.rules
    finally:
        table.forget()


def test_a_package_adds_a_format(installed: Callable[[str, str], None], tmp_path: Path) -> None:
    code = "def write(file, tree):\n    file.write(tree.files()[0].path.encode())\n"
    installed("[sphinx_filedocs.formats]\nnames = lint_report:write\n", code)
    file = BytesIO()
    with Tree.open(write(tmp_path / "tree", TREE)) as tree:
        tree.write(file, "names")
    assert file.getvalue() == b"a.c"


def test_an_entry_point_that_cannot_be_imported_is_named(
    installed: Callable[[str, str], None], tmp_path: Path
) -> None:
    installed("[sphinx_filedocs.formats]\nnames = lint_report:wrong\n", "")
    with pytest.raises(ValueError, match="entry point 'names'"):
        hooks.load("formats", "names")
