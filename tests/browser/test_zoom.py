"""The page of a file for somebody who reads it at twice the size: all of it, or its text alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.full import THEMES, mixed

pytestmark = pytest.mark.browser

PAGE = "source/archive/windrose/store.py.html"
#: What a reader would see of a page that does not fit: parts of it that lie over each other or
#: reach out of the window, texts that are cut off, and lines of a text that run into each other.
TROUBLES = """() => {
  const name = ({ tagName, className }) => `${tagName}.${className}`;
  const box = (one) => one.getBoundingClientRect();
  // What is there for screen readers alone has one pixel.
  const isSeen = (one) => one.checkVisibility() && box(one).width > 2;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const texts = all("section#page :is(h1, h1 ~ p, summary, button), .fd-tree a");
  const { clientWidth } = document.documentElement;
  const out = all("section#page > *").filter((one) => box(one).right > clientWidth + 1);
  const cut = texts.filter((one) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight);
  const close = texts.filter((one) => {
    const { lineHeight, fontSize } = getComputedStyle(one);
    return parseFloat(lineHeight) < parseFloat(fontSize);
  });
  const parts = all("section#page > :not(.filedocs-around), section#page button");
  const over = parts.filter((one) => parts.some((other) => {
    if (one === other || one.contains(other) || other.contains(one)) return false;
    const [first, second] = [box(one), box(other)];
    const isBeside = first.right <= second.left + 1 || second.right <= first.left + 1;
    return !isBeside && first.bottom > second.top + 1 && second.bottom > first.top + 1;
  }));
  return Object.entries({ out, cut, close, over })
    .flatMap(([what, found]) => found.map((one) => `${what}: ${name(one)}`));
}"""


@pytest.mark.parametrize(("theme", "whole"), mixed(THEMES, [True, False]))
def test_a_page_of_a_file_at_twice_the_size_fits(read, theme, whole):
    width = 640 if whole else 1280
    reader = read(theme, width=width)
    if not whole:
        browser = reader.page.context.new_cdp_session(reader.page)
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    reader.visit(PAGE)
    expect(reader.page.locator(".filedocs-wrap")).to_be_visible()
    assert reader.page.evaluate(TROUBLES) == []
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    reader.visit(f"{PAGE}#L48")
    around = reader.page.locator(".filedocs-around")
    expect(around).to_be_visible()
    assert around.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
