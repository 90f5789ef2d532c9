from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.languages.c.preprocessor import (
    Binary,
    Condition,
    IsDefined,
    Literal,
    MacroState,
    MacroValue,
    Unary,
    Unknown,
    evaluate,
    names_in,
    number_of,
    parse,
)

KNOWN = {
    "FOO": MacroState(True, 2),
    "EMPTY": MacroState(True),
    "GONE": MacroState(False),
}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("defined(FOO)", True),
        ("defined FOO && !defined ( GONE )", True),
        ("defined(EMPTY)", True),
        ("defined(OTHER)", None),
        ("FOO > 1", True),
        ("FOO == 3 || GONE", False),
        ("GONE", False),
        ("OTHER", None),
        ("EMPTY", None),
        # One side is enough, if it decides.
        ("OTHER && GONE", False),
        ("FOO || OTHER", True),
        ("OTHER || GONE", None),
        ("!(OTHER && GONE)", True),
        ("?&&(GONE)", False),
        ("FOO + 1 * 2 == 4 && -FOO < 0 && ~0", True),
        ("0x10 == 16 && 010 == 8 && 0b11 == 3 && 1'000UL == 1000", True),
        ("(FOO & 3) == 2 && (FOO ^ 2) == 0 && (FOO | 1) == 3", True),
        # Written so that it can't be told, or not read: nothing is said.
        ("FOO / 2", None),
        ("FOO << 1", None),
        ("FOO ? 1 : 0", None),
        ("__has_include(<x.h>) && GONE", False),
        ("VERSION(1, (2)) || FOO", True),
        ("defined(FOO", None),
        ("defined", None),
        ("FOO(", None),
        ("1 +", None),
        ("'a'", None),
        ('"a"', None),
        ("1.5", None),
        ("FOO FOO", None),
        ("", None),
        ("(" * 400 + "1" + ")" * 400, None),
        ("!" * 900 + "1", None),
        ("1" * 5000, None),
    ],
)
def test_what_conditions_come_to(condition: str, expected: bool | None) -> None:
    assert evaluate(parse(condition), KNOWN) is expected


def test_macros_that_a_condition_asks_for() -> None:
    found = names_in(parse("defined(A) && (B > 1 || !C) && __has_include(<D>)"))
    assert [*found] == ["A", "B", "C"]


NAMES = st.sampled_from(["A", "B", "C"])
PARTS: st.SearchStrategy[Condition] = st.recursive(
    st.builds(Literal, st.integers(0, 3))
    | st.builds(IsDefined, NAMES)
    | st.builds(MacroValue, NAMES)
    | st.just(Unknown()),
    lambda part: (
        st.builds(Unary, st.sampled_from("!-+~"), part)
        | st.builds(Binary, st.sampled_from(["&&", "||", "==", "<", "+", "&"]), part, part)
    ),
    max_leaves=12,
)
STATES = st.fixed_dictionaries(
    {
        name: st.just(MacroState(False)) | st.builds(MacroState, st.just(True), st.integers(0, 3))
        for name in "ABC"
    }
)


@given(PARTS, STATES, st.sets(NAMES))
def test_what_is_known_of_a_part_stays_when_more_is_known(condition, states, unknown) -> None:
    some = {name: state for name, state in states.items() if name not in unknown}
    before = number_of(condition, some)
    assert before is None or number_of(condition, states) == before
    verdict = evaluate(condition, some)
    assert verdict is None or evaluate(condition, states) is verdict


def written(condition: Condition) -> str:
    if isinstance(condition, Unary):
        return f"{condition.sign} ({written(condition.part)})"
    if isinstance(condition, Binary):
        return f"({written(condition.left)}) {condition.sign} ({written(condition.right)})"
    if isinstance(condition, IsDefined):
        return f"defined({condition.name})"
    return str(condition[0]) if condition else "?"


@given(PARTS)
def test_a_condition_is_read_as_it_is_written(condition: Condition) -> None:
    assert parse(written(condition)) in (condition, Unknown())
