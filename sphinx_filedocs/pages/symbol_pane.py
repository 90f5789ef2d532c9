"""The definitions of a file as a list beside its page, where a theme has its own table of
contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from sphinx_filedocs.model.symbols import Outlined, SymbolKind
from sphinx_filedocs.pages.listing import attribute_value
from sphinx_filedocs.pages.text import kind_name, printable_line
from sphinx_filedocs.pages.translation import _, quantity

#: No pane has more rows: the names alone of some files would take megabytes, and a theme's script
#: that follows the reader asks each row where it is.
MOST_ROWS = 300
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
    lines: range,
    address_of: Callable[[Outlined], str],
    contents: str,
    outline: str,
) -> str:
    """Return the definitions of a file as HTML, nested, in front of the contents of its page; of
    too many those on the page's lines, of these the outer ones, and of too many of these the first.
    ``""`` where there is none.

    :param lines: those of the file that the page has.
    :param address_of: returns the address of a symbol.
    :param contents: the theme's own list of the page's sections, as HTML.
    :param outline: the address of the list that has all symbols, or ``""``.
    """
    if not entries:
        return ""
    shown = _shown(entries, lines)
    count = escape(quantity(len(entries), "{count:,} definition", "{count:,} definitions"))
    more = ""
    if (left := len(entries) - len(shown)) > 0 and outline:
        text = escape(quantity(left, "and {count:,} more", "and {count:,} more"))
        more = f'<p class="fd-more-symbols"><a href="{escape(outline)}">{text}</a></p>\n'
    label, rows = escape(_("Definitions in this file")), "".join(_rows(shown, address_of))
    return (
        f'<details class="fd-sections"><summary>{escape(_("Sections"))}</summary>\n{contents}'
        f'</details>\n<nav class="fd-symbols" aria-label="{label}">\n'
        f'<p class="fd-symbols-count">{count}</p>\n{rows}{more}</nav>\n'
    )


def _shown(entries: Sequence[Outlined], lines: range) -> Sequence[Outlined]:
    """Return the entries that there is room for, at least the first."""
    if len(entries) > MOST_ROWS:
        entries = _among(entries, lines) or entries
    shown = entries
    for depth in range(max(one.depth for one in entries), -1, -1):
        shown = [one for one in entries if one.depth <= depth]
        if len(shown) <= MOST_ROWS:
            break
    return shown[:MOST_ROWS]


def _among(entries: Sequence[Outlined], lines: range) -> Sequence[Outlined]:
    """Return the entries that have some of the lines, each with those that it is in."""
    kept: list[Outlined] = []
    depth = 0
    for entry in reversed(entries):
        span = entry.symbol.span
        if entry.depth < depth or (span.start < lines.stop and span.end >= lines.start):
            kept.append(entry)
            depth = entry.depth
    return kept[::-1]


def _rows(entries: Sequence[Outlined], address_of: Callable[[Outlined], str]) -> Iterator[str]:
    depth = -1
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
        yield (
            f"<li><a href={attribute_value(address_of(entry))} data-kind={_LETTERS[symbol.kind]} "
            f"title={attribute_value(hint)}>{escape(shown)}</a>"
        )
    yield "</li>\n" + "</ul></li>\n" * depth + "</ul>\n"
