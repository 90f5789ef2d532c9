"""The parts of the uses on the page of a name as a list beside it, where a theme has its own table
of contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sphinx_filedocs.pages.html import attribute, text_html
from sphinx_filedocs.pages.use_lists import Item

#: So many parts are listed.
_MOST = 60


class UsePart(NamedTuple):
    """A part of the uses on a page.

    :param of: the definition that is used, where the page has those of several.
    :param id: where it begins.
    :param lines: how many it has, 0 where its title says so.
    """

    of: str
    title: str
    id: str
    lines: int = 0


def parts_of(items: Sequence[Item]) -> list[UsePart]:
    """Return the parts of the list on the page of a name, those that have an id."""
    used = [item for item in items if item.form != "part"]
    return [*_parts("", items), *_parts_of_definitions(used)][:_MOST]


def _parts_of_definitions(used: Sequence[Item]) -> Iterator[UsePart]:
    """Yield the parts of each definition; those that are called alike are told apart by their
    place."""
    times = Counter(item.text for item in used)
    for item in used:
        place = item.note.partition(" – ")[0]
        of = item.text if times[item.text] == 1 else f"{item.text} ({place})"
        yield from _parts(of if len(used) > 1 else "", item.children)


def _parts(of: str, items: Iterable[Item]) -> Iterator[UsePart]:
    for item in items:
        if item.anchor and not item.docname:
            yield UsePart(of, item.text, item.anchor, _lines(item) if item.form == "part" else 0)


def _lines(item: Item) -> int:
    return item.form == "line" or sum(map(_lines, item.children))


def contents_rows(parts: Sequence[UsePart]) -> str:
    """Return parts as items of a list of links; ``""`` where these would not lead to different
    places."""
    if len(parts) < 2:
        return ""
    made: list[str] = []
    before = ""
    for part in parts:
        if part.of != before:
            made.append(f'<li class="fd-part-of">{text_html(part.of)}</li>\n')
            before = part.of
        count = f' <span class="filedocs-count">{part.lines:,}</span>' if part.lines else ""
        address = attribute("href", f"#{part.id}")
        link = f'<a class="reference internal"{address}>{text_html(part.title)}{count}</a>'
        made.append(f"<li>{link}</li>\n")
    return "".join(made)
