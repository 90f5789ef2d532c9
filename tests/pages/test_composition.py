"""What a tree is made of: the order of folders, its core, what it offers, where to begin."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.insight.most_used import ordered

EDGES = st.dictionaries(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), st.integers(1, 9), max_size=12
)


def test_who_needs_others_goes_before_them() -> None:
    assert ordered("abc", {("c", "b"): 1, ("b", "a"): 1}) == ["c", "b", "a"]
    assert ordered("ab", {("a", "b"): 1, ("b", "a"): 5}) == ["b", "a"]
    # What is in no circle goes before the circle that it needs, whatever it is called.
    assert ordered("abz", {("z", "a"): 1, ("a", "b"): 1, ("b", "a"): 1})[0] == "z"


@given(EDGES)
def test_only_what_is_in_a_circle_leads_back(weights: dict[tuple[str, str], int]) -> None:
    order = ordered("abcdef", weights)
    assert sorted(order) == list("abcdef")
    for source, target in weights:
        if order.index(source) > order.index(target):
            reached, pending = set(), [target]
            while pending:
                one = pending.pop()
                if one not in reached:
                    reached.add(one)
                    pending += [end for start, end in weights if start == one]
            assert source in reached
