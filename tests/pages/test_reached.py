"""Which tests reach a definition: by calls of their own, and through what they call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.samples import trees

from .sites import Made

SOURCES = trees(Path(__file__).with_name("reached_trees.txt"))["SOURCES"]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return Made(SOURCES, tmp_path)


def reached(made: Made, name: str):
    (one,) = made.codebase.graph.definitions[name]
    return made.site.uses.reached(one)


def test_tests_are_counted_that_call_it_and_those_that_reach_it_through_others(made: Made):
    assert (reached(made, "rounded").direct, reached(made, "rounded").through) == (1, 1)
    assert (reached(made, "cents").direct, reached(made, "cents").through) == (0, 2)
    assert (reached(made, "around").direct, reached(made, "around").through) == (0, 1)
    assert reached(made, "alone") is None, "that no test is known to reach it says nothing"
    assert reached(made, "test_total") is None


def test_a_shortest_way_is_on_the_page_of_the_name(made: Made):
    found = reached(made, "cents")
    assert (found.path, found.inside.name) == ("tests/test_money.py", "test_rounded")
    assert [one.name for one in found.between] == ["rounded"]

    shown = made.shown(made.site.plan.name_places["cents"].docname)
    assert "2 test files indirectly" in shown
    assert "test_rounded</a></li>" in shown


def test_a_call_less_between_changes_what_is_said_at_the_end(made: Made, tmp_path: Path):
    docname = made.site.plan.name_places["cents"].docname
    before = made.fingerprints()[docname]
    edited = SOURCES["tests/test_money.py"].replace("rounded(1)", "1")
    made.store.close()
    again = Made({**SOURCES, "tests/test_money.py": edited}, tmp_path, time=1_000_000_001)

    assert again.fingerprints()[docname] != before
    assert reached(again, "cents").through == 1


def test_a_vendored_test_reaches_nothing(tmp_path: Path):
    sources = {f"vendor/shop/{path}": text for path, text in SOURCES.items()}
    made = Made({**sources, "vendor/shop/LICENSE": "MIT", "main.py": "import sys\n"}, tmp_path)

    assert not made.codebase.graph.reached
