"""What has no effect is said, a mistake ends with one message, and a build with one line."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from sphinx.cmd.build import main

from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.upstream import short_errors
from sphinx_filedocs.source.discover import TreeError

TREES = "filedocs_trees = {'source': '../tree'}"
INDEX = "Docs\n====\n\n.. toctree::\n\n   source/index\n"
LINE = re.compile(r"^filedocs: source: (.*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _own_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)


def git(folder: Path, *arguments: str) -> None:
    names = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


class Done(NamedTuple):
    """What became of a build: its exit code, and what it said."""

    code: int
    said: str


@pytest.fixture
def sphinx_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Done]]:
    """Return a function that calls ``sphinx-build`` on a small tree."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def run(conf: str, *arguments: str, docs: Mapping[str, str] | None = None) -> Done:
        files = {"conf.py": f"extensions = ['sphinx_filedocs']\n{conf}\n", "index.rst": INDEX}
        write(tmp_path / "docs", files | dict(docs or {}))
        write(tmp_path / "tree", {"a.py": "x = 1\n"})
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            code = main(["--no-color", "-q", *arguments, "docs", "out"])
        return Done(code, said.getvalue())

    yield run
    for module in ("mine", "broken"):
        sys.modules.pop(module, None)


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


# --- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conf", "says"),
    [
        ("filedocs_trees = {'source': '../none'}", "['source'] = '../none': the folder"),
        (f"{TREES}\nfiledocs_history = 'x'", "filedocs_history = 'x': use True or False"),
        (
            "filedocs_trees = {'source': {'path': '../tree', 'exclude': ['a[']}}",
            "filedocs_trees['source']['exclude'] = 'a[': the pattern can never match: a bracket",
        ),
        (
            f"{TREES}\nfiledocs_exclude = ['a[']",
            "filedocs_exclude = 'a[': the pattern can never match",
        ),
        (f"{TREES}\nfiledocs_exclude = 'a'", "filedocs_exclude = 'a': use a list"),
        (f"{TREES}\nfiledocs_file_sections = ['mine.missing']", "'mine.missing': the function "),
        (f"{TREES}\nfiledocs_file_sections = ['broken.section']", "(RuntimeError: no use)"),
        (f"{TREES}\nfiledocs_file_sections = ['mine.fails']", "mine.py, line 2)"),
        (f"{TREES}\nfiledocs_file_sections = ['mine.odd']", "something other than docutils nodes"),
        (f"{TREES}\nfiledocs_file_sections = ['mine.number']", "'int' object is not iterable"),
        (
            "filedocs_trees = {'sub': '../tree'}",
            "filedocs_trees: the page 'sub/a.py' would hide the document",
        ),
    ],
)
def test_a_mistake_ends_with_its_message_alone(
    tmp_path: Path, sphinx_build: Callable[..., Done], conf: str, says: str
) -> None:
    (tmp_path / "mine.py").write_text(
        "def fails(view):\n    return [1 / 0]\n\n\n"
        "def odd(view):\n    return 'text'\n\n\n"
        "def number(view):\n    return 7\n"
    )
    (tmp_path / "broken.py").write_text("raise RuntimeError('no use')\n")
    done = sphinx_build(conf, docs={"sub/a.py.rst": ":orphan:\n\nA\n=\n"})
    assert done.code == 2
    lines = done.said.strip().split("\n")
    assert [lines[0], len(lines)] == ["Configuration error:", 2]
    assert lines[1].startswith("filedocs_")
    assert says in lines[1]


def test_a_root_that_can_not_be_read_is_a_mistake_too(project, monkeypatch) -> None:
    """That is found out after the options were checked."""

    def look(*_: object) -> None:
        raise TreeError("/tree can't be read: Permission denied")

    monkeypatch.setattr("sphinx_filedocs.ext.trees.look", look)
    with pytest.raises(UserError, match=r"^filedocs_trees\['source'\]: /tree can't be read"):
        project({"a.py": ""}).build()


