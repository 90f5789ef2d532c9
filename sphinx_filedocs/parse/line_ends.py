"""What the end of a line of prose is: of a sentence, or of a part of a word."""

from __future__ import annotations

import re

#: What stands for a break that its author has set.
BREAK = "\v"
#: The end of a sentence, of a part of one, and of what leads to what follows.
_STOP = re.compile(r"[.!?:;,。…]\W*\Z|\A\W*\Z")
#: The end of a line in the middle of a sentence.
_GOES_ON = re.compile(
    r"\b(?:the|an?|of|and|or|is|are|was|under|to|in|on|at|with|by|for|from|this|that|as|like|our"
    r"|your|its)\W*\Z|[-–—/&+(]\s*\Z",
    re.IGNORECASE,
)
#: The beginning of a sentence or of a title.
_BEGINS = re.compile(r"\W*[^\W\d_a-z]")
#: Fewer words in a line are a name.
_FEWEST = 4
_WORD = re.compile(r"[^\W\d_]{2,}")
#: A word that is broken at its hyphen, but for the first of two with one end: ``pre- and``.
_BROKEN = re.compile(
    r"(?<=[^\W\d_]-)(?<![\W_]-)[ \t]*\n[ \t]*(?=[^\W\d_])(?!(?:and|or|to|und|oder|bzw|et|ou|y)\b)"
)


def joined_words(text: str) -> str:
    """Return a text with words of two parts on one line that were broken at their hyphen."""
    return _BROKEN.sub("", text) if "-" in text else text


def ended_lines(text: str, joint: str) -> str:
    """Return a text in which each break that an author has set ends a paragraph where it stands
    between sentences or titles, else a line.

    :param joint: of lines.
    """
    if BREAK not in text:
        return text
    parts = [part.strip(" \t\n") for part in text.split(BREAK)]
    said = parts[0]
    for part in parts[1:]:
        said = f"{said}{_between(said, part, joint)}{part}"
    return said


def _between(before: str, after: str, joint: str) -> str:
    if not (before and after):
        return ""
    last = before.rpartition("\n\n")[2]
    goes_on = _STOP.search(last) or _GOES_ON.search(last) or not _BEGINS.match(after)
    return joint if goes_on or len(_WORD.findall(last)) < _FEWEST else "\n\n"
