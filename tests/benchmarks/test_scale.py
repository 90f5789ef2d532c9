"""The benchmark of scale: how figures are taken, judged and shown, and how trees are edited."""

from __future__ import annotations

import ast
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
import scale
import scale_peers
from scale_builds import Bench, Subjects, Tree
from scale_edits import Repository, edited, edited_body, pages, written
from scale_measure import Failed, NotMeasured, Run, _Sampler, describe_machine, run
from scale_peers import Peers, files, write_pages
from scale_report import Question, Row, answer, judge, table, write_json
from scale_sizes import SearchIndex, definitions, largest_page
from sphinx.search import js_index


def write(folder: Path, texts: dict[str, str]) -> Path:
    for path, text in texts.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dedent(text), encoding="utf-8")
    return folder


def question(ours: object, peer: object, bound: float = 1.0, at_least: bool = False) -> Question:
    def figure(value: object) -> float:
        if isinstance(value, Exception):
            raise value
        assert isinstance(value, float)
        return value

    return Question(
        1, "CPU", "s", lambda: figure(ours), "peer", lambda: figure(peer), bound, at_least
    )


class TestJudging:
    @pytest.mark.parametrize(
        ("ours", "peer", "bound", "at_least", "verdict"),
        [
            (2.0, 2.0, 1.0, False, "ok"),
            (2.1, 2.0, 1.0, False, "MISSED"),
            (0.9, 2.0, 0.4, False, "MISSED"),
            (0.0, 0.0, 1.0, False, "ok"),
            (1.0, 0.0, 1.0, False, "MISSED"),
            (6.0, 2.0, 3.0, True, "ok"),
            (5.9, 2.0, 3.0, True, "MISSED"),
            (None, 2.0, 1.0, False, "not measured"),
            (2.0, None, 1.0, False, "not measured"),
        ],
    )
    def test_compares_with_the_bound(
        self, ours: float | None, peer: float | None, bound: float, at_least: bool, verdict: str
    ) -> None:
        assert judge(ours, peer, bound, at_least) == verdict

    def test_gives_the_ratio(self) -> None:
        row = answer(question(3.0, 2.0, 2.0))
        assert (row.ratio, row.verdict, row.note) == (1.5, "ok", "")

    def test_names_a_peer_that_is_missing_and_passes_nothing(self) -> None:
        row = answer(question(3.0, NotMeasured("doxygen is not installed")))
        assert (row.ours, row.peer, row.ratio) == (3.0, None, None)
        assert (row.verdict, row.note) == ("not measured", "doxygen is not installed")

    def test_a_build_that_fails_misses_its_budget(self) -> None:
        row = answer(question(Failed("the build ended with 2: oh"), 2.0))
        assert (row.ours, row.verdict, row.note) == (None, "MISSED", "the build ended with 2: oh")

    def test_a_peer_that_fails_measures_nothing(self) -> None:
        assert answer(question(1.0, Failed("it crashed"))).verdict == "not measured"


class TestTable:
    rows = (
        answer(question(150.4, 312.0)),
        answer(question(5.2, 1.0, 3.0, at_least=True)),
        answer(question(2.5, 1.0)),
        answer(question(0.0, 0.0)),
        answer(question(NotMeasured("no tree"), 1.0)),
    )

    def test_has_a_row_for_each_figure_and_notes_below(self) -> None:
        lines = table(self.rows).split("\n")
        cells = [line.split() for line in lines]
        assert cells[0] == ["ours", "ratio", "bound"]
        assert cells[1] == ["1", "CPU", "150", "s", "peer", "312", "0.482", "≤", "1", "ok"]
        assert cells[2] == ["1", "CPU", "5.2", "s", "peer", "1", "5.200", "≥", "3", "ok"]
        assert cells[3] == ["1", "CPU", "2.5", "s", "peer", "1", "2.500", "≤", "1", "MISSED"]
        assert cells[4] == ["1", "CPU", "0", "s", "peer", "0", "–", "≤", "1", "ok"]
        assert cells[5][2:] == ["–", "s", "peer", "1", "–", "≤", "1", "not", "measured"]
        assert lines[6:] == ["1, CPU: no tree"]

    def test_is_written_as_json_too(self, tmp_path: Path) -> None:
        write_json(tmp_path / "out.json", self.rows, {"CPU": "one"})
        told = json.loads((tmp_path / "out.json").read_text("utf-8"))
        assert told["machine"] == {"CPU": "one"}
        assert [Row(**row) for row in told["rows"]] == list(self.rows)


