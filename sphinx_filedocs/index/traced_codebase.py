"""The files and the graph of a tree as pages ask for them, from rows on disk. Each question is
noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TypeVar

from sphinx_filedocs.index.graph import Parts, imports_across, structure
from sphinx_filedocs.index.links.linked_tree import LinkedTree
from sphinx_filedocs.index.links.linker import lines_by_definition, uses_by_symbol
from sphinx_filedocs.index.tables import EveryDefinition, Tables
from sphinx_filedocs.index.trace import (
    Answers,
    NotedMapping,
    Question,
    Tracer,
    definition_key,
    noted,
)
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import FolderDependency, Graph
from sphinx_filedocs.model.links import Enclosing, Rows, UsedHow
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import Definition

Answer = TypeVar("Answer")
#: So many answers about names are remembered: a page asks for each several times.
_REMEMBERED = 16_384


@dataclass(eq=False, repr=False)
class Files(Mapping[str, File]):
    """The files of a tree by path.

    :param light: the files with their light facts, in order.
    :param read: returns the facts of one.
    :param known: the facts of those that were read just now.
    :param tracer: notes which files are asked for.
    """

    light: Mapping[str, File]
    read: Callable[[File], Facts]
    known: Mapping[str, Facts]
    tracer: Tracer
    _held: dict[str, Facts] = field(init=False, default_factory=dict)

    def __getitem__(self, path: str) -> File:
        self.tracer.ask(Question.FILE, path)
        light = self.light[path]
        facts = self._held.get(path)
        if facts is None:
            facts = self.known.get(path) or self.read(light)
            # That and what an analysis was stopped by may be other files' word.
            facts = self._held[path] = replace(facts, license=light.facts.license)
        return light._replace(facts=facts)

    def __contains__(self, path: object) -> bool:
        return path in self.light

    def __iter__(self) -> Iterator[str]:
        return iter(self.light)

    def __len__(self) -> int:
        return len(self.light)


def traced(
    known: Graph,
    tables: Tables,
    tree: LinkedTree,
    tests: Mapping[str, Parts],
    tracer: Tracer,
    every: Callable[[], EveryDefinition],
) -> Graph:
    """Return the graph of a tree, whose rows are asked for as pages need them.

    :param known: has what follows from imports.
    :param tree: where the names of files lead.
    :param tests: see :func:`sphinx_filedocs.index.graph.own_tests`.
    :param tracer: notes which questions are asked.
    :param every: returns what the tree defines; all of it is asked for wherever something has
        changed.
    """
    asking = tracer.asking

    @lru_cache(_REMEMBERED)
    def uses_of(definition: Definition) -> Rows | None:
        return tables.uses(definition) or None

    @lru_cache(_REMEMBERED)
    def possible(name: str) -> Rows | None:
        return tables.possible(name) or None

    return replace(
        known,
        imports=noted(Question.IMPORTS, known.imports, tracer),
        unused=Answers(_silent, None, tables.unused),
        name_lines=Answers(_silent, None, tables.lines_of_names),
        structure=_structure(known, tables, tracer),
        counted=tree.counted,
        outlines=Answers(_silent, None, lambda: every().outlines),
        definitions=Answers(asking(Question.DEFINITIONS), None, lambda: every().by_name),
        name_imports=Answers(
            asking(Question.NAME_IMPORTS),
            lambda name: tables.name_imports(name) or None,
            tables.all_name_imports,
        ),
        cross_referenced=Answers(
            asking(Question.CROSS_REFERENCES), None, lambda: every().cross_referenced
        ),
        possible=Answers(asking(Question.CROSS_REFERENCES), possible, tables.all_possible),
        references=Answers(
            lambda definition: tracer.ask(
                Question.REFERENCES,
                definition_key(definition.path, definition.qualified, definition.number),
            ),
            uses_of,
            tables.all_uses,
        ),
        users=Answers(_silent, None, lambda: tables.users_of_files(tests)),
        unsure=Answers(_silent, None, tables.unsure_names),
        used=Answers(asking(Question.USED), None, lambda: every().used),
        links=_of_files(tree, asking(Question.LINKS), tree.links),
        uses=_of_files(
            tree, asking(Question.USES), lambda path: lines_by_definition(tree.file_links(path))
        ),
        calls=_by_symbol(tree, "call", tracer),
        bases=_by_symbol(tree, "base", tracer),
        overrides=_by_symbol(tree, "override", tracer),
        implements=_by_symbol(tree, "implementation", tracer),
        types=_by_symbol(tree, "instance", tracer),
    )


def _silent(_: object) -> None: ...


def _of_files(
    tree: LinkedTree, ask: Callable[[str], None], find: Callable[[str], Answer]
) -> Answers[str, Answer]:
    return Answers(
        ask,
        lambda path: find(path) if tree.has(path) else None,
        lambda: {path: find(path) for path in tree.paths},
    )


def _by_symbol(
    tree: LinkedTree, kind: UseKind, tracer: Tracer
) -> Answers[str, Mapping[Enclosing, UsedHow]]:
    # It is asked for each symbol of a file.
    @cache
    def uses(path: str) -> Mapping[Enclosing, UsedHow]:
        return uses_by_symbol(tree.file_links(path), kind) if tree.has(path) else {}

    def find(path: str) -> Mapping[Enclosing, UsedHow]:
        return NotedMapping(
            lambda symbol: tracer.ask(Question.RELATIONS, definition_key(path, *symbol)),
            uses(path),
            lambda: tracer.ask(Question.USES, path),
        )

    # What is asked is noted when a symbol is.
    return Answers(_silent, find, lambda: {path: uses(path) for path in tree.paths})


def _structure(
    known: Graph, tables: Tables, tracer: Tracer
) -> Answers[str, tuple[FolderDependency, ...]]:
    across = imports_across(known.imports)

    @cache
    def structure_of(folder: str) -> tuple[FolderDependency, ...] | None:
        imports = across.get(folder, {})
        uses = list(tables.uses_across(folder))
        paths = {path for _, rows in uses for path in rows.paths()}
        imports = {**dict.fromkeys(paths, ()), **imports}
        return structure([folder], imports, uses).get(folder)

    def folders() -> list[str]:
        return sorted({*across, *tables.crossed()})

    return Answers(
        tracer.asking(Question.STRUCTURE),
        structure_of,
        lambda: {folder: structure_of(folder) or () for folder in folders()},
        folders,
    )
