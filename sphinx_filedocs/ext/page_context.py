"""Changes of the context of page templates, at Sphinx's event ``html-page-context``: descriptions
for search engines, source buttons, and the definitions beside a listing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.files_beside_pages import page_of_file
from sphinx_filedocs.model.symbols import Outlined, walk
from sphinx_filedocs.pages.file_sections import whole_file
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.symbol_pane import contents_rows, symbol_pane
from sphinx_filedocs.pages.text import first_sentence, printable_line
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.source.forge import FORGES, repository

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def on_page(
    app: Sphinx, change: Callable[[Sphinx, str, dict[str, Any]], None], priority: int = 500
) -> None:
    """Call a function with name and context of each page before it is written.

    :param priority: below 500 before the handlers of themes, above 500 after them.
    """

    def handle(
        app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: object
    ) -> None:
        change(app, pagename, context)

    app.connect("html-page-context", handle, priority=priority)


_DESCRIBED = frozenset({"file", "folder", "tree"})


def leave_source_out(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Give a generated page no link to its source text."""
    if pagename in domain_of(app.env).fingerprints:
        context.pop("sourcename", None)
        context.pop("page_source_suffix", None)


def add_source_links(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Describe a generated page, and link its source at the forge."""
    domain = domain_of(app.env)
    if pagename in domain.fingerprints:
        sites = domain.sites.values()
        _set_source_links(sites, pagename, context)
        context["metatags"] = f"{context.get('metatags', '')}{_description_tag(sites, pagename)}"


def _description_tag(sites: Iterable[Site], docname: str) -> str:
    for site in sites:
        page = site.plan.pages.get(docname)
        if page is None or page.kind not in _DESCRIBED:
            continue
        if words := site.codebase.graph.descriptions.get(page.path):
            said = printable_line(words.under_name(first_sentence(words.text)))
            return f'<meta name="description" content="{escape(said)}" />\n'
    return ""


def _set_source_links(sites: Iterable[Site], docname: str, context: dict[str, Any]) -> None:
    """Set the addresses of a theme's buttons that show and edit the source.

    :param context: of the template; changed.
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
    for site in sites:
        page = site.plan.pages.get(docname)
        if page is not None and page.kind == "file":
            url, edit_url = site.documents.forge_addresses(page.path)
            return whole_file(url), edit_url
    return "", ""


def note_more(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Add a note to a page of a tree that is not read yet. The script of ``serve`` shows the
    progress in it."""
    steps = [_("reading files"), _("linking names"), _("laying out pages"), _("writing pages")]
    progress, said = _("Links from other files follow: {step}"), _("Links from other files follow.")
    context["body"] = (
        f'{context.get("body", "")}\n<p id="filedocs-more" role="status" '
        f'data-progress="{escape(progress)}" data-steps="{escape(json.dumps(steps))}">'
        f"{escape(said)}</p>\n"
    )


#: The table of contents of themes of the family of pydata; all others show ``toc``.
_FUNCTION = "generate_toc_html"
#: Hides the table of contents in Furo, which knows the sections of documents alone.
_HIDDEN = "furo_hide_toc"
#: In the context of a page whose contents are made here.
CONTENTS = "filedocs_contents"
#: Shows the table of contents in Sphinx's own themes.
_SHOWN = "display_toc"


def add_symbol_pane(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Put the definitions of a file in the place of the table of contents, if a theme has one."""
    site_and_page = page_of_file(app, pagename) if "toc" in context else None
    if site_and_page is None:
        return
    site, page = site_and_page
    file = site.codebase.files[page.path]
    symbols = [
        entry for entry in walk(file.facts.symbols) if site.settings.private or not entry.private
    ]
    addresses = domain_of(app.env).addresses
    outline = addresses(pagename, "outline") if site.settings.outlined(page.path) else ""

    def pane(contents: str) -> str:
        def address_of(entry: Outlined) -> str:
            return addresses(pagename, site.anchors.of(entry.definition(page.path)))

        relations = site.file_views.relations(page.path)
        return symbol_pane(symbols, address_of, contents, outline, relations)

    if _FUNCTION in context:
        context[_FUNCTION] = _preceded(context[_FUNCTION], pane)
    elif made := pane(context["toc"]):
        context["toc"] = made


def add_use_parts(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Make the parts of its uses the table of contents of the page of a name."""
    parts = domain_of(app.env).name_parts.pop(pagename, ())
    if rows := contents_rows(parts):
        context["toc"] = page_contents(context["title"], rows)
        context[CONTENTS] = context[_SHOWN] = True


def show_contents(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Show our table of contents in themes that ask for that of the document."""
    if CONTENTS in context and _HIDDEN in context:
        context[_HIDDEN] = False


def page_contents(title: str, rows: str) -> str:
    """Return a table of contents as Sphinx does.

    :param title: of the page, as HTML.
    :param rows: list items, as HTML.
    """
    own = f'<a class="reference internal" href="#">{title}</a>'
    inner = f"<ul>\n{rows}</ul>\n" if rows else ""
    return f"<ul>\n<li>{own}{inner}</li>\n</ul>\n"


def _preceded(function: Callable[..., Any], pane: Callable[[str], str]) -> Callable[..., Any]:
    """Wrap a theme's function so that its HTML begins with the definitions."""

    def call(kind: str = "html") -> Any:
        made = function(kind)
        return (kind == "html" and pane(str(made))) or made

    return call
