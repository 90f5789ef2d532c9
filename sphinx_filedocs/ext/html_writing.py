"""Listings, markup and lists of uses as HTML, made when pages are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_filedocs.ext.addresses import has_pages_beside, id_prefix, keywords_place
from sphinx_filedocs.ext.domain import SourceDomain, domain_of
from sphinx_filedocs.ext.external_names import external_link
from sphinx_filedocs.ext.files_beside_pages import image_address
from sphinx_filedocs.ext.written_lists import WrittenLists
from sphinx_filedocs.garbage import no_collection
from sphinx_filedocs.languages.file_types import lexer_name
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.html import HtmlWriter, html_list
from sphinx_filedocs.pages.lexer_colours import lexer_runs
from sphinx_filedocs.pages.list_items import Item
from sphinx_filedocs.pages.listing import (
    LARGEST_PAGE,
    Listing,
    Placed,
    Written,
    dedented,
    fitting,
    html_listing,
    select_lines,
    shifted_lines,
    shifted_marks,
)
from sphinx_filedocs.pages.listing_links import line_ids
from sphinx_filedocs.pages.markup import Block, Excerpt, UseList
from sphinx_filedocs.pages.nodes import file_view, folded, index_body, listing, markup, summary
from sphinx_filedocs.pages.rendered.elements import note
from sphinx_filedocs.pages.rendered.targets import WrittenTargets
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.symbol_pane import parts_of
from sphinx_filedocs.pages.text import printable
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.parse import licenses
from sphinx_filedocs.parse.highlight import highlight

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_filedocs.model.facts import Run
    from sphinx_filedocs.model.files import File


def markup_html(builder: StandaloneHTMLBuilder, node: markup, prefix: str = "") -> str:
    """Return markup as HTML.

    :param prefix: the prefix of ids; see :class:`~sphinx_filedocs.pages.html.HtmlWriter`.
    """
    return write_html(builder, node.blocks, None if node["bare"] else prefix)


def index_html(builder: StandaloneHTMLBuilder, node: index_body, prefix: str = "") -> str:
    """Return the content of a page of an index as HTML."""
    domain = domain_of(builder.env)
    site, page = domain.page(node["docname"])
    lists = WrittenLists(domain, site, page) if WrittenLists.has(builder, page) else None
    view = site.use_views.crossref(page, but=lists.same.keys()) if lists else site.view(page)
    made = write_html(builder, sections.index_page(view), prefix, lists)
    return f"{made}{lists.mark()}" if lists else made


def view_html(builder: StandaloneHTMLBuilder, node: file_view, prefix: str = "") -> str:
    """Return the rendered form of a file as HTML."""
    domain = domain_of(builder.env)
    site, path = domain.sites[node["prefix"]], node["path"]

    def source(image: File) -> str:
        return image_address(builder, site, image)

    links = WrittenTargets(site.rendered_views.targets(path), domain.addresses, source)
    made = site.rendered_views.take(path).filled(links)
    made = made or note(_("Nothing to show in this form."))
    return f'<div class="fd-view">\n{made}</div>\n'


@no_collection()
def listing_html(builder: StandaloneHTMLBuilder, node: listing, prefix: str = "") -> str:
    """Return a listing as HTML."""
    root, path = node["root"], node["path"]
    span = node["start"], node["end"]
    site = domain_of(builder.env).sites[root]
    text = site.details.text(path)
    source = _coloured(site, path, node["language"], text, span)
    ids = prefix if node["anchors"] else None
    more = node.get("emphasized", ()), node.get("dedent", 0)
    return source.html(builder, LARGEST_PAGE, ids, *more)


#: The writers of nodes that are filled late.
LEAVES: Mapping[type[nodes.Node], Callable[..., str]] = {
    markup: markup_html,
    index_body: index_html,
    file_view: view_html,
    listing: listing_html,
}


def visit_leaf_html(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write such a node."""
    prefix = id_prefix(translator.builder, translator.docnames[-1])
    translator.body.append(LEAVES[type(node)](translator.builder, node, prefix))
    raise nodes.SkipNode


def summary_end(node: summary, level: int) -> str:
    """Return the end of the title of a folded section, and the begin of its content."""
    count = f' <span class="filedocs-count">{escape(node["count"])}</span>' if node["count"] else ""
    identifier = escape(node.parent["ids"][0])
    return f'</h{level}>{count}</summary>\n<section id="{identifier}">\n'


