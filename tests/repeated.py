# ruff: noqa: ANN401 - the parser of the standard library names no types
"""Texts made of what a regular expression matches: each of its parts, to be repeated."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

_parser = importlib.import_module("re._parser")
_compiler = importlib.import_module("re._compiler")
_CHARACTERS = {"ANY", "IN", "LITERAL", "NOT_LITERAL"}
_CATEGORIES = {"DIGIT": "1", "SPACE": " "}


class Parts:
    """The parts of a regular expression.

    :param most: how many characters of a class are tried; those that the expression names first.
    :param repeated: how often a part is there that has to be repeated, at most.
    """

    def __init__(self, pattern: str, flags: int, most: int = 1, repeated: int = 3) -> None:
        self._tree = _parser.parse(pattern, flags)
        self._most = most
        self._repeated = repeated

    def tokens(self, *, deep: bool) -> list[tuple[str, str]]:
        """Return what comes first and what is repeated after it: all that the expression matches,
        each of its beginnings, and each part behind what is before it.

        :param deep: whether the parts of parts are among them.
        """
        whole = self._samples(self._tree)
        ends = [("", text) for sample in whole for text in (sample, f"{sample}\n")]
        return [
            one for one in dict.fromkeys([*self._behind(self._tree, "", deep), *ends]) if one[1]
        ]

    def _behind(self, items: Any, first: str, deep: bool) -> Iterator[tuple[str, str]]:
        for item in items:
            texts = self._samples([item])
            for text in texts:
                yield first, text
                yield "", first + text
            for inner in inner_parts(*item) if deep else ():
                yield from self._behind(inner, first, deep)
            first += texts[0]

    def _samples(self, items: Any) -> list[str]:
        """Return texts that some parts match, one for each alternative."""
        made = [""]
        for operator, operand in items:
            name = str(operator)
            more = [""]
            if name in _CHARACTERS:
                more = self._characters(operator, operand)
            elif name.endswith("_REPEAT"):
                count = min(max(operand[0], 1), self._repeated)
                more = [text * count for text in self._samples(operand[2])]
            elif not name.startswith("ASSERT"):
                inner = inner_parts(operator, operand)
                more = [text for part in inner for text in self._samples(part)][:8] or more
            made = [before + text for before in made for text in more][:12]
        return made

    def _characters(self, operator: object, operand: Any) -> list[str]:
        if str(operator) == "LITERAL":
            return [chr(operand)]
        part = _parser.SubPattern(self._tree.state, [(operator, operand)])
        one = _compiler.compile(part, self._tree.state.flags & ~re.DEBUG)
        return [letter for letter in self._letters if one.fullmatch(letter)][: self._most] or [""]

    @cached_property
    def _letters(self) -> list[str]:
        """A character for each that the expression names, and some more."""
        named = [
            _CATEGORIES.get(str(operand).rpartition("_")[2], "a")
            if name == "CATEGORY"
            else chr(operand if isinstance(operand, int) else operand[0])
            for name, operand in _walked(self._tree)
        ]
        return list(dict.fromkeys([*named, *"a \nb1-"]))


def inner_parts(operator: object, operand: Any) -> list[Any]:
    """Return the expressions in a part of one."""
    name = str(operator)
    if name == "BRANCH":
        return list(operand[1])
    if name == "ATOMIC_GROUP":
        return [operand]
    place = {"SUBPATTERN": 3, "ASSERT": 1, "ASSERT_NOT": 1}.get(name)
    if name.endswith("_REPEAT"):
        place = 2
    return [] if place is None else [operand[place]]


def _walked(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield the characters, ranges and categories that an expression names."""
    if isinstance(part, tuple) and str(part[0]) in {"LITERAL", "NOT_LITERAL", "RANGE", "CATEGORY"}:
        yield str(part[0]), part[1]
    elif isinstance(part, (tuple, list, _parser.SubPattern)):
        for inner in part:
            yield from _walked(inner)
