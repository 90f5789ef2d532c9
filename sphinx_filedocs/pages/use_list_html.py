"""Lists of uses as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from sphinx_filedocs.pages.html import Addresses, attribute, text_html
from sphinx_filedocs.pages.use_lists import Item


def html_list(items: Iterable[Item], uri: Addresses, css: str = "") -> str:
    """Return entries as nested HTML lists.

    :param uri: returns addresses, as :class:`~sphinx_filedocs.pages.html.HtmlWriter` has it.
    :param css: one more class of the list.
    """
    classes = f"filedocs-uses {css}".rstrip()
    return f'<ul class="{classes}">{_html_items(items, uri)}</ul>\n'


def _html_items(items: Iterable[Item], uri: Addresses) -> str:
    made: list[str] = []
    before: Item | None = None
    for item in items:
        made.append(_html_item(item, uri, before))
        before = item.around
    return "".join(made)


def _html_item(item: Item, uri: Addresses, before: Item | None) -> str:
    """Return an entry.

    :param before: what the line before is a part of, which is not said again.
    """
    shown = _html_link(item, uri)
    code = f" <code>{_html_source(item.source, item.marked)}</code>" if item.source else ""
    note = f" <small>{text_html(item.note)}</small>" if item.note else ""
    if item.form == "example":
        lines = f'<pre tabindex="0">{escape(item.source or "", quote=False)}</pre>'
        return f'<li>{shown}{note}<div class="highlight">{lines}</div></li>'
    if item.form == "line":
        around = _html_link(item.around, uri) if item.around and item.around != before else ""
        outside = "–" if before and not item.around else ""
        inside = f" <span>{around or outside}</span>" if around or outside else ""
        return f"<li>{shown}{inside}{code}{note}</li>"
    if item.form == "kinds":
        kinds = map(_html_kind, item.children)
        return f'<li class="fd-kinds">{" · ".join(kinds)}</li>'
    shown += note + code
    if not item.children:
        return f"<li>{shown}</li>"
    if item.form == "inline":
        return f"<li>{' '.join([shown, *(_html_link(child, uri) for child in item.children)])}</li>"
    inner = _html_items(item.children, uri)
    first = item.children[0]
    is_row = item.form == "row" or (item.form == "folded" and first.form == "list")
    css = ' class="filedocs-row"' if is_row and not first.children else ""
    place = attribute("id", "" if item.docname else item.anchor)
    # With each of its lines it would take a twentieth of the page.
    css = ' class="fd-lines"' if first.form == "line" else css
    if item.form == "way":
        css = ' class="filedocs-row fd-way"'
    if item.form == "folded":
        # What an address leads to inside of it opens it.
        inner = f"<ul{css}{place}>{inner}</ul>"
        return f"<li><details><summary>{shown}</summary>{inner}</details></li>"
    part = f' class="fd-uses-part"{place}' if item.form == "part" else ""
    return f"<li{part}>{shown}<ul{css}>{inner}</ul></li>"


def _html_kind(item: Item) -> str:
    return f"<span{attribute('data-of', item.note)}>{text_html(item.text)}</span>"


def _html_source(text: str, name: str) -> str:
    if not name:
        return escape(text, quote=False)
    # The odd ones are the name.
    parts = _whole_word(name).split(text)
    shown = [escape(part, quote=False) for part in parts]
    shown[1::2] = [f"<b>{part}</b>" for part in shown[1::2]]
    return "".join(shown)


@lru_cache(maxsize=4)
def _whole_word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({re.escape(name)})(?!\w)")


def _html_link(item: Item, uri: Addresses) -> str:
    shown = text_html(item.text)
    address = uri(item.docname, item.anchor) if item.docname else ""
    return f"<a{attribute('href', address)}>{shown}</a>" if address else shown
