r"""A text as its readers see it: with ``\n``, ``%3D``, ``&#95;`` and ``ghp\_`` decoded, and
``"ghp_" + "…"`` in one.

A value is looked for in these views, and masked in the text itself: each view knows the places of
its characters in the source.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html.entities import html5
from itertools import accumulate, chain
from operator import add

#: The text between two strings that are one, behind the quote: in C, Python, JavaScript, PHP, Lua,
#: SQL.
_BETWEEN = (
    r"(?<=[0-9A-Za-z_+/=.-].)(?:[ \t]|\\?\n)*(?:(?:\+|\.\.?|&|\|\|)(?:[ \t]|\\?\n)*)?"
    r"(?:(?<=[\s+.&|])[bBfFrRuU])?[\"'`](?=[0-9A-Za-z_+/=.-])"
)
JOINT = rf"[\"'`]{_BETWEEN}|\\\n[ \t]*"
#: The beginning of an escape, itself escaped any number of times: ``\\n`` in a string in JSON in a
#: string, ``%253D``, ``&amp;amp;lt;``.
_ESCAPE = re.compile(
    rf"""[\\%&\x1b\x9b"'`](?: (?<=["'`])(?P<joint>{_BETWEEN})"""
    r"""
      | (?<=\\) \\{0,7}(?: (?P<letter>[abefnrtvE]) | (?P<mark>[!-/:-@\[\]^-`{-~])
        | u(?P<u>[0-9A-Fa-f]{4}) | x(?P<x>[0-9A-Fa-f]{2}) | U(?P<U>[0-9A-Fa-f]{8})
        | [ux]\{(?P<braces>[0-9A-Fa-f]{1,6})\} | (?P<octal>[0-3]?[0-7]{1,2})
        | (?P<gap>[ ]|\n[ \t]*) )
      | (?<=%) (?:25){0,3}(?P<percent>[0-9A-Fa-f]{2})
      | (?<=&) (?:amp;){0,3}(?: \#[xX](?P<hexadecimal>[0-9A-Fa-f]{1,6})
        | \#(?P<decimal>[0-9]{1,7}) | (?P<name>[A-Za-z][0-9A-Za-z]{1,30}) );
      | (?<=[\x1b\x9b])(?P<terminal>) )
    """,
    re.VERBOSE,
)
#: The rest of a sequence that a terminal understands (ECMA-48): colours, for example.
_SEQUENCE = re.compile(r"\[[0-9;:?]{0,40}[@-~]")
_LETTERS = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f"}
_LETTERS |= {"n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_BASES = {"octal": 8, "decimal": 10}


@dataclass(frozen=True)
class View:
    """A form of a text to search for values.

    :param said: the characters that stand for escapes, each behind the unescaped stretch before it.
    :param sources: the starts of those stretches in the source.
    """

    plain: list[str]
    said: list[str]
    sources: list[int]

    @property
    def is_source(self) -> bool:
        """True if it is the text as it is."""
        return not self.said

    @cached_property
    def text(self) -> str:
        """The text itself."""
        pieces = chain.from_iterable(zip(self.plain, self.said, strict=False))
        return "".join((*pieces, self.plain[-1]))

    @cached_property
    def _starts(self) -> list[int]:
        lengths = map(add, map(len, self.plain), map(len, self.said))
        return [0, *accumulate(lengths)]

    def source(self, position: int) -> int:
        """Return the position in the source."""
        at = bisect_right(self._starts, position) - 1
        return self.sources[at] + position - self._starts[at]

    def source_span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return the place of a part of it in the source."""
        return self.source(span[0]), self.source(span[1])


def views(text: str) -> Iterator[View]:
    """Yield a text as it is, with its escapes decoded, and without invisible parts: colours of
    terminals, escaped blanks, and the quotes between two strings that are one."""
    yield View([text], [], [0])
    escapes = list(_escapes(text))
    if not escapes:
        return
    ends = [0, *(end for _, end, _ in escapes)]
    limits = [*(start for start, _, _ in escapes), len(text)]
    plain = [text[end:limit] for end, limit in zip(ends, limits, strict=True)]
    said = [decoded for _, _, decoded in escapes]
    yield View(plain, [decoded or " " for decoded in said], ends)
    if not all(said):
        yield View(plain, said, ends)


def _escapes(text: str) -> Iterator[tuple[int, int, str]]:
    reached = 0
    for match in _ESCAPE.finditer(text):
        if match.start() < reached:
            continue
        said, end = _decoded(match), match.end()
        if said in ("\x1b", "\x9b"):
            sequence = _SEQUENCE.match(text, end)
            said, end = "", sequence.end() if sequence else end
        if said is not None:
            reached = end
            yield match.start(), end, said


def _decoded(match: re.Match[str]) -> str | None:
    kind, value = match.lastgroup or "", match[match.lastgroup or 0]
    if kind == "letter":
        return _LETTERS[value]
    if kind == "mark":
        return value
    if kind == "terminal":
        return "\x1b"
    if kind in ("gap", "joint"):
        return ""
    if kind == "name":
        return html5.get(f"{value};", "")[:1] or None
    number = int(value, _BASES.get(kind, 16))
    return chr(number) if number <= 0x10FFFF else None
