"""Reads the paths of an import that is a tree of paths, ``use a::{b, c::d as e};``;
only ``names`` uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_USE = re.compile(rb"(?:pub\b\s*(?:\([^)]*\)\s*)?)?use\b")
_TOKEN = re.compile(rb"//[^\n]*|/\*.*?\*/|::|[{},;*]|\$?(?:r#)?\w+", re.DOTALL)
#: Deepest nest of groups that is read.
_DEPTH = 50


@dataclass(slots=True)
class PathWord:
    """A word of a path, or the star for everything, with where it starts and ends in bytes.

    :param owner: where the word before it in its path starts, -1 for the first.
    :param renames: where the word starts that it is another name for, -1 for none.
    :param binds: whether it is a name in the scope of the import.
    """

    start: int
    end: int
    owner: int = -1
    renames: int = -1
    binds: bool = False


def read(data: bytes, extent: tuple[int, int]) -> Iterator[PathWord]:
    """Yield the words of the paths of an import, nothing if it is another statement.

    :param extent: where the statement starts and ends.
    """
    begins = _USE.match(data, *extent)
    if begins is None:
        return
    reader = _Reader()
    for match in _TOKEN.finditer(data, begins.end(), extent[1]):
        if not match[0].startswith((b"//", b"/*")) and not reader.take(match):
            break
    reader.end_path()
    yield from reader.words.values()


class _Reader:
    def __init__(self) -> None:
        self.words: dict[int, PathWord] = {}
        self._owner = -1
        self._groups: list[int] = []
        self._renaming = False
        self._selves: set[int] = set()

    def take(self, match: re.Match[bytes]) -> bool:
        """Read one token; return whether more can be read."""
        token, start = match[0], match.start()
        if token == b"{":
            self._groups.append(self._owner)
        elif token in (b",", b"}", b";"):
            self.end_path()
            if token == b"}" and self._groups:
                self._groups.pop()
                self._owner = -1
            elif self._groups:
                self._owner = self._groups[-1]
        elif token == b"as":
            self._renaming = True
        elif self._renaming:
            self.words[start] = PathWord(start, match.end(), -1, self._owner, binds=True)
            self._owner, self._renaming = -1, False
        elif token != b"::":
            self.words[start] = PathWord(start, match.end(), self._owner)
            self._owner = start
            if token == b"self":
                self._selves.add(start)
        return len(self._groups) <= _DEPTH

    def end_path(self) -> None:
        """Let the last word of a path be a name; the word ``self`` is that of its group."""
        last = self.words.get(self._owner)
        if last and self._owner not in self._groups:
            named = self.words.get(last.owner) if self._owner in self._selves else last
            if named:
                named.binds = True
        self._owner = -1