def test_others_exceptions_are_shown_as_ever(capsys) -> None:
    shown: list[BaseException] = []
    handler = short_errors._ErrorHandler(lambda exception, **_: shown.append(exception))
    other, own = ValueError("x"), UserError("mine")
    handler(other, stderr=sys.stderr)
    handler(own, stderr=sys.stderr, print_traceback=1)
    assert shown == [other, own]
    handler(own, stderr=sys.stderr)
    assert len(shown) == 2
    assert "mine" in capsys.readouterr().err


def test_a_directive_with_a_section_that_fails_is_a_warning(project, monkeypatch) -> None:
    directive = ".. src:file:: a.py\n   :sections: own_mine.fails\n"
    made = project({"a.py": ""}, {"index.rst": f"{INDEX}\n{directive}"})
    made.write({"own_mine.py": "def fails(view):\n    raise ValueError('why')\n"}, "own")
    monkeypatch.syspath_prepend(str(made.folder / "own"))
    warnings = made.build().warnings
    assert "index.rst:8: WARNING: src:file: filedocs_file_sections = 'own_mine.fails'" in warnings
    assert "(ValueError: why, in " in warnings


# --- what has no effect ---------------------------------------------------------------------------


def test_a_misspelt_option_is_named_with_the_right_one(
    tmp_path: Path, sphinx_build: Callable[..., Done]
) -> None:
    conf = "import os as filedocs_os\n\nfiledocs_tree = {'source': '../tree'}"
    done = sphinx_build(conf, docs={"index.rst": "Docs\n====\n"})
    (said,) = done.said.strip().split("\n")
    assert said == (
        f"{tmp_path}/docs/conf.py:4: WARNING: filedocs_tree is not an option of sphinx_filedocs; "
        "did you mean filedocs_trees? [filedocs.option]"
    )
    conf = f"{TREES}\nfiledocs_qqqq = 1"
    done = sphinx_build(conf, "-W")
    assert done.code == 1
    assert "filedocs_qqqq is not an option of sphinx_filedocs; use one of" in done.said


def test_no_trees(project) -> None:
    made = project({"a.py": ""}, {"index.rst": "Docs\n====\n"})
    (said,) = made.build(filedocs_trees={}).warnings.strip().split("\n")
    assert "filedocs_trees is empty" in said
    assert "[filedocs.trees]" in said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"include": ["*.rs"]}, "left by its patterns (include)"),
        ({"exclude": ["*"]}, "left by its patterns (exclude)"),
        ({"include": ["*.py"], "exclude": ["a.*"]}, "left by its patterns (exclude and include)"),
    ],
)
def test_options_that_leave_no_file(project, options, says) -> None:
    made = project({"a.py": "", "b.c": ""})
    trees = {"source": {"path": "../tree", **options}}
    for _ in range(2):
        output = made.build(filedocs_trees=trees)
        (said,) = output.warnings.strip().split("\n")
        assert says in said
        assert "[filedocs.empty]" in said
        assert LINE.findall(output.status) == ["0 files, 1 page"]


def test_a_tree_without_files(project) -> None:
    assert "tree contains no files" in project({}).build().warnings


def test_a_tree_of_which_git_tracks_nothing(project) -> None:
    made = project({"a.py": "", "b.py": ""})
    git(made.tree, "init", "--quiet")
    output = made.build()
    (said,) = output.warnings.strip().split("\n")
    assert "has no files that git tracks" in said
    assert "filedocs_untracked" in said
    assert LINE.findall(output.status) == [
        "0 files, 1 page; 2 files that git does not track are left out (filedocs_untracked)"
    ]
    assert made.build(filedocs_untracked=True).warnings == ""


def test_a_tree_of_credentials_alone(project) -> None:
    warnings = project({".env": "A=b\n"}).build().warnings
    assert "only files that hold credentials" in warnings


