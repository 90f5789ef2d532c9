"""Listings and keyword indices when they are written: what the doctrees only point at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.nodes import SkipNode
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.analysis import content
from sphinx_filedocs.analysis.filetype import lexer_name
from sphinx_filedocs.ext.domain import SourceDomain, domain_of, has_line_anchors
from sphinx_filedocs.ext.external import external_link
from sphinx_filedocs.ext.manifest import Manifest, digest, output_file
from sphinx_filedocs.pages import indices
from sphinx_filedocs.pages.listing import Mark, html_listing, select_lines, shifted_lines
from sphinx_filedocs.pages.marks import line_ids
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
    use_list,
)
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.use_lists import Item, html_list, plain_list

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator


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


def _source(env: BuildEnvironment, node: listing) -> str:
    """Return the text of a listing's file as it is now."""
    site = domain_of(env).sites.get(node["root"])
    root = site.root if site else Path(node["root"])
    return content.read(root, node["path"], env.config.filedocs_max_bytes).text


def visit_listing_html(translator: HTML5Translator, node: listing) -> None:
    """Write a listing with an id for each line and its names linked."""
    builder = translator.builder
    site = domain_of(builder.env).sites.get(node["root"])
    source = _source(builder.env, node)
    anchors = node["anchors"] and builder.name != "singlehtml"
    lines = select_lines(source, node["start"], node["end"])
    lexer = lexer_name(node["language"])
    marks = _marks(builder, site, node["path"]) if site and has_links(builder) else {}
    for number in shifted_lines(source) if marks else ():
        marks.pop(number, None)
    ids = line_ids(site.codebase.files[node["path"]], marks) if site and anchors else {}
    translator.body.append(html_listing(lines, lexer, node["start"], anchors, ids, marks))
    raise SkipNode


def has_links(builder: Builder) -> bool:
    """Return whether the names in a builder's listings are links."""
    return has_line_anchors(builder) and builder.name != "epub"


def _marks(builder: StandaloneHTMLBuilder, site: Site, path: str) -> dict[int, list[Mark]]:
    """Return what the names in a listing lead to, by line."""
    language = site.codebase.files[path].language

    def external(name: str) -> tuple[str, str] | None:
        return external_link(builder, builder.current_docname, language, name)

    names = site.details.names(site.codebase.files[path])
    return site.marks.marks(path, names, _addresses(builder), external)


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


def visit_use_list_html(translator: HTML5Translator, node: use_list) -> None:
    """Write a list of uses with links."""
    builder = translator.builder
    site = domain_of(builder.env).sites[node["prefix"]]
    css = "filedocs-exchange" if node["kind"] in ("takes", "gives") else ""
    items = _use_items(site, node)
    translator.body.append(html_list(items, _addresses(builder), css))
    raise SkipNode


def _use_items(site: Site, node: use_list) -> list[Item]:
    rows = slice(node.get("start"), node.get("stop"))
    return site.use_views.items(site.line_text, node["kind"], node["key"], rows)


def _addresses(builder: StandaloneHTMLBuilder) -> Callable[[str, str], str]:
    """Return what gives the address of an anchor on a document, from the page being written."""
    here = builder.current_docname
    lines = has_line_anchors(builder)
    pages: dict[str, str] = {here: ""}

    def uri(docname: str, place: str) -> str:
        if docname not in pages:
            pages[docname] = builder.get_relative_uri(here, docname)
        if place and (lines or not place.startswith(("L", "def-"))):
            return f"{pages[docname]}#{place}"
        return pages[docname] or "#"

    return uri


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
        for uses in list(self.document.findall(use_list)):
            site = domain_of(self.env).sites[uses["prefix"]]
            uses.replace_self(plain_list(_use_items(site, uses)))
        for node in list(self.document.findall(listing)):
            source = _source(self.env, node)
            text = "\n".join(select_lines(source, node["start"], node["end"]))
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
