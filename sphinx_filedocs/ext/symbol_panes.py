"""Puts the definitions of a file, and the parts of the uses of a name, in the place of the list of
sections that a theme has beside its page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.reader_scripts import page_of_file
from sphinx_filedocs.model.symbols import Outlined, walk
from sphinx_filedocs.pages.symbol_pane import symbol_pane
from sphinx_filedocs.pages.use_parts import contents_rows

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: What themes of the family of pydata make that list with; all others show ``toc``.
_FUNCTION = "generate_toc_html"
#: What one theme leaves the place out by: it knows of the sections of documents alone.
_HIDDEN = "furo_hide_toc"
#: In the context of a page whose contents are made here.
CONTENTS = "filedocs_contents"
#: What Sphinx's own themes show them by: whether a document has several sections.
_SHOWN = "display_toc"
#: In the context of a page that a divided listing goes on on: the document of its file, and the
#: lines that the page has.
PART = "filedocs_part"


def add_symbol_pane(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Put the definitions of a file into the context of its page, and of those that its listing
    goes on on, after the theme's handlers.

    A theme that shows no list of sections shows none of these.
    """
    docname, lines = context.get(PART, (pagename, None))
    site_and_page = page_of_file(app, docname) if "toc" in context else None
    if site_and_page is None:
        return
    site, page = site_and_page
    file = site.codebase.files[page.path]
    symbols = [
        entry for entry in walk(file.facts.symbols) if site.settings.private or not entry.private
    ]
    lines = lines or range(1, (site.plan.listings.get(page.path) or file.facts.lines.total) + 1)
    addresses, anchor_of = domain_of(app.env).addresses, site.anchors.of_symbol(page.path)
    outline = addresses(docname, "outline") if site.settings.outlined(page.path) else ""

    def pane(contents: str) -> str:
        def address_of(entry: Outlined) -> str:
            return addresses(docname, anchor_of(entry))

        return symbol_pane(symbols, lines, address_of, contents, outline)

    if _FUNCTION in context:
        context[_FUNCTION] = _preceded(context[_FUNCTION], pane)
    elif made := pane(context["toc"]):
        context["toc"] = made


def add_use_parts(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Make the parts of its uses the contents of the page of a name, before a theme is asked."""
    parts = domain_of(app.env).name_parts.pop(pagename, ())
    if rows := contents_rows(parts):
        context["toc"] = page_contents(context["title"], rows)
        context[CONTENTS] = context[_SHOWN] = True


def show_contents(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Show contents that are made here where a theme asks documents for theirs, after its
    handlers."""
    if CONTENTS in context and _HIDDEN in context:
        context[_HIDDEN] = False


def page_contents(title: str, rows: str) -> str:
    """Return the contents of a page in the form that Sphinx gives them.

    :param title: and *rows*: the page's, and items of a list, as HTML.
    """
    own = f'<a class="reference internal" href="#">{title}</a>'
    return f"<ul>\n<li>{own}<ul>\n{rows}</ul>\n</li>\n</ul>\n"


def _preceded(function: Callable[..., Any], pane: Callable[[str], str]) -> Callable[..., Any]:
    """Return the theme's function, which returns the definitions too where it returns HTML."""

    def call(kind: str = "html") -> Any:
        made = function(kind)
        return (kind == "html" and pane(str(made))) or made

    return call
