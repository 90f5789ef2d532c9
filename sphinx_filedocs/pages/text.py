"""Texts as pages show them: printable, short, and named by safe ids."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: Characters that XML, LaTeX or a terminal cannot show; tab and newline are not among them.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_PRINTABLE_ASCII = bytes((*b"\t\n", *range(0x20, 0x7F)))
_FIRST_SENTENCE = re.compile(r"(.*?[^\s.][.!?。])(?=\s+[^\sa-z]|\s*$)", re.DOTALL)
_UNSAFE_IN_ID = re.compile(r"[^A-Za-z0-9_.]")


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return "\N{SYMBOL FOR DELETE}" if code == 0x7F else f"\\u{code:04x}"


def printable(text: str) -> str:
    """Return *text* with a visible stand-in for every character that an output format refuses,
    or that would change the order of the text around it (Trojan Source, CVE-2021-42574)."""
    return text if _is_plain(text) else _UNPRINTABLE.sub(_picture, text)


def _is_plain(text: str) -> bool:
    """Tell of most texts that nothing in them is replaced, in a tenth of the pattern's time."""
    if text.isprintable():
        return True
    return text.isascii() and not text.encode("ascii").translate(None, _PRINTABLE_ASCII)


def printable_line(text: str) -> str:
    """Return *text* as :func:`printable` does, on one line."""
    if text.isprintable():
        return text
    return printable(text).replace("\n", "\N{SYMBOL FOR NEWLINE}").replace("\t", " ")


def anchor(name: str) -> str:
    """Return an id for *name*: ASCII letters, digits and ``_.-``,
    different for different names."""
    return _UNSAFE_IN_ID.sub(lambda match: f"-{ord(match[0]):x}-", name)


def first_sentence(text: str, limit: int = 200) -> str:
    """Return the first sentence of *text*'s first paragraph, cut at *limit* characters."""
    paragraph = " ".join(text.strip().split("\n\n", 1)[0].split())
    match = _FIRST_SENTENCE.match(paragraph)
    sentence = match[1] if match else paragraph
    return sentence if len(sentence) <= limit else sentence[: limit - 1].rstrip() + "…"


def quantity(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun, such as ``1,234 lines``."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def rounded(count: int) -> int:
    """Return a count with two digits and zeros from a hundred on: what follows from a whole tree
    shall not change with every file of it."""
    power = max(0, len(str(count)) - 2)
    return round(count, -power)


def rough_quantity(count: int, singular: str) -> str:
    """Return a rounded count with its noun, such as ``about 1,200 files``."""
    about = "about " if count >= 100 else ""
    return f"{about}{quantity(rounded(count), singular)}"


def size_text(count: int) -> str:
    """Return a number of bytes in three digits, such as ``12.3 kB`` (SI prefixes): that of a
    folder shall not change with every letter of a file."""
    if count < 1000:
        return quantity(count, "byte")
    power = 0
    size: float = count
    while size >= 999.5:
        size /= 1000
        power += 1
    digits = 2 - (size >= 9.995) - (size >= 99.95)
    return f"{size:.{digits}f} {'kMGTPE'[power - 1]}B"


def lines_text(lines: Iterable[int]) -> str:
    """Return how lines are named where they can't be linked."""
    return ", ".join(f"L{line}" for line in lines)
