"""Changes what the templates of pages are filled with, at Sphinx's event ``html-page-context``:
what search engines and previews of links say of a page, and where the buttons of themes lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.pages.file import whole_file
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import first_sentence, printable_line
from sphinx_filedocs.source.forge import FORGES, repository

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def on_page(
    app: Sphinx, change: Callable[[Sphinx, str, dict[str, Any]], None], priority: int = 500
) -> None:
    """Call a function with the name and the context of each page, before it is written.

    :param priority: below 500 before the handlers of themes, above 500 after them.
    """

    def handle(
        app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: object
    ) -> None:
        change(app, pagename, context)

    app.connect("html-page-context", handle, priority=priority)


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


def set_source_links(sites: Iterable[Site], docname: str, context: dict[str, Any]) -> None:
    """Set what themes ask of a generated page.

    :param context: of the template, which is changed.
    """
    view, edit = _addresses(sites, docname)
    place = repository(view)
    kind = place.kind if place else ""
    # sphinx-rtd-theme, which knows these.
    context["display_vcs_links"] = kind in ("github", "gitlab", "bitbucket")
    if not view:
        return
    context["meta"] = {**(context.get("meta") or {}), f"{kind}_url": view}
    # The suffix stands for a page's source; it is never shown.
    # sphinx-book-theme offers to download the source of each page that has one: it gets none.
    is_book = "theme_use_download_button" in context
    if "theme_source_view_link" in context:
        # Furo, which fills in {filename}.
        context["theme_source_view_link"] = view
        context["theme_source_edit_link"] = edit
        # Without one it would make a link from these.
        context["theme_source_repository"] = ""
        context["page_source_suffix"] = " "
    elif edit and "theme_use_edit_page_button" in context and not is_book:
        context["edit_page_url_template"] = f"{edit}{{# file_name #}}"
        context["edit_page_provider_name"] = FORGES[kind].name if place else ""
        context["sourcename"], context["page_source_suffix"] = "", " "


def _addresses(sites: Iterable[Site], docname: str) -> tuple[str, str]:
    """Return where the file of a page is seen and edited; ``""`` for what is not known."""
    for site in sites:
        page = site.plan.pages.get(docname)
        if page is not None and page.kind == "file":
            url, edit_url = site.documents.forge_addresses(page.path)
            return whole_file(url), edit_url
    return "", ""
