"""The definitions of a tree by name, asked for on disk: where few files are linked again, most are
never looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sphinx_filedocs.index.links.definitions import FileDefinitions, defined
from sphinx_filedocs.index.links.modules import Defined
from sphinx_filedocs.index.links.names import HeldNames, Place, packages_above
from sphinx_filedocs.index.links.tables import LinkedFile, definition_row, opened
from sphinx_filedocs.index.store import DamagedError, Store

_DEFINITIONS = "SELECT * FROM linked_definition WHERE {} ORDER BY file, seq"
_SPACES = "SELECT * FROM linked_space WHERE name = ? AND kind = ? ORDER BY file, seq"


class StoredNames:
    """The definitions of a tree; see :class:`sphinx_filedocs.index.links.names.DefinedNames`.

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

    # --- rows ---------------------------------------------------------------------------------

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
