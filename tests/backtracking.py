# ruff: noqa: ANN401 - the parser of the standard library names no types
"""How many steps a regular expression takes, those that it goes back and tries again counted: a
matcher that goes its ways as the one of the standard library does, and texts that take it long."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice, product
from typing import Any

_parser = importlib.import_module("re._parser")
_compiler = importlib.import_module("re._compiler")
#: What repeats without end, and how often all else is repeated.
ENDLESS = _parser.MAXREPEAT
_FEW = 4
_SCOPED = re.IGNORECASE | re.DOTALL | re.MULTILINE
#: A text of 16 repetitions takes fewer steps than this, unless they multiply.
_MOST = 8_000
Go = Callable[[int], bool]


class TooManyStepsError(Exception):
    """Ends a search that takes more steps than it may."""


class Expression:
    """A regular expression that counts how often it looks at a character or a place."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.tree = _shrunk(_parser.parse(pattern, flags))
        self._flags = self.tree.state.flags
        self._units: dict[tuple[int, int], re.Pattern[str]] = {}
        self._text = ""
        self._steps = self._most = 0
        #: Where the first match begins and ends.
        self.first: tuple[int, int] | None = None

    def steps(self, text: str, *, everywhere: bool, most: int) -> int:
        """Return how many steps it takes to look for all matches in a text, or for one at its
        beginning; one more than *most* if that is not enough."""
        self._text, self._steps, self._most = text, 0, most
        self.first = None
        ends: list[int] = []

        def end(at: int) -> bool:
            ends.append(at)
            return True

        at = 0
        try:
            while at <= len(text):
                if self._go(self.tree.data, 0, at, self._flags, end):
                    self.first = self.first or (at, ends[-1])
                    at = max(ends[-1], at + 1)
                else:
                    at += 1
                if not everywhere:
                    break
        except TooManyStepsError:
            return most + 1
        return self._steps

    def _step(self) -> None:
        self._steps += 1
        if self._steps > self._most:
            raise TooManyStepsError

    def _unit(self, item: tuple[Any, Any], flags: int) -> re.Pattern[str]:
        """Return an expression of one item, a character or a place."""
        key = id(item), flags
        if key not in self._units:
            part = _parser.SubPattern(self.tree.state, [item])
            self._units[key] = _compiler.compile(part, flags & ~re.DEBUG)
        return self._units[key]

    def _go(self, items: list[Any], at_item: int, at: int, flags: int, go: Go) -> bool:
        """Match the items from one on at a place, then go on."""
        if at_item == len(items):
            return go(at)
        self._step()
        operator, operand = item = items[at_item]
        name = str(operator)

        def rest(place: int) -> bool:
            return self._go(items, at_item + 1, place, flags, go)

        if name == "BRANCH":
            return any(self._go(part.data, 0, at, flags, rest) for part in operand[1])
        if name == "SUBPATTERN":
            _, added, removed, part = operand
            return self._go(part.data, 0, at, (flags | added) & ~removed, rest)
        if name == "ATOMIC_GROUP":
            end = self._first(operand.data, at, flags)
            return end is not None and rest(end)
        if name in {"ASSERT", "ASSERT_NOT"} and operand[0] > 0:
            is_there = self._first(operand[1].data, at, flags) is not None
            return is_there == (name == "ASSERT") and rest(at)
        if name.endswith("_REPEAT"):
            return self._repeat(name, operand, at, flags, rest)
        match = self._unit(item, flags).match(self._text, at)
        return match is not None and rest(match.end())

    def _first(self, items: list[Any], at: int, flags: int) -> int | None:
        """Return where the first way to match some items ends."""
        ends: list[int] = []
        matches = self._go(items, 0, at, flags, lambda end: not ends.append(end))  # type: ignore[func-returns-value]
        return ends[0] if matches else None

    def _few(self, least: int, most: int, part: Any, at: int, flags: int, rest: Go) -> bool:
        """Match a character as often as it has to be."""
        for count in range(most + 1):
            if count >= least and rest(at):
                return True
            end = self._first(part.data, at, flags) if count < most else None
            if end is None:
                break
            at = end
        return False

    def _repeat(self, name: str, operand: Any, at: int, flags: int, rest: Go) -> bool:
        least, most, part = operand
        ends = [at]
        if name == "MIN_REPEAT" and is_character(part):
            return self._few(least, most, part, at, flags, rest)
        if name == "POSSESSIVE_REPEAT" or is_character(part):
            while (
                len(ends) <= most and (end := self._first(part.data, ends[-1], flags)) is not None
            ):
                if end == ends[-1]:
                    break
                ends.append(end)
            choices = (
                ends[least:] if len(ends) > least else ends[-1:] if part_is_empty(part) else []
            )
            if name == "POSSESSIVE_REPEAT":
                return bool(choices) and rest(choices[-1])
            return any(map(rest, reversed(choices)))

        def more(count: int, before: int, place: int) -> bool:
            self._step()
            if count > least and place == before:
                return False
            is_lazy = name == "MIN_REPEAT"
            if is_lazy and count >= least and rest(place):
                return True
            again = count < most and self._go(
                part.data, 0, place, flags, lambda end: more(count + 1, place, end)
            )
            return again or (not is_lazy and count >= least and rest(place))

        return more(0, -1, at)


