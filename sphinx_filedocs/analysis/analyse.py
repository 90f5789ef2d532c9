"""Pure core: analyses a whole tree: reuses what has not changed, works in processes, links."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_start_method
from pathlib import Path

from sphinx_filedocs.analysis import (
    content,
    filetype,
    git,
    imports,
    licenses,
    owners,
    related,
)
from sphinx_filedocs.analysis.commands import commands
from sphinx_filedocs.analysis.discover import Discovery, Entry, discover, make_folders
from sphinx_filedocs.analysis.facts import extract
from sphinx_filedocs.analysis.garbage import no_collection
from sphinx_filedocs.analysis.graph import cross_referenced, link, structure
from sphinx_filedocs.analysis.links.link import Linked, link_all, linked
from sphinx_filedocs.analysis.links.relink import relink
from sphinx_filedocs.analysis.links.stored import keep_tree, recall_tree
from sphinx_filedocs.analysis.project import Project
from sphinx_filedocs.analysis.roles import roles
from sphinx_filedocs.analysis.store import DAMAGE, SealedExtract, Store, names_of, seal_extract
from sphinx_filedocs.model import (
    Codebase,
    Diagnostic,
    Extract,
    Facts,
    File,
    Folder,
    Graph,
    Names,
    Origin,
    Role,
)

#: Below so many files that need analysis, starting processes costs more than it saves.
_WORTH_PROCESSES = 40
_CHUNK = 16

Analysed = tuple[File, SealedExtract]
#: Passes results on while it shows how many of their number are there.
Progress = Callable[[Iterable[Analysed], int], Iterator[Analysed]]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What to analyse; see :func:`sphinx_filedocs.analysis.discover.discover`.

    :param limit: larger files, in bytes, are not read.
    :param history: whether to ask git for each file's last change.
    :param jobs: how many processes may work.
    """

    root: Path
    title: str
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    skip: tuple[Path, ...] = ()
    limit: int = 2_000_000
    history: bool = True
    jobs: int = 1


def analyse(
    analysis: Analysis, store: Store, progress: Progress, found: Discovery | None = None
) -> Codebase:
    """Return the analysed tree.

    :param store: facts of earlier runs; what is new is kept there.
    :param found: the files of the tree, if they were looked for already.
    :raises sphinx_filedocs.analysis.discover.TreeError: when the root can't be read.
    """
    if found is None:
        found = discover(analysis.root, analysis.include, analysis.exclude, analysis.skip)
    files, held = analysed_files(analysis, found.entries, store, progress)
    texts: dict[str, str | None] = {}

    def read(path: str) -> str | None:
        if path not in texts:
            known = files.get(path)
            is_text = known is not None and known.kind == "text"
            texts[path] = (
                content.read(analysis.root, path, analysis.limit).text if is_text else None
            )
        return texts[path]

    declared = Project(files, read).declared
    files = _placed_files(analysis, files, read, declared)
    folders = make_folders(list(files))
    names = AllNames(analysis, files, store, held)
    graph, state = _linked(analysis, files, folders, names, read)
    diagnostics = (*found.diagnostics, *(d for file in files.values() for d in file.diagnostics))
    branch = git.branch(analysis.root) if found.tracked else None
    origin = Origin(frozenset(texts), declared, state)
    return Codebase(analysis.title, files, folders, graph, diagnostics, branch, origin)


def analyse_file(root: Path, path: str, limit: int) -> tuple[File, Extract]:
    """Return one file with its facts, and everything that was read from it; raises nothing.

    :param path: POSIX, relative to *root*.
    """
    file, text = _scan(root, path, limit)
    if file.kind != "text":
        return file, Extract()
    found = extract(text, file.language)
    return replace(file, facts=found.facts), found


def _analyse_sealed(root: Path, path: str, limit: int) -> Analysed:
    """Return the same as it is kept: a process hands bytes over in no time."""
    file, found = analyse_file(root, path, limit)
    return file, seal_extract(file, found)


def _scan(root: Path, path: str, limit: int) -> tuple[File, str]:
    """Return a file without its facts, and its text."""
    found = content.read(root, path, limit)
    kind = filetype.of_text(path, found.text) if found.kind == "text" else filetype.of_bytes(path)
    diagnostics = found.diagnostics
    if found.kind == "huge":
        message = f"has {found.size:,} bytes, more than the {limit:,} up to which files are read"
        diagnostics += (Diagnostic(path, "huge", message),)
    file = File(
        path=path,
        kind=found.kind,
        size=found.size,
        digest=found.digest,
        language=kind.language,
        language_name=kind.name,
        encoding=found.encoding,
        diagnostics=diagnostics,
    )
    return file, found.text


