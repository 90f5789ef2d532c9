from __future__ import annotations

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
from tests.tables import Table

TABLE = Table(__file__)

KNOWN = {
    "FOO": MacroState(True, 2),
    "EMPTY": MacroState(True),
    "GONE": MacroState(False),
}


def test_what_conditions_come_to() -> None:
    TABLE.check("conditions", lambda text: evaluate(parse(text), KNOWN))


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
