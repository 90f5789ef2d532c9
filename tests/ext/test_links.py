"""Names in listings lead to their definitions, definitions to their uses, and an edit changes the
pages that mention it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest

from tests.listing_hints import hints_beside, hints_of
from tests.projects import Output

TREE = {
    "pkg/__init__.py": "from .core import Shape as Shape\n",
    "pkg/core.py": """\
        class Base:
            def area(self):
                return 0


        class Shape(Base):
            def __init__(self, size):
                self.size = size

            def double(self):
                return self.area() * self.size


        def area(shape):
            return shape


        def forgotten():
            return area(None)
        """,
    "app/main.py": """\
        import os
        from pkg import Shape


        def run(area):
            print(area)
            return Shape(2).double()
        """,
    "app/other.py": "def unrelated():\n    return unrelated\n",
}
MAIN = "source/app/main.py.html"


class Page(HTMLParser):
    """The ids of a page, its links with their texts and the numbers of their hints, and the hints
    of each address of its first listing.

    :param hints: the data of these.
    """

    def __init__(self, html: str, hints: str = "") -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[tuple[str, str, int]] = []
        self._addresses: list[str] = []
        self._open: list[dict[str, str | None]] = []
        self.feed(html)
        self.hints = hints_of(hints, self._addresses) if hints else {}

    def handle_starttag(self, tag, attrs) -> None:
        found = dict(attrs)
        if "id" in found:
            assert found["id"] not in self.ids
            self.ids.add(found["id"])
        if tag == "pre":
            self._addresses.clear()
        if tag == "a" and "href" in found:
            self._open.append({**found, "text": ""})
            self._addresses.append(found["href"] or "")

    def handle_data(self, data) -> None:
        for one in self._open:
            one["text"] += data

    def handle_endtag(self, tag) -> None:
        if tag == "a" and self._open:
            one = self._open.pop()
            self.links.append((one["text"], one["href"], int(one.get("data-hint") or 0)))


def links(output: Output, name: str, text: str) -> list[tuple[str, str]]:
    """Return the addresses and hints of the links with a text in the listing of a page."""
    html = output.read(name)
    listing = html[html.index("<pre>") :].partition("</pre>")[0]
    page = Page(listing, *hints_beside(output.folder, name)[:1])
    return [
        (href, page.hints[href][number] if href in page.hints else "")
        for found, href, number in page.links
        if found == text
    ]


def test_a_name_leads_to_the_line_of_its_definition_and_says_how(project) -> None:
    output = project(TREE).build()
    shape = ("../pkg/core.py.html#def-Shape", "class Shape(Base)\npkg/core.py · by import")
    assert links(output, MAIN, "Shape") == [shape, shape]
    ((address, hint),) = links(output, MAIN, "double")
    assert address == "../pkg/core.py.html#def-Shape.double"
    assert hint == "def double(self)\npkg/core.py · as a member"


def test_directories_as_pages_have_the_same_links(project) -> None:
    output = project(TREE).build("dirhtml")
    assert (
        links(output, "source/app/main.py/index.html", "double")[0][0]
        == "../../pkg/core.py/#def-Shape.double"
    )


def test_a_parameter_does_not_lead_to_a_global_of_its_name(project) -> None:
    output = project(TREE).build()
    assert links(output, MAIN, "area") == [("#L5", "parameter, line 5")]


def test_a_definition_shows_how_often_it_is_used_and_leads_to_its_uses(project) -> None:
    output = project(TREE).build()
    html = output.read("source/pkg/core.py.html")
    assert links(output, "source/pkg/core.py.html", "Shape") == [
        ("../crossref.html#name-Shape", "3 uses in 2 files")
    ]
    assert 'id="def-Shape" data-count="3"' in html
    assert 'id="def-forgotten"' in html
    assert links(output, "source/pkg/core.py.html", "forgotten") == []


def test_the_uses_of_a_name_stand_with_their_text(project) -> None:
    html = project(TREE).build().read("source/crossref.html")
    entry = html.partition('id="name-Shape"')[2].partition('class="filedocs-name"')[0]
    assert "<code>return <b>Shape</b>(2).double()</code>" in entry
    entry = re.sub("</?b>", "", entry)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", entry))
    assert "class Shape pkg/core.py:6 – 3 uses in 2 files" in words
    assert "app/main.py 2 lines 2 from pkg import Shape import" in words
    assert re.search(r"7 \w+ return Shape\(2\)\.double\(\)", words), "and the function around"
    assert "pkg/__init__.py 1 line 1 from .core import Shape as Shape import" in words
    assert 'href="app/main.py.html#L7">7</a>' in entry


def test_a_file_says_what_it_takes_and_gives(project) -> None:
    output = project(TREE).build()
    html = output.read("source/pkg/core.py.html")
    uses = html[html.index('id="uses"') : html.index('id="listing"')]
    assert "Used by 2 files" in uses
    assert 'href="../app/main.py.html#L7">L7</a>' in uses
    html = output.read(MAIN)
    uses = html[html.index('id="uses"') : html.index('id="listing"')]
    assert "Uses names of 1 file" in uses
    assert 'href="../pkg/core.py.html#def-Shape.double">Shape.double</a>' in uses
    assert 'href="#L7">L7</a>' in uses


def test_a_page_lists_the_lines_where_one_subfolder_uses_another(project) -> None:
    made = project(TREE)
    output = made.build()
    assert 'href="dependencies.html"' in output.read("source/index.html")
    lines = output.read("source/dependencies.html")
    assert 'id="from-app--pkg"' in lines
    # One pair needs no list of them.
    assert 'href="#from-app--pkg"' not in lines
    more = {"web/page.py": "from pkg import Shape\nfrom app import main\n\nShape, main\n"}
    made.write(more)
    lines = made.build().read("source/dependencies.html")
    assert 'href="#from-app--pkg"' in lines
    assert 'href="#from-web--pkg"' in lines
    (line,) = re.findall(r'href="app/main\.py\.html#L2">2</a>.*?</li>', lines)
    assert "<code>from pkg import Shape</code>" in line


def test_the_tree_names_private_names_that_stand_nowhere_else(project) -> None:
    module = "def _forgotten():\n    pass\n\n\ndef offered():\n    pass\n"
    html = project({**TREE, "left.py": module}).build().read("source/unused.html")
    assert 'href="left.py.html#def-_forgotten">_forgotten</a>' in html
    assert "def-offered" not in html, "other code may use it"
    assert "__init__" not in html.partition('role="main"')[2]


def test_a_private_name_that_a_macro_puts_together_does_not_stand_alone(project) -> None:
    macro = "#define CASE(up, low) case FS_##up: fs__##low(); break;\n"
    source = f"static void fs__open(void) {{}}\nstatic void lost(void) {{}}\n{macro}"
    html = project({**TREE, "fs.c": source}).build().read("source/unused.html")
    assert "fs.c.html#def-lost" in html
    assert "fs__open" not in html


def test_what_may_be_one_of_several_is_marked_and_leads_to_the_list(project) -> None:
    tree = {
        "a.py": "class A:\n    def go(self): pass\n",
        "b.py": "class B:\n    def go(self): pass\n",
        "c.py": "def f(x):\n    x.go()\n",
    }
    output = project(tree).build()
    html = output.read("source/c.py.html")
    assert 'class="filedocs-maybe" href="crossref.html#name-go"' in html
    assert (
        links(output, "source/c.py.html", "go")[0][1] == "may be one of 2 definitions: a.py, b.py"
    )
    assert "May be any of these, on 1 line" in output.read("source/crossref.html")


def test_a_member_of_several_types_leads_to_the_list_for_sure(project) -> None:
    tree = {
        "a.py": "class A:\n    def go(self): pass\n",
        "b.py": "class B:\n    def go(self): pass\n",
        "c.py": "import a, b\ndef f(x):\n    if isinstance(x, (a.A, b.B)):\n        x.go()\n",
    }
    output = project(tree).build()
    html = output.read("source/c.py.html")
    assert "filedocs-maybe" not in html
    assert links(output, "source/c.py.html", "go") == [
        ("crossref.html#name-go", "a member of each of 2 types: a.py, b.py")
    ]


def test_the_only_definition_that_a_name_may_be_is_no_choice(project) -> None:
    tree = {"a.js": "class A { go() {} }\n", "c.js": "function f(x) { x.go(); }\n"}
    output = project(tree).build()
    html = output.read("source/c.js.html")
    assert 'class="filedocs-maybe" href="a.js.html#def-A.go"' in html
    hint = "method go()\na.js · perhaps: the only definition of this name"
    assert links(output, "source/c.js.html", "go")[0][1] == hint


@pytest.mark.parametrize(("builder", "index"), [("html", ""), ("dirhtml", "index.html")])
def test_every_link_of_every_page_has_its_target(project, builder, index) -> None:
    output = project(
        {
            **TREE,
            "c/x.h": "int f(int a);\n",
            "c/x.c": '#include "x.h"\nint f(int a) { return f(a); }\n',
        }
    ).build(builder)
    pages = {
        path.relative_to(output.folder).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in output.folder.rglob("*.html")
    }
    for name, page in pages.items():
        for _, href, _ in page.links:
            address, _, place = href.partition("#")
            if "://" in address or "genindex" in address or "_sources" in address:
                continue
            target = _target(name, unquote(address), index)
            assert target in pages or (output.folder / target).is_file(), (name, href)
            if place and target in pages:
                assert unquote(place) in pages[target].ids, (name, href)


def _target(page: str, address: str, index: str) -> str:
    if not address:
        return page
    parts: list[str] = list(PurePosixPath(page).parent.parts)
    for part in address.split("/"):
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    if index and not address.endswith(".html"):
        parts.append(index)
    return "/".join(parts)


@pytest.mark.parametrize("builder", ["singlehtml", "epub", "text", "latex", "xml"])
def test_other_builders_show_the_plain_listing(project, builder) -> None:
    output = project(TREE).build(builder, jobs=1)
    assert output.warnings == ""
    written = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(output.folder).rglob("*")
        if path.suffix in (".html", ".xhtml", ".txt", ".tex", ".xml")
    )
    assert "as a member" not in written
    assert "data-count" not in written


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_renamed_symbol_changes_exactly_the_pages_that_mention_it(project, jobs) -> None:
    made = project({**TREE, "lib/far.py": '"""Far."""\n\nVALUE = 1\n'})

    def rename() -> None:
        made.write(
            {
                "pkg/core.py": TREE["pkg/core.py"].replace("double", "triple"),
                "app/main.py": TREE["app/main.py"].replace("double", "triple"),
            }
        )

    assert made.rebuilt_of_tree(rename, jobs=jobs) == {
        "source/app/main.py.html",
        "source/crossref.html",
        "source/dependencies.html",
        "source/index.html",
        "source/keywords.html",
        "source/pkg/core.py.html",
        "source/pkg/keywords.html",
    }


def test_an_edit_that_moves_a_definition_leaves_the_listings_that_link_to_it(project) -> None:
    tree = {
        "a.py": "def one():\n    return 1\n",
        "b.py": "import a\n\n\ndef two():\n    return a.one()\n",
    }
    made = project(tree)
    pages = made.rebuilt_of_tree(
        lambda: made.write({"a.py": "\n\n" + tree["a.py"]}),
        filedocs_file_sections=["listing"],
    )
    assert "source/a.py.html" in pages
    assert "source/b.py.html" not in pages


def test_a_new_use_is_counted_on_the_page_of_the_definition(project) -> None:
    made = project(TREE)
    made.build()
    made.write({"app/other.py": "from pkg import Shape\n"})
    output = made.build()
    assert links(output, "source/pkg/core.py.html", "Shape")[0][1] == "4 uses in 3 files"


def test_names_of_a_listing_on_a_hand_written_page_are_links(project) -> None:
    text = "Docs\n====\n\n.. toctree::\n\n   source/index\n\n.. src:listing:: app/main.py\n"
    output = project(TREE, {"index.rst": text}).build()
    assert links(output, "index.html", "Shape")[0][0] == "source/pkg/core.py.html#def-Shape"
    assert links(output, "index.html", "area")[0][0] == "source/app/main.py.html#L5"
