"""The comparison of a tree built in parts with the same tree built as one project."""

from __future__ import annotations

from pathlib import Path

import pytest
import shards
from shards import Comparison, Pages, balanced

from tests.full import rows

BODY = """\
<a href="outside.html">not the body</a>
<div class="body" role="main">
<a class="x" href="../index.html">up</a> <a href="https://example.org/">out</a>
<div class="highlight-python notranslate filedocs-listing"><div class="highlight"><pre>\
<i id="L1">\
<a href="../../{other}/source/b.py.html#def-f" title="f"><b>f</b></a>
</i></pre></div></div>
<a href="gone.html">gone</a>
<div class="sphinxsidebar"><a href="more.html">more</a></div>
"""


def test_links_lead_to_pages_whatever_project_they_are_in(tmp_path: Path) -> None:
    for name, other in (("whole", "whole"), ("one", "two")):
        page = tmp_path / name / "source" / "pkg" / "a.py.html"
        page.parent.mkdir(parents=True)
        page.write_text(BODY.format(other=f"../{other}"))
        (tmp_path / name / "source" / "index.html").write_text("")
    for name in ("whole", "two"):
        (tmp_path / name / "source").mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "source" / "b.py.html").write_text("")
    pages = Pages(tmp_path)
    assert pages.names("one") == {"source/index.html", "source/pkg/a.py.html"}
    found = pages.links("one", "source/pkg/a.py.html")
    assert found == (
        [("f", "source/b.py.html#def-f")],
        [("up", "source/index.html#"), ("gone", "MISSING source/pkg/gone.html#")],
    )
    assert pages.links("whole", "source/pkg/a.py.html") == found


def test_what_is_not_equal_is_counted_and_named() -> None:
    one = Comparison()
    one.add("p", [("a", "x#"), ("b", "y#"), ("c", "z#")], [("a", "x#"), ("c", "z#"), ("d", "z#")])
    one.add("q", [("a", "x#")], [("a", "x#")])
    assert (one.single, one.parts, one.equal) == (4, 4, 3)
    assert one.missing == ["p: 'b' to y#"]


def test_parts_are_about_the_same_size(tmp_path: Path) -> None:
    for path, size in (("big/a/x", 50), ("big/b/x", 40), ("big/y", 5), ("c/x", 30), ("d/x", 20)):
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(bytes(size))
    assert balanced(tmp_path, 2) == {"part1": ["/big/a/", "/d/"], "part2": ["/big/b/", "/c/"]}


@pytest.mark.parametrize("code", rows([0, 1], 1))
def test_the_exit_code_says_whether_all_is_equal(tmp_path, monkeypatch, capsys, code) -> None:
    tree = tmp_path / "tree"
    for path, text in (("a/x.py", "def f():\n    return 1\n"), ("b/y.py", "import a.x\na.x.f()\n")):
        (tree / path).parent.mkdir(parents=True)
        (tree / path).write_text(text)
    real = shards.build

    def build(folder, parts):
        runs = real(folder, parts)
        if code:
            page = folder / "b" / "source" / "b" / "y.py.html"
            page.write_text(page.read_text().replace("../../../a/source", "../../../b/source"))
        return runs

    monkeypatch.setattr(shards, "build", build)
    assert shards.main([str(tree), "a=", "b=/b/"]) == code
    printed = capsys.readouterr().out
    assert ("missing: " in printed) == bool(code)
    assert "pages in the single build or in parts alone: 0 []" in printed
