"""Divides a listing that is too long for its file's page: the first part stays there, the others
get pages of their own.

How many lines each page has does not change while the file is edited, unless it grows or shrinks by
a good part: then no address of its lines changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_filedocs.model.files import File

#: What each line has besides its text, in characters of HTML: about so much as 60 of its text.
_LINE = 60
#: A listing that weighs more, in characters of text, is divided; its pages weigh less than that.
#: With links it has up to 1.2 times as much HTML, around it stand a hundred thousand, and a page
#: shall have a million at most.
_LONGEST, _PAGE = 750_000, 700_000


def lines_per_page(file: File) -> int:
    """Return how many lines each page of a file's listing has, a round number, or 0 for a listing
    that is on the file's own page."""
    lines = file.facts.lines.total
    weight = file.size - file.cut + _LINE * lines
    if file.kind != "text" or weight <= _LONGEST:
        return 0
    most = _rounded_down(lines * _PAGE // weight)
    return most if most < lines else 0


def _rounded_down(number: int) -> int:
    """Return the largest of 1, 2, 5, 10, 20, 50 and so on that is no larger, 1 for less."""
    digits = str(max(number, 1))
    first = max(step for step in (1, 2, 5) if step <= int(digits[0]))
    return first * int(10 ** (len(digits) - 1))


def spans(lines: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line, 1-based, of each page of a listing.

    :param lines: how many the file has.
    :param most: how many a page has, but for the last.
    """
    for first in range(1, lines + 1, most):
        yield first, min(first + most - 1, lines)


def listing_page(line: int, most: int) -> str:
    """Return the name of the page that has a line, 1-based, below that of the file's own page;
    ``""`` for that itself."""
    number = (line - 1) // most + 1
    return f"listing-{number}" if number > 1 else ""


def listing_docnames(docname: str, lines: int, most: int) -> tuple[str, ...]:
    """Return the names of the pages of a file's listing.

    :param docname: of the file's own page.
    :param lines: how many the file has.
    :param most: how many a page has.
    """
    further = (listing_page(first, most) for first, _ in spans(lines, most) if first > 1)
    return docname, *(f"{docname}/{page}" for page in further)
