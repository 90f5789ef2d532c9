"""Listings and keyword indices when they are written: what the doctrees only point at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from docutils.nodes import SkipNode
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.analysis import content
from sphinx_filedocs.analysis.filetype import lexer_name
from sphinx_filedocs.ext.domain import SourceDomain, has_line_anchors
from sphinx_filedocs.ext.manifest import Manifest, digest, output_file
from sphinx_filedocs.model import walk
from sphinx_filedocs.pages import indices
from sphinx_filedocs.pages.listing import html_listing, select_lines
from sphinx_filedocs.pages.nodes import (
    file_keywords,
    line_links,
    lines_text,
    listing,
    muted,
    page_link,
    paragraph,
    printable_line,
    quantity,
)
from sphinx_filedocs.pages.site import Site

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator


def domain_of(env: BuildEnvironment) -> SourceDomain:
    """Return the domain of an environment."""
    return cast("SourceDomain", env.get_domain("src"))


def has_keyword_pages(builder: Builder) -> bool:
    """Return whether a builder gives the keyword index of each file a page of its own."""
    return (
        builder.format == "html"
        and builder.name not in ("singlehtml", "epub")
        and builder.config.filedocs_keywords == "page"
    )


def keywords_docname(docname: str) -> str:
    """Return the name of the page of a file's keyword index."""
    return f"{docname}/keywords"


def _source(env: BuildEnvironment, node: listing) -> list[str]:
    """Return the lines that a listing shows, as they are now."""
    site = domain_of(env).sites.get(node["root"])
    root = site.root if site else Path(node["root"])
    limit = env.config.filedocs_max_bytes
    return select_lines(content.read(root, node["path"], limit).text, node["start"], node["end"])


def visit_listing_html(translator: HTML5Translator, node: listing) -> None:
    """Write a listing with an id for each line."""
    env = translator.builder.env
    site = domain_of(env).sites.get(node["root"])
    spans: dict[int, list[int]] = defaultdict(list)
    anchors = node["anchors"] and translator.builder.name != "singlehtml"
    if site and anchors:
        for entry in walk(site.codebase.files[node["path"]].facts.symbols):
            symbol = entry.symbol
            if symbol.span.end > symbol.line:
                spans[symbol.line].append(symbol.span.end)
    lines = _source(env, node)
    lexer = lexer_name(node["language"])
    translator.body.append(html_listing(lines, lexer, node["start"], anchors, spans))
    raise SkipNode


def visit_line_links_html(translator: HTML5Translator, node: line_links) -> None:
    """Write links to lines."""
    builder = translator.builder
    page = escape(builder.get_relative_uri(builder.current_docname, node["docname"]))
    translator.body.append(
        ", ".join(
            f'<a class="reference internal" href="{page}#L{line}">L{line}</a>'
            for line in node["lines"]
        )
    )
    raise SkipNode


class PlainText(SphinxPostTransform):
    """Gives the listings of builders without HTML their text, and names lines where there is
    nothing to link."""

    default_priority = 200

    def run(self, **kwargs: Any) -> None:
        """Replace each listing with a literal block, and links to lines with text."""
        builder = domain_of(self.env).builder
        if not has_line_anchors(builder):
            for links in list(self.document.findall(line_links)):
                links.replace_self(nodes.Text(lines_text(links["lines"])))
        if builder.format == "html":
            return
        for node in list(self.document.findall(listing)):
            text = "\n".join(_source(self.env, node))
            block = nodes.literal_block(
                text,
                text,
                language=lexer_name(node["language"]),
                linenos=True,
                highlight_args={"linenostart": node["start"]},
                force=True,
            )
            node.replace_self(block)


class KeywordSections(SphinxPostTransform):
    """Fills the place of a file's keywords: with a link where they have a page of their own."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Replace each place with what belongs there for this builder."""
        builder = domain_of(self.env).builder
        for node in list(self.document.findall(file_keywords)):
            site = domain_of(self.env).sites[node["prefix"]]
            if has_keyword_pages(builder):
                docname = keywords_docname(site.plan.files[node["path"]])
                count = site.codebase.files[node["path"]].facts.keywords
                names = muted(f" ({quantity(count, 'name')})")
                link = page_link(docname, "Keyword index of this file")
                node.replace_self([paragraph(link, names)])
            else:
                node.replace_self(indices.keywords(site.full_keywords_view(node["path"])))


def keyword_pages(
    builder: StandaloneHTMLBuilder, site: Site, manifest: Manifest
) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the keyword indices of files whose output is missing or shows something else, as
    Sphinx's event ``html-collect-pages`` wants them."""
    domain = domain_of(builder.env)
    for path, docname in site.plan.files.items():
        if not site.codebase.files[path].facts.keywords:
            continue
        page = keywords_docname(docname)
        view = site.keywords_view(path)
        fingerprint = digest(view.fingerprint(), domain.settings)
        target = output_file(builder, page)
        if manifest.written.get(page) == fingerprint and target and target.exists():
            continue
        view = site.full_keywords_view(path)
        title = f"Keywords of {printable_line(view.title)}"
        back = paragraph(page_link(docname, view.title), classes=["filedocs-breadcrumbs"])
        body = nodes.section("", nodes.title("", title), back, *indices.keywords(view))
        body["ids"] = ["page"]
        _resolve_links(builder, domain, body, page)
        # A template takes titles for HTML, as Sphinx renders those of documents.
        parents = [
            {
                "link": builder.get_relative_uri(page, name),
                "title": escape(printable_line(label)),
            }
            for label, name in (*view.crumbs, (path.rpartition("/")[2], docname))
        ]
        builder.current_docname = page
        html = builder.render_partial(body)["fragment"]
        manifest.written[page] = fingerprint
        yield (
            page,
            {"title": escape(title), "body": html, "parents": parents, "sourcename": ""},
            "page.html",
        )


def _resolve_links(
    builder: Builder, domain: SourceDomain, content: nodes.Element, page: str
) -> None:
    """Resolve the links of a page that is no document."""
    for node in list(content.findall(addnodes.pending_xref)):
        link = domain.resolve_xref(
            builder.env,
            page,
            builder,
            node["reftype"],
            node["reftarget"],
            node,
            node[0],  # type: ignore[arg-type]
        )
        node.replace_self([link or node[0]])
