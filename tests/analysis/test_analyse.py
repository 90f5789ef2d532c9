"""A whole tree is analysed once, and again only where it has changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import DamagedError, Store
from sphinx_filedocs.resolve.link_tables import FileLinks
from sphinx_filedocs.resolve.linker import CompiledTargets, Linker
from sphinx_filedocs.tree_options import Sources
from tests.work import Counting


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    (folder / "pkg").mkdir(parents=True)
    (folder / "pkg/__init__.py").write_text("")
    (folder / "pkg/a.py").write_text("from pkg import b\n")
    (folder / "pkg/b.py").write_text("def f():\n    pass\n")
    (folder / "tests").mkdir()
    (folder / "tests/test_b.py").write_text(
        "import pytest\nfrom pkg.b import f\n\n\ndef test_f():\n    f()\n"
    )
    (folder / "CODEOWNERS").write_text("* @all\npkg/ @few\n")
    for path in folder.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return folder


def run(root: Path, jobs: int = 1) -> tuple[object, list[str]]:
    progress = Counting()
    with closing(Store(root.parent / "cache.sqlite", 1000)) as store:
        analysis = Analysis(root, Sources("Tree"), jobs=jobs)
        try:
            codebase = analyse(analysis, store, progress)
        except DamagedError:
            codebase = analyse(analysis, store, progress)
        # The rows of the next build are others.
        for field in fields(codebase.graph):
            if isinstance(answers := getattr(codebase.graph, field.name), Mapping):
                assert len(answers) == len(dict(answers))
    return codebase, progress.paths


def test_a_tree_is_read_linked_and_judged(root) -> None:
    codebase, _ = run(root)
    assert sorted(codebase.folders) == ["", "pkg", "tests"]
    assert codebase.graph.imports["pkg/a.py"][0].resolved == ("pkg/__init__.py", "pkg/b.py")
    assert [use.path for use in codebase.graph.imported_by["pkg/b.py"]] == [
        "pkg/a.py",
        "tests/test_b.py",
    ]
    assert codebase.graph.tests["pkg/b.py"] == (("tests/test_b.py", 1),)
    assert [role.name for role in codebase.files["tests/test_b.py"].roles] == ["test"]
    assert codebase.files["pkg/a.py"].owners == ("@few",)
    assert codebase.graph.commands["tests/test_b.py"][0].line == "pytest tests/test_b.py"


def test_a_side_file_states_the_licence_of_what_cannot(root) -> None:
    (root / "logo.png").write_bytes(b"\x89PNG\0")
    (root / "logo.png.license").write_text("SPDX-License-" + "Identifier: CC0-1.0\n")
    codebase, _ = run(root)
    assert codebase.files["logo.png"].facts.license == "CC0-1.0"


def test_nothing_unchanged_is_analysed_again(root) -> None:
    first, analysed = run(root)
    assert "pkg/b.py" in analysed
    second, analysed = run(root)
    assert analysed == []
    assert second == first


def test_what_changed_is_analysed_again(root) -> None:
    run(root)
    (root / "pkg/b.py").write_text("def g():\n    pass\n")
    codebase, analysed = run(root)
    assert analysed == ["pkg/b.py"]
    assert codebase.files["pkg/b.py"].facts.symbols[0].name == "g"


def linking(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every file is added that is linked from now on."""
    paths: list[str] = []
    link = Linker.link

    def noted(self: Linker, path: str, compiled: CompiledTargets) -> FileLinks:
        paths.append(path)
        return link(self, path, compiled)

    monkeypatch.setattr(Linker, "link", noted)
    return paths


