"""The colours that a Pygments lexer gives a source, within bounds of processor time."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Error, Punctuation, Whitespace, _TokenType
from pygments.util import ClassNotFound

from sphinx_filedocs.model.facts import Run

#: Lexers are regular expressions, and slow ones on such lines; a source with a longer line, or
#: a larger one, is shown without colours.
_LONGEST_LINE = 5_000
_LARGEST = 2_000_000
#: What a lexer may take, in seconds of processor time, and for each million characters again. Many
#: look for the end of each comment or string up to the end of the source.
_SECONDS = 5.0
_MILLION = 1_000_000


def find_lexer(name: str) -> Lexer | None:
    """Return the Pygments lexer *name*, set to leave the lines as they are."""
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


class _Classes(dict[_TokenType, str]):
    """The CSS class that Pygments' HtmlFormatter gives each type of token."""

    def __missing__(self, kind: _TokenType) -> str:
        css = STANDARD_TYPES.get(kind)
        if css is None:
            # A lexer's own type: its parent's classes, and one more for a theme that knows it.
            parent = self[kind.parent] if kind.parent else ""
            css = f"{parent} {parent.rpartition(' ')[2]}-{kind[-1]}".lstrip()
        # No style paints a space, few a bracket, and in some languages every other token is one.
        # What a lexer makes no sense of is no fault of the source, such as a template in HTML:
        # styles draw red boxes around it.
        is_plain = kind is Whitespace or kind[:1] in (Punctuation[:1], Error[:1])
        self[kind] = "" if is_plain else escape(css)
        return self[kind]


def _lexed(lexer: Lexer, source: str) -> Iterator[tuple[str, list[Run]]]:
    classes = _Classes()
    line: list[str] = []
    runs: list[Run] = []
    column, last = 0, ""
    # Not get_tokens, which would take a byte order mark and carriage returns away.
    for _, kind, value in lexer.get_tokens_unprocessed(source):
        css = classes[kind]
        for number, part in enumerate(value.split("\n") if "\n" in value else (value,)):
            if number:
                yield "".join(line), runs
                line, runs, column, last = [], [], 0, ""
            if not part:
                continue
            line.append(part)
            end = column + len(part)
            if css:
                start = runs.pop()[0] if css == last else column
                runs.append((start, end, css))
            column, last = end, css
    yield "".join(line), runs


def _lines(lines: Sequence[str], lexer_name: str) -> list[tuple[str, list[Run]]]:
    """Return lines as a lexer sees them, with their runs; nothing if it fails or takes too long."""
    lexer = find_lexer(lexer_name)
    size = sum(map(len, lines))
    if lexer is None or size > _LARGEST or max(map(len, lines), default=0) > _LONGEST_LINE:
        return []
    try:
        with limited(_SECONDS * (1 + size / _MILLION)):
            return list(_lexed(lexer, "\n".join(lines)))
    except TooSlowError:
        return []


def lexer_runs(lines: Sequence[str], lexer_name: str) -> list[Sequence[Run]]:
    """Return the colours of each line by Pygments, none for sources that are too large or slow."""
    rows = iter(_lines(lines, lexer_name))
    # A lexer may drop or change characters: then the line has none of its colours.
    pairs = ((line, next(rows, ("", []))) for line in lines)
    return [runs if text == line else () for line, (text, runs) in pairs]


def has_colours(lines: Sequence[str], lexer_name: str) -> bool:
    """Return whether a Pygments lexer ends in time on a source, before others run it unbounded."""
    return bool(_lines(lines, lexer_name))


class TooSlowError(Exception):
    """Something takes more time over a text than it may."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Bound processor time by a signal, in the main thread, not on Windows. Nested bounds hold.

    :raises TooSlowError: at the end of the time.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    # Again after a second: what is stopped may have caught the first one.
    left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_VIRTUAL, left, 1.0)
