"""The comments of a file as text: those that document a definition, and mere licences."""

from __future__ import annotations

import ast
import inspect
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_filedocs.model.facts import DocComment, DocPlace
from sphinx_filedocs.model.symbols import Span
from sphinx_filedocs.parse.documentation import outside_examples
from sphinx_filedocs.parse.quotes import NOTICE, SELF, TOOL_LINE, own_words, quoted

#: Longest documentation text that is kept, in characters.
LIMIT = 10_000
_EMPTY = len("/**")

_LINE_MARK = re.compile(r'(?:/{2,}[!<]*|#(?!=)#*[:!]?|-{2,}(?:[ ]?[|^]|[!<]*)|;+|%+|"(?=\s|\Z))')
#: The beginnings of comments behind what they are about.
_TRAILING = (
    "//<", "///<", "/**<", "/*!<", "//!<", "--^", "-- ^", "{-^", "{- ^",
)  # fmt: skip
_DOXYGEN = ("/**", "/*!", "///", "//!", "##")
#: Tags in the documentation of C#.
_XML = ("summary", "remarks", "returns", "inheritdoc")
_XML_REFERENCE = re.compile(r"""<\w+\s+(?:cref|langword|name)="(?:[A-Z]:)?([^"<>]*)"\s*/>""")
_XML_TAG = re.compile(r"</?[a-z]\w*(?:\s[^<>]*)?/?>")
_FILE_MARK = re.compile(r"[@\\](?:file|fileoverview|module|packageDocumentation)\b")
#: ``@file ring.h``, ``@module ring`` and ``@brief`` before a summary.
_SUMMARY_MARK = re.compile(
    r"(?:[@\\](?:file(?:[ \t]++\S*\.\w++)?|module(?:[ \t]++\S++)?)[ \t]*+(?:\n\s*+|\Z))?"
    r"(?:[@\\](?:brief|short|file|fileoverview)\s++)?"
)
_STRING = re.compile(r"(?s)(~?[A-Za-z]*)('{3}|\"{3}|'|\")(.*)\2\Z")
#: The prefixes of strings of plain text, and of these the ones that leave escapes as they are: in
#: Python, ``raw`` in Julia and ``~S`` in Elixir.
_PLAIN = frozenset({"", "r", "u", "ur", "ru", "raw", "~s"})
_RAW = frozenset({"r", "ur", "ru", "raw"})
#: Documentation in a string outside of its definition: of Julia, and of Elixir, whose attributes
#: have it.
_QUOTED = re.compile(r'(?:@\w+\s+)?((?:~?[A-Za-z]+)?"(?s:.)*")\Z')


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment as the grammar found it.

    :param start: its first byte; ``end`` is the one behind its last.
    :param first: its first line; ``last`` is its last, both 1-based.
    :param alone: True if nothing stands before it on its first line.
    :param text: with its marks.
    :param is_line: True if it begins with a mark of its language's own: ``!`` in Fortran.
    """

    start: int
    end: int
    first: int
    last: int
    alone: bool
    text: str
    is_line: bool = False

    @property
    def block(self) -> bool:
        """True if it has a mark at its end too, ``/* ... */``."""
        is_line = self.is_line or _LINE_MARK.match(self.text)
        return not is_line or self.text.startswith("--[")

    @property
    def trailing(self) -> bool:
        """True for a comment that documents the code before it, ``///<``, ``#:`` or ``-- ^``."""
        pointed = self.text.startswith(_TRAILING)
        return pointed or (self.text.startswith("#:") and not self.alone)


class CodeLines(NamedTuple):
    """The lines of the code in a text.

    :param definitions: the first lines of definitions that a comment right above documents.
    :param statements: lines that a comment right above describes, unless it says "this".
    :param behind: the first one behind the guard of a header and declarations of the text's kind.
    :param stop: the first one behind the imports.
    """

    definitions: frozenset[int]
    statements: frozenset[int]
    behind: int
    stop: int


class Head(NamedTuple):
    """A text's description of itself, from a line on, and the comment or docstring that has it."""

    text: str = ""
    line: int = 0
    place: DocPlace = ""


