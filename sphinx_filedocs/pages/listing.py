"""A source as lines that can be linked, with colours and links in them.

Lines and colours are ``<i>``, the shortest element there is for them: in ``<span>`` a listing of C
has a twentieth more. Their style is set anew. Lines stand in blocks, ``<span>``, which a browser
lays out and paints when they come into sight.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import NamedTuple
from unicodedata import east_asian_width

from sphinx_filedocs.model.facts import Run
from sphinx_filedocs.model.files import LONGEST_LINE
from sphinx_filedocs.pages.text import printable_columns
from sphinx_filedocs.pages.translation import _, quantity


class Mark(NamedTuple):
    """A link or target within a line.

    :param href: relative address, or ``""``.
    :param title: on hover or focus, one or two lines.
    :param classes: CSS classes. Example: ``filedocs-maybe`` for one of several candidates.
    :param anchor: an id, or ``""``.
    :param badge: shown small behind a definition, never copied. Example: the number of uses.
    :param local: whether the name is known in a part of its file alone.
    """

    href: str = ""
    title: str = ""
    classes: tuple[str, ...] = ()
    anchor: str = ""
    badge: str = ""
    local: bool = False


#: A mark with its place in a line: column, 0-based, and length, both in characters.
Placed = tuple[int, int, Mark]


#: A listing on one page shall not have more HTML than this, in characters. One that would be longer
#: does without what :func:`poorer` leaves out. What stands around it is bounded by itself.
LARGEST_PAGE = 1_900_000
#: A block of a listing has so many lines, about two screens: few are laid out before they are seen.
_BLOCK = 100
#: A value of an attribute of which no character ends it or an element.
_NEEDS_NO_QUOTES = re.compile(r"[^\s\"'`=<>]+")
#: The tags of lines, of names and of colours, and in them what has no quotes.
_TAG, _BARE_VALUE = re.compile("<[ai] [^<>]*>"), re.compile(r"( [a-z-]+=)([^\s\"'`=<>]+)(?=[ >])")
#: Where browsers have the stops of tabs, in columns.
_TAB = 8


@dataclass(frozen=True, slots=True)
class Listing:
    """Everything shown with the lines of a listing.

    :param missing: a note about missing colours or links.
    :param emphasized: lines that stand out, 0-based, of the shown ones.
    :param skipped: lines that are not compiled.
    :param place: number of the listing on its page.
    :param fold: first and last line of a fold, and its title.
    :param in_book: whether it is XML, without lists among lines.
    :param blame: the title of a button that shows the authors of lines, ``""`` for none.
    """

    marks: Mapping[int, Sequence[Placed]]
    runs: Sequence[Sequence[Run]]
    missing: str = ""
    emphasized: AbstractSet[int] = frozenset()
    skipped: AbstractSet[int] = frozenset()
    place: int = 0
    fold: tuple[int, int, str] | None = None
    in_book: bool = False
    blame: str = ""


class Written(NamedTuple):
    """A listing as HTML, and its titles as data for the script, or ``""``."""

    html: str
    hints: str


def fitting(
    whole: Listing, write: Callable[[Listing], Written], room: int
) -> tuple[Listing, Written]:
    """Return the richest form of a listing that fits, else the poorest.

    :param room: characters of HTML left on the page.
    """
    form = whole, Written("", "")
    for less in poorer(whole):
        form = less, write(less)
        if len(form[1].html) <= room:
            break
    return form


def poorer(whole: Listing) -> Iterator[Listing]:
    """Yield a listing with less each time: no local links, no links, no colours."""
    yield whole
    bare = {
        line: [placed for placed in row if placed[2].anchor or not placed[2].local]
        for line, row in whole.marks.items()
    }
    yield replace(whole, marks=bare)
    targets = {
        line: [
            (column, length, Mark(anchor=mark.anchor))
            for column, length, mark in row
            if mark.anchor
        ]
        for line, row in whole.marks.items()
    }
    links = _("This file is too long to show it with links.")
    colours = _("This file is too long to show it with colours.")
    both = _("This file is too long to show it with links and colours.")
    yield replace(whole, marks=targets, missing=links if whole.marks else "")
    plain = [()] * len(whole.runs)
    yield replace(whole, marks=targets, runs=plain, missing=both if whole.marks else colours)


def dedented(shown: Listing, count: int) -> Listing:
    """Return a listing whose lines lost their first characters."""
    marks = {
        number: [
            (column - count, length, mark) for column, length, mark in placed if column >= count
        ]
        for number, placed in shown.marks.items()
    }
    runs = [
        [(max(0, first - count), last - count, css) for first, last, css in line if last > count]
        for line in shown.runs
    ]
    return replace(shown, marks=marks, runs=runs)


def select_lines(text: str, start: int, end: int) -> list[str]:
    """Return the lines *start* to *end* (1-based, included) of a text, the longest cut."""
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [line if len(line) <= LONGEST_LINE else _cut(line) for line in lines[start - 1 : end]]


def _cut(line: str) -> str:
    more = len(line) - LONGEST_LINE
    note = quantity(more, "{count:,} more characters", "{count:,} more characters")
    return f"{line[:LONGEST_LINE]}… [{note}]"


def shifted_lines(source: str, shown: str) -> dict[int, str]:
    """Return the lines of *source*, 1-based, whose columns moved because of longer stand-ins."""
    if len(shown) == len(source):
        return {}
    lines = zip(source.split("\n"), shown.split("\n"), strict=True)
    return {
        number: line
        for number, (line, shown_line) in enumerate(lines, 1)
        if len(line) != len(shown_line)
    }


def shifted_marks(marks: Iterable[Placed], line: str) -> list[Placed]:
    """Return the marks of a line at their shown columns, without those outside of the line."""
    columns = printable_columns(line)
    return [
        (columns[start], columns[start + length] - columns[start], mark)
        for start, length, mark in marks
        if start + length < len(columns)
    ]


#: What stands for the characters of HTML's own while a listing is made: no printable text has
#: these, each is as long as what it stands for, and in the end all are replaced at once.
_STAND_INS = {"&": "\x01", "<": "\x02", ">": "\x03"}


@lru_cache(maxsize=1_000)
def _class_attribute(css: str, classes: tuple[str, ...]) -> str:
    shown = " ".join(dict.fromkeys((*css.split(), *classes)))
    return f" class={attribute_value(shown)}" if shown else ""


@lru_cache(maxsize=1_000)
def _colour(css: str) -> str:
    return f"<i class={attribute_value(css)}>"


def attribute_value(text: str) -> str:
    """Return a value for HTML, quoted only if needed, which saves a twentieth of a page."""
    shown = escape(text)
    return shown if _NEEDS_NO_QUOTES.fullmatch(text) else f'"{shown}"'


class _Tags(dict[tuple[int, str], tuple[str, str]]):
    """Tags of marks, kept by mark and colour, as most stand many times.

    ``hints`` has the titles of each address once: with each link they were a fifth of a page.
    """

    def __init__(self, prefix: str | None) -> None:
        self._prefix = prefix
        self.hints: dict[str, list[str]] = {}

    def add(self, mark: Mark, css: str) -> tuple[str, str]:
        """Return the tags of a mark that is not kept yet, and keep them."""
        href, title, classes, anchor, badge, _local = mark
        made = ("<a" if href else "<i") + _class_attribute(css, classes)
        if href:
            made += f" href={attribute_value(href)}{self._hint(href, title)}"
        elif title:
            made += f" title={attribute_value(title)}"
        if anchor and self._prefix is not None:
            made += f" id={attribute_value(self._prefix + anchor)}"
        if badge:
            made += f" data-count={attribute_value(badge)}"
        tags = self[id(mark), css] = f"{made}>", "</a>" if href else "</i>"
        return tags

    def _hint(self, href: str, title: str) -> str:
        known = self.hints.setdefault(href, [])
        if title not in known:
            known.append(title)
        number = known.index(title)
        return f" data-hint={number}" if number else ""


def _coloured(text: str, runs: Sequence[Run], start: int, end: int) -> str:
    made: list[str] = []
    for first, last, css in runs:
        # Twice as fast as max() and min(), which would be called for every colour.
        begin = first if first > start else start  # noqa: FURB136
        stop = last if last < end else end  # noqa: FURB136
        if begin < stop:
            made.append(f"{text[start:begin]}{_colour(css)}{text[begin:stop]}</i>")
            start = stop
    made.append(text[start:end])
    return "".join(made)


def _marked(text: str, runs: Sequence[Run], marks: Sequence[Placed], tags: _Tags) -> str:
    """Return a line with its marks; a run that a mark covers in part is divided."""
    made: list[str] = []
    at = passed = 0
    size, count = len(text), len(runs)
    for column, length, mark in marks:
        end = column + length
        if length <= 0 or column < at or end > size:
            continue
        css, inner = "", text[column:end]
        while passed < count:
            first, last, colour = runs[passed]
            if last <= column:
                # Behind a mark may stand the rest of a run that it divided.
                if first < at:  # noqa: PLR1730 - twice as fast as max()
                    first = at
                if first < last:
                    made.append(f"{text[at:first]}{_colour(colour)}{text[first:last]}</i>")
                    at = last
                passed += 1
                continue
            if first < end:
                if first < column:
                    made.append(_coloured(text, ((first, column, colour),), at, column))
                    at = column
                if first <= column and end <= last:
                    css = colour
                else:
                    inner = _coloured(text, runs[passed:], column, end)
            break
        opening, closing = tags.get((id(mark), css)) or tags.add(mark, css)
        made.append(f"{text[at:column]}{opening}{inner}{closing}")
        at = end
    made.append(_coloured(text, runs[passed:], at, size) if passed < count else text[at:])
    return "".join(made)


def _line_attributes(shown: Listing, first: int) -> dict[int, str]:
    emphasized = {first + at for at in shown.emphasized}
    why = escape(_("Not compiled"))
    made: dict[int, str] = {}
    for number in emphasized | shown.skipped:
        css = ["filedocs-emphasized"] if number in emphasized else []
        css += ["fd-skipped"] if number in shown.skipped else []
        title = f' title="{why}"' if number in shown.skipped else ""
        made[number] = f"{_class_attribute('', tuple(css))}{title}"
    return made


def _widest(lines: Sequence[str]) -> int:
    shown = [line.expandtabs(_TAB) for line in lines]
    widths = [*map(len, shown)]
    longest = max(widths, default=0)
    for at, line in enumerate(shown):
        if 2 * len(line) > longest and not line.isascii():
            widths[at] += sum(east_asian_width(character) in "WF" for character in line)
    return widths.index(max(widths)) if widths else 0


def _blocks(
    rows: Sequence[str], lines: Sequence[str], first: int, fold: tuple[int, int, str] | None
) -> Iterator[str]:
    """Yield the blocks of lines, a fold as a block of its own.

    :param rows: lines as HTML.
    """
    widest = _widest(lines) // _BLOCK
    start, end, title = fold or (1, 0, "")
    if fold:
        said = escape(title)
        if start > 1:
            yield f"<span>{_counted_from(1)}{''.join(rows[: start - 1])}</span>"
        yield f'<details class="fd-notice"><summary aria-label="{said}"></summary></details>'
        yield f"<span>{_counted_from(start)}{''.join(rows[start - 1 : end])}</span>"
        rows, first = rows[end:], end + 1
        widest = (_widest(lines[end:])) // _BLOCK
    for block, start in enumerate(range(0, len(rows), _BLOCK)):
        # The style sheet counts the lines, so that no number need be written with each. What it
        # counts in a block does not reach the next one, as browsers may not have laid it out.
        css = ' class="fd-widest"' if block == widest else ""
        yield f"<span{css}>{_counted_from(first + start)}"
        yield from rows[start : start + _BLOCK]
        yield "</span>"


def _counted_from(number: int) -> str:
    """Start the style sheet's counter by an empty list, as policies forbid inline styles."""
    return f'<ol start="{number}"></ol>'


