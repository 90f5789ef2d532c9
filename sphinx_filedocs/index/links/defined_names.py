"""The definitions of a whole tree by name, in memory or on disk: where few files are linked again,
most are never looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from sphinx_filedocs import languages
from sphinx_filedocs.index.links.defined import Defined
from sphinx_filedocs.index.links.definitions import (
    FileDefinitions,
    Row,
    defined,
    is_at_home,
    member_name,
    name_of,
    place_of,
)
from sphinx_filedocs.index.links.link_tables import LinkedFile, definition_row, opened
from sphinx_filedocs.index.store import DamagedError, Store

#: A place in a file: its path and the number of a binding or a scope.
Place = tuple[str, int]
_DEFINITIONS = "SELECT * FROM linked_definition WHERE {} ORDER BY file, seq"
_SPACES = "SELECT * FROM linked_space WHERE name = ? AND kind = ? ORDER BY file, seq"


class DefinedNames(Protocol):
    """What is defined under each name; all lists are by path, and as they follow in a file.

    Names belong to a family, a group of languages that share their definitions.
    """

    def named(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name, but those inner to a function."""

    def qualified(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name, but those inner to a function."""

    def in_package(self, language: str, package: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in a package of a language."""

    def has_package(self, language: str, package: str) -> bool:
        """Tell whether a name is a package of a language, or stands above one."""

    def aliases(self, family: str, qualified: str) -> Sequence[Place]:
        """Return the bindings of other names for things that have a qualified name."""

    def opened(self, family: str, owner: str) -> Sequence[Place]:
        """Return the scopes of a namespace in which others are opened."""

    def macro_space(self, family: str, name: str) -> Defined | None:
        """Return the macro that opens a namespace."""


class HeldNames:
    """The definitions of files in memory; see :class:`DefinedNames`.

    :param files: what each defines, by path, sorted.
    """

    def __init__(self, files: Mapping[str, FileDefinitions]) -> None:
        #: The definitions, the file of each, and what is made of them.
        self._rows: list[Row] = []
        self._homes: list[str] = []
        self._made: dict[int, Defined] = {}
        self._by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._qualified: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._packages: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        self._aliases: dict[tuple[str, str], list[Place]] = defaultdict(list)
        self._opened: dict[tuple[str, str], list[Place]] = defaultdict(list)
        self._spaces: dict[tuple[str, str], int] = {}
        for path, file in files.items():
            self._add(path, file)
        self._above = packages_above((file.language, file.package) for file in files.values())

    def _add(self, path: str, file: FileDefinitions) -> None:
        """Note what a file defines by name; what is in two owners has two qualified names."""
        family, start = file.family, len(self._rows)
        packages = languages.load()[file.language].packages
        for number, (owner, row) in enumerate(file.rows, start):
            name = name_of(row)
            self._rows.append(row)
            self._homes.append(path)
            if place_of(row) != "inner":
                self._qualified[family, member_name(owner, name)].append(number)
                if is_at_home(owner, row):
                    self._by_name[family, name].append(number)
            if packages and not owner:
                self._packages[file.language, file.package, name].append(number)
        for qualified, number in file.aliases.items():
            self._aliases[family, qualified].append((path, number))
        for owner, scopes in file.opened.items():
            self._opened[family, owner] += ((path, scope) for scope in scopes)
        for space, at in file.spaces.items():
            self._spaces.setdefault((family, space), start + at)

    def _defined(self, numbers: Iterable[int]) -> list[Defined]:
        made = self._made
        definitions = []
        for number in numbers:
            definition = made.get(number)
            if definition is None:
                definition = made[number] = defined(self._homes[number], self._rows[number])
            definitions.append(definition)
        return definitions

    def named(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name, but those inner to a function."""
        return self._defined(self._by_name.get((family, name), ()))

    def qualified(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name, but those inner to a function."""
        return self._defined(self._qualified.get((family, name), ()))

    def in_package(self, language: str, package: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in a package of a language."""
        return self._defined(self._packages.get((language, package, name), ()))

    def has_package(self, language: str, package: str) -> bool:
        """Tell whether a name is a package of a language, or stands above one."""
        return (language, package) in self._above

    def aliases(self, family: str, qualified: str) -> Sequence[Place]:
        """Return the bindings of other names for things that have a qualified name."""
        return self._aliases.get((family, qualified), ())

    def opened(self, family: str, owner: str) -> Sequence[Place]:
        """Return the scopes of a namespace in which others are opened."""
        return self._opened.get((family, owner), ())

    def macro_space(self, family: str, name: str) -> Defined | None:
        """Return the macro that opens a namespace."""
        number = self._spaces.get((family, name))
        return None if number is None else self._defined([number])[0]


def packages_above(files: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the packages of each language and all that stand above them.

    :param files: the language and the package of each file.
    """
    known = languages.load()
    above: set[tuple[str, str]] = set()
    for language, package in set(files):
        at = package if known[language].packages else ""
        while at and (language, at) not in above:
            above.add((language, at))
            at = at.rpartition(".")[0]
    return above


class StoredNames:
    """The definitions of a tree on disk; see :class:`DefinedNames`.

    :param files: those whose stored definitions are still true.
    :param others: what the other files define.
    """

    def __init__(
        self, store: Store, files: Mapping[str, LinkedFile], others: Mapping[str, FileDefinitions]
    ) -> None:
        self._store = store
        self._connection = store.open()
        self._files = {file.number: file for file in files.values()}
        self._others = HeldNames(others)
        languages = [(file.language, file.package) for file in files.values()]
        languages += [(file.language, file.package) for file in others.values()]
        self._above = packages_above(languages)

    def named(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name, but those inner to a function."""
        rows = self._select("name = ? AND member_of = owner AND place != 'inner'", name)
        stored = [symbol for file, symbol in rows if file.family == family]
        return _merged(stored, self._others.named(family, name))

    def qualified(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name, but those inner to a function."""
        rows = self._select("member = ? AND place != 'inner'", name)
        stored = [symbol for file, symbol in rows if file.family == family]
        return _merged(stored, self._others.qualified(family, name))

    def in_package(self, language: str, package: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in a package of a language."""
        rows = self._select("name = ? AND member_of = ''", name)
        stored = [
            symbol for file, symbol in rows if (file.language, file.package) == (language, package)
        ]
        return _merged(stored, self._others.in_package(language, package, name))

    def has_package(self, language: str, package: str) -> bool:
        """Tell whether a name is a package of a language, or stands above one."""
        return (language, package) in self._above

    def aliases(self, family: str, qualified: str) -> Sequence[Place]:
        """Return the bindings of other names for things that have a qualified name."""
        stored = self._spaces(family, qualified, "alias")
        return sorted((*stored, *self._others.aliases(family, qualified)))

    def opened(self, family: str, owner: str) -> Sequence[Place]:
        """Return the scopes of a namespace in which others are opened."""
        places = (*self._spaces(family, owner, "opened"), *self._others.opened(family, owner))
        return sorted(places, key=lambda place: place[0])

    def macro_space(self, family: str, name: str) -> Defined | None:
        """Return the macro that opens a namespace."""
        other = self._others.macro_space(family, name)
        for path, seq in sorted(self._spaces(family, name, "macro")):
            if other is None or path < other.path:
                file = next(file for file in self._files.values() if file.path == path)
                rows = self._select("file = ? AND seq = ?", file.number, seq)
                return rows[0][1]
        return other

    def _select(self, where: str, *values: object) -> list[tuple[LinkedFile, Defined]]:
        selected = []
        for row in self._rows(_DEFINITIONS.format(where), *values):
            file = self._files.get(row[0])
            if file is not None:
                selected.append((file, defined(file.path, definition_row(row)[1])))
        return selected

    def _spaces(self, family: str, name: str, kind: str) -> list[Place]:
        places = []
        for row in self._rows(_SPACES, name, kind):
            number, _, _, _, place = row
            file = self._files.get(number)
            if file is not None and file.family == family:
                places.append((file.path, place))
        return places

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._store.reading() as connection:
            if connection is not self._connection:
                # The file was damaged elsewhere, and is begun anew.
                msg = "the links of the last build are gone"
                raise DamagedError(msg)
            return list(map(opened, connection.execute(query, values)))


def _merged(stored: list[Defined], others: Sequence[Defined]) -> Sequence[Defined]:
    """Return definitions of different files by path, those of one file in their order."""
    return sorted((*stored, *others), key=lambda symbol: symbol.path)
