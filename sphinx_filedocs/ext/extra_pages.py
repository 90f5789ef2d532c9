"""Pages of a file beside its own: its keyword index, and the rest of a long listing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.addresses import has_pages_beside, keywords_docname
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.html_writing import SourceLines, lines_title, read_source, write_html
from sphinx_filedocs.ext.page_context import CONTENTS, PART, page_contents
from sphinx_filedocs.incremental.last_build import TreeState
from sphinx_filedocs.pages import index_sections
from sphinx_filedocs.pages.anchors import listing_docnames, spans
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.listing import LARGEST_PAGE
from sphinx_filedocs.pages.markup import Block, Inline, PageLink, paragraph, separated
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.translation import _

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder

#: Name, context and template of a page.
_Page = tuple[str, dict[str, Any], str]


def extra_pages(
    builder: Builder, states: Iterable[TreeState], outside: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the names of these pages, each with a digest of its content.

    :param outside: digests of links to other trees and projects, by docname.
    """
    if not has_pages_beside(builder):
        return
    for state in states:
        for docname, fingerprint in state.keywords.values():
            yield docname, digest(fingerprint, outside.get(docname))
        for docname, names in state.listings.values():
            shown = digest(state.fingerprints[docname], outside.get(docname))
            yield from ((name, shown) for name in names)


class ExtraPages:
    """Makes the pages beside that of a file."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        self._domain = domain_of(builder.env)
        # The pages of a listing come one after another.
        self._source = lru_cache(maxsize=1)(self._read)

    def page(self, docname: str) -> _Page:
        """Return a page."""
        owner = docname.rpartition("/")[0]
        site, page = self._domain.page(owner)
        if docname == keywords_docname(owner):
            return self._keywords(site, page.path, docname)
        return self._listing(site, page.path, docname)

    def _keywords(self, site: Site, path: str, docname: str) -> _Page:
        view = site.file_views.keywords_view(path)
        content = [_way([PageLink(view.docname or "", path)]), *index_sections.keywords(view)]
        title = _("Keywords of {path}").format(path=printable_line(path))
        return self._page(site, docname, path, title, write_html(self._builder, content))

    def _listing(self, site: Site, path: str, docname: str) -> _Page:
        builder = self._builder
        lines, most = site.codebase.files[path].facts.lines.total, site.plan.listings[path]
        names = listing_docnames(site.plan.files[path], lines, most)
        parts = list(spans(lines, most))
        titles = [lines_title(*part) for part in parts]
        at = names.index(docname)
        beside = [n for n in (at - 1, at + 1) if n < len(names)]
        links = [PageLink(names[n], titles[n], "" if n else "listing") for n in beside]
        way = write_html(builder, [_way([PageLink(names[0], path), *links])])
        first, last = parts[at]
        shown = self._source(site, path).part(first, last).html(builder, LARGEST_PAGE)
        # As on a file's own page, the script finds it by its section.
        body = f'{way}<section id="listing">\n{shown}</section>\n{way}'
        title = f"{printable_line(path)}: {titles[at]}"
        page, context, template = self._page(site, docname, path, title, body)
        context[PART] = names[0], range(first, last + 1)
        # A theme without any contents has no place for the definitions.
        row = f'<li><a class="reference internal" href="#listing">{escape(titles[at])}</a></li>\n'
        context["toc"] = page_contents(escape(title), row)
        context[CONTENTS] = True
        return page, context, template

    def _read(self, site: Site, path: str) -> SourceLines:
        file = site.codebase.files[path]
        span = (1, file.facts.lines.total)
        return read_source(self._builder.env, site.tree.prefix, path, file.shown_as, span)

    def _page(self, site: Site, name: str, path: str, title: str, body: str) -> _Page:
        # A template takes titles for HTML, as Sphinx renders those of documents.
        shown = escape(title)
        parents = [
            {
                "link": self._builder.get_relative_uri(name, parent),
                "title": escape(printable_line(label)),
            }
            for label, parent in (
                *site.documents.crumbs(path),
                (path.rpartition("/")[2], site.plan.files[path]),
            )
        ]
        context = {
            "title": shown,
            "body": f'<section id="page">\n<h1>{shown}</h1>\n{body}</section>\n',
            "parents": parents,
            "sourcename": "",
        }
        return name, context, "page.html"


def _way(links: Sequence[Inline]) -> Block:
    return paragraph(*separated(links, " · "), classes="filedocs-breadcrumbs")