class Comments:
    """The comments of one file, in order, found by line."""

    def __init__(
        self,
        comments: Sequence[Comment],
        attributes: Mapping[int, int],
        inner: tuple[str, ...] = (),
        below: tuple[str, ...] = (),
        empty: frozenset[int] = frozenset(),
        marks: tuple[str, ...] = (),
    ) -> None:
        """Take the comments in the file's order.

        :param attributes: last line -> first line of attributes between a comment and the
            definition that it documents.
        :param inner: the beginnings of comments that document the definition around them.
        :param below: the beginnings of comments that document the definition right before or above
            them.
        :param marks: ``comments.marks`` of the language.
        :param empty: the lines with no code but the end of a block.
        """
        self._inner = inner
        self._below = below
        self._empty = empty
        self._marks = marks
        self._all = comments
        self._attributes = attributes
        self._by_last = {comment.last: comment for comment in comments if comment.alone}
        self._by_start = {comment.start: comment for comment in comments}
        self._by_first = {comment.first: comment for comment in reversed(comments)}

    def above(self, line: int) -> str:
        """Return the text of the comment right above a definition that starts at ``line``."""
        block = self._behind_notes(self._block_above(line))
        if not block or block[0].text.startswith("#!"):
            return ""
        text = clean((comment.text for comment in block), self._marks)
        is_first = block[0] is self._all[0]
        return "" if is_first and any(map(NOTICE.match, text.split("\n"))) else text

    def _behind_notes(self, block: list[Comment]) -> list[Comment]:
        """Return the documentation that stands above notes between the attributes of a definition,
        else the block itself.

        :param block: the comment that is the nearest to the definition.
        """
        candidate = block
        while (
            candidate and not _is_marked(candidate) and candidate[0].first - 1 in self._attributes
        ):
            candidate = self._block_above(candidate[0].first)
        return candidate if _is_marked(candidate) else block

    def _block_above(self, line: int) -> list[Comment]:
        block: list[Comment] = []
        line -= 1
        while not block and line in self._attributes:
            line = self._attributes[line] - 1
        while (comment := self._by_last.get(line)) and not comment.trailing:
            if block and (comment.block or block[0].block):
                # A note for a tool may stand between documentation and its definition.
                is_note = not block[0].block and not any(_is_doc(part.text) for part in block)
                return [comment] if is_note and comment.text.startswith("/**") else block
            if self._inner and comment.text.startswith(self._inner):
                break
            block.insert(0, comment) if len(block) < LIMIT else None
            line = comment.first - 1
        before = self._by_first.get(line)
        return [] if block and before and _goes_on(before, block[0]) else block

    def at(self, start: int) -> str | None:
        """Return the text of the comment that starts at byte ``start``, with the line comments
        right below it."""
        comment = self._by_start.get(start)
        block: list[str] = []
        while comment and not (block and comment.block):
            block.append(comment.text)
            below = None if comment.block else self._by_first.get(comment.last + 1)
            comment = below if below and below.alone else None
        return clean(block, self._marks) if block else None

    def beside(self, span: Span, end: int) -> str:
        """Return the text of a comment that documents the definition before it.

        :param span: the lines of a definition, which ends at byte ``end``.
        """
        for comment in (self._by_first.get(span.end), self._by_first.get(span.end + 1)):
            if comment and comment.start >= end and self._is_beside(comment, span):
                return clean((comment.text,), self._marks)
        return ""

    def _is_beside(self, comment: Comment, span: Span) -> bool:
        """Return True if a comment behind or right below a definition documents it: with a mark, or
        on its first line, or before an empty line."""
        if comment.trailing or not self._below:
            return comment.trailing
        apart = comment.first == span.start or comment.last + 1 in self._empty
        return comment.text.startswith(self._below) and apart

    def head(self, code: CodeLines) -> Head:
        """Return the first comment at the top of the file that states something of the file.

        A comment right above code is about that code, unless it has the mark of a file's
        documentation, or says "this file".
        """
        below = code.definitions | code.statements
        spans = {first: last for last, first in self._attributes.items()}
        for group in self._blocks(max(code.behind, min(code.definitions, default=code.stop))):
            block = [comment for comment in group if not comment.text.startswith("#!")]
            text = clean((comment.text for comment in block), self._marks)
            if not (block and block[0].alone):
                continue
            is_own = block[0].text.startswith(self._inner)
            is_own = is_own or any(_FILE_MARK.search(comment.text) for comment in block)
            is_top = block[0].first < code.behind
            is_marked = is_own or (is_top and _opens_block(block[0]))
            words = own_words(text)
            if not quoted(words, "", is_declared=is_marked):
                continue
            places = {block[-1].last + 1, self._first_below(block, spans)}
            about_this = is_own or SELF.match(words)
            is_before = block[0].first < max(code.behind, code.stop)
            if not (about_this or (is_before and below.isdisjoint(places))):
                continue
            place: DocPlace = "marked" if is_marked else "top" if is_top else "behind"
            return Head(text, block[0].first, place)
        return Head()

    def _first_below(self, block: Sequence[Comment], spans: Mapping[int, int]) -> int:
        """Return the first line below a comment that is neither an attribute of its definition nor
        a note between documentation and definition.

        :param spans: the first line of each attribute -> its last.
        """
        after = block[-1].last + 1
        while after in spans or self._is_note_below(after, block[0]):
            after = (spans[after] if after in spans else self._by_first[after].last) + 1
        return after

    def _is_note_below(self, line: int, above: Comment) -> bool:
        """Return True if a comment on a line is a note below the documentation above it."""
        note = self._by_first.get(line)
        if note is None or _is_doc(above.text):
            return note is not None
        return _opens_block(above) and not (note.block or _is_doc(note.text))

    def documentation(self) -> Iterable[DocComment]:
        """Yield the comments in the forms that Doxygen reads."""
        for block in self._blocks(self._all[-1].last + 1 if self._all else 0):
            if block[0].text.startswith(_DOXYGEN):
                texts = [comment.text for comment in block]
                is_file = any(map(_FILE_MARK.search, texts))
                yield DocComment(block[0].first, block[-1].last, clean(texts, self._marks), is_file)

    def _blocks(self, before: int) -> Iterable[list[Comment]]:
        """Yield the groups of comments above line ``before``; a documentation comment is of
        another group than the plain one above it."""
        block: list[Comment] = []
        for comment in self._all:
            if comment.first >= before:
                break
            # A comment behind code is about that, and about no line above.
            apart = block and (comment.first != block[-1].last + 1 or not comment.alone)
            apart = apart or (block and _is_doc(comment.text) != _is_doc(block[-1].text))
            if block and (comment.block or block[-1].block or apart):
                yield block
                block = []
            block.append(comment)
        if block:
            yield block


