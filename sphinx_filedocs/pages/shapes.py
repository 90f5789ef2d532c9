"""Shapes of pictures, and the room that text takes in them, without measuring fonts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; ``round`` is the radius of its corners."""

    x: float
    y: float
    width: float
    height: float
    classes: str = ""
    round: float = 0


class Label(NamedTuple):
    """A text from ``x`` on the baseline ``y``, to it with the class ``fd-end``, around it with
    ``fd-middle``."""

    x: float
    y: float
    text: str
    classes: str = ""


class Curve(NamedTuple):
    """A line; ``path`` is in SVG's language of paths."""

    path: str
    classes: str = ""


class LinkedShapes(NamedTuple):
    """Shapes that link to a page.

    :param docname: ``""`` for no link; ``anchor`` without ``#``.
    :param hint: on hover, and for screen readers.
    :param is_stop: whether the Tab key stops there; hundreds of stops would trap a reader.
    """

    docname: str
    anchor: str
    hint: str
    shapes: tuple[Box | Label | Curve, ...]
    classes: str = ""
    is_stop: bool = False


Shape = Box | Label | Curve | LinkedShapes


class Colouring(NamedTuple):
    """A colouring of a picture.

    :param key: in the style sheet.
    :param label: for the reader's choice.
    :param legend: class and meaning of each colour.
    """

    key: str
    label: str
    legend: tuple[tuple[str, str], ...]


class Picture(NamedTuple):
    """A picture, in pixels.

    :param name: ends its class, ``fd-<name>``.
    :param key: tells it from others of its name on one page.
    :param description: its content in a sentence.
    :param colourings: for the reader to choose; books have the first.
    :param chosen: the number of the first one shown.
    """

    name: str
    key: str
    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]
    colourings: tuple[Colouring, ...] = ()
    chosen: int = 0


#: The widths of letters in parts of the size of the font, about those of Arial and fonts like it.
_WIDE, _NARROW = frozenset("mwMW@%"), frozenset("iljtfrI.,:;!'|()[]/ ")
_LEAST = 6
#: Of fewer names nobody sees what they share.
_LEAST_NAMES = 3


#: The size of the font, in pixels.
_SIZE = 11
#: So many times the room take bold letters.
BOLD = 1.1


def width(text: str) -> float:
    """Return about how wide a text is, in pixels."""
    return _SIZE * sum(map(_letter, text))


def _letter(letter: str) -> float:
    if letter in _WIDE:
        return 0.88
    if letter in _NARROW:
        return 0.33
    return 0.7 if letter.isupper() or letter > "\u2e7f" else 0.57


def cut(text: str, room: float) -> str:
    """Return a text, or as much of its beginning as fits into the room, with an ellipsis."""
    if width(text) <= room:
        return text
    left = room / _SIZE - 1
    for place, letter in enumerate(text):
        left -= _letter(letter)
        if left < 0:
            return f"{text[:place]}…"
    return text


def fitted(text: str, room: float, shared: str = "") -> str:
    """Return a text cut to the room: without its ending, without a *shared* beginning, or
    ``""``."""
    if width(text) <= room:
        return text
    stem = text.rpartition(".")[0]
    if stem and width(stem) <= room:
        return stem
    if shared and text.startswith(shared):
        text = f"…{(stem or text)[len(shared) :]}"
        if width(text) <= room:
            return text
    return shown if len(shown := cut(text, room)) > _LEAST else ""


def shared_beginning(names: Sequence[str]) -> str:
    """Return the common beginning of most names, up to a mark."""
    beginnings = Counter(
        name[: place + 1] for name in names for place, letter in enumerate(name) if letter in "_-"
    )
    shared = [beginning for beginning, count in beginnings.items() if 2 * count > len(names)]
    return max(shared, key=len, default="") if len(names) >= _LEAST_NAMES else ""
