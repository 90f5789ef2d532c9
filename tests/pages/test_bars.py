"""Changes by month, as bars."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.pictures.bars import HEIGHT, WIDTH, sparkline
from sphinx_filedocs.pages.pictures.shapes import Curve, LinkedShapes, Picture

MONTH = st.builds("{:04}-{:02}".format, st.integers(1970, 2100), st.integers(1, 12))


def bars(picture: Picture) -> list[tuple[float, float, float]]:
    """Return the left end, the width and the height of each bar."""
    (drawn,) = picture.shapes
    assert isinstance(drawn, LinkedShapes)
    curve = drawn.shapes[0]
    assert isinstance(curve, Curve)
    corners = re.findall(r"M([\d.]+) \d+L[\d.]+ ([\d.]+)L([\d.]+)", curve.path)
    return [(float(x), float(end) - float(x), HEIGHT - float(top)) for x, top, end in corners]


def test_a_month_without_a_change_has_no_bar_and_its_room() -> None:
    (picture,) = sparkline("", [("2025-11", 4), ("2026-01", 2), ("2026-04", 1)])
    (first, _, high), (second, _, half), (third, _, _) = bars(picture)
    assert second - first == 24
    assert third - second == 36
    assert (high, half) == (HEIGHT, HEIGHT / 2)
    assert picture.title == "Changes by month"
    assert picture.description == "2025-11 to 2026-04, 4 at most"


def test_many_years_are_in_quarters() -> None:
    months = [(f"{year}-{month:02}", 1) for year in range(2010, 2026) for month in (1, 2, 3, 7)]
    (picture,) = sparkline("", months)
    assert picture.title == "Changes by quarter"
    assert picture.description == "2010-01 to 2025-07, 3 at most"
    assert len(bars(picture)) == 32


def test_of_few_changes_or_a_short_time_there_is_none() -> None:
    assert not sparkline("", [])
    assert not sparkline("", [("2026-01", 90), ("2026-02", 9)])
    assert not sparkline("", [("2020-01", 1), ("2026-02", 2)])


@given(st.dictionaries(MONTH, st.integers(1, 10**6)))
def test_all_bars_are_in_the_picture_and_seen(counts: dict[str, int]) -> None:
    for picture in sparkline("", sorted(counts.items())):
        found = bars(picture)
        assert max(high for _, _, high in found) == HEIGHT
        for x, width, high in found:
            assert 0 <= x < x + width <= WIDTH
            assert 1 <= high <= HEIGHT