class TestMeasuring:
    def test_counts_the_time_of_processes_that_a_process_starts(self, tmp_path: Path) -> None:
        busy = "import time\nwhile time.process_time() < 0.3: pass"
        outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
        assert run((sys.executable, "-c", outer), tmp_path, tmp_path / "log").cpu >= 0.3

    def test_keeps_the_exit_code_and_the_last_words(self, tmp_path: Path) -> None:
        code = "import sys; print('one'); sys.stdout.flush(); sys.exit('it broke')"
        done = run((sys.executable, "-c", code), tmp_path, tmp_path / "log")
        assert (done.code, done.message) == (1, "one | it broke")
        with pytest.raises(Failed, match=r"^the build ended with 1: one \| it broke$"):
            done.checked("the build")

    def test_sees_the_memory_of_processes_that_a_process_starts(self) -> None:
        hold = "import sys; held = bytearray(b'x' * 60_000_000); print(1, flush=True); input()"
        outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {hold!r}])"
        with subprocess.Popen(
            (sys.executable, "-c", outer), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            process.stdout.readline()
            sampler = _Sampler(process.pid)
            sampler._look()
            process.communicate(b"\n")
        assert 60_000_000 < sampler.peak < 600_000_000

    def test_describes_the_machine(self) -> None:
        described = describe_machine()
        assert described["cores"] == str(os.cpu_count())
        assert all(described.values())


class TestPeers:
    def test_run_once_and_are_kept_for_this_machine_only(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tree = write(tmp_path / "tree", {"a.py": "", ".git/config": ""})
        runs: list[Path] = []

        def peer(tree: Path, _: Path) -> Run:
            runs.append(tree)
            return Run(1.5, 20, search_index=7)

        monkeypatch.setattr(scale_peers, "PEERS", {"one": peer})
        kept = tmp_path / "peers.json"
        for _ in range(2):
            peers = Peers(kept)
            assert peers.run("one", tree) == peers.run("one", tree) == Run(1.5, 20, 0, "", 7)
        assert runs == [tree]
        told = json.loads(kept.read_text("utf-8"))
        told["machine"]["CPU"] = "another"
        kept.write_text(json.dumps(told), "utf-8")
        Peers(kept).run("one", tree)
        Peers().run("one", tree)
        assert len(runs) == 3

    def test_plain_sphinx_has_a_page_for_each_python_file(self, tmp_path: Path) -> None:
        tree = write(tmp_path / "tree", {"a.py": "", "p/q/__init__.py": "", "b.c": "", "o/x": ""})
        write_pages(tree, tmp_path / "docs")
        found = {
            path.relative_to(tmp_path / "docs").as_posix() for path in files(tmp_path / "docs")
        }
        assert found == {
            *("conf.py", "index.rst", "a.py.rst"),
            *("p/index.rst", "p/q/index.rst", "p/q/__init__.py.rst"),
        }
        page = (tmp_path / "docs/p/q/__init__.py.rst").read_text("utf-8")
        assert ".. literalinclude:: ../../../tree/p/q/__init__.py\n" in page
        assert page.startswith("p/q/\\_\\_init\\_\\_.py\n===================\n")
        assert (tmp_path / "docs/index.rst").read_text("utf-8").endswith("   a.py\n   p/index\n")


class TestEdits:
    source = dedent(
        '''\
        def documented():
            """Say nothing."""
        def long():
            return (1 +
                    2)
        class A:
            def plain(self):
                return 1
        '''
    )

    def test_a_body_is_edited_without_moving_a_line(self) -> None:
        text = edited_body(self.source)
        assert text == self.source.replace("return 1\n", "_edited = 7; return 1\n")
        ast.parse(text)

    def test_a_body_gets_a_line_more(self) -> None:
        text = edited("a.py", self.source)
        assert text == self.source.replace("return 1\n", "_edited = 7\n        return 1\n")
        ast.parse(text)

    def test_a_body_in_another_language_gets_a_line_more(self) -> None:
        text = "int f() {\n  return 1;\n}\nint g() {\n  return 2;\n}\n"
        expected = text.replace("  return 1;", "  (void)0;\n  return 1;")
        assert edited("a.h", text) == expected

    @pytest.mark.parametrize(
        ("path", "text"), [("a.py", "x = 1\n"), ("a.py", "def (\n"), ("a.h", "int f();\n")]
    )
    def test_a_file_without_a_body_gets_a_comment(self, path: str, text: str) -> None:
        assert edited(path, text).startswith(text)
        assert edited(path, text).endswith(" edited\n")

    def test_a_branch_touches_a_hundredth_of_the_files(self, tmp_path: Path) -> None:
        body = "def f():\n    return 1\n"
        root = write(tmp_path, {f"p/m{number:03}.py": body for number in range(300)})
        repository = Repository(root)
        repository.create()
        before = {path.name for path in files(root)}
        # Three are edited; one is renamed, one added and one removed.
        assert repository.branch("other") == 3 + 4
        assert {path.name for path in files(root)} == before
        repository.edit_body("p/m299.py")
        repository.check_out("other")
        after = {path.name for path in files(root)}
        assert (before - after, after - before) == (
            {"m001.py", "m101.py"},
            {"renamed_m001.py", "added_0.py"},
        )
        assert "_edited" in (root / "p/m100.py").read_text("utf-8")
        assert (root / "p/m299.py").read_text("utf-8") == body

    def test_pages_that_were_written_for_nothing_are_found(self, tmp_path: Path) -> None:
        write(
            tmp_path,
            {"a.html": "1", "b/c.html": "2", "d.html": "3", "e.js": "4", "f.html/g.js": "5"},
        )
        when = (tmp_path / "d.html").stat().st_mtime
        before = pages(tmp_path)
        assert before.keys() == {"a.html", "b/c.html", "d.html"}
        write(tmp_path, {"b/c.html": "5", "d.html": "3", "new.html": "6"})
        # Both times between two ticks of a slow clock.
        os.utime(tmp_path / "d.html", (when, when))
        found = written(before, pages(tmp_path))
        assert found.changed == ("b/c.html", "new.html")
        assert found.needless == ("d.html",)


class TestSizes:
    def test_a_search_finds_objects_and_words_on_their_page(self) -> None:
        index = {
            "docnames": ["source/a.py", "source/b.py"],
            "objects": {"": [[0, 1, 1, "", "Alpha"]], "Alpha": [[0, 2, 1, "", "method"]]},
            "terms": {"beta": 1, "gamma": [0, 1]},
            "titleterms": {"delta": [1]},
        }
        search = SearchIndex(js_index.dumps(index))
        names = ("Alpha", "Alpha.method", "method", "beta", "gamma", "delta", "other")
        found = {name: [search.finds(name, f"source/{one}.py") for one in "ab"] for name in names}
        assert found == {
            "Alpha": [True, False],
            "Alpha.method": [True, False],
            "method": [True, False],
            "beta": [False, True],
            "gamma": [True, True],
            "delta": [False, True],
            "other": [False, False],
        }

    def test_another_file_is_no_search_index(self) -> None:
        with pytest.raises(Failed, match=r"searchindex\.js"):
            SearchIndex("var a = {}")

    def test_classes_and_functions_are_looked_for(self, tmp_path: Path) -> None:
        write(
            tmp_path, {"a.py": "X = 1\nclass A:\n    def f(self): ...\n", "b.txt": "def g(): ..."}
        )
        assert set(definitions(tmp_path)) == {("a.py", "A"), ("a.py", "f")}

    def test_a_page_may_be_as_large_as_its_source(self, tmp_path: Path) -> None:
        write(tmp_path / "tree", {"large.py": "x" * 90, "small.py": "x"})
        write(
            tmp_path / "html",
            {
                "index.html": "1",
                "source/large.py.html": "x" * 200,
                "source/small.py.html": "x" * 100,
            },
        )
        found = largest_page(tmp_path / "html", tmp_path / "tree", 50)
        assert found == (100, "source/small.py.html")


class TestCommand:
    def test_takes_budgets_by_number(self, capsys: pytest.CaptureFixture[str]) -> None:
        for wrong in ("8", "1,x", ""):
            with pytest.raises(SystemExit):
                scale.main(["--only", wrong])
            assert "argument --only" in capsys.readouterr().err

    def test_passes_nothing_when_nothing_is_measured(self, tmp_path: Path) -> None:
        assert scale.main(["--quick", "--only", "5", "--trees", str(tmp_path)]) == 1

    def test_names_a_tree_that_is_missing(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert scale.main(["--quick", "--only", "1,4", "--trees", str(tmp_path)]) == 1
        shown = capsys.readouterr().out
        assert "the tree flask is not there" in shown
        assert shown.count("not measured") == 8
        assert f"cores: {os.cpu_count()}" in shown


class TestBuilds:
    @pytest.fixture
    def bench(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
        """Return a benchmark in which every file is a page, and one is written each time; each
        build takes longer than the one before by more than that did."""

        def build(source: Path, output: Path) -> Run:
            conf = runpy.run_path(str(source / "conf.py"))
            root = Path(conf["filedocs_trees"]["source"]["path"])
            written = [path for path in files(root) if path.suffix == ".py"]
            for path in written:
                page = output / "source" / f"{path.relative_to(root)}.html"
                text = path.read_text("utf-8")
                if not page.exists() or page.read_text("utf-8") != text:
                    write(output / "source", {page.name: text})
            builds.append(sorted(path.name for path in written))
            write(output / "source", {"index.html": "the same"})
            return Run(float(len(builds) ** 2), 1)

        builds: list[list[str]] = []
        monkeypatch.setattr("scale_builds.sphinx", build)
        sources = {"a.py": "def f():\n    return 1\n", "b.py": "", "c.py": ""}
        tree = write(tmp_path / "tree", sources)
        return Bench(Subjects(Tree(tree), "a.py", short_turns=3), Peers(), tmp_path / "bench")

    def test_follow_edits_of_a_copy(self, bench: Bench, tmp_path: Path) -> None:
        found = bench.incremental
        assert bench.clean(bench.whole).cpu == 1
        # Three turns: one build to begin with, one of nothing, one of a body.
        assert (found.nothing, found.body) == (6**2, 7**2)
        assert (found.longer.cpu, found.branch.cpu) == (11**2, 12**2)
        for compared in (found.body_pages, found.longer_pages):
            assert (compared.changed, compared.needless) == (("a.py.html",), ("index.html",))
        assert "_edited" in (bench.repository.root / "a.py").read_text("utf-8")
        assert "_edited" not in (tmp_path / "tree/a.py").read_text("utf-8")

    def test_take_turns_with_a_peer(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        costs = iter((10.0, 20.0, 60.0))
        peers = {"peer": lambda *_: Run(next(costs), 1)}
        monkeypatch.setattr(scale_peers, "PEERS", peers)
        assert bench.part_beside("peer") == (4, 20)
        assert bench.part_beside("peer") == (4, 20)

    def test_leave_nothing_where_only_the_time_counts(self, bench: Bench) -> None:
        assert bench.once(bench.whole).cpu == 1
        assert [path.name for path in bench.folder.iterdir()] == ["repository"]

    def test_name_a_theme_that_is_missing(self, bench: Bench) -> None:
        with pytest.raises(NotMeasured, match=r"^the theme no_theme is not installed$"):
            bench.themed(bench.whole, "no_theme")
