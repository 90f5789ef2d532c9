"""The demo read in a real browser: from page to page to a line, by clicking."""

from __future__ import annotations

import math

import pytest

from tests.full import FULL, rows

pytestmark = pytest.mark.browser

THEMES = ("alabaster", "furo")
FRAME = "source/archive/windrose/frame.py.html"
#: In the demo's frame.py the function crc8 stands on these lines.
CRC8 = range(66, 77)
AROUND = range(60, 80)

both_themes = pytest.mark.parametrize("theme", rows(THEMES, "furo"))


@both_themes
def test_from_the_start_page_to_a_line(read, theme) -> None:
    reader = read(theme)
    reader.visit("source/index.html")
    for name, address in (
        ("archive/", "source/archive/index.html"),
        ("windrose/", "source/archive/windrose/index.html"),
        ("frame.py", FRAME),
    ):
        reader.follow(name, "section#page")
        reader.expect_address(address)
    reader.unfold("Outline")
    reader.follow("L66–L76", "section#outline")
    reader.expect_address("frame.py.html#L66-L76")
    reader.expect_seen("#L66")
    assert reader.marked(AROUND) == list(CRC8)
    reader.follow("windrose", ".filedocs-breadcrumbs")
    reader.expect_address("source/archive/windrose/index.html")
    reader.follow("Windrose source", ".filedocs-breadcrumbs")
    reader.expect_address("source/index.html")


def test_from_the_start_page_to_a_line_with_a_folder_for_each_page(read) -> None:
    reader = read("furo", builder="dirhtml")
    reader.visit("source/")
    for name, address in (
        ("archive/", "source/archive/"),
        ("windrose/", "source/archive/windrose/"),
        ("frame.py", "source/archive/windrose/frame.py/"),
    ):
        reader.follow(name, "section#page")
        reader.expect_address(address)
    reader.unfold("Outline")
    reader.follow("L66–L76", "section#outline")
    reader.expect_address("frame.py/#L66-L76")
    assert reader.marked(AROUND) == list(CRC8)
    reader.unfold("Keywords")
    reader.follow("L66", "section#keywords")
    reader.expect_address("frame.py/#L66")
    assert reader.marked(AROUND) == [66]


@both_themes
def test_line_numbers_give_addresses_of_a_line_and_of_a_range(read, theme) -> None:
    reader = read(theme)
    reader.visit(FRAME)
    assert reader.marked(AROUND) == []
    reader.click_number(70)
    reader.expect_address("#L70")
    assert reader.marked(AROUND) == [70]
    reader.click_number(73, modifiers=["Shift"])
    reader.expect_address("#L70-L73")
    assert reader.marked(AROUND) == [70, 71, 72, 73]
    reader.click_number(67, modifiers=["Shift"])
    reader.expect_address("#L67-L70")
    assert reader.marked(AROUND) == [67, 68, 69, 70]
    reader.page.go_back()
    reader.expect_address("#L70-L73")
    reader.page.wait_for_function("document.getElementById('L73').matches('.filedocs-marked')")
    assert reader.marked(AROUND) == [70, 71, 72, 73]


@pytest.mark.parametrize(
    ("fragment", "marked"),
    [
        ("#L70", [70]),
        ("#L70-L73", [70, 71, 72, 73]),
        ("#L70-73", [70, 71, 72, 73]),
        ("#L73-L70", [70, 71, 72, 73]),
        ("#L98-L999999999999", [98, 99]),
        ("#L0-L70", []),
        ("#L500", []),
        ("#L7x", []),
    ],
)
def test_an_address_marks_the_lines_that_it_names(read, fragment, marked) -> None:
    reader = read()
    reader.visit(FRAME + fragment)
    assert reader.marked(range(60, 100)) == marked
    if marked:
        reader.expect_seen(f"#L{marked[0]}")


@both_themes
def test_without_a_script_an_address_leads_to_the_first_line(read, theme) -> None:
    reader = read(theme, javascript=False)
    reader.visit(FRAME)
    reader.unfold("Outline")
    reader.follow("L66–L76", "section#outline")
    reader.expect_address("#L66-L76")
    reader.expect_seen("#L66")
    assert reader.marked(AROUND) == [66]
    reader.visit(f"{FRAME}#L70")
    reader.expect_seen("#L70")
    assert reader.marked(AROUND) == [70]


