"""A view in which the places are left open that follow from other files, so that it is made once:
a digest of what it shows needs to know what fills them, and the page is written with that."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from typing import Protocol
from urllib.parse import unquote

from sphinx_filedocs.pages.rendered.parts import PREFIX, link_opening, opening, slug, text

#: Stands around what names a place in HTML: :func:`~sphinx_filedocs.pages.text.printable` leaves
#: none of it in a text.
_MARK = "\0"
#: The fragment of an address that means a line, or several.
LINES = re.compile(r"L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?")
_ID = re.compile(r' id="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that a link or an image fills.

    :param target: as it is written in the text.
    :param alternative: what stands where an image can't be shown; none for a link.
    :param around: the number of the link around an image, as there can be no other link in it.
    :param alone: whether nothing takes the place of an image that can't be shown.
    """

    target: str
    alternative: str | None = None
    around: int | None = None
    alone: bool = False


class LinkAddresses(Protocol):
    """Says where targets in a text lead, as seen from the page that is written."""

    def href(self, target: str) -> str:
        """Return the address of a target of a link; ``""`` where it leads nowhere."""

    def image(self, target: str) -> str:
        """Return the address of an image of the tree; ``""`` where there is none to be shown."""


class Slots:
    """The slots of a view that is being made."""

    def __init__(self) -> None:
        self.all: list[Slot] = []
        self._open: list[int] = []

    @property
    def in_link(self) -> bool:
        """Whether a link has begun and not ended."""
        return bool(self._open)

    def open_link(self, target: str) -> str:
        """Return what stands for the begin of a link."""
        self._open.append(len(self.all))
        return self._add(Slot(target))

    def close_link(self) -> str:
        """Return what stands for the end of the last link that began."""
        return f"{_MARK}/{self._open.pop()}{_MARK}"

    def image(self, target: str, alternative: str) -> str:
        """Return what stands for an image."""
        around = self._open[-1] if self._open else None
        return self._add(Slot(target, alternative, around))

    def picture(self, target: str) -> str:
        """Return what stands for an image that is all of a view."""
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
    """Tell whether a link within a view leads to one of its ids, or may lead to a line."""
    fragment = unquote(slot.target.strip().removeprefix("#"))
    within = slot.alternative is None and slot.target.strip().startswith("#")
    return not within or f"{PREFIX}{slug(fragment)}" in known or bool(LINES.fullmatch(fragment))


def _image(links: LinkAddresses, slot: Slot, in_link: bool) -> str:
    """Return an image of the tree, else a link to where it is, else its alternative text."""
    if source := links.image(slot.target):
        shown = opening("img", src=source, alt=slot.alternative or " ", loading="lazy")
        return f"<p>{shown}</p>\n" if slot.alone else shown
    if slot.alone:
        return ""
    shown = text(slot.alternative or slot.target)
    address = "" if in_link else links.href(slot.target)
    return f"{link_opening(address)}{shown}</a>" if address else shown