def _shrunk(part: Any) -> Any:
    """Return an expression in which all that has an end is repeated a few times at most: a text
    need not be long then to be longer than that."""
    if isinstance(part, _parser.SubPattern):
        part.data[:] = map(_shrunk, part.data)
    elif isinstance(part, list):
        return list(map(_shrunk, part))
    elif isinstance(part, tuple) and len(part) == 2 and str(part[0]).endswith("_REPEAT"):
        least, most, repeated = part[1]
        few = most if most >= ENDLESS else min(most, _FEW)
        return part[0], (min(least, _FEW), few, _shrunk(repeated))
    elif isinstance(part, tuple):
        return tuple(map(_shrunk, part))
    return part


def is_character(part: Any) -> bool:
    """Tell whether what is repeated is one character."""
    return len(part) == 1 and str(part[0][0]) in {"IN", "LITERAL", "NOT_LITERAL", "ANY"}


def part_is_empty(part: Any) -> bool:
    """Tell whether what is repeated may be nothing."""
    return bool(part.getwidth()[0] == 0)


class Samples:
    """Texts that an expression takes long for: what it repeats without end, again and again, behind
    all that it has before that, and before what it does not match."""

    def __init__(self, expression: Expression) -> None:
        self._tree = expression.tree

    @cached_property
    def _letters(self) -> list[str]:
        """A character for each that the expression names."""
        letters = dict.fromkeys("a \n")
        for name, operand in walked(self._tree):
            if name in {"LITERAL", "NOT_LITERAL"}:
                letters[chr(operand)] = None
            elif name == "RANGE":
                letters[chr(operand[0])] = None
            elif name == "CATEGORY":
                letters[{"DIGIT": "1", "SPACE": " "}.get(str(operand).rpartition("_")[2], "a")] = (
                    None
                )
        return list(letters)

    def texts(self) -> Iterator[tuple[str, str, str]]:
        """Yield what comes first, what is repeated, and what comes last."""
        for before, repeated in self._repeats(self._tree, ("",)):
            words = dict.fromkeys(islice(self._of(repeated), 4))
            if is_character(repeated):
                words = dict.fromkeys(word for word in self._letters if self._takes(repeated, word))
            yield from ((before[0], word, "\0") for word in list(words)[:4] if word)

    def _takes(self, part: Any, letter: str) -> bool:
        pattern = _compiler.compile(
            _parser.SubPattern(self._tree.state, part.data), self._tree.state.flags
        )
        return pattern.fullmatch(letter) is not None

    def _repeats(self, part: Any, before: tuple[str, ...]) -> Iterator[tuple[list[str], Any]]:
        """Yield each part that is repeated without end, with what comes before it."""
        for operator, operand in part:
            item = _parser.SubPattern(self._tree.state, [(operator, operand)])
            inner = {"SUBPATTERN": 3, "ASSERT": 1}.get(str(operator))
            if str(operator).endswith("_REPEAT"):
                if operand[1] >= ENDLESS:
                    yield list(before), operand[2]
                yield from self._repeats(operand[2], before)
            elif str(operator) == "BRANCH":
                for branch in operand[1]:
                    yield from self._repeats(branch, before)
            elif str(operator) == "ATOMIC_GROUP":
                yield from self._repeats(operand, before)
            elif inner is not None:
                yield from self._repeats(operand[inner], before)
            before = tuple(a + b for a, b in islice(product(before, islice(self._of(item), 3)), 4))

    def _of(self, part: Any) -> Iterator[str]:
        """Yield texts that a part matches, looks around it left out."""
        choices: list[list[str]] = []
        for operator, operand in part:
            name = str(operator)
            if name in {"LITERAL", "NOT_LITERAL", "IN", "ANY"}:
                one = _parser.SubPattern(self._tree.state, [(operator, operand)])
                choices.append(
                    [word for word in [*self._letters, "a", "1", "-"] if self._takes(one, word)][:2]
                )
            elif name == "BRANCH":
                choices.append(
                    [word for branch in operand[1] for word in islice(self._of(branch), 2)]
                )
            elif name in {"SUBPATTERN", "ATOMIC_GROUP"}:
                inner = operand if name == "ATOMIC_GROUP" else operand[3]
                choices.append(list(islice(self._of(inner), 4)))
            elif name.endswith("_REPEAT"):
                words = list(islice(self._of(operand[2]), 2))
                choices.append([word * max(operand[0], 1) for word in words])
        return map("".join, product(*(choice or [""] for choice in choices)))


def walked(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield every operator of a parsed expression with what it is for."""
    if isinstance(part, tuple) and len(part) == 2 and str(part[0]).isupper():
        yield str(part[0]), part[1]
    if isinstance(part, (tuple, list, _parser.SubPattern)):
        for inner in part:
            yield from walked(inner)


def growth(pattern: str, flags: int, *, everywhere: bool) -> tuple[float, str]:
    """Return how many times as many steps a text of four times the length takes at most, and the
    text: its first part, what is repeated, its last one."""
    expression = Expression(pattern, flags)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        return _growth(expression, everywhere)
    finally:
        sys.setrecursionlimit(limit)


def _growth(expression: Expression, everywhere: bool) -> tuple[float, str]:
    worst = 0.0, ""
    for first, word, last in dict.fromkeys(Samples(expression).texts()):
        counts = []
        for size in (16, 64):
            most = 8 * counts[0] if counts else _MOST
            text = first + word * size + last
            counts.append(expression.steps(text, everywhere=everywhere, most=most))
        if counts[0] > _MOST:
            return float("inf"), repr((first, word, last))
        worst = max(worst, (counts[1] / counts[0], repr((first, word, last))))
    return worst
