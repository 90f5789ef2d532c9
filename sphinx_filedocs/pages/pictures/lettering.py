"""How much room text takes in a picture: nobody measures fonts while building."""

from __future__ import annotations

#: The width of a letter in parts of the size of the font, about that of common sans-serif fonts.
_WIDTH = 0.58
_LEAST = 6


#: The size of the font, in pixels.
_SIZE = 11


def width(text: str) -> float:
    """Return about how wide a text is, in pixels."""
    return len(text) * _SIZE * _WIDTH


def fitted(text: str, room: float) -> str:
    """Return a text, else its part before the last dot, else its beginning, as far as it fits into
    the room; ``""`` where less than six letters do."""
    if width(text) <= room:
        return text
    stem = text.rpartition(".")[0]
    if stem and width(stem) <= room:
        return stem
    letters = int(room / (_SIZE * _WIDTH)) - 1
    return f"{text[:letters]}…" if letters >= _LEAST else ""
