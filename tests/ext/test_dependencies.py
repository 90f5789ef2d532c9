"""What pages say of imports over several steps and in circles."""

from __future__ import annotations

import html
import re

import pytest

from sphinx_filedocs.pages import folder_views

#: a → b → c → a in a circle, d → c, and f → e → a.
TREE = {
    "a.py": '"""First."""\nimport b\n',
    "b.py": "\n\nimport c\n",
    "c.py": "import a\n",
    "d.py": "import c\n",
    "e.py": "import os\nimport a\n",
    "f.py": "import e\n",
}
PAIR = {"x/one.py": "import two\n", "x/two.py": "\nimport one\n"}


def section(page: str, name: str) -> str:
    """Return the part of a page that is a section, up to the next one."""
    return page.partition(f'<section id="{name}">')[2].partition("<section")[0]


def words(page: str) -> str:
    """Return the text of HTML on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", page)).split())


def page(directive: str) -> dict[str, str]:
    return {"page.rst": f":orphan:\n\nPage\n====\n\n.. src:imports:: {directive}\n"}


def test_imports_for_types_and_in_functions_say_so_and_close_no_cycle(project) -> None:
    late = "import typing\nif typing.TYPE_CHECKING:\n    import a\ndef f():\n    import e\n"
    output = project({"a.py": "import b\n", "b.py": late, "e.py": "import b\n"}).build()
    assert output.warnings == ""
    text = words(section(output.read("source/b.py.html"), "dependencies"))
    assert "a from a.py on L3 – for types only" in text
    assert "e from e.py on L5 – inside a function" in text
    assert "cycle" not in text
    text = words(section(output.read("source/a.py.html"), "dependencies"))
    assert "Imported by 1 file b.py on L3 – for types only" in text


def test_an_include_for_some_builds_says_so(project) -> None:
    included = '#ifdef USE_TLS\n#include "tls.h"\n#endif\n#include "net.h"\n'
    output = project({"main.c": included, "tls.h": "", "net.h": ""}).build()
    text = words(section(output.read("source/main.c.html"), "dependencies"))
    assert "on L2 – inside #if" in text
    assert "on L4 – " not in text
    assert "main.c on L2 – inside #if" in words(output.read("source/tls.h.html"))


GO = {
    "go.mod": "module m\n",
    "main.go": 'package main\n\nimport (\n\t"m/b"\n\t_ "m/c"\n)\n\nfunc main() { b.One() }\n',
    "b/one.go": "package b\n\nfunc One() {}\n",
    "b/two.go": "package b\n\nfunc Two() {}\n",
    "c/one.go": "package c\n",
    "c/two.go": "package c\n",
}


def test_an_import_of_a_package_leads_to_its_folder_and_to_the_files_that_are_used(project) -> None:
    made = project(GO)
    output = made.build()
    assert output.warnings == ""
    found = section(output.read("source/main.go.html"), "dependencies")
    assert "m/b from b/ (used: b/one.go) on L4 m/c as _ from c/ on L5" in words(found)
    assert 'href="b/index.html"' in found
    assert "Imported by 1 file main.go on L4" in words(output.read("source/b/one.go.html"))
    assert "Imported by" not in words(output.read("source/b/two.go.html"))
    made.write({"main.go": GO["main.go"].replace("b.One", "b.Two")})
    output = made.build()
    assert "Imported by" not in words(output.read("source/b/one.go.html"))
    assert "Imported by 1 file main.go on L4" in words(output.read("source/b/two.go.html"))


def test_a_page_names_the_cycle_through_its_file_with_the_lines(project) -> None:
    output = project({**TREE, **PAIR}).build()
    found = section(output.read("source/b.py.html"), "dependencies")
    assert "In an import cycle: b.py:3 → c.py:1 → a.py:2 → b.py – 3 files" in words(found)
    for href in ("#L3", "c.py.html#L1", "a.py.html#L2"):
        assert f'href="{href}"' in found
    assert "cycle" not in words(section(output.read("source/d.py.html"), "dependencies"))


def test_how_many_files_share_cycles_is_said_where_there_are_more(project) -> None:
    made = project({**TREE, "g.py": "import c\n", "c.py": "import a\nimport g\n"})
    text = words(made.build().read("source/g.py.html"))
    assert "g.py:1 → c.py:2 → g.py – 4 files all import one another, directly or indirectly" in text


def test_the_start_page_names_a_cycle_of_each_group_the_largest_first(project) -> None:
    output = project({**TREE, **PAIR}).build()
    found = section(output.read("source/index.html"), "cycles")
    assert (
        "a.py:2 → b.py:3 → c.py:1 → a.py – 3 files x/one.py:1 → x/two.py:2 → x/one.py – 2 files"
    ) in words(found)
    assert 'href="x/two.py.html#L2"' in found
    assert 'id="cycles"' not in output.read("source/x/index.html")


def test_a_tree_without_cycles_does_not_speak_of_them(project) -> None:
    assert 'id="cycles"' not in project({"a.py": "import b\n", "b.py": ""}).build().read(
        "source/index.html"
    )


def test_the_start_page_names_only_so_many_groups(project, monkeypatch) -> None:
    monkeypatch.setattr(folder_views, "_MOST_CYCLES", 1)
    found = words(section(project({**TREE, **PAIR}).build().read("source/index.html"), "cycles"))
    assert "a.py – 3 files … and 1 more." in found


def test_the_steps_of_a_long_cycle_are_a_list_that_is_opened(project) -> None:
    ring = {f"m{n:02}.py": f"import m{(n + 1) % 20:02}\n" for n in range(20)}
    output = project(ring).build()
    for page in ("source/m07.py.html", "source/index.html"):
        folds = re.findall('<details class="fd-more">.*?</details>', output.read(page), re.DOTALL)
        (steps,) = [fold for fold in folds if "All 20 steps" in fold]
        assert steps.count("<li>") == 20
        assert 'm19.py.html#L1"' in steps
    row = words(section(output.read("source/m07.py.html"), "dependencies"))
    assert "m07.py:1 → m08.py:1 → " in row
    assert "→ m13.py:1 → … → m07.py – 20 files" in row


def test_a_cycle_too_long_to_be_read_is_counted(project) -> None:
    ring = {f"m{n}.py": f"import m{(n + 1) % 60}\n" for n in range(60)}
    output = project(ring).build()
    said = "too long to show, through 60 files that all import one another"
    assert said in words(section(output.read("source/index.html"), "cycles"))
    assert f"In an import cycle: {said}" in words(output.read("source/m7.py.html"))


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_other_builders_have_the_lines_too(project, builder) -> None:
    output = project(TREE).build(builder)
    assert output.warnings == ""
    name = "source/b.py.txt" if builder == "text" else next(n for n in output.names if ".tex" in n)
    assert "c.py:1" in output.read(name)
