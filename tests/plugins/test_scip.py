"""Indexes in SCIP: what a compiler wrote says where names lead, and ours is written for others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs import api
from sphinx_filedocs.model.reports import Report
from sphinx_filedocs.plugins.scip.links import compiled_links, read_indexes
from sphinx_filedocs.plugins.scip.messages import (
    DEFINITION,
    IMPORT,
    READ,
    TEST,
    UTF8,
    UTF16,
    UTF32,
    WRITE,
    MissingLibraryError,
    message,
)
from sphinx_filedocs.plugins.scip.names import global_symbol, name_of
from sphinx_filedocs.plugins.scip.reader import (
    Document,
    MalformedIndexError,
    Occurrence,
    read_documents,
)
from tests.listing_hints import hints_beside, hints_of
from tests.plugins.reported import reported_tree
from tests.projects import Output
from tests.tables import Table

TABLE = Table(__file__)

SHAPES = """\
class Square:
    def area(self):
        return 1


class Circle:
    def area(self):
        return 3
"""
# Nothing in the file tells what comes in; a compiler may know.
USE = "def total(shape):\n    return shape.area()\n"
TREE = {"shapes.py": SHAPES, "use.py": USE}
USE_PAGE = "source/use.py.html"
AREA = "compiler . pkg . `shapes.py`/Circle#area()."


def write(
    path: Path,
    documents: dict[str, list[tuple[list[int], str, int]]],
    root: str = "",
    implementations: Iterable[tuple[str, str, str]] = (),
) -> None:
    """Write an index: of each path the ranges, symbols and roles of its occurrences.

    :param implementations: a path, a symbol of it, and what that implements.
    """
    index = message("Index")
    index.metadata.project_root = root
    for name, rows in documents.items():
        document = index.documents.add(relative_path=name, position_encoding=UTF32)
        for numbers, symbol, roles in rows:
            document.occurrences.add(range=numbers, symbol=symbol, symbol_roles=roles)
        for where, symbol, other in implementations:
            if where == name:
                said = document.symbols.add(symbol=symbol)
                said.relationships.add(symbol=other, is_implementation=True)
    path.write_bytes(index.SerializeToString())


#: That the call in ``use.py`` is one of the second class.
KNOWN = {
    "shapes.py": [([6, 8, 12], AREA, DEFINITION)],
    "use.py": [([1, 17, 21], AREA, 0)],
}


SHAPE_GO = "package p\n\ntype Shape interface {\n\tArea() int\n}\n"
SQUARE_GO = "package p\n\ntype Square struct{}\n\nfunc (s Square) Area() int { return 1 }\n"


def trees(**more: object) -> dict[str, object]:
    return {"source": {"path": "../tree", "scip": ["../index.scip"], **more}}


def hints(output: Output, page: str, name: str) -> list[str]:
    """Return what a page says of each link with a text."""
    html, (data,) = output.read(page), hints_beside(output.folder, page)
    listing = html[html.index("<pre>") : html.index("</pre>")]
    links = re.findall(rf'<a [^>]*href="([^"]*)"([^>]*)>{name}</a>', listing)
    known = hints_of(data, re.findall(r'<a [^>]*href="([^"]*)"', listing))
    numbers = [re.search(r'data-hint="(\d+)"', rest) for _, rest in links]
    return [
        known[href][int(number[1]) if number else 0]
        for (href, _), number in zip(links, numbers, strict=True)
    ]


def test_a_compiler_decides_between_candidates_and_the_page_says_so(project) -> None:
    made = project(TREE)
    before = made.build()
    assert "may be one of 2 definitions" in hints(before, USE_PAGE, "area")[0]
    write(made.folder / "index.scip", KNOWN)
    output = made.build(filedocs_trees=trees())
    assert output.warnings == ""
    (hint,) = hints(output, USE_PAGE, "area")
    assert "by compiler" in hint
    assert 'href="shapes.py.html#def-Circle.area"' in output.read(USE_PAGE)


def test_a_compiler_says_what_implements_a_member_where_no_type_names_the_other(project) -> None:
    made = project({"shape.go": SHAPE_GO, "square.go": SQUARE_GO})
    shape, square = "compiler . pkg . `p`/Shape#Area().", "compiler . pkg . `p`/Square#Area()."
    write(
        made.folder / "index.scip",
        {
            "shape.go": [([3, 1, 5], shape, DEFINITION)],
            "square.go": [([4, 16, 20], square, DEFINITION)],
        },
        implementations=[("square.go", square, shape)],
    )
    uses = made.build(filedocs_trees=trees()).read("source/crossref.html")
    (heir,) = re.findall(r"Overridden by.*?</dl>|Overridden by.*?</li>", uses, re.DOTALL)[:1]
    assert "Square.Area" in heir
    assert "Overrides" in uses
    assert "(by its methods)" not in heir
    without = made.build(filedocs_trees={"source": "../tree"}).read("source/crossref.html")
    assert "Overrid" not in without
    assert "(by its methods)" in without


def test_an_index_that_is_written_again_changes_the_pages(project) -> None:
    made = project(TREE)
    write(made.folder / "index.scip", KNOWN)
    made.build(filedocs_trees=trees())
    other = AREA.replace("Circle", "Square")
    write(
        made.folder / "index.scip",
        {
            "shapes.py": [([1, 8, 12], other, DEFINITION)],
            "use.py": [([1, 17, 21], other, 0)],
        },
    )
    output = made.build(filedocs_trees=trees())
    assert 'href="shapes.py.html#def-Square.area"' in output.read(USE_PAGE)


def test_an_index_of_another_state_of_a_file_is_left_aside_for_it(project) -> None:
    made = project(TREE)
    write(made.folder / "index.scip", KNOWN)
    made.build(filedocs_trees=trees())
    # What the index has on line 7 is on line 8 now.
    made.write({"shapes.py": f"import os\n{SHAPES}"})
    output = made.build(filedocs_trees=trees())
    assert output.warnings == ""
    assert "its SCIP index is ignored [filedocs.stale]" in output.status
    assert "by compiler" not in "".join(hints_beside(output.folder, USE_PAGE))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no index",
        bytes(1_000),
        # Lengths of more than the file has; a number that does not end.
        b"\x12\xff\xff\xff\xff\x7f",
        b"\x12\x03\x0a\x05a",
        b"\x08" + b"\xff" * 20,
    ],
)
def test_what_is_no_index_is_one_warning_and_our_own_links(project, data: bytes) -> None:
    made = project(TREE)
    (made.folder / "index.scip").write_bytes(data)
    output = made.build(filedocs_trees=trees())
    assert "index.scip: it is not a SCIP index and is ignored" in output.warnings
    assert output.warnings.count("WARNING") == 1
    assert "may be one of 2 definitions" in hints(output, USE_PAGE, "area")[0]


def test_an_index_that_is_missing_is_one_warning(project) -> None:
    output = project(TREE).build(filedocs_trees=trees())
    assert "index.scip: the index can't be read (No such file or directory)" in output.warnings


def test_a_folder_in_the_place_of_an_index_is_one_warning(project) -> None:
    made = project(TREE)
    (made.folder / "index.scip").mkdir()
    output = made.build(filedocs_trees=trees())
    assert "index.scip: the index can't be read (Is a directory)" in output.warnings
    assert output.warnings.count("WARNING") == 1


def test_a_pipe_in_the_place_of_an_index_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "index.scip")
    report = read_indexes([tmp_path / "index.scip"], reported_tree({}))
    assert report.targets == {}
    assert len(report.diagnostics) == 1


def test_an_index_of_another_tree_is_one_warning(project) -> None:
    made = project({"other.py": "a = 1\n"})
    write(made.folder / "index.scip", KNOWN)
    output = made.build(filedocs_trees=trees())
    assert "index.scip: it describes no text file of this tree" in output.warnings
    assert output.warnings.count("WARNING") == 1


def test_nothing_counts_of_an_index_that_is_malformed_at_its_end(tmp_path: Path) -> None:
    write(tmp_path / "index.scip", KNOWN)
    with (tmp_path / "index.scip").open("ab") as file:
        file.write(b"\x12\x7f")
    report = read_indexes([tmp_path / "index.scip"], reported_tree(TREE))
    assert replace(report, diagnostics=()) == Report()
    assert len(report.diagnostics) == 1


def test_a_missing_library_is_named(
    project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> dict[str, object]:
        raise MissingLibraryError

    write(tmp_path / "index.scip", KNOWN)
    monkeypatch.setattr("sphinx_filedocs.plugins.scip.messages._classes", missing)
    report = read_indexes([tmp_path / "index.scip"], reported_tree({}))
    assert ["pip install" in str(trouble.message) for trouble in report.diagnostics] == [True]


def test_our_index_read_again_says_what_our_links_say(project) -> None:
    made = project(
        {
            **TREE,
            "more.py": "from shapes import Circle as Round\n\nsize = 2\n\n\n"
            "def scale(by=size):\n    return Round().area() * by\n",
            "über dir/naïve.py": "def ä():\n    return ä\n",
        }
    )
    before = made.build()
    index = made.build("scip")
    (index.folder / "index.scip").rename(made.folder / "index.scip")
    after = made.build(filedocs_trees=trees())
    assert after.warnings == ""
    assert "stale" not in after.status
    for name in sorted(before.names):
        if name.endswith(".py.html"):
            assert links(after.read(name)) == links(before.read(name)), name
    (said,) = hints_beside(after.folder, "source/more.py.html")
    assert "by compiler" in said


def test_our_index_has_parameters_whose_name_is_that_of_an_argument(tmp_path: Path) -> None:
    files = {
        "own.py": "def grow(by):\n    return by\n\n\ngrow(by=1)\n",
        "shapes.py": "def scale(by):\n    return by\n",
        "use.py": "from shapes import scale\n\nscale(by=2)\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with api.Tree.open(tmp_path) as tree, (tmp_path / "index.scip").open("wb") as file:
        tree.write(file, "scip")
    rows = [
        (document.path, one.line, one.start, one.symbol, one.roles & DEFINITION)
        for document in read_documents(tmp_path / "index.scip")
        for one in document.occurrences
    ]
    for path, line in (("own.py", 5), ("shapes.py", 2), ("use.py", 3)):
        (symbol,) = (row[3] for row in rows if row[:2] == (path, line) and row[2] > 4)
        home = "own.py" if path == "own.py" else "shapes.py"
        defined = [row[:2] for row in rows if row[3] == symbol and row[4]]
        assert [row for row in defined if row[0] == home] == [(home, 1)], path


def test_our_index_has_fields_of_types_without_a_name(tmp_path: Path) -> None:
    text = (
        "function area(box: { wide: number; inner: { wide: number } }, one: {\n"
        "  high: number }) {\n"
        "  return one.high + box.wide;\n}\n"
    )
    (tmp_path / "a.ts").write_text(text, encoding="utf-8")
    with api.Tree.open(tmp_path) as tree, (tmp_path / "index.scip").open("wb") as file:
        tree.write(file, "scip")
    (document,) = read_documents(tmp_path / "index.scip")
    lines = text.split("\n")
    said = {
        (one.line, lines[one.line - 1][one.start : one.end]): one for one in document.occurrences
    }
    assert said[3, "high"].symbol == said[2, "high"].symbol
    assert said[2, "high"].roles & DEFINITION
    assert (3, "wide") not in said, "there are two of that name on the line"


def test_our_index_says_what_uses_are_for_and_what_symbols_are(project) -> None:
    made = project(
        {
            "shapes.py": "class Shape:\n    def area(self):\n        return 1\n",
            "squares.py": "from shapes import Shape\n\nsize = 1\n\n\nclass Square(Shape):\n"
            '    def area(self):\n        """How much it covers."""\n        return size\n',
            "tests/test_squares.py": "import squares\n\n\ndef test():\n    squares.size = 2\n"
            "    assert squares.Square().area()\n",
        }
    )
    index = made.build("scip").folder / "index.scip"
    documents = {one.path: one for one in read_documents(index)}
    squares = documents["squares.py"]
    roles = {(one.line, name_of(one.symbol)): one.roles for one in squares.occurrences}
    assert roles[1, "Shape"] == IMPORT
    assert roles[7, "area"] == DEFINITION
    assert roles[9, "size"] == READ
    (written,) = (
        one.roles
        for one in documents["tests/test_squares.py"].occurrences
        if one.line == 5 and name_of(one.symbol) == "size"
    )
    assert written == WRITE | TEST
    said = {name_of(one.symbol): one for one in squares.symbols}
    assert said["area"].documentation == ("How much it covers.",)
    assert [name_of(one) for one in said["area"].implemented] == ["area"]
    assert [name_of(one) for one in said["Square"].implemented] == ["Shape"]
    whole = message("Index")
    whole.ParseFromString(index.read_bytes())
    signatures = {
        name_of(one.symbol): one.signature_documentation.text
        for document in whole.documents
        for one in document.symbols
    }
    assert signatures["area"] == "def area(self)"
    enclosing = {
        tuple(one.range): list(one.enclosing_range)
        for document in whole.documents
        for one in document.occurrences
        if document.relative_path == "squares.py" and one.enclosing_range
    }
    assert enclosing[5, 6, 12] == [5, 0, 8, len("        return size")]


def links(html: str) -> list[tuple[str, str]]:
    listing = html[html.index('id="L1"') :]
    return re.findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>', listing)


# --- what is read ---------------------------------------------------------------------------------


def test_documents_are_read_one_by_one(tmp_path: Path) -> None:
    write(tmp_path / "index.scip", KNOWN, root="file:///project")
    first, second = read_documents(tmp_path / "index.scip")
    assert first == Document(
        "shapes.py", "file:///project", UTF32, (Occurrence(7, 8, 12, AREA, DEFINITION),)
    )
    assert second.path == "use.py"


@given(data=st.binary(max_size=200), cut=st.integers(0, 400), at=st.integers(0, 400))
def test_no_bytes_do_more_than_raise(tmp_path_factory, data: bytes, cut: int, at: int) -> None:
    path = tmp_path_factory.mktemp("index") / "index.scip"
    write(path, KNOWN)
    whole = path.read_bytes()
    for damaged in (data, whole[:cut], whole[:at] + data + whole[at:]):
        path.write_bytes(damaged)
        try:
            documents = list(read_documents(path))
        except MalformedIndexError:
            continue
        # What is still an index says something of the sources or nothing.
        compiled_links(documents, reported_tree(TREE, "/project"))


@pytest.mark.parametrize(
    "path", ["../use.py", "/use.py", "a/../use.py", "", ".", "use.py/", "..\\use.py", "use.py\0"]
)
def test_a_path_outside_of_the_tree_is_no_file_of_it(path: str) -> None:
    asked: list[str] = []
    document = Document(path, "file:///project", UTF32, ())

    def read(name: str) -> str | None:
        asked.append(name)
        return TREE.get(name)

    tree = replace(reported_tree(TREE, "/project"), read=read)
    assert compiled_links([document], tree).targets == {}
    assert all(name == path for name in asked)


@pytest.mark.parametrize(
    ("root", "path"), [("file:///project", "use.py"), ("file:///", "project/use.py")]
)
def test_paths_are_found_from_the_root_of_the_project(root: str, path: str) -> None:
    rows = (Occurrence(2, 17, 21, AREA, 0),)
    shapes = Document("shapes.py", "", UTF32, (Occurrence(7, 8, 12, AREA, DEFINITION),))
    found = compiled_links(
        [Document(path, root, UTF32, rows), shapes], reported_tree(TREE, "/project")
    )
    assert found.targets["use.py"] == {(2, 17): ("shapes.py", 7, "area")}


@pytest.mark.parametrize(
    ("encoding", "start"),
    [(UTF8, len("a = '𝒳é'; ".encode())), (UTF16, 11), (UTF32, 10)],
)
def test_columns_count_what_the_document_says(encoding: int, start: int) -> None:
    text = "def area(): pass\na = '𝒳é'; area()\n"
    symbol = "c . p . `f.py`/area()."
    rows = (
        Occurrence(1, 4, 8, symbol, DEFINITION),
        Occurrence(2, start, start + 4, symbol, 0),
    )
    found = compiled_links([Document("f.py", "", encoding, rows)], reported_tree({"f.py": text}))
    assert found.targets == {"f.py": {(2, 10): ("f.py", 1, "area")}}


@pytest.mark.parametrize(
    "rows",
    [
        (Occurrence(1, 0, 4, AREA, DEFINITION),),
        (Occurrence(900, 8, 12, AREA, 0),),
        (Occurrence(7, 8, 4_000, AREA, DEFINITION),),
    ],
)
def test_a_name_that_is_elsewhere_makes_its_file_stale(rows: tuple[Occurrence, ...]) -> None:
    found = compiled_links([Document("shapes.py", "", UTF32, rows)], reported_tree(TREE))
    assert [(trouble.path, trouble.subtype) for trouble in found.diagnostics] == [
        ("shapes.py", "stale")
    ]
    assert not found.targets


# --- symbols --------------------------------------------------------------------------------------


@given(
    title=st.text(max_size=20),
    path=st.text(min_size=1, max_size=20),
    name=st.text(min_size=1, max_size=20),
    kind=st.sampled_from(["class", "function", "field", "macro"]),
    number=st.integers(1, 3),
)
def test_a_symbol_ends_with_the_name_that_it_was_made_of(title, path, name, kind, number) -> None:
    owners = [("Owner", "class"), (name, kind)]
    symbol = global_symbol(title, path, owners, number)
    assert name_of(symbol) == re.sub(r"\A<\w+>", "", name)


def test_the_name_of_a_symbol_is_that_of_its_last_descriptor() -> None:
    TABLE.check("names", name_of)
