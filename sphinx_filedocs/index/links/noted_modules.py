"""A file as others see it while they are linked: each name that they look at is noted, and whoever
goes through all of something has looked at all of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TypeVar, overload

from sphinx_filedocs.index.links.lookups import Lookups
from sphinx_filedocs.index.links.modules import Defined, Module, last_part
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import SymbolKind

Key = TypeVar("Key")
Row = TypeVar("Row")
#: Notes a name that is looked at, also in vain.
Note = Callable[[str], object]
#: Notes that all of the file is looked at.
NoteAll = Callable[[], object]


def noted(module: Module, note: Note, note_all: NoteAll) -> Module:
    """Return a file as others see it.

    Of what a file says by each name there is a digest, see
    :mod:`sphinx_filedocs.index.links.exports`: whatever can be looked at here by a name is to be in
    that. Where names stand is not to be seen.
    """
    bindings, scopes = module.names.bindings, module.names.scopes

    def look_at(number: int) -> None:
        if number >= 0:
            note(module.lookups.binding_name(number))

    def look_into(number: int) -> None:
        note(module.lookups.scope_name(number))

    def look_up(qualified: str) -> None:
        note(last_part(qualified))

    names = Names(
        _NotedRows(scopes, look_into, note_all),
        _NotedRows(bindings, look_at, note_all),
        # Bindings and scopes lead to them, and their digests have what stands there.
        module.names.expressions,
    )
    return replace(
        module,
        names=names,
        members=_NotedTable(module.members, lambda _: note_all(), note_all),
        by_binding=_NotedTable(module.by_binding, look_at, note_all),
        parameters=_NotedTable(module.parameters, look_at, note_all),
        scopes=_NotedTable(module.scopes, look_up, note_all),
        imported=_NotedTable(module.imported, note, note_all),
        aliases=_NotedTable(module.aliases, look_up, note_all),
        opened=_NotedTable(module.opened, look_up, note_all),
        spans=(),
        lookups=_NotedLookups(names, module.lookups, note, look_at),
    )


class _NotedRows(Sequence[Row]):
    """Rows of which each is noted that is looked at by its number."""

    __slots__ = ("_look", "_look_at_all", "_rows")

    def __init__(
        self, rows: Sequence[Row], look: Callable[[int], object], look_at_all: NoteAll
    ) -> None:
        self._rows = rows
        self._look = look
        self._look_at_all = look_at_all

    @overload
    def __getitem__(self, number: int) -> Row: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Row]: ...
    def __getitem__(self, number: int | slice) -> Row | Sequence[Row]:
        if isinstance(number, slice):
            self._look_at_all()
            return self._rows[number]
        self._look(number)
        return self._rows[number]

    def __iter__(self) -> Iterator[Row]:
        self._look_at_all()
        return iter(self._rows)

    def __len__(self) -> int:
        self._look_at_all()
        return len(self._rows)


class _NotedTable(Mapping[Key, Row]):
    """A table of which each key is noted that is looked up."""

    __slots__ = ("_look", "_look_at_all", "_rows")

    def __init__(
        self, rows: Mapping[Key, Row], look: Callable[[Key], object], look_at_all: NoteAll
    ) -> None:
        self._rows = rows
        self._look = look
        self._look_at_all = look_at_all

    def __getitem__(self, key: Key) -> Row:
        self._look(key)
        return self._rows[key]

    def __iter__(self) -> Iterator[Key]:
        self._look_at_all()
        return iter(self._rows)

    def __len__(self) -> int:
        self._look_at_all()
        return len(self._rows)


class _NotedLookups(Lookups):
    """Lookups in a file by others; see :func:`noted`."""

    def __init__(
        self, names: Names, lookups: Lookups, note: Note, look_at: Callable[[int], object]
    ) -> None:
        super().__init__(names, {})
        self._lookups = lookups
        self._note = note
        self._look_at = look_at

    def members(self, owner: str, name: str) -> Sequence[Defined]:
        self._note(name)
        return self._lookups.members(owner, name)

    def kinds(self, name: str) -> AbstractSet[SymbolKind]:
        self._note(name)
        return self._lookups.kinds(name)

    def owners_of(self, name: str) -> Iterator[str]:
        self._note(name)
        return self._lookups.owners_of(name)

    def is_owner(self, qualified: str) -> bool:
        self._note(last_part(qualified))
        return self._lookups.is_owner(qualified)

    def has_members(self, qualified: str) -> bool:
        self._note(last_part(qualified))
        return self._lookups.has_members(qualified)

    def fields(self, scope: int, name: str) -> Sequence[int]:
        self._note(name)
        return self._lookups.fields(scope, name)

    def bodies(self, binding: int) -> Sequence[int]:
        self._look_at(binding)
        return self._lookups.bodies(binding)

    def is_static(self, binding: int) -> bool:
        self._look_at(binding)
        return self._lookups.is_static(binding)

    def place(self, parameter: int) -> int:
        self._look_at(parameter)
        return self._lookups.place(parameter)

    def type_parameters(self, binding: int) -> Sequence[int]:
        self._look_at(binding)
        return self._lookups.type_parameters(binding)

    def imports(self, scope: int, name: str) -> Sequence[int]:
        self._note(name)
        return self._lookups.imports(scope, name)
