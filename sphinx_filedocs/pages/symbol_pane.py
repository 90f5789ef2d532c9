"""The definitions of a file, or the parts of the uses of a name, as a list beside its page, where a
theme has its own table of contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import NamedTuple

from sphinx_filedocs.model.symbols import Outlined, SymbolKind
from sphinx_filedocs.pages.html import attribute, text_html
from sphinx_filedocs.pages.list_items import Item
from sphinx_filedocs.pages.listing import attribute_value
from sphinx_filedocs.pages.text import kind_name, printable_line
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import RelationMark

#: No pane has more rows: the names alone of some files would take megabytes, and a theme's script
#: that follows the reader asks each row where it is.
MOST_ROWS = 300
#: So many definitions have a box that filters them, added by a script.
_FILTERED_FROM = 15
#: No theme's column cuts a name that has no more characters.
_SHORT = 20
#: Beside each name stands a letter for what it is.
_LETTERS: dict[SymbolKind, str] = {
    **dict.fromkeys(("class", "struct", "union", "enum", "interface", "trait", "type"), "T"),
    **dict.fromkeys(("function", "method"), "ƒ"),
    **dict.fromkeys(("constant", "variable", "field"), "v"),
    **dict.fromkeys(("namespace", "module"), "N"),
    "macro": "#",
    "heading": "§",
}


def symbol_pane(
    entries: Sequence[Outlined],
    address_of: Callable[[Outlined], str],
    contents: str,
    outline: str,
    relations: Mapping[tuple[str, int], Sequence[RelationMark]] = MappingProxyType({}),
) -> str:
    """Return the definitions of a file as HTML, in front of the contents of its page, or ``""``.

    Too many definitions are cut to outer ones, then to the first ones.

    :param address_of: returns the address of a symbol.
    :param contents: the theme's own list, as HTML.
    :param outline: the address of all symbols, or ``""``.
    :param relations: of symbols, by qualified name and number.
    """
    if not entries:
        return ""
    shown = _shown(entries)
    is_prose = all(entry.symbol.kind == "heading" for entry in entries)
    words = _of_headings(len(entries)) if is_prose else _of_definitions(len(entries))
    label, count, filtering = map(escape, words)
    filtered = f' data-filter="{filtering}"' if len(entries) >= _FILTERED_FROM else ""
    more = ""
    if (left := len(entries) - len(shown)) > 0 and outline:
        text = escape(quantity(left, "and {count:,} more", "and {count:,} more"))
        more = f'<p class="fd-more-symbols"><a href="{escape(outline)}">{text}</a></p>\n'
    rows = "".join(_rows(shown, address_of, relations))
    css = "fd-symbols fd-prose" if is_prose else "fd-symbols"
    return (
        f'<details class="fd-sections"><summary>{escape(_("Sections"))}</summary>\n{contents}'
        f'</details>\n<nav class="{css}" aria-label="{label}"{filtered}>\n'
        f'<p class="fd-symbols-count">{count}</p>\n{rows}{more}</nav>\n'
    )


def _of_definitions(number: int) -> tuple[str, str, str]:
    return (
        _("Definitions in this file"),
        quantity(number, "{count:,} definition", "{count:,} definitions"),
        _("Filter definitions"),
    )


def _of_headings(number: int) -> tuple[str, str, str]:
    return (
        _("Headings in this file"),
        quantity(number, "{count:,} heading", "{count:,} headings"),
        _("Filter headings"),
    )


def _shown(entries: Sequence[Outlined]) -> Sequence[Outlined]:
    shown = entries
    for depth in range(max(entry.depth for entry in entries), -1, -1):
        shown = [entry for entry in entries if entry.depth <= depth]
        if len(shown) <= MOST_ROWS:
            break
    return shown[:MOST_ROWS]


def _rows(
    entries: Sequence[Outlined],
    address_of: Callable[[Outlined], str],
    relations: Mapping[tuple[str, int], Sequence[RelationMark]],
) -> Iterator[str]:
    depth = -1
    times = Counter(entry.qualified for entry in entries)
    for entry in entries:
        if entry.depth > depth:
            yield "<ul>\n"
        else:
            yield "</li>\n" + "</ul></li>\n" * (depth - entry.depth)
        depth = entry.depth
        symbol = entry.symbol
        hint, shown = kind_name(symbol.kind), printable_line(symbol.name)
        if entry.qualified != symbol.name or len(shown) > _SHORT:
            hint += f" {printable_line(entry.qualified)}"
        # Overloads have one name.
        line = f" data-line={symbol.line}" if times[entry.qualified] > 1 else ""
        yield (
            f"<li><a href={attribute_value(address_of(entry))} data-kind={_LETTERS[symbol.kind]} "
            f"title={attribute_value(hint)}{line}>{escape(shown)}"
            f"{_arrows(relations.get((entry.qualified, entry.number), ()))}</a>"
        )
    yield "</li>\n" + "</ul></li>\n" * depth + "</ul>\n"


def _arrows(marks: Sequence[RelationMark]) -> str:
    """Return an arrow to bases and one to heirs, as editors have them, each with its words."""
    made = ""
    for is_up, css in ((True, "fd-up"), (False, "fd-down")):
        if words := ", ".join(mark.text for mark in marks if mark.is_up == is_up):
            said = attribute_value(printable_line(words))
            made += f"<i class={css} role=img aria-label={said} title={said}></i>"
    return made


#: So many parts are listed.
_MOST = 60


class UsePart(NamedTuple):
    """A part of the uses on a page; ``of`` is the definition if there are several."""

    of: str
    title: str
    id: str
    lines: int = 0


def parts_of(items: Sequence[Item]) -> list[UsePart]:
    """Return the parts of the list on the page of a name, those that have an id."""
    used = [item for item in items if item.form != "part"]
    return [*_parts("", items), *_parts_of_definitions(used)][:_MOST]


def _parts_of_definitions(used: Sequence[Item]) -> Iterator[UsePart]:
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
    """Return parts as list items with links, ``""`` for a single one."""
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
