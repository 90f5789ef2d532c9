"""The words of import statements, also of one that is a tree of paths, ``use a::{b, c::d as
e};``; only ``names`` uses it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from sphinx_filedocs.languages import Language
from sphinx_filedocs.model.expressions import Expression, FromImport, PackagePart, WholeImport
from sphinx_filedocs.parse.import_statements import ImportStatement

_USE = re.compile(rb"(?:pub\b\s*(?:\([^)]*\)\s*)?)?use\b")
_TOKEN = re.compile(rb"//[^\n]*|/\*.*?\*/|::|[{},;*]|\$?(?:r#)?\w+", re.DOTALL)
#: Deepest nest of groups that is read.
_DEPTH = 50
_PACKAGE = re.compile(r"([^/.]+)(?:\.v\d+)?(?:/v\d+)?/?$")
Extent = tuple[int, int]


@dataclass(slots=True)
class PathWord:
    """A word of a path, or the star for everything, with its start and end in bytes.

    :param owner: start of the word before it in its path, -1 for the first.
    :param renames: start of the word that it renames, -1 for none.
    :param binds: True if it is a name in the scope of the import.
    """

    start: int
    end: int
    owner: int = -1
    renames: int = -1
    binds: bool = False


def read(data: bytes, extent: tuple[int, int]) -> Iterator[PathWord]:
    """Yield the words of the paths of an import, none for another statement.

    :param extent: start and end of the statement.
    """
    begins = _USE.match(data, *extent)
    if begins is None:
        return
    reader = _PathReader()
    for match in _TOKEN.finditer(data, begins.end(), extent[1]):
        if not match[0].startswith((b"//", b"/*")) and not reader.take(match):
            break
    reader.end_path()
    yield from reader.words.values()


class _PathReader:
    def __init__(self) -> None:
        self.words: dict[int, PathWord] = {}
        self._owner = -1
        self._groups: list[int] = []
        self._renaming = False
        self._selves: set[int] = set()

    def take(self, match: re.Match[bytes]) -> bool:
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
            # Of `use a as _` nothing is named.
            binds = token != b"_"
            self.words[start] = PathWord(start, match.end(), -1, self._owner, binds=binds)
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


@dataclass(frozen=True, slots=True)
class WordRole:
    """The role of a name in an import statement: bound, or part of the target."""

    expression: Expression
    binds: bool


class ImportWords:
    """The words of the import statements of a text, by start in bytes."""

    def __init__(
        self,
        data: bytes,
        language: Language,
        spots: tuple[Sequence[Extent], Sequence[int]],
        members: Container[int],
        statements: Sequence[ImportStatement],
    ) -> None:
        """Read the statements.

        :param spots: start and end of names, in order, and their starts.
        :param members: the starts of names that are members.
        """
        self._data = data
        self._spots, self._starts = spots
        self._members = members
        self._statements = statements
        self._binds_first = language.imports.binds_first_part
        self.paths = dict(self._paths()) if language.packages.paths else {}
        self.roles = dict(self._roles())
        #: Imports that are themselves expressions.
        self.brought = {statement.extent: at for at, statement in enumerate(statements)}
        #: The targets without names, and the numbers of their imports.
        self.targets = [
            (statement.target, at)
            for at, statement in enumerate(statements)
            if self._is_bare(statement.target)
        ]

    def packages(self) -> Iterator[tuple[int, int, str]]:
        """Yield start and end of targets that are packages without an alias, the numbers of the
        imports and the packages' likely names."""
        for (start, _), number in self.targets:
            import_ = self._statements[number].import_
            if not import_.alias and not import_.names:
                yield start, number, _package_name(import_.target)

    def _paths(self) -> Iterator[tuple[int, PathWord]]:
        for extent in {statement.extent for statement in self._statements}:
            for word in read(self._data, extent):
                yield word.start, word

    def _is_bare(self, target: Extent) -> bool:
        """Return True if no name stands in an import's target: it is a string or a path."""
        at = bisect_left(self._starts, target[0])
        return at == len(self._starts) or self._starts[at] >= target[1]

    def _roles(self) -> Iterator[tuple[int, WordRole]]:
        regions: dict[Extent, list[int]] = {}
        for at, statement in enumerate(self._statements):
            regions.setdefault(statement.extent, []).append(at)
        for extent, numbers in regions.items():
            bound, taken = self._imported(numbers)
            parts = self._package_parts(numbers) if self._binds_first else []
            rest: list[tuple[int, str]] = []
            for start, word in reversed(self._words(extent)):
                if word in bound and start not in self._members:
                    yield start, WordRole(bound.pop(word), binds=True)
                elif word in taken:
                    yield start, WordRole(taken.pop(word), binds=False)
                else:
                    rest.append((start, word))
            yield from _package_roles(reversed(rest), parts)

    def _words(self, extent: Extent) -> list[tuple[int, str]]:
        first = bisect_left(self._starts, extent[0])
        last = bisect_left(self._starts, extent[1])
        return [
            (start, self._data[start:end].decode("utf-8", "replace").removeprefix("r#"))
            for start, end in self._spots[first:last]
        ]

    def _imported(
        self, numbers: Sequence[int]
    ) -> tuple[dict[str, Expression], dict[str, Expression]]:
        """Return the bindings of a statement's words, and the words taken from the target under
        another name.

        :param numbers: of the statement's imports.
        """
        bound: dict[str, Expression] = {}
        taken: dict[str, Expression] = {}
        for number in numbers:
            import_ = self._statements[number].import_
            for at, name in enumerate(import_.names):
                expression = FromImport(number, at)
                if name.alias:
                    bound[name.alias] = expression
                    taken.setdefault(name.name, expression)
                elif name.name != "*":
                    bound[name.name] = expression
            if import_.alias:
                bound[import_.alias] = WholeImport(number)
            elif not import_.names and not self._binds_first:
                last = re.split(r"\W+", import_.target.rstrip("/"))[-1]
                bound.setdefault(last, WholeImport(number))
        return bound, taken

    def _package_parts(self, numbers: Sequence[int]) -> list[tuple[str, WordRole]]:
        parts: list[tuple[str, WordRole]] = []
        for number in numbers:
            import_ = self._statements[number].import_
            words = [word for word in import_.target.split(".") if word]
            binds = not import_.alias and not import_.names
            for count, word in enumerate(words, 1):
                parts.append((word, WordRole(PackagePart(number, count), binds and count == 1)))
        return parts


def _package_roles(
    rest: Iterator[tuple[int, str]], parts: Sequence[tuple[str, WordRole]]
) -> Iterator[tuple[int, WordRole]]:
    at = 0
    for start, word in rest:
        if at < len(parts) and parts[at][0] == word:
            yield start, parts[at][1]
            at += 1


def _package_name(target: str) -> str:
    """Return the name that a package most likely has by the path of its import: a/b, a/b/v2,
    a/b.v2."""
    match = _PACKAGE.search(target)
    return match[1] if match else target
