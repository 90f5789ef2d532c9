"""Registers everything with Sphinx."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs import hooks
from sphinx_filedocs.config import OPTIONS
from sphinx_filedocs.ext import html_writing, transforms, upstream
from sphinx_filedocs.ext.build import Build
from sphinx_filedocs.ext.directives import DIRECTIVES
from sphinx_filedocs.ext.domain import SourceDomain, domain_of
from sphinx_filedocs.ext.errors import MaskedMessages
from sphinx_filedocs.ext.latex_pages import CompactPages, declare_characters, prepare_books
from sphinx_filedocs.ext.mentions import DescriptionLinks, MentionLists, note
from sphinx_filedocs.ext.session import session_of
from sphinx_filedocs.pages.nodes import (
    file_keywords,
    file_view,
    folded,
    index_body,
    listing,
    markup,
    mention_list,
    source_link,
    summary,
)
from sphinx_filedocs.pages.translation import load_catalogues

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def register(app: Sphinx, version: str) -> None:
    """Register options, domain, nodes, transforms and event handlers."""
    MaskedMessages().watch()
    load_catalogues(app)
    for option in OPTIONS:
        app.add_config_value(option.name, option.default, option.rebuild, option.types, option.help)
    app.add_domain(SourceDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain(SourceDomain.name, name, directive)
    for leaf in (markup, index_body, file_view, listing):
        app.add_node(leaf, html=(html_writing.visit_leaf_html, None))
    app.add_node(folded, html=(html_writing.visit_folded_html, html_writing.depart_folded_html))
    app.add_node(summary, html=(html_writing.visit_summary_html, html_writing.depart_summary_html))
    for node in (file_keywords, mention_list, source_link):
        app.add_node(node)
    app.add_post_transform(transforms.FileTitles)
    app.add_post_transform(transforms.KeywordSections)
    app.add_post_transform(transforms.UniqueSections)
    app.add_post_transform(transforms.ViewsLeftOut)
    app.add_post_transform(MentionLists)
    app.add_post_transform(DescriptionLinks)
    app.add_post_transform(transforms.PlainText)
    app.add_post_transform(CompactPages)
    app.connect("builder-inited", prepare_books)
    app.connect("doctree-resolved", declare_characters)
    app.connect("doctree-read", note)
    app.connect("doctree-read", transforms.cut_toctrees)
    app.connect("warn-missing-reference", transforms.warn_missing)
    # After intersphinx.
    app.connect(
        "missing-reference",
        lambda app, env, *nodes: domain_of(env).resolve_any(app, env, *nodes),
        priority=900,
    )
    patches = upstream.Patches()
    Build(version, patches, session_of(app)).connect(app)
    upstream.connect(app, patches)
    for extension in (*hooks.own("extensions"), *hooks.installed("extensions")):
        app.setup_extension(extension.value)
