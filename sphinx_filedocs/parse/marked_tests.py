"""The tests in a file of something else, as languages have them that mark them one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sphinx_filedocs.model.symbols import Symbol


def marked_tests(text: str, symbols: Sequence[Symbol], pattern: str) -> tuple[tuple[int, int], ...]:
    """Return the first and the last line of each symbol that is a test or holds nothing but tests,
    in order; of those inside of others the outer ones alone.

    :param pattern: of a line above the name of such a symbol, ``""`` where a language has none.
    """
    marked = re.compile(pattern) if pattern else None
    if marked is None or not marked.search(text):
        return ()
    lines = text.split("\n")
    spans: list[tuple[int, int]] = []
    pending = [*symbols]
    while pending:
        symbol = pending.pop()
        if any(map(marked.search, lines[symbol.span.start - 1 : symbol.line - 1])):
            spans.append((symbol.span.start, symbol.span.end))
        else:
            pending += symbol.children
    return tuple(sorted(spans))
