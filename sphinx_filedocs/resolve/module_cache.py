"""Holds modules in memory, and records the names that other files look up in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from typing import TypeVar, overload

from sphinx_filedocs import languages
from sphinx_filedocs.index.trace import NotedMapping, Question, Tracer
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import SymbolKind, last_part
from sphinx_filedocs.resolve.defined import Defined, Lookups
from sphinx_filedocs.resolve.modules import Module, family, make_module


class ModuleCache(Mapping[str, Module]):
    """The linked files by path; only recently used ones are held.

    :param names: of these files, read again for files not held.
    :param known: the files without their facts.
    :param most: the number of files held at least.
    """

    def __init__(
        self,
        files: Mapping[str, File],
        names: Mapping[str, Names],
        tracer: Tracer,
        known: Mapping[str, File] | None = None,
        most: int = 800,
    ) -> None:
        self._languages = languages.load()
        self._language_of = {
            path: file.language
            for path, file in sorted((known or files).items())
            if file.language in self._languages and file.kind == "text"
        }
        self._files = files
        self._bindings = names
        self._tracer = tracer
        self._most = most
        #: Each as it sees itself, and as others see it.
        self._held: dict[str, tuple[Module, Module]] = {}
        self._before: dict[str, tuple[Module, Module]] = {}
        #: The file that is being linked, the files that it has asked for, and the names that it has
        #: looked for in others.
        self._own = ""
        self._asked: dict[str, Module] = {}
        self._names: set[str] = set()

    def language(self, path: str) -> languages.Language:
        """Return the language of a file."""
        return self._languages[self._language_of[path] or ""]

    def sees_through_imports(self, language: str) -> bool:
        """Return True if importers in a language see indirect imports."""
        known = self._languages[language]
        return known.imports.text or known.imports.sources

    def language_family(self, path: str) -> str:
        """Return the group of languages that share definitions with a file."""
        return family(self.language(path).key)

    def own(self, path: str) -> Module:
        """Return the file to link next; its questions about itself are not recorded."""
        self._own = path
        module = self._asked[path] = self._load(path)[0]
        return module

    def __getitem__(self, path: str) -> Module:
        module = self._asked.get(path)
        if module is None:
            module = self._asked[path] = self._look_at(path)
        return module

    def _look_at(self, path: str) -> Module:
        if path == self._own:
            return self._load(path)[0]
        self._tracer.ask(Question.EXPORTED_NAMES, path)
        return self._load(path)[1]

    def ask(self, path: str, name: str) -> None:
        """Record that a name is looked up in a file."""
        if path != self._own:
            self._tracer.ask(Question.EXPORTED_NAMES, path)
            self._names.add(name)

    def leave_file(self) -> None:
        """Record the names looked up by the linked file, and forget them."""
        for name in self._names:
            self._tracer.ask(Question.EXPORTED_NAME, name)
        self._names.clear()
        self._asked.clear()

    def let_go(self) -> None:
        """Free memory."""
        self._held, self._before, self._asked = {}, {}, {}

    def _load(self, path: str) -> tuple[Module, Module]:
        held = self._held.get(path)
        if held is None:
            held = self._before.get(path)
            if held is None:
                if path not in self._language_of:
                    raise KeyError(path)
                # What is asked for there is noted where it is looked at.
                with self._tracer.recording():
                    module = make_module(self._files[path], self._bindings.get(path, Names()))
                ask = partial(self._tracer.ask, Question.EXPORTS, path)
                held = module, noted(module, self._names.add, ask)
            if len(self._held) >= self._most:
                self._held, self._before = {}, self._held
            self._held[path] = held
        return held

    def __contains__(self, path: object) -> bool:
        return path in self._language_of

    def __iter__(self) -> Iterator[str]:
        return iter(self._language_of)

    def __len__(self) -> int:
        return len(self._language_of)


Row = TypeVar("Row")
#: Notes a name that is looked at, also in vain.
Note = Callable[[str], object]
#: Notes that all of the file is looked at.
NoteAll = Callable[[], object]


def noted(module: Module, note: Note, note_all: NoteAll) -> Module:
    """Return a file as others see it, with lookups recorded.

    Everything visible here by a name must be in the digest of
    :mod:`sphinx_filedocs.resolve.exports`.
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
        members=NotedMapping(lambda _: note_all(), module.members, note_all),
        by_binding=NotedMapping(look_at, module.by_binding, note_all),
        parameters=NotedMapping(look_at, module.parameters, note_all),
        scopes=NotedMapping(look_up, module.scopes, note_all),
        imported=NotedMapping(note, module.imported, note_all),
        aliases=NotedMapping(look_up, module.aliases, note_all),
        opened=NotedMapping(look_up, module.opened, note_all),
        spans=(),
        lookups=_NotedLookups(names, module.lookups, note, look_at),
    )


class _NotedRows(Sequence[Row]):
    """Rows that record the numbers asked for."""

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


class _NotedLookups(Lookups):
    """Lookups that record names."""

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
