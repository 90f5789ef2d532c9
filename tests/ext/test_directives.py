"""Roles and directives of hand-written pages, in reST and in MyST."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.projects import begun

TREE = {
    "pkg/mod.py": (
        '"""A ring of frames."""\nimport os\n\n'
        'class Thing:\n    """It is."""\n    def do(self):\n        pass\n'
    ),
    "pkg/uses.py": (
        "import hashlib\nfrom pkg.mod import Thing\n\n\n"
        "def made():\n    if True:\n        return Thing()\n\n\n"
        "def weak(data):\n    return hashlib.md5(data)\n"
    ),
    "pkg/other.py": "class Other:\n    pass\n\ndef do():\n    pass\n",
}


ROLES = [
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
    ("src:crossref:`weak`", "source/pkg/uses.py.html#def-weak"),
]
WRONG_ROLES = [
    ("src:file:`pkg/none.py`", "no documented tree has this file"),
    ("src:file:`pkg/mod.py#L99`", "the file has the lines 1 to 7"),
    ("src:folder:`none`", "no documented tree has this folder"),
    ("src:symbol:`pkg/mod.py::None`", "pkg/mod.py does not define it"),
    ("src:symbol:`do`", "several files define it: pkg/mod.py::do, pkg/other.py::do"),
    ("src:crossref:`nobody`", "no documented tree defines or imports it"),
]
DIRECTIVES = [
    ("src:file:: pkg/mod.py", ["A ring of frames.", "class", "Source"]),
    ("src:file:: pkg/mod.py\n   :sections: purpose", ["A ring of frames."]),
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
    ("src:findings::", ["pkg/uses.py", "1 finding", "L11", "python-weak-hash"]),
    ("src:findings:: pkg/uses.py\n   :severity: error", ["No findings."]),
]
WRONG_DIRECTIVES = [
    ("src:file:: none.py", "none.py: no documented tree has this file"),
    ("src:file:: pkg/mod.py\n   :sections: nonsense", "use summary"),
    ("src:folder:: none", "no documented tree has this folder"),
    ("src:listing:: pkg/mod.py\n   :lines: 5-99", "from 1 to 7"),
    ("src:listing:: pkg/mod.py\n   :symbol: None", "defines no symbol None"),
    ("src:crossref:: nobody", "no documented tree defines or imports"),
    ("src:treemap:: pkg", "pkg: the folder has too few files for a map"),
    ("src:map:: pkg", "pkg: the folder has no parts that use one another"),
    ("src:map:: none", "no documented tree has this folder"),
    ("src:findings:: none", "none: no documented tree has this file or folder"),
    ("src:findings::\n   :severity: grave", "use one of error, warning, note"),
    ("src:listing:: pkg/mod.py\n   :start-at: none", "start-at pattern not found: none"),
    (
        "src:listing:: pkg/mod.py\n   :start-at: os\n   :start-after: os",
        'Cannot use both "start-after" and "start-at" options',
    ),
    (
        "src:listing:: pkg/mod.py\n   :start-after: pass\n   :end-before: class",
        "end-before pattern not found: class",
    ),
    ("src:listing:: pkg/mod.py\n   :emphasize-lines: 1,9", "from 1 to 7"),
    ("src:listing:: pkg/mod.py\n   :emphasize-lines: a", "from 1 to 7"),
    ("src:listing:: pkg/mod.py\n   :lines: 6-7\n   :dedent: 8", "line 6 begins with only 4 blanks"),
]


def rst(project, text: str):
    made = project(TREE, {"page.rst": f":orphan:\n\nPage\n====\n\n{text}\n"})
    return made.build()


class Pages:
    """A documentation with a page for each example of a role or directive, built once."""

    def __init__(self, folder: Path) -> None:
        roles = (f":{role}" for role, _ in (*ROLES, *WRONG_ROLES))
        directives = (f".. {directive}" for directive, _ in (*DIRECTIVES, *WRONG_DIRECTIVES))
        self.names = {text: f"page{at}" for at, text in enumerate((*roles, *directives))}
        pages = {
            f"{name}.rst": f":orphan:\n\nPage\n====\n\n{text}\n"
            for text, name in self.names.items()
        }
        self.output = begun(folder, TREE, pages).build()

    def of(self, text: str) -> tuple[str, str]:
        """Return the page of an example, and what is warned of in it."""
        name = self.names[text]
        lines = self.output.warnings.splitlines(keepends=True)
        warned = "".join(line for line in lines if f"/{name}.rst:" in line)
        return self.output.read(f"{name}.html"), warned


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages"))


def test_only_what_is_wrong_is_warned_of(pages) -> None:
    assert pages.output.warnings.count("WARNING") + pages.output.warnings.count("ERROR") == len(
        [*WRONG_ROLES, *WRONG_DIRECTIVES]
    )


@pytest.mark.parametrize(("role", "href"), ROLES)
def test_a_role_leads_to_its_target(pages, role, href) -> None:
    html, warnings = pages.of(f":{role}")
    assert warnings == ""
    assert f'href="{href}"' in html


@pytest.mark.parametrize(("role", "says"), WRONG_ROLES)
def test_a_role_without_target_is_one_located_warning(pages, role, says) -> None:
    _, warnings = pages.of(f":{role}")
    assert warnings.count("\n") == 1
    assert ".rst:6: " in warnings
    assert says in warnings
    assert "[filedocs.reference]" in warnings


@pytest.mark.parametrize(("directive", "shows"), DIRECTIVES)
def test_a_directive_shows_what_a_generated_page_does(pages, directive, shows) -> None:
    html, warnings = pages.of(f".. {directive}")
    assert warnings == ""
    for text in shows:
        assert text in html, text


@pytest.mark.parametrize(("directive", "says"), WRONG_DIRECTIVES)
def test_a_wrong_directive_is_a_located_warning(pages, directive, says) -> None:
    _, warnings = pages.of(f".. {directive}")
    assert ".rst:6: " in warnings
    assert says in warnings
    assert "[filedocs.directive]" in warnings


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


def shown_lines(html: str) -> list[str]:
    """Return the lines of a page's only listing, as a reader copies them."""
    text = re.sub(r"<[^>]*>", "", re.search(r"<pre>(.*?)</pre>", html, re.DOTALL)[1])
    return text.rstrip("\n").split("\n")


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (
            [":start-at: class", ":end-before: pass"],
            ["class Thing:", '    """It is."""', "    def do(self):"],
        ),
        ([":start-after: class", ":end-at: def"], ['    """It is."""', "    def do(self):"]),
        (
            [":symbol: Thing", ":start-after: class", ":dedent:"],
            ['"""It is."""', "def do(self):", "    pass"],
        ),
        ([":lines: 6-7", ":dedent: 2"], ["  def do(self):", "      pass"]),
    ],
)
def test_a_listing_begins_and_ends_at_a_text(project, options, lines) -> None:
    output = rst(project, "\n   ".join([".. src:listing:: pkg/mod.py", *options]))
    assert output.warnings == ""
    html = output.read("page.html").replace("&quot;", '"')
    assert shown_lines(html) == lines


