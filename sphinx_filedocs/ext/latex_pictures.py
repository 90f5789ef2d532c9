"""Writes pictures for LaTeX, in its own environment for them: books need no other program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx.util.texescape import escape

from sphinx_filedocs.pages.pictures.paper import Painted, legend, painted
from sphinx_filedocs.pages.pictures.shapes import Box, Curve, Label, Picture
from sphinx_filedocs.pages.text import printable_line

#: A picture has the width of the text, and is no higher than this part of that.
_HIGHEST = 1.3
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
#: The steps of SVG's language of paths that our pictures have.
_STEPS = {"M": r"\moveto", "L": r"\lineto", "C": r"\curveto"}


def latex_picture(picture: Picture, engine: str) -> str:
    """Return a picture with its legend, without links, in its first colouring.

    :param engine: the option ``latex_engine``, on which depends how text is written.
    """
    across = max(picture.width, picture.height / _HIGHEST)
    # The end of a line would be a space, which moves all that follows.
    shapes = "%\n".join(
        part for drawing in painted(picture) for part in _written(drawing, picture.height, engine)
    )
    entries = r"\quad ".join(
        rf"\mbox{{\textcolor[HTML]{{{colour.upper()}}}{{\rule{{1.2ex}}{{1.2ex}}}} "
        f"{_text(meaning, engine)}}}"
        for colour, meaning in legend(picture)
    )
    size = f"({_number(picture.width)},{_number(picture.height)})"
    said = f"{_text(picture.title, engine)}{': ' if entries else ''}{entries}"
    return (
        f"\\par\\noindent{{\\setlength{{\\unitlength}}{{\\dimexpr\\linewidth/{round(across)}\\relax}}"
        f"\\begin{{picture}}{size}%\n{shapes}%\n\\end{{picture}}}}\n"
        f"\\par\\noindent{{\\footnotesize\\raggedright {said}\\par}}\\smallskip\n"
    )


def _written(drawing: Painted, height: float, engine: str) -> Iterator[str]:
    match drawing.shape:
        case Box(x, y, across, down):
            # From the bottom left, as LaTeX counts.
            box = _polygon([(x, y), (x + across, y), (x + across, y + down), (x, y + down)])
            yield from _path(drawing, box, height)
        case Curve(path):
            yield from _path(drawing, path, height)
        case Label(x, y, text, classes):
            place = "r" if "fd-end" in classes else "" if "fd-middle" in classes else "l"
            family = r"\sffamily\bfseries" if drawing.is_bold else r"\sffamily"
            font = f"\\fontsize{{{_number(drawing.size)}\\unitlength}}{{0pt}}{family}\\selectfont"
            box = f"\\makebox(0,0)[b{place}]{{\\smash{{{_text(text, engine)}}}}}"
            yield f"\\put({_number(x)},{_number(height - y)}){{{_colour(drawing.fill)}{font}{box}}}"


def _path(drawing: Painted, path: str, height: float) -> Iterator[str]:
    drawn = "".join(_steps(path, height))
    if drawing.fill:
        yield f"{{{_colour(drawing.fill)}{drawn}\\fillpath}}"
    if drawing.stroke:
        thickness = f"\\linethickness{{{_number(drawing.thickness)}\\unitlength}}"
        yield f"{{{_colour(drawing.stroke)}{thickness}{drawn}\\strokepath}}"


def _polygon(points: list[tuple[float, float]]) -> str:
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}Z"


def _steps(path: str, height: float) -> Iterator[str]:
    for name, numbers in _STEP.findall(path):
        if name == "Z":
            yield r"\closepath"
            continue
        every = [float(number) for number in numbers.split()]
        points = zip(every[::2], every[1::2], strict=True)
        yield _STEPS[name] + "".join(f"({_number(x)},{_number(height - y)})" for x, y in points)


def _colour(colour: str) -> str:
    return f"\\color[HTML]{{{colour.upper()}}}"


def _text(text: str, engine: str) -> str:
    return escape(printable_line(text), engine)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
