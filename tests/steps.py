# ruff: noqa: ANN401 - the parser of the standard library names no types
"""Counts the steps that a backtracking matcher takes, which no clock and no other work changes."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tests.repeated import inner_parts

_parser = importlib.import_module("re._parser")
_compiler = importlib.import_module("re._compiler")
#: A repetition is made so often at most: ``{1,300}`` is as linear as ``{1,8}``.
_BOUND = 8
#: Calls in calls, some for each character.
_DEEPEST = 50_000
_CHARACTERS = {"ANY", "IN", "LITERAL", "NOT_LITERAL"}
#: Whose parts match in one way only.
_ONE_WAY = {"ASSERT", "ASSERT_NOT", "ATOMIC_GROUP"}
#: Matches from a place of the text on up to the end of the expression.
_Way = Callable[[int], bool]


class TooManyStepsError(Exception):
    """More steps than the caller wants to count."""


class Steps:
    """Matches texts as ``re`` does, and counts comparisons.

    Each part of the expression is made into a function that matches it and then calls the next.
    """

    def __init__(self, pattern: str, flags: int) -> None:
        self._makers = {
            "BRANCH": self._branch,
            "SUBPATTERN": self._group,
            "ASSERT": partial(self._assert, held=True),
            "ASSERT_NOT": partial(self._assert, held=False),
            "GROUPREF": self._same,
            "ATOMIC_GROUP": self._atom,
            "POSSESSIVE_REPEAT": self._possessive,
            "MAX_REPEAT": partial(self._repeat, greedy=True),
            "MIN_REPEAT": partial(self._repeat, greedy=False),
        }
        self._tree = _parser.parse(pattern, flags)
        self._groups: dict[int, str] = {}
        self._way = self._all(self._tree, self._tree.state.flags, self._ended)

    def count(self, text: str, *, everywhere: bool, most: int) -> int:
        """Return the steps for a text, at its beginning or for all matches.

        :raises TooManyStepsError: behind ``most``.
        """
        self._text, self._most, self.steps = text, most, 0
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEPEST)
        try:
            start = 0
            while start <= len(text) and (everywhere or not start):
                found = self._way(start)
                start = self._end if found and self._end != start else start + 1
        finally:
            sys.setrecursionlimit(limit)
        return self.steps

    def _add(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self._most:
            raise TooManyStepsError

    def _ended(self, end: int) -> bool:
        self._end = end
        return True

    def _all(self, items: Any, flags: int, then: _Way) -> _Way:
        """Return what matches the items one behind the other, and what follows them."""
        left = list(items)
        while left:
            fixed = []
            while left and _is_fixed(*left[-1]):
                fixed.insert(0, left.pop())
            if fixed:
                then = self._fixed(fixed, flags, then)
            else:
                operator, operand = left.pop()
                then = self._makers[str(operator)](operand, flags, then)
        return then

    def _fixed(self, items: Sequence[Any], flags: int, then: _Way) -> _Way:
        match, steps = self._compiled(items, flags).match, len(items)

        def way(at: int) -> bool:
            matched = match(self._text, at)
            self._add(steps if matched else 1)
            return matched is not None and then(matched.end())

        return way

    def _branch(self, operand: Any, flags: int, then: _Way) -> _Way:
        """Try the parts that may begin with the character that comes next."""
        parts = [(self._first(part, flags), self._all(part, flags, then)) for part in operand[1]]
        begun: dict[str, list[_Way]] = {}

        def way(at: int) -> bool:
            letter = self._text[at : at + 1]
            if letter not in begun:
                begun[letter] = [one for first, one in parts if not first or first.match(letter)]
            self._add(1)
            for one in begun[letter]:  # noqa: SIM110 - any() would take a level of C for each
                if one(at):
                    return True
            return False

        return way

    def _first(self, items: Any, flags: int) -> re.Pattern[str] | None:
        """Return a pattern of the first character, where the items begin with one."""
        begins = items and str(items[0][0]) in _CHARACTERS
        return self._compiled(items[:1], flags) if begins else None

    def _group(self, operand: Any, flags: int, then: _Way) -> _Way:
        group, more, fewer, part = operand
        starts: list[int] = []

        def close(end: int) -> bool:
            start = starts.pop()
            self._groups[group] = self._text[start:end]
            found = then(end)
            starts.append(start)
            return found

        inner = self._all(part, (flags | more) & ~fewer, then if group is None else close)

        def way(at: int) -> bool:
            starts.append(at)
            found = inner(at)
            starts.pop()
            return found

        return inner if group is None else way

    def _assert(self, operand: Any, flags: int, then: _Way, *, held: bool) -> _Way:
        direction, part = operand
        back = 0 if direction > 0 else part.getwidth()[0]
        inner = self._all(part, flags, self._ended)
        return lambda at: (at >= back and inner(at - back)) == held and then(at)

    def _same(self, group: int, _flags: int, then: _Way) -> _Way:
        def way(at: int) -> bool:
            self._add(1)
            text = self._groups.get(group, "")
            return self._text.startswith(text, at) and then(at + len(text))

        return way

    def _atom(self, part: Any, flags: int, then: _Way) -> _Way:
        """Match a part in its first way only."""
        inner = self._all(part, flags, self._ended)
        return lambda at: inner(at) and then(self._end)

    def _possessive(self, operand: Any, flags: int, then: _Way) -> _Way:
        return self._atom([(_parser.MAX_REPEAT, operand)], flags, then)

    def _repeat(self, operand: Any, flags: int, then: _Way, *, greedy: bool) -> _Way:
        least, most, part = operand
        if most is not _parser.MAXREPEAT:
            most = min(most, max(_BOUND, least))
        if len(part) == 1 and str(part[0][0]) in _CHARACTERS:
            return self._repeat_single(part, flags, (least, most), then, greedy=greedy)
        #: Where the repetitions that are being matched begin, and how many came before.
        begun: list[tuple[int, int]] = []

        def ended(end: int) -> bool:
            start, times = begun.pop()
            found = end != start and again(end, times + 1)
            begun.append((start, times))
            return found

        inner = self._all(part, flags, ended)

        def more(start: int, times: int) -> bool:
            if times == most:
                return False
            begun.append((start, times))
            found = inner(start)
            begun.pop()
            return found

        def again(start: int, times: int) -> bool:
            self._add(1)
            if greedy:
                return more(start, times) or (times >= least and then(start))
            return (times >= least and then(start)) or more(start, times)

        return lambda at: again(at, 0)

    def _repeat_single(
        self, part: Any, flags: int, bounds: tuple[int, int], then: _Way, *, greedy: bool
    ) -> _Way:
        """Repeat a character without a call for each, as far as possible or as needed."""
        least, most = bounds
        match = self._compiled([(_parser.MAX_REPEAT, (0, most, part))], flags).match

        def way(at: int) -> bool:
            matched = match(self._text, at)
            end = matched.end() if matched else at
            places = range(at + least, end + 1)
            self._add(end - at if greedy else 0)
            for place in reversed(places) if greedy else places:
                self._add(1)
                if then(place):
                    return True
            return False

        return way

    def _compiled(self, items: Sequence[Any], flags: int) -> re.Pattern[str]:
        part = _parser.SubPattern(self._tree.state, list(items))
        compiled: re.Pattern[str] = _compiler.compile(part, flags & ~re.DEBUG)
        return compiled


def _is_fixed(operator: object, operand: Any) -> bool:
    """Tell whether a part matches in one way, without a repetition."""
    inner = inner_parts(operator, operand)
    if str(operator) in _ONE_WAY:
        return not any(_repeats(*item) for part in inner for item in part)
    return not inner and str(operator) != "GROUPREF"


def _repeats(operator: object, operand: Any) -> bool:
    return str(operator).endswith(("_REPEAT", "GROUPREF")) or any(
        _repeats(*item) for part in inner_parts(operator, operand) for item in part
    )
