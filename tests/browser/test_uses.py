"""The uses of a name, for somebody who asks what they are for, and which calls lie between two
functions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_axe import violations

pytestmark = pytest.mark.browser

CHAIN = "".join(f"def step{n}():\n    return step{n + 1}()\n\n\n" for n in range(4))
WAYS = {
    "before": ["begin"],
    "begin": ["first"],
    "first": ["meet", "aside1", "aside2", "aside3", "aside4"],
    **{f"aside{n}": [] for n in range(1, 5)},
    "meet": ["left", "right"],
    "left": ["goal"],
    "right": ["goal"],
    "goal": [],
}
FILES = {
    "lib/ways.py": "".join(
        f"def {name}():\n" + "".join(f"    {one}()\n" for one in calls) + "    return 1\n\n\n"
        for name, calls in WAYS.items()
    ),
    "lib/state.py": "total = 0\n\n\ndef grow():\n    global total\n    total += 1\n\n\n"
    "def lone():\n    return total\n",
    "lib/chain.py": f"from lib import state\n\n\n{CHAIN}def step4():\n    state.grow()\n",
    "app/main.py": "from lib import state\n\n\n"
    + "".join(
        f"def read_{n}():\n    print(state.total)\n    return state.total\n\n\n" for n in range(45)
    )
    + "def reset():\n    state.total = 0\n    keep(reset, state.total)\n    state.grow()\n",
    "lib/notes.py": "def jot():\n    return 1\n",
    "app/many.py": "from lib.notes import jot\n\n\n"
    + "".join(f"def jot_{n}():\n    return jot()\n\n\n" for n in range(100)),
    "tests/test_it.py": "from lib import state\n\n\ndef test_it():\n    assert state.total == 0\n",
}
NAME = "source/crossref-_name-total.html"
LINES = "ul.fd-lines > li:visible"


@pytest.fixture(scope="module")
def code(documented) -> str:
    return documented("uses", FILES, theme="furo")


@pytest.fixture(params=["light", "dark"])
def reader(request, read, code):
    return read(address=code, width=1440, scheme=request.param)


def test_uses_say_what_they_are_for_without_a_script(read, code):
    reader = read(address=code, javascript=False)
    reader.visit(NAME)
    kinds = reader.page.locator("li.fd-kinds")
    expect(kinds).to_have_text("93 reads · 2 writes · 1 other use")
    written = reader.page.locator("ul.fd-lines > li", has_text="state.total = 0")
    expect(written.locator("small")).to_have_text("write")
    read_there = reader.page.locator("ul.fd-lines > li", has_text="print").first
    expect(read_there.locator("small")).to_have_count(0)
    expect(reader.page.locator(".fd-rows-filter")).to_have_count(0)
    expect(reader.page.locator(".fd-kinds button")).to_have_count(0)


def test_a_kind_is_chosen_with_the_keyboard(reader):
    reader.visit(NAME)
    writes = reader.page.get_by_role("button", name="2 writes")
    writes.focus()
    reader.page.keyboard.press("Enter")
    expect(writes).to_have_attribute("aria-pressed", "true")
    expect(reader.page.locator(LINES)).to_have_count(2)
    assert violations(reader.page, "furo") == []
    reader.page.keyboard.press("Enter")
    expect(writes).to_have_attribute("aria-pressed", "false")
    expect(reader.page.locator(LINES, has_text="print").first).to_be_visible()


def test_uses_are_narrowed_by_words_and_shown_by_caller(reader):
    reader.visit(NAME)
    reader.page.get_by_role("searchbox", name="uses by file").fill("main read_12")
    expect(reader.page.locator(LINES)).to_have_count(2)
    expect(reader.page.locator(".fd-rows-filter output")).to_contain_text("2 / ")
    reader.page.get_by_role("searchbox", name="uses by file").fill("")
    reader.page.get_by_role("button", name="By caller").click()
    caller = reader.page.locator("li.fd-caller:visible", has_text="read_12")
    expect(caller.locator("ul.fd-lines > li")).to_have_count(2)
    expect(caller).to_contain_text("app/main.py")
    assert violations(reader.page, "furo") == []
    caller.locator("ul a").first.click()
    reader.expect_address("app/main.py.html#L65")


def test_the_callers_of_a_function_are_a_list_with_a_filter(reader):
    reader.visit("source/crossref-_name-jot.html")
    reader.page.locator("summary", has_text="Called by").click()
    callers = reader.page.locator("details > ul.filedocs-row > li:visible")
    expect(callers.first).to_be_visible()
    boxes = [one.bounding_box() for one in callers.all()]
    assert len({box["x"] for box in boxes}) > 1, "in columns"
    reader.page.get_by_role("searchbox", name="uses by file").fill("jot_12")
    expect(callers).to_have_text(["jot_12"])


def test_uses_do_not_move_when_their_boxes_come(read, code):
    for width in (1440, 380):
        reader = read(address=code, width=width)
        reader.visit(NAME)
        reader.expect_room(".fd-rows-filter", "ul.filedocs-uses")
        reader.visit("source/crossref-_name-jot.html")
        reader.expect_room(".fd-rows-filter", "ul.filedocs-uses")
        reader.expect_room(".fd-between", ".filedocs-listing")


def test_the_panel_below_a_listing_narrows_too(reader):
    reader.visit("source/lib/state.py.html")
    reader.page.locator("[id='def-grow']").click()
    panel = reader.page.locator(".filedocs-panel")
    expect(panel).to_contain_text("2 uses in 2 files · 2 calls")


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_panel_finds_the_uses_of_a_name_that_no_other_file_uses(read, code, served, scheme):
    reader = read(address=code if scheme == "http" else f"file://{served[0]}/uses")
    reader.visit("source/lib/ways.py.html")
    reader.page.locator("[id='def-goal']").click()
    lines = reader.page.locator(".filedocs-panel ul.fd-lines > li")
    rows = (r"\d+ left goal\(\)", r"\d+ right goal\(\)")
    expect(lines).to_have_text([re.compile(row) for row in rows])
    expect(lines.locator("code > b")).to_have_text(["goal", "goal"])
    lines.first.locator("span > a").click()
    expect(reader.page.locator(".filedocs-panel > header > a")).to_have_text("left")
    expect(lines).to_have_text([re.compile(r"\d+ meet left\(\)")])


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_calls_between_two_functions_are_found(read, code, served, scheme):
    reader = read(address=code if scheme == "http" else f"file://{served[0]}/uses")
    reader.visit("source/lib/chain.py.html")
    reader.page.locator("[id='def-step1']").click()
    button = reader.page.get_by_role("button", name="Calls between")
    button.focus()
    reader.page.keyboard.press("Enter")
    finder = reader.page.get_by_role("combobox")
    finder.fill("main.py")
    expect(reader.page.get_by_role("option")).to_have_count(0)
    keys = reader.page.locator(".filedocs-finder-keys")
    expect(keys).to_contain_text("show calls")
    expect(keys).not_to_contain_text("files only")
    finder.fill("grow")
    expect(reader.page.get_by_role("option").first).to_contain_text("grow")
    reader.page.keyboard.press("Enter")
    between = reader.page.locator(".fd-between")
    steps = between.locator("ol > li")
    expect(steps).to_have_count(5)
    expect(steps.first).to_contain_text("step1")
    expect(steps.last).to_have_text("grow")
    expect(steps.nth(3).locator(".fd-place")).to_have_text("chain.py:21")
    expect(between).to_contain_text("No known calls lead there.")
    expect(between).to_contain_text("Calls through pointers and interfaces are not seen.")
    expect(button).to_be_focused()
    assert violations(reader.page, "furo") == []
    steps.nth(3).locator(".fd-place").click()
    reader.expect_address("chain.py.html#L21")


def test_each_of_several_ways_is_told_from_its_beginning(read, code):
    reader = read(address=code)
    reader.visit("source/lib/ways.py.html")
    reader.page.locator("[id='def-begin']").click()
    reader.page.get_by_role("button", name="Calls between").click()
    reader.page.get_by_role("combobox").fill("goal")
    expect(reader.page.get_by_role("option").first).to_contain_text("goal")
    reader.page.keyboard.press("Enter")
    ways = reader.page.locator(".fd-between ol")
    expect(ways).to_have_count(2)
    shown = [way.locator("li > a:not(.fd-place)").all_inner_texts() for way in ways.all()]
    assert sorted(shown) == [
        ["begin", "first", "meet", "left", "goal"],
        ["begin", "first", "meet", "right", "goal"],
    ]
