"""What pages show of other pages, known when all are read: which hand-written pages are about a
file, and where what a file defines is described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from docutils import nodes

from sphinx_filedocs.pages.markup import (
    Block,
    Code,
    Inline,
    PageLink,
    Rubric,
    bullets,
    paragraph,
    separated,
)
from sphinx_filedocs.pages.nodes import folded_section, packed
from sphinx_filedocs.pages.translation import _, deferred, quantity

TITLE = deferred("Documented in")
#: A page shows no more mentions, and no more names in each of them.
_MOST = 100
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
    content: list[Block] = [bullets(_row(mention, page) for mention in mentions[:_MOST])]
    if len(mentions) > _MOST:
        content.append(paragraph(_more_places(len(mentions) - _MOST)))
    if heading == "section":
        return [folded_section("documented-in", _(TITLE), content)]
    return packed([Rubric(_(TITLE)), *content] if heading else content)


def _more_places(count: int) -> str:
    return quantity(count, "… and {count:,} more places.", "… and {count:,} more places.")


def _row(mention: PageMention, page: str) -> list[Inline]:
    title = mention.title or mention.docname
    shown = f"{title} / {mention.section}" if mention.section else title
    row: list[Inline] = [PageLink(mention.docname, shown, mention.anchor)]
    if mention.names:
        links = [PageLink(page, Code(name), at) for name, at in mention.names[:_MOST_NAMES]]
        row += [": ", *separated(links)]
        if (more := len(mention.names) - _MOST_NAMES) > 0:
            row.append(" " + quantity(more, "and {count:,} more", "and {count:,} more"))
    return row
