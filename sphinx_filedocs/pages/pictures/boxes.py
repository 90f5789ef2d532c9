"""The layout of boxes in rows with lines between them, in pixels.

Rows are filled in the order of the boxes; in a row they stand so that lines cross little (by the
mean place of what they are tied to, as Sugiyama, Tagawa and Toda do, 1981). Lines run between rows
and through the gaps between columns, never behind a box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from sphinx_filedocs.pages.code_map import WIDTH, Rectangle

_MOST_COLUMNS, _LEAST_COLUMNS, _COLUMN_GAP = 4, 3, 32
_ROW_GAP, _LOWER_GAP = 54, 16
#: A line leaves and reaches a box so steeply, and its number stands so far from it.
_BEND, _NUMBER = 30, 15
_ARROW = 3.5

#: Two boxes by their numbers.
Ends = tuple[int, int]


class Route(NamedTuple):
    """A line from one box to another.

    :param path: in SVG's language of paths; ``arrow`` is its end.
    :param x: and *y*: the place of its number.
    """

    path: str
    arrow: str
    x: float
    y: float


class BoxLayout(NamedTuple):
    """Boxes and lines."""

    boxes: Mapping[int, Rectangle]
    routes: Mapping[Ends, Route]
    height: float


class _Port(NamedTuple):
    """Where a line touches a box; ``down`` is 1 at its lower edge, -1 at the upper one."""

    x: float
    y: float
    down: int


def layout(
    upper: Sequence[int], lower: Sequence[int], lines: Sequence[Ends], box_height: float
) -> BoxLayout:
    """Lay out boxes.

    :param upper: in rows from the top.
    :param lower: in rows below these, with no lines.
    :param lines: between upper ones.
    """
    rows = _ordered(_rows(upper), lines)
    columns = max([_LEAST_COLUMNS, *map(len, rows)])
    step = (WIDTH + _COLUMN_GAP) / columns
    cells: dict[int, tuple[int, int]] = {}
    boxes: dict[int, Rectangle] = {}
    for y, row in enumerate(rows):
        # A row with fewer boxes than others begins at a column of theirs: their gaps go on.
        for x, box in enumerate(row, (columns - len(row)) // 2):
            top = y * (box_height + _ROW_GAP)
            boxes[box] = Rectangle(x * step, top, step - _COLUMN_GAP, box_height)
            cells[box] = y, x
    # Below the last row lines only bend.
    bottom = len(rows) * (box_height + _ROW_GAP) - (_ROW_GAP - _BEND if rows else 0)
    for row in _rows(lower):
        width = (WIDTH - (len(row) - 1) * _COLUMN_GAP) / max(2, len(row))
        for x, box in enumerate(row):
            boxes[box] = Rectangle(x * (width + _COLUMN_GAP), bottom, width, box_height)
        bottom += box_height + _LOWER_GAP
    height = bottom - (_LOWER_GAP if lower else 0)
    return BoxLayout(boxes, _routes(boxes, cells, lines, step), height)


def _rows(boxes: Sequence[int]) -> list[list[int]]:
    count = ceil(len(boxes) / _MOST_COLUMNS)
    each = ceil(len(boxes) / count) if count else 0
    return [list(boxes[at : at + each]) for at in range(0, len(boxes), each)] if each else []


def _ordered(rows: list[list[int]], lines: Sequence[Ends]) -> list[list[int]]:
    tied: defaultdict[int, list[int]] = defaultdict(list)
    for source, target in lines:
        tied[source].append(target)
        tied[target].append(source)
    place = {box: float(x) for row in rows for x, box in enumerate(row)}
    for _ in range(4):
        for row in rows:
            means = {
                box: sum(place[other] for other in tied[box]) / len(tied[box])
                if tied[box]
                else place[box]
                for box in row
            }
            row.sort(key=lambda box: (means[box], place[box]))
            place.update((box, float(x)) for x, box in enumerate(row))
    return rows


def _routes(
    boxes: Mapping[int, Rectangle],
    cells: Mapping[int, tuple[int, int]],
    lines: Sequence[Ends],
    step: float,
) -> Mapping[Ends, Route]:
    ports = _ports(boxes, {ends: _sides(*(cells[box][0] for box in ends)) for ends in lines})
    routes = {}
    for ends in lines:
        start, end = ports[ends, 0], ports[ends, 1]
        far = abs(cells[ends[0]][0] - cells[ends[1]][0]) > 1
        gap = _gap_beside(start.x, cells[ends[1]][1], step) if far else None
        y = start.y + (_NUMBER if start.down > 0 else 4 - _NUMBER)
        routes[ends] = Route(_path(start, end, gap), _arrow(end), start.x, y)
    return routes


def _ports(
    boxes: Mapping[int, Rectangle], sides: Mapping[Ends, tuple[int, int]]
) -> Mapping[tuple[Ends, int], _Port]:
    """Return where each line leaves a box (0) and reaches one (1): at each edge of a box the lines
    stand as their other ends do."""
    touching: defaultdict[tuple[int, int], list[tuple[float, Ends, int]]] = defaultdict(list)
    for ends, downs in sides.items():
        for at, down in enumerate(downs):
            touching[ends[at], down].append((boxes[ends[1 - at]].x, ends, at))
    ports: dict[tuple[Ends, int], _Port] = {}
    for (box, down), touches in touching.items():
        area = boxes[box]
        y = area.y + (area.height if down > 0 else 0)
        for number, (_, ends, at) in enumerate(sorted(touches), 1):
            ports[ends, at] = _Port(area.x + area.width * number / (len(touches) + 1), y, down)
    return ports


def _sides(source: int, target: int) -> tuple[int, int]:
    """Return from which side a line leaves a box in a row, and by which one it comes to another."""
    if source == target:
        return 1, 1
    return (1, -1) if source < target else (-1, 1)


def _gap_beside(x: float, column: int, step: float) -> float:
    """Return the middle of the gap beside a column that is nearer to a place.

    :param step: how far apart columns are.
    """
    ends = column * step, (column + 1) * step
    inside = [end - _COLUMN_GAP / 2 for end in ends if 0 < end < WIDTH]
    return min(inside, key=lambda gap: abs(gap - x))


def _path(start: _Port, end: _Port, gap: float | None) -> str:
    """Return a line; through a gap between columns where boxes are in its way."""
    start_bend, end_bend = start.y + start.down * _BEND, end.y + end.down * _BEND
    begin = f"M{start.x:.0f} {start.y:.0f}C{start.x:.0f} {start_bend:.0f} "
    finish = f"{end.x:.0f} {end_bend:.0f} {end.x:.0f} {end.y:.0f}"
    if gap is None:
        return begin + finish
    first, last = start.y + start.down * _ROW_GAP, end.y + end.down * _ROW_GAP
    way = f"{gap:.0f} {start_bend:.0f} {gap:.0f} {first:.0f}L{gap:.0f} {last:.0f}"
    return f"{begin}{way}C{gap:.0f} {end_bend:.0f} {finish}"


def _arrow(end: _Port) -> str:
    y = end.y + 2 * end.down * _ARROW
    return f"M{end.x - _ARROW:.1f} {y:.1f}L{end.x:.1f} {end.y:.1f}L{end.x + _ARROW:.1f} {y:.1f}Z"
