from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.languages.ecmascript.imports import Fit, StarPatterns
from tests.growth import Steps, counting

_WORDS = st.text("ab/*", max_size=5)


@given(st.lists(_WORDS, unique=True), _WORDS)
def test_the_longest_beginning_fits_best(patterns: list[str], name: str) -> None:
    best: Fit | None = None
    longest = -1
    for pattern in patterns:
        before, star, after = pattern.partition("*")
        fits = star and name.startswith(before) and name.endswith(after)
        if fits and len(name) >= len(before) + len(after) and len(before) > longest:
            longest = len(before)
            best = Fit(pattern, name[len(before) : len(name) - len(after)])
    assert StarPatterns(patterns).best(name) == best


def test_a_name_is_not_compared_with_every_pattern() -> None:
    taken = []
    for size in (10, 1000):
        patterns = StarPatterns(f"@{number:04}/*" for number in range(size))
        steps = Steps(1000)
        with counting(steps):
            assert patterns.best("@0009/a/b") == Fit("@0009/*", "a/b")
        taken.append(steps.count)
    assert taken[0] == taken[1]
