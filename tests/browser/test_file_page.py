"""Readers of a file's page: the source is what they see first, all else is opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.full import DAILY_THEMES, THEMES, mixed, rows

pytestmark = pytest.mark.browser

PAGE = "source/archive/windrose/store.py.html"


@pytest.mark.parametrize(
    ("theme", "page"),
    mixed(["alabaster", "furo", "sphinx_rtd_theme"], ["findings", "dependencies"]),
)
def test_pages_of_all_kinds_begin_alike(read, theme, page) -> None:
    reader = read(theme, width=1440)
    places = []
    for shown in (page, "archive/windrose/store.py"):
        reader.visit(f"source/{shown}.html")
        heads = [reader.page.locator(one).first for one in (".filedocs-breadcrumbs", "h1")]
        assert heads[0].bounding_box()["y"] < heads[1].bounding_box()["y"]
        places.append(heads[1].evaluate("title => getComputedStyle(title).fontSize"))
    assert places == ["24px", "24px"]


@pytest.mark.parametrize("theme", rows(THEMES, *DAILY_THEMES))
def test_the_source_begins_in_the_first_screen(read, theme):
    reader = read(theme, width=1440)
    reader.visit(PAGE)
    top = reader.page.locator("#L1").evaluate("line => line.getBoundingClientRect().top")
    assert top < 500


def test_a_name_is_the_title_and_its_folders_the_way_to_it(read):
    reader = read("furo")
    reader.visit(PAGE)
    title = reader.page.locator("h1")
    way = reader.page.locator(".filedocs-breadcrumbs")
    assert title.inner_text().startswith("archive/windrose/store.py")
    folder = reader.page.locator("h1 > .filedocs-folder").bounding_box()
    assert folder["width"] <= 1, "for screen readers alone: the way shows it"
    assert way.bounding_box()["y"] < title.bounding_box()["y"]
    reader.follow("windrose", ".filedocs-breadcrumbs")
    reader.expect_address("source/archive/windrose/index.html")


@pytest.mark.parametrize("javascript", [True, False])
def test_sections_are_closed_until_they_are_opened_or_an_address_leads_into_them(read, javascript):
    reader = read("furo", javascript=javascript)
    reader.visit(PAGE)
    outline = reader.page.locator("section#outline")
    expect(outline).to_be_hidden()
    reader.page.locator("summary", has_text="Outline").click()
    expect(outline).to_be_visible()
    for place in ("dependencies", "sym-Archive.add"):
        reader.visit(f"{PAGE}#{place}")
        reader.expect_seen(f"[id='{place}']")


@pytest.mark.parametrize(
    ("theme", "width", "javascript"), mixed(THEMES, [1440, 380], [True, False])
)
def test_the_row_of_sections_stays_where_it_is_when_one_opens(read, theme, width, javascript):
    reader = read(theme, width=width, javascript=javascript)
    reader.visit(PAGE)
    row = reader.page.locator(".fd-row")
    places = """() => [...document.querySelectorAll(".fd-row summary")].map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return [x + scrollX, y + scrollY];
    })"""
    before = reader.page.evaluate(places)
    for title in ("Outline", "Details"):
        row.locator("summary", has_text=title).click()
        assert reader.page.evaluate(places) == before
        shown = row.locator("details[open]")
        expect(shown).to_have_count(1)
        assert shown.evaluate("one => one.querySelector('section').id") in ("outline", "metadata")
        box = shown.locator("> section").bounding_box()
        last = row.locator("summary").last.bounding_box()
        assert last["y"] + last["height"] <= box["y"], "below the row"
        assert box["height"] <= 0.6 * 900 + 1, "with its own scroll"


@pytest.mark.parametrize("theme", rows(THEMES, "alabaster"))
def test_an_outline_is_as_dense_in_each_theme(read, theme):
    reader = read(theme)
    reader.visit(PAGE)
    reader.unfold("Outline")
    row = reader.page.locator("#outline li").filter(has=reader.page.locator("> p")).first
    said = "e => [getComputedStyle(e).listStyleType, getComputedStyle(e).fontSize]"
    assert row.evaluate(said) == ["none", "13px"]
    assert row.locator("> p").first.evaluate(said)[1] == "13px"


def test_a_section_is_opened_from_the_keyboard_and_reached_with_the_next_stop(read):
    reader = read("furo")
    reader.visit(PAGE)
    reader.page.locator(".fd-row summary", has_text="Outline").focus()
    reader.page.keyboard.press("Enter")
    reader.page.keyboard.press("Tab")
    assert reader.page.evaluate("!!document.activeElement.closest('#outline')")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_licence_at_the_head_is_one_line_until_it_is_opened(read, documented, javascript):
    terms = "".join(f" * Term {number}.\n" for number in range(20))
    text = f"/* Adds.\n *\n * Copyright (c) 2009 Ada Lovelace\n{terms} */\nint a;\n"
    address = documented("licensed", {"add.c": text}, theme="furo")
    reader = read(address=address, javascript=javascript)
    reader.visit("source/add.c.html")
    fold = reader.page.locator(".fd-notice > summary")
    assert fold.get_attribute("aria-label") == "Licence · Ada Lovelace · L2–L24"
    for line, is_seen in ((1, True), (2, False), (24, False), (25, True)):
        expect(reader.page.locator(f"#L{line}")).to_be_visible(visible=is_seen)
    fold.click()
    reader.expect_seen("#L3")
    for place in ("L9", "L8-L10") if javascript else ("L9",):
        reader.visit(f"source/add.c.html#{place}")
        reader.expect_seen("#L9")
    reader.visit("source/add.c.html")
    reader.page.emulate_media(media="print")
    expect(reader.page.locator("#L9")).to_be_visible()
    expect(fold).to_be_hidden()


def test_a_click_on_a_line_number_marks_the_line_and_moves_nothing(read):
    reader = read("furo")
    reader.visit(f"{PAGE}#L40")
    before = reader.page.evaluate("scrollY")
    reader.click_number(48)
    reader.expect_address("#L48")
    assert reader.page.evaluate("scrollY") == before
    assert reader.marked(range(38, 52)) == [48]
    reader.click_number(45, modifiers=["Shift"])
    reader.expect_address("#L45-L48")
    assert reader.page.evaluate("scrollY") == before
    assert reader.marked(range(38, 52)) == [45, 46, 47, 48]
    reader.page.go_back()
    reader.expect_address("#L48")
    assert reader.marked(range(38, 52)) == [48]


def test_a_range_is_chosen_by_dragging_over_line_numbers(read):
    reader = read("furo")
    reader.visit(f"{PAGE}#L40")
    before = reader.page.evaluate("scrollY")
    mouse = reader.page.mouse
    boxes = [reader.page.locator(f"#L{line}").bounding_box() for line in (45, 52, 48)]
    starts, *further = [(box["x"] + 4, box["y"] + 4) for box in boxes]
    mouse.move(*starts)
    mouse.down()
    for place in further:
        mouse.move(*place, steps=3)
    assert reader.marked(range(42, 54)) == [45, 46, 47, 48], "while it is dragged"
    mouse.up()
    reader.expect_address("#L45-L48")
    assert reader.page.evaluate("scrollY") == before
    assert reader.page.evaluate("getSelection().toString()") == ""
    reader.page.keyboard.press("Enter")
    reader.expect_address("#L45")
    # A press that does not move is a click.
    mouse.click(*further[0])
    reader.expect_address("#L52")
    mouse.move(*starts)
    assert reader.marked(range(42, 54)) == [52]


def test_with_the_keyboard_numbers_are_one_stop_and_arrows_go_on_from_there(read):
    reader = read("furo")
    reader.visit(PAGE)
    assert reader.page.locator("#listing .fd-number").count() == 1
    reader.page.locator("#L1 > .fd-number").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        reader.page.keyboard.press(key)
    reader.expect_address("#L3")
    reader.page.keyboard.press("ArrowDown")
    expect(reader.page.locator("#L4 > a").first).to_be_focused()
    reader.page.keyboard.press("Shift+Enter")
    reader.expect_address("#L3-L4")
    assert reader.page.locator("#listing .fd-number").count() == 1
    # Where an address leads, the next stop is the number of its line.
    reader.visit(f"{PAGE}#L48")
    expect(reader.page.locator("#L48 > .fd-number")).to_be_attached()


FORGES = {
    "https://github.com/ada/engine/blob/{ref}/{path}#L{line}": (
        "https://github.com/ada/engine/blob/{commit}/a%20b.py",
        "#L2-L4",
    ),
    "https://gitlab.com/ada/engine/-/blob/{ref}/{path}#L{line}": (
        "https://gitlab.com/ada/engine/-/blob/{commit}/a%20b.py",
        "#L2-4",
    ),
    "https://codeberg.org/ada/engine/src/branch/{ref}/{path}#L{line}": (
        "https://codeberg.org/ada/engine/src/commit/{commit}/a%20b.py",
        "#L2-L4",
    ),
    "https://bitbucket.org/ada/engine/src/{ref}/{path}#lines-{line}": (
        "https://bitbucket.org/ada/engine/src/{commit}/a%20b.py",
        "#lines-2:4",
    ),
}


@pytest.mark.parametrize("url", FORGES)
def test_y_copies_the_address_of_the_lines_in_the_last_commit_at_the_forge(read, documented, url):
    name = f"forge{list(FORGES).index(url)}"
    reader = read(address=documented(name, {"a b.py": "a = 1\n" * 9}, url=url))
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, lines = FORGES[url]
    reader.visit("source/a%20b.py.html#L2-L4")
    reader.page.keyboard.press("y")
    status = reader.page.get_by_role("status")
    expect(status).to_contain_text("Copied: https://")
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    commit = copied.split("/a%20b.py")[0].rpartition("/")[2]
    assert len(commit) >= 7
    assert copied == page.format(commit=commit) + lines
    expect(status.get_by_role("link")).to_have_attribute("href", copied)
    reader.visit("source/a%20b.py.html")
    reader.page.keyboard.press("y")
    expect(status.get_by_role("link")).to_have_text(page.format(commit=commit))


def test_the_icons_of_furo_take_room_from_the_first_line_alone(read, documented):
    url = next(iter(FORGES))
    address = documented("icons", {"pkg/a.py": "a = 1\n"}, theme="furo", url=url)
    reader = read(address=address)

    def box(selector: str) -> dict[str, float]:
        return reader.page.locator(selector).first.bounding_box()

    for width in (1440, 1300, 1020, 900, 380):
        reader.page.set_viewport_size({"width": width, "height": 800})
        reader.visit("source/pkg/a.py.html")
        assert box(".filedocs-listing")["width"] >= box(".article-container")["width"], width
        icons, finder = box(".content-icon-container"), box(".filedocs-find")
        assert finder["x"] + finder["width"] <= icons["x"], width
        assert icons["y"] < finder["y"] + finder["height"], "they stand on one line"


def test_y_copies_the_address_of_the_page_where_no_forge_is_known(read):
    reader = read("furo")
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.visit(f"{PAGE}#L45-L48")
    reader.page.keyboard.press("y")
    expect(reader.page.get_by_role("status")).to_contain_text("Copied:")
    assert reader.page.evaluate("navigator.clipboard.readText()") == reader.page.url


def test_scripts_of_another_version_have_another_address(read):
    reader = read("furo")
    loaded = []
    reader.page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    reader.visit(PAGE)
    reader.page.keyboard.press("t")
    expect(reader.page.get_by_role("dialog")).to_be_visible()
    for name in ("filedocs-listing.js", "finder.js"):
        (address,) = [one for one in loaded if one.startswith(name)]
        assert len(address) > len(f"{name}?v="), address


def test_an_address_of_a_definition_marks_its_line(read):
    reader = read("furo")
    reader.visit(f"{PAGE}#def-Archive.add")
    line = reader.page.locator(".filedocs-marked")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("def add")


def test_all_of_it_is_printed(read):
    reader = read("furo")
    reader.visit(PAGE)
    reader.page.emulate_media(media="print")
    for place in ("outline", "metadata"):
        expect(reader.page.locator(f"section#{place}")).to_be_visible()


@pytest.mark.parametrize(("theme", "width"), mixed(THEMES, [1440, 380]))
def test_the_file_and_the_definitions_around_stay_above_the_listing(read, theme, width):
    reader = read(theme, width=width)
    reader.visit(PAGE)
    around = reader.page.locator(".filedocs-around")
    expect(around).to_be_hidden()
    reader.visit(f"{PAGE}#L48")
    expect(around).to_be_visible()
    parts = around.locator("span").all()
    whole = [part.evaluate("part => part.scrollWidth <= part.clientWidth") for part in parts]
    # On a narrow screen folders take no room that the definitions need.
    has_folders = width > 500 or (all(whole) and parts[0].inner_text() != "store.py")
    expect(parts[0]).to_have_text("archive/windrose/store.py" if has_folders else "store.py")
    assert whole[0]
    # Nothing of the theme's is over it.
    is_seen = """around => {
      const { left, top, height } = around.getBoundingClientRect();
      return around.contains(document.elementFromPoint(left + 8, top + height / 2));
    }"""
    assert around.evaluate(is_seen)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_definitions_around_are_those_of_the_first_line_that_is_seen(read):
    reader = read("furo")
    reader.visit(PAGE)
    line = "() => document.querySelector('#L48').getBoundingClientRect()"
    reader.page.evaluate(f"scrollBy(0, ({line})().top - 27)")
    names = reader.page.locator(".filedocs-around > span")
    expect(names.nth(1)).to_have_text("class Archive:")
    expect(names.nth(2)).to_contain_text("def ")


def test_long_lines_are_wrapped_for_who_wants_that_and_stay_so(read):
    reader = read("furo", width=380)
    reader.visit(PAGE)
    code = reader.page.locator(".filedocs-listing pre")
    is_wider = "code => code.scrollWidth > code.clientWidth"
    button = reader.page.get_by_role("button", name="Wrap lines")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert code.evaluate(is_wider)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert not code.evaluate(is_wider)
    reader.visit("source/archive/windrose/frame.py.html")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert reader.page.locator(".filedocs-listing pre").evaluate(is_wider)


def test_whether_lines_are_wrapped_is_kept_only_when_it_is_changed(read):
    reader = read("furo")
    reader.visit(PAGE)
    stored = "localStorage.getItem('filedocs-wrap')"
    assert reader.page.evaluate(stored) is None
    reader.page.get_by_role("button", name="Wrap lines").click()
    assert reader.page.evaluate(stored) == "1"


@pytest.mark.parametrize("theme", rows(THEMES, "alabaster"))
def test_the_path_is_copied_by_a_button_behind_the_name(read, theme):
    reader = read(theme)
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.visit(PAGE)
    reader.page.locator("h1").get_by_role("button", name="Copy the path").click()
    path = "archive/windrose/store.py"
    expect(reader.page.get_by_role("status")).to_have_text(f"Copied: {path}")
    assert reader.page.evaluate("navigator.clipboard.readText()") == path
    reader.visit(f"{PAGE}#L48")
    expect(reader.page.locator(".filedocs-around > span").first).to_have_text(path)


@pytest.mark.parametrize(("theme", "javascript"), mixed(THEMES, [True, False]))
def test_the_way_to_the_page_is_shown_once(read, theme, javascript):
    reader = read(theme, width=1440, javascript=javascript)
    reader.visit(PAGE)
    folder = "../index.html" if theme == "alabaster" else "index.html"
    ways = reader.page.locator(f":is(main, article, .document, section) a[href='{folder}']")
    seen = [one.is_visible() for one in ways.all()]
    own = reader.page.locator(".filedocs-breadcrumbs a").last
    expect(own).to_be_visible()
    assert seen.count(True) <= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_only_what_leads_somewhere_is_underlined(read, scheme):
    reader = read("furo", scheme=scheme)
    reader.visit(PAGE)
    lines = """() => [...document.querySelectorAll("#listing pre :is(i, a:not(.fd-number))")].map(
      (one) => [one.localName, getComputedStyle(one).textDecorationLine,
        getComputedStyle(one).textDecorationStyle].join(" "))"""
    found = set(reader.page.evaluate(lines))
    assert found == {"i none solid", "a underline dotted"}


@pytest.mark.parametrize("width", [1440, 380])
def test_the_way_back_to_the_top_of_furo_does_not_cover_the_definitions_around(read, width):
    reader = read("furo", width=width)
    reader.visit(f"{PAGE}#L60")
    around = reader.page.locator(".filedocs-around")
    expect(around).to_be_visible()
    way = reader.page.locator(".back-to-top")
    reader.page.mouse.move(width / 2, 400)
    reader.page.mouse.wheel(0, 60)
    reader.page.wait_for_timeout(300)
    reader.page.mouse.wheel(0, -40)
    expect(way).to_be_visible()
    line, button = around.bounding_box(), way.bounding_box()
    assert button["y"] >= line["y"] + line["height"]
