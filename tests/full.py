"""How much the tests try: in a run before a commit, or once a week.

``FILEDOCS_FULL=1`` (as in ``tox run -e full``) adds the tests that are marked ``full``: whole
tables where a run before a commit takes a row of each kind. Properties are tried more often.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import product

import pytest

FULL = os.environ.get("FILEDOCS_FULL", "") not in ("", "0")
#: Browsers open pages of the other themes once a week.
DAILY_THEMES = ["furo", "alabaster", "pydata_sphinx_theme"]
WEEKLY_THEMES = ["sphinx_book_theme", "sphinx_rtd_theme"]
THEMES = [*DAILY_THEMES, *WEEKLY_THEMES]
#: Without it, a property is tried on one example in so many, and on so many at least: the first
#: ones are the simplest.
_ONE_IN, _LEAST = 5, 10


def examples(full: int) -> int:
    """Return how many examples a property is tried on. Example: 300 a week, 60 before a commit."""
    return full if FULL else max(full // _ONE_IN, min(full, _LEAST))


def rows(table: Iterable[object], *first: object) -> list[object]:
    """Return the parameters of a test, of which all but the *first* ones are marked ``full``.

    Example: ``rows(["html", "text", "latex"], "html")`` tries LaTeX once a week.
    """
    return [
        row
        if row in first
        else pytest.param(*row if isinstance(row, tuple) else (row,), marks=pytest.mark.full)
        for row in table
    ]


def mixed(*axes: Sequence[object]) -> list[object]:
    """Return all combinations of values; those tried before a commit have each value once.

    Example: of three themes and two widths, three of six combinations are not marked ``full``.
    """
    daily = [[value for value in axis if value not in WEEKLY_THEMES] for axis in axes]
    longest = max(map(len, daily))
    first = [tuple(axis[at % len(axis)] for axis in daily) for at in range(longest)]
    return rows(product(*axes), *first)
