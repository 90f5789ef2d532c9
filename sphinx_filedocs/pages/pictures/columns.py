"""Names with lines: a thing between two columns of them, tied to each; or names below one another,
each moved in below the one that it comes from. In pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sphinx_filedocs.pages.pictures.shapes import (
    BOLD,
    Box,
    Curve,
    Label,
    LinkedShapes,
    Shape,
    cut,
    width,
)

#: The width of all, the room for the names of a column, and for what is between them.
WIDTH, ROOM, _MIDDLE = 640, 216, 112
#: A row is as high as what a pointer has to hit; texts are so far above its lower end.
_ROW, _BASELINE = 24, 8
#: Between a name and its line, and from the edge of the box to its name.
_GAP, _INDENT = 4, 6
#: How the name in the middle is written.
_NAME = "fd-middle fd-name"


class Named(NamedTuple):
    """A name of a column.

    :param hint: its whole name, where that is longer.
    """

    docname: str
    anchor: str
    label: str
    hint: str = ""


class Column(NamedTuple):
    """A column; ``title`` says what ties its names to the one in the middle."""

    title: str
    names: Sequence[Named]


def columns(left: Column, middle: str, right: Column) -> tuple[float, tuple[Shape, ...]]:
    """Return the height of the picture and what is in it.

    :param middle: the name in the middle, which is cut where there is no room for it.
    """
    rows = max(1, len(left.names), len(right.names))
    height = (rows + 1) * _ROW
    at = _ROW + rows * _ROW / 2
    start = (WIDTH - _MIDDLE) / 2
    sides = ((left, ROOM, start, "fd-end"), (right, WIDTH - ROOM, start + _MIDDLE, ""))
    shapes: list[Shape] = []
    for column, edge, box, css in sides:
        first = _ROW + (rows - len(column.names)) * _ROW / 2
        middles = [first + (place + 0.5) * _ROW for place in range(len(column.names))]
        away = _GAP if edge < box else -_GAP
        path = "".join(_line(edge + away, y, box, at) for y in middles)
        # One line for all: it leads nowhere, the names do.
        shapes += [Curve(path, "fd-line")] if path else []
        title = Label(edge, _ROW - _BASELINE, column.title, f"{css} fd-aside".strip())
        shapes.append(LinkedShapes("", "", "", (title,), "fd-part"))
        for y, named in zip(middles, column.names, strict=True):
            name = Label(edge, y + _ROW / 2 - _BASELINE, named.label, css)
            shapes.append(
                LinkedShapes(named.docname, named.anchor, named.hint, (name,), is_stop=True)
            )
    frame = Box(start, at - _ROW / 2, _MIDDLE, _ROW, round=6)
    said = Label(WIDTH / 2, at + _ROW / 2 - _BASELINE, cut(middle, _MIDDLE - 2 * _INDENT), _NAME)
    return height, (*shapes, LinkedShapes("", "", "", (frame, said), "fd-part"))


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    bend = (x + to_x) / 2
    return f"M{x:.0f} {y:.0f}C{bend:.0f} {y:.0f} {bend:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"


#: How far a name is moved in, where lines begin below one and end before one, and how far an
#: aside is from its name, which may be bold.
_STEP, _BELOW, _BEFORE, _ASIDE = 24, 8, 4, 10
#: Deeper names are not moved in further.
_DEEPEST = 12


class HierarchyName(NamedTuple):
    """A name.

    :param depth: 0 for one that comes from no other.
    :param aside: what stands behind it.
    """

    depth: int
    label: str
    docname: str
    anchor: str
    aside: str = ""
    is_own: bool = False


def branches(rows: Sequence[HierarchyName]) -> tuple[float, tuple[Shape, ...]]:
    """Return the height of the picture and what is in it.

    :param rows: from the top; each comes from the last one before it that is less deep.
    """
    names: list[Shape] = []
    path = ""
    at: dict[int, float] = {}
    for number, row in enumerate(rows):
        depth, bottom = min(row.depth, _DEEPEST), (number + 1) * _ROW
        x, middle = depth * _STEP, bottom - _ROW / 2
        at[depth] = bottom
        if depth and depth - 1 in at:
            above = x - _STEP + _BELOW
            path += f"M{above} {at[depth - 1] - _BEFORE}L{above} {middle:.0f}"
            path += f"L{x - _BEFORE} {middle:.0f}"
        shown = cut(row.label, WIDTH / 2)
        name = Label(x, bottom - _BASELINE, shown, "fd-name" if row.is_own else "")
        names.append(LinkedShapes(row.docname, row.anchor, "", (name,), is_stop=True))
        if row.aside:
            behind = x + width(shown) * BOLD + _ASIDE
            aside = Label(behind, bottom - _BASELINE, cut(row.aside, WIDTH - behind), "fd-aside")
            names.append(LinkedShapes("", "", "", (aside,), "fd-part"))
    lines = (Curve(path, "fd-line"),) if path else ()
    return len(rows) * _ROW, (*lines, *names)
