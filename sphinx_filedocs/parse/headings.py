"""The headings of Markdown and reStructuredText as the outline of their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import zip_longest
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_filedocs.model.symbols import Span, Symbol
from sphinx_filedocs.parse import restructuredtext

#: How much of a file is read, in characters; what comes behind has no headings.
LIMIT = 1_000_000
#: Longest title and longest first paragraph that are kept, in characters.
TITLE = 300
PARAGRAPH = 2_000

_FRONT = re.compile(r"(?s)\A(---|\+\+\+)[ \t]*\n(?:.*?\n)??(?:\1|\.\.\.)[ \t]*(?:\n|\Z)")
#: ``# Title {#anchor .class}``, as Pandoc and MyST write it.
_ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]*\}\s*\Z")
#: MyST's targets and comments are paragraphs to CommonMark.
_MYST = re.compile(r"\([^()\n]+\)=|%.*")
_HTML_HIDDEN = re.compile(r"\s*<(?:pre|script|style|textarea|!|\?)", re.IGNORECASE)
_HTML_BLOCK = re.compile(
    r"(?is)<(h[1-6]|p)(?:\s[^<>]{0,300})?>((?:(?!</?(?:h[1-6]|p)\b).){0,2000})</\1\s*>"
)
_HTML_COMMENT = re.compile(r"(?s)<!--(?:(?!<!--|-->).)*-->")
_HTML_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a file, nested by level, and the text of its first paragraph."""

    symbols: tuple[Symbol, ...] = ()
    doc: str = ""


@dataclass(frozen=True, slots=True)
class _Heading:
    """A title on ``line`` whose marks start on ``start``; level 1 is the highest."""

    level: int
    line: int
    start: int
    name: str


def outline(text: str, markup: str) -> Headings:
    """Return the headings of a text and its first paragraph.

    Reads the first :data:`LIMIT` characters, so the time is bounded; raises nothing.

    :param markup: ``markdown`` (CommonMark 0.31, GitHub's tables, front matter, the plain HTML
        headings of many READMEs) or ``restructuredtext`` (docutils' rules for titles).
        Any other markup has no headings.
    """
    reader = _READERS.get(markup)
    if reader is None:
        return Headings()
    headings, doc = reader(text[:LIMIT])
    total = text.count("\n") + (not text.endswith("\n"))
    return Headings(_nest(headings, max(total, 1)), doc[:PARAGRAPH].strip())


def _nest(headings: Sequence[_Heading], total: int) -> tuple[Symbol, ...]:
    """Nest by level; a heading ends before the next one that is not below it."""
    following: list[tuple[int, Symbol]] = []
    for heading in reversed(headings):
        children = []
        while following and following[-1][0] > heading.level:
            children.append(following.pop()[1])
        end = following[-1][1].span.start - 1 if following else total
        span = Span(heading.start, end)
        symbol = Symbol(heading.name, "heading", heading.line, span, children=tuple(children))
        following.append((heading.level, symbol))
    return tuple(symbol for _, symbol in reversed(following))


@cache
def _blocks() -> MarkdownIt:
    """Return the parser that finds blocks and leaves the text in them alone."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inlines() -> MarkdownIt:
    return MarkdownIt("commonmark")


def _markdown(text: str) -> tuple[list[_Heading], str]:
    front = _FRONT.match(text)
    if front:
        text = "\n" * front[0].count("\n") + text[front.end() :]
    references: dict[str, object] = {}
    tokens = _blocks().parse(text, references)
    headings: list[_Heading] = []
    doc = ""
    for opening, inside in zip_longest(tokens, tokens[1:]):
        if opening.level or not opening.map:
            continue  # the heading of a quotation or a list is no part of the document's order
        first = opening.map[0] + 1
        if opening.type == "html_block":
            nested, paragraph = _html(opening.content, first)
            headings += nested
            doc = doc or paragraph
        elif inside and opening.type == "heading_open":
            name = _ATTRIBUTES.sub("", _plain(inside.content[: TITLE * 4], references))
            if name:
                headings.append(_Heading(int(opening.tag[1:]), first, first, name[:TITLE]))
        elif inside and opening.type == "paragraph_open" and not doc:
            doc = _first_paragraph(inside, references)
    return headings, doc


def _first_paragraph(inside: Token, references: Mapping[str, object]) -> str:
    lines = inside.content[: PARAGRAPH * 4].split("\n")
    kept = [line for line in lines if not _MYST.fullmatch(line.strip())]
    return _plain("\n".join(kept), references, images=False)


def _plain(source: str, references: Mapping[str, object], *, images: bool = True) -> str:
    """Return the text of inline Markdown on one line, an image as its alternative text."""
    parts = []
    for token in _inlines().parseInline(source, dict(references)):
        for child in token.children or ():
            if child.type in {"text", "code_inline"} or (images and child.type == "image"):
                parts.append(child.content)
            elif child.type in {"softbreak", "hardbreak"}:
                parts.append(" ")
    text = " ".join("".join(parts).split())
    return text if re.search(r"\w", text) else ""


def _html(source: str, first: int) -> tuple[list[_Heading], str]:
    """Return the headings and the first paragraph of a block of HTML."""
    headings: list[_Heading] = []
    doc = ""
    if _HTML_HIDDEN.match(source):
        return headings, doc
    source = _HTML_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), source)
    for match in _HTML_BLOCK.finditer(source[: PARAGRAPH * 10]):
        inner = _HTML_TAG.sub("", _HTML_BREAK.sub(" ", match[2]))
        text = " ".join(unescape(inner).split())
        line = first + source.count("\n", 0, match.start())
        if not re.search(r"\w", text):
            continue
        if match[1].lower() == "p":
            doc = doc or text
        else:
            headings.append(_Heading(int(match[1][1]), line, line, text[:TITLE]))
    return headings, doc


def _restructuredtext(text: str) -> tuple[list[_Heading], str]:
    levels: dict[str, int] = {}
    headings = []
    titles, paragraph = restructuredtext.scan(text)
    for title in titles:
        level = levels.setdefault(title.style, len(levels) + 1)
        name = restructuredtext.plain(title.text[: TITLE * 4])[:TITLE]
        headings.append(_Heading(level, title.line, title.start, name))
    return headings, restructuredtext.plain(paragraph[: PARAGRAPH * 4])


_READERS: Mapping[str, Callable[[str], tuple[list[_Heading], str]]] = MappingProxyType(
    {"markdown": _markdown, "restructuredtext": _restructuredtext}
)
