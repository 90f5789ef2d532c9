"""Readers of a listing that fills several pages."""

from __future__ import annotations

import pytest

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
