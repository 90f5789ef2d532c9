"""What indexes of compilers say of symbols, in a language whose names we do not link ourselves."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.plugins.scip.links import read_indexes
from sphinx_filedocs.plugins.scip.messages import DEFINITION, READ, UTF32, WRITE, message
from tests.full import examples
from tests.plugins.reported import reported_tree
from tests.plugins.test_scip import hints, trees

SHAPE = "abstract class Shape {\n  int area();\n}\n"
CIRCLE = """\
import 'shape.dart';

class Circle {
  int area() => 3;
}

var unit = make();
"""
USE = """\
import 'circle.dart';

int total(shape) {
  unit = shape;
  return shape.area() + unit.area();
}
"""
TREE = {"shape.dart": SHAPE, "circle.dart": CIRCLE, "use.dart": USE}


class Said(NamedTuple):
    """What an index says of a symbol: relationships are its fields with the other symbol."""

    symbol: str
    documentation: tuple[str, ...] = ()
    relationships: tuple[tuple[str, str], ...] = ()


class Document(NamedTuple):
    """A document of an index: ranges, symbols and roles, and what is said of the symbols."""

    path: str
    occurrences: list[tuple[list[int], str, int]]
    symbols: Iterable[Said] = ()


def write(path: Path, documents: Iterable[Document]) -> None:
    """Write an index."""
    index = message("Index")
    index.metadata.project_root = "file:///elsewhere"
    for one in documents:
        document = index.documents.add(relative_path=one.path, position_encoding=UTF32)
        for numbers, symbol, roles in one.occurrences:
            document.occurrences.add(range=numbers, symbol=symbol, symbol_roles=roles)
        for said in one.symbols:
            made = document.symbols.add(symbol=said.symbol, documentation=said.documentation)
            for kind, other in said.relationships:
                made.relationships.add(symbol=other, **{kind: True})
    path.write_bytes(index.SerializeToString())


def symbol(descriptors: str) -> str:
    return f"scip-dart pub shapes 1 lib/{descriptors}"


SHAPE_TYPE, SHAPE_AREA = symbol("`shape.dart`/Shape#"), symbol("`shape.dart`/Shape#area().")
CIRCLE_TYPE, CIRCLE_AREA = symbol("`circle.dart`/Circle#"), symbol("`circle.dart`/Circle#area().")
UNIT, TOTAL = symbol("`circle.dart`/unit."), symbol("`use.dart`/total().")


def documents(doc: str = "How large a circle is.", area: str = CIRCLE_AREA) -> list[Document]:
    """Return what a compiler knows of the tree.

    :param area: what the call on a shape means.
    """
    return [
        Document(
            "shape.dart",
            [([0, 15, 20], SHAPE_TYPE, DEFINITION), ([1, 6, 10], SHAPE_AREA, DEFINITION)],
        ),
        Document(
            "circle.dart",
            [
                ([2, 6, 12], CIRCLE_TYPE, DEFINITION),
                ([3, 6, 10], CIRCLE_AREA, DEFINITION),
                ([6, 4, 8], UNIT, DEFINITION),
            ],
            [
                Said(CIRCLE_TYPE, relationships=(("is_implementation", SHAPE_TYPE),)),
                Said(
                    CIRCLE_AREA,
                    ("```dart\nint area()\n```", doc),
                    relationships=(("is_implementation", SHAPE_AREA),),
                ),
                Said(UNIT, relationships=(("is_type_definition", CIRCLE_TYPE),)),
            ],
        ),
        Document(
            "use.dart",
            [
                ([2, 4, 9], TOTAL, DEFINITION),
                ([3, 2, 6], UNIT, WRITE),
                ([4, 15, 19], area, 0),
                ([4, 24, 28], UNIT, READ),
                ([4, 29, 33], area, 0),
            ],
        ),
    ]


def test_a_language_without_links_of_ours_gets_them_from_a_compiler(project) -> None:
    made = project(TREE)
    before = made.build().read("source/use.dart.html")
    assert "circle.dart.html#def-" not in before
    write(made.folder / "index.scip", documents())
    output = made.build(filedocs_trees=trees())
    assert output.warnings == ""
    after = output.read("source/use.dart.html")
    assert 'href="circle.dart.html#def-Circle.area"' in after
    said = hints(output, "source/use.dart.html", "unit")
    assert all("by compiler" in hint for hint in said)
    assert len(said) == 2
    uses = output.read("source/crossref.html")
    assert "Circle.area" in uses
    assert re.search(r"1 write.*1 read|1 read.*1 write", uses)


def test_what_symbols_implement_and_what_type_they_have_is_said_to_be_a_compilers_word(
    project,
) -> None:
    made = project(TREE)
    write(made.folder / "index.scip", documents())
    uses = made.build(filedocs_trees=trees()).read("source/crossref.html")
    for title, name in (
        ("Bases", "Shape"),
        ("Base of", "Circle"),
        ("Overrides", "Shape.area"),
        ("Overridden by", "Circle.area"),
        ("Type", "Circle"),
        ("Type of", "unit"),
    ):
        row = rf"<li>{title}<ul[^>]*><li><a[^>]*>{name}</a> <small>(\./ )?\(by compiler\)</small>"
        assert re.search(row, uses), title


def test_documentation_of_a_compiler_stands_where_the_source_has_none(project) -> None:
    made = project({**TREE, "shape.dart": SHAPE.replace("  int", "  /// Own words.\n  int")})
    said = documents()
    said[0] = Document(
        "shape.dart",
        [([0, 15, 20], SHAPE_TYPE, DEFINITION), ([2, 6, 10], SHAPE_AREA, DEFINITION)],
        [Said(SHAPE_AREA, ("Not these.",))],
    )
    write(made.folder / "index.scip", said)
    output = made.build(filedocs_trees=trees())
    circle, shape = (output.read(f"source/{name}.dart.html") for name in ("circle", "shape"))
    assert re.search(r"How large a circle is\.\s*(<[^>]*>)*\s*\(by compiler\)", circle)
    assert "Own words." in shape
    assert "Not these." not in shape


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=12),
    cut=st.floats(0, 1),
    inserted=st.binary(max_size=30),
)
def test_an_index_with_changed_bytes_is_read_or_left_aside(
    tmp_path: Path, changes: list[tuple[float, int]], cut: float, inserted: bytes
) -> None:
    index = tmp_path / "index.scip"
    write(index, documents())
    data = bytearray(index.read_bytes())
    for at, byte in changes:
        data[int(at * (len(data) - 1))] = byte
    place = int(cut * len(data))
    index.write_bytes(data[:place] + inserted + data[place:])
    found = read_indexes([index], reported_tree(TREE, "/project", "dart"))
    # The file itself is wrong in one way at most, and what counts fits the sources.
    assert sum(one.subtype == "scip" for one in found.diagnostics) <= 1
    for path, targets in found.targets.items():
        lines = TREE[path].split("\n")
        for (line, column), target in targets.items():
            assert lines[line - 1].startswith(target.name, column)
            assert target.name in TREE[target.path].split("\n")[target.line - 1]
    for path in TREE:
        assert found.digest(path) == found.digest(path)


@pytest.mark.parametrize(
    "name",
    [
        "`" * 3_000,
        "a" * 100_000 + "#",
        "\x00#",
        "`\u202e`#",
        "<script>#",
        "`\n`().",
        "((((",
        "x:x#[",
    ],
)
def test_a_hostile_symbol_is_left_aside_or_text(project, name: str) -> None:
    made = project(TREE)
    said = documents()
    said[1] = Document(
        "circle.dart",
        [*said[1].occurrences, ([3, 0, 1], name, 0), ([3, 6, 10], f"x y z 1 {name}", DEFINITION)],
        [*said[1].symbols, Said(name, ("<script>alert(1)</script>",))],
    )
    write(made.folder / "index.scip", said)
    output = made.build(filedocs_trees=trees())
    assert output.warnings == ""
    assert "<script>alert" not in output.read("source/circle.dart.html")


def test_documentation_that_is_hostile_is_text(project) -> None:
    made = project(TREE)
    hostile = (
        "<script>alert(1)</script> \u202e ``x`` :ref:`y` `z <javascript:alert(1)>`_ " + "[" * 30_000
    )
    write(made.folder / "index.scip", documents(hostile))
    output = made.build(filedocs_trees=trees())
    assert output.warnings == ""
    for name in ("source/circle.dart.html", "source/crossref.html"):
        html = output.read(name)
        assert "<script>alert" not in html
        assert "\u202e" not in html
        assert 'href="javascript' not in html


def test_an_edited_index_makes_exactly_the_pages_anew_that_show_it(project, tmp_path) -> None:
    made = project({**TREE, "other.dart": "int other() => 1;\n"})
    index = made.folder / "index.scip"
    write(index, documents())
    options = {"filedocs_trees": trees()}
    rewritten = made.rebuilt_of_tree(
        lambda: write(index, documents("How much a circle covers.")), **options
    )
    assert "source/circle.dart.html" in rewritten
    assert not {name for name in rewritten if "other" in name or "shape" in name}
    rewritten = made.rebuilt_of_tree(lambda: write(index, documents(area=SHAPE_AREA)), **options)
    assert "source/use.dart.html" in rewritten
    assert "source/other.dart.html" not in rewritten
    again = made.build(**options)
    assert 'href="shape.dart.html#def-Shape.area"' in again.read("source/use.dart.html")
    shutil.copytree(again.folder, tmp_path / "before")
    shutil.rmtree(made.folder / "out")
    clean = made.build(**options)
    for name in sorted(clean.names):
        if name.startswith("source/"):
            before = (tmp_path / "before" / name).read_bytes()
            assert before == (clean.folder / name).read_bytes(), name
