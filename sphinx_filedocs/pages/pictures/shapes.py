"""What pictures are made of. A shape has classes: its colours are the style sheet's."""

from __future__ import annotations

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
