"""Evaluates the conditions of ``#if`` directives with some known macros; see ISO/IEC 9899:2024,
6.10.2.

A condition is translated to an expression of Python, whose parser reads it; nothing is executed.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from sphinx_filedocs.patterns import compile_pattern

#: Stands for a condition that is not read.
UNREAD = "?"
#: Longer conditions, in characters, and those of more parts are not read.
LONGEST = 1000
_PARTS = 100
_TOKEN = compile_pattern(
    r"""\bdefined\b\s*+(?: \(\s*+(?P<inside>[A-Za-z_]\w*+)\s*+\) | (?P<alone>[A-Za-z_]\w*+) )
    | (?P<call>[A-Za-z_]\w*+\s*+\((?:[^()]|\([^()]*+\))*+\))
    | (?P<name>[A-Za-z_]\w*+) | (?P<number>\d[\w.']*+)
    | (?P<sign>&&|\|\||[=!<>]=|[-+*<>!&|^?()]) | (?P<other>\S)""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"(0[xX][0-9A-Fa-f']+|0[bB][01']+|[0-9][0-9']*)[uUlLzZ]*\Z")
#: Signs with another form in Python. A plus before a bracket keeps what it encloses apart.
_SIGNS = {"&&": " and ", "||": " or ", "!": "~", "(": "+(", UNREAD: "..."}
#: Before the names of macros: their value, and whether they are defined.
_VALUE, _DEFINED = "value_", "defined_"
_BITS = (ast.BitOr, ast.BitXor, ast.BitAnd)
_COUNTED: Mapping[type, Callable[[int, int], int]] = {
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_SIGNED: Mapping[type, Callable[[int], int]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: lambda value: int(not value),
}
#: A parsed condition, ``None`` if its syntax is not supported.
Condition = ast.expr | None


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


@lru_cache(maxsize=4096)
def parse(text: str) -> Condition:
    """Return the parsed condition."""
    tokens = [*_TOKEN.finditer(text)] if len(text) <= LONGEST else []
    if not tokens or len(tokens) > _PARTS:
        return None
    try:
        return ast.parse("".join(map(_translated, tokens)).strip(), mode="eval").body
    except (MemoryError, RecursionError, SyntaxError, ValueError):
        return None


def _translated(token: re.Match[str]) -> str:
    kind = token.lastgroup
    if kind == "sign":
        return _SIGNS.get(token[0], token[0])
    if kind == "number" and (number := _NUMBER.match(token[0])):
        return f" {_value(number[1].replace(chr(39), ''))} "
    if kind == "call":
        return " ... "
    if kind == "name":
        known = {"true": "1", "false": "0"}.get(token[0])
        return f" {known or _VALUE + token[0]} "
    if name := token["inside"] or token["alone"]:
        return f" {_DEFINED}{name} "
    raise ValueError(token[0])


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
    match condition:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            return _of_macro(name, states)
        case ast.UnaryOp(op=sign, operand=part):
            value = number_of(part, states)
            return None if value is None else _SIGNED[type(sign)](value)
        case ast.BoolOp(op=sign, values=parts):
            decides = isinstance(sign, ast.Or)
            sides = {evaluate(part, states) for part in parts}
            open_ = None if None in sides else int(not decides)
            return int(decides) if decides in sides else open_
        # In C, the operators of bits bind less than comparisons.
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if not (
            _is_of_bits(left) or _is_of_bits(right)
        ):
            return _counted(sign, left, right, states)
        case ast.BinOp(left=left, op=sign, right=right):
            return _counted(sign, left, right, states)
    return None


def _of_macro(name: str, states: MacroStates) -> int | None:
    state = states.get(name.partition("_")[2])
    if state is None or name.startswith(_DEFINED):
        return None if state is None else int(state.defined)
    return state.value if state.defined else 0


def _is_of_bits(part: ast.expr) -> bool:
    return isinstance(part, ast.BinOp) and isinstance(part.op, _BITS)


def _counted(sign: ast.AST, left: ast.expr, right: ast.expr, states: MacroStates) -> int | None:
    count = _COUNTED.get(type(sign))
    first, second = number_of(left, states), number_of(right, states)
    if count is None or first is None or second is None:
        return None
    return int(count(first, second))


def names_in(condition: Condition) -> Iterator[str]:
    """Yield the macros that a condition asks for."""
    for part in ast.walk(condition) if condition else ():
        if isinstance(part, ast.Name):
            yield part.id.partition("_")[2]
