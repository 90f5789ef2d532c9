"""The files and the graph of a tree as pages ask for them, from rows on disk or worked out then."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TypeVar

from sphinx_filedocs.incremental.linked_tree import LinkedTree
from sphinx_filedocs.index.graph import Parts, imports_across, link, structure
from sphinx_filedocs.index.tables import EveryDefinition, Tables
from sphinx_filedocs.index.trace import (
    Answers,
    NotedMapping,
    Question,
    Tracer,
    noted,
)
from sphinx_filedocs.insight import description_sources, descriptions
from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.commands import commands, of_file
from sphinx_filedocs.model.facts import Facts, Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import FolderDependency, Graph
from sphinx_filedocs.model.links import Enclosing, Rows, UsedHow
from sphinx_filedocs.model.names import CALLS, HEIR_KINDS, UseKind
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.resolve.link_tables import FileLinks
from sphinx_filedocs.resolve.linker import bases_outside, lines_by_definition, uses_by_symbol
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.tree import Texts

Answer = TypeVar("Answer")


def from_imports(
    files: Files,
    imports: Mapping[str, tuple[Import, ...]],
    project: Project,
    tracer: Tracer,
) -> Graph:
    """Return the graph of imports.

    :param imports: resolved; imports of packages only with used files.
    """
    return with_commands(link(imports), files, project, tracer)


def with_commands(graph: Graph, files: Files, project: Project, tracer: Tracer) -> Graph:
    """Return a graph with the commands that files define or run."""

    def ask(_: str) -> None:
        tracer.ask(Question.PROJECT, "")

    return replace(
        graph,
        commands=Answers(
            ask,
            lambda path: of_file(files[path], project) or None,
            lambda: commands(files, project),
        ),
    )


def described(
    graph: Graph, about: description_sources.Sources, files: Files, tracer: Tracer, read: Texts
) -> Graph:
    """Return a graph with descriptions of files and folders, computed on demand."""
    known = about._replace(light=noted(Question.FILE, about.light, tracer))
    describer = descriptions.Describer(known, files.get, read.facts)
    explainer = descriptions.Explainer(known, files.get, graph.definitions)
    every = (*about.folders, *about.light)

    def answers(find: Callable[[str], Answer | None]) -> Answers[str, Answer]:
        def load() -> dict[str, Answer]:
            return {path: answer for path in every if (answer := find(path)) is not None}

        return Answers(None, find, load)

    def re_exports(path: str) -> tuple[str, ...] | None:
        return (re_exported(files[path]) or None) if path in about.light else None

    return replace(
        graph,
        descriptions=answers(describer.describe),
        re_exports=answers(re_exports),
        explained=answers(lambda path: explainer.explained(path) or None),
        prose_links=answers(lambda path: explainer.links(path) or None),
    )


#: So many answers about names are remembered: a page asks for each several times.
_REMEMBERED = 16_384


@dataclass(eq=False, repr=False)
class Files(Mapping[str, File]):
    """The files of a tree by path.

    :param light: without outlines, in order.
    :param read: returns the facts of a file.
    """

    light: Mapping[str, File]
    read: Callable[[File], Facts]
    tracer: Tracer
    _held: dict[str, Facts] = field(init=False, default_factory=dict)

    def __getitem__(self, path: str) -> File:
        self.tracer.ask(Question.FILE, path)
        light = self.light[path]
        facts = self._held.get(path)
        if facts is None:
            facts = self._held[path] = self.read(light)
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
    """Return a graph that reads its rows when a page asks for them.

    :param known: the part that follows from imports.
    :param tree: the links of files.
    :param tests: see :func:`sphinx_filedocs.index.graph.own_tests`.
    :param every: returns all definitions.
    """
    asking = tracer.asking
    ask_of = tracer.asking_of_definition(Question.REFERENCES)
    ask_heirs = tracer.asking_of_definition(Question.HEIRS)

    @lru_cache(_REMEMBERED)
    def uses_of(definition: Definition) -> Rows | None:
        return tables.uses(definition) or None

    @lru_cache(_REMEMBERED)
    def heirs_of(definition: Definition) -> Rows | None:
        rows = uses_of(definition)
        return (rows and rows.of_kinds(HEIR_KINDS)) or None

    @lru_cache(_REMEMBERED)
    def possible(name: str) -> Rows | None:
        return tables.possible(name) or None

    return replace(
        known,
        imports=noted(Question.IMPORTS, known.imports, tracer),
        unused=Answers(None, load=tables.unused),
        name_lines=Answers(None, load=tables.lines_of_names),
        structure=_structure(known, tables, tracer),
        counted=tree.counted,
        outlines=Answers(None, load=lambda: every().outlines),
        definitions=Answers(asking(Question.DEFINITIONS), load=lambda: every().by_name),
        name_imports=Answers(asking(Question.NAME_IMPORTS), load=tables.name_imports),
        cross_referenced=Answers(
            asking(Question.CROSS_REFERENCES), load=lambda: every().cross_referenced
        ),
        possible=Answers(
            asking(Question.CROSS_REFERENCES),
            possible,
            keys=lambda: filter(possible, tables.lines_of_names()),
        ),
        references=Answers(
            lambda row: ask_of(row.path, row.qualified, row.number),
            uses_of,
            keys=lambda: (row for rows in every().used.values() for row in rows),
        ),
        heirs=Answers(lambda row: ask_heirs(row.path, row.qualified, row.number), heirs_of),
        users=Answers(None, load=lambda: tables.users_of_files(tests)),
        unsure=Answers(None, load=tables.unsure_names),
        used=Answers(asking(Question.USED), load=lambda: every().used),
        links=_of_files(tree, asking(Question.LINKS), tree.links),
        uses=_of_files(
            tree, asking(Question.LINKS), lambda path: lines_by_definition(tree.file_links(path))
        ),
        calls=_of_kinds(tree, tracer, *CALLS),
        bases=_of_kinds(tree, tracer, "base"),
        overrides=_of_kinds(tree, tracer, "override"),
        implements=_of_kinds(tree, tracer, "implementation"),
        types=_of_kinds(tree, tracer, "instance"),
        outside=_by_symbol(tree, bases_outside, tracer),
    )


def _of_files(
    tree: LinkedTree, ask: Callable[[str], None], find: Callable[[str], Answer]
) -> Answers[str, Answer]:
    return Answers(
        ask, lambda path: find(path) if tree.has(path) else None, keys=lambda: tree.paths
    )


def _of_kinds(
    tree: LinkedTree, tracer: Tracer, *kinds: UseKind
) -> Answers[str, Mapping[Enclosing, UsedHow]]:
    return _by_symbol(tree, lambda links: uses_by_symbol(links, *kinds), tracer)


def _by_symbol(
    tree: LinkedTree, make: Callable[[FileLinks], Mapping[Enclosing, Answer]], tracer: Tracer
) -> Answers[str, Mapping[Enclosing, Answer]]:
    # It is asked for each symbol of a file.
    @cache
    def uses(path: str) -> Mapping[Enclosing, Answer]:
        return make(tree.file_links(path)) if tree.has(path) else {}

    ask_of = tracer.asking_of_definition(Question.RELATIONS)

    @cache
    def find(path: str) -> Mapping[Enclosing, Answer]:
        return NotedMapping(
            lambda symbol: ask_of(path, *symbol),
            uses(path),
            lambda: tracer.ask(Question.LINKS, path),
        )

    # What is asked is noted when a symbol is.
    return Answers(None, find, lambda: {path: uses(path) for path in tree.paths})


def _structure(
    known: Graph, tables: Tables, tracer: Tracer
) -> Answers[str, tuple[FolderDependency, ...]]:
    across = cache(lambda: imports_across(known.imports))

    @cache
    def structure_of(folder: str) -> tuple[FolderDependency, ...] | None:
        imports = across().get(folder, {})
        uses = list(tables.uses_across(folder))
        paths = {path for _, rows in uses for path in rows.paths()}
        imports = {**dict.fromkeys(paths, ()), **imports}
        return structure([folder], imports, uses).get(folder)

    return Answers(
        tracer.asking(Question.STRUCTURE),
        structure_of,
        keys=lambda: sorted({*across(), *tables.crossed()}),
    )


#: Definitions beside which a file may still be there for its re-exports alone.
_MINOR = frozenset({"constant", "variable", "macro", "type", "namespace", "module", "heading"})
_VALUES = frozenset({"constant", "variable"})
_DOTS_AND_COLONS = re.compile(r"[.:]+")


def re_exported(file: File) -> tuple[str, ...]:
    """Return the names that a file re-exports, in their order: those of statements that say so and,
    in the file that stands for its package, of imports from that package. Where a statement takes
    all names of a module, that one's name.

    Nothing, where the file defines functions or classes for others itself, or more values than it
    re-exports: these say more of it.
    """
    own = [symbol for symbol in file.facts.symbols if not symbol.name.startswith("_")]
    if any(symbol.kind not in _MINOR for symbol in own):
        return ()
    exported: dict[str, None] = {}
    package = _package(file)
    for statement in file.facts.imports:
        if statement.kind == "reexport" or (package and _is_of(package, statement)):
            for imported in statement.names:
                name = imported.alias or imported.name
                exported[_module(statement.target) if name == "*" else name] = None
    names = tuple(name for name in exported if name and not name.startswith("_"))
    values = [symbol for symbol in own if symbol.kind in _VALUES]
    return names if len(values) <= len(names) else ()


def _package(file: File) -> str:
    language = load().get(file.language or "")
    folder, name = posixpath.split(file.path)
    stands_for_it = language is not None and name.partition(".")[0] == language.packages.file
    return f"{folder}/" if stands_for_it else ""


def _is_of(package: str, statement: Import) -> bool:
    if statement.target.startswith("."):
        return not statement.target.startswith("..")
    path = "/" + statement.target.replace(".", "/") + "/"
    above = posixpath.dirname(path.rstrip("/")) + "/"
    return f"/{package}".endswith(path) or (above != "/" and f"/{package}".endswith(above))


def _module(target: str) -> str:
    if "/" in target:
        return posixpath.basename(target).partition(".")[0]
    return _DOTS_AND_COLONS.split(target)[-1]
