"""Pictures: their shapes, the room that text takes in them, and their SVG in a page of HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from sphinx_filedocs.pages.text import printable_line


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
    :param colourings: for the reader to choose.
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


def svg(picture: Picture, uri: Callable[[str, str], str]) -> str:
    """Return a picture as HTML, with legends and a choice of colourings, without ids."""
    shapes = "".join(_shape(shape, uri) for shape in picture.shapes)
    size = f"{_number(picture.width)} {_number(picture.height)}"
    title = _text(picture.title)
    # A group with links in it, not an image: what is inside of an image cannot be reached.
    drawn = (
        f'<svg viewBox="0 0 {size}" role="group" aria-label="{title}">'
        f"<desc>{_text(picture.description)}</desc>{shapes}</svg>"
    )
    # Where there is no room for it, it scrolls by itself, by the keyboard too.
    scrolling = f'<div class="fd-scroll" tabindex="0" role="region" aria-label="{title}">'
    choices, legends = _colourings(picture)
    return (
        f'<div class="fd-picture fd-{picture.name}">{choices}{legends}'
        f"{scrolling}{drawn}</div></div>\n"
    )


def _colourings(picture: Picture) -> tuple[str, str]:
    choices = legends = ""
    group = _text(f"{picture.name} {picture.key}")
    for number, colouring in enumerate(picture.colourings):
        checked = " checked" if number == picture.chosen else ""
        choices += (
            f'<label><input type="radio" name="{group}" value="{colouring.key}"{checked}>'
            f"{_text(colouring.label)}</label>"
        )
        entries = "".join(
            f'<li><span class="fd-swatch {css}"></span>{_text(meaning)}</li>'
            for css, meaning in colouring.legend
        )
        legends += f'<ul class="fd-legend fd-of-{colouring.key}">{entries}</ul>'
    if len(picture.colourings) > 1:
        title = _text(picture.title)
        choices = f'<div class="fd-choices" role="radiogroup" aria-label="{title}">{choices}</div>'
    else:
        choices = ""
    return choices, legends


def _shape(shape: Shape, uri: Callable[[str, str], str]) -> str:
    match shape:
        case Box(x, y, width, height, classes, corner):
            rounded = f' rx="{_number(corner)}"' if corner else ""
            return (
                f'<rect{_classes(classes)} x="{_number(x)}" y="{_number(y)}" '
                f'width="{_number(width)}" height="{_number(height)}"{rounded}/>'
            )
        case Label(x, y, text, classes):
            place = f'x="{_number(x)}" y="{_number(y)}"'
            return f"<text{_classes(classes)} {place}>{_text(text)}</text>"
        case Curve(path, classes):
            return f'<path{_classes(classes)} d="{path}"/>'
        case LinkedShapes(docname, anchor, hint, shapes, classes, is_stop):
            inner = "".join(_shape(part, uri) for part in shapes)
            said = f"<title>{_text(hint)}</title>" if hint else ""
            address = uri(docname, anchor) if docname else ""
            if not address:
                return f"<g{_classes(classes)}>{said}{inner}</g>"
            stop = "" if is_stop else ' tabindex="-1"'
            return f'<a{_classes(classes)} href="{escape(address)}"{stop}>{said}{inner}</a>'


def _classes(classes: str) -> str:
    return f' class="{classes}"' if classes else ""


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text(text: str) -> str:
    return escape(printable_line(text))
