"""The names and comments that a Pygments lexer finds in a file without a grammar."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from sphinx_filedocs.languages.file_types import having
from sphinx_filedocs.parse.comments import CodeLines, Comment, Comments

#: The part of a file to lex, in characters; the rest has neither names nor comments.
LIMIT = 200_000
#: The characters to lex at a time. Many lexers take quadratic time over comments and strings that
#: never end, so a longer file is cut at the ends of paragraphs, else of lines.
PART = 25_000
#: Longer lines are data or minified code; a lexer's patterns are slow on them, so they are left
#: out.
LINE = 2_000
#: Longest name that is kept, in characters.
NAME = 200

_NAME = Token.Name
_COMMENT = Token.Comment
_KEYWORD = Token.Keyword
_QUIET = (_NAME.Entity, _NAME.Builtin.Pseudo)
_DIRECTIVES = (_COMMENT.Preproc, _COMMENT.PreprocFile, _COMMENT.Hashbang)
_MARKS = " \t\n\"'`<>/\\=(){}[]|&*$@%#:;,.+~^!?"


@dataclass(frozen=True, slots=True)
class Lexed:
    """The facts of a text from its lexer.

    :param identifiers: every name -> the lines it stands on, ascending; the names sorted.
    :param comment_lines: the number of lines with nothing but comment.
    :param code_lines: the other lines that are not blank.
    :param doc: the description in the comments at the top, from line ``doc_line`` on.
    """

    identifiers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    comment_lines: int = 0
    code_lines: int = 0
    doc: str = ""
    doc_line: int = 0


class _Known(NamedTuple):
    is_comment: bool
    is_name: bool


class _Kinds(dict[_TokenType, _Known]):
    """Tells the kinds of token that are comments and names: some dozens, of a million tokens.

    :param has_keys: True if keywords are names too.
    """

    def __init__(self, has_keys: bool) -> None:
        super().__init__()
        self._has_keys = has_keys

    def __missing__(self, kind: _TokenType) -> _Known:
        is_name = _within(kind, _NAME) and not _within(kind, *_QUIET)
        self[kind] = known = _Known(
            _within(kind, _COMMENT) and not _within(kind, *_DIRECTIVES),
            is_name or (self._has_keys and kind is _KEYWORD),
        )
        return known


def lexed(text: str, lexer_name: str, marks: tuple[str, ...] = ()) -> Lexed:
    """Return the names and the comment lines of a text; raises nothing.

    The time is bounded by :data:`LIMIT` and :data:`LINE` and not by a clock, so the same text
    gives the same answer on every machine. A name is a token that the lexer calls one, and so is
    a key of JSON, YAML, TOML or an INI file; words of prose are none.

    :param lexer_name: an alias of a Pygments lexer; one that is unknown finds nothing.
    :param marks: ``comments.marks`` of the language.
    """
    filled = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        lexer = get_lexer_by_name(lexer_name)
    except ClassNotFound:
        return Lexed(code_lines=len(filled))
    if not having("nameless").isdisjoint(lexer.aliases):
        return Lexed(code_lines=len(filled))
    lines: dict[str, set[int]] = {}
    comment: set[int] = set()
    code: set[int] = set()
    top: list[Comment] = []
    is_top = True
    kinds = _Kinds(not having("keyed").isdisjoint(lexer.aliases))
    for kind, first, value in _tokens(text, lexer):
        known = kinds[kind]
        if known.is_comment:
            comment.update(_rows(first, value))
            if is_top:
                # Some lexers make a token of the mark, and one of the text.
                before = top.pop() if top and top[-1].last == first else None
                whole, start = (before.text + value, before.first) if before else (value, first)
                last = start + whole.rstrip("\n").count("\n")
                is_line = whole.startswith(marks)
                top.append(Comment(len(top), len(top) + 1, start, last, True, whole, is_line))
            continue
        is_top = is_top and kind is _COMMENT.Hashbang
        code.update(_rows(first, value))
        if known.is_name:
            name = value.strip(_MARKS)
            if _fits(name):
                lines.setdefault(name, set()).add(first)
    comment -= code
    behind = frozenset(code - {1} if text.startswith("#!") else code)
    first = min(behind, default=len(filled) + 1)
    said = Comments(top, {}, marks=marks).head(CodeLines(frozenset(), behind, first, first))
    return Lexed(
        identifiers={name: tuple(sorted(lines[name])) for name in sorted(lines)},
        comment_lines=len(comment.intersection(filled)),
        code_lines=len(set(filled) - comment),
        doc=said.text,
        doc_line=said.line,
    )


def _parts(text: str) -> Iterator[tuple[int, str]]:
    lines = [line if len(line) <= LINE else "" for line in text[:LIMIT].split("\n")]
    start = size = cut = 0
    for at, line in enumerate(lines):
        size += len(line) + 1
        if not line.strip():
            cut = at
        if size > PART:
            end = cut if cut > start else at
            yield start + 1, "\n".join(lines[start:end]) + "\n"
            start = end
            size = sum(len(line) + 1 for line in lines[start : at + 1])
    yield start + 1, "\n".join(lines[start:]) + "\n"


def _tokens(text: str, lexer: Lexer) -> Iterator[tuple[_TokenType, int, str]]:
    for first, part in _parts(text):
        starts = list(accumulate((len(line) + 1 for line in part.split("\n")), initial=0))
        try:
            for at, kind, value in lexer.get_tokens_unprocessed(part):
                if value.strip():
                    blank = len(value) - len(value.lstrip())
                    yield kind, first - 1 + bisect_right(starts, at + blank), value.strip()
        except Exception:  # noqa: BLE001, S112  # any lexer, any text: the rest still counts
            continue


def _rows(first: int, value: str) -> range:
    return range(first, first + value.count("\n") + 1)


def _within(kind: _TokenType, *families: _TokenType) -> bool:
    return any(kind[: len(family)] == family for family in families)


def _fits(name: str) -> bool:
    """Return True if a token is a name: short, with a letter, and without a blank."""
    return len(name) <= NAME and any(map(str.isalpha, name)) and len(name.split()) == 1
