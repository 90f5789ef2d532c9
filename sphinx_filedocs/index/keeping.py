"""Keeps an analysed tree, so that a later build can read of it what it needs."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from uuid import uuid4

from sphinx_filedocs.index.links.modules import family
from sphinx_filedocs.index.rows import NO_ROWS, FileRow, NameRow, Packer
from sphinx_filedocs.index.shelf import fill, write_bucket
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model import (
    Codebase,
    Definition,
    Facts,
    File,
    Graph,
    Rows,
)


@dataclass(frozen=True, slots=True)
class Head:
    """What is kept of a tree as a whole.

    :param state: the name of what is kept.
    :param codebase: without files; of its graph there are the cycles.
    :param starts: see :class:`sphinx_filedocs.index.shelf.Shelf`.
    :param kin: see :func:`_kin`.
    :param edited: the files that are others than when all were kept, without facts.
    """

    state: str
    codebase: Codebase
    starts: Mapping[str, tuple[str, ...]]
    kin: Mapping[str, frozenset[str]]
    edited: Mapping[str, File] = field(default_factory=dict)


def bare(file: File) -> File:
    """Return a file without facts but for its licence."""
    return file._replace(facts=_without(file.facts.license))


@cache
def _without(license_: str | None) -> Facts:
    """Return the facts of all files of one licence: one object is quickly kept, and read."""
    return Facts(license=license_)


def keep(store: Store, codebase: Codebase, pages: Mapping[str, object]) -> str:
    """Keep an analysed tree; return the name of what is kept, ``""`` if that can't be done.

    :param pages: what is to be known of its pages, by name.
    """
    if not codebase.origin.links:
        return ""
    packer = Packer(codebase.files)
    rows: dict[str, Mapping[str, object]] = {
        "name": {name: packer.name(row) for name, row in _name_rows(codebase.graph)},
        "file": dict(_file_rows(codebase)),
        "folder": {
            folder: packer.folder(pairs) for folder, pairs in codebase.graph.structure.items()
        },
        "files": {"": {path: bare(file) for path, file in codebase.files.items()}},
        **{f"pages {name}": {"": value} for name, value in pages.items()},
    }
    graph = Graph(cycles=codebase.graph.cycles, counted=codebase.graph.counted)
    known = replace(codebase, files={}, folders={}, graph=graph)
    kin = _kin(codebase)

    def work(connection: sqlite3.Connection) -> str:
        connection.commit()
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            head = Head(str(uuid4()), known, fill(connection, rows), kin)
            write_bucket(connection, "head", 0, {"": head})
        return head.state

    return store.guarded(work, "")


def _kin(codebase: Codebase) -> Mapping[str, frozenset[str]]:
    """Return for each language those that share names with it: files of the one lead to files of
    the other, if need be by way of further ones."""
    kin: dict[str, set[str]] = {}
    for path, file in codebase.files.items():
        language = file.language or ""
        others = {family(language)}
        for one in codebase.graph.imports.get(path, ()):
            others.update(codebase.files[other].language or "" for other in one.resolved)
        known = kin.setdefault(language, {language})
        if not others <= known:
            joined = known.union(*(kin.get(other, {other}) for other in others))
            kin.update(dict.fromkeys(joined, joined))
    return {language: frozenset(others) for language, others in kin.items()}


def _name_rows(graph: Graph) -> Iterator[tuple[str, NameRow]]:
    used: defaultdict[str, dict[Definition, Rows]] = defaultdict(dict)
    for one, lines in graph.references.items():
        used[one.name][one] = lines
    names = {*graph.definitions, *graph.name_imports, *used, *graph.possible}
    for name in names:
        yield (
            name,
            NameRow(
                graph.definitions.get(name, ()),
                graph.name_imports.get(name, ()),
                used.get(name, {}),
                graph.possible.get(name, NO_ROWS),
            ),
        )


def _file_rows(codebase: Codebase) -> Iterator[tuple[str, FileRow]]:
    graph = codebase.graph
    circled: defaultdict[str, list[str]] = defaultdict(list)
    for path, cycle in graph.cycle_of.items():
        for step in cycle.steps:
            circled[step.path].append(path)
    for path in codebase.files:
        yield (
            path,
            FileRow(
                graph.imported_by.get(path),
                graph.related.get(path),
                graph.tests.get(path),
                graph.commands.get(path),
                graph.reach.get(path),
                graph.cycle_of.get(path),
                tuple(sorted({one.name for one in graph.used.get(path, ())})),
                tuple(circled.get(path, ())),
            ),
        )
