"""Who wrote the lines of a listing, for somebody who asks."""

from __future__ import annotations

import re
import subprocess

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import commit, once, sphinx_build
from tests.full import THEMES, mixed

pytestmark = pytest.mark.browser

TEXT = "".join(f"value_{number} = {number}\n" for number in range(230))
CONF = """
extensions = ["sphinx_filedocs"]
filedocs_trees = {"source": {"path": "../tree", "url": "https://github.com/o/r/blob/{ref}/{path}#L{line}"}}
"""


@pytest.fixture
def address(served, tmp_path):
    """Return a function that documents a repository of two commits and an edit with a theme."""
    folder, address = served

    def build(theme: str) -> None:
        tree, docs = tmp_path / "tree", tmp_path / "docs"
        for place in (tree, docs):
            place.mkdir()
        (docs / "conf.py").write_text(f"{CONF}html_theme = {theme!r}\n")
        (docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
        (tree / "a.py").write_text(TEXT)
        (tree / "b.py").write_text("b = 1\n")
        commit(tree)
        (tree / "a.py").write_text(TEXT.replace("value_5 = 5", "value_5 = value_4"))
        who = ("-c", "user.name=Grace & b", "-c", "user.email=grace@example.org")
        said = ["commit", "-q", "-a", "-m", "Say <i>it</i>", "--date=2019-05-01T10:00:00Z"]
        subprocess.run(["git", *who, *said], cwd=tree, check=True)
        (tree / "a.py").write_text((tree / "a.py").read_text() + "last = 1\n")
        sphinx_build("html", docs, folder / f"blame-{theme}", tmp_path / "doctrees")

    def made(theme: str) -> str:
        once(folder / f"blame-{theme}", theme, lambda: build(theme))
        return f"{address}/blame-{theme}"

    return made


@pytest.mark.parametrize(("theme", "width"), mixed(THEMES, [1440, 380]))
def test_labels_stand_beside_runs_of_lines_when_asked_for(read, address, theme, width) -> None:
    reader = read(theme, width=width, address=address(theme))
    page = reader.page
    reader.visit("source/a.py.html")
    button = page.get_by_role("button", name="Blame")
    labels = page.locator(".fd-blame:not(.fd-again):visible")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(labels).to_have_count(0)
    page.keyboard.press("b")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(labels).to_have_count(4)
    label, line = labels.nth(1).bounding_box(), page.locator("#L6").bounding_box()
    text = page.locator("#L6").get_by_text("value_5", exact=True).bounding_box()
    if width > 1000:
        assert abs(label["y"] - line["y"]) < 3
        assert label["x"] + label["width"] < text["x"]
    else:
        assert label["y"] + label["height"] <= line["y"] + 1
        assert text["x"] < 120
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # One stop of the Tab key, from which arrows go on.
    labels.first.focus()
    page.keyboard.press("ArrowDown")
    expect(labels.nth(1)).to_be_focused()
    said = "2019-05-01 Grace & b: Say <i>it</i>"
    expect(labels.nth(1)).to_have_accessible_name(said)
    assert re.search(r"/o/r/commit/[0-9a-f]{10}$", labels.nth(1).get_attribute("href"))
    card = page.get_by_role("tooltip")
    expect(card).to_contain_text("Say <i>it</i>")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    labels.last.hover()
    expect(card).to_have_text("Not committed yet")
    # A name keeps its own card, and the listing its text.
    page.locator("#L6 > a[href='#L5']").focus()
    copied = "getSelection().selectAllChildren(document.querySelector('.highlight pre'));"
    assert "Grace" not in page.evaluate(f"{copied} getSelection().toString()")
    # The choice holds for other pages.
    reader.visit("source/b.py.html")
    expect(labels).to_have_count(1)
    page.keyboard.press("b")
    expect(labels).to_have_count(0)
    reader.visit("source/a.py.html")
    expect(labels).to_have_count(0)
