"""Marks: lines that make a whole file something, such as ``main`` or ``test``.

They are evidence of roles; ``rules/marks.toml`` has their table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from sphinx_filedocs.parse.parser import Match

#: No longer line is looked at.
_LONGEST = 2000
_FILE = Path(__file__).resolve().parent.parent / "rules" / "marks.toml"


@dataclass(frozen=True)
class Mark:
    """A table of ``rules/marks.toml``.

    :param text: its name in ``Facts.marks``.
    :param languages: keys of languages; none means all.
    :param requires: words that must all stand in the text.
    :param literals: words of which one stands in every match: a cheap test before the search.
    :param query: a tree-sitter query, with the place as ``@finding``.
    :param line: instead of a query, a regular expression searched in each line.
    :param head: only so many first lines count; 0 is all of them.
    :param matches: texts with the mark, for its test; ``misses``: texts without.
    """

    id: str
    text: str
    languages: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()
    query: str = ""
    line: str = ""
    head: int = 0
    matches: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()

    def possible(self, text: str) -> bool:
        """Return True if the words that it needs stand in a text."""
        return all(word in text for word in self.requires) and (
            not self.literals or any(word in text for word in self.literals)
        )

    def first_line(self, lines: Sequence[str], matches: Sequence[Match]) -> int:
        """Return the first line with it, 0 for none.

        :param matches: of its query.
        """
        if self.line:
            search = re.compile(self.line).search
            shown = enumerate(lines[: self.head or None], 1)
            hits = (at for at, line in shown if len(line) <= _LONGEST and search(line))
            return next(hits, 0)
        places = [match.captures["finding"] for match in matches if "finding" in match.captures]
        return min(places).line if places else 0


@cache
def load() -> tuple[Mark, ...]:
    """Return all marks."""
    tables = tomllib.loads(_FILE.read_text("utf-8"))
    return tuple(msgspec.convert({"id": name, **table}, Mark) for name, table in tables.items())


@cache
def _of_language(language: str | None) -> tuple[Mark, ...]:
    return tuple(mark for mark in load() if not mark.languages or language in mark.languages)


def queries(text: str, language: str | None, sparing: bool) -> tuple[tuple[str, str], ...]:
    """Return the queries to run on the syntax tree of a text, each behind the id of its mark.

    :param sparing: True to leave out those that the text can't meet.
    """
    return tuple(
        (mark.id, mark.query)
        for mark in _of_language(language)
        if mark.query and (not sparing or mark.possible(text))
    )


def find(
    text: str, language: str | None, matches: Sequence[Match] = ()
) -> tuple[tuple[str, int], ...]:
    """Return the marks of a whole file, each with its first line.

    :param matches: of the queries.
    """
    first_lines: dict[str, int] = {}
    lines: list[str] = []
    for mark in _of_language(language):
        met = [match for match in matches if match.rule == mark.id]
        if (met or mark.line) and mark.possible(text):
            lines = lines or (text.split("\n") if mark.line else [])
            if line := mark.first_line(lines, met):
                first_lines.setdefault(mark.text, line)
    return tuple(sorted(first_lines.items()))
