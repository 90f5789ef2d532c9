"""Cards beside the names of a listing, for somebody who wants to know what they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TREE = {
    "lib/store.py": (
        "def load(path, limit=3):\n"
        '    """Read the records of a ``day``.\n\n    More of it.\n\n'
        "    :param path: of the <b>file</b> :class:`~a.Path`.\n    :returns: the records.\n    "
        '"""\n\n\ndef plain():\n    pass\n'
    ),
    "app.py": (
        "from lib.store import load, plain\n\n\ndef main():\n    load(1)\n    load(2)\n"
        "    plain()\n"
    ),
    "parse.go": "package a\n\nfunc Parse(x int) int { return x }\n\nvar y = Parse(1)\n",
    # A folder that is named as another file's script.
    "lib/store.py.js/one.py": 'def one():\n    """First."""\n\n\none()\n',
}


@pytest.fixture(scope="module")
def code(documented):
    return documented("cards", TREE)


def name_in(reader, line, text):
    return reader.page.locator(f"#L{line} a", has_text=text).last


def expect_words(reader):
    card = reader.page.get_by_role("tooltip")
    expect(card.locator("p").first).to_have_text("Read the records of a day.")
    expect(card.locator("p > code")).to_have_text(["day"])
    expect(card.locator("code").first).to_have_text("def load(path, limit=3)")
    expect(card.locator("h2")).to_have_text(["Parameters", "Returns"])
    expect(card.locator("li").first).to_have_text("path of the <b>file</b> Path.")
    expect(card.locator("li").last).to_have_text("the records.")
    expect(card.locator("p").last).to_have_text("lib/store.py · by import · 3 uses in 1 file")
    return card


def test_a_card_has_the_documentation_which_is_loaded_when_it_is_asked_for(read, code):
    reader = read(address=code)
    loaded = []

    def note(request):
        # Folders are those of the sidebar.
        if "/files/" in request.url and not request.url.endswith("/index.js"):
            loaded.append(request.url)

    reader.page.on("request", note)
    reader.visit("source/app.py.html")
    assert not loaded
    name_in(reader, 5, "load").hover()
    card = expect_words(reader)
    box, name = card.bounding_box(), name_in(reader, 5, "load").bounding_box()
    assert box["y"] >= name["y"] + name["height"] or box["y"] + box["height"] <= name["y"]
    reader.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    reader.page.mouse.move(0, 0)
    name_in(reader, 6, "load").hover()
    expect_words(reader)
    assert len(loaded) == 1


def test_a_name_of_the_same_file_leads_to_an_address_that_lasts(read, code):
    """The link itself has the line, as that is shorter."""
    reader = read(address=code)
    reader.visit("source/parse.go.html")
    expect(name_in(reader, 5, "Parse")).to_have_attribute("href", "#L3")
    name_in(reader, 5, "Parse").click()
    reader.expect_address("source/parse.go.html#def-Parse")
    plain = read(address=code, javascript=False)
    plain.visit("source/parse.go.html")
    name_in(plain, 5, "Parse").click()
    plain.expect_address("source/parse.go.html#L3")


def test_a_card_has_the_documentation_on_pages_that_lie_in_a_folder(read, code, served):
    folder, _address = served
    reader = read(address=f"file://{folder}/cards")
    reader.visit("source/app.py.html")
    name_in(reader, 5, "load").hover()
    expect_words(reader)


def test_a_card_has_the_documentation_with_a_folder_for_each_page(read):
    reader = read("furo", builder="dirhtml")
    reader.visit("source/archive/windrose/report/text.py/")
    reader.page.locator(".filedocs-listing a[href*='store.py/#def-Archive']").first.hover()
    card = reader.page.get_by_role("tooltip")
    expect(card.locator("p").first).to_contain_text("Readings of all stations")


def test_a_card_without_documentation_says_how_often_a_name_is_used(read, code):
    reader = read(address=code)
    reader.visit("source/app.py.html")
    name_in(reader, 7, "plain").hover()
    card = reader.page.get_by_role("tooltip")
    expect(card.locator("p")).to_have_text("lib/store.py · by import · 2 uses in 1 file")


def test_a_kind_is_not_said_twice(read, code):
    reader = read(address=code)
    reader.visit("source/parse.go.html")
    name_in(reader, 5, "Parse").hover()
    first = reader.page.get_by_role("tooltip").locator("code").first
    expect(first).to_have_text("func Parse(x int) int")


def test_a_folder_may_have_the_name_of_the_script_of_a_file(read, code):
    reader = read(address=code)
    reader.visit("source/lib/store.py.js/one.py.html")
    name_in(reader, 5, "one").hover()
    expect(reader.page.get_by_role("tooltip").locator("p").first).to_have_text("First.")


def test_the_panel_does_not_cover_what_it_is_about(read):
    reader = read("furo", width=1440)
    reader.visit("source/archive/windrose/store.py.html")
    name = reader.page.locator("#listing a.filedocs-def[href]").last
    name.evaluate("one => one.scrollIntoView({ block: 'end', behavior: 'instant' })")
    name.evaluate("one => one.click()")
    panel = reader.page.locator(".filedocs-panel")
    expect(panel).to_be_visible()
    box = name.bounding_box()
    assert 0 < box["y"] < panel.bounding_box()["y"] - box["height"]


def test_the_panel_begins_with_the_definition_that_was_clicked(read, documented):
    files = {
        "a/one.py": "def send():\n    return 1\n\n\ndef first():\n    return send()\n",
        "b/two.py": "def send():\n    return 2\n\n\ndef second():\n    return send()\n",
    }
    reader = read(address=documented("both", files, theme="furo"), width=1440)
    for page in ("a/one.py", "b/two.py"):
        reader.visit(f"source/{page}.html")
        reader.page.locator("#def-send").click()
        first = reader.page.locator(".filedocs-panel ul.filedocs-uses > li").first
        expect(first).to_contain_text(f"function send {page}:1")
