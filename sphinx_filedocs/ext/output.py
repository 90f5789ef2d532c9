"""Listings and keyword indices when they are written: what the doctrees only point at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.nodes import SkipNode
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.analysis import content
from sphinx_filedocs.analysis.filetype import lexer_name
from sphinx_filedocs.analysis.highlight import highlight
from sphinx_filedocs.ext.addresses import has_line_anchors
from sphinx_filedocs.ext.domain import SourceDomain, domain_of
from sphinx_filedocs.ext.external import external_link
from sphinx_filedocs.ext.manifest import Manifest, is_written
from sphinx_filedocs.pages import indices, sections
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.html import HtmlWriter
from sphinx_filedocs.pages.listing import (
    LARGEST_PAGE,
    Listing,
    Placed,
    fitting,
    html_listing,
    lexer_runs,
    select_lines,
    shifted_lines,
)
from sphinx_filedocs.pages.marks import line_ids
from sphinx_filedocs.pages.markup import Block, Link, Muted, Uses, paragraph
from sphinx_filedocs.pages.nodes import (
    file_keywords,
    index_body,
    listing,
    markup,
    packed,
    unpacked,
)
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line, quantity
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
    runs = highlight(lines, node["language"]) or lexer_runs(lines, lexer)
    taken = sum(map(len, translator.body))

    def write(shown: Listing) -> str:
        return html_listing(lines, lexer, shown, node["start"], anchors, ids)

    less, html = fitting(Listing(marks, runs), write, LARGEST_PAGE - taken)
    if less.missing:
        note = f"This file is too long for its page to have the {less.missing}."
        translator.body.append(f'<p class="filedocs-muted">{note}</p>\n')
    translator.body.append(html)
    raise SkipNode


def has_links(builder: Builder) -> bool:
    """Return whether the names in a builder's listings are links."""
    return has_line_anchors(builder) and builder.name != "epub"


def _marks(builder: StandaloneHTMLBuilder, site: Site, path: str) -> dict[int, list[Placed]]:
    """Return what the names in a listing lead to, by line."""
    language = site.codebase.files[path].language

    def external(name: str) -> tuple[str, str] | None:
        return external_link(builder, builder.current_docname, language, name)

    names = site.details.names(site.codebase.files[path])
    return site.marks.marks(path, names, domain_of(builder.env).addresses, external)


def visit_markup_html(translator: HTML5Translator, node: markup) -> None:
    """Write markup."""
    translator.body.append(_write(translator.builder, node.blocks, not node["bare"]))
    raise SkipNode


def visit_index_body_html(translator: HTML5Translator, node: index_body) -> None:
    """Write the content of a page of an index."""
    builder = translator.builder
    translator.body.append(_write(builder, _index_content(domain_of(builder.env), node)))
    raise SkipNode


def _index_content(domain: SourceDomain, node: index_body) -> list[Block]:
    site, page = domain.page(node["docname"])
    return sections.index_page(site.view(page))


def _write(
    builder: StandaloneHTMLBuilder, content: Sequence[Block], identifiers: bool = True
) -> str:
    domain = domain_of(builder.env)

    def uses(block: Uses) -> str:
        css = "filedocs-exchange" if block.kind in ("takes", "gives") else ""
        return html_list(_use_items(domain, block), domain.addresses, css)

    permalink = ""
    if builder.add_permalinks:
        title = escape(_("Link to this definition"))
        permalink = f' title="{title}">{builder.config.html_permalinks_icon}'
    lines = has_line_anchors(builder)
    writer = HtmlWriter(domain.addresses, uses, identifiers, lines, permalink)
    return writer.write(content)


def _use_items(domain: SourceDomain, block: Uses) -> list[Item]:
    site = domain.sites[block.prefix]
    rows = slice(block.start, block.stop)
    return site.use_views.items(site.line_text, block.kind, block.key, rows)


class PlainText(SphinxPostTransform):
    """Gives builders without HTML docutils' nodes of markup, and the text of listings."""

    default_priority = 6

    def run(self, **kwargs: Any) -> None:
        """Replace markup, and each listing with a literal block."""
        domain = domain_of(self.env)
        if domain.builder.format == "html":
            return
        for body in list(self.document.findall(index_body)):
            body.replace_self(packed(_index_content(domain, body)))
        for node in list(self.document.findall(markup)):
            node.replace_self(unpacked(node, lambda uses: plain_list(_use_items(domain, uses))))
        for place in list(self.document.findall(listing)):
            source = _source(self.env, place)
            text = "\n".join(select_lines(source, place["start"], place["end"]))
            block = nodes.literal_block(
                text,
                text,
                language=lexer_name(place["language"]),
                linenos=True,
                highlight_args={"linenostart": place["start"]},
                force=True,
            )
            place.replace_self(block)


class KeywordSections(SphinxPostTransform):
    """Fills the place of a file's keywords: with a link where they have a page of their own."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Replace each place with what belongs there for this builder."""
        builder = domain_of(self.env).builder
        for node in list(self.document.findall(file_keywords)):
            site = domain_of(self.env).sites[node["prefix"]]
            page = site.plan.files[node["path"]]
            if has_keyword_pages(builder) and page not in site.plan.elsewhere:
                docname = keywords_docname(page)
                count = site.codebase.files[node["path"]].facts.keywords
                names = Muted(f" ({quantity(count, 'name')})")
                link = Link(docname, "Keyword index of this file")
                node.replace_self(packed([paragraph(link, names)]))
            else:
                view = site.keywords_view(node["path"])
                node.replace_self(packed(indices.keywords(view)))


def keyword_pages(
    builder: StandaloneHTMLBuilder,
    site: Site,
    manifest: Manifest,
    pages: Mapping[str, tuple[str, str]],
) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the keyword indices of files whose output is missing or shows something else, as
    Sphinx's event ``html-collect-pages`` wants them.

    :param pages: the docname of each file's index and its fingerprint, by path.
    """
    # Sphinx writes its documents again when the first two have changed, or a template.
    info, templates = builder.build_info, builder.templates
    around = digest(info.config_hash, info.tags_hash, templates.newest_template_mtime())
    outdated = [
        (path, page, f"{fingerprint} {around}")
        for path, (page, fingerprint) in pages.items()
        if manifest.written.get(page) != f"{fingerprint} {around}" or not is_written(builder, page)
    ]
    manifest.begin(page for _, page, _ in outdated)
    for path, page, fingerprint in outdated:
        docname = site.plan.files[path]
        view = site.keywords_view(path)
        shown = escape(f"Keywords of {printable_line(view.title)}")
        back = paragraph(Link(docname, view.title), classes="filedocs-breadcrumbs")
        # A template takes titles for HTML, as Sphinx renders those of documents.
        parents = [
            {
                "link": builder.get_relative_uri(page, name),
                "title": escape(printable_line(label)),
            }
            for label, name in (*view.crumbs, (path.rpartition("/")[2], docname))
        ]
        builder.current_docname = page
        body = _write(builder, [back, *indices.keywords(view)])
        manifest.written[page] = fingerprint
        yield (
            page,
            {
                "title": shown,
                "body": f'<section id="page">\n<h1>{shown}</h1>\n{body}</section>\n',
                "parents": parents,
                "sourcename": "",
            },
            "page.html",
        )
