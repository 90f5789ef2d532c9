"""Roles and directives of hand-written pages, in reST and in MyST."""

from __future__ import annotations

import pytest

TREE = {
    "pkg/mod.py": (
        '"""A module."""\nimport os\n\n'
        'class Thing:\n    """It is."""\n    def do(self):\n        pass\n'
    ),
    "pkg/other.py": "class Other:\n    pass\n\ndef do():\n    pass\n",
}


def rst(project, text: str):
    made = project(TREE, {"page.rst": f":orphan:\n\nPage\n====\n\n{text}\n"})
    return made.build()


@pytest.mark.parametrize(
    ("role", "href"),
    [
        ("src:file:`pkg/mod.py`", "source/pkg/mod.py.html"),
        ("src:file:`pkg/mod.py#L4`", "source/pkg/mod.py.html#L4"),
        ("src:file:`pkg/mod.py#L4-L6`", "source/pkg/mod.py.html#L4-L6"),
        ("src:file:`that <source/pkg/mod.py>`", "source/pkg/mod.py.html"),
        ("src:folder:`pkg`", "source/pkg/index.html"),
        ("src:folder:`pkg/`", "source/pkg/index.html"),
        ("src:symbol:`pkg/mod.py::Thing.do`", "source/pkg/mod.py.html#sym-Thing.do"),
        ("src:symbol:`Thing`", "source/pkg/mod.py.html#sym-Thing"),
        ("src:symbol:`Thing.do`", "source/pkg/mod.py.html#sym-Thing.do"),
        ("src:crossref:`Thing`", "source/crossref.html#name-Thing"),
    ],
)
def test_a_role_leads_to_its_target(project, role, href) -> None:
    output = rst(project, f":{role}")
    assert output.warnings == ""
    assert f'href="{href}"' in output.read("page.html")


@pytest.mark.parametrize(
    ("role", "says"),
    [
        ("src:file:`pkg/none.py`", "no documented tree has this file"),
        ("src:file:`pkg/mod.py#L99`", "the file has the lines 1 to 7"),
        ("src:folder:`none`", "no documented tree has this folder"),
        ("src:symbol:`pkg/mod.py::None`", "pkg/mod.py defines no such symbol"),
        ("src:symbol:`do`", "several files define it: pkg/mod.py::do, pkg/other.py::do"),
        ("src:crossref:`nobody`", "no documented tree defines or imports it"),
    ],
)
def test_a_role_without_target_is_one_located_warning(project, role, says) -> None:
    output = rst(project, f":{role}")
    assert output.warnings.count("\n") == 1
    assert "page.rst:6: " in output.warnings
    assert says in output.warnings
    assert "[filedocs.reference]" in output.warnings


@pytest.mark.parametrize(
    ("directive", "shows"),
    [
        ("src:file:: pkg/mod.py", ["A module.", "class", "Source"]),
        ("src:file:: pkg/mod.py\n   :sections: purpose", ["A module."]),
        ("src:folder:: pkg", ["mod.py", "other.py"]),
        ("src:metadata:: pkg/mod.py", ["Python", "7 (6 code"]),
        ("src:outline:: pkg/mod.py", ["Thing", "It is."]),
        ("src:imports:: pkg/mod.py", ["os"]),
        ("src:keywords:: pkg/mod.py", ["Classes", "Thing", "L4"]),
        ("src:keywords:: pkg", ["Keyword index of pkg"]),
        ("src:crossref:: do", ["pkg/mod.py:6", "pkg/other.py:4"]),
        ("src:listing:: pkg/mod.py\n   :lines: 4-5", ["Thing"]),
        ("src:listing:: pkg/mod.py\n   :symbol: Thing.do", ["pass"]),
        ("src:listing:: pkg/mod.py::Thing", ["It is."]),
        ("src:tree::", ["pkg/", "mod.py"]),
        ("src:metadata:: conf.py", ["conf.py"]),
    ],
)
def test_a_directive_shows_what_a_generated_page_does(project, directive, shows) -> None:
    output = rst(project, f".. {directive}")
    assert output.warnings == ""
    html = output.read("page.html")
    for text in shows:
        assert text in html, text


@pytest.mark.parametrize(
    ("directive", "says"),
    [
        ("src:file:: none.py", "none.py: no documented tree has this file"),
        ("src:file:: pkg/mod.py\n   :sections: nonsense", "allowed are summary"),
        ("src:folder:: none", "no documented tree has this folder"),
        ("src:listing:: pkg/mod.py\n   :lines: 5-99", "from 1 to 7"),
        ("src:listing:: pkg/mod.py\n   :symbol: None", "defines no symbol None"),
        ("src:crossref:: nobody", "no documented tree defines or imports"),
    ],
)
def test_a_wrong_directive_is_a_located_warning(project, directive, says) -> None:
    output = rst(project, f".. {directive}")
    assert "page.rst:6: " in output.warnings
    assert says in output.warnings
    assert "[filedocs.directive]" in output.warnings


def test_myst_pages_have_the_same_roles_and_directives(project) -> None:
    pytest.importorskip("myst_parser")
    text = """\
        ---
        orphan: true
        ---
        # Page

        {src:symbol}`pkg/mod.py::Thing` and

        ```{src:listing} pkg/mod.py
        :symbol: Thing.do
        ```
        """
    made = project(TREE, {"page.md": text})
    output = made.build(extensions=["sphinx_filedocs", "myst_parser"])
    assert output.warnings == ""
    html = output.read("page.html")
    assert 'href="source/pkg/mod.py.html#sym-Thing"' in html
    assert "filedocs-listing" in html


def test_several_trees_stand_side_by_side(project) -> None:
    made = project(TREE, {"index.rst": "T\n=\n\n.. toctree::\n\n   a/index\n   b/c/index\n"})
    trees = {"a": "../tree", "b/c": {"path": "../tree/pkg", "title": "The package"}}
    output = made.build(filedocs_trees=trees)
    assert output.warnings == ""
    assert {"a/pkg/mod.py.html", "b/c/mod.py.html"} <= output.names
    assert "The package" in output.read("b/c/index.html")
