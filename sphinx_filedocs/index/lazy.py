"""Mappings whose values are made or read when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from sphinx_filedocs.index.keeping import bare
from sphinx_filedocs.index.rows import NameRow
from sphinx_filedocs.model import (
    Definition,
    Facts,
    File,
    Rows,
)

Value = TypeVar("Value")


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
            found = self._whole[path] = known._replace(facts=facts)
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


class Found(Mapping[str, Value]):
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


class Loaded(Mapping[str, Value]):
    """Values of known keys, each loaded when it is asked for first.

    :param keys: in their order.
    :param load: returns the value of a key.
    """

    def __init__(self, keys: Iterable[str], load: Callable[[str], Value]) -> None:
        self._values: dict[str, Value | None] = dict.fromkeys(keys)
        self._load = load

    def __getitem__(self, key: str) -> Value:
        found = self._values[key]
        if found is None:
            found = self._values[key] = self._load(key)
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class References(Mapping[Definition, Rows]):
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
