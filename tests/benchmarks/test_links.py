"""The benchmark of links: what the oracles say, how links are judged, and the hand-checked ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

pytest.importorskip("clang.cindex")
pytest.importorskip("jedi")
import clang_oracle
import hand_checked
import jedi_oracle
import links
from hand_checked import Row
from judging import Asked, Comparison, Found, judge, sample
from judging_report import report, share_of
from python_names import names

from sphinx_filedocs.languages import load


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dedent(text), encoding="utf-8")
    return folder


class TestNamesOfPython:
    def test_have_kinds(self) -> None:
        source = """\
            import os.path
            from pkg import thing as other
            LIMIT = 3
            class A(other):
                def method(self, value=LIMIT):
                    local = value + len(self.size)
                    return f"{local}", os.path.sep, other.sub, local.upper(key=1)
        """
        found = {(use.line, use.name, use.kind) for use in names(dedent(source)).uses}
        assert found == {
            (1, "os", "import path"),
            (1, "path", "import path"),
            (2, "pkg", "import path"),
            (2, "thing", "imported name"),
            (4, "other", "import-bound"),
            (5, "LIMIT", "own definition"),
            (6, "value", "local variable"),
            (6, "len", "unbound (builtin)"),
            (6, "self", "local variable"),
            (6, "size", "self attribute"),
            (7, "local", "local variable"),
            (7, "os", "import-bound"),
            (7, "path", "attribute of import"),
            (7, "sep", "attribute of import"),
            (7, "other", "import-bound"),
            (7, "sub", "attribute of from-import"),
            (7, "upper", "other attribute"),
            (7, "key", "keyword argument"),
        }

    def test_stand_where_they_are_said_to_stand(self) -> None:
        source = 'ä = "ö"; print(ä,\n    "ß", (ä).upper())\nfrom . a.b import (c,\n    d as e)\n'
        lines = source.split("\n")
        uses = names(source).uses
        assert [use.name for use in uses] == ["print", "ä", "ä", "upper", "a", "b", "c", "d"]
        for use in uses:
            assert lines[use.line - 1][use.column :].startswith(use.name)

    def test_of_one_variable_are_kept_apart_from_others_of_the_same_name(self) -> None:
        source = """\
            x = 1
            def f(x):
                x = 2
                def g():
                    nonlocal x
                    x = [x for x in ()]
            def h():
                global x
                x = {}
                x["key"] = 3
            class A:
                x = 4
                def m(self):
                    self.x = 5
        """
        found = names(dedent(source))
        assert found.bound_with("x", 1) == found.bound_with("x", 9) == {1, 9}
        assert found.bound_with("x", 10) == {1, 9}, "an item is put into the variable"
        assert found.bound_with("x", 2) == {2, 3, 6}
        assert found.bound_with("x", 12) == found.bound_with("x", 14) == {12, 14}
        assert found.bound_with("y", 1) == set()

    def test_are_none_in_what_is_no_python(self) -> None:
        assert names("def (:").uses == []


def asked_of_jedi(root: Path, cache: Path) -> dict[tuple[str, int, str], Asked]:
    paths = [path.relative_to(root).as_posix() for path in root.rglob("*.py")]
    population, asked = jedi_oracle.ask(root, paths, 1_000, cache)
    assert population == len(asked)
    return {(one.path, one.line, one.name): one for one in asked}


class TestJedi:
    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        core = """\
            import os
            def make():
                at = 1
                at = 2
                return at, os, nowhere
        """
        package = {"pkg/__init__.py": "from .core import make\n", "pkg/core.py": core}
        return write(tmp_path / "tree", package | {"use.py": "import pkg\npkg.make()\n"})

    def test_says_where_names_are_defined(self, root: Path, tmp_path: Path) -> None:
        asked = asked_of_jedi(root, tmp_path / "cache")
        made = asked["use.py", 2, "make"]
        assert (made.said, made.exact) == ("in the tree", {("pkg/core.py", 2)})
        assert asked["use.py", 1, "pkg"].exact == {("pkg/__init__.py", 1)}
        assert asked["pkg/core.py", 5, "os"].said == "outside"
        assert asked["pkg/core.py", 5, "nowhere"].said == "nothing"
        local = asked["pkg/core.py", 5, "at"]
        assert local.local
        assert (local.exact, local.others) == ({("pkg/core.py", 4)}, {("pkg/core.py", 3)})

    def test_keeps_answers_until_a_file_changes(self, root: Path, tmp_path: Path) -> None:
        first = asked_of_jedi(root, tmp_path / "cache")
        (store,) = (tmp_path / "cache").iterdir()
        text = store.read_text(encoding="utf-8")
        store.write_text(text.replace('"pkg/core.py", 2', '"pkg/core.py", 7'), encoding="utf-8")
        assert asked_of_jedi(root, tmp_path / "cache")["use.py", 2, "make"].exact == {
            ("pkg/core.py", 7)
        }
        write(root, {"other.py": "a = 1\n"})
        assert asked_of_jedi(root, tmp_path / "cache") == first

    def test_knows_the_package_that_a_tree_is_a_part_of(self, tmp_path: Path) -> None:
        write(tmp_path, {"top/__init__.py": "", "top/sub/__init__.py": "", "top/sub/a.py": ""})
        assert jedi_oracle.import_root(tmp_path / "top" / "sub") == tmp_path

    def test_is_not_let_at_compiled_code_of_the_tree(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path, {"native.so": "", "a.py": "import native\n"})
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        with pytest.raises(ValueError, match="jedi would run compiled code"):
            asked_of_jedi(tmp_path, tmp_path / "cache")


def asked_of_clang(root: Path, cache: Path, *defines: str) -> dict[tuple[str, int, str], Asked]:
    known = {
        path.relative_to(root).as_posix(): language
        for path in root.rglob("*")
        if path.is_file() and (language := clang_oracle.language_of(root, path.name))
    }
    population, asked = clang_oracle.ask(root, known, defines, 1_000, cache)
    assert population == len(asked)
    return {(one.path, one.line, one.name): one for one in asked}


class TestClang:
    def test_says_where_names_of_c_are_defined(self, tmp_path: Path) -> None:
        header = """\
            #ifndef GUARD
            #define GUARD
            #ifdef FAST
            #define STEP 2
            #else
            #define STEP 1
            #endif
            typedef struct point { int x; } point;
            int move(point *at, int by);
            #endif
        """
        source = """\
            #include "lib.h"
            int move(point *at, int by) {
                int was = at->x;
                at->x += by * STEP;
                unknown;
                return was;
            }
            int twice(point *at) { return move(at, 2); }
        """
        root = write(tmp_path / "tree", {"lib.h": header, "lib.c": source})
        asked = asked_of_clang(root, tmp_path / "cache")
        moved = asked["lib.c", 8, "move"]
        assert (moved.said, moved.kind, moved.local) == ("in the tree", "function", False)
        assert moved.exact | moved.others == {("lib.c", 2), ("lib.h", 9)}
        assert asked["lib.c", 4, "x"].exact == {("lib.h", 8)}
        assert asked["lib.c", 2, "point"].exact == {("lib.h", 8)}
        step = asked["lib.c", 4, "STEP"]
        assert (step.exact, step.others) == ({("lib.h", 6)}, {("lib.h", 4)})
        assert asked["lib.c", 5, "unknown"].said == "nothing"
        assert asked["lib.c", 6, "was"].exact == {("lib.c", 3)}
        assert asked["lib.c", 6, "was"].local
        places = {(path, line) for path, line, _ in asked}
        assert ("lib.c", 1) not in places, "the words of an include are no names"
        assert ("lib.h", 5) not in places, "nor are directives"
        assert ("lib.c", 3, "was") not in asked, "nor is what is defined there"
        fast = asked_of_clang(root, tmp_path / "cache", "FAST")
        assert fast["lib.c", 4, "STEP"].exact == {("lib.h", 4)}

    def test_tells_overloads_of_cpp_apart(self, tmp_path: Path) -> None:
        source = """\
            namespace ns {
            template <typename T> struct Box { T held; void put(int);
                void put(char); }; }
            template <typename T> void ns::Box<T>::put(int) {}
            void use(ns::Box<int> ä, ns::Box<int> b) {
                ä.put(1); b.held = 1;
                b.put('c');
            }
        """
        asked = asked_of_clang(write(tmp_path / "tree", {"a.cpp": source}), tmp_path / "cache")
        first, second = asked["a.cpp", 6, "put"], asked["a.cpp", 7, "put"]
        assert first.exact | first.others == {("a.cpp", 2), ("a.cpp", 4)}
        assert first.overloads == second.exact == {("a.cpp", 3)}
        assert asked["a.cpp", 6, "held"].exact == {("a.cpp", 2)}
        assert asked["a.cpp", 5, "ns"].kind == "namespace"
        assert asked["a.cpp", 6, "b"].column == 14, "in characters"

    def test_keeps_answers_until_a_file_changes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = write(tmp_path / "tree", {"a.c": "int f(int x) { return x; }\n"})
        first = asked_of_clang(root, tmp_path / "cache")
        assert first
        with monkeypatch.context() as patched:
            patched.setattr(clang_oracle, "_ask", None)
            assert asked_of_clang(root, tmp_path / "cache") == first
        write(root, {"a.c": "int f(int y) { return y; }\n"})
        assert asked_of_clang(root, tmp_path / "cache").keys() == {("a.c", 1, "y")}

    def test_knows_a_namespace_by_every_file_that_opens_it(self, tmp_path: Path) -> None:
        files = {
            "first.h": 'extern "C++" { namespace outer { namespace inner { class A; } } }\n',
            "second.h": '#include "first.h"\nnamespace outer { namespace inner { class A {}; } }\n',
            "use.cpp": '#include "second.h"\nouter::inner::A *a;\n',
        }
        root = write(tmp_path / "tree", files)
        population, asked = clang_oracle.ask(root, {"use.cpp": "C++"}, (), 9, tmp_path / "cache")
        assert population == 3
        for one in asked:
            assert one.exact | one.others == {("first.h", 1), ("second.h", 2)}

    def test_takes_a_header_for_cpp_when_it_holds_any(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.h": "struct a;\n", "b.h": "namespace b {}\n", "c.py": ""})
        found = [clang_oracle.language_of(tmp_path, path) for path in ("a.h", "b.h", "c.py")]
        assert found == ["C", "C++", None]


ASKED = Asked(
    *("a.py", 5, 2, "name", "own definition", False, "in the tree"),
    exact=frozenset({("a.py", 1)}),
    others=frozenset({("a.py", 2)}),
    overloads=frozenset({("a.py", 3)}),
)


def found(how: str, *targets: tuple[str, int]) -> Found:
    return Found("a.py", 5, 2, "name", how, "function", targets)


class TestJudging:
    @pytest.mark.parametrize(
        ("link", "verdict", "missed"),
        [
            (found("scope", ("a.py", 1)), "exact", None),
            (found("member", ("a.py", 2)), "other line", None),
            (found("name", ("a.py", 3)), "overload", "wrong link"),
            (found("import", ("b.py", 1)), "wrong", "wrong link"),
            (
                found("candidates", ("b.py", 1), ("a.py", 2)),
                "unjudged",
                "candidates with the right one",
            ),
            (
                found("candidates", ("b.py", 1), ("c.py", 2)),
                "unjudged",
                "candidates without the right one",
            ),
            (found("external"), "unjudged", "said to be outside"),
            (None, "unjudged", "no link"),
            (replace(found("scope", ("a.py", 1)), column=3), "unjudged", "no link"),
        ],
    )
    def test_puts_a_link_to_the_oracle(
        self, link: Found | None, verdict: str, missed: str | None
    ) -> None:
        (judged,) = judge([ASKED], [link] if link else [])
        assert (judged.verdict, judged.missed) == (verdict, missed)

    @pytest.mark.parametrize(
        ("said", "verdict"), [("outside", "wrong"), ("nothing", "unjudged"), ("failed", "unjudged")]
    )
    def test_of_a_link_that_the_oracle_has_not_in_the_tree(self, said: str, verdict: str) -> None:
        asked = replace(ASKED, said=said, exact=frozenset(), others=frozenset())
        (judged,) = judge([asked], [found("scope", ("a.py", 1))])
        assert (judged.verdict, judged.missed) == (verdict, None)

    def test_of_what_neither_has_in_the_tree(self) -> None:
        asked = replace(ASKED, said="outside", exact=frozenset())
        (judged,) = judge([asked], [found("external")])
        assert judged.verdict == "outside, too"

    def compared(self) -> Comparison:
        asked = [replace(ASKED, line=line, local=line > 7) for line in range(5, 10)]
        targets = [("a.py", 1), ("a.py", 2), ("z.py", 9), ("a.py", 1)]
        links = [replace(found("scope", at), line=n) for n, at in enumerate(targets, 5)]
        return Comparison("tree", "Python", "an oracle", 50, judge(asked, links))

    def test_counts_precision_and_recall(self) -> None:
        one = self.compared()
        assert (one.precision(), one.recall()) == (3 / 4, 3 / 5)
        assert (one.precision(local=False), one.recall(local=False)) == (2 / 3, 2 / 3)

    def test_prints_every_count(self, capsys: pytest.CaptureFixture[str]) -> None:
        report(self.compared(), 1)
        printed = capsys.readouterr().out
        assert "5 of 50 names sampled" in printed
        assert "precision 0.7500 = 3/4 (on the very line 0.5000 = 2/4)" in printed
        assert "recall 0.6000 = 3/5" in printed
        assert "precision 0.6666 = 2/3" in printed, "without local names"
        assert "a.py:7:2 name (own definition): scope z.py:9; oracle: a.py:1" in printed

    def test_cuts_shares_and_never_rounds_them_up(self) -> None:
        assert share_of(99_999, 100_000) == "0.9999 = 99999/100000"
        assert share_of(0, 0) == "– of 0"

    def test_samples_the_same_again(self) -> None:
        chosen = sample(range(1_000), 50)
        assert chosen == sample(range(1_000), 50) == sorted(set(chosen))
        assert sample("abc", 5) == ["a", "b", "c"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return the root of a tree with one file of 40 lines."""
    return write(tmp_path / "tree", {"a.go": "".join(f"line {n} ü\n" for n in range(1, 41))})


