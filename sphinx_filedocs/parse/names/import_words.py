"""What the words of import statements are; only ``names`` uses it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from sphinx_filedocs.languages import Language
from sphinx_filedocs.model.expressions import Expression, FromImport, PackagePart, WholeImport
from sphinx_filedocs.parse.names import use_paths
from sphinx_filedocs.parse.names.use_paths import PathWord
from sphinx_filedocs.parse.statements import Statement

_PACKAGE = re.compile(r"([^/.]+)(?:\.v\d+)?(?:/v\d+)?/?$")

Extent = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Role:
    """What a name in an import statement is: bound, or part of what is imported."""

    expression: Expression
    binds: bool


class ImportWords:
    """The words of the import statements of a text, by the bytes where they start."""

    def __init__(
        self,
        data: bytes,
        language: Language,
        spots: tuple[Sequence[Extent], Sequence[int]],
        members: Container[int],
        statements: Sequence[Statement],
    ) -> None:
        """Read the statements.

        :param spots: where names start and end, in order, and where they start.
        :param members: where names start that are members.
        """
        self._data = data
        self._spots, self._starts = spots
        self._members = members
        self._statements = statements
        self._binds_first = language.binds_first_part
        self.paths = dict(self._paths()) if language.module_paths else {}
        self.roles = dict(self._roles())
        #: Where an import is itself an expression.
        self.brought = {statement.extent: at for at, statement in enumerate(statements)}
        #: The targets in which no name stands, and the numbers of their imports.
        self.targets = [
            (statement.target, at)
            for at, statement in enumerate(statements)
            if self._is_bare(statement.target)
        ]

    def packages(self) -> Iterator[tuple[int, int, str]]:
        """Yield where the targets of packages start that are imported under no other name, the
        numbers of the imports and the names that the packages have most likely."""
        for (start, _), number in self.targets:
            import_ = self._statements[number].import_
            if not import_.alias and not import_.names:
                yield start, number, _package_name(import_.target)

    def _paths(self) -> Iterator[tuple[int, PathWord]]:
        """Yield the words of imports that are trees of paths."""
        for extent in {statement.extent for statement in self._statements}:
            for word in use_paths.read(self._data, extent):
                yield word.start, word

    def _is_bare(self, target: Extent) -> bool:
        """Tell whether no name stands in an import's target: it is a string or a path."""
        at = bisect_left(self._starts, target[0])
        return at == len(self._starts) or self._starts[at] >= target[1]

    def _roles(self) -> Iterator[tuple[int, Role]]:
        """Yield what each name in an import statement is."""
        regions: dict[Extent, list[int]] = {}
        for at, statement in enumerate(self._statements):
            regions.setdefault(statement.extent, []).append(at)
        for extent, numbers in regions.items():
            bound, taken = self._imported(numbers)
            parts = self._package_parts(numbers) if self._binds_first else []
            rest: list[tuple[int, str]] = []
            for start, word in reversed(self._words(extent)):
                if word in bound and start not in self._members:
                    yield start, Role(bound.pop(word), binds=True)
                elif word in taken:
                    yield start, Role(taken.pop(word), binds=False)
                else:
                    rest.append((start, word))
            yield from _package_roles(reversed(rest), parts)

    def _words(self, extent: Extent) -> list[tuple[int, str]]:
        """Return the names between two bytes and where they start."""
        first = bisect_left(self._starts, extent[0])
        last = bisect_left(self._starts, extent[1])
        return [
            (start, self._data[start:end].decode("utf-8", "replace"))
            for start, end in self._spots[first:last]
        ]

    def _imported(
        self, numbers: Sequence[int]
    ) -> tuple[dict[str, Expression], dict[str, Expression]]:
        """Return what the words of a statement bind, and what others in it are taken from the
        target under another name.

        :param numbers: the imports that the statement has.
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

    def _package_parts(self, numbers: Sequence[int]) -> list[tuple[str, Role]]:
        """Return the words of dotted targets in order; the first is bound if the import has no
        name of its own."""
        parts: list[tuple[str, Role]] = []
        for number in numbers:
            import_ = self._statements[number].import_
            words = [word for word in import_.target.split(".") if word]
            binds = not import_.alias and not import_.names
            for count, word in enumerate(words, 1):
                parts.append((word, Role(PackagePart(number, count), binds and count == 1)))
        return parts


def _package_roles(
    rest: Iterator[tuple[int, str]], parts: Sequence[tuple[str, Role]]
) -> Iterator[tuple[int, Role]]:
    """Yield the roles of the names that are parts of dotted targets."""
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
