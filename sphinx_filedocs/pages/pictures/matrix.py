"""A matrix of who uses whom: rows use columns, both in one order in which most uses lead on."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from sphinx_filedocs.pages.code_map import WIDTH
from sphinx_filedocs.pages.pictures.shapes import Box, Label, LinkedShapes, Picture, cut
from sphinx_filedocs.pages.translation import _

#: The room for the names on the left, the height of a row, and the widest a column is.
_NAMES, _ROW, _WIDEST = 190, 24, 56
#: Cells are so far from one another, and texts so far above the lower end of a row.
_GAP, _BASELINE = 2, 8
#: A step of the scale for each power of ten and its half.
_STEPS = 5


class Tie(NamedTuple):
    """A part that uses another one, both as places in the order.

    :param uses: how many names it uses, each counted in each file that uses it.
    :param docname: with ``anchor`` where that can be seen.
    :param hint: says it in words.
    """

    source: int
    target: int
    uses: int
    docname: str
    anchor: str
    hint: str


def matrix(key: str, names: Sequence[str], ties: Sequence[Tie]) -> Picture:
    """Return a matrix. What leads back, against the order, stands below the diagonal and has a
    colour of its own.

    :param key: tells it from others on one page.
    """
    column = min(_WIDEST, (WIDTH - _NAMES) / len(names))
    shapes: list[LinkedShapes] = []
    for place, name in enumerate(names):
        number = f"{place + 1}"
        row = Label(0, _bottom(place), cut(f"{number}  {name}", _NAMES - _ROW))
        head = Label(_NAMES + (place + 0.5) * column, _bottom(-1), number, "fd-middle")
        own = _cell(column, place, place)
        shapes.append(LinkedShapes("", "", "", (row, head, own), "fd-own"))
    shapes += (_tie(column, tie) for tie in ties)
    back = sum(tie.uses for tie in ties if tie.target < tie.source)
    return Picture(
        "matrix",
        key,
        WIDTH,
        (len(names) + 1) * _ROW,
        _("Rows use columns"),
        _("{count:,} uses; {back:,} from a lower part to a higher one").format(
            count=sum(tie.uses for tie in ties), back=back
        ),
        tuple(shapes),
    )


def _tie(column: float, tie: Tie) -> LinkedShapes:
    middle = _NAMES + (tie.target + 0.5) * column
    number = Label(middle, _bottom(tie.source), f"{tie.uses:,}", "fd-middle")
    is_back = tie.target < tie.source
    step = min(_STEPS - 1, int(2 * log10(tie.uses)))
    css = "fd-tie fd-back" if is_back else f"fd-tie fd-amount-{step}"
    cell = _cell(column, tie.source, tie.target)
    return LinkedShapes(tie.docname, tie.anchor, tie.hint, (cell, number), css)


def _cell(column: float, row: int, place: int) -> Box:
    return Box(_NAMES + place * column, (row + 1) * _ROW, column - _GAP, _ROW - _GAP)


def _bottom(row: int) -> float:
    return (row + 2) * _ROW - _BASELINE