def claim(line: int, how: str = "import", kind: str = "function") -> Found:
    return Found("a.go", line, 5, str(line), how, kind, (("a.go", line % 7 + 1),), "go")


class TestHandChecked:
    def test_samples_are_drawn_from_claims_alone(self) -> None:
        kept = claim(1)
        others: Iterable[Found] = [
            replace(kept, how="candidates"),
            replace(kept, how="external", targets=()),
            replace(kept, kind="local"),
            replace(kept, definition=True),
            replace(kept, language="c"),
        ]
        assert hand_checked.claims_of([kept, *others], "go") == [kept]

    def test_rare_groups_are_seen(self) -> None:
        sizes = {("name", "type"): 1, ("import", "file"): 100, ("member", "field"): 900}
        assert hand_checked.allot(sizes, 41) == {
            ("name", "type"): 1,
            ("import", "file"): 10,
            ("member", "field"): 30,
        }
        assert hand_checked.allot(sizes, 2).total() == 2
        assert hand_checked.allot(sizes, 5_000) == sizes

    def test_a_sample_is_read_as_it_was_written(self, tree: Path, tmp_path: Path) -> None:
        drawn = hand_checked.draw(tree, "tree", [claim(3)], [], 100)
        row = replace(drawn.rows[0], verdict="wrong", note='"\\ \x7f\tü')
        hand_checked.write(tmp_path / "go.toml", [replace(drawn, rows=(row,))])
        assert hand_checked.read(tmp_path / "go.toml") == [row]
        assert "tree: 1 import function\n" in (tmp_path / "go.toml").read_text(encoding="utf-8")

    def test_a_verdict_must_be_one(self) -> None:
        with pytest.raises(ValueError, match="'yes' is none"):
            Row("tree", "a.go", 1, 0, "f", "a.go", 1, "scope", "function", "", "yes")

    def test_verdicts_outlive_another_draw(self, tree: Path) -> None:
        claims = [claim(line) for line in range(1, 41)]
        first = hand_checked.draw(tree, "tree", claims, [], 10).rows
        assert len(first) == 10
        known = [replace(row, verdict="right", note="seen") for row in first]
        moved = replace(claim(first[0].line), targets=(("a.go", 40),))
        claims = [moved if one.line == first[0].line else one for one in claims]
        again = hand_checked.draw(tree, "tree", [*claims[:-1], claim(40)], known, 10).rows
        assert [row.verdict for row in again] == ["", *["right"] * 9]
        assert again[1:] == tuple(known[1:])

    def check(self, tree: Path, row: Row, *links: Found) -> str:
        (checked,) = hand_checked.check(tree, [row], links)
        return f"{checked.state}: {checked.reason}" if checked.reason else checked.state

    def test_a_verdict_counts_while_the_link_stands(self, tree: Path) -> None:
        (row,) = hand_checked.draw(tree, "tree", [claim(3)], [], 1).rows
        right, again = replace(row, verdict="right"), "to be checked again: "
        assert self.check(tree, row, claim(3)) == "without a verdict"
        assert self.check(tree, right, claim(3)) == "right"
        assert self.check(tree, right, claim(3, how="name")) == "right"
        assert self.check(tree, replace(right, verdict="wrong"), claim(3)) == "wrong"
        assert self.check(tree, right) == again + "no link any more"
        elsewhere = replace(claim(3), targets=(("b.go", 9),))
        assert self.check(tree, right, elsewhere) == again + "leads to b.go:9 now"
        unsure = replace(claim(3), how="candidates")
        assert self.check(tree, right, unsure) == again + "not a claim any more: candidates"
        write(tree, {"a.go": "another\n" * 40})
        assert self.check(tree, right, claim(3)) == again + "the source is another one"
        (tree / "a.go").unlink()
        assert self.check(tree, right, claim(3)) == again + "the source is another one"

    @pytest.mark.parametrize(
        ("right", "wrong", "gone", "good"),
        [
            (95, 5, 0, True),
            (94, 6, 0, False),
            (80, 0, 20, True),
            (79, 0, 21, False),
            (0, 0, 9, False),
        ],
    )
    def test_too_many_wrong_or_gone_fail(
        self, tree: Path, right: int, wrong: int, gone: int, good: bool
    ) -> None:
        (row,) = hand_checked.draw(tree, "tree", [claim(3)], [], 1).rows
        rows = [
            *[replace(row, verdict="right")] * right,
            *[replace(row, verdict="wrong")] * wrong,
            *[replace(row, verdict="right", target="gone.go")] * gone,
        ]
        assert hand_checked.good(hand_checked.check(tree, rows, [claim(3)])) is good

    def test_what_is_to_be_judged_is_shown(self, tree: Path) -> None:
        (row,) = hand_checked.draw(tree, "tree", [claim(3)], [], 1).rows
        shown = "\n".join(hand_checked.show(tree, hand_checked.check(tree, [row], [claim(3)])))
        assert ">     3 line 3 ü\n             ^\n" in shown
        assert "--- leads to a.go:4" in shown
        judged = hand_checked.check(tree, [replace(row, verdict="wrong")], [claim(3)])
        assert list(hand_checked.show(tree, judged)) == []

    def test_the_samples_are_of_languages_that_there_are(self) -> None:
        for path in hand_checked.FOLDER.glob("*.toml"):
            assert path.stem in load()
            assert hand_checked.read(path)


