"""From a call to the definition in a file of another language, to its uses, and back again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.full import rows

pytestmark = pytest.mark.browser

DEMO = Path(__file__).parents[2] / "demo_project"
#: More links than there are between any two stops of a tour.
MANY = 60


@dataclass(frozen=True, slots=True)
class Tour:
    """A call in one file of the demo and the definition that it leads to in another."""

    name: str
    path: str
    call: str
    target: str
    definition: str

    @property
    def line(self) -> int:
        """Return the line of the call."""
        return line_of(self.path, self.call)

    @property
    def defined(self) -> int:
        """Return the line of the definition."""
        return line_of(self.target, self.definition)

    @property
    def link(self) -> str:
        """Return the selector of the called name in the listing."""
        return f"#L{self.line} > a:text-is('{self.name}')"


def line_of(path: str, text: str) -> int:
    """Return the only line of a file of the demo in which a text stands."""
    lines = (DEMO / path).read_text(encoding="utf-8").splitlines()
    [number] = [number for number, line in enumerate(lines, 1) if text in line]
    return number


#: From C++ to C, from TypeScript to JavaScript, and within Python.
TOURS = (
    Tour(
        "parse_frame",
        "engine/series.cpp",
        "parse_frame(sentence",
        "firmware/frame.c",
        "FrameError parse_frame(",
    ),
    Tour(
        "parseFrame",
        "web/src/gauge.ts",
        "parseFrame(reading)",
        "web/src/frame.js",
        "export function parseFrame(",
    ),
    Tour(
        "parse_frame",
        "archive/windrose/__main__.py",
        "yield parse_frame(",
        "archive/windrose/frame.py",
        "def parse_frame(",
    ),
)

themes = pytest.mark.parametrize("theme", rows(["alabaster", "furo"], "furo"))
screens = pytest.mark.parametrize(
    ("width", "scheme"), rows([(1280, "light"), (380, "dark")], (380, "dark"))
)
tours = pytest.mark.parametrize("tour", TOURS, ids=[tour.path for tour in TOURS])


def expect_line(reader, path: str, number: int) -> None:
    """Expect that a line of a file's listing can be seen, and that it alone is marked."""
    reader.page.wait_for_url(f"**/source/{path}.html#*")
    reader.expect_seen(f"#L{number}")
    assert reader.marked(range(number - 5, number + 6)) == [number]


def expect_definition(reader, tour: Tour) -> str:
    """Expect the page of the definition, and return the selector of the name there."""
    reader.expect_address(f"#def-{tour.name}")
    expect_line(reader, tour.target, tour.defined)
    name = f"#L{tour.defined} > a#def-{tour.name}:target"
    reader.expect_seen(name)
    return name


def expect_call(reader, tour: Tour, uses: str) -> str:
    """Expect the call among the uses of a name, and return the selector of the link to it."""
    definition = f"xpath={uses}/li[a[contains(@href, '{tour.target}.html#def-')]]"
    use = f"{definition}//a[contains(@href, '{tour.path}.html#L{tour.line}')]"
    text = reader.page.locator(use).locator("xpath=following-sibling::code").inner_text()
    assert tour.call in text
    return use


def expect_uses(reader, tour: Tour) -> str:
    """Expect the page with the uses of the name, and return the selector of the link to the call
    among them."""
    reader.page.wait_for_url(f"**/source/crossref*.html#name-{tour.name}")
    reader.expect_seen("p.filedocs-name:target")
    return expect_call(reader, tour, f"//p[@id='name-{tour.name}']/following-sibling::ul[1]")


def expect_panel(reader, tour: Tour) -> str:
    """Expect the same below the listing, without leaving it."""
    reader.expect_seen(".filedocs-panel > header")
    reader.expect_address(f"#def-{tour.name}")
    return expect_call(reader, tour, "//section[@class='filedocs-panel']/ul")


def tab_to(reader, selector: str) -> None:
    """Move the focus from where the address leads to an element, by the tabulator alone."""
    element = reader.page.locator(selector)
    is_there = "element => element === document.activeElement"
    for _ in range(MANY):
        if element.evaluate(is_there):
            return
        reader.page.keyboard.press("Tab")
    pytest.fail(f"The tabulator does not reach {selector}")


