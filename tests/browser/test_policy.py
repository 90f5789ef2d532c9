"""Pages served under a policy that allows files of the site and images in pages alone."""

from __future__ import annotations

import math
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.full import FULL, THEMES, rows
from tests.kinds import LINES, TREE, WIDEST

pytestmark = pytest.mark.browser

POLICY = "default-src 'self'; img-src 'self' data:"
#: The theme without its box for a search, which has a style and a script.
ALONE = "html_sidebars = {'**': ['navigation.html']}"
LISTING = "source/app/long.py.html"
#: The colours of the shapes of pictures and of the marks in their legends.
COLOURS = """() => [...document.querySelectorAll(".fd-picture svg *, .fd-swatch")].map((one) => {
  const { fill, stroke, backgroundColor } = getComputedStyle(one);
  return `${fill} ${stroke} ${backgroundColor}`;
})"""


@pytest.fixture
def visit(read, documented):
    """Return a function that returns a reader to whom all pages are served with the policy.

    Whatever it forbids is an error in the console, which readers note.
    """

    def start(builder: str = "html", policy: str = POLICY, **options):
        url = "https://github.com/ada/kinds/blob/{ref}/{path}#L{line}"
        name = f"policy-{builder}"
        address = documented(name, TREE, url=url, more=ALONE, builder=builder)
        reader = read(address=address, **options)
        police(reader.page, policy)
        return reader

    return start


def police(page: Page, policy: str) -> None:
    """Have a browser get its pages with a policy."""

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = {**response.headers, "content-security-policy": policy}
        route.fulfill(response=response, headers=headers)

    page.route(lambda url: urlsplit(url).path.endswith((".html", "/")), answer)


def test_a_style_in_a_page_is_noticed(visit):
    reader = visit()
    reader.visit(LISTING)
    reader.page.evaluate("document.body.setAttribute('style', 'color: red')")
    reader.page.evaluate("document.body.style.color = 'blue'")
    (trouble,) = reader.troubles
    assert "inline style" in trouble
    reader.troubles.clear()


def test_nothing_in_a_page_of_any_kind_is_forbidden(visit):
    reader = visit()
    pages = list(reader.visit_all("source/index.html", math.inf if FULL else 1))
    assert len(pages) > (len(TREE) if FULL else 12)
    assert reader.page.evaluate("window.hurt") is None


@pytest.mark.parametrize("path", ["source/index.html", "source/app/index.html"])
def test_pictures_have_their_colours(visit, path):
    allowed, policed = visit(policy="default-src * data: 'unsafe-inline'"), visit()
    for reader in (allowed, policed):
        reader.visit(path)
    colours = policed.page.evaluate(COLOURS)
    assert len(set(colours)) > 4
    assert colours == allowed.page.evaluate(COLOURS)


@pytest.mark.parametrize("javascript", [True, False])
def test_lines_have_their_numbers(visit, javascript):
    reader = visit(javascript=javascript)
    for line in (1, 100, WIDEST, LINES):
        reader.visit(f"{LISTING}#L{line}")
        reader.expect_seen(f"#L{line}")
        assert reader.spoken(f"#L{line}")[0] in (f"{line}", f"L{line}")


def test_what_scripts_show_is_shown(visit):
    reader = visit(width=1440)
    page = reader.page
    reader.visit(f"{LISTING}#L150")
    reader.expect_seen("#L150")
    expect(page.locator(".filedocs-around")).to_contain_text("long.py")
    page.locator("#L150 a:not(.fd-number)").first.hover()
    expect(page.locator(".filedocs-card")).to_contain_text("step_147")
    page.get_by_role("button", name="Wrap lines").click()
    page.keyboard.press("t")
    page.get_by_role("combobox").fill("low.py")
    page.keyboard.press("Enter")
    page.wait_for_url("**/source/app/low/low.py.html")
    reader.visit("search.html?q=mid")
    page.get_by_role("link", name="mid.py").first.wait_for()
    # The page of Sphinx's own search has a style.
    (trouble,) = reader.troubles
    assert "inline style" in trouble
    reader.troubles.clear()


def test_all_documents_on_one_page_have_numbers_colours_and_lines_of_their_own(visit):
    reader = visit("singlehtml")
    reader.visit("index.html#source/app/long.py/L301")
    line = "[id='source/app/long.py/L301']"
    reader.expect_seen(line)
    assert reader.spoken(line)[0] == "301"
    background = "line => getComputedStyle(line).backgroundColor"
    other = reader.page.locator("[id='source/app/long.py/L302']").evaluate(background)
    assert reader.page.locator(line).evaluate(background) != other
    # The lasting address is that of the line, not of the first listing.
    reader.page.keyboard.press("y")
    lasting = reader.page.locator(".filedocs-status a")
    assert lasting.get_attribute("href").endswith("/app/long.py#L301")


@pytest.mark.parametrize("theme", rows(THEMES, "furo"))
def test_a_theme_needs_no_more_for_our_pages_than_for_others(read, theme):
    reader = read(theme)
    police(reader.page, POLICY)
    reader.page.add_init_script(
        """window.forbidden = [];
        document.addEventListener("securitypolicyviolation", (event) => {
          forbidden.push(event.effectiveDirective);
        });"""
    )

    def forbidden(page: str) -> set[str]:
        reader.visit(page)
        reader.page.wait_for_load_state("networkidle")
        return set(reader.page.evaluate("forbidden"))

    theirs = forbidden("guide.html")
    assert forbidden("source/index.html") <= theirs
    assert forbidden("source/engine/index.html") <= theirs
    reader.troubles.clear()
