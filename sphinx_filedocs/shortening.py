"""Cuts prose between words, and finds ends of sentences."""

from __future__ import annotations

import re

#: The context of a mark, in characters.
_AROUND = 300
#: A letter with a mark that stands in a name, and how sentences go on behind others: "in C. It".
_INITIAL = re.compile(r"(?:\b[A-Z][a-z]+\s+|\b[A-Z]\.\s?|\b(?:by|and)\s+|[(&]\s?|\A)[A-Z]\.\Z")
_NAME = re.compile(
    r"\s(?!(?:The|This|These|Those|It|Its|An?|In|For|If|When|With|See|Use|You|We)\b)"
    r"[A-Z]"
)
#: An abbreviation that words follow.
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs)\.\Z")
_BRACKETS = {"(": ")", "[": "]"}


def shortened(text: str, limit: int) -> str:
    """Cut a text between two words and add an ellipsis; in a word if no word ends in its second
    half, as in scripts without blanks."""
    if len(text) <= limit:
        return text
    shown = text[: limit - 1]
    end = len(shown) if text[limit - 1].isspace() else shown.rfind(" ")
    if end > limit // 2:
        shown = shown[:end]
    return f"{shown.rstrip(' ,;:')}…"


def ends_sentence(text: str, at: int) -> bool:
    """Tell whether a mark before a blank ends a sentence, not an initial, an abbreviation or
    brackets.

    :param at: the place of the mark.
    """
    before = text[max(0, at - _AROUND) : at + 1]
    if _INITIAL.search(before) and _NAME.match(text, at + 1):
        return False
    if _ABBREVIATION.search(before):
        return False
    behind = text[at + 1 : at + _AROUND].partition("\n\n")[0]
    return not any(
        before.rfind(opening) > before.rfind(closing) and closing in behind
        for opening, closing in _BRACKETS.items()
    )
