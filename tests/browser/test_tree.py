"""The files of a tree in the sidebar of its pages, for somebody who goes from file to file."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.full import DAILY_THEMES, THEMES, rows

pytestmark = pytest.mark.browser

PAGE = "source/archive/windrose/store.py.html"
SIBLINGS = ["report", "__init__.py", "__main__.py", "alerts.py", "frame.py", "store.py", "units.py"]


def tree(reader):
    return reader.page.locator(".fd-tree")


def row(reader, name, within=".fd-tree"):
    """Return the link of a row by its whole text."""
    return reader.page.locator(within).get_by_role("link", name=name, exact=True)


@pytest.mark.parametrize("theme", rows(THEMES, *DAILY_THEMES))
def test_beside_a_file_stand_its_siblings_below_the_folders_above(read, theme):
    reader = read(theme, width=1440)
    reader.visit(PAGE)
    current = tree(reader).locator("[aria-current=page]")
    expect(current).to_have_text("store.py")
    shown = current.locator("xpath=../../li/a").all_inner_texts()
    assert shown == SIBLINGS
    assert current.locator("xpath=ancestor::li").count() >= 3
    for folder in ("windrose", "archive"):
        expect(
            tree(reader).get_by_role("button", name=folder, exact=True, expanded=True)
        ).to_be_visible()
    expect(
        tree(reader).get_by_role("button", name="decoder", exact=True, expanded=False)
    ).to_be_attached()
    # Rows are close together, and can be hit.
    assert 24 <= current.bounding_box()["height"] <= 30
    row(reader, "units.py").click()
    reader.expect_address("source/archive/windrose/units.py.html")
    expect(tree(reader).locator("[aria-current=page]")).to_have_text("units.py")


def test_beside_the_page_of_a_folder_no_folder_in_it_is_open(read):
    reader = read("furo", width=1440)
    for page, inside in (("source/index.html", "archive"), ("source/archive/index.html", "tests")):
        reader.visit(page)
        expect(row(reader, inside)).to_be_visible()
        folder = row(reader, inside).locator("xpath=../..")
        expect(folder.get_by_role("button", expanded=True)).to_have_count(0)


@pytest.mark.parametrize("theme", rows(THEMES, "pydata_sphinx_theme"))
def test_without_a_script_there_is_the_way_to_the_page(read, theme):
    reader = read(theme, width=1440, javascript=False)
    reader.visit(PAGE)
    assert tree(reader).count() == 0
    assert reader.page.locator("li[class*=toctree-l].current").count() > 0


def loaded(reader):
    """Return the folders whose scripts the page has loaded."""
    scripts = reader.page.locator("script[src$='+/index.js']")
    paths = scripts.evaluate_all("all => all.map((one) => one.src.split('/files/')[1])")
    return sorted(path.removesuffix("+/index.js").replace("+/", "/") for path in paths)


def test_a_folder_is_loaded_when_it_is_opened_and_stays_open(read):
    reader = read("furo", width=1440)
    reader.visit(PAGE)
    expect(row(reader, "units.py")).to_be_visible()
    above = ["source", "source/archive", "source/archive/windrose"]
    assert loaded(reader) == above
    reader.page.get_by_role("button", name="gateway", exact=True).click()
    expect(row(reader, "main.go")).to_be_visible()
    expect(tree(reader).locator("[tabindex='0'], a:not([tabindex])")).to_have_text("store.py")
    assert loaded(reader) == [*above, "source/gateway"]
    row(reader, "units.py").click()
    reader.expect_address("units.py.html")
    expect(row(reader, "main.go")).to_be_visible()
    reader.page.get_by_role("button", name="gateway", exact=True).click()
    expect(row(reader, "main.go")).to_be_hidden()
    row(reader, "store.py").click()
    reader.expect_address("store.py.html")
    expect(row(reader, "units.py")).to_be_visible()
    assert loaded(reader) == above


def test_folders_that_stay_open_are_asked_for_together(read):
    reader = read("furo", width=1440)
    reader.visit(PAGE)
    open_ones = {"gateway": "main.go", "firmware": "station.c"}
    for folder, inside in open_ones.items():
        tree(reader).get_by_role("button", name=folder, exact=True).click()
        expect(row(reader, inside)).to_be_visible()
    held = []

    def hold(route):
        held.append(route)

    for folder in open_ones:
        reader.page.route(f"**/source+/{folder}+/index.js", hold)
    with ExitStack() as asked:
        for folder in open_ones:
            asked.enter_context(reader.page.expect_request(f"**/source+/{folder}+/index.js"))
        row(reader, "units.py").click()
    for route in held:
        route.continue_()
    for inside in open_ones.values():
        expect(row(reader, inside)).to_be_visible()


def test_a_folder_that_cannot_be_loaded_stays_closed_and_leads_to_its_page(read):
    reader = read("furo", width=1440)
    # As a browser that has none of it.
    reader.page.route("**/archive+/windrose+/index.js", lambda route: route.fulfill(body=""))
    reader.page.route("**/gateway+/index.js", lambda route: route.fulfill(body=""))
    reader.visit(PAGE)
    expect(tree(reader).locator("li.current > a").last).to_have_text("windrose")
    reader.expect_address(PAGE)
    reader.page.get_by_role("button", name="gateway", exact=True).click()
    reader.expect_address("source/gateway/index.html")


@pytest.mark.parametrize("theme", rows(THEMES, "pydata_sphinx_theme"))
def test_it_is_one_stop_for_the_tab_key_and_arrows_go_on(read, theme):
    reader = read(theme, width=1440)
    reader.visit(PAGE)
    expect(tree(reader).locator("[tabindex='0']")).to_have_text("store.py")
    row(reader, "store.py").focus()
    keys = reader.page.keyboard

    def focused():
        return reader.page.evaluate("document.activeElement.textContent")

    for key, name in (
        ("ArrowDown", "units.py"),
        ("ArrowUp", "store.py"),
        ("ArrowLeft", "windrose"),
        ("ArrowRight", "report"),
    ):
        keys.press(key)
        assert focused() == name
    keys.press("ArrowRight")
    expect(row(reader, "text.py")).to_be_visible()
    keys.press("ArrowRight")
    assert focused() == "__init__.py"
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect(row(reader, "text.py")).to_be_hidden()
    keys.press("End")
    keys.press("Enter")
    reader.expect_address("source/run_tests.sh.html")


def test_it_opens_from_a_folder_on_disk_and_below_addresses_without_suffix(read, served, demo):
    demo("furo")
    for reader, page in (
        (read(address=f"file://{served[0]}/furo-html", width=1440), PAGE),
        (read("furo", builder="dirhtml", width=1440), PAGE.removesuffix(".html") + "/"),
    ):
        reader.visit(page)
        expect(tree(reader).locator("[aria-current=page]")).to_have_text("store.py")
        row(reader, "archive").click()
        expect(tree(reader).locator("[aria-current=page]")).to_have_text("archive")
        expect(row(reader, "pyproject.toml")).to_be_visible()


def test_other_pages_of_a_tree_show_where_they_belong(read):
    reader = read("furo", width=1440)
    reader.visit("source/archive/keywords.html")
    marked = tree(reader).locator("li.current > a")
    expect(marked).to_have_text(["archive"])
    expect(row(reader, "pyproject.toml")).to_be_visible()
    assert tree(reader).locator("[aria-current=page]").count() == 0
    reader.visit("guide.html")
    assert tree(reader).count() == 0


def test_on_a_narrow_screen_it_stands_behind_the_menu_of_the_theme(read):
    reader = read("furo", width=380)
    reader.visit(PAGE)
    expect(row(reader, "units.py")).not_to_be_in_viewport()
    reader.page.locator("label.nav-overlay-icon").click()
    expect(tree(reader).locator("[aria-current=page]")).to_be_in_viewport()


@pytest.fixture(scope="module")
def wide(documented):
    """A tree with a folder of very many files, chains of folders, and somebody else's code."""
    files = {f"data/row_{number:04}.txt": f"{number}\n" for number in range(620)}
    more = {
        "main.py": "import pkg\n",
        "src/org/example/app.py": "x = 1\n",
        "vendor/lib/copied.py": "y = 1\n",
        "<b>&.py": "",
    }
    return documented("wide", {**files, **more}, theme="furo")