class TestTheBenchmark:
    SOURCE = "def f():\n    a = 1\n    return a\n\nf()\n"

    @pytest.fixture
    def options(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        monkeypatch.setattr(links, "CACHE", tmp_path / "cache")
        monkeypatch.setattr(hand_checked, "FOLDER", tmp_path / "links")
        root = write(tmp_path / "trees" / "small", {"a.py": self.SOURCE, "lib/b.py": "B = 1\n"})
        return [str(root), "--trees", str(root.parent)]

    def test_judges_what_the_analysis_finds(
        self, options: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert links.main(options) == 0
        printed = capsys.readouterr().out
        assert "2 of 2 names sampled" in printed
        assert "precision 1.0000 = 2/2" in printed
        assert "C++" not in printed, "there is none"

    @pytest.mark.full
    def test_fails_when_links_are_wrong(
        self,
        options: list[str],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        wrong = Found("a.py", 5, 0, "f", "scope", "function", (("a.py", 2),), "python")
        monkeypatch.setattr(links, "found_links", lambda *_: (wrong,))
        assert links.main(options) == 1
        assert "Below the bounds: " in capsys.readouterr().out

    @pytest.mark.full
    def test_fails_without_links(self, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(links, "found_links", lambda *_: ())
        assert links.main(options) == 1

    def test_names_a_tree_that_is_not_there(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert links.main(["flask", "--trees", str(tmp_path)]) == 0
        assert f"flask: not in {tmp_path}, left out" in capsys.readouterr().out

    @pytest.mark.full
    def test_draws_links_and_counts_the_verdicts(
        self, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        options[0] = "small"
        assert links.main([*options, "--draw", "python"]) == 0
        assert "=== 1. f (scope, function), a.py:5" in capsys.readouterr().out
        assert links.main(options) == 1, "nobody has judged"
        path = tmp_path / "links" / "python.toml"
        judged = path.read_text(encoding="utf-8").replace('verdict = ""', 'verdict = "right"')
        path.write_text(judged, encoding="utf-8")
        assert links.main(options) == 0
        assert "1 right, 0 wrong" in capsys.readouterr().out
        assert links.main([*options, "--unjudged", "python"]) == 0
        assert capsys.readouterr().out == ""
