"""What is kept of each name, of each file and of each folder of a tree."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast

from sphinx_filedocs.model import (
    Command,
    Cycle,
    Definition,
    FolderDependency,
    Occurrences,
    Reach,
    Relation,
    Rows,
    Use,
)

NO_ROWS = Rows(Occurrences(()), ())
#: A line of a file that uses something: how, as a place in ``HOWS``, and its checksum.
Line = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class NameRow:
    """What is kept of a name; see the fields of :class:`sphinx_filedocs.model.Graph`.

    :param uses: the lines that use each definition of the name.
    """

    definitions: tuple[Definition, ...] = ()
    imports: tuple[Use, ...] = ()
    uses: Mapping[Definition, Rows] = field(default_factory=dict)
    possible: Rows = NO_ROWS


@dataclass(frozen=True, slots=True)
class FileRow:
    """What is kept of a file; see the fields of :class:`sphinx_filedocs.model.Graph`.

    :param used: the names of the definitions in it that something uses.
    :param circled: the files whose cycle has a line of this one.
    """

    imported_by: tuple[Use, ...] | None = None
    related: tuple[Relation, ...] | None = None
    tests: tuple[str, ...] | None = None
    commands: tuple[Command, ...] | None = None
    reach: Reach | None = None
    cycle: Cycle | None = None
    used: tuple[str, ...] = ()
    circled: tuple[str, ...] = ()


class Packer:
    """Makes rows small, and reads them.

    :param paths: of the files of the tree, which lines are told by.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(sorted(paths))
        self.numbers = {path: at for at, path in enumerate(self.paths)}
        self._known: tuple[Occurrences, Sequence[int]] = Occurrences(()), ()

    def _files(self, every: Occurrences) -> Sequence[int]:
        """Return the numbers that the files of some lines have here."""
        if every.paths is self.paths:
            return every.files
        if self._known[0] is not every:
            own = [self.numbers[path] for path in every.paths]
            self._known = every, array("I", map(own.__getitem__, every.files))
        return self._known[1]

    def _columns(self, groups: Iterable[Rows]) -> tuple[bytes, ...]:
        made = array("I"), array("I"), array("B"), array("I")
        for _, rows in groupby(filter(len, groups), key=lambda one: id(one.occurrences)):
            first, *others = rows
            every, numbers = first.occurrences, array("I", first.numbers)
            for one in others:
                numbers.extend(one.numbers)
            found = (self._files(every), every.lines, every.hows, every.checksums)
            for column, values in zip(made, found, strict=True):
                column.extend(map(values.__getitem__, numbers))
        return tuple(one.tobytes() for one in made)

    def _occurrences(self, columns: Iterable[bytes]) -> Occurrences:
        """Return the lines of which *columns* is what :meth:`_columns` returns."""
        every = Occurrences(self.paths)
        made = (every.files, every.lines, every.hows, every.checksums)
        for column, data in zip(made, columns, strict=True):
            column.frombytes(data)
        return every

    def _groups(self, columns: Iterable[bytes], counts: Iterable[int]) -> Iterator[Rows]:
        every = self._occurrences(columns)
        start = 0
        for count in counts:
            yield Rows(every, range(start, start + count))
            start += count

    def of_file(self, rows: Rows | None, path: str) -> Rows | tuple[()]:
        """Return those rows that a file has.

        :param rows: by file, in their order.
        """
        if not rows:
            return ()
        numbers, files = rows.numbers, rows.occurrences.files
        number = self.numbers[path]
        start = bisect_left(numbers, number, key=files.__getitem__)
        return rows[start : bisect_right(numbers, number, start, key=files.__getitem__)]

    def spliced(self, rows: Rows | None, lines: Mapping[str, Iterable[Line]]) -> Rows:
        """Return rows with others of some files in the place of those that they had there.

        :param rows: by file, in their order.
        """
        every = self._occurrences(self._columns([rows] if rows else []))
        columns = (every.files, every.lines, every.hows, every.checksums)
        for path, added in lines.items():
            number, new = self.numbers[path], list(zip(*added, strict=True)) or [(), (), ()]
            at = slice(bisect_left(every.files, number), bisect_right(every.files, number))
            values = ([number] * len(new[0]), *new)
            for column, more in zip(columns, values, strict=True):
                column[at] = array(column.typecode, more)
        return Rows(every, range(len(every.files)))

    def name(self, row: NameRow) -> tuple[Any, ...]:
        """Return what is kept of a name."""
        return (
            tuple(map(tuple, row.definitions)),
            tuple(map(tuple, row.imports)),
            [(tuple(one), len(lines)) for one, lines in row.uses.items()],
            len(row.possible),
            self._columns((*row.uses.values(), row.possible)),
        )

    def name_row(self, kept: Any) -> NameRow:  # noqa: ANN401 (what name() returned)
        """Return the row of which that was kept."""
        definitions, imports, uses, possible, columns = kept
        counts = (*(count for _, count in uses), possible)
        *used, last = self._groups(columns, counts)
        return NameRow(
            tuple(Definition(*one) for one in definitions),
            tuple(Use(*one) for one in imports),
            {Definition(*one): lines for (one, _), lines in zip(uses, used, strict=True)},
            last,
        )

    def folder(self, pairs: Sequence[FolderDependency]) -> tuple[Any, ...]:
        """Return what is kept of what depends on what in a folder."""
        rows = [cast("Rows", pair.uses) for pair in pairs]
        named = [(pair.source, pair.target, len(pair.uses)) for pair in pairs]
        return named, self._columns(rows)

    def folder_row(self, kept: Any) -> tuple[FolderDependency, ...]:  # noqa: ANN401 (as above)
        """Return what depends on what of which that was kept."""
        named, columns = kept
        rows = self._groups(columns, (count for _, _, count in named))
        return tuple(
            FolderDependency(source, end, lines)
            for (source, end, _), lines in zip(named, rows, strict=True)
        )
