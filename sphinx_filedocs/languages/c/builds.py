"""Reads ``compile_commands.json`` for the macros of a tree, and finds the branches of ``#if``
groups that compilers skip.

Each command makes a unit of its file and all included ones. The state of a macro in a unit follows
from the command, and from definitions in its files; else it is unknown. A line counts as skipped if
all units with its file skip it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sphinx_filedocs.languages.c.build_files import CompileCommand, commands_of, switches_of
from sphinx_filedocs.languages.c.preprocessor import (
    MacroState,
    MacroStates,
    evaluate,
    names_in,
    number_of,
    parse,
)
from sphinx_filedocs.model.facts import Conditions, Import
from sphinx_filedocs.model.reachability import reachable
from sphinx_filedocs.source.tree import ListedTree

_UNDEFINED = MacroState(False)
#: So many files are looked at for all units together; of the others nothing is said.
_MOST = 3_000_000


class _Write(NamedTuple):
    value: str | None
    condition: str


class _Include(NamedTuple):
    paths: tuple[str, ...]
    condition: str


@dataclass(frozen=True, slots=True)
class _Source:
    includes: tuple[_Include, ...] = ()
    writes: Mapping[str, tuple[_Write, ...]] = field(default_factory=dict)
    tested: frozenset[str] = frozenset()


class Compiled:
    """Finds the branches that no compiler reads; see
    :class:`sphinx_filedocs.languages.base.BuildStrategy`."""

    def __init__(
        self,
        tree: ListedTree,
        imports: Mapping[str, tuple[Import, ...]],
        conditions: Callable[[str], Conditions],
    ) -> None:
        self._tree = tree
        self._imports = imports
        self._conditions = conditions
        self._sources: dict[str, _Source] = {}
        self._read: dict[tuple[frozenset[int], str], bool] = {}
        #: The states of macros in the units, each once.
        self._said: list[Mapping[str, MacroState]] = []

    @cached_property
    def _units(self) -> Mapping[str, frozenset[int]]:
        commands = [command for command in commands_of(self._tree) if command.file]
        return self._find_units(commands) if commands else {}

    def digests(self) -> Mapping[str, str]:
        """Return a digest of the states of macros for each compiled file."""
        known: dict[frozenset[int], str] = {}
        for units in self._units.values():
            if units not in known:
                said = sorted(repr(sorted(self._said[unit].items())) for unit in units)
                text = "\n".join(said).encode()
                known[units] = hashlib.blake2b(text, digest_size=8).hexdigest()
        return {path: known[units] for path, units in self._units.items()}

    def skips(self, path: str, condition: str) -> bool:
        """Return True if a condition is false wherever a file is compiled."""
        units = self._units.get(path)
        if not units or not condition:
            return False
        key = units, condition
        if key not in self._read:
            parsed = parse(condition)
            self._read[key] = all(evaluate(parsed, self._said[number]) is False for number in units)
        return self._read[key]

    def _find_units(self, commands: Sequence[CompileCommand]) -> Mapping[str, frozenset[int]]:
        units_by_path: defaultdict[str, set[int]] = defaultdict(set)
        numbers: dict[frozenset[tuple[str, MacroState]], int] = {}
        switches = switches_of(self._tree, commands)
        # All possible includes: their conditions are not known yet.
        every = reachable((command.file for command in commands), self._included)
        tested = self._tested(every)
        written = {name for path in every for name in self._source(path).writes}
        left = _MOST
        for command in dict.fromkeys(commands):
            unit = _Unit(command, switches & tested, written)
            reached = unit.reach(self._source)
            left -= len(reached)
            if left < 0:
                return {}
            said = frozenset(unit.settled(tested))
            number = numbers.setdefault(said, len(numbers))
            if number == len(self._said):
                self._said.append(dict(said))
            for path in reached:
                units_by_path[path].add(number)
        return {path: frozenset(units) for path, units in units_by_path.items()}

    def _included(self, path: str) -> Iterator[str]:
        return (target for include in self._source(path).includes for target in include.paths)

    def _tested(self, paths: Iterable[str]) -> frozenset[str]:
        tested = {name for path in paths for name in self._source(path).tested}
        values: defaultdict[str, set[str]] = defaultdict(set)
        for path in paths:
            for name, writes in self._source(path).writes.items():
                values[name].update(write.value for write in writes if write.value)
        pending = [*tested]
        while pending:
            for value in values[pending.pop()]:
                new = {*names_in(parse(value))} - tested
                tested |= new
                pending += new
        return frozenset(tested)

    def _source(self, path: str) -> _Source:
        if path not in self._sources:
            self._sources[path] = self._look_at(path)
        return self._sources[path]

    def _look_at(self, path: str) -> _Source:
        conditions = self._conditions(path)
        by_line = conditions.by_line()

        def condition(line: int) -> str:
            return by_line[line].condition if line in by_line else ""

        writes: defaultdict[str, tuple[_Write, ...]] = defaultdict(tuple)
        for write in conditions.writes:
            writes[write.name] += (_Write(write.value, condition(write.line)),)
        includes = tuple(
            _Include(import_.resolved, import_.condition)
            for import_ in self._imports.get(path, ())
            if import_.kind == "include"
        )
        tested = {
            name
            for expression in {branch.condition for branch in conditions.branches}
            for name in names_in(parse(expression))
        }
        return _Source(includes, dict(writes), frozenset(tested))


class _Unit:
    """A file with all included ones, as one command compiles it; a mapping of macros to states.

    :param switches: macros that are undefined without a definition.
    :param written: macros that some file of the tree writes.
    """

    def __init__(self, command: CompileCommand, switches: Iterable[str], written: set[str]) -> None:
        self._command = command
        self._flags = dict(command.macros)
        self._written = written
        #: The changes of macros in its files, with True if the files are surely included.
        self._writes: defaultdict[str, list[tuple[_Write, bool]]] = defaultdict(list)
        # A file that is included by force from elsewhere may define them.
        self._switches = frozenset() if None in command.forced else frozenset(switches)
        self._known: dict[str, MacroState | None] = {}
        self._busy: set[str] = set()

    def reach(self, source: Callable[[str], _Source]) -> Collection[str]:
        first = {
            name: _defined(value)
            for name, value in self._flags.items()
            if name not in self._written
        }
        #: True for each that is surely included.
        reached: dict[str, bool] = {}
        pending = [(path, True) for path in (self._command.file, *self._command.forced) if path]
        while pending:
            path, sure = pending.pop()
            if reached.get(path, -1) >= sure:
                continue
            reached[path] = sure
            for include in source(path).includes:
                verdict = _verdict(include.condition, first)
                if verdict is not False:
                    pending += ((target, sure and verdict is True) for target in include.paths)
        for path, sure in reached.items():
            for name, writes in source(path).writes.items():
                self._writes[name] += ((write, sure) for write in writes)
        return reached

    def settled(self, names: Iterable[str]) -> Iterator[tuple[str, MacroState]]:
        for name in sorted(names):
            if (state := self.get(name)) is not None:
                yield name, state

    def get(self, name: str) -> MacroState | None:
        if name not in self._known:
            if name in self._busy:
                return None
            self._busy.add(name)
            self._known[name] = self._state(name)
            self._busy.discard(name)
        return self._known[name]

    def _state(self, name: str) -> MacroState | None:
        writes = [
            (write.value, sure and verdict is True)
            for write, sure in self._writes.get(name, ())
            if (verdict := _verdict(write.condition, self)) is not False
        ]
        if not writes:
            if name in self._flags:
                return _defined(self._flags[name])
            return _UNDEFINED if name in self._switches else None
        if any(value is None for value, _ in writes):
            return None
        if self._flags.get(name) is not None:
            return MacroState(True)
        if not any(sure for _, sure in writes):
            return None
        values = {value for value, _ in writes}
        value = number_of(parse(values.pop() or ""), self) if len(values) == 1 else None
        return MacroState(True, value)


def _defined(value: str | None) -> MacroState:
    return _UNDEFINED if value is None else MacroState(True, number_of(parse(value), {}))


def _verdict(condition: str, states: MacroStates) -> bool | None:
    return evaluate(parse(condition), states) if condition else True
