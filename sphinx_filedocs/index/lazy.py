"""A mapping whose values are read when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class Loaded(Mapping[str, Value]):
    """Values of known keys, each loaded when it is asked for first.

    :param keys: in their order.
    :param load: returns the value of a key.
    """

    def __init__(self, keys: Iterable[str], load: Callable[[str], Value]) -> None:
        self._values: dict[str, Value | None] = dict.fromkeys(keys)
        self._load = load

    def __getitem__(self, key: str) -> Value:
        found = self._values[key]
        if found is None:
            found = self._values[key] = self._load(key)
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
