"""Deep and long sources whose names are linked in little time."""

from __future__ import annotations

import pytest

from .link_trees import leads

TEXTS = {
    "a.c": ["namespace a { " * 3_000 + "int x;" + "}" * 3_000],
    "a.cpp": ["namespace a { " * 3_000 + "int x;" + "}" * 3_000],
    "a.go": [
        "package a\nvar x = " + "f(" * 3000 + ")" * 3000,
        "package a\nvar x = a" + ".b" * 20_000,
        "package a\nvar x = []T{" + "{a: 1}," * 20_000 + "}",
        "package a\nfunc f() { " + "if x := 1; x > 0 { " * 3000 + "}" * 3001,
    ],
    "A.java": [
        "class A { int x = " + "a(" * 5_000 + ")" * 5_000 + "; }",
        "class A { Object x = a" + ".b(1).c" * 5_000 + "; }",
        "class A { " + "class B { " * 1_000 + "}" * 1_001,
        "class A extends A.B.C { A.B x = " + "(A) " * 2_000 + "y; }",
    ],
    "a.py": [
        "x" + ".a" * 20_000,
        "f(" * 5_000 + ")" * 5_000,
        "a = " * 3_000 + "1",
        "".join(f"{' ' * depth}def f{depth}():\n" for depth in range(90)) + " " * 95 + "pass",
        "lambda x: " * 3_000 + "x",
        "[" * 2_000 + "x for x in " * 50 + "]" * 2_000,
        "lambda x=" * 2_000 + "x" + ": x" * 2_000,
    ],
    "a.rs": [
        "fn f() { " + "f(" * 3000 + ")" * 3000 + " }",
        "fn f() { a" + ".b" * 20_000 + " }",
        "use " + "a::{" * 3000 + "b" + "}" * 3000 + ";",
        "use a::{" + "b, " * 20_000 + "};",
        "mod a { " * 2000 + "fn f() {}" + "}" * 2000,
        "fn f() { match x { " + "Some(a) => 1, " * 5000 + "} }",
        "fn f<" + "T: X, " * 1000 + ">() where " + "T: X, " * 1000 + " {}",
    ],
    "a.sh": [
        "echo " + "$(a " * 1_000 + ")" * 1_000,
        "\n".join(f"v{at}=$v{at - 1}; f{at} a" for at in range(5_000)),
    ],
}


@pytest.mark.hostile
@pytest.mark.parametrize("path", TEXTS)
def test_deep_and_long_sources_take_little_time(path: str) -> None:
    for text in TEXTS[path]:
        leads({path: text})
