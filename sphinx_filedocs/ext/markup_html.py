"""Markup as HTML when it is written, and the content of pages that is made then."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from docutils.nodes import SkipNode
from sphinx.locale import _ as sphinx_message

from sphinx_filedocs.ext.addresses import has_line_anchors
from sphinx_filedocs.ext.domain import SourceDomain, domain_of
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.html import HtmlWriter
from sphinx_filedocs.pages.markup import Block, Uses
from sphinx_filedocs.pages.nodes import index_body, markup
from sphinx_filedocs.pages.use_lists import Item, html_list

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator


def visit_markup_html(translator: HTML5Translator, node: markup) -> None:
    """Write markup."""
    translator.body.append(write(translator.builder, node.blocks, not node["bare"]))
    raise SkipNode


def visit_index_body_html(translator: HTML5Translator, node: index_body) -> None:
    """Write the content of a page of an index."""
    builder = translator.builder
    translator.body.append(write(builder, index_content(domain_of(builder.env), node)))
    raise SkipNode


def index_content(domain: SourceDomain, node: index_body) -> list[Block]:
    """Return the content of a page of an index."""
    site, page = domain.page(node["docname"])
    return sections.index_page(site.view(page))


def write(
    builder: StandaloneHTMLBuilder, content: Sequence[Block], identifiers: bool = True
) -> str:
    """Return blocks as HTML.

    :param identifiers: whether they get their ids.
    """
    domain = domain_of(builder.env)

    def uses(block: Uses) -> str:
        css = "filedocs-exchange" if block.kind in ("takes", "gives") else ""
        return html_list(use_items(domain, block), domain.addresses, css)

    permalink = ""
    if builder.add_permalinks:
        title = escape(sphinx_message("Link to this definition"))
        permalink = f' title="{title}">{builder.config.html_permalinks_icon}'
    lines = has_line_anchors(builder)
    writer = HtmlWriter(domain.addresses, uses, identifiers, lines, permalink)
    return writer.write(content)


def use_items(domain: SourceDomain, block: Uses) -> list[Item]:
    """Return the rows of a list of uses."""
    site = domain.sites[block.prefix]
    rows = slice(block.start, block.stop)
    return site.use_views.items(site.line_text, block.kind, block.key, rows)
