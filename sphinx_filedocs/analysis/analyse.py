"""Analyses a whole tree: single files, roles, imports, links, graph."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from sphinx_filedocs import hooks
from sphinx_filedocs.analysis.blames import blame_keys
from sphinx_filedocs.analysis.bounded_readers import BoundedReaders
from sphinx_filedocs.analysis.graphs import Files, described, from_imports, traced, with_commands
from sphinx_filedocs.garbage import no_collection
from sphinx_filedocs.incremental.changes import Changes, write
from sphinx_filedocs.incremental.linked_tree import LinkedTree, Relinked
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.extraction import (
    Analysis,
    Extracted,
    Progress,
    analysed_files,
    read_again,
    uncounted,
    unread_files,
)
from sphinx_filedocs.index.graph import own_tests
from sphinx_filedocs.index.import_graph import credited
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.tables import EveryDefinition, Tables
from sphinx_filedocs.index.trace import (
    Answers,
    Question,
    Tracer,
    answer_digests,
    definition_key,
)
from sphinx_filedocs.insight import description_sources, related_files
from sphinx_filedocs.insight.related_files import tests_that_reach
from sphinx_filedocs.insight.roles import roles
from sphinx_filedocs.model.facts import Facts, Import, LineCounts
from sphinx_filedocs.model.files import (
    Diagnostic,
    Extract,
    File,
    Folder,
    folders_above,
)
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.links import GUESSES, HOWS, Links
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.reports import NO_REPORT, Report, ReportedTree, documented, joined
from sphinx_filedocs.parse import finders, licenses
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.resolve.import_resolution import (
    Resolution,
    languages_of_included,
    read_databases,
    resolve,
)
from sphinx_filedocs.resolve.linker import Progress as LinkProgress
from sphinx_filedocs.resolve.linker import quietly, used_files
from sphinx_filedocs.source import git, owners
from sphinx_filedocs.source.discover import Discovery, Entry, discover, make_folders, readme_of
from sphinx_filedocs.source.history import TreeHistory, known_history
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.tree import Texts

#: Where more than this part of the files changed, all rows are written anew.
_MOST = 1 / 8
#: So many steps of includes are followed from a file whose name says its language.
_MOST_INCLUDES = 5


def analyse(
    analysis: Analysis,
    store: Store,
    progress: Progress,
    discovery: Discovery | None = None,
    linking: LinkProgress = quietly,
    recorder: Recorder | None = None,
) -> Codebase:
    """Return the analysed tree.

    :param store: facts of earlier runs; new ones are added.
    :param progress: passes analysed files on.
    :param discovery: the files of the tree, if listed already.
    :param linking: passes linked files on.
    :param recorder: collects the questions that a change invalidates; without it, everything is
        committed at once.
    :raises sphinx_filedocs.source.discover.TreeError: if the root can't be read.
    :raises sphinx_filedocs.index.store.DamagedError: if the store was damaged; a new one is begun.
    """
    if discovery is None:
        paths = analysis.tree.include, analysis.tree.exclude, analysis.skip
        discovery = discover(analysis.root, *paths, analysis.untracked, analysis.public)
    used = recorder or Recorder(store, Tracer())
    codebase = TreeAnalysis(analysis, store, discovery, used, progress, linking).codebase
    if recorder is None:
        used.save()
        store.check()
    return codebase


class TreeAnalysis:
    """An analysed tree, and its files after an edit.

    Parameters and errors are those of :func:`analyse`.
    """

    def __init__(
        self,
        analysis: Analysis,
        store: Store,
        discovery: Discovery,
        recorder: Recorder,
        progress: Progress,
        linking: LinkProgress,
        blaming: LinkProgress = quietly,
    ) -> None:
        self._analysis = analysis
        self._store = store
        self._discovery = discovery
        self._recorder = recorder
        self._texts: dict[str, str | None] = {}
        self._files: Mapping[str, File] = {}
        self._just_read: Mapping[str, Facts] = {}
        self._report = NO_REPORT
        self._every: Callable[[], EveryDefinition] = cache(Tables(store).every_definition)
        self._databases, self._troubles = read_databases(analysis.tree.compile_commands)
        self._readers = BoundedReaders(store, lambda path: self._files[path], self._troubles.append)
        self._read = Texts(self._text, self._readers.ask)
        self._attributes = analysis.attributes(entry.path for entry in discovery.entries)
        self.codebase = self._analysed(progress, linking, blaming)

    def _analysed(
        self, progress: Progress, linking: LinkProgress, blaming: LinkProgress
    ) -> Codebase:
        analysis, discovery = self._analysis, self._discovery
        extracted = self._extracted(progress)
        self._files, self._just_read = extracted.files, extracted.facts
        self._troubles += extracted.troubles
        self._troubles += self._readers.known_troubles(self._files)
        self._read_included(extracted, progress)
        self._project = Project(extracted.files, self._read)
        self._report = report = self._read_reports()
        light = self._placed(blaming)
        folders = _folders(light)
        files = Files(light, self._facts, self._recorder.tracer)
        self._resolution = resolution = self._resolved(files)
        # Few texts are read below; what a fork shares is copied as long as it lives.
        self._readers.close()
        for path in resolution.builds.digests:
            light[path] = light[path]._replace(skipped=(*resolution.builds.skipped(path),))
        with no_collection():
            # What is made here stays; it has no circles worth looking for.
            recorder = self._recorder
            recorder.begin()
            self._tree = tree = self._linked_tree(files)
            relinked = tree.update(linking, analysis.divide)
            imports = credited(resolution.imports, self._used_files(tree, relinked.files))
            known = from_imports(files, imports, self._project, recorder.tracer)
            graph = self._graph(known, relinked, files, folders)
        diagnostics = (
            *discovery.diagnostics,
            *(diagnostic for file in light.values() for diagnostic in file.diagnostics),
            *self._troubles,
            *resolution.troubles,
            *tree.troubles,
            *report.diagnostics,
        )
        branch = git.branch(analysis.root) if discovery.tracked else None
        return Codebase(
            analysis.tree.title,
            files,
            light,
            folders,
            graph,
            diagnostics,
            branch,
            self._past.gap,
            rules={**finders.rules(), **report.rules},
            reported={path: tuple(rows) for path, rows in report.findings.items()},
            compiled=report.names,
            late=self._troubles,
            unread=analysis.unread,
        )

    def _extracted(self, progress: Progress) -> Extracted:
        analysis, entries = self._analysis, self._discovery.entries
        attributes = self._attributes
        if not analysis.unread:
            return analysed_files(analysis, entries, self._store, progress, attributes)
        files = unread_files(entries, attributes)
        readme = readme_of([path for path in files if "/" not in path])
        few = [entry for entry in entries if entry.path == readme]
        here = replace(analysis, executor=None)
        read = analysed_files(here, few, self._store, progress, attributes)
        for path, file in read.files.items():
            # It is listed as the others are.
            files[path] = file._replace(facts=replace(file.facts, lines=LineCounts()))
        return Extracted(files, read.facts)

    def edited(
        self, entries: Collection[Entry], removed: AbstractSet[str] = frozenset()
    ) -> Codebase | None:
        """Return the tree after an edit; ``None`` if a file changed its language or kind. New
        texts, and files of a tree that is not read yet, count as edited too.

        Files, links and rows but those of the edited files stay as they were. Nothing but facts is
        committed, and the tree in memory changes: call it in a fork that ends soon.

        :param removed: the paths of removed files, which only leave their folders.
        """
        last, recorder, store = self.codebase, self._recorder, self._store
        edited = self._read_edited(entries)
        if edited is None:
            return None
        light = dict(sorted({**last.light, **edited}.items()))
        light |= {path: self._placed_as_before(file, light) for path, file in edited.items()}
        is_same = not removed and light.keys() == last.light.keys()
        folders = last.folders if is_same else _folders(light, removed)
        files = Files(light, self._facts, recorder.tracer)
        if any(_imports(light.get(path)) != _imports(last.light.get(path)) for path in edited):
            others = self._resolution.imports.items()
            known_imports = {path: rows for path, rows in others if path not in edited}
            self._resolution = self._resolved(files, known_imports)
        tree = self._linked_tree(files)
        tree.link_alone(self._tree, sorted(path for path in edited if tree.has(path)))
        for question in (Question.FILE, Question.IMPORTS):
            recorder.invalidate(question, edited)
        resolved = {path: self._resolution.imports.get(path, ()) for path in edited}
        imports = {**last.graph.imports, **credited(resolved, self._used_files(tree, edited))}
        tables = Tables(store)
        known = replace(last.graph, imports=imports)
        known = with_commands(known, files, self._project, recorder.tracer)
        before = {path: tables.every_definition(path) for path in edited}
        self._write(tree, files, imports, edited, edited)
        every = self._every()
        for path, definitions in before.items():
            every = every.with_file(path, definitions, tables.every_definition(path))
        graph = traced(known, tables, tree, own_tests(light), recorder.tracer, lambda: every)
        about = self._about._replace(light=light, folders=folders)
        graph = described(graph, about, files, recorder.tracer, self._read)
        if last.unread:
            # Uses in other files are unknown, so none are counted.
            links = {path: _sure(graph.links[path]) for path in edited if tree.has(path)}
            graph = replace(graph, references={}, used={}, links=links)
        return replace(last, files=files, light=light, folders=folders, graph=graph)

    def _read_edited(self, entries: Collection[Entry]) -> dict[str, File] | None:
        before, unread = self.codebase.light, self.codebase.unread
        quiet = replace(self._analysis, looking=uncounted, jobs=0)
        read = analysed_files(quiet, entries, self._store, uncounted, self._attributes)
        edited = {
            path: file for path, file in read.files.items() if path in before or file.kind == "text"
        }
        alike = (_is_alike(file, before[path]) for path, file in edited.items() if path in before)
        if not (unread or all(alike)):
            return None
        for path in edited:
            self._texts.pop(path, None)
            self._read.forget(path)
        self._files = {**self._files, **edited}
        self._just_read = {**self._just_read, **read.facts}
        return edited

    def _placed_as_before(self, file: File, files: Mapping[str, File]) -> File:
        before = self.codebase.light.get(file.path)
        placed = file._replace(facts=_licensed(file, files))
        if before is None:
            return placed._replace(roles=roles(file, self._project.declared))
        return placed._replace(
            roles=before.roles,
            change=before.change,
            history=before.history,
            blame=before.blame,
            owners=before.owners,
            skipped=before.skipped,
        )

    def _resolved(
        self, files: Files, known: Mapping[str, tuple[Import, ...]] = MappingProxyType({})
    ) -> Resolution:
        analysis = self._analysis
        return resolve(
            files,
            self._read,
            analysis.root.parts[-4:],
            files.light,
            analysis.tree.include_folders,
            self._databases,
            known,
        )

    def _linked_tree(self, files: Files) -> LinkedTree:
        light, compiled = files.light, self._report.names

        def names_of(path: str) -> Names:
            names = compiled.get(path) or self._store.recall_names(light[path])
            return self._read_again(light[path]).names if names is None else names

        texts = [path for path, file in light.items() if file.kind == "text"]
        names = Answers(lambda _: None, names_of, keys=lambda: texts)
        return LinkedTree(
            *(self._store, files, names, self._resolution),
            *(self._recorder, light, self._report),
        )

    def _read_again(self, file: File) -> Extract:
        analysis = self._analysis
        return read_again(analysis.root, file, analysis.limit, analysis.public)

    def _read_included(self, extracted: Extracted, progress: Progress) -> None:
        analysis, attributes = self._analysis, self._attributes
        around, folders = analysis.root.parts[-4:], analysis.tree.include_folders
        for _ in range(_MOST_INCLUDES):
            languages = languages_of_included(
                extracted.files, self._read, around, folders, self._databases
            )
            if not languages:
                break
            entries = [entry for entry in self._discovery.entries if entry.path in languages]
            again = analysed_files(analysis, entries, self._store, progress, attributes, languages)
            extracted.files.update(again.files)
            extracted.facts.update(again.facts)
            self._troubles += again.troubles

    def _text(self, path: str) -> str | None:
        if path not in self._texts:
            self._texts[path] = self._analysis.text_of(self._files.get(path))
        return self._texts[path]

    def _read_reports(self) -> Report:
        analysis, files = self._analysis, self._files
        if not analysis.tree.reports:
            return NO_REPORT
        tree = ReportedTree(
            analysis.root.as_posix(),
            files,
            lambda path: analysis.text_of(files.get(path)),
            lambda path: self._facts(files[path]),
        )
        by_name: dict[str, list[Path]] = {}
        for name, place in analysis.tree.reports:
            by_name.setdefault(name, []).append(place)
        return joined(hooks.load("reports", name)(by_name[name], tree) for name in by_name)

    def _facts(self, file: File) -> Facts:
        facts = self._just_read.get(file.path) if file.kind == "text" else file.facts
        facts = facts or self._store.recall_facts(file)
        if facts is None:
            facts = self._read_again(file).facts
        # The licence may be another file's word.
        facts = replace(facts, license=file.facts.license)
        return documented(facts, self._report.docs.get(file.path))

    def _placed(self, blaming: LinkProgress) -> dict[str, File]:
        analysis, files = self._analysis, self._files
        paths = list(files)
        troubles: list[Phrase] = []
        past = known_history(analysis.root, paths, troubles) if analysis.history else TreeHistory()
        self._past = past
        self._troubles += (Diagnostic("", "git", trouble) for trouble in troubles)
        blamed = blame_keys(analysis, self._store, files, past, blaming)
        owned = owners.load(paths, self._read)
        return {
            path: file._replace(
                facts=_licensed(file, files),
                roles=roles(file, self._project.declared),
                change=past.changes.get(path),
                history=past.of.get(path),
                blame=blamed.get(path, ""),
                owners=owned.of(path) if owned else (),
                compiled=self._report.docs_digest(path),
            )
            for path, file in files.items()
        }

    def _graph(
        self, known: Graph, relinked: Relinked, files: Files, folders: Mapping[str, Folder]
    ) -> Graph:
        recorder, tables, light = self._recorder, Tables(self._store), files.light
        about = description_sources.sources(light, folders, known.imports, files.get)
        self._about = about.noted(recorder.noted)
        self._look(light, known.imports)
        defining: AbstractSet[str] = relinked.edited
        changed: AbstractSet[str] = relinked.changed
        if relinked.anew or len(defining) > _MOST * len(light):
            recorder.forget()
            # Other files have no rows.
            defining = changed = self._just_read.keys() if self._analysis.unread else light.keys()
            self._store.guarded(tables.clear)
        else:
            tables.check()
        graph = traced(known, tables, self._tree, own_tests(light), recorder.tracer, self._every)
        self._write(self._tree, files, known.imports, defining, changed)
        recorder.invalidate(Question.RELATIONS, (definition_key(*key) for key in relinked.related))
        outlines = dict(graph.outlines)
        graph = replace(
            graph,
            twins=about.twins,
            related=related_files.related(light, known.imports, outlines, about.twins),
            tests=related_files.tests(light, graph.users),
            reached=recorder.noted("reached", tests_that_reach(light, tables.calls, outlines)),
        )
        return described(graph, self._about, files, recorder.tracer, self._read)

    def _write(
        self,
        tree: LinkedTree,
        files: Mapping[str, File],
        imports: Mapping[str, tuple[Import, ...]],
        defining: Iterable[str],
        linked_again: Iterable[str],
    ) -> None:
        tables, recorder = Tables(self._store), self._recorder

        def work(connection: sqlite3.Connection) -> None:
            changes = Changes(connection, tables, recorder)
            write(changes, tree, files, imports, defining, linked_again)

        self._store.guarded(work)

    def _used_files(
        self, tree: LinkedTree, linked_again: Collection[str]
    ) -> Callable[[str], Collection[str] | None]:
        tables = Tables(self._store)

        def used(path: str) -> Collection[str] | None:
            if not tree.has(path):
                return None
            if path in linked_again:
                return used_files(tree.file_links(path))
            return tables.homes(path)

        return used

    def _look(self, light: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]) -> None:
        recorder = self._recorder
        paths = recorder.answers("file key").keys()
        recorder.changed(Question.FILE, answer_digests(light))
        known = answer_digests({path: rows for path, rows in imports.items() if rows})
        moved = recorder.changed(Question.IMPORTS, known)
        above = {folder for path in moved for folder in folders_above(path)}
        recorder.invalidate(Question.STRUCTURE, above)
        read = {*recorder.answers("read"), *self._texts} & light.keys()
        if recorder.changed("read", {path: light[path].digest for path in read}) & paths or (
            paths != light.keys()
        ):
            recorder.invalidate(Question.PROJECT, [""])


def _sure(links: Links) -> Links:
    """Drop links by a name alone: unread files may define it too."""
    sure = [HOWS.index(link.how) not in GUESSES for link in links.different]
    return Links(links.different, [at if at >= 0 and sure[at] else -1 for at in links.numbers])


def _is_alike(file: File, before: File) -> bool:
    return file.kind == "text" and all(
        getattr(file, name) == getattr(before, name)
        for name in ("kind", "language", "language_name", "plain", "encoding", "provenance")
    )


def _licensed(file: File, files: Mapping[str, File]) -> Facts:
    """Return the facts of a file, with the licence of its side file. Example:
    ``logo.png.license``."""
    side = files.get(licenses.side_file(file.path))
    if file.facts.license or side is None:
        return file.facts
    return replace(file.facts, license=side.facts.license)


def _imports(file: File | None) -> tuple[Import, ...] | None:
    return file.facts.imports if file else None


def _folders(
    files: Mapping[str, File], removed: AbstractSet[str] = frozenset()
) -> Mapping[str, Folder]:
    links = {path: file.link for path, file in files.items() if file.link is not None}
    return make_folders([path for path in files if path not in removed], links)