def test_only_what_an_edit_may_have_changed_is_linked_again(root, monkeypatch) -> None:
    run(root)
    paths = linking(monkeypatch)
    run(root)
    assert paths == []
    (root / "pkg/b.py").write_text("def f():\n    print(1)\n")
    codebase, _ = run(root)
    assert paths == ["pkg/b.py"]
    (root / "pkg/b.py").write_text("def g():\n    return 1\n")
    codebase, _ = run(root)
    assert paths[1:] == ["pkg/b.py", "tests/test_b.py"]
    (root.parent / "cache.sqlite").unlink()
    assert run(root)[0] == codebase


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE linked_file SET links = x'00'",
        "UPDATE linked_file SET links = (SELECT max(links) FROM linked_file)",
        "UPDATE trace SET tokens = x'00'",
        "UPDATE trace SET tokens = x''",
        "UPDATE linked_file SET file = x'00'",
        "UPDATE linked_file SET file = (SELECT max(file) FROM linked_file)",
        "UPDATE linked_definitions SET definitions = x'00'",
        "UPDATE linked_name SET name = 'other'",
        "UPDATE answer SET digest = 'other'",
        "DELETE FROM linked_file WHERE path = CAST('pkg/a.py' AS BLOB)",
        "DELETE FROM linked_definitions",
        "DELETE FROM answer",
        "DELETE FROM trace",
    ],
)
def test_kept_links_that_are_damaged_are_made_anew(root, damage) -> None:
    run(root)
    with closing(sqlite3.connect(root.parent / "cache.sqlite")) as connection, connection:
        connection.execute(damage)
    (root / "pkg/b.py").write_text("def g():\n    pass\n\n\ndef f():\n    pass\n")
    codebase, _ = run(root)
    (root.parent / "cache.sqlite").unlink()
    assert run(root)[0] == codebase


def test_names_that_the_cache_has_lost_are_read_anew(root) -> None:
    first, _ = run(root)
    with closing(sqlite3.connect(root.parent / "cache.sqlite")) as connection, connection:
        connection.execute("DELETE FROM linked_file")
        connection.execute("UPDATE facts SET names = x'00'")
    assert run(root)[0] == first


def test_a_store_that_cannot_be_written_costs_time_alone(root) -> None:
    first, _ = run(root)
    blocked = root.parent / "file"
    blocked.write_text("")
    store = Store(blocked / "cache.sqlite", 1000)
    assert analyse(Analysis(root, Sources("Tree")), store, Counting()) == first
    assert store.problem


def test_a_touched_or_moved_file_is_known_by_its_content(root) -> None:
    run(root)
    os.utime(root / "pkg/b.py")
    (root / "pkg/a.py").rename(root / "pkg/c.py")
    assert run(root)[1] == []


def test_many_processes_find_what_one_does(root) -> None:
    for number in range(60):
        (root / f"pkg/m{number}.py").write_text(f"import pkg.m{number - 1}\n\nX = {number}\n")
    serial, _ = run(root)
    (root.parent / "cache.sqlite").unlink()
    parallel, analysed = run(root, jobs=3)
    assert len(analysed) > 60
    assert parallel == serial


def test_the_analysis_knows_no_sphinx() -> None:
    code = (
        "import sys, sphinx_filedocs.analysis.analyse as _\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'sphinx', 'docutils'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_file_whose_name_does_not_say_its_language_is_in_that_of_what_includes_it(
    tmp_path,
) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    sources = {
        "main.c": '#include "commands.def"\n#include "notes.md"\nint main(void) { two(); }\n',
        "commands.def": '#include "more.inc"\nint two(void) { return three(); }\n',
        "more.inc": "int three(void) { return 3; }\n",
        "other.def": "int four(void);\n",
        "notes.md": "# Notes\n",
    }
    for path, text in sources.items():
        (root / path).write_text(text)
        os.utime(root / path, (1_000_000_000, 1_000_000_000))
    for _ in range(2):
        codebase, _ = run(root)
        languages = {path: file.language_name for path, file in codebase.files.items()}
        assert languages == {
            "main.c": "C",
            "commands.def": "C",
            "more.inc": "C",
            "other.def": "Plain text",
            "notes.md": "Markdown",
        }
        (used,) = codebase.graph.definitions["three"]
        assert [use.path for use in codebase.graph.references[used]] == ["commands.def"]
    # What nothing includes any more is in no language that anybody knows.
    (root / "main.c").write_text("int main(void) { return 2; }\n")
    codebase, _ = run(root)
    assert codebase.files["commands.def"].language is None
    assert codebase.files["more.inc"].language is None
