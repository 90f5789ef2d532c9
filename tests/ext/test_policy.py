"""Pages hold no style and no script of their own, which the policy of a site may forbid."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import get_args

import pytest

from sphinx_filedocs.ext.files_beside_pages import STATIC
from sphinx_filedocs.pages.listing import LARGEST_PAGE
from sphinx_filedocs.pages.markup import Width
from tests.full import rows
from tests.kinds import TREE

#: The theme without its box for a search, which has a style and a script.
ALONE = {"html_theme": "alabaster", "html_sidebars": {"**": ["navigation.html"]}}
#: Classes of the kinds of content.
OF_EACH_KIND = {
    *("filedocs-listing", "filedocs-outline", "filedocs-uses", "filedocs-exchange"),
    *("filedocs-index", "filedocs-letters", "filedocs-findings", "filedocs-finding-rules"),
    *("filedocs-files", "filedocs-folders", "filedocs-languages"),
}
OF_SCREENS = {
    "fd-picture",
    "fd-view",
    "fd-swatch",
    "fd-table",
    "filedocs-fold",
    "fd-row",
    "fd-more",
}
OF_TREE = re.compile(r"source/.*html|index\.html")


class Inline(HTMLParser):
    """Notes what a page may not hold under a policy that allows files of the site alone."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.classes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.classes |= set(given.get("class", "").split())
        if tag == "style" or (tag == "script" and "src" not in given):
            self.found.add(f"<{tag}>")
        self.found |= {f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"}
        self.found |= {
            f"{tag} {value[:30]}"
            for name, value in given.items()
            if name in ("href", "src", "action", "data", "xlink:href")
            and re.match(r"(?i)\s*(javascript|vbscript|blob):|\s*data:(?!image/)", value)
        }


@pytest.mark.parametrize("builder", rows(["html", "dirhtml", "singlehtml", "epub"], "html", "epub"))
def test_no_page_has_a_style_a_script_or_a_handler(project, builder) -> None:
    output = project(TREE).build(builder, **ALONE)
    pages = {name: Inline(output.read(name)) for name in output.names if OF_TREE.match(name)}
    assert {name: page.found for name, page in pages.items() if page.found} == {}
    classes = set().union(*(page.classes for page in pages.values()))
    assert classes >= OF_EACH_KIND
    assert not OF_SCREENS & classes if builder in ("singlehtml", "epub") else classes >= OF_SCREENS


def test_what_was_a_style_has_a_rule_in_the_style_sheet() -> None:
    rules = (STATIC / "filedocs.css").read_text(encoding="utf-8")
    for width in get_args(Width):
        assert f"col.fd-w{width} {{ width: {width}%; }}" in rules
    for digits in range(1, len(str(LARGEST_PAGE)) + 1):
        assert f".fd-digits-{digits} {{ --filedocs-digits: {digits}; }}" in rules


def test_no_script_makes_a_style_or_a_script_of_text() -> None:
    """A policy allows what sets a property, ``element.style.top = …``, and elements with files."""
    made = r"\b(eval|Function|Worker|Blob|document\.write)\(|(inner|outer)HTML|insertAdjacentHTML"
    for script in STATIC.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        if script.name == "finder-text.js":
            # From a disk a worker is a text: that of a script of ours.
            begun = ("new Worker(address)", "new Blob([source]")
            assert all(text.count(one) == 1 for one in begun)
            for one in begun:
                text = text.replace(one, "")
        assert not re.search(made + r"|setAttribute\(.(style|on)|javascript:", text), script.name