@tours
@themes
@screens
def test_by_mouse(read, tour, theme, width, scheme) -> None:
    reader = read(theme, scheme=scheme, width=width)
    reader.visit(f"source/{tour.path}.html")
    reader.page.locator(tour.link).click()
    reader.page.locator(expect_definition(reader, tour)).click()
    reader.page.locator(expect_panel(reader, tour)).click()
    expect_line(reader, tour.path, tour.line)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width


@tours
@themes
def test_by_keyboard(read, tour, theme) -> None:
    reader = read(theme)
    reader.visit(f"source/{tour.path}.html#L{tour.line}")
    tab_to(reader, tour.link)
    reader.page.keyboard.press("Enter")
    tab_to(reader, expect_definition(reader, tour))
    reader.page.keyboard.press("Enter")
    tab_to(reader, expect_panel(reader, tour))
    reader.page.keyboard.press("Enter")
    expect_line(reader, tour.path, tour.line)


@themes
def test_the_uses_below_a_listing_lead_on_and_go_away(read, theme) -> None:
    """The name leads to the page with its uses, a caller to its own, Escape back to the name."""
    tour = TOURS[0]
    reader = read(theme)
    reader.visit(f"source/{tour.path}.html")
    reader.page.locator(tour.link).click()
    name = expect_definition(reader, tour)
    reader.page.locator(name).click()
    use = expect_panel(reader, tour)
    around = reader.page.locator(f"{use}/following-sibling::span/a")
    caller = around.inner_text()
    around.click()
    shown = reader.page.locator(".filedocs-panel > header > a")
    expect(shown).to_have_text(caller)
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator(".filedocs-panel")).to_have_count(0)
    expect(reader.page.locator(name)).to_be_focused()
    reader.page.locator(name).click()
    shown.click()
    expect_uses(reader, tour)


@tours
@themes
def test_without_a_script(read, tour, theme) -> None:
    reader = read(theme, javascript=False)
    reader.visit(f"source/{tour.path}.html")
    reader.page.locator(tour.link).click()
    reader.page.locator(expect_definition(reader, tour)).click()
    reader.page.locator(expect_uses(reader, tour)).click()
    expect_line(reader, tour.path, tour.line)


@tours
@themes
def test_back_from_what_uses_the_file(read, tour, theme) -> None:
    reader = read(theme)
    reader.visit(f"source/{tour.path}.html")
    reader.page.locator(tour.link).click()
    expect_definition(reader, tour)
    reader.unfold("Uses")
    users = reader.page.locator(
        "xpath=//section[@id='uses']/p[starts-with(., 'Used by')]/following-sibling::ul[1]/li"
    )
    user = users.filter(has=reader.page.get_by_role("link", name=tour.path, exact=True))
    name = user.locator("li", has=reader.page.get_by_role("link", name=tour.name, exact=True))
    name.get_by_role("link", name=f"L{tour.line}", exact=True).click()
    expect_line(reader, tour.path, tour.line)


@themes
def test_what_a_name_is_can_be_read_before_it_is_followed(read, theme) -> None:
    reader = read(theme)
    for tour in TOURS:
        reader.visit(f"source/{tour.path}.html")
        link = reader.page.locator(tour.link)
        link.hover()
        card = reader.page.locator(".filedocs-card")
        expect(card.locator("p").last).to_contain_text(f"{tour.target} · by import")
        expect(card.locator("code").first).to_contain_text(f"{tour.name}(")
        reader.page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        link.focus()
        reader.page.keyboard.press("Shift+Tab")
        reader.page.keyboard.press("Tab")
        expect(link).to_have_attribute("aria-describedby", "filedocs-card")
        expect(card).to_be_visible()


@themes
def test_from_a_folder_to_the_lines_that_need_another(read, theme) -> None:
    """The C++ of one folder needs the C of another: a page lists each line."""
    reader = read(theme)
    reader.visit("source/index.html")
    reader.unfold("Indices")
    reader.follow("The lines where one subfolder uses another")
    reader.expect_address("source/dependencies.html")
    assert reader.page.locator("#from-engine--firmware").inner_text() == "engine/ needs firmware/"
    tour = TOURS[0]
    file = "xpath=//li[a[contains(@href, 'engine/series.cpp.html') and not(contains(@href, '#'))]]"
    reader.page.locator(file).get_by_role("link", name=str(tour.line), exact=True).click()
    expect_line(reader, tour.path, tour.line)