def fold_start(node: folded) -> str:
    """Return the begin of a folded section. Neighbours stand in a row, one of them open."""
    if node["open"]:
        return '<details class="filedocs-fold" open>\n'
    start = "" if _is_in_row(node, -1) else '<div class="fd-row">\n'
    return f'{start}<details class="filedocs-fold" name="fd-row">\n'


def fold_end(node: folded) -> str:
    """Return its end, and that of the row behind its last one."""
    is_last = not node["open"] and not _is_in_row(node, 1)
    return f"</section>\n</details>\n{'</div>' if is_last else ''}\n"


def _is_in_row(node: folded, step: int) -> bool:
    neighbours = node.parent.children
    at = node.parent.index(node) + step
    other = neighbours[at] if 0 <= at < len(neighbours) else None
    return isinstance(other, folded) and not other["open"]


def visit_folded_html(translator: HTML5Translator, node: folded) -> None:
    """Begin a section that a reader opens."""
    if not has_pages_beside(translator.builder):
        translator.visit_section(node)
        return
    translator.section_level += 1
    translator.body.append(fold_start(node))


def depart_folded_html(translator: HTML5Translator, node: folded) -> None:
    """End it."""
    if not has_pages_beside(translator.builder):
        translator.depart_section(node)
        return
    translator.section_level -= 1
    translator.body.append(fold_end(node))


def visit_summary_html(translator: HTML5Translator, node: summary) -> None:
    """Begin the title of such a section."""
    if not has_pages_beside(translator.builder):
        translator.visit_title(node)
        return
    level = translator.section_level + translator.initial_header_level - 1
    translator.body.append(f"<summary><h{level}>")


def depart_summary_html(translator: HTML5Translator, node: summary) -> None:
    """End it."""
    if not has_pages_beside(translator.builder):
        translator.depart_title(node)
        return
    level = translator.section_level + translator.initial_header_level - 1
    translator.body.append(summary_end(node, level))


def write_html(
    builder: StandaloneHTMLBuilder,
    content: Sequence[Block],
    prefix: str | None = "",
    lists: WrittenLists | None = None,
) -> str:
    """Return blocks as HTML.

    :param prefix: the prefix of ids; see :class:`~sphinx_filedocs.pages.html.HtmlWriter`.
    :param lists: lists of the last build to copy.
    """
    domain = domain_of(builder.env)
    folds = has_pages_beside(builder)

    def uses(block: UseList) -> str:
        if lists:
            return lists.take(block.key[0], lambda: listed(block))
        return listed(block)

    def listed(block: UseList) -> str:
        css = "filedocs-exchange" if block.kind in ("takes", "gives") else ""
        items = use_items(domain, block, has_page=folds)
        if folds and block.kind == "page":
            domain.name_parts[builder.current_docname] = parts_of(items)
        return html_list(items, domain.addresses, css)

    def excerpt(block: Excerpt) -> str:
        return _excerpt(builder, block)

    return HtmlWriter(domain.addresses, uses, prefix, folds, excerpt).write(content)


def _excerpt(builder: StandaloneHTMLBuilder, block: Excerpt) -> str:
    domain = domain_of(builder.env)
    site, path, first, last = domain.sites[block.prefix], block.path, block.first, block.last
    text = "\n".join(site.details.lines(path)[first - 1 : last])
    source = _coloured(site, path, block.language, text, (1, last - first + 1), first)
    marks = {}
    if has_pages_beside(builder):
        places = site.details.places(site.codebase.files[path])
        marks = site.marks.in_excerpt(path, places, range(first, last + 1), domain.addresses)
    return source.html(builder, LARGEST_PAGE, prefix=None, marks=marks)


def use_items(domain: SourceDomain, block: UseList, has_page: bool = False) -> list[Item]:
    """Return the rows of a list of uses.

    :param has_page: whether names have pages of their own.
    """
    site = domain.sites[block.prefix]
    rows = slice(block.start, block.stop)

    def keywords_of(path: str) -> tuple[str, str] | None:
        return keywords_place(domain.builder, site, path)

    return site.use_views.items(site.line_text, block.kind, block.key, rows, keywords_of, has_page)