@both_themes
def test_from_a_keyword_index_to_a_line(read, theme) -> None:
    reader = read(theme)
    reader.visit("source/index.html")
    reader.unfold("Indices")
    reader.follow("Keyword index of everything below this folder")
    reader.expect_address("source/keywords.html")
    name = reader.page.get_by_role("link", name="Archive", exact=True)
    entry = reader.page.locator("ul.filedocs-index > li").filter(has=name)
    entry.get_by_role("link", name="archive/windrose/store.py", exact=True).click()
    reader.expect_address("source/archive/windrose/store.py.html#def-Archive")
    reader.expect_seen("#L20")
    assert reader.marked(range(15, 25)) == [20]
    assert "class Archive" in reader.page.locator("#L20").inner_text()
    reader.unfold("Keywords")
    entry = reader.page.locator("ul.filedocs-index > li", has_text="Archive").first
    entry.get_by_role("link", name="L20", exact=True).click()
    reader.expect_address("store.py.html#L20")
    reader.expect_seen("#L20")


@both_themes
def test_from_the_cross_references_to_a_line(read, theme) -> None:
    reader = read(theme)
    reader.visit("source/keywords.html")
    reader.follow("Archive", "ul.filedocs-index")
    reader.page.wait_for_url("**/source/crossref*.html#name-Archive")
    target = reader.page.locator("p.filedocs-name:target")
    assert target.inner_text() == "Archive"
    neighbour = target.locator("xpath=preceding-sibling::p[1]")
    colour = "entry => getComputedStyle(entry).backgroundColor"
    assert target.evaluate(colour) != neighbour.evaluate(colour)
    uses = target.locator("xpath=following-sibling::ul[1]")
    uses.locator("a[href$='report/text.py.html#L12']").click()
    reader.expect_address("report/text.py.html#L12")
    reader.expect_seen("#L12")
    assert "Archive" in reader.page.locator("#L12").inner_text()


@both_themes
def test_the_search_finds_a_class_by_its_name(read, theme) -> None:
    reader = read(theme)
    reader.visit("source/index.html")
    box = reader.page.locator("input[name=q]:visible").first
    box.fill("FrameError")
    box.press("Enter")
    found = reader.page.locator("#search-results a[href*='frame.py.html#sym-FrameError']")
    # Sphinx fetches each result for its summary.
    reader.page.wait_for_load_state("networkidle")
    found.first.click()
    reader.page.wait_for_url("**/frame.py.html*#sym-FrameError")
    reader.expect_seen("[id='sym-FrameError']")


def test_an_old_address_of_a_name_leads_on_to_its_page(read, documented) -> None:
    many = "".join(f"def {name}{n}(): ...\n" for name in ("find", "get") for n in range(500))
    reader = read(address=documented("many", {"a.py": many, "b.py": many}, theme="furo"))
    reader.visit("source/crossref.html#name-find7")
    reader.page.wait_for_url("**/source/crossref-f*.html#name-find7")
    reader.expect_seen("[id='name-find7']")


@both_themes
def test_a_hand_written_page_links_and_shows_source(read, theme) -> None:
    reader = read(theme)
    reader.visit("guide.html")
    shown = reader.page.locator("section#src-listing .filedocs-listing").first
    shown.scroll_into_view_if_needed()
    # What is not in sight is not laid out, so its numbers are not there.
    reader.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert reader.spoken("section#src-listing .filedocs-listing pre > span > i")[0] == "22"
    assert reader.page.locator("[id^=L][id$='22']").count() == 0
    reader.follow("archive/windrose/frame.py#L66-L76")
    reader.expect_address("frame.py.html#L66-L76")
    reader.expect_seen("#L66")
    assert reader.marked(AROUND) == list(CRC8)
    reader.visit("guide.html")
    reader.follow("Collector")
    reader.page.wait_for_url("**/gateway/main.go.html#sym-Collector")
    reader.expect_seen("[id='sym-Collector']")


def test_every_page_of_the_demo_opens_without_trouble(read) -> None:
    reader = read("furo", width=380)
    count = 0
    for path in reader.visit_all("source/index.html", math.inf if FULL else 1):
        count += 1
        twice = reader.page.locator("[id]").evaluate_all(
            "nodes => nodes.map((node) => node.id).filter((id, at, ids) => ids.indexOf(id) < at)"
        )
        assert twice == [], path
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 380, path
    assert count > (120 if FULL else 15)
