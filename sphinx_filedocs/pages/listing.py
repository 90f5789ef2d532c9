"""Highlights a source and divides it into lines that can be linked, with links in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Whitespace, _TokenType
from pygments.util import ClassNotFound

from sphinx_filedocs.pages.text import printable

#: Lexers are regular expressions, and slow ones on such lines; a source with a longer line, or
#: a larger one, is shown without colours.
_LONGEST_LINE = 5_000
_LARGEST = 2_000_000


@dataclass(frozen=True, slots=True)
class Mark:
    """What a range of characters of a line leads to or is.

    :param column: where it begins in the line, in characters, 0-based.
    :param length: how long it is, in characters.
    :param href: the relative address that it leads to; empty for none.
    :param title: what is shown when the pointer rests on it; empty for nothing.
    :param classes: CSS classes beside those of the token: ``filedocs-maybe`` says that the link
        is one candidate of several.
    :param anchor: an id for the place; empty for none.
    :param count: what is shown small behind a definition's name, such as its number of uses;
        no part of the text, so that it is not copied with it.
    """

    column: int
    length: int
    href: str = ""
    title: str = ""
    classes: tuple[str, ...] = ()
    anchor: str = ""
    count: str = ""


def select_lines(source: str, start: int, end: int) -> list[str]:
    """Return the lines *start* to *end* (1-based, included) of *source*, printable."""
    lines = printable(source).split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines[start - 1 : end]


def shifted_lines(source: str) -> list[int]:
    """Return the lines, 1-based, on which characters do not stand where they stand in *source*,
    because some were replaced with longer pictures."""
    shown = printable(source)
    if len(shown) == len(source):
        return []
    lines = zip(source.split("\n"), shown.split("\n"), strict=True)
    return [number for number, (one, other) in enumerate(lines, 1) if len(one) != len(other)]


def find_lexer(name: str) -> Lexer | None:
    """Return the Pygments lexer *name*, set to leave the lines as they are."""
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


class _Spans(dict[str, str]):
    """The HTML of texts of one class, each made once: a source mostly repeats its names."""

    def __init__(self, css: str) -> None:
        self.css = css
        self._opening = f'<span class="{escape(css)}">' if css else ""
        self._closing = "</span>" if css else ""

    def __missing__(self, text: str) -> str:
        html = f"{self._opening}{escape(text, quote=False)}{self._closing}"
        self[text] = html
        return html


class _Colours(dict[_TokenType, _Spans]):
    """What writes tokens of each type, with the class that Pygments' HtmlFormatter gives it."""

    def __init__(self) -> None:
        self.plain = _Spans("")
        # No style paints a space, and in some languages every other token is one.
        self._by_class = {"": self.plain, STANDARD_TYPES[Whitespace]: self.plain}

    def __missing__(self, kind: _TokenType) -> _Spans:
        css = STANDARD_TYPES.get(kind)
        if css is None:
            # A lexer's own type: its parent's classes, and one more for a theme that knows it.
            parent = self[kind.parent].css if kind.parent else ""
            css = f"{parent} {parent.rpartition(' ')[2]}-{kind[-1]}".lstrip()
        self[kind] = self._by_class.setdefault(css, _Spans(css))
        return self[kind]


#: What writes each piece of a line, and the texts of the pieces.
_Line = tuple[list[_Spans], list[str]]


def _divided(lexer: Lexer, source: str, colours: _Colours) -> Iterator[_Line]:
    """Yield the lines of a source; neighbours of the same class are one piece."""
    line: _Line = [], []
    writers, texts = line
    last: _Spans | None = None
    # Not get_tokens, which would take a byte order mark and carriage returns away.
    for _, kind, value in lexer.get_tokens_unprocessed(source):
        writer, text = colours[kind], value
        if "\n" in text:
            *ended, text = text.split("\n")
            for part in ended:
                if writer is last:
                    texts[-1] += part
                elif part:
                    writers.append(writer)
                    texts.append(part)
                yield line
                line = writers, texts = [], []
                last = None
        if writer is last:
            texts[-1] += text
        elif text:
            writers.append(writer)
            texts.append(text)
            last = writer
    yield line


