"""What pages are made of: a few kinds of text and blocks, light enough for a large tree.

They are what docutils' nodes are to Sphinx, and stand in the doctree as one node a section (see
:class:`sphinx_filedocs.pages.nodes.markup`): a node for each piece of text would be most of a
build. :mod:`sphinx_filedocs.pages.html` writes them for builders of HTML,
:mod:`sphinx_filedocs.pages.nodes` makes docutils' nodes of them for all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Literal, NamedTuple, TypeVar, cast

from sphinx_filedocs.pages.pictures import Picture

Row = TypeVar("Row")
#: The widths that a column may have, in percent: the style sheet has a rule for each.
Width = Literal[8, 10, 15, 20, 25, 30, 40, 50, 55, 60]
#: Code in prose, as reST and Markdown mark it, and what is read of other markup.
_TARGET = re.compile(r"(?<!\s)\s*+<[^<>]*+>\Z")
_CODE_IN_PROSE = re.compile(
    r"(?P<role>:[A-Za-z][\w:+.-]{0,40}:)?(?P<mark>`{1,2})(?!\s)(?P<ticks>[^`\n]{1,200}?)(?<!\s)(?P=mark)_{0,2}(?!`)"
)


class Code(NamedTuple):
    """Inline code; ``classes`` are CSS classes with spaces between them, as everywhere here."""

    text: str
    classes: str = ""


class Muted(NamedTuple):
    """Less important text."""

    text: str


class Strong(NamedTuple):
    """More important text."""

    text: str


class PageLink(NamedTuple):
    """A link to a document.

    :param anchor: on that page, without ``#``.
    :param hint: shown when the pointer rests on the link.
    :param classes: of the text.
    """

    docname: str
    content: str | Code
    anchor: str = ""
    hint: str = ""
    classes: str = ""


class Lines(NamedTuple):
    """Links to lines, 1-based, of the listing on a page."""

    docname: str
    lines: tuple[int, ...]


class Address(NamedTuple):
    """A link to an absolute address, with a label or itself as text."""

    uri: str
    label: str = ""


Inline = str | Code | Muted | Strong | PageLink | Lines | Address


class Paragraph(NamedTuple):
    """A paragraph."""

    content: tuple[Inline, ...]
    classes: str = ""
    identifier: str = ""


class Verse(NamedTuple):
    """Lines of text whose breaks are kept."""

    lines: tuple[str, ...]


#: The class of a paragraph that is a name of the cross-references.
NAME_CLASS = "filedocs-name"
#: The class of the list of an index: of thousands of entries, none of which has a list below it.
INDEX_CLASS = "filedocs-index"


class Bullets(NamedTuple):
    """A bullet list; the last part of a row may be a list below it."""

    rows: tuple[tuple[Inline | Bullets, ...], ...]
    classes: str = "simple"


class Table(NamedTuple):
    """A table whose cells hold one paragraph each.

    :param header: the column titles; none for a table without a head.
    :param widths: the relative widths of the columns.
    :param name: ends the table's class, ``filedocs-<name>``.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]
    widths: tuple[Width, ...]
    name: str


class Fields(NamedTuple):
    """A field list: a term and its content a row; ``name`` as for :class:`Table`."""

    rows: tuple[tuple[str, tuple[Inline, ...]], ...]
    name: str


class Rubric(NamedTuple):
    """A heading that no table of contents shows."""

    title: str
    identifier: str = ""


class CodeBlock(NamedTuple):
    """A block of code, or of command lines: ``language`` is a lexer of Pygments."""

    text: str
    language: str = "text"


class OutlineRow(NamedTuple):
    """A symbol of an outline.

    :param depth: the number of its owners.
    :param before: of the signature, before the name; ``after`` behind it.
    :param annotation: its kind, unless the signature tells it.
    :param aside: a signature without the name in it.
    :param declared: links to declarations in the same file.
    :param links: to its groups and other descriptions.
    :param fields: parameters, results and errors.
    """

    depth: int
    kind: str
    identifier: str
    annotation: str
    before: str
    name: str
    after: str
    aside: str
    lines: Inline
    sentence: tuple[Inline, ...]
    declared: tuple[Inline, ...] = ()
    links: tuple[PageLink, ...] = ()
    fields: Fields | None = None


class OutlineBlock(NamedTuple):
    """The definitions of the file ``path`` of the tree ``prefix``, owners first."""

    prefix: str
    path: str
    symbols: tuple[OutlineRow, ...]


class UseList(NamedTuple):
    """A list of uses, made only when it is written; see ``crossref_views.UseViews.items``."""

    prefix: str
    kind: str
    key: tuple[str, ...]
    start: int | None = None
    stop: int | None = None


class Excerpt(NamedTuple):
    """Lines of a file, read only when they are written as HTML; books have them in the listing."""

    prefix: str
    path: str
    language: str
    first: int
    last: int


