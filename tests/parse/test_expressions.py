"""Expressions are tuples, and yet those of different operations are never taken for each other."""

from __future__ import annotations

from itertools import combinations

from sphinx_filedocs.model.expressions import (
    EXPRESSION_TYPES,
    Call,
    ElementOf,
)
from sphinx_filedocs.parse.facts import extract

#: The fields whose names say what they hold; the others hold counts.
NUMBERED = {"expression", "owner", "scope", "binding", "statement", "passed", "plain"}
COUNTS = {"use", "arguments", "number", "parts"}


def test_equal_arguments_make_no_equal_expressions() -> None:
    assert Call(3) == Call(3) != ElementOf(3)
    made = [one(*[0] * (len(one._fields) - 1)) for one in EXPRESSION_TYPES]
    assert all(one != other for one, other in combinations(made, 2))


def test_each_field_is_one_of_those_that_are_described() -> None:
    for one in EXPRESSION_TYPES:
        assert {*one._fields} <= NUMBERED | COUNTS | {"name", "kind"}, one
        assert one._fields[-1] == "kind", one


def test_a_text_has_each_expression_once() -> None:
    found = extract("def f(x):\n    return f(x.a).a\n\nf(1).a\n", "python").names.expressions
    assert len(found) == len({*found})
    assert Call in map(type, found)
