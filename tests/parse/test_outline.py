"""How definitions are nested into an outline."""

from __future__ import annotations

import pickle
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.model.symbols import Span, Symbol, Tag
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.outline import DEPTH, nest

Role = Literal["definition", "scope"]


def tag(
    kind: str,
    name: str,
    extent: tuple[int, int],
    scope: tuple[str, ...] = (),
    role: Role = "definition",
) -> Tag:
    return Tag(role, kind, name, 1, Span(1, 1), "", "", scope, extent)


def shape(symbols: tuple[Symbol, ...]) -> list[object]:
    """Return kinds, names and children as plain lists."""
    found: list[object] = []
    for symbol in symbols:
        found.append(f"{symbol.kind} {'.'.join([*symbol.scope, symbol.name])}")
        if symbol.children:
            found.append(shape(symbol.children))
    return found


def test_what_is_inside_is_a_child_and_order_does_not_matter() -> None:
    tags = [
        tag("function", "inner", (12, 18)),
        tag("class", "B", (40, 60)),
        tag("function", "f", (10, 20)),
        tag("class", "A", (0, 30)),
    ]
    expected = ["class A", ["method f", ["function inner"]], "class B"]
    assert shape(nest(tags)) == expected
    assert shape(nest(reversed(tags))) == expected


@pytest.mark.parametrize("kind", ["class", "struct", "union", "enum", "interface", "trait"])
def test_a_function_of_a_type_is_a_method(kind: str) -> None:
    tags = [tag(kind, "T", (0, 9)), tag("function", "f", (1, 2))]
    assert shape(nest(tags)) == [f"{kind} T", ["method f"]]


@pytest.mark.parametrize("kind", ["namespace", "module", "function"])
def test_a_function_of_anything_else_stays_one(kind: str) -> None:
    tags = [tag(kind, "n", (0, 9)), tag("function", "f", (1, 2))]
    assert shape(nest(tags)) == [f"{kind} n", ["function f"]]


@pytest.mark.parametrize("kind", ["constant", "variable", "field"])
def test_data_of_a_function_is_local(kind: str) -> None:
    tags = [tag("function", "f", (0, 9)), tag(kind, "x", (1, 2)), tag(kind, "y", (10, 12))]
    assert shape(nest(tags)) == ["function f", f"{kind} y"]


def test_a_class_in_a_function_keeps_its_data() -> None:
    tags = [
        tag("function", "f", (0, 9)),
        tag("class", "A", (1, 8)),
        tag("constant", "X", (2, 4)),
    ]
    assert shape(nest(tags)) == ["function f", ["class A", ["constant X"]]]


def test_a_variable_that_is_assigned_again_stands_once() -> None:
    tags = [
        tag("variable", "x", (0, 2)),
        tag("variable", "x", (4, 6)),
        tag("constant", "X", (8, 9)),
        tag("constant", "X", (10, 11)),
    ]
    assert shape(nest(tags)) == ["variable x", "constant X", "constant X"]


def test_names_of_one_declaration_stand_side_by_side() -> None:
    tags = [tag("constant", "A", (0, 9)), tag("constant", "B", (0, 9))]
    assert shape(nest(tags)) == ["constant A", "constant B"]


def test_one_line_is_told_apart_by_bytes_and_lines_do_without() -> None:
    tags = [
        tag("class", "A", (0, 20)),
        tag("function", "f", (8, 18)),
        tag("class", "B", (20, 30)),
    ]
    assert shape(nest(tags)) == ["class A", ["method f"], "class B"]
    by_line = [
        Tag("definition", "class", "A", 1, Span(1, 3), "", ""),
        Tag("definition", "function", "f", 2, Span(2, 3), "", ""),
        Tag("definition", "class", "B", 4, Span(4, 4), "", ""),
    ]
    assert shape(nest(by_line)) == ["class A", ["method f"], "class B"]


def test_a_written_owner_takes_its_definition_wherever_it_stands() -> None:
    tags = [
        tag("method", "early", (0, 5), scope=("T",)),
        tag("struct", "T", (10, 20)),
        tag("field", "x", (12, 14)),
        tag("function", "late", (30, 35), scope=("T",)),
    ]
    assert shape(nest(tags)) == ["struct T", ["method early", "field x", "method late"]]


def test_an_owner_of_another_file_is_kept_as_a_name() -> None:
    tags = [tag("method", "f", (0, 5), scope=("A", "B"))]
    (symbol,) = nest(tags)
    assert (symbol.scope, symbol.name, symbol.kind) == (("A", "B"), "f", "method")


