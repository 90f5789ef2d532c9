"""A reader follows links in documents of a tree, and nothing that stands in them runs or loads."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.browser

HARM = "window.hurt=1"
FILES = {
    "README.md": "# Small\n\n[the parts](docs/guide.rst#parts) [lines](app.py#L2)\n\n"
    f"![art](art.svg)\n\n<img src=x onerror={HARM}>\n\n![far](https://x.invalid/b.svg)\n\n"
    "[Wikipedia](//en.wikipedia.org)\n",
    "docs/guide.rst": f"Guide\n=====\n\n.. raw:: html\n\n   <script>{HARM}</script>\n\n"
    + "Much.\n\n" * 60
    + "Parts\n-----\n\nThe parts.\n",
    "art.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    f"<script>{HARM}</script></svg>\n",
    "book.ipynb": json.dumps(
        {
            "cells": [
                {"cell_type": "markdown", "source": f"<script>{HARM}</script>"},
                {
                    "cell_type": "code",
                    "source": "x",
                    "outputs": [{"data": {"text/html": f"<script>{HARM}</script>"}}],
                },
            ]
        }
    ),
    "data.json": json.dumps({"a": {"b": {"c": f"<script>{HARM}</script>"}}}),
    "app.py": "def f():\n    return 1\n",
}


@pytest.fixture(scope="module")
def site(documented) -> str:
    return documented("views", FILES)


def test_a_link_in_a_document_leads_to_the_heading_in_the_view_of_another(read, site) -> None:
    reader = read(address=site)
    page = reader.page
    page.goto(f"{site}/source/README.md.html")
    page.get_by_role("link", name="the parts", exact=True).click()
    page.wait_for_url("**/guide.rst.html#view-parts")
    heading = page.locator("#view-parts")
    assert heading.evaluate("one => Math.abs(one.getBoundingClientRect().top) < innerHeight")
    page.goto(f"{site}/source/README.md.html")
    page.get_by_role("link", name="lines", exact=True).click()
    page.wait_for_url("**/app.py.html#L2")


def test_nothing_runs_and_nothing_is_loaded_from_elsewhere(read, site) -> None:
    reader = read(address=site)
    page = reader.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in ("README.md", "docs/guide.rst", "art.svg", "book.ipynb"):
        page.goto(f"{site}/source/{name}.html")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.hurt") is None, name
    assert all(one.startswith((site, "data:image/")) for one in asked)
