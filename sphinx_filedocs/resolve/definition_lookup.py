"""Finds definitions by public names, as hand-written documentation uses them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from sphinx_filedocs import languages
from sphinx_filedocs.languages.base import QualifiedHook
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition, walk
from sphinx_filedocs.source.tree import secluded

#: How many modules a name is followed through.
_DEPTH = 30


@per_table
def _described(*domains: str) -> frozenset[str]:
    return frozenset(
        key
        for key, language in languages.load().items()
        if not language.domains.keys().isdisjoint(domains)
    )


@per_table
def _qualified(*domains: str) -> Sequence[QualifiedHook]:
    described = (languages.load()[key] for key in sorted(_described(*domains)))
    hooks = sorted({language.hooks.qualified for language in described if language.hooks.qualified})
    return tuple(cast("QualifiedHook", languages.hook(reference)) for reference in hooks)


class DefinitionLookup:
    """Finds definitions by public names; ambiguous names have none.

    :param names: returns the names of a file; called once a file.
    :param root_name: the parts of the root's path, outermost first: a tree that is itself a package
        has this name outside.
    """

    def __init__(
        self, codebase: Codebase, names: Callable[[File], Names], root_name: Sequence[str]
    ) -> None:
        self._files = codebase.files
        self._graph = codebase.graph
        self._read = names
        self._root_name = tuple(root_name)
        self._names: dict[str, Names] = {}
        self._outlines: dict[str, Mapping[tuple[str, int], Definition]] = {}

    def python(self, module: str, name: str) -> Definition | None:
        """Resolve a Python name, through re-exports and inheritance.

        :param module: dotted, or ``""`` if *name* may begin with it.
        :param name: qualified, joined with dots.
        """
        for home, rest in _divided(module, name):
            path = self._module(home)
            if path and (definition := self._member_of_module(path, rest.split("."), frozenset())):
                return definition
        return None if module else self._by_name(name, _described("py"))

    def script(self, module: str, name: str) -> Definition | None:
        """Resolve a JavaScript name.

        :param module: path or name of a file without its ending, or ``""``.
        """
        rows = self._rows(name, _described("js"))
        if module:
            ending = "/" + "/".join(part for part in re.split(r"[./]", module) if part)
            rows = [row for row in rows if f"/{_module_place(row.path)}".endswith(ending)]
        return self._only(rows)

    def c_family(self, name: str) -> Definition | None:
        """Resolve a C or C++ name, joined with ``::`` or dots."""
        domains = ("c", "cpp")
        for split in _qualified(*domains):
            owners, last, _ = split(name.replace(".", "::"))
            if definition := self._by_name(".".join((*owners, last)), _described(*domains)):
                return definition
        return None

    def _by_name(self, qualified: str, chosen: Collection[str]) -> Definition | None:
        rows = self._rows(qualified, chosen)
        if rows:
            return self._only(rows)
        # A field of a type is no symbol of the outline.
        owner, _, name = qualified.rpartition(".")
        home = self._by_name(owner, chosen) if owner else None
        return self._field(home, name) if home else None

    def _rows(self, qualified: str, chosen: Collection[str]) -> list[Definition]:
        rows = self._graph.definitions.get(qualified.rpartition(".")[2], ())
        return [
            row
            for row in rows
            if row.qualified == qualified and self._files[row.path].language in chosen
        ]

    def _only(self, rows: list[Definition]) -> Definition | None:
        bodies = [row for row in rows if self._has_body(row)] if len(rows) > 1 else rows
        candidates = bodies or rows
        if len({row.path for row in candidates}) != 1:
            return None
        language = languages.load()[self._files[candidates[0].path].language or ""]
        return None if language.scopes.overloads and len(candidates) > 1 else candidates[0]

    def _has_body(self, row: Definition) -> bool:
        names = self._names_of(row.path)
        bindings = (names.bindings[scope.binding] for scope in names.scopes if scope.binding >= 0)
        return any(
            row.line == binding.line and _last(row.qualified) == binding.name
            for binding in bindings
        )

    @cached_property
    def _places(self) -> Mapping[str, Sequence[str]]:
        places: defaultdict[str, list[str]] = defaultdict(list)
        for path in self._files:
            if path.endswith((".py", ".pyi")):
                place = _module_place(path)
                places[place.rpartition("/")[2]].append(place)
        return places

    def _module(self, module: str) -> str | None:
        parts = module.split(".")
        ending = "/".join(parts)
        places = {
            place
            for place in self._places.get(parts[-1], ())
            if f"/{place}".endswith(f"/{ending}")
            and not self._is_package(place[: -len(ending)].rstrip("/"))
        }
        for length in range(1, min(len(parts), len(self._root_name)) + 1):
            if self._root_name[-length:] == tuple(parts[:length]):
                place = "/".join(parts[length:])
                places.update({place} & set(self._places.get(_last(place, "/"), ())))
        candidates = {place for place in places if not secluded(f"{place}.py", "")} or places
        return self._file_of(candidates.pop()) if len(candidates) == 1 else None

    def _is_package(self, folder: str) -> bool:
        return bool(folder) and f"{folder}/__init__.py" in self._files

    def _file_of(self, place: str) -> str | None:
        package = f"{place}/__init__" if place else "__init__"
        names = (f"{package}.py", f"{place}.py", f"{package}.pyi", f"{place}.pyi")
        return next((name for name in names if name in self._files), None)

    def _member_of_module(
        self, path: str, parts: list[str], seen: frozenset[tuple[str, str]]
    ) -> Definition | None:
        if len(parts) > 1:
            owner = self._member_of_module(path, parts[:-1], seen)
            return self._member(owner, parts[-1], set()) if owner else None
        key = (path, parts[0])
        if key in seen or len(seen) > _DEPTH:
            return None
        return self._own(path, parts[0]) or self._imported(path, parts[0], seen | {key})

    def _own(self, path: str, qualified: str) -> Definition | None:
        return self._outline(path).get((qualified, 1))

    def is_outlined(self, definition: Definition) -> bool:
        """Return True if a definition is in the outline of its file."""
        return (definition.qualified, definition.number) in self._outline(definition.path)

    def _outline(self, path: str) -> Mapping[tuple[str, int], Definition]:
        if path not in self._outlines:
            self._outlines[path] = {
                (entry.qualified, entry.number): entry.definition(path)
                for entry in walk(self._files[path].facts.symbols)
            }
        return self._outlines[path]

    def _imported(
        self, path: str, name: str, seen: frozenset[tuple[str, str]]
    ) -> Definition | None:
        names = self._names_of(path)
        for binding in reversed(names.bindings):
            if (binding.name, binding.kind, binding.scope) == (name, "import", 0):
                return self._linked(path, binding.value)
        for import_ in reversed(self._graph.imports.get(path, ())):
            if any(taken.name == "*" for taken in import_.names):
                for target in import_.resolved:
                    if definition := self._member_of_module(target, [name], seen):
                        return definition
        return None

    def _linked(self, path: str, expression: int) -> Definition | None:
        links = self._graph.links.get(path, ())
        link = links[expression] if 0 <= expression < len(links) else None
        return link.sole if link else None

    def _member(self, owner: Definition, name: str, seen: set[Definition]) -> Definition | None:
        if owner in seen or len(seen) > _DEPTH:
            return None
        seen.add(owner)
        member = self._own(owner.path, f"{owner.qualified}.{name}")
        member = member or self._field(owner, name, "variable")
        for base in () if member else self._bases(owner):
            member = member or self._member(base, name, seen)
        return member or self._field(owner, name)

    def _scope(self, owner: Definition) -> int:
        names = self._names_of(owner.path)
        for number, scope in enumerate(names.scopes):
            if scope.kind == "class" and scope.binding >= 0:
                binding = names.bindings[scope.binding]
                if (binding.line, binding.name) == (owner.line, _last(owner.qualified)):
                    return number
        return -1

    def _field(self, owner: Definition, name: str, kind: str = "") -> Definition | None:
        number = self._scope(owner)
        for binding in self._names_of(owner.path).bindings if number >= 0 else ():
            if (binding.scope, binding.name) == (number, name) and kind in ("", binding.kind):
                qualified = f"{owner.qualified}.{name}"
                return Definition(owner.path, binding.line, "field", qualified)
        return None

    def _bases(self, owner: Definition) -> Iterator[Definition]:
        number = self._scope(owner)
        for expression in self._names_of(owner.path).scopes[number].bases if number >= 0 else ():
            if base := self._linked(owner.path, expression):
                yield base

    def _names_of(self, path: str) -> Names:
        if path not in self._names:
            self._names[path] = self._read(self._files[path])
        return self._names[path]


def _divided(module: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield divisions of a dotted name into module and rest: the given module first, else the
    longest."""
    parts = [*module.split("."), *name.split(".")] if module else name.split(".")
    module_length = module.count(".") + 1 if module else 0
    places = range(module_length, len(parts)) if module_length else range(len(parts) - 1, 0, -1)
    for place in places:
        yield ".".join(parts[:place]), ".".join(parts[place:])


def _module_place(path: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = re.sub(r"(\.d)?\.\w+$", "", name)
    if stem == ("__init__" if name.endswith((".py", ".pyi")) else "index"):
        return folder
    return f"{folder}/{stem}" if folder else stem


def _last(text: str, mark: str = ".") -> str:
    return text.rpartition(mark)[2]