def test_names_of_a_large_folder_are_found_by_a_part_of_them(read, wide):
    reader = read(address=wide, width=1440)
    reader.visit("source/data/row_0611.txt.html")
    expect(tree(reader).locator("[aria-current=page]")).to_be_in_viewport()
    rows = tree(reader).locator("li:not(.fd-all-names) > a", has_text="row_")
    # Half of the most before it, and all behind it.
    expect(rows).to_have_count(250 + 620 - 611)
    box = reader.page.get_by_role("searchbox", name="Filter 620 names")
    box.press_sequentially("ROW_001")
    expect(rows).to_have_text([f"row_001{digit}.txt" for digit in range(10)])
    expect(tree(reader).locator("[tabindex='0']")).to_have_text("row_0010.txt")
    rows.nth(4).click()
    reader.expect_address("source/data/row_0014.txt.html")
    expect(rows).to_have_count(500)
    row(reader, "All 620 names").click()
    reader.expect_address("source/data/index.html")


def test_chains_of_folders_are_one_row_and_what_is_vendored_is_last(read, wide):
    reader = read(address=wide, width=1440)
    reader.visit("source/src/org/example/app.py.html")
    current = tree(reader).locator("[aria-current=page]")
    expect(current).to_have_text("app.py")
    top = current.locator("xpath=../../../../li/a").all_inner_texts()
    assert top == ["data", "src/org/example", "vendor/lib vendored", "<b>&.py", "main.py"]
    reader.visit("source/src/index.html")
    expect(tree(reader).locator("li.current > a").last).to_have_text("src/org/example")
    expect(row(reader, "app.py")).to_be_visible()