def analysed_files(
    analysis: Analysis, entries: Iterable[Entry], store: Store, progress: Progress
) -> tuple[dict[str, File], dict[str, Names]]:
    """Return every file with its facts, from the store where it has them, and the names that the
    store can't keep."""
    files: dict[str, File] = {}
    held: dict[str, Names] = {}
    new: list[Entry] = []
    for entry in entries:
        if entry.link is not None:
            files[entry.path] = File(entry.path, "link", entry.size, "", link=entry.link)
        elif kept := store.recall(entry):
            files[entry.path] = kept
        else:
            files[entry.path] = File(entry.path, "unreadable", entry.size, "")
            new.append(entry)
    missing: list[str] = []
    languages: set[str | None] = set()
    by_path = {entry.path: entry for entry in new}
    for entry in new:
        file, _ = _scan(analysis.root, entry.path, analysis.limit)
        facts = store.recall_facts(file) if file.kind == "text" else Facts()
        if facts is None:
            missing.append(entry.path)
            languages.add(file.language)
        else:
            files[entry.path] = replace(file, facts=facts)
            _keep(store, entry, files[entry.path], None)
    if missing:
        for file, found in progress(_in_processes(analysis, missing, languages), len(missing)):
            files[file.path] = file
            _keep(store, by_path[file.path], file, found)
            if store.problem:
                held[file.path] = names_of(found)
    store.commit()
    placed = {
        entry.path: replace(files[entry.path], executable=entry.executable) for entry in entries
    }
    return placed, held


class AllNames(Mapping[str, Names]):
    """The names of a tree's texts: of the store, else read anew.

    :param held: what the store can't keep.
    """

    def __init__(
        self,
        analysis: Analysis,
        files: Mapping[str, File],
        store: Store,
        held: Mapping[str, Names],
    ) -> None:
        self._analysis = analysis
        self._files = files
        self._held = held
        self.store = store

    def __getitem__(self, path: str) -> Names:
        file = self._files[path]
        found = self._held.get(path) or self.store.recall_names(file)
        if found is None:
            again, extracted = analyse_file(self._analysis.root, path, self._analysis.limit)
            # A file that has changed meanwhile fits no more what else is known of it.
            found = extracted.names if again.digest == file.digest else Names()
        return found

    def __iter__(self) -> Iterator[str]:
        return (path for path, file in self._files.items() if file.kind == "text")

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _keep(store: Store, entry: Entry, file: File, found: SealedExtract | None) -> None:
    if file.kind == "unreadable":
        return
    if found is not None or file.kind != "text":
        store.keep_extract(found or seal_extract(file, Extract(file.facts)))
    store.keep(entry, file)


def _in_processes(
    analysis: Analysis, paths: list[str], languages: Iterable[str | None]
) -> Iterator[Analysed]:
    """Yield the analysed files in the order of their paths.

    :param languages: those that the files are in.
    """
    work = partial(_analyse_sealed, analysis.root, limit=analysis.limit)
    if analysis.jobs < 2 or len(paths) < _WORTH_PROCESSES:
        yield from map(work, paths)
        return
    if get_start_method() == "fork":
        # Each process would compile the queries anew; those of C++ take more than a second.
        for language in languages:
            extract("", language)
    # A build after an edit does without.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    with ProcessPoolExecutor(analysis.jobs) as pool:
        yield from pool.map(work, paths, chunksize=_CHUNK)


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
        path: replace(
            file,
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


def _linked(
    analysis: Analysis,
    files: Mapping[str, File],
    folders: Mapping[str, Folder],
    names: AllNames,
    read: Callable[[str], str | None],
) -> tuple[Graph, str]:
    """Return how all hangs together, and the name under which the links are kept."""
    root_name = analysis.root.parts[-4:]
    resolution = imports.resolve(files, read, root_name)
    with no_collection():
        # What is made here stays; it has no circles worth looking for.
        links, state = _links(files, names, resolution)
    graph = link(files, resolution.imports)
    graph = replace(
        graph,
        links=links.links,
        cross_referenced=cross_referenced(graph.definitions, links.references),
        references=links.references,
        used=links.used,
        uses=links.uses,
        possible=links.possible,
        structure=structure(folders, resolution.imports, links.references),
        related=related.related(files, resolution.imports),
        tests=related.tests(files, graph.imported_by),
        commands=commands(files, read),
    )
    return graph, state


def _links(
    files: Mapping[str, File], names: AllNames, resolution: imports.Resolution
) -> tuple[Linked, str]:
    """Return where all names lead, and the name under which that is kept; what an earlier build
    linked is linked again where that may have changed."""
    store = names.store
    known = recall_tree(store, whole=True)
    if known:
        # What is damaged shows when it is unpacked.
        with contextlib.suppress(*DAMAGE):
            tree = relink(known[1], files, names, resolution, store.recall_content)
            found = linked(tree)
            state = known[0] if tree is known[1] else keep_tree(store, tree, known)
            return found, state
    tree = link_all(files, names, resolution)
    state = keep_tree(store, tree, None)
    return linked(tree), state
