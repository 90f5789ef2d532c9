"""Pure core: a tree as the last build found it, read from disk as far as it is asked for."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, cast
from uuid import uuid4

from sphinx_filedocs.analysis import content
from sphinx_filedocs.analysis.discover import make_folders
from sphinx_filedocs.analysis.facts import extract
from sphinx_filedocs.analysis.graph import in_order
from sphinx_filedocs.analysis.links.kept import Kept, KeptTree
from sphinx_filedocs.analysis.links.link import Unpacked, lines_by_definition, target
from sphinx_filedocs.analysis.links.modules import family
from sphinx_filedocs.analysis.links.stored import recall_tree, write_tree
from sphinx_filedocs.analysis.seals import unsealed
from sphinx_filedocs.analysis.shelf import Shelf, fill, write_bucket
from sphinx_filedocs.analysis.store import Store
from sphinx_filedocs.model import (
    HOWS,
    Codebase,
    Command,
    Cycle,
    Definition,
    Facts,
    File,
    FolderDependency,
    Graph,
    Import,
    Links,
    Occurrences,
    Reach,
    Reference,
    Relation,
    Rows,
    Use,
)

Value = TypeVar("Value")
_NO_ROWS = Rows(Occurrences(()), ())
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
    possible: Rows = _NO_ROWS


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


@dataclass(frozen=True, slots=True)
class _Head:
    """What is kept of a tree as a whole.

    :param state: the name of what is kept.
    :param codebase: without files; of its graph there are the cycles.
    :param counts: see :class:`sphinx_filedocs.analysis.shelf.Shelf`.
    :param kin: see :func:`_kin`.
    :param edited: the files that are others than when all were kept, without facts.
    """

    state: str
    codebase: Codebase
    counts: Mapping[str, int]
    kin: Mapping[str, frozenset[str]]
    edited: Mapping[str, File] = field(default_factory=dict)


def bare(file: File) -> File:
    """Return a file without facts but for its licence."""
    return replace(file, facts=_licensed(file.facts.license))


@cache
def _licensed(license_: str | None) -> Facts:
    """Return the facts of all files of one licence: one object is quickly kept, and read."""
    return Facts(license=license_)


def keep(store: Store, codebase: Codebase, pages: Mapping[str, object]) -> str:
    """Keep an analysed tree; return the name of what is kept, ``""`` if that can't be done.

    :param pages: what is to be known of its pages, by name.
    """
    if not codebase.origin.links:
        return ""
    packer = _Packer(codebase.files)
    rows: dict[str, Mapping[str, object]] = {
        "name": {name: packer.name(row) for name, row in _name_rows(codebase.graph)},
        "file": dict(_file_rows(codebase)),
        "folder": {
            folder: packer.folder(pairs) for folder, pairs in codebase.graph.structure.items()
        },
        "files": {"": {path: bare(file) for path, file in codebase.files.items()}},
        **{f"pages {name}": {"": value} for name, value in pages.items()},
    }
    graph = Graph(cycles=codebase.graph.cycles)
    known = replace(codebase, files={}, folders={}, graph=graph)
    kin = _kin(codebase)

    def work(connection: sqlite3.Connection) -> str:
        connection.commit()
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            head = _Head(str(uuid4()), known, fill(connection, rows), kin)
            write_bucket(connection, "head", 0, {"": head})
        return head.state

    return store.guarded(work, "")


def _kin(codebase: Codebase) -> Mapping[str, frozenset[str]]:
    """Return for each language those that share names with it: files of the one lead to files of
    the other, if need be by way of further ones."""
    kin: dict[str, set[str]] = {}
    for path, file in codebase.files.items():
        language = file.language or ""
        others = {family(language)}
        for one in codebase.graph.imports.get(path, ()):
            others.update(codebase.files[other].language or "" for other in one.resolved)
        known = kin.setdefault(language, {language})
        if not others <= known:
            joined = known.union(*(kin.get(other, {other}) for other in others))
            kin.update(dict.fromkeys(joined, joined))
    return {language: frozenset(others) for language, others in kin.items()}


def _name_rows(graph: Graph) -> Iterator[tuple[str, NameRow]]:
    used: defaultdict[str, dict[Definition, Rows]] = defaultdict(dict)
    for one, lines in graph.references.items():
        used[one.name][one] = lines
    names = {*graph.definitions, *graph.name_imports, *used, *graph.possible}
    for name in names:
        yield (
            name,
            NameRow(
                graph.definitions.get(name, ()),
                graph.name_imports.get(name, ()),
                used.get(name, {}),
                graph.possible.get(name, _NO_ROWS),
            ),
        )


def _file_rows(codebase: Codebase) -> Iterator[tuple[str, FileRow]]:
    graph = codebase.graph
    circled: defaultdict[str, list[str]] = defaultdict(list)
    for path, cycle in graph.cycle_of.items():
        for step in cycle.steps:
            circled[step.path].append(path)
    for path in codebase.files:
        yield (
            path,
            FileRow(
                graph.imported_by.get(path),
                graph.related.get(path),
                graph.tests.get(path),
                graph.commands.get(path),
                graph.reach.get(path),
                graph.cycle_of.get(path),
                tuple(sorted({one.name for one in graph.used.get(path, ())})),
                tuple(circled.get(path, ())),
            ),
        )


class _Packer:
    """Makes rows small, and reads them.

    :param paths: of the files of the tree, which lines are told by.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(sorted(paths))
        self.numbers = {path: at for at, path in enumerate(self.paths)}
        self._known: tuple[Occurrences, Sequence[int]] = Occurrences(()), ()

    def _own(self, every: Occurrences) -> Sequence[int]:
        """Return the numbers that the files of some lines have here."""
        if self._known[0] is not every:
            self._known = every, [self.numbers[path] for path in every.paths]
        return self._known[1]

    def _columns(self, groups: Iterable[Rows]) -> tuple[bytes, ...]:
        files, lines, hows, checksums = array("I"), array("I"), array("B"), array("I")
        for rows in groups:
            every, numbers = rows.occurrences, rows.numbers
            if not numbers:
                continue
            if every.paths is self.paths and isinstance(numbers, range):
                part = slice(numbers.start, numbers.stop)
                files.extend(every.files[part])
                lines.extend(every.lines[part])
                hows.extend(every.hows[part])
                checksums.extend(every.checksums[part])
                continue
            own = self._own(every)
            files.extend([own[every.files[at]] for at in numbers])
            lines.extend([every.lines[at] for at in numbers])
            hows.extend([every.hows[at] for at in numbers])
            checksums.extend([every.checksums[at] for at in numbers])
        return tuple(one.tobytes() for one in (files, lines, hows, checksums))

    def _groups(self, columns: Sequence[bytes], counts: Iterable[int]) -> Iterator[Rows]:
        every = Occurrences(self.paths)
        for column, data in zip(
            (every.files, every.lines, every.hows, every.checksums), columns, strict=True
        ):
            column.frombytes(data)
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
        every, groups = Occurrences(self.paths), self._columns([rows] if rows else [])
        columns = (every.files, every.lines, every.hows, every.checksums)
        for column, data in zip(columns, groups, strict=True):
            column.frombytes(data)
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


