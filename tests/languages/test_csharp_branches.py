"""Conditions inside members of C# that its grammar can't read lose nothing of the type around."""

from __future__ import annotations

import pytest

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.c_sharp import blank
from sphinx_filedocs.parse import outline, parser

MEMBERS = {
    "one brace in each branch": (
        "int f() {\n#if A\nif (a) {\n#else\nif (b) {\n#endif\nreturn 1; } return 3; }"
    ),
    "one brace in one branch": "int f() {\n#if A\nif (a) {\n#endif\ng();\n#if A\n}\n#endif\n}",
    "two beginnings": "#if A\nint f() { return 1;\n#else\nint f() { return 2;\n#endif\n}",
    "two bodies": "int f()\n#if A\n{ return 1; }\n#else\n=> 2;\n#endif\n",
    "a constraint": "int f<T>()\n#if A\nwhere T : class\n#endif\n{ return 1; }",
    "branches in a branch": (
        "int f() {\n#if A\n#if B\nif (a) {\n#else\nif (b) {\n#endif\n}\n#endif\nreturn 1; }"
    ),
    "braces in strings": (
        'int f() {\n#if A\ng("{", @"\\{", $@"{{""", \'{\', """{"{""");  // {\n#endif\nreturn 1; }'
    ),
}


@pytest.mark.parametrize("member", MEMBERS.values(), ids=MEMBERS)
def test_a_type_keeps_its_members(member: str) -> None:
    text = f"class K {{\nint before() {{ return 1; }}\n{member}\nint after() {{ return 1; }}\n}}\n"
    (found,) = outline.nest(parser.parse(text, load()["c_sharp"]).definitions)
    assert [one.name for one in found.children] == ["before", "f", "after"]
    blanked = blank(text.encode())
    assert [*map(len, blanked.split(b"\n"))] == [*map(len, text.encode().split(b"\n"))]


@pytest.mark.parametrize(
    "member",
    [
        "int f() {\n#if A\nreturn 1;\n#else\nreturn 2;\n#endif\n}",
        "#if A\nint f() { return 1; }\n#else\nint g() { return 2; }\n#endif",
        "int f(int a\n#if A\n, int b\n#endif\n) { return a; }",
    ],
)
def test_branches_that_can_be_read_stay(member: str) -> None:
    text = f"class K {{\n{member}\n}}\n".encode()
    assert blank(text) == text


def test_what_is_not_closed_stays() -> None:
    text = b"#endif\n#else\nclass K {\n#if A\nint f() {\n#else\n}\n"
    assert blank(text) == text
