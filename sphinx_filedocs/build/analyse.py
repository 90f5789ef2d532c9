"""Analyses a whole tree: its files by themselves, what they are to each other, links."""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from sphinx_filedocs.build.changes import Changes, definition_rows, imported_names, use_rows
from sphinx_filedocs.build.recorder import Recorder
from sphinx_filedocs.build.relink import relink
from sphinx_filedocs.garbage import no_collection
from sphinx_filedocs.index import related
from sphinx_filedocs.index.answers import Answers
from sphinx_filedocs.index.extraction import (
    AllNames,
    Analysis,
    Progress,
    analysed_files,
    read_again,
)
from sphinx_filedocs.index.files import Files
from sphinx_filedocs.index.graph import (
    cross_referenced,
    definitions_by_name,
    lines_by_name,
    link,
    structure,
)
from sphinx_filedocs.index.links.faces import defined
from sphinx_filedocs.index.links.kept import KeptTree, file_key
from sphinx_filedocs.index.links.link import (
    Linked,
    lines_by_definition,
    link_all,
    linked,
    quietly,
    target,
)
from sphinx_filedocs.index.links.link import Progress as LinkProgress
from sphinx_filedocs.index.links.stored import keep_tree, recall_tree
from sphinx_filedocs.index.resolution import Resolution
from sphinx_filedocs.index.resolve import resolve
from sphinx_filedocs.index.store import DAMAGE, Store
from sphinx_filedocs.index.stored_graph import FileLinks, noted, stored
from sphinx_filedocs.index.tables import Tables
from sphinx_filedocs.index.trace import Question, Tracer
from sphinx_filedocs.index.usage import unused
from sphinx_filedocs.languages.commands import commands, of_file
from sphinx_filedocs.model import (
    Codebase,
    Definition,
    Facts,
    File,
    Folder,
    Graph,
    Import,
    Links,
    Role,
    folders_above,
    walk,
)
from sphinx_filedocs.parse import licenses
from sphinx_filedocs.parse.roles import roles
from sphinx_filedocs.source import content, git, owners
from sphinx_filedocs.source.discover import Discovery, discover, make_folders
from sphinx_filedocs.source.project import Project

#: Where more than this part of the files changed, all rows are written anew and all is in memory.
_MOST = 1 / 8


def analyse(
    analysis: Analysis,
    store: Store,
    progress: Progress,
    found: Discovery | None = None,
    linking: LinkProgress = quietly,
    recorder: Recorder | None = None,
) -> Codebase:
    """Return the analysed tree.

    :param store: facts of earlier runs; what is new is kept there.
    :param progress: passes files on that are analysed.
    :param found: the files of the tree, if they were looked for already.
    :param linking: passes files on that are linked.
    :param recorder: is told what may show something else than in the last build; its
        :meth:`~sphinx_filedocs.build.recorder.Recorder.save` makes all last.
    :raises sphinx_filedocs.source.discover.TreeError: when the root can't be read.
    """
    if found is None:
        found = discover(
            analysis.root,
            analysis.include,
            analysis.exclude,
            analysis.skip,
            analysis.untracked,
            analysis.public,
        )
    used = recorder or Recorder(store, Tracer())
    codebase = _Analyser(analysis, store, found, used).analyse(progress, linking)
    if recorder is None:
        used.save()
    return codebase


