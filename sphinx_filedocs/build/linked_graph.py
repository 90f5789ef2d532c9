"""The links and the graph of a tree that was just linked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from sphinx_filedocs.index import graph
from sphinx_filedocs.index.links.linked_tree import LinkedTree
from sphinx_filedocs.index.links.linker import (
    Linked,
    lines_by_definition,
    uses_by_symbol,
)
from sphinx_filedocs.index.trace import Answers
from sphinx_filedocs.index.traced_codebase import Files, TreeLinks
from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.model.links import Enclosing, Links, UsedHow
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import Definition, walk


def file_links(tree: LinkedTree) -> TreeLinks:
    """Return the links of the files of a linked tree, and what follows from those of each."""
    links = tree.all_links()

    def of(path: str) -> Links | None:
        return tree.links(path) if path in links else None

    def uses(path: str) -> dict[Definition, list[int]] | None:
        return lines_by_definition(links[path]) if path in links else None

    # It is asked for each symbol of a file.
    @cache
    def by_symbol(path: str, kind: UseKind) -> dict[Enclosing, UsedHow] | None:
        return uses_by_symbol(links[path], kind) if path in links else None

    return TreeLinks(links, of, uses, by_symbol)


def linked_graph(
    known: Graph,
    links: Linked,
    files: Files,
    folders: Iterable[str],
    tests: Mapping[str, graph.Parts],
) -> Graph:
    """Return the graph of a tree of which all is in memory.

    :param tests: see :func:`sphinx_filedocs.index.graph.own_tests`.
    """
    definitions = graph.definitions_by_name(files)
    lines = Counter({name: len(rows) for name, rows in links.possible.items()})
    for definition, rows in links.references.items():
        lines[definition.name] += len(rows)
    uses = ((definition.path, rows) for definition, rows in links.references.items())
    named = (path for path, file_targets in links.links.items() if file_targets)
    return replace(
        known,
        definitions=definitions,
        outlines=Answers(
            lambda _: None,
            lambda path: [entry.definition(path) for entry in walk(files[path].facts.symbols)],
            lambda: {
                path: [entry.definition(path) for entry in walk(file.facts.symbols)]
                for path, file in files.items()
                if file.facts.symbols
            },
        ),
        name_imports=graph.lines_by_name(files, known.imports),
        links=links.links,
        cross_referenced=graph.cross_referenced(definitions, links.references),
        references=links.references,
        used=links.used,
        users=graph.users_of_files(links.references, tests, definitions),
        uses=links.uses,
        calls=links.calls,
        bases=links.bases,
        overrides=links.overrides,
        implements=links.implements,
        types=links.types,
        possible=links.possible,
        unsure={path: names for path, names in links.unsure.items() if names},
        unused=graph.unused(files, named, definitions, links.references, links.possible),
        name_lines=lines,
        structure=graph.structure(folders, known.imports, uses),
        counted=links.counted,
    )
