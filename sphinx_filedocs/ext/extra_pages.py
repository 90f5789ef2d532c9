"""Pages beside the documents, in the builders of HTML: the keyword index of each file, and the
pages of listings that are too long for their file's page.

They are made when Sphinx asks for them with its event ``html-collect-pages``: a tree has one for
each of its files, and as documents they would cost four times as much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.build.last_build import TreeState
from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.ext.html_writing import lines_title, read_source, write_html
from sphinx_filedocs.ext.output_files import Manifest, is_written
from sphinx_filedocs.ext.page_context import CONTENTS, PART, page_contents
from sphinx_filedocs.pages import index_pages
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.listing import LARGEST_PAGE
from sphinx_filedocs.pages.listing_pages import spans
from sphinx_filedocs.pages.markup import Block, Inline, PageLink, paragraph, separated
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.translation import _

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder

#: What Sphinx wants of a page: its name, its context, the template.
_Page = tuple[str, dict[str, Any], str]


def extra_docnames(builder: Builder, states: Iterable[TreeState]) -> Iterator[str]:
    """Yield the names of the pages that a builder's output has beside the documents."""
    if has_pages_beside(builder):
        for state in states:
            yield from (docname for docname, _ in state.keywords.values())
            yield from state.listing_pages


class ExtraPages:
    """The pages beside the documents of one tree that have to be written: their output is missing
    or shows something else.

    :param manifest: of what was written.
    :param around: a digest of what all pages depend on besides the trees.
    """

    def __init__(
        self, builder: StandaloneHTMLBuilder, site: Site, manifest: Manifest, around: str
    ) -> None:
        self._builder = builder
        self._site = site
        self._manifest = manifest
        self._around = around

    def outdated(self, state: TreeState, outside: Mapping[str, str]) -> Iterator[_Page]:
        """Yield all of them.

        :param outside: a digest of what each page shows from outside of the tree, by docname.
        """
        keywords = {
            path: (page, digest(fingerprint, outside.get(page)))
            for path, (page, fingerprint) in state.keywords.items()
        }
        yield from self._keywords(keywords)
        listings = {
            path: (names, digest(state.fingerprints[name], outside.get(name)))
            for path, (name, names) in state.listings.items()
        }
        yield from self._listings(listings)

    def _keywords(self, pages: Mapping[str, tuple[str, str]]) -> Iterator[_Page]:
        """Yield the keyword indices of files.

        :param pages: the name of each file's index and its fingerprint, by path.
        """
        paths = {page: path for path, (page, _) in pages.items()}
        for page in self._outdated(pages.values()):
            path = paths[page]
            self._builder.current_docname = page
            view = self._site.file_views.keywords_view(path)
            content = [_way([PageLink(view.docname or "", path)]), *index_pages.keywords(view)]
            title = _("Keywords of {path}").format(path=printable_line(path))
            yield self._page(page, path, title, write_html(self._builder, content))

    def _listings(self, pages: Mapping[str, tuple[tuple[str, ...], str]]) -> Iterator[_Page]:
        """Yield the pages of divided listings beside their files'.

        :param pages: the names of those of each file and their fingerprint, by path.
        """
        for path, (names, fingerprint) in pages.items():
            if outdated := self._outdated((name, fingerprint) for name in names):
                every = self._site.plan.files[path], *names
                yield from self._listing(path, every, outdated)

    def _listing(self, path: str, names: Sequence[str], wanted: Sequence[str]) -> Iterator[_Page]:
        site, builder = self._site, self._builder
        file = site.codebase.files[path]
        lines = file.facts.lines.total
        parts = list(spans(lines, site.plan.listings[path]))
        titles = [lines_title(*part) for part in parts]
        source = read_source(builder.env, site.tree.prefix, path, file.shown_as, (1, lines))
        for name in wanted:
            at = names.index(name)
            builder.current_docname = name
            beside = [n for n in (at - 1, at + 1) if n < len(names)]
            links = [PageLink(names[n], titles[n], "" if n else "listing") for n in beside]
            way = write_html(builder, [_way([PageLink(names[0], path), *links])])
            shown = source.part(*parts[at]).html(builder, LARGEST_PAGE)
            title = f"{printable_line(path)}: {titles[at]}"
            # As on a file's own page, the script finds it by its section.
            body = f'{way}<section id="listing">\n{shown}</section>\n{way}'
            page, context, template = self._page(name, path, title, body)
            first, last = parts[at]
            context[PART] = names[0], range(first, last + 1)
            # A theme without any contents has no place for the definitions.
            row = (
                f'<li><a class="reference internal" href="#listing">{escape(titles[at])}</a></li>\n'
            )
            context["toc"] = page_contents(escape(title), row)
            context[CONTENTS] = True
            yield page, context, template

    def _outdated(self, pages: Iterable[tuple[str, str]]) -> list[str]:
        """Return the names of pages that have to be written, and note them as written: that is
        kept when the build ends well.

        :param pages: names and fingerprints.
        """
        written = self._manifest.written
        outdated = {
            name: f"{fingerprint} {self._around}"
            for name, fingerprint in pages
            if written.get(name) != f"{fingerprint} {self._around}"
            or not is_written(self._builder, name)
        }
        self._manifest.begin(outdated)
        written.update(outdated)
        return list(outdated)

    def _page(self, name: str, path: str, title: str, body: str) -> _Page:
        """Return a page.

        :param body: its content below the title, as HTML.
        """
        site = self._site
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
