"""Pure core: what is coloured in a source.

One pattern a language takes a third of the time of a syntax tree and its query, half of which is
parsing, and colours much as Pygments does. Most of a source gets no colour: names that are only
used, operators, brackets and blanks. The names of definitions are known from the analysis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_filedocs.analysis import languages
from sphinx_filedocs.analysis.lexis import Lexis, lexis
from sphinx_filedocs.model import Run

#: A longer line, in characters, is no code that a person reads: it has no colours, which would
#: make a browser slow.
LONGEST_LINE = 5_000


def highlight(lines: Sequence[str], language: str) -> list[Sequence[Run]] | None:
    """Return what is coloured in each line; ``None`` where only Pygments knows the language.

    :param lines: without line ends.
    :param language: a key of ``languages.toml``, or anything else.
    """
    known = languages.load().get(language)
    found = lexis(known) if known else None
    if found is None:
        return None
    runs: list[Sequence[Run]] = [()] * len(lines)
    # The patterns see each line behind a line end.
    row, first = 0, 1
    behind = len(lines[0]) + 2 if lines else 1
    here: list[Run] = []
    for start, end, css in _parts("\n" + "\n".join(lines), found):
        while start >= behind or end >= behind:
            if max(start, first) < behind - 1:
                here.append((max(start, first) - first, behind - 1 - first, css))
            if here:
                runs[row] = here
                here = []
            row += 1
            first = behind
            if row == len(lines):
                break
            behind += len(lines[row]) + 1
        else:
            if end > first:
                here.append((max(start, first) - first, end - first, css))
    if here:
        runs[row] = here
    return [() if len(line) > LONGEST_LINE else one for line, one in zip(lines, runs, strict=True)]


def _parts(text: str, found: Lexis) -> Iterator[tuple[int, int, str]]:
    """Yield where the coloured parts of a text start and end, in order, with their classes."""
    css_of, defining = found.words.get, found.defining
    named, expected = "", 0
    for match in found.pattern.finditer(text):
        css = match.lastgroup
        if css is not None:
            start, end = match.span(css)
            yield start, end, css
            if css == "k":
                named, expected = defining.get(match[css], ""), end + 1
            continue
        word = match[0]
        css = css_of(word)
        if css is not None:
            start, end = match.span()
            yield start + (word[0] == "."), end, css
            named, expected = defining.get(word, ""), end + 1
        elif named:
            start, end = match.span()
            if start == expected:
                yield start, end, named
            # What a name of several parts names is a module.
            named, expected = named if named == "nn" else "", end
