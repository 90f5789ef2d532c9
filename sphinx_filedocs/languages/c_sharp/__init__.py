"""Blanks the parts of C# that the grammar cannot read, such as branches of ``#if``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sphinx_filedocs.patterns import compile_pattern

#: The grammar has ``ref`` only right before ``struct``, and ``partial`` before both.
_REF_PARTIAL = re.compile(rb"\bref(?=\s+partial\s+struct\s)")
#: The grammar has conditions around declarations, and not around their attributes alone.
_ATTRIBUTES = compile_pattern(
    rb"^(?P<begin>[ \t]*+#if\b[^\n]*+)\n"
    rb"(?P<attributes>(?:[ \t]*+\[[^\n]*\][ \t]*+\n)++)"
    rb"(?P<end>[ \t]*+#endif\b[^\n]*+)",
    re.MULTILINE,
)


def blank(data: bytes) -> bytes:
    """Return a source with spaces for the ``ref`` of a ``ref partial struct``, for conditions
    around attributes alone, and for branches that can't be read beside each other."""
    if b"partial" in data:
        data = _REF_PARTIAL.sub(b"   ", data)
    if b"#if" not in data:
        return data
    data = _ATTRIBUTES.sub(_unconditional, data)
    text = bytearray(data)
    for start, end in partial(data):
        text[start:end] = spaces(data[start:end])
    return bytes(text)


def _unconditional(match: re.Match[bytes]) -> bytes:
    begin, end = (b" " * len(match[name]) for name in ("begin", "end"))
    return b"\n".join((begin, match["attributes"] + end))


#: What is no code, and conditions.
_NOISE = compile_pattern(
    rb"""
      (?P<comment> //[^\n]*+ | /\*(?s:.*?)(?:\*/|\Z) )
    | (?P<raw> \"{3,} ) (?s:.*?) (?:(?P=raw)|\Z)
    | (?:@\$?|\$@) " (?:[^"]|"")*+ "?
    | \$?" (?:[^"\\\n]|\\.)*+ "?
    | ' (?:[^'\\\n]|\\.)++ '
    | ^[ \t]*+\# [ \t]*+ (?P<keyword> if|elif|else|endif ) \b [^\n]*+
    """,
    re.VERBOSE | re.MULTILINE,
)
_VISIBLE = re.compile(rb"[^\s]")
#: The beginning of a part of a declaration that a parenthesis ends before it.
_BODY = re.compile(rb"\s*(?:\{|=>|where\b)")
#: Groups nested deeper stay as they are.
_DEPTH = 50


class _Mark(NamedTuple):
    keyword: bytes
    start: int
    end: int


def partial(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where what has to go starts and ends, in bytes, so that one branch is left of each
    group that can't be read as a whole: the first one that holds something."""
    shadow = bytearray(data)
    marks: list[_Mark] = []
    for match in _NOISE.finditer(data):
        start, end = match.span()
        if match["keyword"]:
            marks.append(_Mark(match["keyword"], start, end))
        quote = b"" if match["comment"] or match["keyword"] else b'"'
        shadow[start:end] = quote + spaces(data[start + len(quote) : end])
    groups: list[list[_Mark]] = []
    for mark in marks:
        if mark.keyword == b"if":
            groups.append([mark])
        elif groups:
            groups[-1].append(mark)
        if mark.keyword == b"endif" and groups:
            group = groups.pop()
            if len(groups) < _DEPTH and _is_partial(shadow, group):
                for start, end in _others(shadow, group):
                    shadow[start:end] = spaces(shadow[start:end])
                    yield start, end


def spaces(text: bytes | bytearray) -> bytes:
    """Return as many blanks as a text has characters that can be seen, and its lines."""
    return _VISIBLE.sub(b" ", text)


def _branches(group: Sequence[_Mark]) -> list[tuple[int, int]]:
    return [(mark.end, following.start) for mark, following in itertools.pairwise(group)]


def _is_partial(shadow: bytearray, group: Sequence[_Mark]) -> bool:
    texts = [bytes(shadow[start:end]) for start, end in _branches(group)]
    if any(text.count(b"{") != text.count(b"}") for text in texts):
        return True
    before = bytes(shadow[max(0, group[0].start - 200) : group[0].start]).rstrip()
    return before.endswith(b")") and any(_BODY.match(text) for text in texts)


def _others(shadow: bytearray, group: Sequence[_Mark]) -> Iterator[tuple[int, int]]:
    """Yield the directives of a group and its branches but for the first that holds something."""
    yield from ((mark.start, mark.end) for mark in group)
    branches = _branches(group)
    filled = [branch for branch in branches if shadow[slice(*branch)].strip()]
    yield from (branch for branch in branches if branch not in filled[:1])
