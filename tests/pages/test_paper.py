"""Pictures as they are in books, where no style sheet colours them."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree as ET

from sphinx.util import texescape

import sphinx_filedocs
from sphinx_filedocs.ext.latex_pages import latex_picture
from sphinx_filedocs.pages import svg
from sphinx_filedocs.pages.shapes import (
    Box,
    Colouring,
    Curve,
    Label,
    LinkedShapes,
    Picture,
)
from sphinx_filedocs.pages.svg import image

SVG = "{http://www.w3.org/2000/svg}"
STYLE = (Path(sphinx_filedocs.__file__).parent / "static" / "filedocs.css").read_text("utf-8")
CELL = LinkedShapes(
    "source/a.c",
    "",
    "a.c",
    (Box(0, 0, 60, 20), Label(4, 11, "a_b & <c>.c")),
    "fd-cell fd-language-2 fd-uses-1",
)
USE = LinkedShapes(
    "",
    "",
    "",
    (
        Curve("M5 5C5 7 9 7 9 9", "fd-line"),
        Label(7, 7, "12", "fd-middle fd-aside"),
    ),
    "fd-use",
)
PICTURE = Picture(
    "treemap",
    "",
    100,
    50,
    "Files & lines",
    "1 file",
    (CELL, USE),
    (Colouring("language", "Language", (("fd-language-2", "C"),)),),
)


def style(name: str) -> str:
    """Return the colour of light pages in the style sheet."""
    found = re.search(rf"--fd-{name}:[^;]*#([0-9a-f]{{3,6}})\b", STYLE)
    assert found
    return found[1]


def test_the_colours_on_paper_are_those_of_light_pages() -> None:
    assert [style(f"l{number}") for number in range(12)] == [*svg.LANGUAGES]
    assert [style(f"r{number}") for number in range(5)] == [*svg.AMOUNTS]
    found = [style(name) for name in ("text", "muted", "line", "raised")]
    assert found == [svg.TEXT, svg.MUTED, svg.LINE, svg.RAISED]


def test_a_picture_in_an_epub_is_an_image_with_its_colours_in_it() -> None:
    page = ET.fromstring(image(PICTURE).replace("\u00a0", " "))  # noqa: S314 (our own)
    shown = page.find("img")
    assert shown is not None
    assert shown.get("alt") == "Files & lines: 1 file"
    drawn, swatch = (
        ET.fromstring(b64decode((one.get("src") or "").partition("base64,")[2]))  # noqa: S314
        for one in page.iter("img")
    )
    (box,) = drawn.iter(f"{SVG}rect")
    assert box.get("fill") == f"#{svg.LANGUAGES[2]}"
    (line,) = drawn.iter(f"{SVG}path")
    assert (line.get("stroke"), line.get("fill")) == (f"#{svg.USE}", "none")
    name, count = drawn.iter(f"{SVG}text")
    assert (name.text, name.get("fill")) == ("a_b & <c>.c", "#ffffff")
    assert count.get("text-anchor") == "middle"
    assert not list(drawn.iter(f"{SVG}a"))
    assert swatch[0].get("fill") == f"#{svg.LANGUAGES[2]}"
    assert "".join(page.itertext()).split() == ["C"]


def test_a_picture_for_latex_has_each_shape_in_its_place() -> None:
    # As Sphinx does for its builder of LaTeX.
    texescape.init()
    text = latex_picture(PICTURE, "pdflatex")
    assert "\\begin{picture}(100,50)%" in text
    assert "{\\color[HTML]{337C47}\\moveto(0,50)\\lineto(60,50)" in text
    assert "\\put(4,39){\\color[HTML]{FFFFFF}" in text
    assert "a\\_b \\& \\textless{}c\\textgreater{}.c" in text
    assert "\\moveto(5,45)\\curveto(5,43)(9,43)(9,41)\\strokepath" in text
    assert text.count("\\moveto") == 2
    drawn = text.partition("\\begin{picture}")[2].partition("\\end{picture}")[0]
    assert all(line.endswith("%") for line in drawn.strip().split("\n"))
    assert text.count("{") == text.count("}")


def test_a_high_picture_fits_on_a_page() -> None:
    assert "\\dimexpr\\linewidth/100\\relax" in latex_picture(PICTURE, "lualatex")
    high = PICTURE._replace(height=260)
    assert "\\dimexpr\\linewidth/200\\relax" in latex_picture(high, "lualatex")


def test_a_shape_that_leads_nowhere_has_the_colour_of_its_own_classes() -> None:
    picture = PICTURE._replace(shapes=(Curve("M1 1L2 2", "fd-line"),), colourings=())
    (line,) = svg.painted(picture)
    assert line.stroke == svg.USE
