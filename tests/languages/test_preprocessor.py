from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.languages.c.preprocessor import (
    MacroState,
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


PARTS = st.recursive(
    st.sampled_from(["0", "1", "3", "?", *"ABC", *(f"defined({name})" for name in "ABC")]),
    lambda part: (
        st.builds("{}({})".format, st.sampled_from("!-+"), part)
        | st.builds(
            "({}) {} ({})".format, part, st.sampled_from(["&&", "||", "==", "<", "+", "&"]), part
        )
    ),
    max_leaves=12,
)
STATES = st.fixed_dictionaries(
    {
        name: st.just(MacroState(False)) | st.builds(MacroState, st.just(True), st.integers(0, 3))
        for name in "ABC"
    }
)


@given(PARTS, STATES, st.sets(st.sampled_from("ABC")))
def test_what_is_known_of_a_part_stays_when_more_is_known(text, states, unknown) -> None:
    condition = parse(text)
    some = {name: state for name, state in states.items() if name not in unknown}
    before = number_of(condition, some)
    assert before is None or number_of(condition, states) == before
    verdict = evaluate(condition, some)
    assert verdict is None or evaluate(condition, states) is verdict
