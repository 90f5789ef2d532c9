"""Texts of reports, which may hold anything, as pages can show them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sphinx_filedocs.shortening import shortened

#: No more characters of a message are shown.
_LONGEST = 500
#: A link in a message: its text, and the number of a place or an address.
_LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.){1,300})\]\([^()\s]{0,300}\)")
#: The folder of a user of Unix or Windows, whose name is nobody's concern.
_HOME = re.compile(
    r"(?<![\w.~-])(?:file:/{2,3})?(?:[A-Za-z]:|(?:/mnt)?/[a-z](?=/))?(?:/+|\\+)(?:home|Users)(?:/+|\\+)"
    r"(?:[^\\/\"'<>|:*?\n]{1,64}(?=[\\/])|[^\\/\s\"'<>|:*?,;)\]]{1,64})"
)
_PLACE = re.compile(r"\{(\d{1,3})\}")


def one_line(text: str) -> str:
    """Return a text on one line of bounded length, without what no file can hold;
    ``/home/ada/shop`` is ``~/shop``."""
    shown = (
        " ".join(_HOME.sub("~", text[: 4 * _LONGEST]).split()).encode("utf-8", "replace").decode()
    )
    return shortened(shown, _LONGEST)


def plain(text: str) -> str:
    """Return a message with the texts of its links in the place of these."""
    return _LINK.sub(lambda match: match[1], text[: 4 * _LONGEST])


def filled(text: str, arguments: object) -> str:
    """Return a message with its arguments in the places ``{0}``, ``{1}`` and so on."""
    known: Sequence[object] = arguments if isinstance(arguments, list) else ()

    def argument(match: re.Match[str]) -> str:
        number = int(match[1])
        value = known[number] if number < len(known) else None
        return value[:_LONGEST] if isinstance(value, str) else match[0]

    return _PLACE.sub(argument, text[: 4 * _LONGEST])


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a text in Markdown that is no heading."""
    for part in text[: 4 * _LONGEST].split("\n\n"):
        lines = [line for line in part.split("\n") if not line.lstrip().startswith("#")]
        if shown := " ".join(lines).strip():
            return shown
    return ""


def text_in(value: object, *keys: str) -> str:
    """Return the text at the end of a way through objects, ``""`` where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, str) else ""
