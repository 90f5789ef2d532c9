"""Relations of types and members for a reader: arrows, cards, the panel and class trees."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_axe import violations_of_both

pytestmark = pytest.mark.browser

KINDS = ("Disc", "Box", "Cone", "Ball")
TREE = {
    "shapes/base.py": (
        "class Shape(ABC):\n    def area(self): ...\n\n\n"
        "def total(shape: Shape):\n    return shape.area()\n\n\ntotal(Shape())\n"
    ),
    "shapes/all.py": "from shapes.base import Shape\n\n\n"
    + "".join(f"class {kind}(Shape):\n    def area(self): return 1\n\n\n" for kind in KINDS)
    + "".join(f"def take{n}(shape: Shape): ...\n\n\n" for n in range(80)),
}


@pytest.fixture(scope="module")
def code(documented):
    return documented("relatives", TREE, theme="furo")


def test_a_class_tree_leads_to_each_type_and_breaks_no_rule(read, code, served):
    reader = read(address=code, width=1440)
    (own,) = (served[0] / "relatives/source").glob("crossref-_name-shape-*.html")
    reader.visit(f"source/{own.name}")
    page = reader.page
    tree = page.get_by_role("group", name="Class tree")
    assert tree.get_by_role("link").all_text_contents() == ["Shape", *sorted(KINDS)]
    expect(tree).to_contain_text("ABC")
    page.get_by_text("As a list").click()
    assert violations_of_both(page, "furo") == []
    # What is typed narrows the types too; the picture, which cannot be, makes room for their list.
    box = page.locator(".fd-rows-filter > input")
    box.fill("cone")
    expect(page.locator(".fd-class-tree li:visible > a")).to_have_text(["Shape", "Cone"])
    expect(page.locator("ul.filedocs-row > li:visible > a")).to_have_text(["Cone"])
    last = page.locator("ul.filedocs-row > li:visible").last
    assert last.evaluate("(row) => getComputedStyle(row, '::after').content") == "none"
    expect(tree).to_be_hidden()
    box.fill("take7")
    expect(page.locator(".fd-class-tree")).to_be_hidden()
    box.fill("")
    tree.get_by_role("link", name="Cone").focus()
    page.keyboard.press("Enter")
    reader.expect_address("source/shapes/all.py.html#def-Cone")


def test_arrows_cards_and_the_panel_say_what_overrides_what(read, code, served):
    reader = read(address=code, width=1440)
    reader.visit("source/shapes/base.py.html")
    page = reader.page
    expect(page.get_by_role("link", name="area Overridden by 4")).to_be_visible()
    page.locator("summary", has_text="Outline").click()
    expect(page.locator("#outline a", has_text="↓ Overridden by 4")).to_be_visible()
    assert violations_of_both(page, "furo") == []
    page.locator("[id='def-total']").click()
    panel = page.locator(".filedocs-panel")
    call = panel.locator(".fd-calls li").filter(has_text="may call: 4")
    call.locator("summary").click()
    expect(call.locator("ul summary")).to_have_text([f"{kind}.area" for kind in KINDS])
    assert violations_of_both(page, "furo") == []
    reader.visit("source/shapes/all.py.html")
    page.locator("[id='def-Disc.area']").hover()
    expect(page.get_by_role("tooltip")).to_have_text("Overrides Shape.area (shapes/)")
    # From a folder, the panel says it too.
    folder, _address = served
    other = read(address=f"file://{folder}/relatives", width=380)
    other.visit("source/shapes/all.py.html")
    other.page.locator("[id='def-Disc.area']").click()
    expect(other.page.locator(".filedocs-panel")).to_contain_text("Overrides 1Shape.area shapes/")
