"""The definitions of a whole tree by name. Where few files are linked again, those of most files
are never looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter

from sphinx_filedocs import languages
from sphinx_filedocs.index.links import link_tables
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
from sphinx_filedocs.index.links.link_tables import LinkedFile
from sphinx_filedocs.index.store import DamagedError, Store
from sphinx_filedocs.model.symbols import last_part

#: A place in a file: its path and the number of a binding or a scope.
Place = tuple[str, int]
#: Returns what the files define that define something of a name, by path; each file once.
Find = Callable[[str], Mapping[str, FileDefinitions]]


class DefinedNames:
    """What is defined under each name; all lists are by path, and as they follow in a file.

    Names belong to a family, a group of languages that share their definitions.

    :param files: what files define, by path.
    :param packages: the language and the package of each file of the tree.
    :param find: asked for the definitions of other files.
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
        self._made: dict[int, Defined] = {}
        self._by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._qualified: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._packages: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        self._aliases: dict[tuple[str, str], list[Place]] = defaultdict(list)
        self._opened: dict[tuple[str, str], list[Place]] = defaultdict(list)
        self._spaces: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._above = packages_above(packages)
        for path, file in files.items():
            self._add(path, file)

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
            self._spaces[family, space].append(start + at)

    def _read(self, name: str) -> None:
        """Read what files define that define something of a name, unless that is known."""
        if self._find and name not in self._asked:
            self._asked.add(name)
            for path, file in self._find(name).items():
                self._add(path, file)

    def _defined(self, numbers: Iterable[int]) -> list[Defined]:
        made = self._made
        definitions = []
        for number in sorted(numbers, key=self._homes.__getitem__):
            definition = made.get(number)
            if definition is None:
                definition = made[number] = defined(self._homes[number], self._rows[number])
            definitions.append(definition)
        return definitions

    def named(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name, but those inner to a function."""
        self._read(name)
        return self._defined(self._by_name.get((family, name), ()))

    def qualified(self, family: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name, but those inner to a function."""
        self._read(last_part(name))
        return self._defined(self._qualified.get((family, name), ()))

    def in_package(self, language: str, package: str, name: str) -> Sequence[Defined]:
        """Return the definitions of a name in a package of a language."""
        self._read(name)
        return self._defined(self._packages.get((language, package, name), ()))

    def has_package(self, language: str, package: str) -> bool:
        """Tell whether a name is a package of a language, or stands above one."""
        return (language, package) in self._above

    def aliases(self, family: str, qualified: str) -> Sequence[Place]:
        """Return the bindings of other names for things that have a qualified name."""
        self._read(qualified)
        return sorted(self._aliases.get((family, qualified), ()))

    def opened(self, family: str, owner: str) -> Sequence[Place]:
        """Return the scopes of a namespace in which others are opened."""
        self._read(owner)
        return sorted(self._opened.get((family, owner), ()), key=itemgetter(0))

    def macro_space(self, family: str, name: str) -> Defined | None:
        """Return the macro that opens a namespace."""
        self._read(name)
        return next(iter(self._defined(self._spaces.get((family, name), ()))), None)


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


def stored_definitions(store: Store, files: Iterable[LinkedFile]) -> Find:
    """Return what looks for definitions on disk.

    :param files: those whose stored definitions are still true.
    """
    begun = store.open()
    unread = {file.number: file.path for file in files}

    def find(name: str) -> Mapping[str, FileDefinitions]:
        with store.reading() as connection:
            if connection is not begun:
                # The file was damaged elsewhere, and is begun anew.
                msg = "the links of the last build are gone"
                raise DamagedError(msg)
            numbers = link_tables.files_with(connection, name) & unread.keys()
            return {
                unread.pop(number): link_tables.read_definitions(connection, number)
                for number in numbers
            }

    return find
