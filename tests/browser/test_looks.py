"""How the demo looks and is reached: width, contrast, keyboard, in each theme, light and dark."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from sphinx_filedocs.pages.lexer_colours import lexer_runs
from sphinx_filedocs.pages.listing import Listing, Mark, html_listing
from tests.full import mixed, rows

pytestmark = pytest.mark.browser

FRAME = "source/archive/windrose/frame.py.html"
PAGES = (
    "source/index.html",
    "source/archive/windrose/index.html",
    FRAME,
    "source/keywords.html",
    "source/crossref.html",
    "guide.html",
)
#: WCAG 2.2, success criterion 1.4.3: text; and large or incidental text.
TEXT, MUTED = 4.5, 3.0

# The contrast ratio of an element's text, as painted: each ancestor lays its background over what
# is below and is then blended with it by its opacity.
CONTRAST = """(element) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colour = (value) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = value;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const blend = (below, above, alpha) => below.map((part, i) => part + (above[i] - part) * alpha);
  const over = (below, [red, green, blue, alpha]) => blend(below, [red, green, blue], alpha);
  const chain = [];
  for (let node = element; node; node = node.parentElement) chain.unshift(getComputedStyle(node));
  const paint = (below, at, text) => {
    const style = chain[at];
    let painted = over(below, colour(style.backgroundColor));
    if (at + 1 < chain.length) painted = paint(painted, at + 1, text);
    else if (text) painted = over(painted, colour(style.color));
    return blend(below, painted, Number(style.opacity));
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map(
      (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [paint([1, 1, 1], 0, true), paint([1, 1, 1], 0, false)]
    .map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""

# What a name in a listing leads to or is, of each kind.
LINES = ["from a.b import c", "def start(value: int) -> str:", "\treturn c(value)", ""] * 15
LINKED = html_listing(
    LINES,
    "python",
    Listing(
        {
            1: [(5, 3, Mark("#L9")), (16, 1, Mark("#L2", "function c"))],
            2: [(4, 5, Mark("#L3", "12 uses", ("filedocs-def",), "def-start", "12"))],
            3: [(8, 1, Mark("#L2")), (10, 5, Mark("#L1", "2 candidates", ("filedocs-maybe",)))],
            58: [(4, 5, Mark("#L3", "2 uses", ("filedocs-def",), "def-later", "2"))],
        },
        lexer_runs(LINES, "python"),
        # The page that it is put into has nothing to show of its addresses.
        place=1_000,
    ),
).html
LINKS = ".filedocs-listing pre > span > i > a:not(.fd-number)"
LOOK = """(element) => {
  const { color, fontWeight, borderBottomWidth, backgroundColor, padding } =
    getComputedStyle(element);
  return [color, fontWeight, borderBottomWidth, backgroundColor, padding];
}"""
UNDERLINE = """(element) => {
  const { textDecorationLine, textDecorationStyle, outlineStyle } = getComputedStyle(element);
  return [textDecorationLine, textDecorationStyle, outlineStyle];
}"""

THEMES, SCHEMES = ["alabaster", "furo"], ["light", "dark"]
themes = pytest.mark.parametrize("theme", THEMES)
looks = pytest.mark.parametrize(("theme", "scheme"), mixed(THEMES, SCHEMES))
schemes = pytest.mark.parametrize("scheme", SCHEMES)


@pytest.mark.parametrize(
    ("theme", "width", "scheme"),
    rows(
        product(THEMES, [1280, 380], SCHEMES), ("alabaster", 380, "light"), ("furo", 1280, "dark")
    ),
)
def test_no_page_is_wider_than_the_window(read, theme, scheme, width) -> None:
    reader = read(theme, scheme=scheme, width=width)
    for path in PAGES:
        reader.visit(path)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert reader.page.locator("h1:visible").first.bounding_box()["width"] <= width, path


@looks
def test_text_stands_out_from_its_background(read, theme, scheme) -> None:
    reader = read(theme, scheme=scheme)
    ratios: dict[str, float] = {}
    reader.visit(f"{FRAME}#L66-L76")
    reader.expect_seen("#L66")
    for name, selector, least in (
        ("line number", ".fd-number", MUTED),
        ("marked line", "#L68", TEXT),
        ("breadcrumb", ".filedocs-breadcrumbs a", TEXT),
        ("muted text", ".filedocs-muted", TEXT),
        ("signature", "ul.filedocs-outline code", TEXT),
        ("line link", "section#outline li > a", TEXT),
    ):
        ratio = reader.page.locator(selector).first.evaluate(CONTRAST)
        if ratio < least:
            ratios[name] = ratio
    assert ratios == {}


@schemes
def test_furo_follows_the_colour_scheme(read, scheme) -> None:
    reader = read("furo", scheme=scheme)
    reader.visit(FRAME)
    background = reader.page.locator("body").evaluate(
        "body => getComputedStyle(body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    )
    assert (sum(background) > 3 * 128) == (scheme == "light")


@themes
def test_the_marked_range_is_one_block_over_the_whole_width(read, theme) -> None:
    reader = read(theme, width=380)
    reader.visit(f"{FRAME}#L66-L76")
    reader.expect_seen("#L66")
    # At one moment: a theme may still be scrolling smoothly.
    listing, *lines = reader.page.locator(".filedocs-listing pre, .filedocs-marked").evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect().toJSON())"
    )
    assert len(lines) == 11
    assert all(line["width"] >= listing["width"] - 1 for line in lines)
    for above, below in pairwise(lines):
        assert below["top"] == pytest.approx(above["bottom"], abs=0.5)


@themes
def test_tabs_indent_evenly(read, theme) -> None:
    reader = read(theme)
    reader.visit("source/gateway/main.go.html")
    indents = reader.page.locator(".filedocs-listing pre > span > i").evaluate_all(
        """lines => lines.flatMap((line) => {
          const tabs = /^\\t*(?=\\S)/.exec(line.textContent)?.[0].length;
          const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          let text = texts.nextNode();
          while (text && !text.data.trim()) text = texts.nextNode();
          if (!text || tabs === undefined) return [];
          const range = document.createRange();
          range.setStart(text, text.data.search(/\\S/));
          range.setEnd(text, text.data.search(/\\S/) + 1);
          return [[tabs, range.getBoundingClientRect().left]];
        })"""
    )
    start = min(left for _, left in indents)
    step = min(left for tabs, left in indents if tabs == 1) - start
    assert {tabs for tabs, _ in indents} >= {0, 1, 2, 3}
    for tabs, left in indents:
        assert left - start == pytest.approx(tabs * step, abs=1)


@themes
def test_links_are_reached_with_the_tabulator(read, theme) -> None:
    reader = read(theme)
    reader.visit("source/archive/windrose/index.html")
    # What is folded is not reached before it is opened.
    wanted = reader.page.locator("section#page a:not(.headerlink)").evaluate_all(
        """links => links.filter((link) => link.checkVisibility())
          .map((link) => link.getAttribute("href"))"""
    )
    reached: list[str] = []
    for _ in range(len(wanted) + 40):
        reader.page.keyboard.press("Tab")
        reached.append(
            reader.page.evaluate(
                """() => {
                  const link = document.activeElement;
                  return link.matches("section#page a:not(.headerlink)")
                    ? link.getAttribute("href") : "";
                }"""
            )
        )
    assert [href for href in reached if href][: len(wanted)] == wanted


@looks
def test_the_line_number_with_the_focus_is_seen(read, theme, scheme) -> None:
    reader = read(theme, scheme=scheme)
    reader.visit(FRAME)
    number = reader.page.locator("#L1 > .fd-number")
    outline = "number => { const s = getComputedStyle(number); return [s.outlineStyle, s.opacity] }"
    assert number.evaluate(outline)[0] == "none"
    reader.page.locator("details", has=reader.page.locator("#keywords")).locator("summary").focus()
    for _ in range(3):
        reader.page.keyboard.press("Tab")
        if number.evaluate("number => number === document.activeElement"):
            break
    style, opacity = number.evaluate(outline)
    assert style != "none"
    assert opacity == "1"
    assert number.evaluate(CONTRAST) >= TEXT
    reader.page.keyboard.press("Enter")
    reader.expect_address("#L1")
    assert reader.background(1) != reader.background(2)


@pytest.fixture
def read_linked(read):
    """Return a function that opens a page whose listing has all kinds of links."""

    def start(theme: str, **options):
        reader = read(theme, **options)
        reader.visit(FRAME)
        reader.page.locator(".filedocs-listing").evaluate(
            "(listing, html) => { listing.outerHTML = html; }", LINKED
        )
        return reader

    return start


@looks
def test_a_linked_name_looks_like_those_around_it_with_a_line_below(
    read_linked, theme, scheme
) -> None:
    reader = read_linked(theme, scheme=scheme)
    links = reader.page.locator(LINKS)
    assert links.count() == 6
    for link in links.all():
        linked = link.evaluate(LOOK)
        link.evaluate(
            """(link) => {
              const name = document.createElement("span");
              name.id = "plain";
              name.className = link.className;
              link.before(name);
            }"""
        )
        assert reader.page.locator("#plain").evaluate(LOOK) == linked
        reader.page.locator("#plain").evaluate("(name) => name.remove()")
        assert link.evaluate(CONTRAST) >= TEXT
        assert link.evaluate(UNDERLINE)[0] == "underline"


@themes
def test_a_link_under_the_pointer_or_with_the_focus_is_underlined(read_linked, theme) -> None:
    reader = read_linked(theme)
    for name, style in (("a.b", "solid"), ("start", "solid"), ("value", "dotted")):
        link = reader.page.locator(LINKS, has_text=name).first
        link.hover()
        assert link.evaluate(UNDERLINE) == ["underline", style, "none"]
        reader.page.mouse.move(0, 0)
        reader.page.locator("#listing h2 a").focus()
        while not link.evaluate("(link) => link === document.activeElement"):
            reader.page.keyboard.press("Tab")
        assert link.evaluate(UNDERLINE) == ["underline", style, "solid"]
    reader.page.keyboard.press("Enter")
    reader.expect_address("#L1")


@themes
def test_the_anchor_of_a_definition_marks_its_whole_line(read_linked, theme) -> None:
    reader = read_linked(theme)
    reader.page.evaluate("location.hash = '#def-later'")
    reader.expect_seen("#def-later")
    assert reader.marked(range(50, 61)) == [58]


@themes
def test_numbers_of_lines_and_uses_are_seen_and_heard_but_not_copied(read_linked, theme) -> None:
    reader = read_linked(theme)
    line = reader.page.locator("#L2")
    line.scroll_into_view_if_needed()
    assert reader.spoken("#L2")[0] == "2"
    assert "start 12" in reader.spoken("#L2")
    name = reader.page.locator("#def-start")
    shown, plain = name.evaluate(
        """(name) => {
          const shown = name.getBoundingClientRect().width;
          delete name.dataset.count;
          const plain = name.getBoundingClientRect().width;
          name.dataset.count = "12";
          return [shown, plain];
        }"""
    )
    assert shown > plain
    copied = line.evaluate(
        """(line) => {
          getSelection().selectAllChildren(line);
          return getSelection().toString();
        }"""
    )
    assert copied.rstrip("\n") == "def start(value: int) -> str:"
