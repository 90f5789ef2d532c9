"""What pictures look like where no style sheet says it, as in books: dark on white.

The colours are those of ``static/filedocs.css`` for light pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sphinx_filedocs.pages.pictures.shapes import Box, Curve, Label, LinkedShapes, Picture

TEXT, MUTED, LINE, RAISED = "1f2328", "59606a", "dfe3e8", "f6f8fa"
WHITE = "ffffff"
#: Of the languages, by the number at the end of their class.
LANGUAGES = (
    *("336fb8", "a15d29", "337c47", "845bae", "b64a50", "007a7f"),
    *("866a29", "a65084", "5a66c0", "5d7627", "946154", "676f76"),
)
#: The scale for amounts.
AMOUNTS = ("d3e7fe", "a4c7f1", "6c98cb", "3b70ac", "004b8f")
#: What is written on the steps from this one on is white.
_FIRST_DARK = 3
#: Of uses, of their arrows and of bars, and of what leads back in a matrix.
USE, ARROW, BACK = AMOUNTS[2], AMOUNTS[3], LANGUAGES[1]
_THICKNESS = {"fd-thick-1": 1.0, "fd-thick-2": 1.5, "fd-thick-3": 2.2, "fd-thick-4": 3.0}
_SIZE, _SMALL = 11.0, 10.5


class Painted(NamedTuple):
    """A shape with its colours, six hexadecimal digits, ``""`` for none.

    :param fill: of an area or of letters.
    :param thickness: of the stroke, in pixels as all sizes.
    :param size: of letters.
    """

    shape: Box | Label | Curve
    fill: str = ""
    stroke: str = ""
    thickness: float = 1.0
    size: float = _SIZE
    is_bold: bool = False


def painted(picture: Picture) -> Iterator[Painted]:
    """Yield what is seen of a picture, in the first of its colourings."""
    for shape in picture.shapes:
        if not isinstance(shape, LinkedShapes):
            yield _painted(shape, frozenset(shape.classes.split()))
            continue
        around = shape.classes.split()
        for part in shape.shapes:
            own = frozenset([*around, *part.classes.split()])
            # What is there for the pointer alone is not seen.
            if "fd-reach" not in own:
                yield _painted(part, own)


def legend(picture: Picture) -> Iterator[tuple[str, str]]:
    """Yield the colours of the first colouring, each with its meaning."""
    for colouring in picture.colourings[:1]:
        for classes, meaning in colouring.legend:
            yield _language(classes.split()), meaning


def _painted(shape: Box | Label | Curve, classes: frozenset[str]) -> Painted:
    match shape:
        case Label():
            is_bold = not classes.isdisjoint(("fd-head", "fd-name"))
            size = _SMALL if "fd-aside" in classes else _SIZE
            return Painted(shape, _ink(classes), size=size, is_bold=is_bold)
        case Curve():
            if not classes.isdisjoint(("fd-arrow", "fd-bars")):
                return Painted(shape, fill=ARROW)
            if "fd-line" not in classes:
                return Painted(shape, stroke=LINE)
            thickness = next((_THICKNESS[css] for css in classes if css in _THICKNESS), 1.0)
            return Painted(shape, stroke=USE, thickness=thickness)
        case Box():
            return _area(shape, classes)


def _area(shape: Box, classes: frozenset[str]) -> Painted:
    if "fd-cell" in classes:
        return Painted(shape, fill=_language(classes))
    if "fd-back" in classes:
        return Painted(shape, fill=BACK)
    if "fd-tie" in classes:
        return Painted(shape, fill=AMOUNTS[_number(classes, "fd-amount-")])
    if "fd-base" in classes:
        return Painted(shape, stroke=MUTED)
    return Painted(shape, fill=RAISED, stroke=LINE)


def _ink(classes: frozenset[str]) -> str:
    if "fd-cell" in classes or "fd-back" in classes:
        return WHITE
    if "fd-tie" in classes:
        return WHITE if _number(classes, "fd-amount-") >= _FIRST_DARK else TEXT
    is_muted = not classes.isdisjoint(("fd-vendored", "fd-aside", "fd-halo", "fd-bars"))
    return MUTED if is_muted else TEXT


def _language(classes: Iterable[str]) -> str:
    return LANGUAGES[_number(classes, "fd-language-")]


def _number(classes: Iterable[str], prefix: str) -> int:
    return int(next(css.removeprefix(prefix) for css in classes if css.startswith(prefix)))
