"""What all views are made of: escaped text, elements, ids of headings and code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from html import escape

from sphinx_filedocs.pages.lexer_colours import lexer_runs
from sphinx_filedocs.pages.text import printable
from sphinx_filedocs.pages.translation import _

#: What the ids of headings in views begin with: the page has other ids.
PREFIX = "view-"
_NO_SLUG = re.compile(r"[^\w\- ]")
_LANGUAGE = re.compile(r"[\w+#.-]{1,40}")


class Slugs:
    """The ids of the headings of one view, as GitHub names them: those of the same words are
    numbered."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._used: set[str] = set()

    def identifier(self, title: str) -> str:
        """Return the id of the next heading."""
        return self._unused(slug(title) or "section")

    def place(self, name: str) -> str:
        """Return the id of a place that is no heading, ``""`` where something has it."""
        base = slug(name)
        return self._unused(base) if base and base not in self._used else ""

    def _unused(self, base: str) -> str:
        candidate = base
        while candidate in self._used:
            self._seen[base] += 1
            candidate = f"{base}-{self._seen[base]}"
        self._used.add(candidate)
        return f"{PREFIX}{candidate}"


#: Ends a table: see :func:`table_begin`.
TABLE_END = "</table></div>\n"


def slug(title: str) -> str:
    """Return the id of a heading as GitHub makes it of its words."""
    words = printable(title).strip().lower()
    return _NO_SLUG.sub("", words).replace(" ", "-")[:200]


def text(content: str) -> str:
    """Return text as HTML."""
    return escape(printable(content), quote=False)


def opening(tag: str, **attributes: str) -> str:
    """Return the begin of an element; attributes without a value are left out.

    :param attributes: by name, with ``_`` behind ``class`` and for ``-``.
    """
    shown = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(printable(value))}"'
        for name, value in attributes.items()
        if value
    )
    return f"<{tag}{shown}>"


def element(tag: str, content: str, **attributes: str) -> str:
    """Return an element.

    :param content: HTML.
    """
    return f"{opening(tag, **attributes)}{content}</{tag}>"


def link_opening(address: str) -> str:
    """Return the begin of a link, to another place than ours with the theme's class for that."""
    outside = ":" in address.partition("/")[0]
    css = "reference external" if outside else "reference internal"
    return opening("a", class_=css, href=address, rel="nofollow noreferrer" if outside else "")


def code(content: str, language: str = "") -> str:
    """Return a block of code with its colours.

    :param language: a name that Pygments may know.
    """
    lines = printable(content.rstrip("\n")).split("\n")
    known = language if _LANGUAGE.fullmatch(language) else ""
    runs = lexer_runs(lines, known) if known else [()] * len(lines)
    body = "\n".join(map(_coloured, lines, runs))
    return f'<div class="highlight"><pre tabindex="0">{body}\n</pre></div>\n'


def _coloured(line: str, runs: Iterable[tuple[int, int, str]]) -> str:
    made: list[str] = []
    at = 0
    for start, end, css in runs:
        made.append(escape(line[at:start], quote=False))
        made.append(f'<span class="{css}">{escape(line[start:end], quote=False)}</span>')
        at = end
    made.append(escape(line[at:], quote=False))
    return "".join(made)


def note(sentence: str) -> str:
    """Return a sentence of ours about what is not shown."""
    return f'<p class="filedocs-muted">{text(sentence)}</p>\n'


def table_begin(css: str = "docutils") -> str:
    """Return the tags that begin a table, in a box that scrolls where it is too wide."""
    box = opening("div", class_="fd-scroll", tabindex="0", role="region", aria_label=_("Table"))
    return box + opening("table", class_=css)