class Files(Mapping[str, File]):
    """The files of a tree, with facts that are read when they are asked for.

    :param known: all of them, without facts.
    :param facts_of: returns the facts of one.
    """

    def __init__(self, known: Mapping[str, File], facts_of: Callable[[File], Facts]) -> None:
        self.bare = dict(known)
        self._facts_of = facts_of
        self._whole: dict[str, File] = {}

    def __getitem__(self, path: str) -> File:
        found = self._whole.get(path)
        if found is None:
            known = self.bare[path]
            facts = replace(self._facts_of(known), license=known.facts.license)
            found = self._whole[path] = replace(known, facts=facts)
        return found

    def put(self, file: File) -> None:
        """Put a file in the place of what it was."""
        self.bare[file.path] = bare(file)
        self._whole[file.path] = file

    def __iter__(self) -> Iterator[str]:
        return iter(self.bare)

    def __len__(self) -> int:
        return len(self.bare)

    def __contains__(self, path: object) -> bool:
        return path in self.bare


class _Found(Mapping[str, Value]):
    """Values that are looked for when they are asked for.

    :param keys: returns all that there may be a value of.
    :param find: returns the value of a key, if it has one.
    """

    def __init__(
        self, keys: Callable[[], Iterable[str]], find: Callable[[str], Value | None]
    ) -> None:
        self._keys = keys
        self._find = find

    def __getitem__(self, key: str) -> Value:
        found = self._find(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._keys() if self._find(key) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _References(Mapping[Definition, Rows]):
    """The lines that use each definition."""

    def __init__(self, names: Callable[[], Iterable[str]], row: Callable[[str], NameRow]) -> None:
        self._names = names
        self._row = row

    def __getitem__(self, one: Definition) -> Rows:
        return self._row(one.name).uses[one]

    def __iter__(self) -> Iterator[Definition]:
        found = (one for name in self._names() for one in self._row(name).uses)
        return iter(sorted(found, key=lambda one: one.order))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Recalled:
    """A tree as it was kept, and changes of it.

    :param state: the name of what was kept.
    """

    def __init__(self, store: Store, head: _Head, tree: KeptTree, root: Path, limit: int) -> None:
        self.state = head.state
        self.tree = tree
        #: What the content of files without links follows from.
        self.others = dict(tree.others)
        self._linked: dict[str, Kept] = {}
        self._packed = {path: kept.packed_links for path, kept in tree.files.items()}
        self._store = store
        self._head = head
        self._root = root
        self._limit = limit
        self._shelf = Shelf(store, head.counts)
        files = cast("dict[str, File]", self._shelf.get("files", ""))
        self.files = Files({**files, **head.edited}, self._facts)
        self._edited = dict(head.edited)
        self.origin = head.codebase.origin
        #: See :class:`sphinx_filedocs.model.Graph`.
        self.imports: Mapping[str, tuple[Import, ...]]
        self.imports = _Found(lambda: self.files, self._imports)
        self.cycles = head.codebase.graph.cycles
        self._packer = _Packer(self.files)
        self._names: dict[str, NameRow] = {}
        self._folders: dict[str, tuple[FolderDependency, ...]] = {}

    def pages(self, name: str) -> object:
        """Return what is known of the pages under a name."""
        return self._shelf.get(f"pages {name}", "")

    def kin(self, languages: Iterable[str | None]) -> frozenset[str]:
        """Return the languages that share names with one of some."""
        known = self._head.kin
        return frozenset(one for language in languages for one in known.get(language or "", ()))

    def put_text(self, file: File) -> None:
        """Change what is known of a file by itself."""
        self.files.put(file)
        self._edited[file.path] = bare(file)

    def name(self, name: str) -> NameRow:
        """Return what is known of a name."""
        found = self._names.get(name)
        if found is None:
            kept = self._shelf.get("name", name)
            found = self._names[name] = self._packer.name_row(kept) if kept else NameRow()
        return found

    def lines(self, rows: Sequence[Reference] | None, path: str) -> list[Line]:
        """Return which of some rows a file has.

        :param rows: by file, in their order.
        """
        return [
            (one.line, HOWS.index(one.how), one.checksum)
            for one in self._packer.of_file(cast("Rows | None", rows), path)
        ]

    def spliced(
        self, rows: Sequence[Reference] | None, lines: Mapping[str, Iterable[Line]]
    ) -> Rows:
        """Return rows with others of some files in the place of those that they had there.

        :param rows: by file, in their order.
        """
        rows = cast("Rows | None", rows)
        return self._packer.spliced(rows, lines)

    def put_name(self, name: str, row: NameRow) -> None:
        """Change what is known of a name."""
        self._names[name] = row
        self._shelf.put("name", name, self._packer.name(row))

    def file(self, path: str) -> FileRow:
        """Return what is known of a file."""
        return cast("FileRow | None", self._shelf.get("file", path)) or FileRow()

    def put_file(self, path: str, row: FileRow) -> None:
        """Change what is known of a file."""
        self._shelf.put("file", path, row)

    def put_links(self, linked: Mapping[str, Kept]) -> None:
        """Change where the names of files lead."""
        self._linked.update(linked)
        self._packed.update((path, kept.packed_links) for path, kept in linked.items())

    def folder(self, path: str) -> tuple[FolderDependency, ...] | None:
        """Return what depends on what between the subfolders of a folder."""
        if path not in self._folders:
            kept = self._shelf.get("folder", path)
            if kept is None:
                return None
            self._folders[path] = self._packer.folder_row(kept)
        return self._folders[path]

    def put_folder(self, path: str, pairs: tuple[FolderDependency, ...]) -> None:
        """Change what depends on what between the subfolders of a folder."""
        self._folders[path] = pairs
        self._shelf.put("folder", path, self._packer.folder(pairs))

    def _imports(self, path: str) -> tuple[Import, ...] | None:
        if path not in self.files:
            return None
        written = self.files[path].facts.imports
        kept = self.tree.files.get(path)
        if kept is None:
            return written
        return tuple(one.resolve(to) for one, to in zip(written, kept.resolved, strict=True))

    def _facts(self, file: File) -> Facts:
        found = self._store.recall_facts(file) if file.kind == "text" else Facts()
        if found is None:
            text = content.read(self._root, file.path, self._limit)
            # A file that has changed meanwhile fits no more what else is known of it.
            found = extract(text.text, file.language).facts if text.digest == file.digest else None
        return found or Facts()

    def _cross_referenced(self, name: str) -> tuple[Definition, ...] | None:
        row = self.name(name)
        return in_order({*row.definitions, *row.uses}) or None

    def _used(self, path: str) -> list[Definition] | None:
        names = self.file(path).used
        found = [one for name in names for one in self.name(name).uses if one.path == path]
        return sorted(found, key=lambda one: one.order) or None

    @cached_property
    def codebase(self) -> Codebase:
        """The tree as it is now, once all changes of it are made."""
        files = self.files
        table = self.tree.links

        def names() -> Iterator[str]:
            return self._shelf.keys("name")

        def of_name(field_: str) -> _Found[Any]:
            return _Found(names, lambda name: getattr(self.name(name), field_) or None)

        def of_file(field_: str) -> _Found[Any]:
            return _Found(lambda: files, lambda path: getattr(self.file(path), field_))

        graph = Graph(
            imports=self.imports,
            imported_by=of_file("imported_by"),
            definitions=of_name("definitions"),
            name_imports=of_name("imports"),
            cross_referenced=_Found(names, self._cross_referenced),
            related=of_file("related"),
            tests=of_file("tests"),
            commands=of_file("commands"),
            links=Unpacked(self._packed, lambda found: Links(table, found.expressions)),
            references=_References(names, self.name),
            used=_Found(lambda: files, self._used),
            uses=Unpacked(
                self._packed, lambda found: lines_by_definition(found, lambda at: target(table[at]))
            ),
            possible=of_name("possible"),
            structure=_Found(lambda: self._shelf.keys("folder"), self.folder),
            cycles=self.cycles,
            cycle_of=of_file("cycle"),
            reach=of_file("reach"),
        )
        folders = make_folders(list(files))
        return replace(self._head.codebase, files=files, folders=folders, graph=graph)

    def keep(self, pages: Mapping[str, object]) -> str:
        """Keep the changes; return the name of what is kept, ``""`` if that can't be done.

        :param pages: what is to be known of the pages, by name.
        """
        for name, value in pages.items():
            if value is not self.pages(name):
                self._shelf.put(f"pages {name}", "", value)
        head = self._head

        def work(connection: sqlite3.Connection) -> str:
            connection.commit()
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                self._shelf.write(connection)
                links = write_tree(connection, self._linked, (), self.others, self.tree.links)
                origin = replace(head.codebase.origin, links=links)
                graph = Graph(cycles=self.cycles)
                codebase = replace(head.codebase, graph=graph, origin=origin)
                now = replace(head, state=str(uuid4()), codebase=codebase, edited=self._edited)
                write_bucket(connection, "head", 0, {"": now})
            return now.state

        return self._store.guarded(work, "")


def recall(store: Store, state: str, root: Path, limit: int) -> Recalled | None:
    """Return the tree that was kept under a name, if that is still there.

    :param root: the absolute root folder of the tree.
    :param limit: see :func:`sphinx_filedocs.analysis.content.read`.
    """

    def work(connection: sqlite3.Connection) -> _Head | None:
        row = connection.execute("SELECT rows FROM shelf WHERE kind = 'head'").fetchone()
        return cast("dict[str, _Head]", unsealed(row[0], "head", 0))[""] if row else None

    head = store.guarded(work, None)
    if head is None or head.state != state:
        return None
    known = recall_tree(store)
    if known is None or known[0] != head.codebase.origin.links:
        return None
    return Recalled(store, head, known[1], root, limit)
