#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# Copyright 2020 Nobody. Licensed under MIT.
'Module doc in '  "two pieces.\n\nMore."
import os, sys as system
from typing import (
    TYPE_CHECKING,
    Final,
    TypeAlias,
    overload,
)

if TYPE_CHECKING:
    from .. import pkg as p
    from ...deep.mod import (Thing as T,
        Other)

LIMIT = 10  #: The most that is kept.
"""Not used: a comment comes first."""
NAME: Final = "x"
"""The name's documentation."""
A, _B = 1, 2
lower = 1
lower = 2
typed: dict[str, int] = {}
declared: int
Alias: TypeAlias = "dict[str, int]"
type Pair[T] = tuple[T, T]
type Plain = int

text = """
def not_a_function(): pass
class NotAClass: pass
import not_an_import
"""
# def commented(): pass

try:
    import fast
except ImportError:
    fast = None
    FALLBACK = True

    def conditional(): ...
else:
    async def conditional():
        """A coroutine."""
        async with a as b: pass

with open(__file__) as f:
    class InWith: pass


@overload
def get(x: int) -> int: ...
@overload
def get(x: str) -> str: ...
def get(x):  # a comment with { and :
    r"""Raw \d docstring."""
    LOCAL = 1
    local: int = 2

    def inner(y):
        "Inner."
        class Deep:
            def method(self):
                from lazy import thing
                return lambda z: z
        return Deep
    return inner


# A comment right above.
@decorator(
    arg=1,
)
# A comment between.
@other
class Outer(Base[int], metaclass=Meta):
    """Outer's first line
    goes on.

        Indented.
    """

    CLASS_LEVEL = 1
    attribute = 2
    field: int = 3

    class Inner:
        class Innermost:
            def m(self): ...

    @property
    def value(self) -> int:
        # A comment before the docstring.
        """The value."""

    @value.setter
    def value(self, new): self._value = new

    @staticmethod
    def static(
        a,  # first
        b: str = "):",  # second
        *args: int,
        **kwargs: object,
    ) -> None:
        f"""Not a docstring {a}."""

    async def coroutine(self): b"not text"
    if os.name == "nt":
        def platform(self): return 1
    else:
        def platform(self): return 2


class OneLine: x = 1; Y = 2
def generic[T: (int, str)](x: T, /, *, key: T) -> T: return x
if __name__ == "__main__":
    import argparse
    MAIN = 1