def _goes_on(comment: Comment, below: Comment) -> bool:
    if comment.block or not (comment.trailing and below.alone):
        return False
    return below.trailing or (comment.text.startswith("--") and _is_plain_line(below.text))


def _is_plain_line(text: str) -> bool:
    """Return True for a line of Haskell or SQL that is no documentation: ``-- | Adds.`` is."""
    said = text.lstrip("-").removeprefix(" ")
    return text.startswith("--") and not said.startswith(("|", "^"))


def _opens_block(comment: Comment) -> bool:
    return comment.text.startswith("/**") and not comment.text.startswith("/***")


def _is_ruler(line: str) -> bool:
    return len(line) > 2 and not "".join(line.split()).strip("-=*#/~_+")


def _is_marked(block: Sequence[Comment]) -> bool:
    return any(_is_doc(comment.text) or _opens_block(comment) for comment in block)


def _is_doc(text: str) -> bool:
    return text.startswith(("///", "//!"))


def clean(texts: Iterable[str], marks: tuple[str, ...] = ()) -> str:
    """Return the text of a comment's lines without marks, rulers and directives, dedented."""
    lines: list[str] = []
    for text in texts:
        bare = text.strip()
        lines.extend(_without_marks(bare, marks) if bare.startswith(marks) else _unmark(bare))
    remaining = ["" if _is_ruler(line) else line for line in lines]
    remaining = [line for line in remaining if not TOOL_LINE.match(line.lstrip())]
    whole = "\n".join(remaining)
    if any(f"<{tag}" in whole for tag in _XML):
        whole = _XML_TAG.sub("", _XML_REFERENCE.sub(r"\1", whole))
    return _SUMMARY_MARK.sub("", _dedent(whole), count=1).strip()[:LIMIT]


