"""Links a tree; after a change, links only files whose questions are invalidated."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count
from typing import NamedTuple, TypeVar

from sphinx_filedocs.incremental.invalidation import invalidate, leads_of
from sphinx_filedocs.incremental.recorder import Recorder, Trace
from sphinx_filedocs.index.parts import Divide, undivided
from sphinx_filedocs.index.store import DamagedError, Store, file_key
from sphinx_filedocs.index.trace import Question
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import Diagnostic, File, folders_of
from sphinx_filedocs.model.links import Links
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.reports import NO_REPORT, NamedLine, Report
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.parse.isolation import fault_of
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.resolve import link_tables
from sphinx_filedocs.resolve.definitions import FileDefinitions, definition, definitions_of
from sphinx_filedocs.resolve.exports import exports_of
from sphinx_filedocs.resolve.import_resolution import Resolution
from sphinx_filedocs.resolve.link_tables import (
    FileLinks,
    LinkedFile,
    Target,
    pack,
    related_otherwise,
    target_of,
    unpack,
)
from sphinx_filedocs.resolve.linker import CompiledTargets, Linker, Progress, quietly
from sphinx_filedocs.resolve.module_cache import ModuleCache
from sphinx_filedocs.resolve.tree import LinkTree
from sphinx_filedocs.resolve.visibility import DefinedNames, stored_definitions

Known = TypeVar("Known")
#: Where more than this part of the files is linked again, all definitions are held in memory: that
#: takes less than to ask for each.
_MOST = 1 / 8
#: The links of so many files are held as they are looked at.
_UNPACKED = 16


@dataclass(frozen=True, slots=True)
class Relinked:
    """The result of an update.

    :param edited: added, removed or edited files.
    :param files: linked again, or no longer linked.
    :param changed: with other targets, lines or signatures of targets.
    :param related: symbols with other bases, overrides, calls or types.
    :param anew: True if nothing was stored.
    """

    edited: AbstractSet[str]
    files: frozenset[str]
    changed: frozenset[str]
    related: frozenset[Target] = frozenset()
    anew: bool = False


@dataclass(slots=True)
class _Update:
    files: dict[str, LinkedFile] = field(default_factory=dict)
    definitions: dict[str, FileDefinitions] = field(default_factory=dict)
    links: dict[str, bytes] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, int]:
        return {path: file.number for path, file in self.files.items()}

    @property
    def packages(self) -> Iterator[tuple[str, str]]:
        return ((file.language, file.package) for file in self.files.values())


class _Linked(NamedTuple):
    """A linked file.

    :param links: packed.
    :param counted: see :class:`~sphinx_filedocs.resolve.link_tables.FileLinks`.
    :param results: with the questions; see :meth:`Recorder.part`.
    """

    path: str
    links: bytes
    counted: tuple[int, int]
    results: Mapping[str, Trace]
    trouble: Diagnostic | None


class LinkedTree:
    """The links of a tree.

    :param store: holds them.
    :param files: all files.
    :param names: of linked files; of a large tree they are read more than once.
    :param recorder: begun; knows the questions that the links of the last build asked.
    :param known: the files without their facts.
    """

    def __init__(
        self,
        store: Store,
        files: Mapping[str, File],
        names: Mapping[str, Names],
        resolution: Resolution,
        recorder: Recorder,
        known: Mapping[str, File] | None = None,
        report: Report = NO_REPORT,
    ) -> None:
        self._store = store
        self._modules = ModuleCache(files, names, recorder.tracer, known)
        self._resolution = resolution
        self._recorder = recorder
        self._report = report
        self._keys = {
            path: f"{file_key(file)}{report.digest(path)}"
            for path, file in (known or files).items()
        }
        #: The definitions of files by line and name; ``None`` where one line has several.
        self._by_line: dict[str, dict[tuple[int, str], Definition | None]] = {}
        #: What is not on disk (yet).
        self._packed: dict[str, bytes] = {}
        #: A page asks for those of its file again and again.
        self._unpacked = lru_cache(_UNPACKED)(self._unpack)
        self._definitions: dict[Target, Definition] = {}
        #: By which files are known on disk.
        self._numbers: dict[str, int] = {}
        #: All that are linked.
        self._files: Mapping[str, LinkedFile] = {}
        #: How many names stand in the files, and how many of them lead to a place in the tree.
        self.counted = (0, 0)
        #: What is wrong with files, since the last update.
        self.troubles: list[Diagnostic] = []

    @property
    def paths(self) -> Iterator[str]:
        """The linked files, sorted."""
        return iter(self._modules)

    def has(self, path: str) -> bool:
        """Return True if a file has links."""
        return path in self._modules

    def links(self, path: str) -> Links:
        """Return the link of each expression of a file."""
        links = self.file_links(path)
        return Links(links.different, links.expressions)

    def file_links(self, path: str) -> FileLinks:
        """Return the links and uses of a file.

        :raises sphinx_filedocs.index.store.DamagedError: if it can't be read; so do the others.
        """
        return self._unpacked(path)

    def definitions(self, path: str) -> list[Definition]:
        """Return the definitions of a file, each once."""
        rows = self._file_definitions(path).rows
        return list(dict.fromkeys(definition(path, row) for _, row in rows))

    def _unpack(self, path: str) -> FileLinks:
        packed = self._packed.get(path)
        if packed is None:
            with self._store.reading() as connection:
                packed = _known(link_tables.read_links(connection, path))
        return unpack(packed, self._find)

    def _find(self, target: Target) -> Definition:
        defined = self._definitions.get(target)
        if defined is None:
            self._definitions.update(
                (target_of(symbol), symbol) for symbol in self.definitions(target[0])
            )
            with self._store.reading():
                defined = self._definitions[target] = _known(self._definitions.get(target))
        return defined

    def _file_definitions(self, path: str) -> FileDefinitions:
        with self._store.reading() as connection:
            return link_tables.read_definitions(connection, self._numbers[path])

    def update(self, progress: Progress = quietly, divide: Divide = undivided) -> Relinked:
        """Link outdated files, and write the links; the caller commits.

        :param progress: passes linked files on.
        """
        self.troubles = []
        before = self._store.guarded(link_tables.read_files)
        try:
            return self._update(before, progress, divide)
        except DamagedError:
            self.troubles = []
            self._packed, self._definitions = {}, {}
            self._unpacked.cache_clear()
        return self._update({}, progress, divide)

    def link_alone(self, before: LinkedTree, paths: Sequence[str]) -> None:
        """Link some files while others stay as in the last tree, and write the links; the caller
        commits.

        :param before: the last tree.
        """
        made = _Update(dict(before._files))
        free = count(max(made.numbers.values(), default=0) + 1)
        for path in paths:
            old = made.files.get(path)
            self._look_at(path, old.number if old else next(free), made)
        self._numbers = made.numbers
        self._link(made, self._names(made, {*paths}), paths)
        files = [made.files[path] for path in paths]
        self._store.guarded(
            lambda connection: link_tables.write(
                connection, (), files, made.definitions, made.links
            )
        )
        self._keep(made)

    def _update(
        self, before: Mapping[str, LinkedFile], progress: Progress, divide: Divide
    ) -> Relinked:
        changed, recorder = self._recorder.changed, self._recorder
        edited = changed("file key", self._keys)
        changed(Question.EXISTS, dict.fromkeys((*self._keys, *folders_of(self._keys)), ""))
        is_compiled_otherwise = changed(Question.BUILDS, self._resolution.builds.digests)
        made, moved = self._changes(before, edited)
        self._numbers = made.numbers
        gone = [file for path, file in before.items() if path not in self._modules]
        again = {*made.definitions, *moved}
        defined: Mapping[str, FileDefinitions] = {}
        if edited or again or is_compiled_otherwise:
            old = [file for path, file in before.items() if path in again - moved or file in gone]
            defined = self._stored_definitions(old)
            definitions, sees = (defined, made.definitions), self._modules.sees_through_imports
            invalidate(recorder.dirty, before, made.files, definitions, edited, sees)
        again |= {path for path in made.files.keys() - again if recorder.is_outdated(_name(path))}
        if not again and not gone:
            self._keep(made)
            return Relinked(edited, frozenset(), frozenset())
        lost = {file.path for file in gone}
        last = {path: self._read_links(path) for path in again & before.keys() | lost}
        self._link(made, self._names(made, again), sorted(again), progress, divide)
        if before:
            recorder.check()
        self._write(made, gone, is_new=not before)
        self._keep(made)
        if not before:
            return Relinked(edited, frozenset(again), frozenset(again), anew=True)
        now = {path: made.links[path] for path in again}
        differing = {path for path in again if last.get(path) != now[path]}
        related = {
            (path, *symbol)
            for path in differing | lost
            for symbol in related_otherwise(last.get(path), now.get(path))
        }
        differing |= self._showing(again - differing, _restated(defined, made.definitions))
        files, differing = again | lost, differing | lost
        return Relinked(edited, frozenset(files), frozenset(differing), frozenset(related))

    def _changes(
        self, before: Mapping[str, LinkedFile], changed: set[str]
    ) -> tuple[_Update, set[str]]:
        made = _Update()
        moved: set[str] = set()
        number = max((file.number for file in before.values()), default=0)
        for path in self._modules:
            old = before.get(path)
            if old is None or path in changed or not old.sound:
                number += old is None
                self._look_at(path, old.number if old else number, made)
            elif leads_of(self._imports(path)) == old.leads:
                made.files[path] = old
            else:
                moved.add(path)
                self._look_at(path, old.number, made)
                del made.definitions[path]
        return made, moved

    def _stored_definitions(self, files: Iterable[LinkedFile]) -> dict[str, FileDefinitions]:
        with self._store.reading() as connection:
            return {
                file.path: link_tables.read_definitions(connection, file.number) for file in files
            }

    def _showing(self, paths: Iterable[str], targets: set[Target]) -> set[str]:
        return {
            path
            for path in (paths if targets else ())
            for link in self.file_links(path).different
            if any(target_of(symbol) in targets for symbol in link.definitions)
        }

    def _names(self, made: _Update, again: set[str]) -> DefinedNames:
        same = [file for path, file in made.files.items() if path not in made.definitions]
        if len(again) <= _MOST * len(made.files):
            find = stored_definitions(self._store, same)
            return DefinedNames(made.definitions, made.packages, find)
        held = self._stored_definitions(same)
        return DefinedNames({**held, **made.definitions}, made.packages)

    def _imports(self, path: str) -> tuple[Import, ...]:
        return self._resolution.imports.get(path, ())

    def _look_at(self, path: str, number: int, made: _Update) -> None:
        module, imports = self._modules.own(path), self._imports(path)
        self._modules.leave_file()
        exports = exports_of(module, imports)
        defined = made.definitions[path] = definitions_of(module)
        made.files[path] = LinkedFile(
            number,
            path,
            defined.language,
            defined.family,
            defined.package,
            leads_of(imports),
            exports.digest,
            exports.names,
        )

    def _link(
        self,
        made: _Update,
        names: DefinedNames,
        paths: Sequence[str],
        progress: Progress = quietly,
        divide: Divide = undivided,
    ) -> None:
        rows = divide(partial(self._linked, made, names), paths)
        try:
            for _ in progress((self._take(row, made) for row in rows), len(paths)):
                pass
        except DamagedError:
            raise self._store.damaged() from None

    def _take(self, row: _Linked, made: _Update) -> str:
        path, (names, led) = row.path, row.counted
        self._recorder.add(row.results)
        made.links[path] = row.links
        sound = row.trouble is None
        made.files[path] = made.files[path]._replace(names=names, led=led, sound=sound)
        if row.trouble:
            self.troubles.append(row.trouble)
        return path

    def _linked(
        self, made: _Update, names: DefinedNames, paths: Sequence[str]
    ) -> Iterator[_Linked]:
        linker = self._linker(names)
        for path in paths:
            trouble = None
            with self._recorder.part() as results, self._recorder.recording(_name(path)):
                compiled = self._compiled_targets(path, made)
                try:
                    links = linker.link(path, compiled)
                except DamagedError:
                    raise
                except Exception as error:  # noqa: BLE001 - no file ends a build
                    # What was being followed in it is left as it was.
                    linker = self._linker(names)
                    links = linker.without_links(path)
                    message = Phrase("its names are not linked: {reason}", reason=fault_of(error))
                    trouble = Diagnostic(path, "fault", message)
            for link in links.different:
                for symbol in link.definitions:
                    self._definitions.setdefault(target_of(symbol), symbol)
            yield _Linked(path, pack(links), links.counted, results, trouble)
        linker.let_go()
        self._store.check()

    def _linker(self, names: DefinedNames) -> Linker:
        self._modules.leave_file()
        tree = LinkTree(self._modules, names, self._resolution, self._keys, self._recorder.tracer)
        return Linker(tree)

    def _compiled_targets(self, path: str, made: _Update) -> CompiledTargets:
        targets = self._report.targets.get(path, {})
        names = {place: self._definition_of(target, made) for place, target in targets.items()}
        relations = {
            place: [
                (kind, meant)
                for kind, target in others
                if (meant := self._definition_of(target, made)) is not None
            ]
            for place, others in self._report.relations.get(path, {}).items()
        }
        known = {place: meant for place, meant in names.items() if meant is not None}
        return CompiledTargets(known, self._report.kinds.get(path, {}), relations)

    def _definition_of(self, target: NamedLine, made: _Update) -> Definition | None:
        return self._lines_of(target.path, made).get((target.line, target.name))

    def _lines_of(self, path: str, made: _Update) -> Mapping[tuple[int, str], Definition | None]:
        if path not in self._by_line:
            by_line: dict[tuple[int, str], Definition | None] = {}
            if path in self._modules:
                rows = (made.definitions.get(path) or self._file_definitions(path)).rows
                for candidate in dict.fromkeys(definition(path, row) for _, row in rows):
                    key = (candidate.line, candidate.name.rpartition("::")[2])
                    by_line[key] = None if key in by_line else candidate
            self._by_line[path] = by_line
        return self._by_line[path]

    def _read_links(self, path: str) -> bytes | None:
        with self._store.reading() as connection:
            return link_tables.read_links(connection, path)

    def _write(self, made: _Update, gone: Collection[LinkedFile], *, is_new: bool) -> None:
        files = [made.files[path] for path in made.links]

        def write(connection: sqlite3.Connection) -> None:
            if is_new:
                link_tables.clear(connection)
            link_tables.write(connection, gone, files, made.definitions, made.links)

        self._store.guarded(write)

    def _keep(self, made: _Update) -> None:
        files = made.files.values()
        self._files = made.files
        self.counted = sum(file.names for file in files), sum(file.led for file in files)
        self._packed = made.links
        self._unpacked.cache_clear()
        self._by_line = {}


def _restated(
    before: Mapping[str, FileDefinitions], now: Mapping[str, FileDefinitions]
) -> set[Target]:
    restated: set[Target] = set()
    for path in before.keys() & now.keys():
        old, new = (
            {target_of(symbol): (symbol.kind, symbol.signature) for symbol in definitions}
            for definitions in (
                [definition(path, row) for _, row in side[path].rows] for side in (before, now)
            )
        )
        restated.update(target for target in old.keys() & new.keys() if old[target] != new[target])
    return restated


def _name(path: str) -> str:
    # No docname begins so.
    return f"/{path}"


def _known(value: Known | None) -> Known:
    if value is None:
        msg = "a row is gone"
        raise ValueError(msg)
    return value
