"""The accuracy benchmark itself, and its figures for Python sources that are always at hand."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path
from textwrap import dedent

import pytest
from accuracy import EXPLAINED, compare_tree, good, main
from differences import Comparison, Explanation, read_explanations
from oracle import CTAGS_LANGUAGES, Entry, definitions, language_of

needs_ctags = pytest.mark.skipif(
    shutil.which("ctags") is None, reason="no ctags; Debian's package is universal-ctags"
)


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dedent(text), encoding="utf-8")
    return folder


def test_the_python_oracle_knows_methods_from_functions(tmp_path: Path) -> None:
    source = """\
        import os
        class Outer:
            if os.name:
                @property
                def method(self):
                    def local(): ...
            class Inner: ...
        async def function(): ...
    """
    write(tmp_path, {"a.py": source})
    assert definitions(tmp_path, {"a.py": "Python"})["a.py"] == {
        Entry("Outer", "class", 2),
        Entry("method", "method", 5),
        Entry("local", "function", 6),
        Entry("Inner", "class", 7),
        Entry("function", "function", 8),
    }


@needs_ctags
def test_the_ctags_oracle_knows_methods_from_functions(tmp_path: Path) -> None:
    source = """\
        #define MACRO 1
        struct A { int f(); };
        int A::f() { return 1; }
        bool operator ==(A a, A b);
        typedef struct { int x; } Named;
        enum class E { one };
    """
    write(tmp_path, {"a b.cc": source})
    assert definitions(tmp_path, {"a b.cc": "C++"})["a b.cc"] == {
        Entry("A", "class", 2),
        Entry("f", "method", 2),
        Entry("f", "method", 3),
        Entry("operator==", "function", 4),
        Entry("E", "class", 6),
    }


@needs_ctags
@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        (
            "a.kt",
            "fun top() = listOf(1).map { it + 1 }\nclass A {\n  fun inner() {}\n}\n",
            {Entry("top", "function", 1), Entry("A", "class", 2), Entry("inner", "method", 3)},
        ),
        (
            "a.lua",
            "function lib.open() end\nfunction object:close() end\nlocal function own() end\n",
            {
                Entry("open", "function", 1),
                Entry("close", "function", 2),
                Entry("own", "function", 3),
            },
        ),
        (
            "a.php",
            "<?php\nfunction top() {}\ntrait T { function inner() {} }\n",
            {Entry("top", "function", 2), Entry("T", "class", 3), Entry("inner", "method", 3)},
        ),
        (
            "a.rb",
            "class A\n  def inner; end\n  def self.made; end\nend\n",
            {Entry("A", "class", 1), Entry("inner", "method", 2), Entry("made", "method", 3)},
        ),
        (
            "a.cs",
            "struct S {\n  void Inner() {}\n}\n",
            {Entry("S", "class", 1), Entry("Inner", "method", 2)},
        ),
    ],
)
def test_the_ctags_oracle_of_other_languages(
    tmp_path: Path, name: str, source: str, expected: set[Entry]
) -> None:
    write(tmp_path, {name: source})
    language = language_of(tmp_path / name)
    assert language is not None
    assert definitions(tmp_path, {name: language})[name] == expected


@needs_ctags
@pytest.mark.parametrize("language", CTAGS_LANGUAGES)
def test_ctags_knows_every_language_that_it_is_asked_for(language: str, tmp_path: Path) -> None:
    write(tmp_path, {"empty": ""})
    assert definitions(tmp_path, {"empty": language}) == {"empty": frozenset()}


@pytest.mark.parametrize(
    ("name", "content", "language"),
    [
        ("a.py", "", "Python"),
        ("a.h", "", "C++"),
        ("a.tsx", "", "TypeScript"),
        ("a.txt", "", None),
        ("run", "#!/usr/bin/env bash\n", "Sh"),
        ("run", "#!/bin/sh\n", "Sh"),
        ("run", "#!/usr/bin/python3\n", None),
    ],
)
def test_what_the_oracle_takes_a_file_for(
    tmp_path: Path, name: str, content: str, language: str | None
) -> None:
    write(tmp_path, {name: content})
    assert language_of(tmp_path / name) == language


def test_a_tree_is_compared_by_language(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "def f(): ...\n", "pkg/b.py": "class A:\n    def g(self): ...\n"})
    (comparison,) = compare_tree(tmp_path, [])
    assert comparison == Comparison(tmp_path.name, "Python", 2, 3, 3, ())
    assert comparison.precision() == comparison.recall() == 1.0


@needs_ctags
def test_what_a_file_declares_and_defines_counts_at_both_places(tmp_path: Path) -> None:
    text = "class A {\n  int f();\n  int g();\n};\nint A::f() { return 1; }\n"
    (compared,) = compare_tree(write(tmp_path, {"a.cpp": text}), [])
    assert compared == Comparison(tmp_path.name, "C++", 1, 4, 4, ())


class TestDifferences:
    """Against a file whose outline is known, with an oracle that is wrong on purpose."""

    @pytest.fixture
    def wrong(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        lines = "class A:\n    def kind(self): ...\ndef line(): ...\ndef extra(): ...\n"
        write(tmp_path, {"a.py": lines})
        said = frozenset(
            {
                Entry("A", "class", 1),
                Entry("kind", "function", 2),
                Entry("line", "function", 9),
                Entry("missing", "class", 30),
            }
        )
        monkeypatch.setattr("accuracy.definitions", lambda root, files: {"a.py": said})
        return tmp_path

    def test_are_sorted_and_paired(self, wrong: Path) -> None:
        (comparison,) = compare_tree(wrong, [])
        assert [(one.sort, one.entry.name) for one in comparison.differences] == [
            ("kind", "kind"),
            ("line", "line"),
            ("extra", "extra"),
            ("missing", "missing"),
        ]
        assert comparison.precision() == comparison.recall() == 1 / 4
        assert not good(comparison)

    def test_explained_ones_are_taken_off_one_figure_only(self, wrong: Path) -> None:
        explanation = Explanation("wrong", ("Python",), "kind", "function", "method", name="^kind$")
        (comparison,) = compare_tree(wrong, [explanation])
        assert comparison.recall() == 1 / 4
        assert comparison.recall(explained=True) == 1 / 3

    @pytest.mark.parametrize(
        "explanation",
        [
            Explanation("wrong", ("C",), "kind"),
            Explanation("wrong", ("Python",), "kind", "method"),
            Explanation("wrong", ("Python",), "kind", local=True),
            Explanation("wrong", ("Python",), "kind", name="^other$"),
            Explanation("wrong", ("Python",), "kind", source="nowhere"),
            Explanation("wrong", ("Python",), "kind", before="nowhere"),
        ],
    )
    def test_an_explanation_must_fit_whole(self, wrong: Path, explanation: Explanation) -> None:
        (comparison,) = compare_tree(wrong, [explanation])
        assert [one.reason for one in comparison.differences] == [None] * 4

    def test_are_printed_and_fail(self, wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([str(wrong), "--limit", "1"]) == 1
        printed = capsys.readouterr().out
        assert "kind    a.py:2: method kind (oracle: function)" in printed
        assert "3 more" in printed
        assert "a.py:30: class missing" not in printed


def test_the_explanations_name_known_languages() -> None:
    known = {"Python", "C", "C++", "Cuda", "JavaScript", "TypeScript", "TSX"}
    known |= {"Rust", "Go", "Java", "Shell", "C#", "Kotlin", "Lua", "PHP", "Ruby"}
    explanations = read_explanations(EXPLAINED)
    assert explanations
    assert {name for one in explanations for name in one.languages} <= known


@pytest.mark.parametrize("package", ["asyncio", "email", "unittest", "xml"])
def test_the_standard_library_is_read_as_ast_reads_it(package: str) -> None:
    (comparison,) = compare_tree(Path(sysconfig.get_paths()["stdlib"]) / package, [])
    assert [str(one) for one in comparison.differences] == []
    assert comparison.expected > 100
