"""Readers of a listing that fills several pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.full import rows

pytestmark = pytest.mark.browser

FILES = {
    "big.py": "".join(
        f"def f{number}():\n    return f{number + 1}()\n\n\n" for number in range(4_500)
    ),
    "use.py": "from big import f3000\n\nf3000()\n",
}


@pytest.fixture(scope="module")
def site(documented) -> str:
    """Return the address of the documentation of a tree with such a file."""
    return documented("divided", FILES)


def test_a_name_leads_by_way_of_the_outline_to_its_line(read, site) -> None:
    reader = read(address=site, javascript=False)
    reader.visit("source/use.py.html")
    reader.page.locator("#L3 a", has_text="f3000").click()
    reader.expect_address("source/big.py.html#sym-f3000")
    reader.expect_seen("#sym-f3000")
    reader.page.locator("#sym-f3000 a").click()
    reader.expect_address("source/big.py/listing-2.html#L12001-L12002")
    reader.expect_seen("#L12001")


def test_a_name_leads_to_another_page_of_the_listing(read, site) -> None:
    reader = read(address=site, javascript=False)
    reader.visit("source/big.py.html#L9998")
    reader.page.locator("#L9998 a", has_text="f2500").click()
    reader.expect_address("source/big.py/listing-2.html#L10001")
    reader.expect_seen("#L10001")
    reader.follow("Lines 1–10,000")
    reader.expect_address("source/big.py.html#listing")


@pytest.mark.parametrize("place", ["#L12001", "#L12001-L12002"])
def test_an_address_from_elsewhere_finds_its_line(read, site, place: str) -> None:
    reader = read(address=site)
    reader.visit(f"source/big.py.html{place}")
    reader.expect_address(f"source/big.py/listing-2.html{place}")
    reader.expect_seen("#L12001")
    assert reader.background(12001) != reader.background(12000)


#: A function that begins on the first page and ends on the fourth.
LONG = {
    "big.py": "".join(
        [
            "def early():\n    return 1\n\n\ndef fill():\n",
            *(f"    put({number}, '{'x' * 40}')\n" for number in range(15_000)),
            "\n\ndef late():\n    return 2\n",
        ]
    ),
}
#: Brings a line below what stands at the top of the window.
SHOW = """(line) => scrollBy({ behavior: "instant", top:
  document.getElementById(line).getBoundingClientRect().top
  - document.querySelector(".filedocs-around").getBoundingClientRect().bottom + 2 })"""


def show(reader, line: int) -> None:
    """Scroll to a line, as the first that is read."""
    reader.page.locator(f"#L{line}").evaluate("line => line.scrollIntoView()")
    expect(reader.page.locator(".filedocs-around")).to_be_visible()
    reader.page.evaluate(SHOW, f"L{line}")


@pytest.mark.parametrize(
    "theme", rows(["furo", "pydata_sphinx_theme", "sphinx_book_theme"], "pydata_sphinx_theme")
)
def test_the_definition_that_is_read_is_marked_on_each_page(read, documented, theme) -> None:
    address = documented(f"divided-{theme}", FILES, theme=theme)
    reader = read(address=address, width=1440)
    pane = reader.page.locator("nav.fd-symbols:visible")
    for page, line, name in (("big.py", 38, "f9"), ("big.py/listing-2", 10042, "f2510")):
        reader.visit(f"source/{page}.html")
        expect(pane.locator(".fd-current")).to_have_count(0)
        show(reader, line)
        expect(pane.locator(".fd-current")).to_have_text(name)
        expect(pane.locator(".fd-current")).to_be_in_viewport()
    # What is found leads to the line.
    reader.page.get_by_role("searchbox", name="Filter definitions").fill("f4499")
    pane.get_by_role("link", name="f4499").click()
    reader.expect_seen("#L17997")


def test_what_began_on_an_earlier_page_is_marked_too(read, documented) -> None:
    reader = read(address=documented("early", LONG, theme="furo"), width=1440)
    reader.visit("source/big.py/listing-2.html")
    first = int(reader.page.locator("pre > span > i").first.get_attribute("id")[1:])
    show(reader, first + 100)
    expect(reader.page.locator("nav.fd-symbols:visible .fd-current")).to_have_text("fill")
    expect(reader.page.locator(".filedocs-around")).to_contain_text("fill")
    reader.page.locator("nav.fd-symbols:visible").get_by_role("link", name="early").click()
    reader.expect_address("source/big.py.html#L1")
