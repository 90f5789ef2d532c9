"""Reading with a keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TREE = {
    "far.py": "def far():\n    return 1\n\n\n"
    + "".join(f"line_{number} = {number}\n" for number in range(200))
    + "\n\nfar()\n",
    "near.py": "from far import far\n\nfar()\n",
}


@pytest.fixture(scope="module")
def code(documented):
    return documented("keyboard", TREE, theme="furo")


@pytest.fixture
def reader(read, code):
    return read(address=code)


def press(reader, *keys):
    for key in keys:
        reader.page.keyboard.press(key)


@pytest.mark.parametrize("page", ["source/far.py.html", "source/near.py.html"])
def test_a_link_that_is_seen_with_the_focus_leads_to_the_source(reader, page):
    reader.visit(page)
    link = reader.page.locator(".fd-skip")
    assert link.bounding_box()["width"] <= 1
    # The first of what is the page's own, behind the theme's own link to that.
    press(reader, "Tab")
    expect(reader.page.locator(":focus")).to_have_class("skip-to-content muted-link")
    press(reader, "Enter", "Tab")
    expect(link).to_be_focused()
    assert link.bounding_box()["width"] > 50
    press(reader, "Enter", "Tab")
    expect(reader.page.locator("#L1 > .fd-number")).to_be_focused()


def test_a_range_of_lines_is_chosen(reader):
    reader.visit("source/far.py.html")
    reader.page.locator(".fd-number").focus()
    press(reader, "ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Shift+Enter")
    reader.expect_address("far.py.html#L2-L4")
    expect(reader.page.locator("#L4 > .fd-number")).to_be_focused()


def test_a_name_that_is_scrolled_to_has_its_card(reader):
    reader.visit("source/far.py.html")
    # The last link before the call at the end of the file.
    reader.page.locator("#L205 a, #L1 a.filedocs-def").last.focus()
    reader.page.evaluate("scrollTo(0, 0)")
    press(reader, "Tab")
    call = reader.page.locator(".filedocs-listing pre a:focus")
    expect(call).to_have_text("far")
    assert reader.page.evaluate("scrollY") > 500
    expect(reader.page.locator(".filedocs-card")).to_be_visible()
    press(reader, "Escape")
    expect(reader.page.locator(".filedocs-card")).to_have_count(0)
    expect(call).to_be_focused()


def test_the_finder_has_one_stop_and_gives_the_focus_back(reader):
    reader.visit("source/near.py.html")
    button = reader.page.locator(".filedocs-find")
    button.focus()
    press(reader, "Enter")
    box = reader.page.get_by_role("combobox")
    expect(box).to_be_focused()
    box.fill("far")
    expect(reader.page.get_by_role("option").first).to_be_visible()
    press(reader, "Tab")
    assert not reader.page.evaluate(
        "Boolean(document.activeElement.closest('.filedocs-finder-list'))"
    )
    # Behind it are the browser's own controls.
    box.focus()
    press(reader, "Escape")
    expect(button).to_be_focused()
