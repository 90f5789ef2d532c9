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
#: So many letters at the end of a line tell whether its sentence goes on.
_LOOKED = 80
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
    said: list[str] = []
    words = 0
    for part in filter(None, (part.strip(" \t\n") for part in text.split(BREAK))):
        between = joint if words < _FEWEST or not _is_apart(said[-1], part) else "\n\n"
        said += (between, part) if said else (part,)
        words = len(_WORD.findall(part)) + (words if between == joint else 0)
    return "".join(said)


def goes_on(line: str) -> bool:
    """Return whether a line ends in the middle of a sentence."""
    return _GOES_ON.search(line[-_LOOKED:]) is not None


def _is_apart(before: str, after: str) -> bool:
    """Return whether a line ends a sentence without a stop, and the next one begins another."""
    is_open = _STOP.search(before[-_LOOKED:]) or goes_on(before)
    return not is_open and _BEGINS.match(after) is not None
