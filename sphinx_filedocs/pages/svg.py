"""Write pictures as SVG: within a page of HTML, or as an image that needs no style sheet."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import NamedTuple

from sphinx_filedocs.pages.shapes import Box, Curve, Label, LinkedShapes, Picture, Shape
from sphinx_filedocs.pages.text import printable_line

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
#: Of lines, and of what leads back in a matrix.
USE, BACK = AMOUNTS[2], LANGUAGES[1]
_SIZE, _SMALL = 11.0, 10.5


class Painted(NamedTuple):
    """A shape with its colours, six hexadecimal digits or ``""``; sizes in pixels."""

    shape: Box | Label | Curve
    fill: str = ""
    stroke: str = ""
    thickness: float = 1.0
    size: float = _SIZE
    is_bold: bool = False


def painted(picture: Picture) -> Iterator[Painted]:
    """Yield the shapes of a picture in its first colouring."""
    for shape in picture.shapes:
        if not isinstance(shape, LinkedShapes):
            yield _paint(shape, frozenset(shape.classes.split()))
            continue
        around = shape.classes.split()
        for part in shape.shapes:
            own = frozenset([*around, *part.classes.split()])
            yield _paint(part, own)


def legend(picture: Picture) -> Iterator[tuple[str, str]]:
    """Yield the colours of the first colouring, each with its meaning."""
    for colouring in picture.colourings[:1]:
        for classes, meaning in colouring.legend:
            yield _language(classes.split()), meaning


def _paint(shape: Box | Label | Curve, classes: frozenset[str]) -> Painted:
    match shape:
        case Label():
            is_bold = not classes.isdisjoint(("fd-head", "fd-name"))
            size = _SMALL if "fd-aside" in classes else _SIZE
            return Painted(shape, _ink(classes), size=size, is_bold=is_bold)
        case Curve():
            return Painted(shape, stroke=USE if "fd-line" in classes else LINE)
        case Box():
            return _area(shape, classes)


def _area(shape: Box, classes: frozenset[str]) -> Painted:
    if "fd-cell" in classes:
        return Painted(shape, fill=_language(classes))
    if "fd-back" in classes:
        return Painted(shape, fill=BACK)
    if "fd-tie" in classes:
        return Painted(shape, fill=AMOUNTS[_step(classes, "fd-amount-")])
    return Painted(shape, fill=RAISED, stroke=LINE)


def _ink(classes: frozenset[str]) -> str:
    if "fd-cell" in classes or "fd-back" in classes:
        return WHITE
    if "fd-tie" in classes:
        return WHITE if _step(classes, "fd-amount-") >= _FIRST_DARK else TEXT
    is_muted = not classes.isdisjoint(("fd-vendored", "fd-aside"))
    return MUTED if is_muted else TEXT


def _language(classes: Iterable[str]) -> str:
    return LANGUAGES[_step(classes, "fd-language-")]


def _step(classes: Iterable[str], prefix: str) -> int:
    return int(next(css.removeprefix(prefix) for css in classes if css.startswith(prefix)))


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


def image(picture: Picture) -> str:
    """Return a picture as an image with its legend, inside the page of a book."""
    size = f"{_number(picture.width)} {_number(picture.height)}"
    shapes = "".join(map(_painted, painted(picture)))
    said = _text(f"{picture.title}: {picture.description}")
    entries = "".join(
        f' <span class="fd-entry"><img alt="" src="{_swatch(colour)}" />'
        f"\u00a0{_text(meaning)}</span>"
        for colour, meaning in legend(picture)
    )
    return (
        f'<div class="fd-picture"><img alt="{said}" src="{_drawn(size, shapes)}" />'
        f"{f'<p>{entries}</p>' if entries else ''}</div>\n"
    )


def _swatch(colour: str) -> str:
    return _drawn("10 10", f'<rect fill="#{colour}" width="10" height="10"/>')


def _drawn(size: str, shapes: str) -> str:
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'font-family="sans-serif">{shapes}</svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode('ascii')}"


def _painted(painted_shape: Painted) -> str:
    fill = f"#{painted_shape.fill}" if painted_shape.fill else "none"
    stroke = f' stroke="#{painted_shape.stroke}" stroke-width="{_number(painted_shape.thickness)}"'
    colours = f' fill="{fill}"{stroke if painted_shape.stroke else ""}'
    if isinstance(painted_shape.shape, Label):
        bold = ' font-weight="bold"' if painted_shape.is_bold else ""
        ends = {"fd-end": "end", "fd-middle": "middle"}
        at = next((ends[css] for css in painted_shape.shape.classes.split() if css in ends), "")
        anchor = f' text-anchor="{at}"' if at else ""
        colours += f' font-size="{_number(painted_shape.size)}"{bold}{anchor}'
    written = _shape(painted_shape.shape._replace(classes=""), lambda _docname, _anchor: "")
    name, space, rest = written.partition(" ")
    return f"{name}{colours}{space}{rest}"


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
