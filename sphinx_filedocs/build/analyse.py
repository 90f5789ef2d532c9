"""Analyses a whole tree: its files by themselves, what they are to each other, links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sphinx_filedocs.garbage import no_collection
from sphinx_filedocs.index import related
from sphinx_filedocs.index.extraction import AllNames, Analysis, Progress, analysed_files
from sphinx_filedocs.index.graph import cross_referenced, link, structure
from sphinx_filedocs.index.links.link import Linked, linked, quietly
from sphinx_filedocs.index.links.link import Progress as LinkProgress
from sphinx_filedocs.index.links.linked_tree import LinkedTree
from sphinx_filedocs.index.resolution import Resolution
from sphinx_filedocs.index.resolve import resolve
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.languages.commands import commands
from sphinx_filedocs.model import Codebase, Facts, File, Folder, Graph, Origin, Role
from sphinx_filedocs.parse import licenses
from sphinx_filedocs.parse.roles import roles
from sphinx_filedocs.source import content, git, owners
from sphinx_filedocs.source.discover import Discovery, discover, make_folders
from sphinx_filedocs.source.project import Project


def analyse(
    analysis: Analysis,
    store: Store,
    progress: Progress,
    found: Discovery | None = None,
    linking: LinkProgress = quietly,
) -> Codebase:
    """Return the analysed tree.

    :param store: facts of earlier runs; what is new is kept there.
    :param progress: passes files on that are analysed.
    :param found: the files of the tree, if they were looked for already.
    :param linking: passes files on that are linked.
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
    said = analysis.attributes(entry.path for entry in found.entries)
    files, held = analysed_files(analysis, found.entries, store, progress, said)
    texts: dict[str, str | None] = {}

    def read(path: str) -> str | None:
        if path not in texts:
            known = files.get(path)
            is_text = known is not None and known.kind == "text"
            texts[path] = (
                content.read_text(analysis.root, path, analysis.limit, analysis.public)
                if is_text
                else None
            )
        return texts[path]

    declared = Project(files, read).declared
    files = _placed_files(analysis, files, read, declared)
    folders = make_folders(list(files))
    names = AllNames(analysis, files, store, held)
    root_name = analysis.root.parts[-4:]
    resolution = resolve(files, read, root_name)
    with no_collection():
        # What is made here stays; it has no circles worth looking for.
        tree = LinkedTree(store, files, names, resolution, Tracer())
        tree.update(linking)
        links = linked(tree.all_links())
    graph = _graph(files, folders, resolution, links, read)
    diagnostics = (*found.diagnostics, *(d for file in files.values() for d in file.diagnostics))
    branch = git.branch(analysis.root) if found.tracked else None
    origin = Origin(said.paths.union(texts), declared)
    return Codebase(analysis.title, files, folders, graph, diagnostics, branch, origin)


def _placed_files(
    analysis: Analysis,
    files: Mapping[str, File],
    read: Callable[[str], str | None],
    declared: Mapping[str, Role],
) -> dict[str, File]:
    """Return the files with what follows from their place: roles, last change, owners."""
    changes = git.last_changes(analysis.root, list(files)) if analysis.history else {}
    rules = owners.load(list(files), read)
    return {
        path: file._replace(
            facts=_licensed(file, files),
            roles=roles(file, declared),
            change=changes.get(path),
            owners=rules.of(path) if rules else (),
        )
        for path, file in files.items()
    }


def _licensed(file: File, files: Mapping[str, File]) -> Facts:
    """Return a file's facts with the licence that its side file states, if it has none."""
    side = files.get(licenses.side_file(file.path))
    if file.facts.license or side is None:
        return file.facts
    return replace(file.facts, license=side.facts.license)


def _graph(
    files: Mapping[str, File],
    folders: Mapping[str, Folder],
    resolution: Resolution,
    links: Linked,
    read: Callable[[str], str | None],
) -> Graph:
    """Return how all hangs together."""
    graph = link(files, resolution.imports)
    return replace(
        graph,
        links=links.links,
        cross_referenced=cross_referenced(graph.definitions, links.references),
        references=links.references,
        used=links.used,
        uses=links.uses,
        possible=links.possible,
        counted=links.counted,
        structure=structure(folders, resolution.imports, links.references),
        related=related.related(files, resolution.imports),
        tests=related.tests(files, graph.imported_by),
        commands=commands(files, read),
    )
