"""The headings of Markdown and reStructuredText as the outline of their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from itertools import zip_longest
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_filedocs.model.symbols import Span, Symbol
from sphinx_filedocs.parse import paragraphs, prose, shown_code
from sphinx_filedocs.parse.inline_markup import (
    BREAK,
    ended_lines,
    goes_on,
    joined_words,
    without_roles,
)
from sphinx_filedocs.parse.prose import Headings, Passage
from sphinx_filedocs.parse.quotes import first_sentence
from sphinx_filedocs.parse.shown_code import CodeExample
from sphinx_filedocs.patterns import compile_pattern

#: The part of a file to read, in characters; the rest has no headings.
LIMIT = 1_000_000
#: Longest title and longest first paragraph that are kept, in characters.
TITLE = 300
PARAGRAPH = 2_000

#: The lowest level of a first heading that may be the title of a text.
_TITLES = 2

_FRONT = re.compile(
    r"(?s)\A(---|\+\+\+)[ \t]*(?:[a-z]{2,20}[ \t]*)?\n(?:.*?\n)??(?:\1|\.\.\.)[ \t]*(?:\n|\Z)"
)
_FRONT_TITLE = re.compile(
    r"^(?:title|name)[ \t]*[:=][ \t]*(?P<mark>[\"']?)(?P<said>(?:\w|:\w+:[ \t])[^\n]*)$",
    re.MULTILINE,
)
#: The words of a front matter; in YAML they go on in lines that are indented.
_FRONT_WORDS = re.compile(
    r"^(?:description|about|summary)[ \t]*[:=][ \t]*(?P<mark>[\"']?)"
    r"(?P<said>\w\S*[ \t]+\S+[ \t]+\S[^\n]*(?:\n[ \t]+\S[^\n]*)*)$",
    re.MULTILINE,
)
#: ``# Title {#anchor .class}``, as Pandoc and MyST write it.
_ATTRIBUTES = re.compile(r"(?<!\s)\s*+\{[#.:][^{}]*+\}\s*\Z")
#: MyST's targets and comments are paragraphs to CommonMark.
_MYST = re.compile(r"^[ \t]*(?:\([^()\n]+\)=|%.*)[ \t]*$", re.MULTILINE)
_HTML_HIDDEN = ("<pre", "<script", "<style", "<textarea", "<!", "<?")
_HTML_BLOCK = re.compile(
    r"(?is)<(h[1-6]|p|div|center)(?:\s[^<>]{0,300})?>"
    r"((?:(?!</?(?:h[1-6]|p|div|center)\b).){0,2000})</\1\s*>"
)
_HTML_COMMENT = re.compile(r"(?s)<!--(?:(?!<!--|-->).)*-->")
_HTML_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[^<>]*>")
#: The beginnings of entries of a list or of rows of a table.
_ENTRIES = frozenset({"paragraph_open", "tr_open"})
_ITEM = re.compile(r"(?:[-+*\u2022]|\(?(?:\d+|[A-Za-z#])[.)])\s+")
#: The part of a plain text to read, its pictures of letters, and its rulers.
_PLAIN = 8_000
_RULE = re.compile(r"\n?(?<![-=*~#_])[-=*~#_]{3,}+[ \t]*+(?:\n|\Z)")
#: A title right above an indented paragraph.
_PLAIN_TITLE = re.compile(r"\A[^\n]{1,60}\n(?=[ \t]+\S)")
#: A first line with a name, and the place of the name.
_NAME_AT = compile_pattern(
    r"(?P<name>[\w.+-]{1,60}+)(?:[ \t]++[-–—]++|:)?+[ \t]++<?https?://[^\s<>]++>?[ \t]*+(?:\n|\Z)"
)


@dataclass(frozen=True, slots=True)
class _Heading:
    """A title on ``line`` whose marks start on ``start``; level 1 is the highest."""

    level: int
    line: int
    start: int
    name: str


@dataclass(slots=True)
class _Reading:
    """The result of a reader for one markup language.

    :param plain: returns the words of a passage.
    :param title: the title in the front matter, and its line; ``described``: the same for its
        description.
    :param doc: the first paragraph, and its line.
    """

    plain: Callable[[str], str]
    headings: list[_Heading] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    examples: list[CodeExample] = field(default_factory=list)
    doc: tuple[str, int] = ("", 0)
    title: tuple[str, int] = ("", 0)
    described: tuple[str, int] = ("", 0)

    @property
    def is_titled(self) -> bool:
        return any(heading.line < self.doc[1] for heading in self.headings)

    def words(self) -> tuple[str, int]:
        """Return the text's own description, and its line: its first paragraph, below the front
        matter's description, or the front matter's title if no heading of the highest level is
        above it."""
        if self.described[0]:
            return f"{self.described[0]}\n\n{self.doc[0]}", self.described[1]
        first = next((heading for heading in self.headings if heading.line < self.doc[1]), None)
        if self.title[0] and (first is None or first.level > 1):
            return f"{self.title[0]}\n\n{self.doc[0]}", self.title[1]
        return self.doc

    def purpose(self) -> tuple[str, int]:
        first = self.headings[0] if self.headings else _Heading(0, 0, 0, "")
        line = first.line if first.level <= _TITLES else 0
        return prose.purpose(self.passages, self.plain, first.name, line)

    def add(self, line: int, text: str, *, paragraph: bool = True, quoted: bool = False) -> None:
        last = self.headings[-1] if self.headings else _Heading(0, 0, 0, "")
        self.passages.append(Passage(line, text, last.name, last.level, paragraph, quoted))

    def add_html(self, source: str, first: int) -> None:
        for level, text, line in _html(source, first):
            if level:
                name = " ".join(text.split())[:TITLE]
                self.headings.append(_Heading(level, line, line, name))
            else:
                self.add(line, text.replace("\n\n", "<br>\n"))
                self.doc = self.doc if self.doc[0] else (text, line)


def outline(text: str, markup: str) -> Headings:
    """Return the headings and paragraphs of a text.

    Reads the first :data:`LIMIT` characters, so the time is bounded; raises nothing.

    :param markup: ``markdown`` (CommonMark 0.31, GitHub's tables, front matter, the plain HTML
        headings of many READMEs) or ``restructuredtext`` (docutils' rules for titles). Any other
        markup has no headings.
    """
    reader = _READERS.get(markup)
    if reader is None:
        return Headings()
    reading = reader(text[:LIMIT])
    total = text.count("\n") + (not text.endswith("\n"))
    doc, line = reading.words()
    rows = text[:LIMIT].split("\n")
    titles = [
        (heading.name, heading.line, "`" in rows[heading.line - 1]) for heading in reading.headings
    ]
    said, place = reading.purpose()
    return Headings(
        _nest(reading.headings, max(total, 1)),
        doc[:PARAGRAPH].strip(),
        line,
        (said[:PARAGRAPH].strip(), place),
        prose.mentions(reading.passages, titles, reading.plain),
        shown_code.read(reading.examples),
        reading.is_titled or bool(reading.title[0]),
    )


def plain_purpose(text: str) -> tuple[str, int]:
    """Return the first paragraph of a plain text that describes a project, and its line."""
    reading = _Reading(lambda written: " ".join(written.split()))
    line = 1
    for part in re.split(r"(\n[ \t]*\n)", text[:_PLAIN]):
        words = part.strip()
        is_line = 0 < len(words) <= TITLE and "\n" not in words
        if is_line and (words.isupper() or words.endswith(":")):
            reading.headings.append(_Heading(2, line, line, words[:TITLE]))
        elif words:
            if not (reading.headings or reading.passages) and (name := _NAME_AT.match(words)):
                # The text of a link is the whole title.
                reading.headings.append(_Heading(1, line, line, name["name"]))
                words = words[name.end() :]
            begins = line + part[: part.find(words)].count("\n")
            reading.add(begins, _PLAIN_TITLE.sub("", _RULE.sub("", words)))
        line += part.count("\n")
    return reading.purpose()


def _nest(headings: Sequence[_Heading], total: int) -> tuple[Symbol, ...]:
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
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inlines() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("strikethrough")


def _markdown(text: str) -> _Reading:
    front = _FRONT.match(text)
    if front:
        text = "\n" * front[0].count("\n") + text[front.end() :]
    references: dict[str, object] = {}
    tokens = _blocks().parse(text, references)
    reading = _Reading(lambda written: _paragraph_words(written, references))
    reading.title = _front_value(_FRONT_TITLE, front)
    reading.described = _front_words(front)
    reading.examples += shown_code.of_markdown(tokens)
    before = None
    for opening, inside in zip_longest(tokens, tokens[1:]):
        before, last = opening.type, before
        if not opening.map:
            continue
        first = opening.map[0] + 1
        if opening.level:
            if inside:
                _add_nested(reading, opening, inside.content, quoted=last == "blockquote_open")
        elif opening.type == "html_block":
            reading.add_html(opening.content, first)
        elif inside and opening.type == "heading_open":
            name = _ATTRIBUTES.sub("", _plain(inside.content[: TITLE * 4], references))
            if name:
                level = int(opening.tag[1:])
                reading.headings.append(_Heading(level, first, first, name[:TITLE]))
        elif inside and opening.type == "paragraph_open":
            reading.add(first, inside.content)
            if not reading.doc[0]:
                reading.doc = _paragraph_words(inside.content, references), first
    return reading


def _front_value(key: re.Pattern[str], front: re.Match[str] | None) -> tuple[str, int]:
    match = key.search(front[0]) if front else None
    if front is None or match is None:
        return "", 0
    said = " ".join(match["said"].removesuffix(match["mark"]).split())
    return said[:TITLE], front[0].count("\n", 0, match.start()) + 1


def _front_words(front: re.Match[str] | None) -> tuple[str, int]:
    """Return the description in a front matter, except for a question to whoever fills in a
    template."""
    said = _front_value(_FRONT_WORDS, front)
    return ("", 0) if first_sentence(said[0]).rstrip().endswith("?") else said


def _add_nested(reading: _Reading, opening: Token, content: str, *, quoted: bool) -> None:
    """Add the content of a quotation, a list or a table: a heading there is outside of the
    document's order.

    :param quoted: True if it is the first of a quotation.
    """
    first = opening.map[0] + 1 if opening.map else 0
    if quoted and opening.level == 1 and not reading.passages and opening.type == "paragraph_open":
        reading.add(first, content, quoted=True)
    elif opening.type in _ENTRIES:
        reading.add(first, content, paragraph=False)


def _paragraph_words(content: str, references: Mapping[str, object]) -> str:
    written = _MYST.sub("", content[: PARAGRAPH * 4])
    words = _plain(written, references, images=False, breaks=True)
    return ended_lines(words, " ")


def _plain(
    source: str, references: Mapping[str, object], *, images: bool = True, breaks: bool = False
) -> str:
    """Return the text of inline Markdown on one line, an image as its alternative text.

    :param images: True if those are shown that do not stand for a word of a sentence.
    :param breaks: True if those that its author has set are kept.
    """
    parts: list[str] = []
    struck = 0
    broken = BREAK if breaks else " "
    source = joined_words(without_roles(source))
    for token in _inlines().parseInline(source, dict(references)):
        for child in token.children or ():
            struck += child.nesting if child.tag == "s" else 0
            if struck:
                continue
            if child.type in {"text", "code_inline"} or (
                child.type == "image" and (images or goes_on("".join(parts)))
            ):
                parts.append(child.content)
            elif child.type == "softbreak":
                parts.append(" ")
            elif child.type == "hardbreak" or (
                child.type == "html_inline" and _HTML_BREAK.match(child.content)
            ):
                parts.append(broken)
    text = BREAK.join(" ".join(part.split()) for part in "".join(parts).split(BREAK))
    return text if any(map(str.isalnum, text)) else ""


def _html(source: str, first: int) -> Iterator[tuple[int, str, int]]:
    """Yield the headings and the paragraphs of a block of HTML: the level, 0 for a paragraph, the
    text and the line."""
    if source.lstrip().lower().startswith(_HTML_HIDDEN):
        return
    source = _HTML_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), source)
    source = source[: PARAGRAPH * 10]
    for match in _HTML_BLOCK.finditer(source):
        level = int(match[1][1]) if match[1][0] in "hH" else 0
        parts = [(level, match[2], match.start())]
        for depth, written, start in parts:
            lines = (_HTML_TAG.sub("", part) for part in _HTML_BREAK.split(written))
            text = BREAK.join(" ".join(unescape(part).split()) for part in lines)
            text = ended_lines(text, " ")
            if any(map(str.isalnum, text)):
                yield depth, text, first + source.count("\n", 0, start)


def _restructuredtext(text: str) -> _Reading:
    levels: dict[str, int] = {}
    reading = _Reading(lambda written: paragraphs.restructuredtext_words(written[: PARAGRAPH * 4]))
    reading.examples += shown_code.of_restructuredtext(text)
    titles, written_paragraphs = paragraphs.scan(text)
    parts: list[tuple[int, paragraphs.Title | str]] = [
        *((title.line, title) for title in titles),
        *((line, written) for line, written in written_paragraphs),
    ]
    for line, part in sorted(parts, key=lambda row: row[0]):
        if isinstance(part, str):
            item = _ITEM.match(part)
            reading.add(line, part[item.end() :] if item else part, paragraph=item is None)
            if not reading.doc[0] and item is None:
                reading.doc = reading.plain(part), line
        else:
            level = levels.setdefault(part.style, len(levels) + 1)
            name = paragraphs.restructuredtext_words(part.text[: TITLE * 4])[:TITLE]
            reading.headings.append(_Heading(level, part.line, part.start, name))
    return reading


_READERS: Mapping[str, Callable[[str], _Reading]] = MappingProxyType(
    {"markdown": _markdown, "restructuredtext": _restructuredtext}
)