def _dedent(text: str) -> str:
    # A line in front keeps cleandoc from treating the first line apart.
    return inspect.cleandoc("\n" + text).strip()


def _without_marks(text: str, marks: tuple[str, ...]) -> list[str]:
    """Return the lines of a comment without the marks of its language: ``!> Solves …``."""
    return [line.strip().lstrip("".join(marks)).lstrip("<>") for line in text.split("\n")]


def _unmark(text: str) -> list[str]:
    if text.startswith("/*"):
        body = text[2:-2] if len(text) > _EMPTY and text.endswith("*/") else text[2:]
        lines = body.lstrip("*").lstrip("!<").rstrip("*").split("\n")
        if _starred(lines[1:]):
            lines[1:] = _without_stars(lines[1:])
        elif len(lines) > 1:
            rest = inspect.cleandoc("\n" + "\n".join(lines[1:])).split("\n")
            apart = [] if lines[1].strip() else [""]
            return [lines[0].strip(), *apart, *rest]
        lines[0] = " " + lines[0].strip()
        return lines
    if text.startswith("=begin"):
        return text.removeprefix("=begin").removesuffix("=end").split("\n")
    if text.startswith("<!--"):
        return text.removeprefix("<!--").removesuffix("-->").strip("-").split("\n")
    for begin, end in (("(*", "*)"), ("{-", "-}"), ("#=", "=#")):
        if text.startswith(begin):
            inside = text.removeprefix(begin).removesuffix(end).lstrip("*|^")
            first, *others = inside.split("\n")
            return [first, *inspect.cleandoc("\n" + "\n".join(others)).split("\n")]
    if (quoted := _QUOTED.match(text)) and (said := docstring([quoted[1]])) is not None:
        return said.split("\n")
    if text.startswith("--["):
        return re.sub(r"^--\[=*\[|\]=*\]$", "", text).split("\n")
    # Of several lines some grammars make one comment.
    first, *others = text.split("\n")
    own = [line.lstrip() for line in others]
    is_marked = all(not line or line.startswith(text[:1]) for line in own)
    return [_LINE_MARK.sub("", line, count=1) for line in (first, *(own if is_marked else others))]


def _starred(lines: Sequence[str]) -> bool:
    """Return True if each line begins with a star; pasted examples are exempt."""
    bare = _without_stars(lines)
    written = [lines[at] for at in outside_examples(bare) if lines[at].strip()]
    return bool(written) and all(line.lstrip().startswith("*") for line in written)


def _without_stars(lines: Iterable[str]) -> list[str]:
    bare = ((line, line.lstrip()) for line in lines)
    return [said.lstrip("*") if said.startswith("*") else line for line, said in bare]


def docstring(literals: Iterable[str]) -> str | None:
    """Return the text of a docstring, dedented as PEP 257 says.

    :param literals: the string literals, as in the source, that stand side by side.
    :returns: ``None`` when one of them is not plain text (bytes, an f-string).
    """
    parts = []
    for literal in literals:
        match = _STRING.match(literal)
        if not match or match[1].lower() not in _PLAIN:
            return None
        parts.append(_value(literal, match))
    return inspect.cleandoc("".join(parts)).strip()[:LIMIT]


def _value(literal: str, match: re.Match[str]) -> str:
    if "\\" not in match[3] or match[1] == "~S" or match[1].lower() in _RAW:
        return match[3]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an unknown escape is the documented code's affair
        try:
            return str(ast.literal_eval(literal.removeprefix("~s")))
        except (SyntaxError, ValueError):
            return match[3]
