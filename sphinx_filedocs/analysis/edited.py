"""Analyses edited files alone, for an early page: other files stay as in the last build."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, MutableMapping
from dataclasses import dataclass, replace

from sphinx_filedocs.analysis.graphs import Files, described, from_imports, traced
from sphinx_filedocs.incremental.changes import Changes, write
from sphinx_filedocs.incremental.linked_tree import LinkedTree
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.extraction import AllNames, Analysis, analysed_files
from sphinx_filedocs.index.graph import own_tests
from sphinx_filedocs.index.import_graph import credited
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.tables import EveryDefinition, Tables
from sphinx_filedocs.index.trace import Question
from sphinx_filedocs.insight import description_sources
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.reports import Report
from sphinx_filedocs.parse import licenses
from sphinx_filedocs.resolve.import_resolution import Resolution, resolve
from sphinx_filedocs.resolve.linker import used_files
from sphinx_filedocs.source.discover import Entry
from sphinx_filedocs.source.gitattributes import Attributes
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.tree import Texts


@dataclass(frozen=True, slots=True)
class Steps:
    """The products of an analysis.

    :param attributes: from ``.gitattributes`` files and options.
    :param read: the texts of the tree and the results of readers; ``texts`` has the former.
    :param facts: returns the facts of a file.
    :param databases: texts of ``compile_commands.json``.
    :param about: the sources of descriptions.
    :param every: returns all definitions.
    """

    analysis: Analysis
    store: Store
    recorder: Recorder
    attributes: Attributes
    read: Texts
    texts: MutableMapping[str, str | None]
    facts: Callable[[File], Facts]
    databases: tuple[str, ...]
    project: Project
    resolution: Resolution
    report: Report
    tree: LinkedTree
    about: description_sources.Sources
    every: Callable[[], EveryDefinition]
    codebase: Codebase


def edited(steps: Steps, entries: Collection[Entry]) -> Codebase | None:
    """Return the tree after an edit; ``None`` if a file changed its language or kind. Files of a
    tree that is not read yet count as edited too.

    Nothing but facts is committed, and the tree in memory changes: call it in a fork that ends
    soon.

    :param entries: the edited files.
    """
    read = analysed_files(
        steps.analysis, entries, steps.store, lambda files, _: iter(files), steps.attributes
    )
    last = steps.codebase
    for path, file in read.files.items():
        if not (last.unread or _is_alike(file, last.light[path])):
            return None
        steps.texts.pop(path, None)
        steps.read.forget(path)
    light = {**last.light, **read.files}
    light |= {path: _placed(file, last, light) for path, file in read.files.items()}
    recorder = steps.recorder
    files = Files(light, steps.facts, read.facts, recorder.tracer)
    resolution = _resolution(steps, files, read.files)
    names = AllNames(steps.analysis, light, steps.store, last.compiled)
    tree = LinkedTree(steps.store, files, names, resolution, recorder, light, steps.report)
    paths = sorted(path for path in read.files if tree.has(path))
    tree.link_alone(steps.tree, paths)
    for question in (Question.OUTLINE, Question.FILE, Question.IMPORTS, Question.READ):
        recorder.invalidate(question, read.files)
    graph = _graph(steps, tree, files, resolution, read.files.keys())
    if last.unread:
        # Uses in other files are unknown, so none are counted.
        graph = replace(graph, references={}, used={})
    return replace(last, files=files, light=light, graph=graph)


def _is_alike(file: File, before: File) -> bool:
    return file.kind == "text" and all(
        getattr(file, name) == getattr(before, name)
        for name in ("kind", "language", "language_name", "plain", "encoding", "provenance")
    )


def licensed(file: File, files: Mapping[str, File]) -> Facts:
    """Return the facts of a file, with the licence of its side file. Example:
    ``logo.png.license``."""
    side = files.get(licenses.side_file(file.path))
    if file.facts.license or side is None:
        return file.facts
    return replace(file.facts, license=side.facts.license)


def _placed(file: File, last: Codebase, files: Mapping[str, File]) -> File:
    before = last.light[file.path]
    return file._replace(
        facts=licensed(file, files),
        roles=before.roles,
        change=before.change,
        history=before.history,
        owners=before.owners,
        skipped=before.skipped,
    )


def _resolution(steps: Steps, files: Files, edited_files: Mapping[str, File]) -> Resolution:
    light, last = files.light, steps.codebase.light
    if all(light[path].facts.imports == last[path].facts.imports for path in edited_files):
        return steps.resolution
    analysis = steps.analysis
    around = analysis.root.parts[-4:]
    return resolve(files, steps.read, around, light, analysis.tree.include_folders, steps.databases)


def _graph(
    steps: Steps, tree: LinkedTree, files: Files, resolution: Resolution, paths: Collection[str]
) -> Graph:
    recorder, tables, last = steps.recorder, Tables(steps.store), steps.codebase.graph
    tracer, light = recorder.tracer, files.light

    def used(path: str) -> Collection[str] | None:
        return used_files(tree.file_links(path)) if tree.has(path) else None

    changed = credited({path: resolution.imports.get(path, ()) for path in paths}, used)
    imports = {**last.imports, **changed}
    known = from_imports(files, imports, steps.project, tracer)
    steps.store.guarded(
        lambda connection: write(
            Changes(connection, tables, recorder), tree, light, imports, paths, paths
        )
    )
    every = steps.every()
    for path in paths:
        every = every.with_file(path, tables.every_definition(path))
    graph = replace(
        traced(known, tables, tree, own_tests(light), tracer, lambda: every),
        twins=last.twins,
        related=last.related,
        tests=last.tests,
        reached=last.reached,
        groups=last.groups,
    )
    return described(graph, steps.about._replace(light=light), files, tracer, steps.read)
