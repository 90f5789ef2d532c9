"""Writes pictures as SVG within a page of HTML, and as an image that needs no style sheet."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape

from sphinx_filedocs.pages.pictures.paper import Painted, legend, painted
from sphinx_filedocs.pages.pictures.shapes import Box, Curve, Label, LinkedShapes, Picture, Shape
from sphinx_filedocs.pages.text import printable_line


def svg(picture: Picture, uri: Callable[[str, str], str]) -> str:
    """Return a picture as HTML with its legend, and where there are several colourings with what
    chooses among them: the style sheet shows what is chosen.

    There are no ids in it: a page may have several pictures.

    :param uri: returns the address of an anchor on a document, ``""`` for one that is not known.
    """
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
    """Return a picture as an image with its legend, for books: without links, in its first
    colouring.

    It is in the page itself: one in a file would be left there when no page shows it any more.
    """
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
    """Return an image as an address that holds all of it."""
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
