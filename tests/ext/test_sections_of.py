"""Pages of some files have other sections than those of the rest, and links follow that."""

from __future__ import annotations

import pytest
from anchors import dead_links
from sphinx.errors import ConfigError

from tests.projects import INDEX

TREE = {
    "pkg/core.py": '"""Shapes."""\n\n\nclass Shape:\n    def area(self):\n        return 1\n',
    "tests/helper.py": "def make():\n    return eval('1')\n",
    "tests/test_core.py": (
        "from pkg.core import Shape\nfrom .helper import make\n\n\n"
        "def test_area():\n    assert Shape().area() == make()\n"
    ),
    "README.md": "# Shop\n\nSee `Shape` in [the core](pkg/core.py#L4).\n",
}
DOCS = {
    "index.rst": (
        "Docs\n====\n\n.. toctree::\n\n   source/index\n\n"
        ":src:symbol:`Shape`, :src:symbol:`tests/helper.py::make`,\n"
        ":src:file:`tests/helper.py#L2`\n\n"
        ".. src:listing:: tests/test_core.py\n\n.. src:findings:: tests\n"
    )
}


def has(html: str, name: str) -> bool:
    return f'id="{name}"' in html


def test_folders_and_endings_choose_sections(project) -> None:
    made = project(TREE, DOCS)
    of = {"/tests/": ["-outline", "-history"], "*.md": ["-view"], "helper.py": ["listing"]}
    output = made.build(filedocs_file_sections_of=of)
    core, test, helper = (
        output.read(f"source/{path}.html")
        for path in ("pkg/core.py", "tests/test_core.py", "tests/helper.py")
    )
    assert has(core, "outline")
    assert has(test, "listing")
    assert not has(test, "outline")
    # The last pattern that matches counts alone.
    assert has(helper, "listing")
    assert not has(helper, "findings")
    assert has(test, "dependencies")
    assert not has(output.read("source/README.md.html"), "view")
    assert list(dead_links(output.folder)) == []


@pytest.mark.parametrize("left_out", [["-listing"], ["-listing", "-outline"], ["-outline"]])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_no_link_leads_to_what_a_page_leaves_out(project, left_out, builder) -> None:
    """Whether some files are without it or all are."""
    made = project(TREE, DOCS)
    some = made.build(builder, filedocs_file_sections_of={"/tests/": left_out, "core.py": left_out})
    assert list(dead_links(some.folder)) == []
    every = made.build(builder, filedocs_file_sections=left_out)
    assert list(dead_links(every.folder)) == []


def test_changes_are_those_of_the_common_list(project) -> None:
    output = project(TREE).build(
        "text",
        filedocs_file_sections=["-purpose", "-keywords", "-outline"],
        filedocs_file_sections_of={"helper.py": ["-listing"]},
    )
    helper = output.read("source/tests/helper.py.txt")
    assert "assert Shape().area()" in output.read("source/tests/test_core.py.txt")
    assert "return eval" not in helper
    assert "Outline" not in helper
    assert "Details" in helper


SHAPES = {
    "shape.h": "struct point { int x; };\n\n\nnamespace far {}\n",
    "main.cpp": '#include "shape.h"\n\nint main() { point p; return p.x; }\n',
    "values.json": '{"size": 1}\n',
}


def test_languages_choose_sections(project) -> None:
    of = {"language:cpp": ["-outline"], "language:json": ["-listing"], "main.*": ["listing"]}
    output = project(SHAPES).build(filedocs_file_sections_of=of)
    header, values, main = (
        output.read(f"source/{path}.html") for path in ("shape.h", "values.json", "main.cpp")
    )
    assert has(header, "listing")
    assert not has(header, "outline")
    assert has(values, "metadata")
    assert not has(values, "listing")
    # Of names and patterns too, the last that matches counts alone.
    assert has(main, "listing")
    assert not has(main, "metadata")
    assert list(dead_links(output.folder)) == []


def test_an_edit_may_make_a_file_one_of_another_language(project) -> None:
    """The pages of other files lead to what its page then has."""
    made = project(SHAPES, {"index.rst": f"{INDEX}\n:src:symbol:`shape.h::point`\n"})
    of = {"language:C": ["-listing"]}
    before = made.build(filedocs_file_sections_of=of)
    assert "shape.h.html#def-point" in before.read("source/main.cpp.html")
    made.write({"shape.h": SHAPES["shape.h"].replace("namespace far {}", "int far(void);")})
    after = made.build(filedocs_file_sections_of=of)
    assert not has(after.read("source/shape.h.html"), "listing")
    assert "shape.h.html#sym-point" in after.read("source/main.cpp.html")
    assert list(dead_links(after.folder)) == []
    pages = {path: path.read_bytes() for path in after.folder.rglob("*.html")}
    clean = made.build(freshenv=True, filedocs_file_sections_of=of)
    assert {path: path.read_bytes() for path in clean.folder.rglob("*.html")} == pages


def test_another_value_makes_pages_anew_as_a_clean_build(project) -> None:
    made = project(TREE, DOCS)
    of = {"/tests/": ["-listing"]}
    clean = made.build(freshenv=True, filedocs_file_sections_of=of).read("source/crossref.html")
    made.build()
    assert made.build(filedocs_file_sections_of=of).read("source/crossref.html") == clean


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (["-outline"], "use a dict"),
        ({"/tests/": "-outline"}, "for '/tests/' use a list of sections"),
        ({" ": ["-outline"]}, "' ' is not a pattern"),
        (
            {"/tests/": ["-outlin"]},
            "for '/tests/': '-outlin' is not a section; did you mean 'outline'?",
        ),
        ({"[": ["-outline"]}, "the pattern can never match"),
        ({"language:Pyhton": ["-outline"]}, "'Pyhton': unknown language.* mean Python or Cython"),
        ({"language:": ["-outline"]}, "'': unknown language"),
        ({"*.py": ["os.nothing"]}, r"_of\['\*.py'\] = 'os.nothing': the function could not be"),
        ({"*.py": ["-mine.section"]}, r"_of\['\*.py'\] = '-mine.section': .* is not one of"),
    ],
)
def test_a_wrong_value_stops_at_once(project, value, says) -> None:
    with pytest.raises(ConfigError, match=says.replace("?", r"\?")):
        project(TREE).build(filedocs_file_sections_of=value)


def test_pages_may_be_called_by_their_names_alone(project) -> None:
    made = project(TREE)
    output = made.build(filedocs_short_titles=True)
    core, folder = output.read("source/pkg/core.py.html"), output.read("source/pkg/index.html")
    assert "<h1>core.py<" in core
    assert "<title>core.py " in core
    assert "<h1>pkg<" in folder
    assert 'class="filedocs-breadcrumbs"' in core
    assert "<h1>tree<" in output.read("source/index.html")
    # Of several pages about a folder each says what it is.
    assert "<h1>Keyword index of tests<" in output.read("source/tests/keywords.html")
    assert "<title>pkg/core.py " in made.build().read("source/pkg/core.py.html")
