"""Puts the definitions of a file in the place of the list of sections that a theme has beside its
page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.reader_scripts import page_of_file
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages.symbol_pane import symbol_pane

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

#: What themes of the family of pydata make that list with; all others show ``toc``.
_FUNCTION = "generate_toc_html"


def add_symbol_pane(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Put the definitions of a file into the context of its page, after the theme's handlers.

    A theme that shows no list of sections shows none of these.
    """
    found = page_of_file(app, pagename) if "toc" in context else None
    if found is None:
        return
    site, page = found
    every = walk(site.codebase.files[page.path].facts.symbols)
    symbols = [one for one in every if site.settings.private or not one.private]
    outline = "outline" if site.settings.outlined(page.path) else ""

    def pane(contents: str) -> str:
        return symbol_pane(symbols, site.anchors.of_symbol(page.path), contents, outline)

    if _FUNCTION in context:
        context[_FUNCTION] = _preceded(context[_FUNCTION], pane)
    else:
        context["toc"] = pane(context["toc"]) or context["toc"]


def _preceded(function: Callable[..., Any], pane: Callable[[str], str]) -> Callable[..., Any]:
    """Return the theme's function, which returns the definitions too where it returns HTML."""

    def call(kind: str = "html") -> Any:
        made = function(kind)
        return (kind == "html" and pane(str(made))) or made

    return call
