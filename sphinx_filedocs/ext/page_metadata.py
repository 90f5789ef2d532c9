"""What search engines and link previews say of a page: the first sentence on its subject."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import first_sentence, printable_line

_DESCRIBED = frozenset({"file", "folder", "tree"})


def description_tag(sites: Iterable[Site], docname: str) -> str:
    """Return the element ``meta`` of the page of a file or folder, ``""`` where nothing describes
    it."""
    for site in sites:
        page = site.plan.pages.get(docname)
        if page is None or page.kind not in _DESCRIBED:
            continue
        if words := site.codebase.graph.descriptions.get(page.path):
            said = printable_line(words.under_name(first_sentence(words.text)))
            return f'<meta name="description" content="{escape(said)}" />\n'
    return ""
