"""A listing of many lines, of which a browser lays out those in sight: it reads like one that is
laid out whole."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.full import THEMES, rows

pytestmark = pytest.mark.browser

LINES = 1_500
#: The line that is wider than all others.
WIDEST = 1_250
LONG = "    value += " + " + ".join(["some_name"] * 60)
themes = pytest.mark.parametrize("theme", rows(THEMES, "furo"))
PAGE = "source/long.py.html"
#: Whether a line is laid out: one that is not has no place that could be asked for without that.
IS_LAID_OUT = "line => line.checkVisibility({ contentVisibilityAuto: true })"
PLACE = "line => { const { top, bottom } = line.getBoundingClientRect(); return [top, bottom]; }"


def source() -> str:
    """Return functions of ten lines each; each fifth has a line that is longer than a window."""
    rows: list[str] = []
    for number in range(0, LINES, 10):
        rows += [f"def step_{number}(value):", *[f"    value += {n}" for n in range(7)]]
        rows += [LONG if number % 50 == 0 else "    value -= 1", "    return value"]
    rows[WIDEST - 1] = f"    return value  # needle {'wide ' * 400}"
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def address(documented):
    """Return a function that returns the address of the page with a theme."""
    return lambda theme="furo": documented(f"long-{theme}", {"long.py": source()}, theme=theme)


def test_lines_out_of_sight_are_laid_out_when_they_come_into_it(read, address):
    reader = read(address=address())
    reader.visit(PAGE)
    far = reader.page.locator("#L901")
    assert not far.evaluate(IS_LAID_OUT)
    assert reader.page.locator("#L1").evaluate(IS_LAID_OUT)
    far.evaluate("line => line.scrollIntoView()")
    reader.expect_seen("#L901")
    assert far.evaluate(IS_LAID_OUT)


def test_the_scripts_of_a_theme_measure_no_line_of_it(read, address):
    reader = read(address=address(), width=1440)
    reader.page.add_init_script(
        """const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetTop");
        window.measured = 0;
        Object.defineProperty(HTMLElement.prototype, "offsetTop", { get() {
          measured += Boolean(this.closest(".filedocs-listing pre > span"));
          return get.call(this);
        } });"""
    )
    reader.visit(PAGE)
    expect(reader.page.locator("nav.fd-symbols")).to_be_visible()
    reader.page.evaluate("scrollBy(0, 2000)")
    expect(reader.page.locator(".fd-symbols .fd-current")).to_be_in_viewport()
    assert reader.page.evaluate("measured") == 0


@pytest.mark.parametrize(
    ("theme", "javascript"),
    rows(product(THEMES, [True, False]), ("furo", True), ("alabaster", False)),
)
def test_an_address_leads_to_its_line_and_the_listing_is_as_high_as_its_lines(
    read, address, theme, javascript
):
    reader = read(address=address(theme), javascript=javascript)
    reader.visit(PAGE)
    listing = reader.page.locator(".filedocs-listing pre")
    height = listing.bounding_box()["height"]
    for line in (1_203, 455):
        reader.visit(f"{PAGE}#L{line}")
        reader.expect_seen(f"#L{line}")
        assert reader.marked(range(line - 3, line + 4)) == [line]
        assert reader.spoken(f"#L{line}")[0] in (f"{line}", f"L{line}")
    reader.page.locator(".filedocs-listing").evaluate(
        "listing => listing.querySelectorAll('span').forEach((one) => "
        "one.style.contentVisibility = 'visible')"
    )
    # Heights that are no whole pixels are rounded for each line.
    assert abs(listing.bounding_box()["height"] - height) < 8


@themes
def test_it_scrolls_sideways_as_one(read, address, theme):
    reader = read(address=address(theme))
    reader.visit(PAGE)
    listing = reader.page.locator(".filedocs-listing pre")
    blocks = "[...pre.querySelectorAll(':scope > span')]"
    widths = f"pre => [pre.scrollWidth, ...{blocks}.map((row) => row.offsetWidth)]"
    at_first = listing.evaluate(widths)
    assert max(at_first) - min(at_first) < 40
    # The longest line is far below; where it is seen, it is whole, and nothing has become wider.
    reader.visit(f"{PAGE}#L{WIDEST}")
    reader.expect_seen(f"#L{WIDEST}")
    assert abs(listing.evaluate(widths)[0] - at_first[0]) < 4
    hidden = f"pre => {blocks}.filter((row) => row.scrollWidth > row.clientWidth).length"
    assert listing.evaluate(hidden) == 0
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_what_is_out_of_sight_is_found_and_copied(read, address):
    reader = read(address=address())
    # A text in an address is found as by a search in the page.
    reader.visit(f"{PAGE}#:~:text=needle")
    reader.expect_seen(f"#L{WIDEST}")
    copied = reader.page.evaluate(
        """() => {
          const [from, to] = ["L95", "L906"].map((id) => document.getElementById(id));
          getSelection().setBaseAndExtent(from, 0, to, to.childNodes.length);
          return getSelection().toString();
        }"""
    )
    assert copied.rstrip("\n").split("\n") == source().split("\n")[94:906]


def test_all_lines_are_printed(read, address):
    reader = read(address=address())
    reader.visit(PAGE)
    reader.page.emulate_media(media="print")
    assert reader.page.locator("#L901").evaluate(IS_LAID_OUT)
    listing = reader.page.locator(".filedocs-listing pre")
    assert listing.evaluate("pre => pre.scrollWidth <= pre.clientWidth")


@themes
def test_where_lines_are_wrapped_an_address_leads_to_its_line_too(read, address, theme):
    reader = read(address=address(theme))
    reader.visit(PAGE)
    reader.page.get_by_role("button", name="Wrap lines").click()
    listing = reader.page.locator(".filedocs-listing pre")
    assert listing.evaluate("pre => pre.scrollWidth <= pre.clientWidth")
    for line in (1_203, 455):
        reader.visit(f"{PAGE}#L{line}")
        reader.expect_seen(f"#L{line}")
        reader.page.wait_for_timeout(300)
        top, bottom = reader.page.locator(f"#L{line}").evaluate(PLACE)
        assert top >= 0
        assert bottom <= 900


def test_the_definition_around_and_ranges_are_those_of_far_lines(read, address):
    reader = read(address=address())
    reader.visit(f"{PAGE}#L1108-L1112")
    reader.expect_seen("#L1108")
    assert reader.marked(range(1_105, 1_115)) == [1_108, 1_109, 1_110, 1_111, 1_112]
    place = "document.querySelector('#L1108').getBoundingClientRect().top"
    reader.page.evaluate(f"scrollBy(0, {place} - 20)")
    expect(reader.page.locator(".filedocs-around > span").nth(1)).to_contain_text("step_1100")
    reader.click_number(1_120)
    reader.click_number(1_124, modifiers=["Shift"])
    reader.expect_address("#L1120-L1124")
