"""The branches of ``#if`` groups, with their conditions for compilers, and the definitions of
macros in sources."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from sphinx_filedocs.languages.c.conditionals import Directive
from sphinx_filedocs.languages.c.macros import Shadow, shadow_of
from sphinx_filedocs.languages.c.preprocessor import LONGEST, UNREAD
from sphinx_filedocs.model.facts import NO_CONDITIONS, Branch, Conditions, MacroWrite
from sphinx_filedocs.patterns import CODE, compile_pattern

#: A file with more directives, or with groups nested deeper, tells nothing.
_MOST = 10_000
_DEPTH = 50
_WRITE = compile_pattern(
    r"\s*+#\s*+(?P<word>define|undef)\b(?:\s|\\\n)*+(?P<name>[A-Za-z_]\w*+)(?P<rest>(?s:.*+))"
)
_COMMENT = compile_pattern(r"/\*(?s:.*?)(?:\*/|\Z)|//.*+|\\\n")
#: A possible number, or an expression of one.
_COUNTABLE = re.compile(r"[\w\s()<>!=&|+*'-]{0,60}\Z")
#: Stands for any other value.
_OTHER = "()"
_NOT_DEFINED = re.compile(r"!\s*defined\s*(?:\(\s*(\w+)\s*\)|(\w+))\Z")


def read(data: bytes, parsed: bytes) -> Conditions:
    """Return the branches of a source, and the macros that it writes.

    :param data: C, C++ or CUDA as UTF-8, with newlines as line ends.
    :param parsed: the text for the grammar, see :func:`sphinx_filedocs.languages.c.macros.blank`.
    """
    if b"#" not in data:
        return NO_CONDITIONS
    shadow = shadow_of(data.decode("latin-1"))
    reader = _Reader(shadow, parsed.decode("latin-1"), data.decode("latin-1"))
    writes = list(reader.writes())
    if max(len(writes), len(shadow.conditions)) > _MOST:
        return NO_CONDITIONS
    guard = _guard(shadow, {write.name for write in writes})
    without_guard = tuple(write for write in writes if write.name != guard)
    return Conditions(tuple(reader.branches(guard)), without_guard)


@dataclass(slots=True)
class _BranchGroup:
    """The branches from an ``#if`` to its ``#endif``.

    :param around: the condition of the branch around.
    :param places: of the directives that begin its branches, in the sequence of all.
    :param own: their own conditions.
    :param now: the condition of the open branch.
    """

    around: str
    places: list[int]
    own: list[str]
    now: str


class _Reader:
    def __init__(self, shadow: Shadow, parsed: str, source: str) -> None:
        self._shadow = shadow
        self._parsed = parsed
        self._ends = [match.start() for match in re.finditer("\n", source)]

    def writes(self) -> Iterator[MacroWrite]:
        for text, start in self._shadow.others:
            if write := _WRITE.match(text):
                yield MacroWrite(write["name"], _value(write), self._line(start))

    def branches(self, guard: str) -> Iterator[Branch]:
        """Yield the branches, those inside before those around them.

        :param guard: the macro of the include guard.
        """
        marks = self._shadow.conditions
        branches: list[tuple[int, int, str]] = []
        #: At how many groups that the grammar reads in part begin, or end, there.
        unread = [0] * (len(marks) + 1)
        stack: list[_BranchGroup] = []
        for at, mark in enumerate(marks):
            if mark.keyword.startswith("if"):
                own = "" if guard and at == 0 else _condition(mark)
                around = stack[-1].now if stack else ""
                stack.append(_BranchGroup(around, [at], [own], _both(around, own)))
                if len(stack) > _DEPTH:
                    return
            elif stack:
                group = stack[-1]
                branches.append((group.places[-1], at, group.now))
                if mark.keyword == "endif":
                    if not self._is_read(group.places, at):
                        unread[group.places[0]] += 1
                        unread[at] -= 1
                    stack.pop()
                    continue
                own = _condition(mark) if mark.keyword.startswith("elif") else ""
                group.now = _both(group.around, *(f"!({earlier})" for earlier in group.own), own)
                group.places.append(at)
                group.own.append(own)
        around_ = list(accumulate(unread))
        for opening, closing, condition in branches:
            start = self._line(marks[opening].end) + 1
            end = self._line(marks[closing].start) - 1
            if condition and start <= end:
                yield Branch(start, end, condition, around_[opening] == 0)

    def _is_read(self, places: Sequence[int], end: int) -> bool:
        """Return True if the grammar reads all branches of a group except those that nobody
        reads."""
        marks = self._shadow.conditions
        for opening, closing in zip(places, [*places[1:], end], strict=True):
            code = CODE.finditer(self._shadow.text, marks[opening].end, marks[closing].start)
            read = [not self._parsed[piece.start()].isspace() for piece in code]
            if read and marks[opening].condition != "0" and not any(read):
                return False
        return True

    def _line(self, place: int) -> int:
        return bisect_left(self._ends, place) + 1


def _value(write: re.Match[str]) -> str | None:
    if write["word"] == "undef":
        return None
    rest = write["rest"]
    value = _COMMENT.sub(" ", rest).strip()
    return value if rest[:1] != "(" and _COUNTABLE.match(value) else _OTHER


def _condition(mark: Directive) -> str:
    text = _COMMENT.sub(" ", mark.condition).strip()
    if mark.keyword.endswith("ndef"):
        return f"!defined({text})"
    if mark.keyword.endswith("def"):
        return f"defined({text})"
    # An empty condition is none, and not always true.
    return text or UNREAD


def _both(*conditions: str) -> str:
    """Return the conjunction of some conditions; empty without any, and an unknown one if it is
    too long."""
    parts = list(filter(None, conditions))
    joined = parts[0] if len(parts) == 1 else "&&".join(f"({part})" for part in parts)
    return joined if len(joined) <= LONGEST else UNREAD


def _guard(shadow: Shadow, written: set[str]) -> str:
    marks = shadow.conditions
    if len(marks) < 2 or marks[-1].keyword != "endif":
        return ""
    asked = _NOT_DEFINED.match(_condition(marks[0]))
    name = (asked[1] or asked[2]) if asked else ""
    if name not in written or CODE.search(shadow.text, 0, marks[0].start):
        return ""
    depth = 0
    for mark in marks[:-1]:
        depth += mark.keyword.startswith("if") - (mark.keyword == "endif")
        if depth == 0 or (depth == 1 and mark.keyword.startswith("el")):
            return ""
    return "" if CODE.search(shadow.text, marks[-1].end) else name
