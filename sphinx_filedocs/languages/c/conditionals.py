"""Decides which branches of ``#if`` groups a grammar can read as one text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sphinx_filedocs.patterns import CODE

_CONDITION = re.compile(r"\s*+#\s*+(\w++)\s*+([^\n]*+)")
#: The opening of a list of values, of enumerators or of initializers, or the end of code before a
_OPEN = re.compile(
    r"(?:[=,]\s*+\{|\benum\b[^;{}()]*+\{|(?:\)|\bnoexcept)\s*+:|"
    r"(?:\A|[;{}])\s*+(?:else\s++)?(?:if|for|while|switch)\b[^;{}]*\))\Z"
)
#: The macros that are defined for Windows alone.
_WINDOWS = re.compile(
    r"\b_?_?(?:WIN(?:32|64|DOWS|NT)|_?MINGW\d*|CYGWIN)_?_?\b|\b(?:_MSC_VER|_?UNICODE)\b"
)
_TAIL = 200
#: Groups nested deeper stay as they are.
_DEPTH = 50

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Directive:
    """A conditional directive: its keyword (``ifdef``), its condition and its place."""

    keyword: str
    condition: str
    start: int
    end: int


def directive(text: str, start: int) -> Directive:
    """Return the directive that ``text``, which begins at ``start``, holds."""
    match = _CONDITION.match(text)
    keyword, condition = match.groups() if match else ("", "")
    return Directive(keyword, condition.strip(), start, start + len(text))


@dataclass(slots=True)
class _DirectiveBranch:
    """The text between two directives of a group.

    ``opening`` is the place of its directive in the sequence; for each kind of bracket it has the
    number open at its end and the least along the way; ``first`` and ``last`` are its outermost
    characters.
    """

    opening: int
    braces: tuple[int, int] = (0, 0)
    parens: tuple[int, int] = (0, 0)
    first: str = ""
    last: str = ""

    def add(self, code: str) -> None:
        stripped = code.strip()
        if stripped:
            last = "," if _OPEN.search(stripped[-_TAIL:]) else stripped[-1]
            other = _DirectiveBranch(-1, first=stripped[0], last=last)
            for bracket in filter("(){}".__contains__, code):
                step = (1, 0) if bracket in "{(" else (-1, -1)
                if bracket in "{}":
                    other.braces = _after(other.braces, step)
                else:
                    other.parens = _after(other.parens, step)
            self.join(other)

    def join(self, other: _DirectiveBranch) -> None:
        if other.last:
            self.first = self.first or other.first
            self.last = other.last
            self.braces = _after(self.braces, other.braces)
            self.parens = _after(self.parens, other.parens)

    @property
    def balanced(self) -> bool:
        return self.braces == self.parens == (0, 0)

    @property
    def whole(self) -> bool:
        """True if it holds nothing but complete declarations or statements."""
        ends = self.last in tuple(";{}:)") and (self.first.isalnum() or self.first in '_;{~["')
        return not self.last or (self.balanced and ends)


def _after(before: Range, step: Range) -> Range:
    return before[0] + step[0], min(before[1], before[0] + step[1])


@dataclass(slots=True)
class _OpenGroup:
    """The branches from an ``#if`` to its ``#endif``, and the text before them."""

    before: str
    parens: int
    branches: list[_DirectiveBranch] = field(default_factory=list)

    @property
    def between(self) -> bool:
        """True if it stands between declarations: not inside of one or of a list."""
        return self.before in ("", *";{}") or (self.parens == 0 and self.before in ":)")


def settle(shadow: str, directives: Sequence[Directive]) -> Iterator[Range]:
    """Yield the spans that must be blanked so that the branches can be read together.

    Complete declarations need no blanks. Branches of a list that each end with a comma lose their
    directives only. Of branches that each hold a part of a declaration, or that open different
    brackets, the first that holds something stays, but one for Windows if there is another. The
    branch of an ``#if 0`` never does.

    :param shadow: the source with comments, literals and directives blanked, in its positions.
    :param directives: the conditional directives of the source, in order.
    """
    stack = [_OpenGroup("", 0, [_DirectiveBranch(-1)])]
    position = skipped = 0
    for at, mark in enumerate(directives):
        branch = stack[-1].branches[-1]
        branch.add(shadow[position : mark.start])
        position = mark.end
        if skipped or (mark.keyword.startswith("if") and len(stack) > _DEPTH):
            skipped += mark.keyword.startswith("if") - (mark.keyword == "endif")
        elif mark.keyword.startswith("if"):
            before = branch.last or stack[-1].before
            stack.append(
                _OpenGroup(before, stack[-1].parens + branch.parens[0], [_DirectiveBranch(at)])
            )
        elif len(stack) == 1:
            yield mark.start, mark.end
        elif mark.keyword == "endif":
            chosen, spans = _close(stack.pop(), at, shadow, directives)
            yield from spans
            stack[-1].branches[-1].join(chosen)
        else:
            stack[-1].branches.append(_DirectiveBranch(at))


def _close(
    group: _OpenGroup, end: int, shadow: str, directives: Sequence[Directive]
) -> tuple[_DirectiveBranch, list[Range]]:
    branches = group.branches
    ends = [branch.opening for branch in branches[1:]] + [end]
    head = directives[branches[0].opening]
    dead = head.keyword == "if" and head.condition == "0"
    spans = [(head.start, directives[ends[0]].start)] if dead else []
    follows = CODE.search(shadow, directives[end].end, directives[end].end + _TAIL)
    # f(int x) in each branch, and the body behind them.
    headless = follows is not None and follows[0][0] in "{;:,="
    alive = branches[1:] if dead else branches
    filled = [branch for branch in alive if branch.last] or branches[-1:]
    marks = _places([*(directives[branch.opening] for branch in branches), directives[end]])
    if group.between and all(
        branch.whole and not (headless and branch.last == ")") for branch in alive
    ):
        return filled[-1], spans + (marks if dead else [])
    spans += marks
    if group.before in tuple(",{") and all(
        branch.balanced and branch.last == "," for branch in filled
    ):
        return filled[-1], spans
    chosen = next(
        (branch for branch in filled if not _is_windows(directives[branch.opening])), filled[0]
    )
    for branch, stop in zip(branches, ends, strict=True):
        if branch is not chosen:
            spans += _places(directives[branch.opening : stop])
            first, last = directives[branch.opening].end, directives[stop].start
            spans += (piece.span() for piece in CODE.finditer(shadow, first, last))
    return chosen, spans


def _is_windows(directive: Directive) -> bool:
    positive = directive.keyword in ("if", "ifdef", "elif") and "!" not in directive.condition
    return positive and _WINDOWS.search(directive.condition) is not None


def _places(directives: Sequence[Directive]) -> list[Range]:
    return [(mark.start, mark.end) for mark in directives]
