from __future__ import annotations

import pytest

from sphinx_filedocs.languages.c.macros import blank


def left(source: str) -> list[str]:
    """Return the lines that are left of a source, stripped."""
    lines = (line.strip() for line in blank(source.encode()).decode().splitlines())
    return [line for line in lines if line]


@pytest.mark.parametrize(
    "source",
    [
        "#ifndef A_H\n#define A_H\nint x;\n#endif\n",
        "#if A\nint f();\n#elif B\nint f(int);\n#else\nclass C { };\n#endif\n",
        "struct A {\n#ifdef X\nint x;\n#else\nint y;\n#endif\n};\n",
        "void f() {\n#ifdef X\ng();\n#else\nif (a) { h(); }\n#endif\n}\n",
        "class A {\npublic:\n#ifdef X\nint x;\n#endif\n};\n",
        "#if A\n#if B\nint x;\n#endif\nint y;\n#endif\n",
        "#ifdef X\n#include <x.h>\n#else\n#include <y.h>\n#endif\n",
    ],
)
def test_complete_branches_stay(source: str) -> None:
    assert blank(source.encode()).decode() == source


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        # A brace that is closed elsewhere.
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f();\n#ifdef __cplusplus\n}\n#endif\n',
         ['extern "C" {', "int f();", "}"]),
        ("#ifdef A\nvoid f(int x) {\n#else\nvoid f(long x) {\n#endif\n}\n",
         ["void f(int x) {", "}"]),
        # What is not for Windows, whichever branch that is.
        ("#ifdef WIN32\nint wmain() { }\nint umain() {\n#else\nint main() {\n#endif\n}\n",
         ["int main() {", "}"]),
        ("#if !defined(_WIN32)\nint main(void) {\n#else\nint wmain(void) {\n#endif\n}\n",
         ["int main(void) {", "}"]),
        # The head of a function in each branch.
        ("#ifdef A\nint f(int x)\n#else\nlong f(long x)\n#endif\n{ }\n", ["int f(int x)", "{ }"]),
        # Parts of declarations.
        ("#ifdef A\nstatic\n#endif\nint f();\n", ["static", "int f();"]),
        ("class A\n#ifdef X\n: public B\n#else\n: public C\n#endif\n{ };\n",
         ["class A", ": public B", "{ };"]),
        ("A::A()\n  :\n#ifdef X\n  b(1),\n#endif\n  c(2) { }\n",
         ["A::A()", ":", "b(1),", "c(2) { }"]),
        ("f(a,\n#ifdef X\n  b,\n#else\n  c,\n#endif\n  d);\n", ["f(a,", "b,", "c,", "d);"]),
        ("if (a\n#if X\n && b\n#endif\n) f();\n", ["if (a", "&& b", ") f();"]),
        ("#ifdef A\nif (a) f(); else\n#endif\ng();\n", ["if (a) f(); else", "g();"]),
        ("#ifdef A\nif (a)\n#else\nwhile (b)\n#endif\ng();\n", ["if (a)", "g();"]),
        # Lists keep all of their branches.
        ("enum E {\n  A,\n#ifdef X\n  B,\n#else\n  C,\n#endif\n};\n",
         ["enum E {", "A,", "B,", "C,", "};"]),
        ("int a[] = {\n#ifdef X\n  1,\n#else\n  2,\n#endif\n};\n",
         ["int a[] = {", "1,", "2,", "};"]),
        # The first branch that holds something.
        ("#ifdef A\n#else\nvoid f() {\n#endif\n}\n", ["void f() {", "}"]),
        # What is never compiled.
        ("#if 0\nint dead;\n#endif\nint x;\n", ["int x;"]),
        ("#if 0\nint dead;\n#else\nint alive;\n#endif\n", ["int alive;"]),
        ("#if 0\n#if A\nint dead;\n#endif\n#endif\nint x;\n", ["int x;"]),
        # Includes and definitions of a branch that goes stay.
        ("#ifdef A\nvoid f() {\n#else\n#include <b.h>\nvoid g() {\n#endif\n}\n",
         ["void f() {", "#include <b.h>", "}"]),
        # Directives that nothing opened or closes.
        ("#endif\nint x;\n#else\n", ["int x;"]),
        ("int x;\n#if A\nint y;\n", ["int x;", "#if A", "int y;"]),
    ],
)  # fmt: skip
def test_other_branches_are_joined_or_go(source: str, lines: list[str]) -> None:
    assert left(source) == lines


def test_brackets_in_comments_and_literals_do_not_count() -> None:
    source = "#ifdef A\nchar c = '{'; /* { */ // {\n#endif\n#define B {\nchar* s = \"{\";\n"
    assert blank(source.encode()).decode() == source


def test_a_deep_nest_ends() -> None:
    source = "#if A\nf(\n#else\ng(\n" * 5_000 + "#endif\n" * 5_000
    assert len(blank(source.encode())) == len(source)
