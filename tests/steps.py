# ruff: noqa: ANN401 - the parser of the standard library names no types
"""Counts the steps that a backtracking matcher takes, which no clock and no other work changes."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

_parser = importlib.import_module("re._parser")
_compiler = importlib.import_module("re._compiler")
#: A repetition is made so often at most: ``{1,300}`` is as linear as ``{1,8}``.
_BOUND = 8
#: Calls in calls, some for each character.
_DEEPEST = 50_000
_CHARACTERS = {"ANY", "IN", "LITERAL", "NOT_LITERAL"}
_Rest = Callable[[int], bool]


class TooManyStepsError(Exception):
    """More steps than the caller wants to count."""


class Steps:
    """Matches texts as ``re`` does, and counts comparisons."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._tree = _parser.parse(pattern, flags)
        self._compiled: dict[tuple[int, int], re.Pattern[str]] = {}
        self._groups: dict[int, str] = {}
        self._ways = {
            "BRANCH": self._branch,
            "SUBPATTERN": self._group,
            "ASSERT": self._assert,
            "ASSERT_NOT": self._assert_not,
            "GROUPREF": self._same,
            "ATOMIC_GROUP": self._atom,
            "POSSESSIVE_REPEAT": self._possessive,
            "MAX_REPEAT": self._greedy,
            "MIN_REPEAT": self._lazy,
        }

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
                end = self._end(start)
                start = start + 1 if end is None or end == start else end
        finally:
            sys.setrecursionlimit(limit)
        return self.steps

    def _end(self, start: int) -> int | None:
        ends: list[int] = []
        flags = self._tree.state.flags
        self._run(self._tree, 0, start, flags, lambda end: not ends.append(end))
        return ends[0] if ends else None

    def _run(self, items: Any, n: int, at: int, flags: int, then: _Rest) -> bool:
        """Match the items from the ``n``-th on, and what follows them."""
        while True:
            self.steps += 1
            if self.steps > self._most:
                raise TooManyStepsError
            if n == len(items):
                return then(at)
            operator, operand = items[n]
            n += 1
            if operator.name not in self._ways:
                matched = self._single(items[n - 1], flags).match(self._text, at)
                if matched is None:
                    return False
                at = matched.end()
                continue
            return self._ways[operator.name](
                operand, at, flags, lambda end, n=n: self._run(items, n, end, flags, then)
            )

    def _branch(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        for part in operand[1]:  # noqa: SIM110 - any() would take a level of C for each
            if self._run(part, 0, at, flags, rest):
                return True
        return False

    def _group(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        group, more, fewer, part = operand

        def close(end: int) -> bool:
            self._groups[group] = self._text[at:end]
            return rest(end)

        return self._run(part, 0, at, (flags | more) & ~fewer, close)

    def _assert(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        return self._holds(operand, at, flags) and rest(at)

    def _assert_not(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        return not self._holds(operand, at, flags) and rest(at)

    def _holds(self, operand: Any, at: int, flags: int) -> bool:
        direction, part = operand
        start = at if direction > 0 else at - part.getwidth()[0]
        return start >= 0 and self._run(part, 0, start, flags, lambda _end: True)

    def _same(self, group: int, at: int, _flags: int, rest: _Rest) -> bool:
        text = self._groups.get(group, "")
        return self._text.startswith(text, at) and rest(at + len(text))

    def _atom(self, part: Any, at: int, flags: int, rest: _Rest) -> bool:
        """Match a part in its first way only."""
        ends: list[int] = []
        self._run(part, 0, at, flags, lambda end: not ends.append(end))
        return bool(ends) and rest(ends[0])

    def _possessive(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        return self._atom([(_parser.MAX_REPEAT, operand)], at, flags, rest)

    def _greedy(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        return self._repeat(operand, at, flags, rest, greedy=True)

    def _lazy(self, operand: Any, at: int, flags: int, rest: _Rest) -> bool:
        return self._repeat(operand, at, flags, rest, greedy=False)

    def _repeat(self, operand: Any, at: int, flags: int, rest: _Rest, *, greedy: bool) -> bool:
        least, most, part = operand
        if most is not _parser.MAXREPEAT:
            most = min(most, max(_BOUND, least))
        if len(part) == 1 and part[0][0].name in _CHARACTERS:
            return self._repeat_single(
                self._single(part[0], flags), at, (least, most), greedy, rest
            )

        def again(start: int, times: int) -> bool:
            def more() -> bool:
                return times < most and self._run(
                    part, 0, start, flags, lambda end: end != start and again(end, times + 1)
                )

            def enough() -> bool:
                return times >= least and rest(start)

            return more() or enough() if greedy else enough() or more()

        return again(at, 0)

    def _repeat_single(
        self,
        single: re.Pattern[str],
        at: int,
        bounds: tuple[int, int],
        greedy: bool,
        rest: _Rest,
    ) -> bool:
        """Repeat a character without a call for each, as far as possible or as needed."""
        least, most = bounds
        end = at
        while end - at < most:
            if not greedy and end - at >= least and rest(end):
                return True
            if not single.match(self._text, end):
                break
            self.steps += 1
            end += 1
        if not greedy:
            return end - at == most and rest(end)
        for place in range(end, at + least - 1, -1):  # noqa: SIM110 - as in _branch
            if rest(place):
                return True
        return False

    def _single(self, item: Sequence[Any], flags: int) -> re.Pattern[str]:
        """Return a pattern of one character, or of a place without width."""
        key = (id(item), flags)
        if key not in self._compiled:
            part = _parser.SubPattern(self._tree.state, [item])
            self._compiled[key] = _compiler.compile(part, flags & ~re.DEBUG)
        return self._compiled[key]
