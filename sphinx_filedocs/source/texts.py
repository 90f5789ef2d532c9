"""The texts of a tree, and the one door to what functions read from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

Facts = TypeVar("Facts")
Read = Callable[[str], str | None]
#: Calls a function with the text of a file, by path.
Ask = Callable[[str, Callable[[str], object], str], object]


def _here(_path: str, reader: Callable[[str], object], text: str) -> object:
    return reader(text)


class Texts:
    """The texts of a tree, and what is read from each by itself.

    :param read: returns the text of a file, ``None`` when it has none.
    :param ask: calls a function with a text, in bounds; without one, in this process.
    """

    def __init__(self, read: Read, ask: Ask = _here) -> None:
        self._read = read
        self._ask = ask
        self._facts: dict[tuple[str, Callable[[str], object]], object] = {}

    @classmethod
    def of(cls, read: Read) -> Texts:
        """Return the texts that a function reads, which may be such texts itself."""
        return read if isinstance(read, Texts) else cls(read)

    def __call__(self, path: str) -> str | None:
        """Return the text of a file, ``None`` when it has none."""
        return self._read(path)

    def facts(self, path: str, reader: Callable[[str], Facts]) -> Facts:
        """Return what a function reads from the text of a file, from ``""`` when it has none. The
        function is asked once.

        :param reader: can be pickled, as can what it returns.
        """
        key = path, reader
        if key not in self._facts:
            text = self._read(path)
            self._facts[key] = self._ask(path, reader, text) if text else reader("")
        return cast("Facts", self._facts[key])

    def forget(self, path: str) -> None:
        """Forget what was read from a text that is another one now."""
        for key in [key for key in self._facts if key[0] == path]:
            del self._facts[key]