def test_a_tree_in_no_toctree(project) -> None:
    many = {f"f{n}/a.py": "" for n in range(9)}
    made = project(many, {"index.rst": "Docs\n====\n"})
    for _ in range(2):
        (said,) = made.build().warnings.strip().split("\n")
        assert "filedocs_trees['source']: no toctree contains 'source/index'" in said
        assert "[filedocs.toctree]" in said
    made.write({"index.rst": INDEX}, "docs")
    assert made.build().warnings == ""
    made.write({"index.rst": "Docs\n====\n"}, "docs")
    assert "[filedocs.toctree]" in made.build().warnings
    assert made.build(suppress_warnings=["filedocs.toctree"]).warnings == ""


def test_a_tree_that_is_the_whole_documentation_needs_no_toctree(project) -> None:
    made = project({"a.py": ""}, {"index.rst": ":orphan:\n\nDocs\n====\n"})
    assert made.build(root_doc="source/index").warnings == ""


# --- the last line --------------------------------------------------------------------------------


def test_a_build_ends_with_what_is_documented(project) -> None:
    made = project(
        {
            "a.py": "import b\n\nb.two()\nb.two()\nb.two(nothing)\n",
            "b.py": "def two(x=1):\n    return x\n",
            "large.txt": "x" * 3000,
            "odd.py": "# é".encode() + b"\xff\n",
        }
    )
    output = made.build(filedocs_max_bytes=2000)
    (line,) = LINE.findall(output.status)
    pages = len([name for name in output.names if name.endswith(".html") and "source/" in name])
    found = re.fullmatch(
        r"4 files in 1 language, (\d+) pages, (\d+) % of (\d+) names linked; "
        r"1 too large, 1 not decodable: listed on source/index",
        line,
    )
    assert found
    assert 0 < int(found[1]) <= pages
    assert 50 < int(found[2]) < 100
    text = output.read("source/index.html")
    assert "large.txt" in text.partition("Files with problems")[2]
    # As true where nothing has changed, and where the tree is not analysed as a whole.
    assert LINE.findall(made.build(filedocs_max_bytes=2000).status) == [line]
    sections = ["contents"]
    made.build(filedocs_max_bytes=2000, filedocs_tree_sections=sections)
    output = made.build(filedocs_max_bytes=2000, filedocs_tree_sections=sections)
    assert LINE.findall(output.status)[0].endswith("names linked; 1 too large, 1 not decodable")


def test_after_an_edit_the_line_is_that_of_a_clean_build(project, monkeypatch) -> None:
    # What changed just now may have changed again since.
    for module in ("source.discover", "index.store"):
        monkeypatch.setattr(f"sphinx_filedocs.{module}.RACY", -(10**15))
    files = {f"m{n}.py": f"def f{n}(x):\n    return x\n" for n in range(30)}
    made = project(files | {"a.py": "import m1\n\n\ndef one():\n    return m1.f1(1)\n"})
    made.build()
    made.write({"a.py": "import m1\n\n\ndef one():\n    return m1.f1(m1.f1(zero)) + m1.f1(2)\n"})
    output = made.build()
    assert "is analysed as a whole" not in output.status
    (edited,) = LINE.findall(output.status)
    (clean,) = LINE.findall(made.build(freshenv=True, filedocs_history=False).status)
    assert edited == clean


def test_what_git_does_not_track_is_counted_in_every_build(project) -> None:
    made = project({"a.py": "import b\n"})
    git(made.tree, "init", "--quiet")
    git(made.tree, "add", "a.py")
    made.write({"b.py": "", "c/d.py": ""})
    end = "2 files that git does not track are left out (filedocs_untracked)"
    for _ in range(2):
        output = made.build()
        assert LINE.findall(output.status)[0].endswith(end)
        assert "source/b.py.html" not in output.names
    git(made.tree, "add", "b.py")
    output = made.build()
    assert "source/b.py.html" in output.names
    end = "1 file that git does not track is left out (filedocs_untracked)"
    assert LINE.findall(output.status)[0].endswith(end)
    git(made.tree, "rm", "--quiet", "--cached", "b.py")
    assert "source/b.py.html" not in made.build().names
    output = made.build(filedocs_untracked=True)
    assert {"source/b.py.html", "source/c/d.py.html"} <= output.names
    assert "track" not in LINE.findall(output.status)[0]
    assert "source/b.py.html" not in made.build().names