def test_a_theme_without_a_place_has_it_in_front_of_the_page(read, documented):
    files = {"pkg/a.py": "x = 1\n", "pkg/b.py": "y = 1\n", "c.py": ""}
    reader = read(address=documented("plain", files, theme="classic"), width=1440)
    reader.visit("source/pkg/a.py.html")
    folded = reader.page.locator("details.fd-files")
    assert loaded(reader) == []
    folded.get_by_text("Files").click()
    expect(folded.locator("[aria-current=page]")).to_have_text("a.py")
    folded.get_by_role("link", name="b.py").click()
    reader.expect_address("source/pkg/b.py.html")


def test_a_start_page_that_is_the_first_page_of_all_has_what_stands_below_it(read, documented):
    files = {"lib/a.py": "A = 1\n", "vendor/copied/b.py": "B = 2\n", "c.py": "C = 3\n"}
    more = "root_doc = 'source/index'\nexclude_patterns = ['index.rst']\n"
    address = documented("first", files, theme="furo", more=more)
    reader = read(address=address, width=1440)
    reader.visit("source/index.html")
    top = ["lib", "vendor/copied vendored", "c.py"]
    expect(tree(reader).locator(":scope > li > a")).to_have_text(top)
    tree(reader).get_by_role("button", name="lib", exact=True).click()
    row(reader, "a.py").click()
    reader.expect_address("source/lib/a.py.html")
    expect(tree(reader).locator(":scope > li > a")).to_have_text(top)


@pytest.mark.parametrize("javascript", [True, False])
def test_pydata_has_the_tree_beside_a_start_page_that_is_a_page_of_its_head(
    read, documented, javascript
):
    files = {"lib/a.py": "A = 1\n", "b.py": "B = 2\n"}
    address = documented("head", files, theme="pydata_sphinx_theme")
    reader = read(address=address, width=1440, javascript=javascript)
    reader.visit("source/index.html")
    title = reader.page.locator(".bd-docs-nav .bd-links__title")
    if not javascript:
        expect(title).to_be_hidden()
        return
    expect(row(reader, "b.py")).to_be_visible()
    expect(title).to_be_visible()
    reader.page.get_by_role("button", name="lib", exact=True).click()
    expect(row(reader, "a.py")).to_be_visible()