def test_a_dedented_listing_keeps_its_links_and_colours(project) -> None:
    html = rst(project, ".. src:listing:: pkg/uses.py\n   :lines: 7\n   :dedent:").read("page.html")
    assert shown_lines(html) == ["return Thing()"]
    assert re.search(r'<i class="k">return</i> <a[^>]* href="source/pkg/mod.py.html#', html)


OPTIONS = """
.. src:listing:: pkg/mod.py
   :lines: 4-7
   :emphasize-lines: 2,4-
   :caption: How *things* are done
   :name: things

See :numref:`things` and :ref:`that <things>`.
"""


def test_a_listing_has_a_caption_a_name_and_lines_that_stand_out(project) -> None:
    page = f"Docs\n====\n{OPTIONS}\n.. toctree::\n\n   source/index\n"
    made = project(TREE, {"index.rst": page})
    output = made.build(numfig=True)
    assert output.warnings == ""
    html = output.read("index.html")
    assert "How <em>things</em> are done" in html
    assert 'id="things"' in html
    assert 'href="#things"' in html
    assert html.count('class="filedocs-emphasized"') == 2
    assert "Listing 1" in html
    text = made.build("text", numfig=True).read("index.txt")
    assert "How *things* are done" in text
    latex = made.build("latex", numfig=True)
    assert latex.warnings == ""


def test_a_name_without_a_caption_is_a_target_too(project) -> None:
    output = rst(
        project,
        OPTIONS.replace("   :caption: How *things* are done\n", "").replace(
            ":numref:`things` and", ""
        ),
    )
    assert output.warnings == ""
    assert 'id="things"' in output.read("page.html")


PARTS = {
    f"{part}/m{number}.py": (
        f"from {other}.m{number} import f{number}\n\n\n"
        f"def {part}{number}():\n    return f{number}()\n\n\n"
        f"def f{number}():\n    return {number}\n"
    )
    for part, other in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "e"))
    for number in range(9)
}


def test_maps_of_a_folder_stand_on_hand_written_pages(project) -> None:
    page = ":orphan:\n\nPage\n====\n\n.. src:treemap::\n\n.. src:map:: .\n"
    output = project(PARTS, {"page.rst": page}).build()
    assert output.warnings == ""
    html = output.read("page.html")
    assert html.count("<svg") == 2
    assert 'href="source/a/m8.py.html"' in html


def test_what_directives_show_follows_the_tree(project) -> None:
    page = ":orphan:\n\nPage\n====\n\n.. src:crossref:: Thing\n\n.. src:findings:: pkg\n"
    made = project(TREE, {"page.rst": page})
    html = made.build().read("page.html")
    assert "L11" in html
    assert ">again<" not in html
    more = "\n\ndef again():\n    return Thing()\n"
    made.write({"pkg/uses.py": f"\n{TREE['pkg/uses.py']}{more}"})
    html = made.build().read("page.html")
    assert "L12" in html
    assert "L11" not in html
    assert ">again<" in html
    clean = made.build(freshenv=True).read("page.html")
    assert clean == html