def _hints_data(known: Mapping[str, Sequence[str]]) -> str:
    """Return titles of addresses as data for the script, ``""`` for none.

    ``of`` has the title of each address in the order of the listing, a list for several. A title is
    the number of a text in ``texts`` with the line left open, a first line alone, or a first line
    and the number of the second.

    :param known: titles by address, in that order.
    """
    if not any(map(any, known.values())):
        return ""
    texts: dict[str, int] = {}

    def short(href: str, hint: str) -> str | int:
        first, second, place = hint.partition("\n")
        if second:
            return f"{first}\n{texts.setdefault(place, len(texts))}"
        if href.startswith("#L") and hint.count(href[2:]) == 1 and "{" not in hint:
            return texts.setdefault(hint.replace(href[2:], "{line}"), len(texts))
        return first

    rows = [[short(href, hint) for hint in hints] for href, hints in known.items()]
    of = [row[0] if len(row) == 1 else row for row in rows]
    return json.dumps({"texts": list(texts), "of": of}, separators=(",", ":"))


def with_quotes(listing: str) -> str:
    """Return a listing, as HTML, with quotes about all values of attributes, as XML needs them."""
    return _TAG.sub(lambda tag: _BARE_VALUE.sub(r'\1"\2"', tag[0]), listing)


def html_listing(
    lines: Sequence[str],
    lexer_name: str,
    shown: Listing,
    first: int = 1,
    prefix: str | None = "",
    ids: Mapping[int, Sequence[str]] | None = None,
    permalink: str = "",
) -> Written:
    """Write a listing with line numbers.

    :param lines: printable.
    :param shown: its marks are by line, sorted by column; overlapping ones are left out.
    :param first: the number of the first line.
    :param prefix: of ids, ``a.c/`` for ``a.c/L7``; ``None`` for no ids.
    :param ids: more ids of a line, such as ``L7-L9``, which work without a script.
    :param permalink: lasting address with ``{line}`` left open, or ``""``.
    """
    text = "\n".join(lines)
    for character, stand_in in _STAND_INS.items():
        text = text.replace(character, stand_in)
    tags = _Tags(prefix)
    quote = '"' if prefix and not _NEEDS_NO_QUOTES.fullmatch(prefix) else ""
    opening = f"<i id={quote}{escape(prefix or '')}L"
    rows: list[str] = []
    about = _line_attributes(shown, first)
    coloured_lines = zip(text.split("\n"), shown.runs, strict=False)
    for number, (line, coloured) in enumerate(coloured_lines, first):
        if here := shown.marks.get(number):
            code = _marked(line, coloured, here, tags)
        else:
            code = _coloured(line, coloured, 0, len(line)) if coloured else line
        if prefix is None:
            rows.append(f"<i{about.get(number, '')}>{code}\n</i>")
            continue
        for name in reversed(ids.get(number, ()) if ids else ()):
            code = f"<i id={attribute_value(prefix + name)}></i>{code}"
        rows.append(f"{opening}{number}{quote}{about.get(number, '')}>{code}\n</i>")
    before = _counted_from(first) if shown.in_book else ""
    blocks = (
        ["<span>", *rows, "</span>"] if shown.in_book else _blocks(rows, lines, first, shown.fold)
    )
    body = "".join(blocks)
    for character, stand_in in _STAND_INS.items():
        body = body.replace(stand_in, escape(character))
    digits = len(str(first + len(lines)))
    hints = _hints_data(tags.hints)
    known = f' data-hints="{shown.place}"' if hints else ""
    lasting = f' data-permalink="{escape(permalink)}"' if permalink else ""
    lasting += f' data-blame="{escape(shown.blame)}"' if shown.blame else ""
    html = (
        f'<div class="highlight-{escape(lexer_name)} notranslate filedocs-listing '
        f'fd-digits-{digits}"{lasting}{known}>'
        f'{before}<div class="highlight"><pre>{body}</pre></div></div>\n'
    )
    return Written(with_quotes(html) if shown.in_book else html, hints)
