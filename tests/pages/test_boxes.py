"""Boxes in rows with lines between them, none of which runs behind a box."""

from __future__ import annotations

import re
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.code_map import WIDTH, Rectangle
from sphinx_filedocs.pages.pictures.boxes import Ends, layout

HEIGHT = 58
LINES = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=14)


def points(path: str) -> list[tuple[float, float]]:
    """Return places on a line, ends included."""
    steps = re.findall(r"([MCL])([^MCL]+)", path)
    found: list[tuple[float, float]] = []
    for kind, numbers in steps:
        values = [float(one) for one in numbers.split()]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if kind == "M":
            found.append(ends[0])
        elif kind == "L":
            (x, y), (last_x, last_y) = ends[0], found[-1]
            parts = [n / 20 for n in range(21)]
            found += [(last_x + (x - last_x) * t, last_y + (y - last_y) * t) for t in parts]
        else:
            a, (b, c, d) = found[-1], ends
            for t in (n / 20 for n in range(21)):
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                x, y = (
                    sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True))
                    for axis in (0, 1)
                )
                found.append((x, y))
    return found


def is_inside(place: tuple[float, float], box: Rectangle) -> bool:
    x, y = place
    return box.x + 1 < x < box.x + box.width - 1 and box.y + 1 < y < box.y + box.height - 1


@given(st.integers(1, 12), st.integers(0, 3), LINES)
def test_no_line_runs_behind_a_box(count: int, bases: int, some: set[Ends]) -> None:
    lines = sorted((one, other) for one, other in some if one != other and max(one, other) < count)
    made = layout(range(count), range(count, count + bases), lines, HEIGHT)
    assert made.boxes.keys() == set(range(count + bases))
    for one, other in combinations(made.boxes.values(), 2):
        assert one.x + one.width <= other.x or other.x + other.width <= one.x or one.y != other.y
    for box in made.boxes.values():
        assert box.x >= 0
        assert box.x + box.width <= WIDTH + 0.01
        assert box.y + box.height <= made.height
    for (source, target), route in made.routes.items():
        way = points(route.path)
        assert not any(is_inside(place, box) for place in way for box in made.boxes.values())
        for box, (x, y) in ((made.boxes[source], way[0]), (made.boxes[target], way[-1])):
            assert box.x - 1 <= x <= box.x + box.width + 1
            assert min(abs(y - box.y), abs(y - box.y - box.height)) < 1
        assert all(-1 <= y <= made.height for _, y in way)


def test_lines_of_a_row_stand_so_that_they_do_not_cross() -> None:
    made = layout(range(8), (), [(0, 7), (1, 6), (2, 5), (3, 4)], HEIGHT)
    upper = sorted(range(4), key=lambda box: made.boxes[box].x)
    lower = sorted(range(4, 8), key=lambda box: made.boxes[box].x)
    assert [7 - box for box in upper] == lower
