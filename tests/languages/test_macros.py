from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.languages.c.macros import blank, hidden
from tests.full import examples, rows
from tests.tables import Table

TABLE = Table(__file__)


def blanked(source: str) -> str:
    """Return what is left of a source, without the blanks between."""
    return " ".join(blank(source.encode()).decode().split())


def test_what_can_only_be_a_macro_goes() -> None:
    TABLE.check("macros", blanked)


def test_what_is_right_without_stays() -> None:
    TABLE.check("right without", lambda source: blank(source.encode()).decode())


def test_nothing_moves() -> None:
    source = "/* é */ class C10_API Foo { // ü\n  FMT_API void f(); };\n".encode()
    result = blank(source)
    assert len(result) == len(source)
    for word in (b"Foo", b"void f()", "ü".encode(), b"/* "):
        assert result.index(word) == source.index(word)


def test_comments_stay_in_what_goes() -> None:
    source = "#ifdef A\nvoid f(int a /* one */,\n#else\nvoid f( // two\n#endif\n  int b);\n"
    assert blanked(source) == "void f(int a /* one */, // two int b);"


def test_the_text_of_a_long_macro_is_plain() -> None:
    result = blank(b"#define A(x) { \\\n  f(x) /* ) */ \\\n\nint y;\n").decode()
    assert result.splitlines()[0].startswith("#define A(x) _")
    assert "/*" not in result
    assert result.count("\n") == 4
    assert result.endswith("int y;\n")


def test_conditions_with_file_names() -> None:
    source = b'#if has(<version>) && \\\n  has("x.h")\n#include <version>\n#endif\n'
    assert blank(source).split() == [
        b"#if", b"has(", b")", b"&&", b"\\", b"has(", b")", b"#include", b"<version>", b"#endif",
    ]  # fmt: skip


def _hidden(source: bytes) -> list[tuple[bytes, int, int]]:
    """Return the names that are blanked, with line and column."""
    return [
        (
            source[start:end],
            source.count(b"\n", 0, start) + 1,
            start - source.rfind(b"\n", 0, start) - 1,
        )
        for start, end in hidden(source, blank(source))
    ]


def test_hidden_names_are_told_with_their_places() -> None:
    source = b'class C10_API Foo { };\nint x;\nOLD("use that", NEW) // that\nvoid f();\n'
    assert _hidden(source) == [(b"C10_API", 1, 6), (b"OLD", 3, 0), (b"NEW", 3, 16)]


def test_hidden_names_are_no_keywords() -> None:
    source = b"#ifdef A\nif (x)\n#else\nwhile (here)\n#endif\n  f();\n"
    assert _hidden(source) == [(b"A", 1, 7), (b"here", 4, 7)]


_PIECES = st.sampled_from(
    [
        "FOO", "__x", "class ", "struct ", "{", "}", "(", ")", ";", ",", "<", ">", "::", "=", "0",
        '"', "'", "/*", "*/", "//", "\n", "\n#if A\n", "\n#else\n", "\n#endif\n", "\n#if 0\n",
        "\n#define X \\\n", " ", "int ", "operator ", "x", 'R"(', ')"', "*", "&", "[[", "]]", "-> ",
        "const ", "#", "\\\n", "é", "final ", "template ", "default", "delete", "public:",
    ]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=60).map("".join))
@settings(max_examples=examples(300))
def test_every_byte_keeps_its_place(source: str) -> None:
    data = source.encode()
    result = blank(data)
    assert [at for at, byte in enumerate(result) if byte == 10] == [
        at for at, byte in enumerate(data) if byte == 10
    ]
    assert len(result) == len(data)
    changed = {new for old, new in zip(data, result, strict=True) if old != new}
    assert changed <= set(b" _{}")


UNITS = [
    "FOO(", "FOO ", "FOO A<", "(", "{", "a::", "FOO(x) = {", "[[", 'R"a(', "#if\n", "'a", "/*",
    "#define A \\\n", "extern FOO(int ", "class FOO ", "} FOO\n", " ", "a *", "#endif\n",
    "#if x\n#else\n", "FOO\n", "template <", "operator ", "__x ", "f(x) FOO(", "= FOO<",
]  # fmt: skip


@pytest.mark.hostile
@pytest.mark.parametrize("unit", rows(UNITS, *UNITS[::5]))
def test_time_grows_with_the_length_alone(unit: str) -> None:
    source = (unit * 100_000)[:100_000].encode()
    blank(source)
