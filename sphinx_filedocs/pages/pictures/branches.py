"""Names below one another, each moved in below the one that it comes from; in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sphinx_filedocs.pages.pictures.lettering import BOLD, cut, width
from sphinx_filedocs.pages.pictures.shapes import Curve, Label, LinkedShapes, Shape

WIDTH = 640
#: A row is as high as what a pointer has to hit; texts are so far above its lower end.
_ROW, _BASELINE = 24, 8
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
