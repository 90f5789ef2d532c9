"""Entries of lists of uses, and the same without links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sphinx_filedocs.pages.markup import Bullets, Code, Inline, Muted, bullets
from sphinx_filedocs.pages.pictures import Picture

#: The kind of an entry, or the layout of its children.
Form = Literal["list", "folded", "row", "way", "part", "inline", "line", "example", "kinds", "tree"]


class Item(NamedTuple):
    """An entry of a list.

    :param docname: target of the text, with ``anchor``; without it ``anchor`` is the children's id.
    :param note: behind the text; of a kind, the label of its lines.
    :param source: a line of source, or the lines of an example.
    :param around: the symbol around a line.
    :param marked: the name to mark in the source.
    :param picture: shows the same as the children.
    """

    text: str
    docname: str | None = None
    anchor: str = ""
    note: str = ""
    source: str | None = None
    children: tuple[Item, ...] = ()
    around: Item | None = None
    form: Form = "list"
    marked: str = ""
    picture: Picture | None = None


def with_children(rows: Sequence[tuple[int, Item]]) -> tuple[Item, ...]:
    """Return items by depth as items with children."""
    made: list[Item] = []
    start = 0
    while start < len(rows):
        depth, item = rows[start]
        end = start + 1
        while end < len(rows) and rows[end][0] > depth:
            end += 1
        made.append(item._replace(children=with_children(rows[start + 1 : end])))
        start = end
    return tuple(made)


def plain_list(items: Iterable[Item]) -> Bullets:
    """Return entries as lists without links, the lines of a file in one row."""
    return bullets(map(_plain_item, items))


def _plain_item(item: Item) -> list[Inline | Bullets]:
    if item.form == "kinds":
        return [Muted(", ".join(child.text for child in item.children))]
    row: list[Inline | Bullets] = [Code(item.text)]
    if item.note:
        row.append(Muted(f" {item.note}"))
    if any(child.children for child in item.children):
        row.append(plain_list(item.children))
    elif item.children:
        joint = " \u2192 " if item.form == "way" else ", "
        row.append(f": {joint.join(map(_plain_text, item.children))}")
    return row


def _plain_text(item: Item) -> str:
    return f"{item.text} ({item.around.text})" if item.around else item.text