def test_the_nearest_owner_of_a_name_is_taken() -> None:
    tags = [
        tag("namespace", "a", (0, 40)),
        tag("class", "T", (1, 10)),
        tag("function", "f", (12, 20), scope=("T",)),
        tag("namespace", "b", (50, 90)),
        tag("class", "T", (51, 60)),
        tag("function", "g", (62, 70), scope=("T",)),
    ]
    expected = ["namespace a", ["class T", ["method f"]], "namespace b", ["class T", ["method g"]]]
    assert shape(nest(tags)) == expected


def test_a_qualified_owner_must_fit_as_a_whole() -> None:
    tags = [
        tag("class", "A", (0, 20)),
        tag("class", "Impl", (1, 10)),
        tag("function", "f", (30, 40), scope=("A", "Impl")),
        tag("method", "g", (41, 50), scope=("B", "Impl")),
    ]
    assert shape(nest(tags)) == ["class A", ["class Impl", ["method f"]], "method B.Impl.g"]


def test_a_scope_gives_its_members_to_the_type_and_is_no_symbol() -> None:
    tags = [
        tag("struct", "T", (0, 9)),
        tag("", "T", (10, 30), role="scope"),
        tag("function", "f", (12, 20)),
        tag("function", "inner", (13, 15)),
        tag("", "Foreign", (40, 60), role="scope"),
        tag("function", "g", (42, 50)),
    ]
    expected = ["struct T", ["method f", ["function inner"]], "method Foreign.g"]
    assert shape(nest(tags)) == expected


def test_a_function_owns_what_names_it_without_making_it_a_method() -> None:
    tags = [tag("function", "F", (0, 9)), tag("function", "create", (10, 20), scope=("F",))]
    assert shape(nest(tags)) == ["function F", ["function create"]]


def test_owners_that_name_each_other_do_not_go_round() -> None:
    tags = [
        tag("class", "A", (0, 9), scope=("B",)),
        tag("class", "B", (10, 20), scope=("A",)),
        tag("class", "C", (30, 60), scope=("D",)),
        tag("class", "D", (31, 40)),
    ]
    assert shape(nest(tags)) == ["class A.B", ["class A"], "class D.C", ["class D"]]


def test_a_nest_is_bounded_and_loses_nothing() -> None:
    tags = [tag("class", f"C{at}", (at, 100_000 - at)) for at in range(10_000)]
    tags += [
        tag("class", f"S{at}", (200_000 + at, 200_001 + at), scope=(f"S{at - 1}",))
        for at in range(1, 1000)
    ]
    symbols = nest(tags)
    deepest, total, level = 0, 0, list(symbols)
    while level:
        deepest += 1
        total += len(level)
        level = [child for symbol in level for child in symbol.children]
    assert total == len(tags)
    assert deepest <= 2 * DEPTH
    assert pickle.loads(pickle.dumps(symbols)) == symbols  # noqa: S301


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["class", "function", "namespace", "constant", "scope"]),
            st.sampled_from("abc"),
            st.integers(1, 30),
            st.integers(1, 30),
            st.lists(st.sampled_from("abc"), max_size=2),
        ),
        max_size=12,
    )
)
def test_any_tags_make_an_outline(
    drawn: list[tuple[str, str, int, int, list[str]]],
) -> None:
    tags = [
        tag(
            "" if kind == "scope" else kind,
            name,
            (start, start + length),
            tuple(scope),
            "scope" if kind == "scope" else "definition",
        )
        for kind, name, start, length, scope in drawn
    ]
    level, found = list(nest(tags)), 0
    while level:
        found += sum(symbol.kind != "constant" for symbol in level)
        level = [child for symbol in level for child in symbol.children]
    assert found == sum(one.kind not in ("constant", "") for one in tags)


@pytest.mark.parametrize(
    ("language", "source", "lines"),
    [
        ("c", "extern int x;\nint x;\nint x = 1;\nextern int x;\n", [3]),
        ("c", "/** Doc. */\nint f(int x);\nint f(int x) { return x; }\nint f(int x);\n", [3]),
        ("c", "#if A\nint f() { }\n#else\nint f() { }\n#endif\n", [2, 4]),
        ("cpp", "int f(int x);\nint f(char x) { return x; }\n", [1, 2]),
        ("cpp", "extern int x;\nint x = 1;\n", [2]),
    ],
)
def test_what_is_defined_too_is_not_declared_beside_it(
    language: str, source: str, lines: list[int]
) -> None:
    symbols = extract(source, language).facts.symbols
    assert [symbol.line for symbol in symbols] == lines
    assert "Doc." not in source or symbols[0].doc == "Doc."
