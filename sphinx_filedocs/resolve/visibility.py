"""Finds definitions by name, and those that a file can see by packages and includes."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from sphinx_filedocs import languages
from sphinx_filedocs.index import trace
from sphinx_filedocs.index.store import DamagedError, Store
from sphinx_filedocs.index.trace import Question, Tracer
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.symbols import last_part
from sphinx_filedocs.resolve import link_tables
from sphinx_filedocs.resolve.defined import Defined
from sphinx_filedocs.resolve.definitions import (
    FileDefinitions,
    Row,
    answers,
    defined,
)
from sphinx_filedocs.resolve.import_resolution import Builds
from sphinx_filedocs.resolve.link_tables import LinkedFile
from sphinx_filedocs.resolve.modules import Module

#: A place in a file: its path and the number of a binding or a scope.
Place = tuple[str, int]
#: Returns all definitions of the files that define something of a name, by path.
Find = Callable[[str], Mapping[str, FileDefinitions]]


class DefinedNames:
    """Definitions by name, in memory or on disk; lists are sorted by path.

    Names belong to a group of languages that share definitions.

    :param files: definitions by path.
    :param packages: language and package of each file.
    :param find: returns definitions of other files.
    """

    def __init__(
        self,
        files: Mapping[str, FileDefinitions],
        packages: Iterable[tuple[str, str]],
        find: Find | None = None,
    ) -> None:
        self._find = find
        self._asked: set[str] = set()
        #: The definitions, the file of each, and what is made of them.
        self._rows: list[Row] = []
        self._homes: list[str] = []
        #: The number of the first row of each file.
        self._starts: dict[str, int] = {}
        #: The rows of each file that was asked for a name, by name.
        self._by_name: dict[str, defaultdict[str, list[int]]] = {}
        self._made: dict[int, Defined] = {}
        self._numbers: dict[str, list[int]] = defaultdict(list)
        self._aliases: dict[tuple[str, str], list[Place]] = defaultdict(list)
        self._opened: dict[tuple[str, str], list[Place]] = defaultdict(list)
        self._spaces: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._above = packages_above(packages)
        for path, file in files.items():
            self._add(path, file)

    def _add(self, path: str, file: FileDefinitions, name: str | None = None) -> None:
        if path not in self._starts:
            self._add_rows(path, file)
        start = self._starts[path]
        numbers = None if name is None else self._rows_of(path, file).get(name, ())
        for key, number in answers(file, numbers):
            self._numbers[key].append(start + number)

    def _rows_of(self, path: str, file: FileDefinitions) -> Mapping[str, list[int]]:
        """Return the numbers of the rows of a file by name."""
        rows = self._by_name.get(path)
        if rows is None:
            rows = self._by_name[path] = defaultdict(list)
            for number, (_, row) in enumerate(file.rows):
                rows[row.name].append(number)
        return rows

    def _add_rows(self, path: str, file: FileDefinitions) -> None:
        family = file.family
        start = self._starts[path] = len(self._rows)
        self._rows += (row for _, row in file.rows)
        self._homes += [path] * len(file.rows)
        for qualified, number in file.aliases.items():
            self._aliases[family, qualified].append((path, number))
        for owner, scopes in file.opened.items():
            self._opened[family, owner] += ((path, scope) for scope in scopes)
        for space, at in file.spaces.items():
            self._spaces[family, space].append(start + at)

    def _read(self, name: str) -> None:
        if self._find and name not in self._asked:
            self._asked.add(name)
            for path, file in self._find(name).items():
                self._add(path, file, name)

    def _defined(self, numbers: Iterable[int]) -> list[Defined]:
        made = self._made
        definitions = []
        for number in sorted(numbers, key=self._homes.__getitem__):
            definition = made.get(number)
            if definition is None:
                definition = made[number] = defined(self._homes[number], self._rows[number])
            definitions.append(definition)
        return definitions

    def _answer(self, key: str) -> Sequence[Defined]:
        return self._defined(self._numbers.get(key, ()))

    def named(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name outside of functions."""
        self._read(name)
        return self._answer(trace.name_key(family, name))

    def qualified(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name outside of functions."""
        self._read(last_part(name))
        return self._answer(trace.qualified_key(family, name))

    def in_package(self, language: str, package: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in a package of a language."""
        self._read(name)
        return self._answer(trace.packaged_name_key(language, package, name))

    def has_package(self, language: str, package: str) -> bool:
        """Return True if a name is a package, or stands above one."""
        return (language, package) in self._above

    def aliases(self, family: str, qualified: str) -> Sequence[Place]:
        """Return the bindings of aliases."""
        self._read(qualified)
        return sorted(self._aliases.get((family, qualified), ()))

    def opened(self, family: str, owner: str) -> Sequence[Place]:
        """Return the scopes of a namespace that open others."""
        self._read(owner)
        return sorted(self._opened.get((family, owner), ()), key=itemgetter(0))

    def macro_space(self, family: str, name: str) -> Defined | None:
        """Return the macro that opens a namespace."""
        self._read(name)
        return next(iter(self._defined(self._spaces.get((family, name), ()))), None)


def packages_above(files: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the packages of each language, and all above them. Example: ``shop.cart`` and
    ``shop``.

    :param files: language and package of each file.
    """
    known = languages.load()
    above: set[tuple[str, str]] = set()
    for language, package in set(files):
        at = package if known[language].packages.by_folder else ""
        while at and (language, at) not in above:
            above.add((language, at))
            at = at.rpartition(".")[0]
    return above


def stored_definitions(store: Store, files: Iterable[LinkedFile]) -> Find:
    """Return a function that finds definitions on disk by name.

    :param files: with valid stored definitions.
    """
    discarded = store.discarded
    paths = {file.number: file.path for file in files}
    known: dict[int, FileDefinitions] = {}

    def find(name: str) -> Mapping[str, FileDefinitions]:
        with store.reading() as connection:
            if store.discarded != discarded:
                # The file was damaged elsewhere, and is begun anew.
                msg = "the links of the last build are gone"
                raise DamagedError(msg)
            numbers = link_tables.files_with(connection, name) & paths.keys()
            for number in numbers - known.keys():
                known[number] = link_tables.read_definitions(connection, number)
        return {paths[number]: known[number] for number in numbers}

    return find


#: Returns what a file leads to by its imports.
Leads = Callable[[str], Iterable[str]]
#: A name with more definitions than this leads to none of them.
MANY = 200


class Closure:
    """The files that each file reaches, as bit sets.

    :param numbers: the bit of each file.
    """

    def __init__(self, numbers: Mapping[str, int], leads: Leads) -> None:
        self.numbers = numbers
        self._leads = leads
        self._known: dict[str, int] = {}

    def of(self, path: str) -> int:
        """Return a file and all files that it reaches."""
        if path in self._known:
            return self._known[path]
        total = 0
        pending = [path]
        while pending:
            at = pending.pop()
            if at not in self.numbers:
                continue
            bit = 1 << self.numbers[at]
            if total & bit:
                continue
            known = self._known.get(at)
            if known is not None:
                total |= known
                continue
            total |= bit
            pending += self._leads(at)
        self._known[path] = total
        return total


def included_together(closure: Closure, includes: Leads) -> dict[str, int]:
    """Return, for each file with includes, all files that some file includes together with it.

    :param includes: returns the included files.
    """
    met: dict[str, int] = {}
    used: dict[str, list[str]] = {}
    for path in closure.numbers:
        included = [target for target in includes(path) if target in closure.numbers]
        if included:
            used[path] = included
            met.update((file, closure.of(file)) for file in (path, *included))
    # Those that include most first: they reach the others.
    queue = deque(sorted(used, key=lambda path: -met[path].bit_count()))
    queued = set(queue)
    while queue:
        user = queue.popleft()
        queued.discard(user)
        for target in used.get(user, ()):
            grown = met[target] | met[user]
            if grown != met[target]:
                met[target] = grown
                if target not in queued:
                    queued.add(target)
                    queue.append(target)
    return met


class Visibility:
    """Finds definitions that a file can see.

    :param paths: of the linked files.
    :param names: their definitions.
    :param imports: of each file, resolved.
    :param builds: compile commands and conditions.
    """

    def __init__(
        self,
        paths: Iterable[str],
        names: DefinedNames,
        imports: Mapping[str, tuple[Import, ...]],
        builds: Builds,
        tracer: Tracer,
    ) -> None:
        self._builds = builds
        self._names = names
        self._imports = imports
        self._tracer = tracer
        self._ask = tracer.asking(Question.DEFINED)
        self._closure = Closure({path: at for at, path in enumerate(paths)}, self._leads)
        self._met: Mapping[str, int] | None = None
        self._tables: dict[str, bytes] = {}
        self._named: dict[tuple[str, str], Mapping[str, list[Defined]]] = {}
        self._qualified: dict[tuple[str, str], Sequence[Defined]] = {}
        self._qualified_seen: dict[tuple[str, str], list[Defined]] = {}

    def named(self, family: str, name: str, place: str) -> list[Defined]:
        """Return the definitions of a name at a place, ``top`` or ``member``."""
        self._ask(trace.name_key(family, name))
        by_place = self._named.get((family, name))
        if by_place is None:
            rows = self._names.named(family, name)
            places: dict[str, list[Defined]] = {}
            for row in rows if len(rows) <= MANY else ():
                places.setdefault(row.place, []).append(row)
            by_place = self._named[family, name] = places
        return by_place.get(place, [])

    def qualified(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name."""
        self._ask(trace.qualified_key(family, name))
        rows = self._qualified.get((family, name))
        if rows is None:
            rows = self._qualified[family, name] = self._names.qualified(family, name)
        return rows

    def beside(self, module: Module, name: str) -> list[Defined]:
        """Return the definitions of a name in other files of the package, own folder first."""
        rows = self.in_package(module, module.package, name)
        others = [row for row in rows if row.path != module.path]
        folder = module.path.rpartition("/")[0]
        near = [row for row in others if row.path.rpartition("/")[0] == folder]
        return near or others

    def in_package(self, module: Module, package: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in a package of the language of a file."""
        language = module.language.key
        self._ask(trace.packaged_name_key(language, package, name))
        rows = self._names.in_package(language, package, name)
        # The clause that names a package is no member of it.
        return [row for row in rows if row.kind != "namespace"]

    def has_package(self, module: Module, package: str) -> bool:
        """Return True if a name is a package, or stands above one."""
        language = module.language.key
        self._ask(trace.package_key(language, package))
        return self._names.has_package(language, package)

    def seen(self, path: str, rows: Iterable[Defined]) -> list[Defined]:
        """Return definitions in a file or its includes."""
        rows = list(rows)
        return self._chosen(rows, self._see(path)) if rows else rows

    def near(self, path: str, rows: Iterable[Defined]) -> list[Defined]:
        """Return definitions that some file includes together with this one."""
        rows = list(rows)
        return self._chosen(rows, self._meet(path)) if rows else rows

    def is_skipped(self, path: str, row: Defined) -> bool:
        """Return True if a definition is in a branch that the compilation of a file skips."""
        if not row.condition:
            return False
        viewer = path if self.sees(path, row.path) else row.path
        self._tracer.ask(Question.BUILDS, viewer)
        return self._builds.skips(viewer, row.condition)

    def qualified_seen(self, module: Module, name: str) -> Sequence[Defined]:
        """Return the visible definitions of a qualified name without macros."""
        key = (module.path, name)
        seen = self._qualified_seen.get(key)
        if seen is None:
            rows = self.seen(module.path, self.qualified(module.family, name))
            seen = self._qualified_seen[key] = [row for row in rows if row.kind != "macro"]
        return seen

    def aliases(self, module: Module, qualified: str) -> Iterator[Place]:
        """Yield the visible bindings of aliases."""
        self._ask(trace.qualified_key(module.family, qualified))
        return self._of_seen(module, self._names.aliases(module.family, qualified))

    def opened(self, module: Module, owner: str) -> Iterator[Place]:
        """Yield the visible scopes of a namespace that open others."""
        self._ask(trace.qualified_key(module.family, owner))
        return self._of_seen(module, self._names.opened(module.family, owner))

    def noted_places(self, family: str, name: str) -> Sequence[Place]:
        """Return the places under a key of :mod:`sphinx_filedocs.resolve.definitions`."""
        self._ask(trace.qualified_key(family, name))
        return self._names.opened(family, name)

    def macro_space(self, module: Module, name: str) -> Defined | None:
        """Return the macro that opens a namespace. Example: ``FMT_BEGIN_NAMESPACE``."""
        self._ask(trace.qualified_key(module.family, name))
        return self._names.macro_space(module.family, name)

    def leave_file(self) -> None:
        """Drop caches for the linked file."""
        self._qualified_seen.clear()

    def let_go(self) -> None:
        """Free memory by breaking reference cycles."""
        vars(self).clear()

    def _of_seen(self, module: Module, places: Sequence[Place]) -> Iterator[Place]:
        return (place for place in places if self.sees(module.path, place[0]))

    def sees(self, path: str, other: str) -> bool:
        """Return True if a file is another one or reaches it by includes."""
        at = self._closure.numbers[other]
        return bool(self._see(path)[at >> 3] >> (at & 7) & 1)

    def _chosen(self, rows: Iterable[Defined], table: bytes) -> list[Defined]:
        numbers = self._closure.numbers
        return [row for row in rows if table[(at := numbers[row.path]) >> 3] >> (at & 7) & 1]

    def _see(self, path: str) -> bytes:
        self._tracer.ask(Question.INCLUDED, path)
        table = self._tables.get(path)
        if table is None:
            table = self._tables[path] = self._table(self._closure.of(path))
        return table

    def _meet(self, path: str) -> bytes:
        self._tracer.ask(Question.INCLUDED_WITH, path)
        if self._met is None:
            self._met = included_together(self._closure, self._includes)
        bits = self._met.get(path)
        return self._table(self._closure.of(path) if bits is None else bits)

    def _table(self, bits: int) -> bytes:
        return bits.to_bytes(len(self._closure.numbers) // 8 + 1, "little")

    def _leads(self, path: str) -> Iterator[str]:
        return (end for import_ in self._imports.get(path, ()) for end in import_.resolved)

    def _includes(self, path: str) -> Iterator[str]:
        rows = self._imports.get(path, ())
        return (end for import_ in rows if import_.kind == "include" for end in import_.resolved)
