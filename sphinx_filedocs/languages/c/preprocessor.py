"""Parses and evaluates the conditions of ``#if`` directives with some known macros; see ISO/IEC
9899:2024, 6.10.2."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from sphinx_filedocs.patterns import compile_pattern

#: Stands for a condition that is not read.
UNREAD = "?"
#: Longer conditions, in characters, and those of more parts or nested deeper are not read.
LONGEST = 1000
_PARTS = 200
_DEPTH = 20
_TOKEN = compile_pattern(
    r"(?P<number>\d[\w.']*+)|(?P<name>[A-Za-z_]\w*+)"
    r"|(?P<sign>&&|\|\||[=!<>]=|<<|>>|[-+*/%<>!~&|^?:(),])|(?P<other>\S)"
)
_NUMBER = re.compile(r"(0[xX][0-9A-Fa-f']+|0[bB][01']+|[0-9][0-9']*)[uUlLzZ]*\Z")


class MacroState(NamedTuple):
    """The state of a macro.

    :param value: its number, ``None`` if it is unknown.
    """

    defined: bool
    value: int | None = None


class MacroStates(Protocol):
    """The states of macros."""

    def get(self, name: str, /) -> MacroState | None:
        """Return the state of one, ``None`` if it is unknown."""


class IsDefined(NamedTuple):
    """True if a macro is defined."""

    name: str


class MacroValue(NamedTuple):
    """The value of a macro: 0 if it is not defined."""

    name: str


class Literal(NamedTuple):
    """A number."""

    value: int


class Unknown(NamedTuple):
    """A condition that macros alone do not decide, or that is not parsed."""


class Unary(NamedTuple):
    """An operator before a part."""

    sign: str
    part: Condition


class Binary(NamedTuple):
    """An operator between two parts."""

    sign: str
    left: Condition
    right: Condition


#: A condition, or a part of one, of bounded depth.
Condition = IsDefined | MacroValue | Literal | Unknown | Unary | Binary
#: The operators between two parts, those that bind least first.
_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*",),
)
_COUNTED: Mapping[str, Callable[[int, int], int]] = {
    "|": int.__or__,
    "^": int.__xor__,
    "&": int.__and__,
    "==": lambda left, right: int(left == right),
    "!=": lambda left, right: int(left != right),
    "<": lambda left, right: int(left < right),
    "<=": lambda left, right: int(left <= right),
    ">": lambda left, right: int(left > right),
    ">=": lambda left, right: int(left >= right),
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
}
_SIGNED: Mapping[str, Callable[[int], int]] = {
    "!": lambda value: int(not value),
    "-": int.__neg__,
    "+": int.__pos__,
    "~": int.__invert__,
}


class _UnreadableError(Exception):
    """A condition that is not read."""


@lru_cache(maxsize=4096)
def parse(text: str) -> Condition:
    """Return the parsed condition; :class:`Unknown` if its syntax is not supported."""
    if len(text) > LONGEST:
        return Unknown()
    tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
    if len(tokens) > _PARTS:
        return Unknown()
    reader = _ExpressionReader(tokens)
    try:
        read = reader.read()
    except _UnreadableError:
        return Unknown()
    return read if reader.is_at_end else Unknown()


class _ExpressionReader:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._tokens)

    def read(self, level: int = 0) -> Condition:
        if level == len(_LEVELS):
            return self._unary()
        left = self.read(level + 1)
        while sign := self._take(*_LEVELS[level]):
            left = Binary(sign, left, self.read(level + 1))
        return left

    def _take(self, *signs: str) -> str:
        if not self.is_at_end and self._tokens[self._at][1] in signs:
            self._at += 1
            return self._tokens[self._at - 1][1]
        return ""

    def _unary(self) -> Condition:
        self._depth += 1
        if self.is_at_end or self._depth > _DEPTH:
            raise _UnreadableError
        if sign := self._take(*_SIGNED):
            read: Condition = Unary(sign, self._unary())
        elif self._take("("):
            read = self.read()
            self._see(")")
        else:
            read = self._single()
        self._depth -= 1
        return read

    def _single(self) -> Condition:
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "number" and (number := _NUMBER.match(text)):
            return Literal(_value(number[1].replace("'", "")))
        if text == UNREAD:
            return Unknown()
        if kind != "name":
            raise _UnreadableError
        if text == "defined":
            return self._defined()
        if text in ("true", "false"):
            return Literal(int(text == "true"))
        if self._take("("):
            self._skip_arguments()
            return Unknown()
        return MacroValue(text)

    def _defined(self) -> Condition:
        bracket = self._take("(")
        if self.is_at_end or self._tokens[self._at][0] != "name":
            raise _UnreadableError
        self._at += 1
        name = self._tokens[self._at - 1][1]
        if bracket:
            self._see(")")
        return IsDefined(name)

    def _skip_arguments(self) -> None:
        open_ = 1
        while open_:
            if self.is_at_end:
                raise _UnreadableError
            text = self._tokens[self._at][1]
            open_ += (text == "(") - (text == ")")
            self._at += 1

    def _see(self, sign: str) -> None:
        if not self._take(sign):
            raise _UnreadableError


def _value(digits: str) -> int:
    if digits[:2].lower() in ("0x", "0b"):
        return int(digits, 0)
    return int(digits, 8 if digits[0] == "0" and not {"8", "9"} & {*digits} else 10)


def evaluate(condition: Condition, states: MacroStates) -> bool | None:
    """Return True if a condition is true, ``None`` if that is not known."""
    value = number_of(condition, states)
    return None if value is None else bool(value)


def number_of(condition: Condition, states: MacroStates) -> int | None:
    """Return the number that a condition comes to, ``None`` if that is not known."""
    if isinstance(condition, Literal):
        return condition.value
    if isinstance(condition, IsDefined):
        state = states.get(condition.name)
        return None if state is None else int(state.defined)
    if isinstance(condition, MacroValue):
        state = states.get(condition.name)
        return None if state is None else state.value if state.defined else 0
    if isinstance(condition, Unary):
        value = number_of(condition.part, states)
        return None if value is None else _SIGNED[condition.sign](value)
    if isinstance(condition, Binary):
        return _joined(condition, states)
    return None


def _joined(condition: Binary, states: MacroStates) -> int | None:
    sign = condition.sign
    left, right = (number_of(operand, states) for operand in condition[1:])
    if sign in ("&&", "||"):
        sides = [None if side is None else bool(side) for side in (left, right)]
        decides = sign == "||"
        if decides in sides:
            return int(decides)
        return None if None in sides else int(not decides)
    if left is None or right is None:
        return None
    counted = _COUNTED.get(sign)
    return counted(left, right) if counted else None


def names_in(condition: Condition) -> Iterator[str]:
    """Yield the macros that a condition asks for."""
    if isinstance(condition, IsDefined | MacroValue):
        yield condition.name
    elif isinstance(condition, Unary):
        yield from names_in(condition.part)
    elif isinstance(condition, Binary):
        yield from names_in(condition.left)
        yield from names_in(condition.right)
