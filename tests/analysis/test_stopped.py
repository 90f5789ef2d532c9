"""A file whose analysis loops, swells or crashes is shown as plain text, and that alone."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index import extraction, store
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.facts import LineCounts
from sphinx_filedocs.model.files import Diagnostic, Extract
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.linker import quietly
from sphinx_filedocs.source import credentials, manifest_words, manifests
from sphinx_filedocs.tree_options import Sources
from tests.work import Counting

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(),
    reason="what is put in the parser's place here has to be inherited",
)

LIMIT = 100_000
STOPPED = "its analysis was stopped"
#: What makes a manifest long enough to be read in another process.
LONG = "\n" * 20_000


def hostile(
    text: str, language: str | None, sparing: bool = False, generated: bool = False
) -> Extract:
    """Do what a text says, in the place of the parser."""
    if "SWELL" in text:
        bytes(10**13)
    if "LOOP" in text:
        sum(range(3 * 10**9))
    if "CRASH" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "FAULT" in text:
        raise RecursionError("too deep")
    return extract(text, language, sparing, generated)


@pytest.fixture(autouse=True)
def parsed_here() -> None:
    """Here each text is parsed in a process of its own."""


@pytest.fixture(autouse=True)
def _hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "extract", hostile)
    monkeypatch.setattr(extraction, "SECONDS", 1.0)
    monkeypatch.setattr(extraction, "_WORTH_PROCESSES", 1)
    # What changed just now may have changed again since.
    monkeypatch.setattr(store, "RACY", -(10**15))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    for number in range(8):
        (folder / f"m{number}.py").write_text(f"def f{number}():\n    pass\n")
    for word in ("swell", "loop", "crash", "fault"):
        (folder / f"m3_{word}.py").write_text(f"def f():\n\n    return {word.upper()}\n")
    return folder


def run(root: Path, jobs: int = 1, linked: list[str] | None = None) -> tuple[Codebase, list[str]]:
    def linking(paths: Iterable[str], count: int) -> Iterator[str]:
        assert count
        for path in quietly(paths, count):
            (linked if linked is not None else []).append(path)
            yield path

    progress = Counting()
    store = Store(root.parent / "cache.sqlite", LIMIT)
    analysis = Analysis(root, Sources("Tree"), limit=LIMIT, history=False, jobs=jobs)
    codebase = analyse(analysis, store, progress, linking=linking)
    store.close()
    return codebase, sorted(progress.paths)


SAYS = {
    "m3_crash.py": f"{STOPPED}: the parser crashed (SIGKILL)",
    "m3_fault.py": f"{STOPPED}: an error in the program (RecursionError('too deep'))",
    "m3_loop.py": f"{STOPPED}: processor time (more than the 1 seconds allowed)",
    "m3_swell.py": f"{STOPPED}: memory (more than the 1,000 MB allowed)",
}


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_of_them_is_said_and_all_others_are_analysed(root, jobs) -> None:
    codebase, analysed = run(root, jobs)
    assert analysed == sorted(codebase.files)
    assert {one.path: one for one in codebase.diagnostics} == {
        path: Diagnostic(path, "budget", message) for path, message in SAYS.items()
    }
    for path, file in codebase.files.items():
        assert file.plain == (STOPPED if path in SAYS else "")
        assert len(file.facts.symbols) == (path not in SAYS)
        if path in SAYS:
            assert file.facts.lines == LineCounts(3, 2, 0, 1)
    assert multiprocessing.active_children() == []


def test_the_next_build_finds_the_same_and_tries_no_more(root) -> None:
    first, _ = run(root)
    second, analysed = run(root)
    assert analysed == []
    assert second == first


def test_an_edit_elsewhere_does_not_try_again(root) -> None:
    first, _ = run(root)
    (root / "m0.py").write_text("def other():\n    pass\n")
    second, analysed = run(root)
    assert analysed == ["m0.py"]
    (root.parent / "cache.sqlite").unlink()
    clean, _ = run(root)
    assert second == clean
    assert second.diagnostics == first.diagnostics


def test_a_file_that_is_touched_is_tried_again(root, monkeypatch) -> None:
    run(root)
    os.utime(root / "m3_crash.py")
    assert run(root)[1] == ["m3_crash.py"]
    # As where it was the fault of what else was done on the machine.
    monkeypatch.setattr(extraction, "extract", extract)
    os.utime(root / "m3_crash.py")
    codebase, analysed = run(root)
    assert analysed == ["m3_crash.py"]
    assert codebase.files["m3_crash.py"].facts.symbols
    assert not codebase.files["m3_crash.py"].diagnostics
    assert codebase.files["m3_loop.py"].diagnostics


def test_it_is_told_which_file_is_linked(root) -> None:
    linked: list[str] = []
    codebase, _ = run(root, linked=linked)
    assert linked == list(codebase.files)
    linked.clear()
    (root / "m0.py").write_text("def other():\n    pass\n")
    run(root, linked=linked)
    assert linked == ["m0.py"]


def test_a_parser_that_swells_in_c(tmp_path, monkeypatch) -> None:
    """The parser of Java takes some eleven gigabytes for this, or nothing where it has a bound."""
    monkeypatch.setattr(extraction, "extract", extract)
    monkeypatch.setattr(extraction, "MEMORY", 200_000_000)
    (tmp_path / "A.java").write_text("A<" * 30_000)
    file = run(tmp_path)[0].files["A.java"]
    assert file.facts.lines.total == 1
    assert [one.subtype for one in file.diagnostics] in ([], ["budget"])


def test_a_manifest_that_takes_too_long_is_ignored_alone(tmp_path, monkeypatch) -> None:
    """What it says counts as nothing; the next manifest is read in a new process."""
    monkeypatch.setattr(manifests, "_MODULE_SCRIPT", re.compile("(?:a|a)*b|name (shop)"))
    root = tmp_path / "tree"
    (root / "a").mkdir(parents=True)
    (root / "shop.js").write_text("let a = 1;\n")
    for folder, text in ((root / "a", "a" * 60), (root, "name shop\n")):
        (folder / "package.json").write_text("{}")
        (folder / "index.html").write_text(text + LONG)
    codebase, _ = run(root)
    reason = "processor time (more than the 1 seconds allowed)"
    message = f"what it says of other files is ignored: {reason}"
    assert codebase.diagnostics == (Diagnostic("a/index.html", "budget", message),)
    assert [role.name for role in codebase.files["shop.js"].roles] == ["entry point"]
    assert multiprocessing.active_children() == []


def test_a_short_manifest_that_fails_is_ignored_alone(tmp_path, monkeypatch) -> None:
    broken = SimpleNamespace(findall=lambda text: text and 1 / 0)
    monkeypatch.setattr(manifests, "_MODULE_SCRIPT", broken)
    root = tmp_path / "tree"
    root.mkdir()
    (root / "package.json").write_text("{}")
    (root / "index.html").write_text("<p>shop</p>\n")
    (said,) = run(root)[0].diagnostics
    assert (said.path, said.subtype) == ("index.html", "budget")
    assert "an error in the program (ZeroDivisionError" in str(said.message)
    assert run(root)[0].diagnostics == (said,)


@pytest.mark.parametrize("asked", ["while the tree is analysed", "by a page"])
def test_a_manifest_is_tried_again_when_it_is_another_one(tmp_path, monkeypatch, asked) -> None:
    """It would take as long in each build. All of them say so, where what it says is not asked for
    again, too."""
    endless = re.compile("(?:a|a)*b|(?P<value>name)")
    module, name, manifest, key = manifests, "_MODULE_SCRIPT", "index.html", ""
    if asked == "by a page":
        module, name, manifest, key = manifest_words, "_NOTHING", "setup.cfg", "description = read "
    root = tmp_path / "tree"
    root.mkdir()
    (root / manifest).write_text(f"[metadata]\n{key}" + "a" * 60 + LONG)
    (root / "a.py").write_text("a = 1\n")
    (root / "package.json").write_text("{}")
    with monkeypatch.context() as patched:
        patched.setattr(module, name, endless)
        codebase, _ = run(root)
        if asked == "by a page":
            assert codebase.diagnostics == ()
            assert codebase.graph.descriptions.get("") is None
    (trouble,) = codebase.all_diagnostics
    assert (trouble.path, trouble.subtype) == (manifest, "budget")
    (root / "a.py").write_text("a = 22\n")
    assert run(root)[0].diagnostics == (trouble,)
    (root / "a.py").write_text("a = 333\n")
    (root / manifest).write_text("[metadata]\n")
    assert run(root)[0].all_diagnostics == ()


def test_a_text_that_takes_too_long_to_search_for_credentials_is_not_shown(
    tmp_path, monkeypatch
) -> None:
    endless = re.compile("(?:a|a)*b")
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.txt").write_text("a" * 60)
    (root / "c.py").write_text("c = 1\n")
    with monkeypatch.context() as patched:
        patched.setattr(credentials, "masked", lambda text: (text, endless.findall(text)))
        codebase, _ = run(root)
    message = "it is not read: processor time (more than the 1 seconds allowed)"
    assert codebase.diagnostics == (Diagnostic("a.txt", "budget", message),)
    assert {path: file.kind for path, file in codebase.files.items()} == {
        "a.txt": "unreadable",
        "c.py": "text",
    }
    # Nor is it tried again until it is touched; each build says so.
    (root / "c.py").write_text("c = 22\n")
    assert run(root)[0].diagnostics == codebase.diagnostics
    (root / "c.py").write_text("c = 333\n")
    (root / "a.txt").write_text("a" * 61)
    assert run(root)[0].diagnostics == ()
