"""Keeps one body that a grammar cannot read from hiding the definitions around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

#: A bracket that ends a block, not one inside of a string that runs over lines.
_CLOSING = re.compile(rb"[})](?:[\s;&|<>)#]|$)")


def isolate(
    data: bytes, reads: Callable[[bytes], bool], pattern: str
) -> tuple[bytes, frozenset[int]]:
    """Blank the bodies that cannot be parsed on their own, in a text that has errors.

    A grammar that loses its way in one function may take the whole file for an error. A block
    runs from a line that ``pattern`` matches to the next that begins with a closing bracket;
    both stand in the first column. Comments and line breaks stay, so positions do too.

    :param data: UTF-8, lines ending in a line feed.
    :param reads: tells whether a text can be parsed without an error.
    :param pattern: of a block's first line, from its beginning.
    :returns: the text, and the lines that were blanked, 1-based.
    """
    lines = data.split(b"\n")
    lost: set[int] = set()
    start: int | None = None
    for at, line in enumerate(lines):
        if _compiled(pattern).match(line):
            start = at
        elif start is not None and _CLOSING.match(line):
            block = b"\n".join(lines[start : at + 1]) + b"\n"
            if not reads(block):
                lost.update(_body(lines, start, at))
            start = None
    blanked = [b" " * len(line) if at in lost else line for at, line in enumerate(lines)]
    return b"\n".join(blanked), frozenset(at + 1 for at in lost)


def _body(lines: list[bytes], start: int, end: int) -> set[int]:
    first = start + 2 if lines[start + 1].strip() in (b"{", b"(") else start + 1
    code = (at for at in range(first, end) if not lines[at].lstrip().startswith(b"#"))
    return {at for at in code if lines[at].strip()}


@lru_cache(maxsize=8)
def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode())
