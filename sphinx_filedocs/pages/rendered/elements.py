"""Elements of all rendered views: escaped text, ids of headings, code, and slots for links."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape, unescape
from typing import Protocol
from urllib.parse import unquote

from sphinx_filedocs.pages.lexer_colours import lexer_runs
from sphinx_filedocs.pages.text import printable
from sphinx_filedocs.pages.translation import _

#: What the ids of headings in views begin with: the page has other ids.
PREFIX = "view-"
_NO_SLUG = re.compile(r"[^\w\- ]")
_LANGUAGE = re.compile(r"[\w+#.-]{1,40}")


class Slugs:
    """Ids of the headings of a view, as GitHub names them, numbered if they repeat."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._used: set[str] = set()

    def identifier(self, title: str) -> str:
        """Return the id of the next heading."""
        return self._unused(slug(title) or "section")

    def place(self, name: str) -> str:
        """Return the id of another target, ``""`` if it is taken."""
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
    """Return a note about omitted content."""
    return f'<p class="filedocs-muted">{text(sentence)}</p>\n'


def table_begin(css: str = "docutils") -> str:
    """Open a table in a box that scrolls."""
    box = opening("div", class_="fd-scroll", tabindex="0", role="region", aria_label=_("Table"))
    return box + opening("table", class_=css)


#: Stands around what names a place in HTML: :func:`~sphinx_filedocs.pages.text.printable` leaves
#: none of it in a text.
_MARK = "\0"
#: The fragment of an address that means a line, or several.
LINES = re.compile(r"L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?")
_ID = re.compile(r' id="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a link or an image.

    :param target: as written in the text.
    :param alternative: text for an image that is not shown.
    :param around: the number of the link around an image.
    :param alone: whether nothing replaces an image that is not shown.
    """

    target: str
    alternative: str | None = None
    around: int | None = None
    alone: bool = False


class LinkAddresses(Protocol):
    """Addresses of targets, as seen from the page."""

    def href(self, target: str) -> str:
        """Return the address of a link, or ``""``."""

    def image(self, target: str) -> str:
        """Return the address of an image of the tree, or ``""``."""


class Slots:
    """The slots of a view that is being made."""

    def __init__(self) -> None:
        self.all: list[Slot] = []
        self._open: list[int] = []

    @property
    def in_link(self) -> bool:
        """Whether a link is open."""
        return bool(self._open)

    def open_link(self, target: str) -> str:
        """Return a stand-in for the begin of a link."""
        self._open.append(len(self.all))
        return self._add(Slot(target))

    def close_link(self) -> str:
        """Return a stand-in for the end of a link."""
        return f"{_MARK}/{self._open.pop()}{_MARK}"

    def image(self, target: str, alternative: str) -> str:
        """Return a stand-in for an image."""
        around = self._open[-1] if self._open else None
        return self._add(Slot(target, alternative, around))

    def picture(self, target: str) -> str:
        """Return a stand-in for an image that is the whole view."""
        return self._add(Slot(target, target, alone=True))

    def _add(self, slot: Slot) -> str:
        self.all.append(slot)
        return f"{_MARK}{len(self.all) - 1}{_MARK}"


class Rendering:
    """A view with its slots.

    :param html: the view, as :class:`Slots` marks them in it.
    """

    def __init__(self, html: str, slots: list[Slot]) -> None:
        # Many of them may wait for their pages to be written.
        self._packed = zlib.compress(html.encode(), 1)
        known = set(map(unescape, _ID.findall(html)))
        self.slots = tuple(
            slot if _is_there(slot, known) else replace(slot, target="") for slot in slots
        )

    def filled(self, links: LinkAddresses) -> str:
        """Return the view as HTML."""
        pieces = zlib.decompress(self._packed).decode().split(_MARK)
        addresses = [
            links.href(slot.target) if slot.alternative is None else "" for slot in self.slots
        ]
        return "".join(self._pieces(pieces, addresses, links))

    def _pieces(
        self, pieces: list[str], addresses: list[str], links: LinkAddresses
    ) -> Iterator[str]:
        for number, piece in enumerate(pieces):
            if number % 2 == 0:
                yield piece
            elif piece.startswith("/"):
                yield "</a>" if addresses[int(piece[1:])] else ""
            elif (slot := self.slots[int(piece)]).alternative is not None:
                yield _image(links, slot, bool(slot.around is not None and addresses[slot.around]))
            elif address := addresses[int(piece)]:
                yield link_opening(address)


def _is_there(slot: Slot, known: set[str]) -> bool:
    fragment = unquote(slot.target.strip().removeprefix("#"))
    within = slot.alternative is None and slot.target.strip().startswith("#")
    return not within or f"{PREFIX}{slug(fragment)}" in known or bool(LINES.fullmatch(fragment))


def _image(links: LinkAddresses, slot: Slot, in_link: bool) -> str:
    """Return an image of the tree, or a link to it, or its alternative text."""
    if source := links.image(slot.target):
        shown = opening("img", src=source, alt=slot.alternative or " ", loading="lazy")
        return f"<p>{shown}</p>\n" if slot.alone else shown
    if slot.alone:
        return ""
    shown = text(slot.alternative or slot.target)
    address = "" if in_link else links.href(slot.target)
    return f"{link_opening(address)}{shown}</a>" if address else shown
