from __future__ import annotations

import pytest

from sphinx_filedocs.model.facts import Branch, Conditions, MacroWrite
from sphinx_filedocs.parse.facts import extract


def conditions(text: str) -> Conditions:
    return extract(text, "c").facts.conditions


def branches(text: str) -> list[tuple[int, int, str]]:
    return sorted(branch[:3] for branch in conditions(text).branches)


def test_each_branch_has_its_own_condition_and_those_around() -> None:
    found = branches(
        """\
#ifdef A
int a;
# if B > 1 /* more */
int b;
# elif defined(C)

int c;
# else
int d;
# endif
#else
int e;
#endif
int f;
"""
    )
    assert found == [
        (2, 10, "defined(A)"),
        (4, 4, "(defined(A))&&(B > 1)"),
        (6, 7, "(defined(A))&&(!(B > 1))&&(defined(C))"),
        (9, 9, "(defined(A))&&(!(B > 1))&&(!(defined(C)))"),
        (12, 12, "!(defined(A))"),
    ]


@pytest.mark.parametrize(
    ("head", "tail", "guarded"),
    [
        ("/* A. */\n#ifndef A_H\n#define A_H\n", "#endif // A_H\n", True),
        ("#if !defined(A_H)\n#define A_H 1\n", "#endif\n", True),
        ("#ifndef A_H\n", "#endif\n", False),
        ("int x;\n#ifndef A_H\n#define A_H\n", "#endif\n", False),
        ("#ifndef A_H\n#define A_H\n", "#endif\nint x;\n", False),
        ("#ifndef A_H\n#define A_H\n", "#else\nint x;\n#endif\n", False),
        ("#ifndef A_H\n#define A_H\nint x;\n#endif\n#ifdef B\n", "#endif\n", False),
    ],
)
def test_the_guard_of_a_header_is_no_condition(head: str, tail: str, guarded: bool) -> None:
    found = conditions(f"{head}int it;\n{tail}")
    assert guarded == (not found.branches)
    assert guarded <= (not found.writes)


def test_macros_that_a_file_writes() -> None:
    found = conditions(
        """\
#define ONE 1
#define TWO /* one more */ (ONE + 1)
#define CALL(x) x
#define LONG \\
  0x10
#define TEXT "#define NONE"
#  undef ONE
// #define NONE
"""
    )
    assert found.writes == (
        MacroWrite("ONE", "1", 1),
        MacroWrite("TWO", "(ONE + 1)", 2),
        MacroWrite("CALL", "()", 3),
        MacroWrite("LONG", "0x10", 4),
        MacroWrite("TEXT", "()", 6),
        MacroWrite("ONE", None, 7),
    )


def test_of_what_is_read_in_part_no_alternatives_are_known() -> None:
    found = conditions(
        """\
#ifdef A
int f(int a) {
# ifdef B
  a++;
# endif
#else
int f(long a) {
#endif
  return 0;
}
#if 0
int g(;
#else
int g;
#endif
"""
    )
    assert sorted(found.branches) == [
        Branch(2, 5, "defined(A)", False),
        Branch(4, 4, "(defined(A))&&(defined(B))", False),
        Branch(7, 7, "!(defined(A))", False),
        Branch(12, 12, "0", True),
        Branch(14, 14, "!(0)", True),
    ]


def test_what_cannot_be_read_is_known_as_such() -> None:
    assert branches("#if\nint a;\n#else\nint b;\n#endif\n") == [(2, 2, "?"), (4, 4, "!(?)")]
    long = " || ".join(f"defined(NAME_{at})" for at in range(100))
    assert branches(f"#if {long}\nint a;\n#endif\n") == [(2, 2, "?")]
    assert branches("#endif\n#else\nint a;\n#ifdef A\nint b;\n") == []
    assert branches("#ifdef A\n" * 60 + "int a;\n" + "#endif\n" * 60) == []
    assert not conditions("#define A\n" * 11_000).writes
