"""Uses in a tree: rows of the cross-references of names and files, own code first."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.graph import Codebase, Reached
from sphinx_filedocs.model.links import Enclosing, Reference, Rows, Use, UsedHow
from sphinx_filedocs.model.names import CALLS
from sphinx_filedocs.model.symbols import Definition, Span, named
from sphinx_filedocs.pages.alphabetical_index import NamePlace, Shard, rows_of
from sphinx_filedocs.pages.class_trees import ClassTree, ClassTrees
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.relatives import Relation, Relative, Relatives
from sphinx_filedocs.pages.use_rows import (
    Caller,
    Example,
    Exchange,
    NameRow,
    by_file,
    counted,
    declared,
    example_of,
)

_ORDER = attrgetter("order")
#: So many lines that exchange a name are links on any page; of more, some may be behind a link.
_FEW = 2


class About(NamedTuple):
    """The facts about a definition besides its uses.

    :param relatives: by relation.
    :param behind: the members that may run where it calls a member of an interface.
    :param types: that an index of a compiler gives to it.
    :param example: a test or example of it.
    :param reached: the tests that reach it.
    :param tree: its class tree.
    """

    relatives: Mapping[Relation, tuple[Relative, ...]] = MappingProxyType({})
    behind: tuple[Relative, ...] = ()
    calls: UsedHow = MappingProxyType({})
    types: UsedHow = MappingProxyType({})
    example: Example | None = None
    reached: Reached | None = None
    tree: ClassTree | None = None


class Uses:
    """The uses of a tree, by name and by file.

    :param less_telling: tests, examples, generated and vendored files.
    :param name_places: the places of the uses of names.
    """

    def __init__(
        self,
        codebase: Codebase,
        less_telling: AbstractSet[str],
        name_places: Mapping[str, NamePlace],
    ) -> None:
        self._codebase = codebase
        self._definitions = codebase.graph.cross_referenced
        self.less_telling = less_telling
        self._name_places = name_places
        # A page asks for those of all its names twice.
        self.rows = lru_cache(maxsize=256)(self._rows)
        self.totals = lru_cache(maxsize=256)(self._totals)
        # A page asks for both, and for what they say, one after the other.
        self._takes = lru_cache(maxsize=4)(self._uncached_takes)
        self._gives = lru_cache(maxsize=4)(self._uncached_gives)
        self._targets: dict[str, Mapping[int, str]] = {}
        self.relatives = Relatives(codebase.graph, less_telling, self.ordered)
        self.trees = ClassTrees(codebase.graph, self.relatives)

    def _uncached_takes(self, path: str) -> list[Exchange]:
        uses = self._codebase.graph.uses.get(path, {})
        return [
            Exchange(definition.path, definition, tuple(uses[definition]))
            for definition in sorted(uses, key=_ORDER)
            if definition.path != path
        ]

    def _uncached_gives(self, path: str) -> list[Exchange]:
        graph = self._codebase.graph
        rows: list[Exchange] = []
        for definition in graph.used.get(path, ()):
            lines_by_path: dict[str, list[int]] = {}
            for other, line in graph.references[definition].places():
                if other != path:
                    lines_by_path.setdefault(other, []).append(line)
            rows += [
                Exchange(other, definition, tuple(lines)) for other, lines in lines_by_path.items()
            ]
        return rows

    def takes(self, path: str) -> tuple[Exchange, ...]:
        """Return the uses of other files by a file, the most used first."""
        return by_file(self._takes(path))

    def gives(self, path: str) -> tuple[Exchange, ...]:
        """Return the uses of a file by others, the largest user first."""
        return by_file(self._gives(path), self.less_telling)

    def about(self, definition: Definition) -> About:
        """Return all facts about a definition besides its uses."""
        return About(
            self.relatives.of(definition),
            self.relatives.may_call(definition),
            self.calls(definition),
            self._graph_rows(self._codebase.graph.types, definition),
            self.example(definition),
            self.reached(definition),
            self.trees.of(definition),
        )

    def calls(self, definition: Definition) -> UsedHow:
        """Return the definitions that a definition calls, no guesses."""
        return self._graph_rows(self._codebase.graph.calls, definition)

    def _graph_rows(
        self, rows: Mapping[str, Mapping[Enclosing, UsedHow]], definition: Definition
    ) -> UsedHow:
        around = Enclosing(definition.qualified, definition.number)
        return rows.get(definition.path, {}).get(around, {})

    def reached(self, definition: Definition) -> Reached | None:
        """Return the tests that reach a definition, if any are known."""
        by_symbol = self._codebase.graph.reached.get(definition.path, {})
        return by_symbol.get(Enclosing(definition.qualified, definition.number))

    def example(self, definition: Definition) -> Example | None:
        """Return the test or example of a definition."""
        uses = self._codebase.graph.references.get(definition)
        return example_of(definition, uses, self.less_telling, self._span) if uses else None

    def _span(self, path: str, inside: Enclosing) -> Span | None:
        # Asked for, so that it is noted: its lines are shown.
        symbol = named(self._codebase.files[path].facts.symbols, *inside)
        return symbol.span if symbol else None

    def callers(self, definition: Definition) -> list[Caller]:
        """Return the callers of a definition besides itself, in the order of :meth:`ordered`."""
        callers: dict[tuple[str, Enclosing | None], Caller] = {}
        own = definition.path, Enclosing(definition.qualified, definition.number)
        for use in self.ordered(self._codebase.graph.references.get(definition) or ()):
            key = use.path, use.inside
            if use.kind not in CALLS or key == own:
                continue
            before = callers.get(key)
            aside = use.path in self.less_telling
            callers[key] = (
                before._replace(lines=before.lines + 1)
                if before
                else Caller(*key, use.line, 1, aside)
            )
        return list(callers.values())

    def callers_digest(self, path: str) -> str:
        """Return a digest of callers, relatives and tests of a file's definitions, without
        lines."""
        graph = self._codebase.graph
        callers = (
            f"{definition.qualified}\t{definition.number}\t{use.path}\t{use.inside}"
            for definition in graph.used.get(path, ())
            for use in graph.references[definition]
            if use.kind in CALLS and use.path != path
        )
        tests = (
            f"{around}{reached.direct} {reached.through}"
            for around, reached in graph.reached.get(path, {}).items()
        )
        return digest_of((*callers, *tests, *self.relatives.said_of_file(path)))

    def digest(self, path: str) -> str:
        """Return a digest of :meth:`takes` and :meth:`gives`."""
        parts: list[str] = []
        # Not as they may be remembered: it is noted what they rest on.
        for exchange in self._uncached_takes(path):
            # Not where in the other file a definition stands: its place is named by what it
            # defines. Those of one file come in the order in which they stand there.
            definition = exchange.definition
            place = f"{definition.path}\t{definition.qualified}\t{definition.number}"
            parts.append(f"{place}\t{definition.kind}{self._exchanged(exchange)}")
        for exchange in self._uncached_gives(path):
            definition = exchange.definition
            last = exchange.path in self.less_telling
            place = f"{exchange.path}\t{definition.qualified}\t{definition.number}{last}"
            parts.append(f"{place}{self._exchanged(exchange)}")
        return digest_of(parts)

    def _exchanged(self, exchange: Exchange) -> str:
        """Return the lines, and where the rest of them is linked to."""
        lines = exchange.lines
        rest = self._name_places.get(exchange.definition.name) if len(lines) > _FEW else None
        return f"{lines}{rest}"

    def others(self, path: str) -> Iterator[str]:
        """Yield the other files that a file uses or that use it."""
        for rows in (self._takes(path), self._gives(path)):
            yield from (exchange.path for exchange in rows)

    def paths(self, name: str) -> set[str]:
        """Return the files that the cross-references of a name are about."""
        graph = self._codebase.graph
        definitions = self._definitions.get(name, ())
        paths = {definition.path for definition in definitions}
        rows = [graph.references.get(definition) for definition in definitions]
        paths.update(*(uses.paths() for uses in (*rows, graph.possible.get(name)) if uses))
        paths.update(use.path for use in graph.name_imports.get(name, ()))
        return paths

    def said_of(self, name: str) -> str:
        """Return the inputs of :meth:`rows` for a name, as a text to compare."""
        graph = self._codebase.graph
        parts: list[str] = [name]
        for definition in self._definitions.get(name, ()):
            parts += (
                _definition_key(definition),
                f"{definition.path in self.less_telling}",
                *self._related(definition),
                self._shown(definition),
            )
            parts += self._places(graph.references.get(definition))
        parts.append("possible")
        parts += self._places(graph.possible.get(name))
        parts += [
            f"{use.path}:{use.line}:{use.checksum}{self._target(use)}"
            for use in graph.name_imports.get(name, ())
        ]
        return "\n".join(parts)

    def said_on(self, name: str, shard: Shard) -> Iterator[str]:
        """Yield the inputs of one of several pages of a name, as texts to compare."""
        self._ask(name)
        rows, totals = self.rows(name), self.totals(name)
        used_otherwise = declared(totals)
        row_slice = rows_of(shard, rows)
        yield f"{name}\t{row_slice.start}"
        for about, group in groupby(rows[row_slice], key=attrgetter("about")):
            if isinstance(about, str):
                yield about
            else:
                yield from (_definition_key(about), *self._related(about), self._shown(about))
            yield f"{totals[about]}{about in used_otherwise}"
            for use in (row.use for row in group if row.use):
                yield f"{use.path}:{use.line}:{use.how}:{use.checksum}:{use.kind}"
                yield self._around(use.inside)

    def _ask(self, name: str) -> None:
        """Record the questions behind the rows of a name, which may be cached."""
        graph = self._codebase.graph
        for definition in self._definitions.get(name, ()):
            graph.references.get(definition)
            deque(self._related(definition), 0)
            self.example(definition)
            self.reached(definition)
        graph.possible.get(name)
        for use in graph.name_imports.get(name, ()):
            self._target(use)

    def _places(self, uses: Rows | None) -> Iterator[str]:
        if not uses:
            return
        every = uses.occurrences
        for row in uses.numbers:
            path = every.paths[every.files[row]]
            place = f"{path}:{every.lines[row]}:{every.hows[row]}:{every.kinds[row]}"
            yield f"{place}:{every.checksums[row]}{path in self.less_telling}"
            yield self._around(every.enclosing[every.insides[row]])

    def _around(self, inside: Enclosing | None) -> str:
        if inside is None:
            return ""
        return f"{inside.qualified}\t{self._name_places.get(inside.name)}"

    def _related(self, definition: Definition) -> Iterator[str]:
        graph = self._codebase.graph
        for others in (self._graph_rows(rows, definition) for rows in (graph.calls, graph.types)):
            for other, how in others.items():
                yield f"{how} {other.path}\t{other.qualified}\t{other.number}"
            yield ""
        yield f"{self.relatives.of(definition)}{self.relatives.may_call(definition)}"
        yield self.trees.said(definition, self.less_telling)

    def _shown(self, definition: Definition) -> str:
        example, reached = self.example(definition), self.reached(definition)
        said = f"{example}{self._codebase.files[example.path].digest}" if example else ""
        if reached:
            places = (
                f"\t{other.path}\t{other.qualified}\t{other.number}" for other in reached.between
            )
            said += f"\t{reached._replace(between=())}{''.join(places)}"
        return said

    def _rows(self, name: str) -> tuple[NameRow, ...]:
        graph = self._codebase.graph
        rows: list[NameRow] = []
        known: set[tuple[str, int]] = set()
        importing: set[str] = set()
        for definition in self._used_first(name):
            uses = graph.references.get(definition, ())
            known.update((use.path, use.line) for use in uses)
            importing.update(use.path for use in uses if use.kind == "import")
            rows += [NameRow(definition, use) for use in self.ordered(uses)]
            if not uses:
                rows.append(NameRow(definition))
        possible = graph.possible.get(name, ())
        known.update((use.path, use.line) for use in possible)
        rows += [NameRow("possible", use) for use in self.ordered(possible)]
        others: defaultdict[str, list[NameRow]] = defaultdict(list)
        for use in graph.name_imports.get(name, ()):
            target = self._target(use)
            # An import may have its names on other lines than the one that it begins on.
            if (use.path, use.line) in known or (target and use.path in importing):
                continue
            row = Reference(use.path, use.line, "external", use.checksum)
            others[target].append(NameRow(target or "outside", row))
        rows += [row for target in sorted(others, reverse=True) for row in others[target]]
        return tuple(rows)

    def _used_first(self, name: str) -> list[Definition]:
        """Sort the definitions of a name: own code first, then by uses."""
        references = self._codebase.graph.references
        lines = {
            definition: len(references.get(definition) or ())
            for definition in self._definitions.get(name, ())
        }
        groups: dict[str, int] = {}
        for definition, count in lines.items():
            groups[definition.qualified] = groups.get(definition.qualified, 0) + count
        first = {qualified: at for at, qualified in enumerate(groups)}

        def rank(definition: Definition) -> tuple[bool, int, int, int]:
            aside = definition.path in self.less_telling
            of_name = -groups[definition.qualified], first[definition.qualified]
            return aside, *of_name, -lines[definition]

        return sorted(lines, key=rank)

    def _totals(self, name: str) -> Mapping[Definition | str, tuple[int, int]]:
        references = self._codebase.graph.references
        totals: dict[Definition | str, tuple[int, int]] = {}
        for about, group in groupby(self.rows(name), key=attrgetter("about")):
            if isinstance(about, Definition):
                totals[about] = counted(references.get(about))
            else:
                paths = [row.use.path for row in group if row.use]
                totals[about] = len(paths), len(set(paths))
        return totals

    def _target(self, use: Use) -> str:
        imports = self._codebase.graph.imports.get(use.path, ())
        if use.path not in self._targets:
            self._targets[use.path] = {
                statement.line: f"/{_target(statement, use.path)}"
                for statement in reversed(imports)
                if not statement.is_external
            }
        return self._targets[use.path].get(use.line, "")

    def ordered(self, uses: Iterable[Reference]) -> Iterator[Reference]:
        """Yield uses by folder and file: own code first, then by the number of uses."""
        folders: defaultdict[str, defaultdict[str, list[Reference]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for use in uses:
            folders[use.path.rpartition("/")[0]][use.path].append(use)
        for _, files in sorted(folders.items(), key=self._folder_rank):
            for _, rows in sorted(files.items(), key=self._file_rank):
                yield from rows

    def _folder_rank(
        self, group: tuple[str, Mapping[str, list[Reference]]]
    ) -> tuple[bool, int, str]:
        path, files = group
        telling = any(file not in self.less_telling for file in files)
        return not telling, -sum(map(len, files.values())), path

    def _file_rank(self, group: tuple[str, list[Reference]]) -> tuple[bool, int, str]:
        path, rows = group
        return path in self.less_telling, -len(rows), path


def _target(statement: Import, path: str) -> str:
    """Return the file or folder (with a slash) of an import."""
    if statement.packages:
        return f"{statement.packages[0]}/"
    folders = {end.rpartition("/")[0] for end in statement.resolved}
    if len(statement.resolved) > 1 and len(folders) == 1:
        return f"{folders.pop()}/"
    return statement.resolved[0] if statement.resolved else path


def _definition_key(definition: Definition) -> str:
    return (
        f"{definition.path}\t{definition.line}\t{definition.kind}\t{definition.qualified}"
        f"\t{definition.number}\t{definition.signature}"
    )
