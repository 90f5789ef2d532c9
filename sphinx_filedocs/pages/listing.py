"""Highlights a source and divides it into lines that can be linked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from sphinx_filedocs.pages.nodes import printable

#: Lexers are regular expressions, and slow ones on such lines; a source with a longer line, or
#: a larger one, is shown without colours.
_LONGEST_LINE = 5_000
_LARGEST = 2_000_000


def select_lines(source: str, start: int, end: int) -> list[str]:
    """Return the lines *start* to *end* (1-based, included) of *source*, printable."""
    lines = printable(source).split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines[start - 1 : end]


def find_lexer(name: str) -> Lexer | None:
    """Return the Pygments lexer *name*, set to leave the lines as they are."""
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _html_lines(lines: Sequence[str], lexer_name: str) -> list[str]:
    """Return each line as HTML, with spans of Pygments' classes that end on their line."""
    lexer = find_lexer(lexer_name)
    too_much = sum(map(len, lines)) > _LARGEST or any(len(line) > _LONGEST_LINE for line in lines)
    if lexer is None or too_much:
        return [escape(line, quote=False) for line in lines]
    html = highlight("\n".join(lines), lexer, HtmlFormatter(nowrap=True)).split("\n")
    # A lexer may add a last newline; a missing one is an empty last line.
    return (html + [""] * len(lines))[: len(lines)]


def html_listing(
    lines: Sequence[str],
    lexer_name: str,
    first: int = 1,
    anchors: bool = True,
    spans: Mapping[int, Sequence[int]] | None = None,
) -> str:
    """Return a listing as HTML with a number before each line.

    :param first: the number of the first line.
    :param anchors: whether line 7 has the id ``L7`` and its number links to it.
    :param spans: the last lines of the ranges that begin on a line; each gets an id such as
        ``L7-L9``, so that a link to the range leads there without a script too.
    """
    rows: list[str] = []
    for number, html in enumerate(_html_lines(lines, lexer_name), first):
        if anchors:
            ends = (spans or {}).get(number, ())
            extra = "".join(f'<i id="L{number}-L{end}"></i>' for end in sorted(set(ends)))
            rows.append(
                f'<span class="filedocs-line" id="L{number}">{extra}'
                f'<a class="filedocs-lineno" href="#L{number}" data-line="{number}"></a>'
                f"{html}\n</span>"
            )
        else:
            rows.append(
                f'<span class="filedocs-line">'
                f'<span class="filedocs-lineno" data-line="{number}"></span>{html}\n</span>'
            )
    width = len(str(first + len(lines)))
    return (
        f'<div class="highlight-{escape(lexer_name)} notranslate filedocs-listing" '
        f'style="--filedocs-digits: {width}">'
        f'<div class="highlight"><pre>{"".join(rows)}</pre></div></div>\n'
    )
