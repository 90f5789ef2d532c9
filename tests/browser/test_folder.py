"""The page of a folder with many files, for somebody who looks for one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

#: The first files are the shortest and the most used.
NAMES = ["alpha", "beta", "gamma", "delta", "eps", "zeta", "eta", "theta", "iota", "kappa"]
TREE = {
    f"pkg/{name}.py": f'"""The letter {name}."""\n'
    + "".join(f"from .{other} import {other}\n" for other in NAMES[:place])
    + f"def {name}():\n    return 1\n"
    + "".join(f"{other}()\n" for other in NAMES[:place])
    for place, name in enumerate(NAMES)
}
PAIR = {
    "c/list.c": '#include "list.h"\nint first(void) { return 1; }\n',
    "c/list.h": "int first(void);\n",
}


@pytest.fixture(scope="module")
def address(documented):
    return documented("folder", {"pkg/__init__.py": "", **TREE, **PAIR}, theme="furo")


def shown(reader):
    """Return the names of the files that can be seen, in their order."""
    names = reader.page.locator("table.filedocs-files tbody tr:visible td:first-child")
    return [name.removesuffix(".py") for name in names.all_inner_texts()]


def test_rows_are_ordered_by_a_column_and_filtered_by_words(read, address):
    reader = read(address=address, width=1440)
    reader.visit("source/pkg/index.html")
    page = reader.page
    assert shown(reader) == ["__init__", *sorted(NAMES)]

    def order(title):
        button = page.get_by_role("button", name=title, exact=True)
        button.focus()
        page.keyboard.press("Enter")
        return page.get_by_role("columnheader", name=title)

    head = order("Used by files")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert shown(reader)[:3] == ["alpha", "beta", "gamma"]
    order("Lines")
    assert shown(reader)[:3] == ["kappa", "iota", "theta"]
    order("Lines")
    assert shown(reader)[:2] == ["__init__", "alpha"]
    order("File")
    assert shown(reader)[0] == "__init__"
    order("File")
    assert shown(reader)[:2] == ["zeta", "theta"]
    box = page.get_by_role("searchbox", name="Filter 11 files")
    box.fill("LETTER eta")
    assert set(shown(reader)) == {"eta", "beta", "theta", "zeta"}
    expect(page.locator(".fd-rows-filter output")).to_have_text("4 / 11")
    box.fill("")
    assert len(shown(reader)) == 11


def test_a_header_stands_beside_its_implementation(read, address):
    reader = read(address=address, width=380, scheme="dark")
    reader.visit("source/c/index.html")
    assert shown(reader) == ["list.c .h"]
    assert reader.page.locator(".fd-order").count() == 0
    # Nothing makes a narrow page scroll sideways.
    assert reader.page.evaluate("document.documentElement.scrollWidth") == 380
    reader.follow(".h")
    reader.expect_address("source/c/list.h.html")


def test_a_long_word_pushes_no_number_out_of_sight(read, documented):
    address = "/".join(["https://example.org", *NAMES, *NAMES])
    reader = read(address=documented("word", {"a.py": f'"""Reads what {address} says."""\n'}))
    reader.visit("source/index.html")
    table = reader.page.locator("div.filedocs-table-wrapper", has_text=address)
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") == 0


def test_rows_do_not_move_when_their_filter_comes(read, address):
    for width in (1440, 380):
        reader = read(address=address, width=width)
        reader.visit("source/pkg/index.html")
        reader.expect_room(".fd-rows-filter", "table.filedocs-files tbody tr")
