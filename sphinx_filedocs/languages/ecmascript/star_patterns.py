"""Names with one star, as keys of ``paths`` and ``exports`` have: the one that fits a name best is
looked up by its beginning, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Fit(NamedTuple):
    """A pattern that fits a name, and what its star stands for."""

    pattern: str
    star: str


class StarPatterns:
    """Some patterns, each in two halves around its star; those without one are left out."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns: list[str] = []
        #: The place of each, by what is before the star and by what is behind it.
        self._known: dict[str, dict[str, int]] = {}
        for pattern in patterns:
            before, star, after = pattern.partition("*")
            if star:
                self._known.setdefault(before, {}).setdefault(after, len(self._patterns))
                self._patterns.append(pattern)
        self._befores = sorted({len(before) for before in self._known}, reverse=True)

    def best(self, name: str) -> Fit | None:
        """Return the pattern with the longest beginning, of several the first."""
        for length in self._befores:
            ends = self._known.get(name[:length]) if length <= len(name) else None
            fitting = [
                ends[name[at:]] for at in range(length, len(name) + 1) if ends and name[at:] in ends
            ]
            if fitting:
                pattern = self._patterns[min(fitting)]
                after = len(pattern) - length - 1
                return Fit(pattern, name[length : len(name) - after])
        return None