class _Analyser:
    """One analysis of one tree."""

    def __init__(
        self, analysis: Analysis, store: Store, found: Discovery, recorder: Recorder
    ) -> None:
        self._analysis = analysis
        self._store = store
        self._found = found
        self._recorder = recorder
        self._texts: dict[str, str | None] = {}
        self._kinds: dict[str, str] = {}

    def analyse(self, progress: Progress, linking: LinkProgress) -> Codebase:
        analysis, store, found = self._analysis, self._store, self._found
        said = analysis.attributes(entry.path for entry in found.entries)
        extracted = analysed_files(analysis, found.entries, store, progress, said)
        self._kinds = {path: file.kind for path, file in extracted.files.items()}
        project = Project(extracted.files, self._read)
        light = self._placed(extracted.files, project.declared)
        folders = make_folders(list(light))
        files = Files(light, self._facts, extracted.facts, self._recorder.tracer)
        names = AllNames(analysis, light, store, extracted.names)
        resolution = resolve(files, self._read, analysis.root.parts[-4:], light)
        with no_collection():
            # What is made here stays; it has no circles worth looking for.
            tree, relinked = self._links(files, names, resolution, linking)
            known = _from_imports(light, files, resolution, project, self._recorder.tracer)
            graph = self._graph(known, tree, relinked, files, light, folders, resolution)
        diagnostics = (
            *found.diagnostics,
            *(one for file in light.values() for one in file.diagnostics),
        )
        branch = git.branch(analysis.root) if found.tracked else None
        return Codebase(analysis.title, files, light, folders, graph, diagnostics, branch)

    def _read(self, path: str) -> str | None:
        """Return the text of a file of the tree, ``None`` when it has none."""
        if path not in self._texts:
            analysis = self._analysis
            self._texts[path] = (
                content.read_text(analysis.root, path, analysis.limit, analysis.public)
                if self._kinds.get(path) == "text"
                else None
            )
        return self._texts[path]

    def _facts(self, file: File) -> Facts:
        """Return the facts of a file that was read in an earlier run."""
        if file.kind != "text":
            return file.facts
        found = self._store.recall_facts(file)
        if found is None:
            analysis = self._analysis
            found = read_again(analysis.root, file, analysis.limit, analysis.public).facts
        return found

    def _placed(self, files: Mapping[str, File], declared: Mapping[str, Role]) -> dict[str, File]:
        """Return the files with what follows from their place: roles, last change, owners."""
        analysis = self._analysis
        changes = git.last_changes(analysis.root, list(files)) if analysis.history else {}
        rules = owners.load(list(files), self._read)
        return {
            path: file._replace(
                facts=_licensed(file, files),
                roles=roles(file, declared),
                change=changes.get(path),
                owners=rules.of(path) if rules else (),
            )
            for path, file in files.items()
        }

    def _links(
        self,
        files: Files,
        names: AllNames,
        resolution: Resolution,
        linking: LinkProgress,
    ) -> tuple[KeptTree, KeptTree | None]:
        """Return where all names lead, and that of the last build; what that linked is linked again
        where it may lead elsewhere."""
        store = self._store
        known = recall_tree(store, whole=True)
        if known:
            # What is damaged shows when it is unpacked.
            with contextlib.suppress(*DAMAGE):
                tree = relink(known[1], files, names, resolution, store.recall_content, linking)
                if tree is not known[1]:
                    keep_tree(store, tree, known)
                return tree, known[1]
        tree = link_all(files, names, resolution, linking)
        keep_tree(store, tree, None)
        return tree, None

    def _graph(
        self,
        known: Graph,
        tree: KeptTree,
        last: KeptTree | None,
        files: Files,
        light: Mapping[str, File],
        folders: Mapping[str, Folder],
        resolution: Resolution,
    ) -> Graph:
        """Return how all hangs together, after what changed was written."""
        recorder, tables = self._recorder, Tables(self._store)
        recorder.begin()
        defining = self._look(light, resolution)
        if last is None or len(defining) > _MOST * len(light):
            recorder.forget()
            graph = _linked_graph(known, linked(tree), files, folders, resolution.imports)
            changed = {*light}
            self._store.guarded(tables.clear, None)
        else:
            graph = stored(known, tables, _file_links(tree), _counted(tree))
            changed = {path for path, one in tree.files.items() if one is not last.files.get(path)}
            changed |= last.files.keys() - tree.files.keys()
        self._store.guarded(
            lambda connection: _write(
                Changes(connection, tables, recorder), tree, files, resolution, defining, changed
            ),
            None,
        )
        return noted(graph, recorder.tracer)

    def _look(self, light: Mapping[str, File], resolution: Resolution) -> set[str]:
        """Invalidate what is said of files as wholes; return the files whose content changed, those
        that came and those that went."""
        recorder = self._recorder
        paths = recorder.answers(Question.OUTLINE).keys()
        changed = recorder.changed(
            Question.OUTLINE, {path: file_key(file) for path, file in light.items()}
        )
        recorder.changed(Question.FILE, {path: _digest(file) for path, file in light.items()})
        imports = {path: _digest(rows) for path, rows in resolution.imports.items() if rows}
        moved = recorder.changed(Question.IMPORTS, imports)
        above = {one for path in moved for one in folders_above(path)}
        recorder.invalidate(Question.STRUCTURE, above)
        read = {*recorder.answers(Question.READ), *self._texts} & light.keys()
        if recorder.changed(Question.READ, {path: light[path].digest for path in read}) & paths or (
            paths != light.keys()
        ):
            recorder.invalidate(Question.PROJECT, [""])
        return changed


