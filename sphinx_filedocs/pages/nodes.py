"""Docutils nodes of pages: places that are filled when a page is written, and markup for builders
without HTML."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from docutils import nodes
from sphinx import addnodes

from sphinx_filedocs.pages.markup import (
    Address,
    Block,
    Bullets,
    Code,
    CodeBlock,
    Excerpt,
    Fields,
    Fold,
    Inline,
    Lines,
    Muted,
    OutlineBlock,
    PageLink,
    Paragraph,
    Rubric,
    Strong,
    Table,
    UseList,
    Verse,
    bullets,
    paragraph,
    searched,
    separated,
)
from sphinx_filedocs.pages.pictures import Picture
from sphinx_filedocs.pages.text import lines_text, printable, printable_line
from sphinx_filedocs.pages.translation import _, deferred, quantity

#: What a section may consist of: markup, and nodes of whatever kind.
Content = Sequence[Block | nodes.Node]


#: The depth below which lists are not nested further where room is short: LaTeX has four levels.
_DEEPEST = 3


class markup(nodes.General, nodes.Element):  # noqa: N801 (docutils' naming)
    """Some blocks of a page, written by :mod:`sphinx_filedocs.pages.html`.

    Attributes: ``pickled`` (the blocks, as Sphinx keeps many pages in memory) and ``bare`` (without
    ids). Its text is for the search alone.
    """

    @property
    def blocks(self) -> Sequence[Block]:
        """The blocks, made anew each time."""
        return cast("Sequence[Block]", pickle.loads(self["pickled"]))  # noqa: S301 (made below)

    @blocks.setter
    def blocks(self, blocks: Iterable[Block]) -> None:
        self["pickled"] = pickle.dumps(tuple(blocks), pickle.HIGHEST_PROTOCOL)


class index_body(nodes.General, nodes.Element):  # noqa: N801
    """The body of a page of an index, made when it is written, as all do not fit into memory."""


class listing(nodes.General, nodes.Element):  # noqa: N801
    """A file's source, read and coloured only when it is written.

    Attributes: ``root`` (a tree's prefix, or an absolute folder), ``path``, ``language``, ``start``
    and ``end`` (1-based lines), ``anchors`` (ids of lines); optional ``emphasized`` (0-based lines
    of the shown ones) and ``dedent`` (characters).
    """


class file_keywords(nodes.General, nodes.Element):  # noqa: N801
    """The place of a file's keywords, or of the link to their page."""


class file_view(nodes.General, nodes.Element):  # noqa: N801
    """The place of the rendered view of a file, made when it is written."""


class mention_list(nodes.General, nodes.Element):  # noqa: N801
    """The place of hand-written pages about a file, known when all pages are read.

    Attribute ``heading``: ``section``, ``rubric`` or ``""``.
    """


class source_link(nodes.Inline, nodes.Element):  # noqa: N801
    """The place of a link to the source, in the signature ``number`` of a page of another
    domain."""


class folded(nodes.section):  # noqa: N801
    """A folded section, a plain one if a builder has no folds; its title is a :class:`summary`."""


class summary(nodes.title):  # noqa: N801
    """The title of a folded section. Attribute ``count``: how much it holds, or ``""``."""


def packed(content: Content) -> list[nodes.Node]:
    """Return content with its blocks as nodes, neighbours in one."""
    made: list[nodes.Node] = []
    blocks: list[Block] = []
    for part in content:
        if isinstance(part, nodes.Node):
            made += _packed(blocks)
            blocks = []
            made.append(part)
        else:
            blocks.append(part)
    return made + _packed(blocks)


def _packed(blocks: Sequence[Block]) -> list[nodes.Node]:
    if not blocks:
        return []
    made = markup("", nodes.Text("\n".join(searched(blocks))), bare=False)
    made.blocks = blocks
    return [made]


def section(identifier: str, title: str, content: Content) -> nodes.section:
    """Return a section, whose title the search skips, as every page has it."""
    heading = nodes.title("", "", _text(title), classes=["no-search"])
    return nodes.section("", heading, *packed(content), ids=[identifier])


def folded_section(
    identifier: str, title: str, content: Content, count: str = "", *, is_open: bool = False
) -> folded:
    """Return a section that is folded in HTML; otherwise as :func:`section`."""
    heading = summary("", "", _text(title), classes=["no-search"], count=count)
    return folded("", heading, *packed(content), ids=[identifier], open=is_open)


def page_reference(docname: str, content: nodes.Node, target: str, hint: str) -> nodes.Node:
    """Return a link to a document, resolved when it is written."""
    return addnodes.pending_xref(
        "",
        content,
        refdomain="src",
        reftype="page",
        reftarget=docname,
        refanchor=target,
        reftitle=printable_line(hint),
        refexplicit=True,
    )


def unpacked(
    node: markup,
    uses: Callable[[UseList], Bullets],
    *,
    is_compact: bool = False,
) -> list[nodes.Node]:
    """Return a node of markup as docutils' own nodes.

    :param uses: makes a list of uses.
    :param is_compact: whether fields take little room, as in a book.
    """
    unpacker = _Unpacker(uses, not node["bare"], is_compact)
    return [made for block in node.blocks for made in unpacker.block(block)]


def _text(value: str) -> nodes.Text:
    return nodes.Text(printable_line(value))


@dataclass(eq=False, repr=False)
class _Unpacker:
    uses: Callable[[UseList], Bullets]
    identifiers: bool
    is_compact: bool

    def block(self, block: Block) -> list[nodes.Node]:  # noqa: PLR0911 (one for each kind)
        match block:
            case Paragraph(content, classes, identifier):
                return [self._paragraph(content, classes, identifier)]
            case Verse(lines):
                verse = nodes.line_block()
                verse += [nodes.line("", "", nodes.Text(printable(line) or " ")) for line in lines]
                return [verse]
            case Bullets():
                return [self._bullets(block)]
            case Table():
                return [self._table(block)]
            case Fields():
                return [self._short(block)] if self.is_compact else [self._fields(block)]
            case Rubric(title, identifier):
                return [nodes.rubric("", "", _text(title), ids=self._ids(identifier))]
            case CodeBlock(text, language):
                shown = printable(text)
                return [nodes.literal_block(shown, shown, language=language, force=True)]
            case OutlineBlock():
                return self._outline(block)
            case UseList():
                return [self._bullets(self.uses(block))]
            case Fold(title, content):
                inside = [node for part in content for node in self.block(part)]
                return [nodes.rubric("", "", _text(title)), *inside]
            case Picture() | Excerpt():
                # What an excerpt has stands in the listing.
                return []

    def _ids(self, identifier: str) -> list[str]:
        return [identifier] if identifier and self.identifiers else []

    def _inline(self, part: Inline) -> nodes.Node:
        match part:
            case str():
                return _text(part)
            case Code(text, classes):
                shown = printable_line(text)
                return nodes.literal(shown, shown, classes=classes.split())
            case Muted(text):
                return nodes.inline("", "", _text(text), classes=["filedocs-muted"])
            case Strong(text):
                return nodes.strong("", "", _text(text))
            case Address(uri, label):
                return nodes.reference("", printable_line(label or uri), refuri=uri)
            case Lines(_, lines):
                return nodes.Text(lines_text(lines))
            case PageLink(docname, content, target, hint, classes):
                node = self._inline(content)
                if isinstance(content, str) or classes:
                    node = nodes.inline("", "", node, classes=classes.split())
                return page_reference(docname, node, target, hint)

    def _paragraph(
        self, content: Sequence[Inline], classes: str = "", identifier: str = ""
    ) -> nodes.paragraph:
        parts = map(self._inline, content)
        ids = self._ids(identifier)
        return nodes.paragraph("", "", *parts, classes=classes.split(), ids=ids)

    def _bullets(self, bullets: Bullets) -> nodes.bullet_list:
        made = nodes.bullet_list("", bullet="*", classes=bullets.classes.split())
        for row in bullets.rows:
            entry = nodes.list_item()
            entry += self._paragraph([part for part in row if not isinstance(part, Bullets)])
            entry += [self._bullets(part) for part in row if isinstance(part, Bullets)]
            made += entry
        return made

    def _table(self, table: Table) -> nodes.table:
        widths = table.widths
        group = nodes.tgroup("", *(nodes.colspec(colwidth=w) for w in widths), cols=len(widths))
        if table.header:
            group += nodes.thead("", self._row([[title] for title in table.header]))
        group += nodes.tbody("", *map(self._row, table.rows))
        classes = ["longtable", "filedocs-table", f"filedocs-{table.name}"]
        return nodes.table("", group, classes=classes, align="left")

    def _row(self, cells: Iterable[Sequence[Inline]]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", self._paragraph(cell)) for cell in cells))

    def _fields(self, fields: Fields) -> nodes.field_list:
        made = (self._field(term, body) for term, body in fields.rows)
        return nodes.field_list("", *made, classes=[f"filedocs-{fields.name}"])

    def _field(self, term: str, body: Sequence[Inline]) -> nodes.field:
        name = nodes.field_name("", "", _text(term))
        return nodes.field("", name, nodes.field_body("", self._paragraph(body)))

    def _short(self, fields: Fields) -> nodes.paragraph:
        made = nodes.paragraph("", "", classes=[f"filedocs-{fields.name}"])
        for at, (term, body) in enumerate(fields.rows):
            made += [nodes.Text(" · " if at else ""), nodes.strong("", "", _text(term))]
            made += [nodes.Text(" "), *map(self._inline, body)]
        return made

    def _outline(self, outline: OutlineBlock) -> list[nodes.Node]:
        root = nodes.bullet_list("", bullet="*")
        lists = [root]
        for symbol in outline.symbols:
            kind = f"{symbol.annotation} " if symbol.annotation else ""
            declared = f"{kind}{symbol.before}{symbol.name}{symbol.after}"
            parts: list[Inline] = [Code(declared), " ", symbol.lines]
            parts += [" ", Muted(symbol.aside)] if symbol.aside else []
            parts += [" ", *symbol.declared] if symbol.declared else []
            parts += [" – ", *symbol.sentence] if symbol.sentence else []
            fields = [self._short(symbol.fields)] if symbol.fields else []
            inside = nodes.bullet_list("", bullet="*")
            line = self._paragraph(parts, identifier=symbol.identifier)
            del lists[min(symbol.depth, _DEEPEST) + 1 :]
            lists[-1] += nodes.list_item("", line, *fields, inside)
            lists.append(inside)
        for empty in [nested for nested in root.findall(nodes.bullet_list) if not nested.children]:
            if empty.parent is not None:
                empty.parent.remove(empty)
        return [root] if root.children else []


MENTIONS_TITLE = deferred("Documented in")
#: A page shows no more mentions, and no more names in each of them.
_MENTIONS = 100
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class PageMention:
    """A part of a hand-written page about a file.

    :param anchor: of its section, ``""`` for the page itself.
    :param names: symbols and lines in it, each with its anchor on the file's page.
    """

    docname: str
    title: str
    anchor: str = ""
    section: str = ""
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """The source of a description of another domain.

    :param symbol: its anchor in the outline, or ``""``.
    """

    prefix: str
    path: str
    docname: str
    line: int
    symbol: str
    qualified: str


@dataclass(frozen=True, slots=True)
class Described:
    """Descriptions of the trees in other domains.

    :param sources: by page and number of the description on it.
    :param symbols: page, id and name, by prefix and path, then by anchor in the outline.
    """

    sources: Mapping[tuple[str, int], SourceLocation] = field(default_factory=dict)
    symbols: Mapping[tuple[str, str], Mapping[str, list[tuple[str, str, str]]]] = field(
        default_factory=dict
    )


def mention_nodes(mentions: Sequence[PageMention], page: str, heading: str) -> list[nodes.Node]:
    """Return the list of the mentions of the file that *page* documents.

    :param heading: as :class:`~sphinx_filedocs.pages.nodes.mention_list` has it.
    """
    if not mentions:
        return []
    content: list[Block] = [
        bullets(_mention_row(mention, page) for mention in mentions[:_MENTIONS])
    ]
    if len(mentions) > _MENTIONS:
        content.append(paragraph(_more_mentions(len(mentions) - _MENTIONS)))
    if heading == "section":
        return [folded_section("documented-in", _(MENTIONS_TITLE), content)]
    return packed([Rubric(_(MENTIONS_TITLE)), *content] if heading else content)


def _more_mentions(count: int) -> str:
    return quantity(count, "… and {count:,} more places.", "… and {count:,} more places.")


def _mention_row(mention: PageMention, page: str) -> list[Inline]:
    title = mention.title or mention.docname
    shown = f"{title} / {mention.section}" if mention.section else title
    row: list[Inline] = [PageLink(mention.docname, shown, mention.anchor)]
    if mention.names:
        links = [PageLink(page, Code(name), at) for name, at in mention.names[:_MOST_NAMES]]
        row += [": ", *separated(links)]
        if (more := len(mention.names) - _MOST_NAMES) > 0:
            row.append(" " + quantity(more, "and {count:,} more", "and {count:,} more"))
    return row
