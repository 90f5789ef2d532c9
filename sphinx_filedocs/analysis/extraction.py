"""Pure core: everything that is read from the files of a tree, each by itself: from the store what
was read before, the rest in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_start_method
from pathlib import Path

from sphinx_filedocs.analysis import content, filetype
from sphinx_filedocs.analysis.discover import Entry
from sphinx_filedocs.analysis.facts import extract
from sphinx_filedocs.analysis.store import SealedExtract, Store, names_of, seal_extract
from sphinx_filedocs.model import Diagnostic, Extract, Facts, File, Names

#: Below so many files that need analysis, starting processes costs more than it saves.
_WORTH_PROCESSES = 40
#: Up to so many, making ready what each needs takes less than making all of it ready.
_FEW = 3
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


def analyse_file(root: Path, path: str, limit: int, sparing: bool = False) -> tuple[File, Extract]:
    """Return one file with its facts, and everything that was read from it; raises nothing.

    :param path: POSIX, relative to *root*.
    :param sparing: see :func:`sphinx_filedocs.analysis.facts.extract`.
    """
    file, text = _scan(root, path, limit)
    if file.kind != "text":
        return file, Extract()
    found = extract(text, file.language, sparing)
    return file._replace(facts=found.facts), found


def _analyse_sealed(root: Path, path: str, limit: int, sparing: bool) -> Analysed:
    """Return the same as it is kept: a process hands bytes over in no time."""
    file, found = analyse_file(root, path, limit, sparing)
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
            files[entry.path] = file._replace(facts=facts)
            _keep(store, entry, files[entry.path], None)
    if missing:
        for file, found in progress(_in_processes(analysis, missing, languages), len(missing)):
            files[file.path] = file
            _keep(store, by_path[file.path], file, found)
            if store.problem:
                held[file.path] = names_of(found)
    store.commit()
    placed = {
        entry.path: files[entry.path]._replace(executable=entry.executable) for entry in entries
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
    sparing = len(paths) <= _FEW
    work = partial(_analyse_sealed, analysis.root, limit=analysis.limit, sparing=sparing)
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
