"""A thing between two columns of names."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.pictures.columns import ROOM, WIDTH, Column, Named, columns
from sphinx_filedocs.pages.pictures.shapes import Box, Curve, Label, LinkedShapes, cut_before, width

#: The least that a pointer can hit, in pixels: WCAG 2.2, criterion 2.5.8.
TARGET = 24


def column(title: str, count: int) -> Column:
    return Column(
        title, [Named(f"d{number}", "", f"{title}{number}.py") for number in range(count)]
    )


@given(st.integers(0, 12), st.integers(0, 12))
def test_each_name_has_a_line_a_link_and_room_to_be_hit(left: int, right: int) -> None:
    height, shapes = columns(column("l", left), "middle.py", column("r", right))
    links = [one for one in shapes if isinstance(one, LinkedShapes) and one.docname]
    assert len(links) == left + right
    places: dict[float, list[float]] = {}
    for one in links:
        (label,) = one.shapes
        assert isinstance(label, Label)
        places.setdefault(label.x, []).append(label.y)
    for rows in places.values():
        assert all(below - above >= TARGET for above, below in pairwise(rows))
        assert all(0 < y < height for y in rows)
    lines = [one for one in shapes if isinstance(one, Curve)]
    assert sum(one.path.count("M") for one in lines) == left + right
    # Every line ends at the box, which is between the columns.
    (box,) = (one for part in shapes for one in getattr(part, "shapes", ()) if isinstance(one, Box))
    ends = {float(x) for one in lines for x in re.findall(r" (\d+) \d+(?=M|$)", one.path)}
    assert ends <= {box.x, box.x + box.width}
    assert ROOM < box.x < box.x + box.width < WIDTH - ROOM
    assert box.y + box.height <= height


def test_of_a_long_path_the_end_is_seen() -> None:
    path = "packages/compiler/internal/transformers/declarations/emit.ts"
    shown = cut_before(path, 200)
    assert shown.startswith("…")
    assert path.endswith(shown[1:])
    assert width(shown) <= 200
    assert cut_before("emit.ts", 200) == "emit.ts"
