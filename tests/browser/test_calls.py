"""The panel of uses, for somebody who follows calls from function to function."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TREE = {
    "store.py": "def load(path):\n    return clean(path)\n\n\ndef clean(path):\n    return path\n",
    "middle.py": "from store import load\n\n\ndef fetch():\n    load(1)\n    load(2)\n",
    "app.py": "from middle import fetch\n\n\ndef main():\n    fetch()\n\n\nmain()\n",
    "tests/test_store.py": "from store import load\n\n\ndef test_load():\n    assert load(1)\n",
}


@pytest.fixture(scope="module")
def code(documented):
    return documented("calls", TREE, theme="furo")


@pytest.fixture(params=["http", "file"])
def reader(request, read, code, served):
    return read(address=code if request.param == "http" else f"file://{served[0]}/calls")


def opened(reader, name):
    reader.page.locator(f"#def-{name}").click()
    return reader.page.locator(".fd-calls > section")


def test_callers_of_callers_open_to_any_depth_and_tests_are_apart(reader):
    reader.visit("source/store.py.html")
    callers = opened(reader, "load").filter(has_text="Called by 2")
    top = callers.locator(":scope > ul > li > details")
    place = callers.get_by_role("link", name="middle.py:5")
    expect(place).to_have_text(re.compile("^middle.py:5 2.$"))
    expect(top.locator(":scope > summary")).to_have_text(["fetch", "Tests and examples 1"])
    expect(callers.get_by_text("test_load")).to_be_hidden()
    for name in ("fetch", "main"):
        callers.get_by_text(name, exact=True).click()
    # The file itself calls, outside of all functions.
    expect(callers.get_by_text("app.py:8")).to_be_visible()
    callers.get_by_text("app.py", exact=True).click()
    expect(callers.get_by_text("Nothing found")).to_be_visible()
    callers.get_by_text("Tests and examples").click()
    expect(callers.get_by_text("test_load")).to_be_visible()
    place.click()
    reader.expect_address("middle.py.html#L5")
    reader.expect_seen("#L5")


def test_what_a_function_calls_opens_too(reader):
    reader.visit("source/middle.py.html")
    calls = opened(reader, "fetch").filter(has_text="Calls 1")
    calls.get_by_text("load", exact=True).click()
    expect(calls.get_by_text("clean", exact=True)).to_be_visible()
    calls.get_by_role("link", name="store.py").last.click()
    reader.expect_address("store.py.html#def-clean")


def test_in_the_readers_own_file_a_line_is_enough(reader):
    reader.visit("source/store.py.html")
    sections = opened(reader, "load")
    callers, calls = sections.nth(0), sections.nth(1)
    expect(callers.locator(".fd-place").first).to_contain_text("middle.py:5")
    expect(calls.locator(".fd-place")).to_have_text("L5")
    calls.locator(".fd-place").click()
    reader.expect_address("store.py.html#def-clean")


def test_it_opens_with_the_keyboard_and_closes_where_it_was_opened(reader):
    reader.visit("source/store.py.html")
    reader.page.locator("#def-load").focus()
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator(".filedocs-panel > header > a")).to_be_focused()
    row = reader.page.locator(".fd-calls summary", has_text="fetch")
    row.focus()
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator(".fd-calls").get_by_text("app.py:5")).to_be_visible()
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator(".filedocs-panel")).to_have_count(0)
    expect(reader.page.locator("#def-load")).to_be_focused()
