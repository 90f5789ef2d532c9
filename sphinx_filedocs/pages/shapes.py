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
    """A line of text that begins at ``x`` on the baseline ``y``; with the class ``fd-end`` it ends
    there, with ``fd-middle`` it has its middle there."""

    x: float
    y: float
    text: str
    classes: str = ""


class Curve(NamedTuple):
    """A line; ``path`` is in SVG's language of paths."""

    path: str
    classes: str = ""


class LinkedShapes(NamedTuple):
    """Shapes that belong together, and lead to a page.

    :param docname: of the page; ``""`` for shapes that lead nowhere.
    :param anchor: on that page, without ``#``.
    :param hint: what they are, for a reader who rests on them or cannot see them.
    :param is_stop: whether the Tab key stops at them; of hundreds of links it would not leave.
    """

    docname: str
    anchor: str
    hint: str
    shapes: tuple[Box | Label | Curve, ...]
    classes: str = ""
    is_stop: bool = False


Shape = Box | Label | Curve | LinkedShapes


class Colouring(NamedTuple):
    """One of several ways in which a picture can be coloured.

    :param key: by which the style sheet knows it.
    :param label: what a reader chooses it by.
    :param legend: the class and the meaning of each colour.
    """

    key: str
    label: str
    legend: tuple[tuple[str, str], ...]


class Picture(NamedTuple):
    """A picture, its sizes in pixels at the width that it is made for.

    :param name: ends its class, ``fd-<name>``.
    :param key: tells it from others of its name on one page.
    :param title: what it shows, in a few words.
    :param description: what there is to see in it, in a sentence.
    :param colourings: a reader chooses one of them; books have the first.
    :param chosen: the place among these of the one that is shown at first.
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
    """Return a text, else its part before the last dot, else its beginning, as far as it fits into
    the room; ``""`` where less than six letters do.

    :param shared: what other texts beside it begin with too, which is left out first.
    """
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
    """Return what more than half of some names begin with, up to a mark between words."""
    beginnings = Counter(
        name[: place + 1] for name in names for place, letter in enumerate(name) if letter in "_-"
    )
    shared = [beginning for beginning, count in beginnings.items() if 2 * count > len(names)]
    return max(shared, key=len, default="") if len(names) >= _LEAST_NAMES else ""
