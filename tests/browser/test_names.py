"""Names and sources made to run in a reader's browser are shown there, as text."""

from __future__ import annotations

import pytest
import sphinx

pytestmark = pytest.mark.browser

HARM = "window.hurt=1"
SCRIPT = f"<script>{HARM}</script>"
IMAGE = f"<img src=x onerror={HARM}>"
FILES = {
    # The slash of the closing tag divides a folder from a file.
    f"{SCRIPT}.py": f'"""A module {SCRIPT}."""\n\n\nclass Wanted:\n    """{IMAGE}"""\n',
    f"{IMAGE}.py": f"import Wanted\n\nTEXT = '{SCRIPT}'  # TODO {SCRIPT}\n",
    f'"onmouseover="{HARM}" x="/a.js': f"export function wanted() {{}} // {SCRIPT}\n",
    f"javascript:{HARM}<!--": "wanted\n",
    "member.js": f"class Wanted {{ '{IMAGE}'() {{}} }}\n",
    "order.cpp": "struct S { int a; };\nbool operator<(S a, S b) { return a.a < b.a; }\n",
    "page.html": f"<html><body onload={HARM}>{SCRIPT}</body></html>\n",
    "README.md": f"# {SCRIPT}\n\nWanted {SCRIPT} [a link](javascript:{HARM}) {IMAGE}.\n",
}


@pytest.fixture(scope="module")
def site(documented) -> str:
    """Return the address of the documentation of a tree of such files."""
    return documented("names", FILES, title=SCRIPT)


def test_they_do_not_run_on_any_page(read, site) -> None:
    reader = read(address=site)
    titles: set[str] = set()
    for path in reader.visit_all("source/index.html"):
        assert reader.page.evaluate("window.hurt") is None, path
        harmful = "section#page :is(script:not([type='application/json']), img, [onmouseover])"
        assert reader.page.locator(harmful).count() == 0
        titles |= set(reader.page.locator("section#page > h1").all_inner_texts())
    titles = {title.rstrip("¶") for title in titles}
    assert titles >= {SCRIPT, *FILES}


def test_they_do_not_run_in_the_search(read, site) -> None:
    reader = read(address=site)
    for query in ("wanted", "script", "hurt", "onerror"):
        reader.visit(f"search.html?q={query}")
        results = reader.page.locator("#search-results ul.search > li")
        results.first.wait_for()
        reader.page.wait_for_load_state("networkidle")
        assert reader.page.evaluate("window.hurt") is None, query
        assert results.locator("script, img").count() == 0


def test_an_operator_is_found_and_shown_as_it_is_written(read, site) -> None:
    if sphinx.version_info < (9,):
        pytest.skip("Sphinx's search takes names for HTML")
    reader = read(address=site)
    reader.visit("search.html?q=operator<")
    reader.follow("operator<", "#search-results")
    reader.expect_address("source/order.cpp.html#sym-operator-3c-")


def test_a_link_to_a_file_named_like_a_script_is_a_link_to_its_page(read, site) -> None:
    reader = read(address=site)
    reader.visit("source/index.html")
    # All but few of the files are folded.
    reader.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    reader.follow(f"javascript:{HARM}<!--", "section#page")
    reader.page.wait_for_url("**/source/javascript*.html")
    assert reader.page.evaluate("window.hurt") is None
