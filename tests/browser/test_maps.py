"""The pictures on a start page, in a browser with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.full import mixed

from .test_looks import CONTRAST, TEXT

pytestmark = pytest.mark.browser

START = "source/index.html"
SHOWN = ".fd-treemap a.fd-cell"
#: The contrast of each label on its cell, as painted.
LABELS = """(cells) => cells.flatMap((cell) => {
  const [box, text] = [cell.querySelector("rect"), cell.querySelector("text")];
  if (!text) return [];
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const [low, high] = [box, text].map((shape) => {
    canvas.fillStyle = getComputedStyle(shape).fill;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }).sort((a, b) => a - b);
  return [(high + 0.05) / (low + 0.05)];
})"""

THEMES, SCHEMES = ["alabaster", "furo"], ["light", "dark"]
themes = pytest.mark.parametrize("theme", THEMES)
looks = pytest.mark.parametrize(("theme", "scheme"), mixed(THEMES, SCHEMES))


@looks
def test_labels_can_be_read_without_a_script(read, theme, scheme) -> None:
    reader = read(theme, scheme=scheme, javascript=False)
    reader.visit(START)
    ratios = reader.page.locator(SHOWN).evaluate_all(LABELS)
    assert len(ratios) > 10
    assert min(ratios) >= TEXT
    for entry in reader.page.locator(".fd-legend:visible li").all():
        assert entry.evaluate(CONTRAST) >= TEXT


def test_a_map_is_left_with_one_key_and_its_cells_lead_to_pages(read) -> None:
    reader = read("furo")
    reader.visit(START)
    reader.page.locator(".fd-treemap a.fd-head").first.focus()
    inside = "document.activeElement.closest('.fd-treemap') !== null"
    stops = 0
    while reader.page.evaluate(inside):
        reader.page.keyboard.press("Tab")
        stops += 1
    # The names of folders: at this width the box does not scroll.
    assert stops == reader.page.locator(".fd-treemap a.fd-head").count()
    cell = reader.page.locator(f"{SHOWN}[href$='frame.py.html']")
    assert "windrose/frame.py: 99 lines, Python" in cell.locator("title").text_content()
    cell.click()
    reader.expect_address("source/archive/windrose/frame.py.html")


@themes
def test_on_a_narrow_screen_pictures_scroll_and_the_page_does_not(read, theme) -> None:
    reader = read(theme, width=380)
    reader.visit(START)
    scrolls = "(box) => [box.scrollWidth > box.clientWidth, box.getAttribute('tabindex')]"
    box = reader.page.locator(".fd-treemap .fd-scroll")
    assert box.evaluate(scrolls) == [True, "0"]
    reader.page.set_viewport_size({"width": 1440, "height": 900})
    expect(box).not_to_have_attribute("tabindex", "0")
    assert box.evaluate(scrolls) == [False, None]
    reader.page.set_viewport_size({"width": 380, "height": 900})
    expect(box).to_have_attribute("tabindex", "0")
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 380


def test_what_is_folded_of_a_list_opens(read) -> None:
    reader = read("alabaster", javascript=False)
    reader.visit(START)
    row = reader.page.locator("table.filedocs-languages td", has_text="Markdown")
    assert not row.is_visible()
    reader.page.locator(".fd-more > summary", has_text="languages, with data and prose").click()
    assert row.is_visible()


def test_a_key_has_no_bullets_beside_its_colours(read) -> None:
    reader = read("sphinx_rtd_theme")
    reader.visit(START)
    entries = reader.page.locator(".fd-legend:visible > li")
    assert entries.count() > 2
    styles = entries.evaluate_all(
        """items => items.map((item) => getComputedStyle(item))
        .map((style) => [style.listStyleType, style.marginLeft])"""
    )
    assert {tuple(one) for one in styles} == {("none", "0px")}
    colours = entries.locator(".fd-swatch")
    below = colours.evaluate_all("all => all.map((one) => getComputedStyle(one).marginBottom)")
    assert set(below) == {"0px"}
