# ruff: noqa: ANN401 - what stands in for strings and patterns takes what these take
"""How many steps the reading of a text takes, without a clock: lines of Python that run, and
characters that strings and regular expressions go through."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest


class Steps:
    """Counts, and stops what takes more than it may."""

    def __init__(self, most: float) -> None:
        self.begin(most)

    def begin(self, most: float) -> None:
        self.count = 0
        self._most = most

    def add(self, number: int) -> None:
        self.count += number
        if self.count > self._most:
            raise TooManyStepsError


class TooManyStepsError(BaseException):
    """Ends a reader that takes more steps than it may; no reader handles it."""


class Text(str):
    """A text that counts the characters that its methods go through; parts of it are such texts."""

    __slots__ = ("steps",)
    steps: Steps

    @classmethod
    def of(cls, text: str, steps: Steps) -> Text:
        made = cls(text)
        made.steps = steps
        return made

    def _made(self, part: str) -> Text:
        self.steps.add(len(part))
        return Text.of(part, self.steps)

    def __getitem__(self, key: Any) -> Text:
        return self._made(str.__getitem__(self, key))

    def __contains__(self, part: object) -> bool:
        at = str.find(self, str(part))
        self.steps.add(at if at >= 0 else len(self))
        return at >= 0

    def find(self, part: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        end = len(self) if end is None else end
        at = str.find(self, part, start, end)
        self.steps.add(max((at if at >= 0 else min(end, len(self))) - start, 0))
        return at

    def count(self, part: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        end = len(self) if end is None else min(end, len(self))
        self.steps.add(max(end - start, 0))
        return str.count(self, part, start, end)

    def replace(self, *arguments: Any) -> Text:
        self.steps.add(len(self))
        return self._made(str.replace(self, *arguments))

    def split(self, *arguments: Any, **more: Any) -> list[str]:
        return _Parts(map(self._made, str.split(self, *arguments, **more)), self.steps)

    def splitlines(self, *arguments: Any) -> list[str]:
        return _Parts(map(self._made, str.splitlines(self, *arguments)), self.steps)

    def partition(self, *arguments: Any) -> tuple[str, str, str]:
        first, between, rest = str.partition(self, *arguments)
        return self._made(first), between, self._made(rest)

    def strip(self, *arguments: Any) -> Text:
        return self._made(str.strip(self, *arguments))

    def encode(self, *arguments: Any) -> bytes:
        self.steps.add(len(self))
        return str.encode(self, *arguments)

    # A set or a dictionary goes through a text once.
    __hash__ = str.__hash__


class _Parts(list[str]):
    """Parts of a text, whose slices are counted."""

    def __init__(self, parts: Iterable[str], steps: Steps) -> None:
        super().__init__(parts)
        self._steps = steps

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            self._steps.add(len(range(*key.indices(len(self)))))
        return super().__getitem__(key)


class _Match:
    """A match whose groups are texts that count."""

    def __init__(self, match: re.Match[str], steps: Steps) -> None:
        self._match = match
        self._steps = steps

    def __getitem__(self, key: int | str) -> object:
        part = self._match[key]
        if not isinstance(part, str):
            return part
        self._steps.add(len(part))
        return Text.of(part, self._steps)

    def __getattr__(self, name: str) -> object:
        return getattr(self._match, name)


class Pattern:
    """A regular expression that counts the characters from where it is asked to look up to the end
    of what it finds, or of the text.

    What it goes through again when it tries in vain is not counted.
    """

    def __init__(self, pattern: re.Pattern[Any], steps: Steps) -> None:
        self._pattern = pattern
        self._steps = steps

    def __getattr__(self, name: str) -> object:
        return getattr(self._pattern, name)

    def _asked(self, method: str, text: Any, start: int, *end: int) -> _Match | None:
        match = getattr(self._pattern, method)(text, start, *end)
        last = match.end() if match else min(*end, len(text)) if end else len(text)
        # A match that fails at once has looked at one character only; which, nobody says.
        self._steps.add(1 + (last - start if match or method == "search" else 0))
        return _Match(match, self._steps) if match else None

    def search(self, text: Any, start: int = 0, *end: int) -> _Match | None:
        return self._asked("search", text, start, *end)

    def match(self, text: Any, start: int = 0, *end: int) -> _Match | None:
        return self._asked("match", text, start, *end)

    def fullmatch(self, text: Any, start: int = 0, *end: int) -> _Match | None:
        return self._asked("fullmatch", text, start, *end)

    def finditer(self, text: Any, start: int = 0, *end: int) -> Iterator[_Match]:
        at = start
        for match in self._pattern.finditer(text, start, *end):
            self._steps.add(1 + match.end() - at)
            at = match.end()
            yield _Match(match, self._steps)
        self._steps.add(max((end[0] if end else len(text)) - at, 0))

    def findall(self, text: Any, *where: int) -> list[Any]:
        self._steps.add(len(text))
        return self._pattern.findall(text, *where)

    def split(self, text: Any, maxsplit: int = 0) -> list[Any]:
        self._steps.add(len(text))
        return self._pattern.split(text, maxsplit)

    def sub(self, by: Any, text: Any, count: int = 0) -> Any:
        self._steps.add(len(text))
        made = self._pattern.sub(by, text, count)
        self._steps.add(len(made))
        return Text.of(made, self._steps) if isinstance(made, str) else made


class _Expressions:
    """The module ``re``, with patterns that count."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def __getattr__(self, name: str) -> Any:
        if name not in {"search", "match", "fullmatch", "finditer", "findall", "split", "sub"}:
            return getattr(re, name)

        def call(pattern: str, *arguments: Any, flags: int = 0) -> Any:
            return getattr(Pattern(re.compile(pattern, flags), self._steps), name)(*arguments)

        return call


@contextmanager
def counting(steps: Steps) -> Iterator[None]:
    """Count the lines that run, and what the patterns of the package go through."""
    with _counting_patterns(steps), counting_lines(steps):
        yield


@contextmanager
def _counting_patterns(steps: Steps) -> Iterator[None]:
    modules = [
        module for name, module in sys.modules.items() if name.startswith("sphinx_filedocs.")
    ]
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            for name, value in list(vars(module).items()):
                if isinstance(value, re.Pattern):
                    patch.setattr(module, name, Pattern(value, steps))
                elif value is re:
                    patch.setattr(module, name, _Expressions(steps))
        yield


@contextmanager
def counting_lines(steps: Steps) -> Iterator[None]:
    """Count the lines that run."""

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            steps.add(1)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def counted(read: Callable[[Text], object]) -> Iterator[Callable[..., float]]:
    """Yield a function that returns how many steps it takes to read a text; more than the *most*
    that it is called with is infinite."""
    steps = Steps(float("inf"))

    def steps_of(text: str, most: float = float("inf")) -> float:
        steps.begin(most)
        try:
            with counting_lines(steps):
                read(Text.of(text, steps))
        except TooManyStepsError:
            return float("inf")
        return steps.count

    with _counting_patterns(steps):
        yield steps_of