class Fold(NamedTuple):
    """Blocks in a fold, or below a heading if a builder has no folds."""

    title: str
    content: tuple[Block, ...]


Block = (
    Paragraph
    | Verse
    | Bullets
    | Table
    | Fields
    | Rubric
    | CodeBlock
    | OutlineBlock
    | UseList
    | Excerpt
    | Fold
    | Picture
)


def part_links(parts: Sequence[tuple[str, str]], here: int) -> list[Block]:
    """Return links between the pages of a divided list.

    :param parts: label and document name of each; ``here`` is the place of the page itself.
    """
    if len(parts) < 2:
        return []
    links = (
        Strong(label) if number == here else PageLink(docname, label)
        for number, (label, docname) in enumerate(parts)
    )
    return [paragraph(*separated(links, " · "), classes="filedocs-letters")]


def prose(value: str) -> list[Inline]:
    """Return a sentence of the source, with its code marked."""
    content: list[Inline] = []
    end = 0
    for match in _CODE_IN_PROSE.finditer(value):
        if match.start() > end:
            content.append(value[end : match.start()])
        marked = match["ticks"]
        if match["role"]:
            # reST's :func:`text <target>` and :func:`~pkg.name` show the text, the name alone.
            marked = _TARGET.sub("", marked)
            marked = marked.rpartition(".")[2] if marked.startswith("~") else marked
        content.append(Code(marked))
        end = match.end()
    if end < len(value):
        content.append(value[end:])
    return content


def paragraph(*content: Inline, classes: str = "", identifier: str = "") -> Paragraph:
    """Return a paragraph."""
    return Paragraph(content, classes, identifier)


def bullets(rows: Iterable[Sequence[Inline | Bullets]], classes: str = "simple") -> Bullets:
    """Return a bullet list; each row is the content of one entry."""
    return Bullets(tuple(map(tuple, rows)), classes)


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[Sequence[Inline]]],
    widths: Sequence[Width],
    name: str,
) -> Table:
    """Return a table; see :class:`Table`."""
    cells = tuple(tuple(map(tuple, row)) for row in rows)
    return Table(tuple(header), cells, tuple(widths), name)


def fields(rows: Iterable[tuple[str, Sequence[Inline]]], name: str) -> Fields:
    """Return a field list: a term and its content a row."""
    return Fields(tuple((term, tuple(body)) for term, body in rows), name)


def folded_rows(
    rows: Sequence[Row], shown: int, title: str, make: Callable[[Sequence[Row]], Block]
) -> list[Block]:
    """Return the first rows of a list, all others folded; a fold never holds a single row.

    :param title: of the fold, with the placeholder ``count``.
    :param make: returns a list or a table of rows.
    """
    if len(rows) <= shown + 1:
        return [make(rows)] if rows else []
    rest = Fold(title.format(count=len(rows) - shown), (make(rows[shown:]),))
    return [make(rows[:shown]), rest] if shown else [rest]


def sentence(message: str, **parts: Inline | Sequence[Inline] | int) -> list[Inline]:
    """Return a message with inline parts at its placeholders."""
    return _filled(message, str, parts)


def muted_sentence(message: str, **parts: Inline | Sequence[Inline] | int) -> list[Inline]:
    """Return a message as :func:`sentence` does, its words and numbers less important."""
    return _filled(message, Muted, parts)


def _filled(
    message: str,
    words: Callable[[str], Inline],
    parts: Mapping[str, Inline | Sequence[Inline] | int],
) -> list[Inline]:
    content: list[Inline] = []
    for text, name, form, _ in Formatter().parse(message):
        if text:
            content.append(words(text))
        if name is not None:
            part = parts[name]
            if isinstance(part, int):
                content.append(words(format(part, form or "")))
            else:
                inlines = part if isinstance(part, list) else [cast("Inline", part)]
                content += [
                    words(inline) if isinstance(inline, str) else inline for inline in inlines
                ]
    return content


def separated(content: Iterable[Inline], separator: str = ", ") -> list[Inline]:
    """Return *content* with *separator* between its members."""
    joined: list[Inline] = []
    for member in content:
        joined += [separator, member] if joined else [member]
    return joined


def searched(content: Iterable[Block]) -> Iterator[str]:
    """Yield the text for the search: words of the source, and names that are no search objects."""
    for block in content:
        if isinstance(block, Verse):
            yield from block.lines
        elif isinstance(block, Paragraph) and block.classes == WORDS:
            yield from (part if isinstance(part, str) else part[0] for part in block.content)
        elif isinstance(block, Fold):
            yield from searched(block.content)
        elif isinstance(block, OutlineBlock):
            yield from (row.name for row in block.symbols if row.kind not in SEARCHED)


#: The class of a paragraph of the documented source's own words.
WORDS = "filedocs-words"
#: The kinds of symbols that the search has as objects: what other code builds upon. There are so
#: many of the others that the search leads to their files.
SEARCHED = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "function", "macro", "module"}
)
