"""Prose that is longer than the place where it is shown."""

from __future__ import annotations


def shortened(text: str, limit: int) -> str:
    """Return a text of at most so many characters, cut off between two words and marked by an
    ellipsis; in a word where none ends in its second half, as in scripts that set no blanks."""
    if len(text) <= limit:
        return text
    shown = text[: limit - 1]
    end = len(shown) if text[limit - 1].isspace() else shown.rfind(" ")
    if end > limit // 2:
        shown = shown[:end]
    return f"{shown.rstrip(' ,;:')}…"