def _digest(value: object) -> str:
    return hashlib.blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _from_imports(
    light: Mapping[str, File],
    files: Files,
    resolution: Resolution,
    project: Project,
    tracer: Tracer,
) -> Graph:
    """Return what follows from the imports of files, their paths and manifests."""
    graph = link(resolution.imports)

    def ask(_: str) -> None:
        tracer.ask(Question.PROJECT, "")

    return replace(
        graph,
        related=related.related(light, resolution.imports),
        tests=related.tests(light, graph.imported_by),
        commands=Answers(
            ask,
            lambda path: of_file(files[path], project) or None,
            lambda: commands(files, project),
        ),
    )


def _file_links(tree: KeptTree) -> FileLinks:
    table = tree.links

    def links(path: str) -> Links | None:
        one = tree.files.get(path)
        return Links(table, one.links().expressions) if one else None

    def uses(path: str) -> dict[Definition, list[int]] | None:
        one = tree.files.get(path)
        return lines_by_definition(one.links(), lambda at: target(table[at])) if one else None

    return FileLinks(tree.files, links, uses)


def _linked_graph(
    known: Graph,
    links: Linked,
    files: Files,
    folders: Iterable[str],
    imports: Mapping[str, tuple[Import, ...]],
) -> Graph:
    """Return the graph of a tree of which all is in memory."""
    definitions = definitions_by_name(files)
    lines = Counter({name: len(rows) for name, rows in links.possible.items()})
    for one, rows in links.references.items():
        lines[one.name] += len(rows)
    uses = ((one.path, rows) for one, rows in links.references.items())
    return replace(
        known,
        definitions=definitions,
        outlines=Answers(
            lambda _: None,
            lambda path: [entry.definition(path) for entry in walk(files[path].facts.symbols)],
            lambda: {
                path: [entry.definition(path) for entry in walk(file.facts.symbols)]
                for path, file in files.items()
            },
        ),
        name_imports=lines_by_name(files, imports),
        links=links.links,
        cross_referenced=cross_referenced(definitions, links.references),
        references=links.references,
        used=links.used,
        uses=links.uses,
        possible=links.possible,
        unused=unused(files, links.links, links.references, links.possible),
        name_lines=lines,
        structure=structure(folders, imports, uses),
        counted=links.counted,
    )


def _write(
    changes: Changes,
    tree: KeptTree,
    files: Files,
    resolution: Resolution,
    defining: Iterable[str],
    linked_again: Iterable[str],
) -> None:
    """Write the rows of files.

    :param defining: those that may define something else than before.
    :param linked_again: those that may use something else.
    """
    for path in sorted(defining):
        if path not in files:
            changes.define(path, [], [])
            continue
        kept = tree.files.get(path)
        rows = kept.face().rows if kept else ()
        is_linked = bool(kept and kept.links().expressions)
        others = [defined(path, row).definition for _, row in rows]
        changes.define(
            path,
            definition_rows(files[path], others, is_linked=is_linked),
            imported_names(files[path], resolution.imports.get(path, ())),
        )
    for path in sorted(linked_again):
        kept = tree.files.get(path)
        changes.use(path, use_rows(kept.links(), tree.links.__getitem__) if kept else [])


def _counted(tree: KeptTree) -> tuple[int, int]:
    """Return how many names there are, and how many of them lead somewhere."""
    counts = [one.links().counted for one in tree.files.values()]
    return sum(names for names, _ in counts), sum(found for _, found in counts)


def _licensed(file: File, files: Mapping[str, File]) -> Facts:
    """Return a file's facts with the licence that its side file states, if it has none."""
    side = files.get(licenses.side_file(file.path))
    if file.facts.license or side is None:
        return file.facts
    return replace(file.facts, license=side.facts.license)
