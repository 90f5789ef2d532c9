"""Accessibility as axe-core sees it, by the rules of WCAG 2.2 AA: nothing of ours may break one.

What themes make is theirs: axe looks at our own elements on each page, in each theme, light and
dark, and not at the colours that a theme gives its links and code.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.full import FULL, THEMES, mixed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

DARK = {"furo", "sphinx_book_theme", "pydata_sphinx_theme"}
PAGES = {
    "start page": "source/index.html",
    "folder": "source/archive/windrose/index.html",
    "Python": "source/archive/windrose/store.py.html",
    "Go": "source/gateway/main.go.html",
    "Markdown": "source/README.md.html",
    "opened sections": "source/archive/windrose/store.py.html",
    "card": "source/archive/windrose/report/text.py.html",
    "uses and calls": "source/archive/windrose/store.py.html",
    "finder": "source/archive/windrose/store.py.html",
    "text search": "source/archive/windrose/store.py.html",
    "keyword index": "source/archive/windrose/keywords.html",
    "cross-references": "source/crossref.html",
    "findings": "source/findings.html",
    "dependencies": "source/dependencies.html",
    "hand-written": "guide.html",
}
#: What of a page is ours.
OURS = (
    "section#page",
    ".filedocs-listing",
    "nav.fd-symbols",
    ".fd-tree",
    ".fd-sections > summary",
    ".filedocs-around",
    ".filedocs-card",
    ".filedocs-panel",
    "dialog.filedocs-finder",
)
#: Elements within these that a theme makes or colours: links to headings, and what its style of
#: Pygments colours in listings.
THEIRS = (".headerlink", ".highlight pre > span > i > i", ".highlight pre > span > i > a > i")
#: Further ones whose colours one theme gives too little contrast: alabaster's for strings in
#: listings, that of rtd for links, code and signatures.
COLOURED = {
    "alabaster": (".highlight pre > span > i > a.s",),
    "sphinx_rtd_theme": (
        "section#page :is(p, li) > a",
        "a.reference",
        "code",
        "dt.sig",
        ".filedocs-uses a",
        ".filedocs-index a",
    ),
}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def prepare(reader, kind):
    """Bring a page into the state that is looked at."""
    page = reader.page
    if kind in ("folder", "Python", "Go"):
        expect(page.locator(".fd-tree .current").first).to_be_attached()
    if kind == "opened sections":
        opened = "one => { one.removeAttribute('name'); one.open = true; }"
        page.evaluate(f"document.querySelectorAll('details').forEach({opened})")
    elif kind == "card":
        page.locator(".filedocs-listing a[href*='store.py.html#def-Archive']").first.hover()
        expect(page.get_by_role("tooltip")).to_be_visible()
    elif kind == "uses and calls":
        page.locator("[id='def-Archive.add']").click()
        expect(page.locator(".filedocs-panel")).to_be_visible()
    elif kind == "finder":
        page.keyboard.press("t")
        page.get_by_role("combobox").fill("arch")
        expect(page.get_by_role("option").first).to_be_visible()
    elif kind == "text search":
        page.keyboard.press("/")
        page.get_by_role("combobox").first.fill("/arch")
        expect(page.locator("a.fd-more").first).to_be_visible()


def violations(page, theme):
    there = "ours => ours.filter((one) => document.querySelector(one)).map((one) => [one])"
    ours = page.evaluate(there, OURS)
    assert ours
    theirs = [[one] for one in (*THEIRS, *COLOURED.get(theme, ()))]
    context = {"include": ours, "exclude": theirs}
    # Of the style sheets it would ask for what they import, at wrong addresses.
    options = {
        "runOnly": {"type": "tag", "values": RULES},
        "resultTypes": ["violations"],
        "preload": False,
    }
    found = axe.Axe().run(page, context=context, options=options).response
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]} {node['failureSummary'][-160:]}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]


def violations_of_both(page, theme):
    """Return what breaks a rule while the page is light, and when it is dark."""
    found = violations(page, theme)
    if theme in DARK:
        light = page.evaluate(BACKGROUND)
        page.emulate_media(color_scheme="dark")
        page.wait_for_function(f"light => {BACKGROUND} !== light", arg=light)
        found += violations(page, theme)
        page.emulate_media(color_scheme="light")
        page.wait_for_function(f"light => {BACKGROUND} === light", arg=light)
    return found


def test_the_page_of_a_much_used_name_breaks_no_rule(read, documented):
    calls = "".join(f"def read_{n}():\n    return parse('{n}')\n\n\n" for n in range(80))
    text = f'def parse(text):\n    """Return words."""\n    return text.split()\n\n\n{calls}'
    address = documented("much", {"lib/words.py": text, "test_it.py": ""}, theme="furo")
    reader = read(address=address, width=1440)
    reader.visit("source/crossref-_name-parse.html")
    reader.page.locator("summary", has_text="Called by").click()
    assert violations_of_both(reader.page, "furo") == []


@pytest.mark.parametrize(("theme", "width"), mixed(THEMES, [1440, 380]))
def test_no_page_breaks_a_rule(read, theme, width):
    reader = read(theme, width=width)
    found = {}
    # Before a commit, each kind of page in one of three themes.
    at = THEMES.index(theme)
    for number, kind in enumerate(PAGES):
        if FULL or (number + at) % 3 == 0:
            reader.visit(PAGES[kind])
            prepare(reader, kind)
            if broken := violations_of_both(reader.page, theme):
                found[kind] = broken
    assert found == {}


@pytest.mark.parametrize(
    ("toggle", "shown"), [(".primary-toggle", ".fd-tree"), (".secondary-toggle", ".fd-symbols")]
)
def test_what_a_narrow_window_shows_when_it_is_asked_for_breaks_no_rule(read, toggle, shown):
    reader = read("pydata_sphinx_theme", width=380)
    reader.visit(PAGES["Python"])
    expect(reader.page.locator(".fd-tree .current").first).to_be_attached()
    reader.page.locator(toggle).click()
    expect(reader.page.locator(f"dialog[open] {shown}")).to_be_visible()
    assert violations_of_both(reader.page, "pydata_sphinx_theme") == []
