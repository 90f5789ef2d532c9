"""The words of import statements, also of one that is a tree of paths, ``use a::{b, c::d as
e};``; only ``names`` uses it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from sphinx_filedocs.languages import Language
from sphinx_filedocs.model.expressions import Expression, FromImport, PackagePart, WholeImport
from sphinx_filedocs.parse.import_statements import ImportStatement, PathWord, UseTree

_USE = re.compile(rb"(?:pub\b\s*(?:\([^)]*\)\s*)?)?use\b")
_PACKAGE = re.compile(r"([^/.]+)(?:\.v\d+)?(?:/v\d+)?/?$")
Extent = tuple[int, int]


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
        for start, end in {statement.extent for statement in self._statements}:
            if begins := _USE.match(self._data, start, end):
                yield from UseTree(self._data, begins.end(), end).words.items()

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