@dataclass(frozen=True, slots=True)
class SourceLines:
    """Lines of a file as it is now, with their colours.

    :param path: in the tree *site*.
    :param start: the number of the first line, 1-based.
    :param shifted: the lines of which characters are not shown where the analysis found them, as
        they stand in the file.
    """

    site: Site
    path: str
    language: str
    start: int
    lines: Sequence[str]
    runs: Sequence[Sequence[Run]]
    shifted: Mapping[int, str]

    def html(
        self,
        builder: StandaloneHTMLBuilder,
        room: int,
        prefix: str | None = "",
        emphasized: Sequence[int] = (),
        dedent: int = 0,
        marks: dict[int, list[Placed]] | None = None,
    ) -> str:
        """Return the lines as HTML, their names linked.

        :param room: what the page has left for them, in characters of HTML.
        :param prefix: what their ids begin with; ``None`` where they get none.
        :param emphasized: the lines that stand out, 0-based, of these.
        :param dedent: how many characters are left out at the beginning of each line.
        :param marks: those of its names, where not all are wanted.
        """
        if marks is None:
            marks = _marks(builder, self.site, self) if has_pages_beside(builder) else {}
        for number in self.shifted.keys() & marks.keys():
            marks[number] = shifted_marks(marks[number], self.shifted[number])
        own = self.site.codebase.files[self.path]
        has_ids = prefix is not None
        ids = self._line_ids(builder, marks) if has_ids else {}
        lexer = lexer_name(self.language)
        lasting = self.site.documents.permalink(self.path) if has_ids else ""

        is_blamed = has_ids and has_pages_beside(builder) and self.site.details.blame(own)
        hints_here = domain_of(builder.env).hints.setdefault(builder.current_docname, [])
        whole = Listing(
            marks,
            self.runs,
            emphasized=frozenset(emphasized),
            skipped=own.skipped_among(self.start, len(self.lines)),
            place=len(hints_here),
            fold=self._notice() if has_ids and has_pages_beside(builder) else None,
            in_book=builder.name == "epub",
            blame=_("Blame") if is_blamed else "",
        )

        def write(shown: Listing) -> Written:
            lines = [line[dedent:] for line in self.lines]
            shown = dedented(shown, dedent) if dedent else shown
            return html_listing(lines, lexer, shown, self.start, prefix, ids, lasting)

        less, (html, hints) = fitting(whole, write, room)
        if hints:
            hints_here.append(hints)
        if less.missing:
            html = f'<p class="filedocs-muted">{escape(less.missing, quote=False)}</p>\n{html}'
        return html

    def _notice(self) -> tuple[int, int, str] | None:
        """Return the lines of the licence at the head of the file, with its name and holders."""
        if self.start != 1:
            return None
        facts = self.site.codebase.files[self.path].facts
        lines = licenses.extent(self.lines, self.runs, facts.doc_line)
        if lines is None or lines[1] >= len(self.lines):
            return None
        holders = facts.holders
        name = f"{_('Licence')} {facts.license or ''}".strip()
        said = [name, holders, f"L{lines[0]}–L{lines[1]}"]
        return *lines, " · ".join(filter(None, said))

    def _line_ids(
        self, builder: StandaloneHTMLBuilder, marks: Mapping[int, list[Placed]]
    ) -> dict[int, list[str]]:
        codebase = self.site.codebase
        used = codebase.graph.used.get(self.path, ())
        return line_ids(codebase.files[self.path], used, marks, self._named_places(builder))

    def _named_places(self, builder: StandaloneHTMLBuilder) -> list[str]:
        key = self.site.tree.prefix, self.path
        mentions = domain_of(builder.env).mentioned.get(key, ())
        return [place for mention in mentions for _name, place in mention.names]


def _coloured(
    site: Site, path: str, language: str, text: str, span: tuple[int, int], begins: int = 1
) -> SourceLines:
    """Return lines with their colours.

    :param span: first and last line, 1-based, of the text.
    :param begins: the number of the first line of the text in its file.
    """
    shown = printable(text)
    lines = select_lines(shown, *span)
    return SourceLines(
        site=site,
        path=path,
        language=language,
        start=begins + span[0] - 1,
        lines=lines,
        runs=highlight(lines, language) or lexer_runs(lines, lexer_name(language)),
        shifted={begins + at - 1: line for at, line in shifted_lines(text, shown).items()},
    )


def _marks(
    builder: StandaloneHTMLBuilder, site: Site, source: SourceLines
) -> dict[int, list[Placed]]:
    file = site.codebase.files[source.path]

    def external(name: str) -> tuple[str, str] | None:
        return external_link(builder, builder.current_docname, file.language, name)

    lines = range(source.start, source.start + len(source.lines))
    addresses = domain_of(builder.env).addresses
    if file.facts.mentions:
        every = zip(lines, source.lines, strict=True)
        shown = {number: line for number, line in every if number not in source.shifted}
        return site.marks.in_prose(source.path, shown, addresses)
    return site.marks.marks(source.path, site.details.places(file), lines, addresses, external)
