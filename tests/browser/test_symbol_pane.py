"""The definitions of a file beside its page, for somebody who reads down it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sphinx_filedocs.pages.symbol_pane import MOST_ROWS
from tests.full import mixed, rows

pytestmark = pytest.mark.browser

WITH_A_PLACE = ["furo", "pydata_sphinx_theme", "sphinx_book_theme"]
PAGE = "source/archive/windrose/store.py.html"


def pane(reader):
    return reader.page.locator("nav.fd-symbols:visible")


@pytest.mark.parametrize(("theme", "javascript"), mixed(WITH_A_PLACE, [True, False]))
def test_definitions_stand_nested_beside_the_page_and_lead_into_the_listing(
    read, theme, javascript
):
    reader = read(theme, width=1440, javascript=javascript)
    reader.visit(PAGE)
    expect(pane(reader)).to_be_in_viewport()
    row = pane(reader).locator("li li > a", has_text="readings")
    expect(row).to_have_attribute("title", "method Archive.readings")
    assert row.bounding_box()["height"] <= 24
    row.click()
    reader.expect_address("#def-Archive.readings")
    reader.expect_seen("#L63")


@pytest.mark.parametrize("theme", rows(WITH_A_PLACE, "furo"))
def test_the_definition_that_is_read_is_marked(read, theme):
    reader = read(theme, width=1440)
    # The last line too can be the first that is seen.
    reader.page.set_viewport_size({"width": 1440, "height": 400})
    reader.visit(PAGE)
    current = pane(reader).locator(".fd-current")
    expect(current).to_have_count(0)
    head = ".filedocs-around"
    for line, name in ((52, "__exit__"), (60, "add")):
        reader.page.locator(f"#L{line}").evaluate("line => line.scrollIntoView()")
        expect(reader.page.locator(head)).to_be_visible()
        move = """([line, head]) => scrollBy({ behavior: "instant", top:
          document.getElementById(line).getBoundingClientRect().top
          - document.querySelector(head).getBoundingClientRect().bottom + 2 })"""
        reader.page.evaluate(move, [f"L{line}", head])
        expect(current).to_have_text(name)


LONG = {
    "table.c": "\n".join(
        f"int TableOfManyProcesses_{name}(void) {{ return {n}; }}"
        for n, name in enumerate(("readState", "readStats", "readMapOfAll", "close"))
    ),
    "NEWS.md": "# News\n\n## First\n\nSaid.\n\n## Second\n",
}


@pytest.fixture(scope="module")
def alike(documented):
    return documented("alike", LONG, theme="furo")


def test_headings_are_called_so(read, alike):
    reader = read(address=alike, width=1440)
    reader.visit("source/NEWS.md.html")
    expect(pane(reader).locator("p")).to_have_text("3 headings")
    expect(pane(reader)).to_have_attribute("aria-label", "Headings in this file")


def test_sections_of_the_page_stay_reachable(read):
    reader = read("furo", width=1440)
    reader.visit(PAGE)
    reader.page.locator(".fd-sections > summary").click()
    reader.follow("Uses", ".fd-sections")
    reader.expect_address("#uses")
    expect(reader.page.locator("section#uses")).to_be_visible()


@pytest.mark.parametrize("theme", rows(["alabaster", "sphinx_rtd_theme"], "alabaster"))
def test_a_theme_without_such_a_place_gets_none(read, theme):
    reader = read(theme, width=1440)
    reader.visit(PAGE)
    expect(reader.page.locator("nav.fd-symbols")).to_have_count(0)


@pytest.fixture(scope="module")
def large(documented):
    """A file with 2,000 functions."""
    functions = (f"def step_{number}(): pass\n" for number in range(2000))
    return documented("large", {"steps.py": "".join(functions)}, theme="furo")


def test_of_very_many_definitions_all_are_found_and_few_are_listed(read, large):
    reader = read(address=large, width=1440)
    reader.visit("source/steps.py.html")
    rows = pane(reader).locator("li > a:visible")
    expect(rows).to_have_count(MOST_ROWS)
    assert len(pane(reader).inner_html()) < 50_000
    reader.expect_room(".fd-symbols > input", ".fd-symbols li")
    reader.visit("source/steps.py.html")
    expect(pane(reader)).to_contain_text("2,000 definitions")
    box = reader.page.get_by_role("searchbox", name="Filter definitions")
    box.fill("STEP_132")
    expect(rows).to_have_text(["step_132", *(f"step_132{digit}" for digit in range(10))])
    rows.last.click()
    reader.expect_address("#def-step_1329")
    reader.expect_seen("#L1330")
    box.fill("")
    expect(rows).to_have_count(MOST_ROWS)
    pane(reader).get_by_role("link", name="and 1,700 more").click()
    reader.expect_address("#outline")


def test_scrolling_past_very_many_definitions_stays_smooth(read, large):
    reader = read(address=large, width=1440)
    reader.visit("source/steps.py.html")
    slowest = reader.page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          const times = [];
          for (let at = 0; at < 60; at++) {
            scrollTo(0, 400 + at * 500);
            const before = performance.now();
            await frame();
            await frame();
            times.push(performance.now() - before);
          }
          return times.sort((one, other) => one - other)[30];
        }"""
    )
    # Two frames; a machine that does other things too misses some.
    assert slowest < 100
