from __future__ import annotations

import pytest

from sphinx_filedocs.languages.c.macros import blank
from tests.tables import Table

TABLE = Table(__file__)


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


def test_other_branches_are_joined_or_go() -> None:
    TABLE.check("branches", lambda source: "⏎".join(left(source)))


def test_brackets_in_comments_and_literals_do_not_count() -> None:
    source = "#ifdef A\nchar c = '{'; /* { */ // {\n#endif\n#define B {\nchar* s = \"{\";\n"
    assert blank(source.encode()).decode() == source


def test_a_deep_nest_ends() -> None:
    source = "#if A\nf(\n#else\ng(\n" * 5_000 + "#endif\n" * 5_000
    assert len(blank(source.encode())) == len(source)
