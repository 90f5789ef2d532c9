"""The page of a name that is used on many lines, for somebody who wants to know all about it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.full import rows

pytestmark = pytest.mark.browser

PAGE = "source/crossref-_name-parse.html"
FILES = {
    "lib/words.py": 'def parse(text):\n    """Return the words."""\n    return text.split()\n',
    "app/main.py": "from lib.words import parse\n\n\n"
    + "".join(f"def read_{n}():\n    parse('a')\n    return parse('{n}')\n\n\n" for n in range(40)),
    "tools/run.py": "import lib.words\n\nlib.words.parse('b')\n",
    "test_it.py": "from lib.words import parse\n\n\ndef test_it():\n    assert parse('')\n",
}


@pytest.fixture(scope="module", params=rows(["furo", "sphinx_rtd_theme"], "furo"))
def code(request, documented) -> str:
    """Return the address of a tree with such a name."""
    return documented(f"names-{request.param}", FILES, theme=request.param)


def test_it_is_read_from_the_definition_down_to_the_lines(read, code):
    reader = read(address=code, width=1440)
    reader.visit(f"{PAGE}#name-parse")
    page = reader.page
    expect(page.locator("h1")).to_contain_text("parse")
    reader.expect_seen("h1")
    expect(page.locator(".filedocs-facts")).to_contain_text("function · 84 uses in 3 files")
    reader.expect_seen(".filedocs-listing >> text=return text.split()")
    expect(page.locator("section#page")).to_contain_text("Return the words.")
    folders = page.locator("li.fd-uses-part")
    expect(folders).to_contain_text(["app/ 80 uses in 1 file", "tools/ 1 use in 1 file"])
    line = page.locator("ul.fd-lines > li", has_text="return parse('7')")
    expect(line.locator("b")).to_have_text("parse")
    # The line above it names the function around both.
    expect(line.locator("span")).to_have_count(0)
    line.get_by_role("link").click()
    reader.expect_address("source/app/main.py.html#L41")


def test_tests_imports_and_callers_are_opened(read, code):
    reader = read(address=code, width=1440)
    reader.visit(PAGE)
    for title, inside in (
        ("Called by", "read_12"),
        ("Imports: 1 line", "from lib.words import parse"),
        ("Tests, examples, generated and vendored code: 2 lines", "assert parse('')"),
    ):
        folded = reader.page.locator("ul.filedocs-uses details", has_text=title)
        expect(folded.get_by_text(inside).first).to_be_hidden()
        folded.locator("summary").click()
        expect(folded.get_by_text(inside).first).to_be_visible()


def test_the_uses_below_a_listing_are_those_of_the_page(read, code):
    reader = read(address=code, width=1440)
    reader.visit("source/lib/words.py.html")
    reader.page.locator("[id='def-parse']").click()
    panel = reader.page.locator(".filedocs-panel")
    expect(panel.locator("ul.fd-lines > li").first).to_be_visible()
    expect(panel).to_contain_text("app/main.py")
    panel.locator("header a").click()
    reader.expect_address(f"{PAGE}#name-parse")


def test_an_old_address_of_the_name_leads_there(read, code):
    reader = read(address=code, width=1440)
    reader.visit("source/crossref.html#name-parse")
    reader.page.locator("[id='name-parse']").get_by_role("link", name="parse").click()
    reader.expect_address(f"{PAGE}#name-parse")


def test_a_narrow_page_does_not_scroll_sideways(read, code):
    reader = read(address=code, width=380)
    reader.visit(PAGE)
    wide = reader.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide


@pytest.mark.parametrize(
    "theme", rows(["furo", "pydata_sphinx_theme", "sphinx_book_theme"], "furo")
)
def test_the_parts_of_its_uses_stand_beside_it(read, documented, theme):
    reader = read(address=documented(f"names-{theme}", FILES, theme=theme), width=1440)
    reader.visit(PAGE)
    page = reader.page
    beside = page.locator("a[href^='#uses']:visible")
    tests = "Tests, examples, generated and vendored code: 2 lines"
    expect(beside).to_have_text(["app/ 80", "tools/ 1", "Imports: 1 line", tests])
    beside.nth(1).click()
    reader.expect_address(f"{PAGE}#uses-in-tools")
    reader.expect_seen("li.fd-uses-part >> text=tools/run.py")
    # What is folded opens.
    beside.nth(3).click()
    expect(page.get_by_text("assert parse('')")).to_be_visible()


@pytest.mark.parametrize("width", [1440, 380])
def test_names_of_callers_are_not_broken_and_stand_beside_their_numbers(read, documented, width):
    caller = "validate_what_is_sent_to_every_peer_of_the_ring"
    files = {
        "lib/core.py": "def send():\n    return 1\n",
        "app/ring.py": "from lib.core import send\n\n\n"
        + "".join(f"def {name}():\n    return send()\n\n\n" for name in (caller, "small")),
    }
    reader = read(address=documented("callers", files, theme="furo"), width=width)
    reader.visit("source/crossref.html")
    rows = reader.page.locator("ul.fd-lines > li", has=reader.page.locator("span > a"))
    expect(rows.filter(has_text=caller)).to_have_count(1)
    for row in (rows.filter(has_text=caller), rows.filter(has_text="small")):
        number, name = (row.locator(one).bounding_box() for one in ("> a", "> span"))
        assert name["height"] <= 30
        assert abs(number["y"] + number["height"] / 2 - name["y"] - name["height"] / 2) <= 5
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
