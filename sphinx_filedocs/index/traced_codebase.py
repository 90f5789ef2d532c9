"""The files and the graph of a tree as pages ask for them: from rows on disk, or from memory where
all of the tree was just linked. Either way each question is noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TypeVar

from sphinx_filedocs.index.graph import Parts, imports_across, structure
from sphinx_filedocs.index.tables import Tables
from sphinx_filedocs.index.trace import Answers, NotedMapping, Question, Tracer, definition_key
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import FolderDependency, Graph
from sphinx_filedocs.model.links import Enclosing, Links, Rows, UsedHow
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


@dataclass(frozen=True, slots=True)
class TreeLinks:
    """Where the names of the files of a tree lead.

    :param paths: the files that have names.
    :param links: returns where each expression of one leads.
    :param uses: returns the definitions that one uses, with the lines on which it does.
    :param by_symbol: returns what each symbol of one uses in a certain way.
    """

    paths: Iterable[str]
    links: Callable[[str], Links | None]
    uses: Callable[[str], Mapping[Definition, Sequence[int]] | None]
    by_symbol: Callable[[str, UseKind], Mapping[Enclosing, UsedHow] | None]


def noted(graph: Graph, tracer: Tracer) -> Graph:
    """Return a graph in memory of which each question is noted."""

    def by(question: Question, answers: Mapping[str, Answer]) -> Answers[str, Answer]:
        return Answers(
            lambda key: tracer.ask(question, key), answers.get, lambda: answers, lambda: answers
        )

    def by_symbol(
        answers: Mapping[str, Mapping[Enclosing, UsedHow]],
    ) -> Answers[str, Mapping[Enclosing, UsedHow]]:
        def find(path: str) -> Mapping[Enclosing, UsedHow]:
            return NotedMapping(
                lambda symbol: tracer.ask(Question.RELATIONS, definition_key(path, *symbol)),
                answers.get(path, {}),
                lambda: tracer.ask(Question.USES, path),
            )

        # What is asked is noted when a symbol is.
        return Answers(lambda _: None, find, lambda: answers, lambda: answers)

    return replace(
        graph,
        imports=by(Question.IMPORTS, graph.imports),
        definitions=by(Question.DEFINITIONS, graph.definitions),
        name_imports=by(Question.NAME_IMPORTS, graph.name_imports),
        cross_referenced=by(Question.CROSS_REFERENCES, graph.cross_referenced),
        possible=by(Question.CROSS_REFERENCES, graph.possible),
        used=by(Question.USED, graph.used),
        uses=by(Question.USES, graph.uses),
        calls=by_symbol(graph.calls),
        bases=by_symbol(graph.bases),
        overrides=by_symbol(graph.overrides),
        implements=by_symbol(graph.implements),
        types=by_symbol(graph.types),
        reached=by(Question.REACHED, graph.reached),
        groups=by(Question.GROUP, graph.groups),
        links=by(Question.LINKS, graph.links),
        structure=by(Question.STRUCTURE, graph.structure),
        references=Answers(
            lambda definition: tracer.ask(
                Question.REFERENCES,
                definition_key(definition.path, definition.qualified, definition.number),
            ),
            graph.references.get,
            lambda: graph.references,
        ),
    )


def stored(
    known: Graph,
    tables: Tables,
    files: TreeLinks,
    counted: tuple[int, int],
    tests: Mapping[str, Parts],
) -> Graph:
    """Return a graph of rows on disk; see :func:`noted`.

    :param known: has what follows from imports.
    :param tables: have the rows, once they are asked for.
    :param files: where the names of files lead.
    :param counted: see :class:`sphinx_filedocs.model.graph.Graph`.
    :param tests: see :func:`sphinx_filedocs.index.graph.own_tests`.
    """

    def silent(_: object) -> None: ...

    # All of it is asked for wherever something has changed.
    every = cache(tables.every_definition)

    @lru_cache(_REMEMBERED)
    def uses_of(definition: Definition) -> Rows | None:
        return tables.uses(definition) or None

    @lru_cache(_REMEMBERED)
    def possible(name: str) -> Rows | None:
        return tables.possible(name) or None

    def of_files(find: Callable[[str], Answer | None]) -> Answers[str, Answer]:
        def load() -> dict[str, Answer]:
            answers = ((path, find(path)) for path in files.paths)
            return {path: answer for path, answer in answers if answer is not None}

        return Answers(silent, find, load)

    across = imports_across(known.imports)

    @cache
    def structure_of(folder: str) -> tuple[FolderDependency, ...] | None:
        imports = across.get(folder, {})
        uses = list(tables.uses_across(folder))
        paths = {path for _, rows in uses for path in rows.paths()}
        imports = {**dict.fromkeys(paths, ()), **imports}
        return structure([folder], imports, uses).get(folder)

    def crossed() -> list[str]:
        return sorted({*across, *tables.crossed()})

    return replace(
        known,
        unused=Answers(silent, None, tables.unused),
        name_lines=Answers(silent, None, tables.lines_of_names),
        structure=Answers(
            silent,
            structure_of,
            lambda: {folder: structure_of(folder) or () for folder in crossed()},
            crossed,
        ),
        counted=counted,
        outlines=Answers(silent, None, lambda: every().outlines),
        definitions=Answers(silent, None, lambda: every().by_name),
        name_imports=Answers(
            silent, lambda name: tables.name_imports(name) or None, tables.all_name_imports
        ),
        cross_referenced=Answers(silent, None, lambda: every().cross_referenced),
        possible=Answers(silent, possible, tables.all_possible),
        references=Answers(silent, uses_of, tables.all_uses),
        users=Answers(silent, None, lambda: tables.users_of_files(tests)),
        unsure=Answers(silent, None, tables.unsure_names),
        used=Answers(silent, None, lambda: every().used),
        links=of_files(files.links),
        uses=of_files(files.uses),
        calls=of_files(lambda path: files.by_symbol(path, "call")),
        bases=of_files(lambda path: files.by_symbol(path, "base")),
        overrides=of_files(lambda path: files.by_symbol(path, "override")),
        implements=of_files(lambda path: files.by_symbol(path, "implementation")),
        types=of_files(lambda path: files.by_symbol(path, "instance")),
    )
