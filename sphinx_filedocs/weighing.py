"""Evidence as rows of tables in ``rules/``, and the scorer of such rows."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

Item = TypeVar("Item")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Evidence that speaks for something, or against it.

    :param what: the evidence in words.
    :param when: features that must all be there; ``unless``: none of these.
    :param matches: examples that the row holds for, read by its test; ``misses``: others.
    """

    what: str
    weight: int
    when: frozenset[str]
    unless: frozenset[str] = frozenset()
    matches: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()

    def holds(self, features: AbstractSet[str]) -> bool:
        """Return True if the features fit."""
        return self.when <= features and self.unless.isdisjoint(features)


def read_rows(source: str, kind: type[Item], table: str = "evidence") -> tuple[Item, ...]:
    """Return the tables of one name in a file of ``rules/``.

    :raises msgspec.ValidationError: for another key, or a value of another type.
    """
    text = (files("sphinx_filedocs") / "rules" / source).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)[table], tuple[kind, ...])  # type: ignore[valid-type]


@cache
def rows(source: str) -> tuple[Row, ...]:
    """Return the weighted rows of a file of ``rules/``."""
    return read_rows(source, Row)


def weigh(rows: Iterable[Row], features: AbstractSet[str]) -> int:
    """Return the sum of the weights of the rows that hold."""
    return sum(row.weight for row in rows if row.holds(features))