def _coloured(lines: Sequence[str], lexer_name: str) -> Iterator[_Line]:
    """Yield the pieces of each line: one without a class where there are no colours."""
    lexer = find_lexer(lexer_name)
    if sum(map(len, lines)) > _LARGEST or max(map(len, lines), default=0) > _LONGEST_LINE:
        lexer = None
    colours = _Colours()
    rows = _divided(lexer, "\n".join(lines), colours) if lexer else iter(())
    missing: _Line = [], []
    for text in lines:
        line = next(rows, missing)
        # A lexer may drop or change characters: then the line has none of its colours.
        yield line if "".join(line[1]) == text else ([colours.plain], [text])


def _written(line: _Line) -> str:
    """Return the pieces of a line one after the other."""
    return "".join([writer[text] for writer, text in zip(*line, strict=True)])


@lru_cache(maxsize=10_000)
def _attribute(name: str, value: str) -> str:
    """Return an attribute with a space before it, or nothing: names are linked again and again."""
    return f' {name}="{escape(value)}"' if value else ""


def _element(mark: Mark, covered: _Line) -> str:
    """Return the pieces that a mark covers as one element."""
    writers, texts = covered
    if len(writers) == 1:
        css, inner = writers[0].css, escape(texts[0], quote=False)
    else:
        css, inner = "", _written(covered)
    if mark.classes:
        css = " ".join((css, *mark.classes)).lstrip()
    tag = "a" if mark.href else "span"
    return (
        f"<{tag}{_attribute('class', css)}{_attribute('href', mark.href)}"
        f"{_attribute('title', mark.title)}{_attribute('id', mark.anchor)}"
        f"{_attribute('data-count', mark.count)}>{inner}</{tag}>"
    )


def _usable(marks: Sequence[Mark], length: int) -> Iterator[Mark]:
    """Yield the marks within a line of *length* characters that begin behind the one before."""
    end = 0
    for mark in marks:
        if mark.length > 0 and end <= mark.column <= length - mark.length:
            yield mark
            end = mark.column + mark.length


def _marked(line: _Line, marks: Sequence[Mark]) -> str:
    """Return a line with its marks; a piece that a mark covers in part is divided."""
    made: list[str] = []
    covered: _Line = [], []
    todo = _usable(marks, sum(map(len, line[1])))
    mark = next(todo, None)
    column = 0
    for writer, text in zip(*line, strict=True):
        done, length = 0, len(text)
        while mark and mark.column < column + length:
            start, end = max(mark.column - column, 0), mark.column + mark.length - column
            if start > done:
                made.append(writer[text[done:start]])
            done = min(end, length)
            covered[0].append(writer)
            covered[1].append(text[start:done])
            if end > length:
                break
            made.append(_element(mark, covered))
            covered = [], []
            mark = next(todo, None)
        if done < length:
            made.append(writer[text[done:]])
        column += length
    return "".join(made)


def html_listing(
    lines: Sequence[str],
    lexer_name: str,
    first: int = 1,
    anchors: bool = True,
    ids: Mapping[int, Sequence[str]] | None = None,
    marks: Mapping[int, Sequence[Mark]] | None = None,
) -> str:
    """Return a listing as HTML with a number before each line.

    :param first: the number of the first line.
    :param anchors: whether line 7 has the id ``L7`` and its number links to it, and marks have
        their ids.
    :param ids: further ids of a line, such as ``L7-L9`` for a range that begins there: a link to
        it leads there without a script too.
    :param marks: what parts of a line lead to or are, by the line's number, sorted by column;
        one that overlaps its predecessor or is not within the line is left out.
    """
    rows: list[str] = []
    for number, line in enumerate(_coloured(lines, lexer_name), first):
        here = marks.get(number) if marks else None
        if here and not anchors:
            here = [replace(mark, anchor="") for mark in here]
        code = _marked(line, here) if here else _written(line)
        if anchors:
            if ids and number in ids:
                code = "".join(f'<i id="{escape(one)}"></i>' for one in ids[number]) + code
            rows.append(f'<span id="L{number}"><a href="#L{number}"></a>{code}\n</span>')
        else:
            rows.append(f"<span>{code}\n</span>")
    width = len(str(first + len(lines)))
    # The style sheet counts the lines, so that no number need be written with each.
    style = f"--filedocs-digits: {width}; counter-reset: filedocs {first - 1}"
    return (
        f'<div class="highlight-{escape(lexer_name)} notranslate filedocs-listing" '
        f'style="{style}">'
        f'<div class="highlight"><pre>{"".join(rows)}</pre></div></div>\n'
    )
