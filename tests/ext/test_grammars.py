"""Grammars have no upper bounds and the names of their nodes are no interface: one that does not
work, or that a query does not fit, costs its language its symbols, and never the build."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sphinx.util.console import strip_escape_sequences

from sphinx_filedocs.index import extraction
from tests import broken_grammars
from tests.broken_grammars import broken
from tests.projects import INDEX

TREE = {
    "shop.py": '"""Sells."""\n\n\ndef sell(price):\n    return price\n',
    "bill.py": "from shop import sell\n\nsell(1)\n",
    "till.c": "int till(void) { return 1; }\n",
}
VERSION = r"tree-sitter-python \d[\w.]+"
Break = Callable[[pytest.MonkeyPatch, Path], None]


def replaced(code: str) -> Break:
    def install(patch: pytest.MonkeyPatch, folder: Path) -> None:
        broken_grammars.module(patch, folder, "tree_sitter_python", code)

    return install


def changed(query: str, change: Callable[[str], str]) -> Break:
    def install(patch: pytest.MonkeyPatch, folder: Path) -> None:
        broken_grammars.query(patch, folder, query, change)

    return install


BROKEN = {
    "a node that is no more": (
        changed("python/tags.scm", lambda text: f"; A comment.\n(renamed_node) @doc\n{text}"),
        f"{VERSION} does not fit languages/python/tags.scm: Invalid node type at line 2, .*",
    ),
    "one of a query that links need": (
        changed("python/references.scm", lambda text: f"{text}\n(renamed_node) @skip\n"),
        f"{VERSION} does not fit languages/python/references.scm: Invalid node type at line .*",
    ),
    "a query that is cut off": (
        changed("python/imports.scm", lambda text: text[: text.rindex(")")]),
        f"{VERSION} does not fit languages/python/imports.scm: Unexpected EOF",
    ),
    "a missing capture": (
        changed("python/tags.scm", lambda text: text.replace(" @name", " @_name")),
        f"{VERSION} does not fit the query tags: .*@definition.function.* without @name",
    ),
    "a module that can't be imported": (
        replaced("raise ImportError('undefined symbol: ts_lexer')"),
        f"{VERSION} can't be loaded: ImportError: undefined symbol: ts_lexer",
    ),
    "a module that lacks another one": (
        replaced("import no_such_module"),
        f"{VERSION} can't be loaded: ModuleNotFoundError: .*no_such_module.*",
    ),
    "a module without a language": (
        replaced("pass"),
        f"{VERSION} can't be loaded: AttributeError: .*",
    ),
    "a grammar of another form": (
        replaced(broken_grammars.OF_TOMORROW),
        f"{VERSION} can't be loaded: ValueError: .*99.*",
    ),
}


@pytest.mark.parametrize(("install", "reason"), BROKEN.values(), ids=list(BROKEN))
def test_what_is_broken_costs_its_language_its_symbols(
    project, monkeypatch, tmp_path, install, reason
) -> None:
    made = project(TREE)
    with broken(monkeypatch) as patch:
        install(patch, tmp_path / "broken")
        out = made.build()
    # One warning for the language, whichever of its files are concerned.
    [warning] = strip_escape_sequences(out.warnings).splitlines()
    sentence = f"Python is shown without its symbols: {reason}"
    assert re.fullmatch(rf"WARNING: {sentence} \[filedocs\.grammar\]", warning)
    page = out.read("source/shop.py.html")
    assert "Python is shown without its symbols" in page
    assert 'id="L4"' in page
    assert '<i class="k">def</i>' in page
    assert 'id="sym-sell"' not in page
    # Its names are those that the lexer knows; the other languages have all that they had.
    assert "sell" in out.read("source/shop.py.html")
    assert 'id="sym-till"' in out.read("source/till.c.html")
    assert out.read("source/index.html").count("Python is shown without its symbols") == 1


def test_it_is_said_in_every_build_and_the_same_by_processes(
    project, monkeypatch, tmp_path
) -> None:
    install, _ = BROKEN["a node that is no more"]
    monkeypatch.setattr(extraction, "_WORTH_PROCESSES", 1)
    made = project(TREE, {"index.rst": INDEX + "   again/index\n"})
    trees = {"filedocs_trees": {"source": "../tree", "again": "../tree"}}
    with broken(monkeypatch) as patch:
        install(patch, tmp_path / "broken")
        first = made.build(jobs=2, **trees)
        nothing_changed = made.build(**trees)
        made.write({"shop.py": TREE["shop.py"] + "# More.\n"})
        edited = made.build(**trees)
        alone = made.build(freshenv=True, **trees)
    assert first.warnings.count("\n") == 1
    assert first.warnings == nothing_changed.warnings == edited.warnings == alone.warnings


def test_what_works_again_is_analysed_again(project, monkeypatch, tmp_path) -> None:
    install, _ = BROKEN["a module that can't be imported"]
    made = project(TREE)
    before = made.build().read("source/shop.py.html")
    with broken(monkeypatch) as patch:
        # What is kept is kept for the files of a grammar as they are installed.
        install(patch, tmp_path / "broken")
        patch.setattr("sphinx_filedocs.index.store.analyser_version", lambda: "broken")
        patch.setattr("sphinx_filedocs.ext.build.code_version", lambda: "broken")
        assert "without its symbols" in made.build().warnings
    again = made.build()
    assert again.warnings == ""
    assert again.read("source/shop.py.html") == before


def test_a_grammar_that_is_not_installed_is_named_in_the_last_line(project, monkeypatch) -> None:
    """In each build, until it is there; data without symbols is not worth a word."""
    made = project({**TREE, "notes.yaml": "a: 1\n"})
    find = importlib.util.find_spec
    away = ("tree_sitter_c", "tree_sitter_yaml")
    with broken(monkeypatch) as patch:
        for name in away:
            patch.setitem(sys.modules, name, None)
        patch.setattr(
            importlib.util, "find_spec", lambda name: None if name in away else find(name)
        )
        for _ in range(2):
            status = strip_escape_sequences(made.build().status)
            assert "; no symbols in C (pip install tree-sitter-c)\n" in status
    (made.tree / "new.c").write_text("int more(void) { return 2; }\n")
    assert "no symbols" not in made.build().status
