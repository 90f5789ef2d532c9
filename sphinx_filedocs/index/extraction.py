"""Reads single files: from the store, or else in processes with bounds.

Files shown as plain text are not parsed. A file that exceeds the bounds of
:mod:`sphinx_filedocs.parse.isolation` has the facts of plain text until it is edited.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from sphinx_filedocs.index.analyser import analyser_version
from sphinx_filedocs.index.executors import answers
from sphinx_filedocs.index.parts import Divide, undivided
from sphinx_filedocs.index.store import SealedExtract, Store, seal_extract
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.languages.table import Additions, additions, use
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import (
    LONGEST_LINE,
    Diagnostic,
    Extract,
    File,
    ProvenanceKind,
    text_encoding,
)
from sphinx_filedocs.parse.facts import extract, plain
from sphinx_filedocs.parse.isolation import Bounded, Bounds, Stopped, forks, run
from sphinx_filedocs.parse.provenance import ATTRIBUTES, KINDS, explain, provenance
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.phrases import NOTHING, Phrase
from sphinx_filedocs.source import content, gitattributes
from sphinx_filedocs.source.discover import Entry
from sphinx_filedocs.source.gitattributes import Attribute, Attributes
from sphinx_filedocs.tree_options import Sources

#: Below so many files that need analysis, more processes than one cost more than they save.
_WORTH_PROCESSES = 40
#: Up to so many, making ready what each needs takes less than making all of it ready.
_FEW = 3
#: An executor gets texts of so many bytes at once.
_CHUNK = 200_000
#: Why a file is shown as plain text whose analysis was stopped.
STOPPED = Phrase("its analysis was stopped")
#: What the analysis of a file may take: processor time in seconds, and for each million bytes
#: again, many times what real sources need on a slow machine; memory in bytes.
SECONDS = 10.0
MEMORY = 1_000_000_000
_MEGABYTE = 1_000_000
#: What Git has in place of a file that it keeps elsewhere.
_POINTER = compile_pattern(
    r"version https://git-lfs\.github\.com/spec/v1\n(?:[\w.-]++ [^\n]*+\n){0,9}?size (\d{1,18})\n\Z"
)
_UNSAID: Mapping[str, str] = {}

Analysed = tuple[File, SealedExtract]
Row = TypeVar("Row")
#: Passes results on while it shows how many of their number are there.
Progress = Callable[[Iterable[Analysed], int], Iterator[Analysed]]


class _Task(NamedTuple):
    """A file to analyse.

    :param size: in bytes.
    :param said: attributes from other files.
    :param language: stated by includers.
    :param clean: the digest of a content without credentials.
    :param known: the language of that content.
    """

    path: str
    size: int
    said: Mapping[str, Attribute]
    language: str = ""
    clean: str = ""
    known: str | None = None

    @property
    def encoding(self) -> str:
        state = (said := self.said.get(gitattributes.ENCODING)) and said.state
        named = file_types.encoding_said(self.path) or (state if isinstance(state, str) else "")
        return text_encoding(named) if named else ""


Looked = tuple[_Task, File]


def uncounted(rows: Iterable[Row], _: int) -> Iterator[Row]:
    """Pass rows on, and show nothing."""
    return iter(rows)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A tree to analyse, and the bounds.

    :param skip: absolute folders to leave out, such as that of the output.
    :param limit: larger files, in bytes, are not read.
    :param history: True if to ask git for each file's last change.
    :param blame: True if to ask git for the authors of lines, ``"auto"`` if its history is short.
    :param jobs: the number of processes; 0 to parse in this one.
    :param untracked: True if files that git does not track are analysed too.
    :param public: patterns of the files whose credentials may be published.
    :param plain: the kinds of files to show as plain text.
    :param executor: returns an executor that analyses the texts in place of processes here.
    :param unread: True if only the README of the root is read. Other files are known by name and
        size; the executor analyses them later.
    :param looking: passes rows on while it shows how many of their number are there, one for each
        file that is read, before any is analysed.
    :param divide: divides linking.
    """

    root: Path
    tree: Sources
    skip: tuple[Path, ...] = ()
    limit: int = 2_000_000
    history: bool = True
    blame: bool | str = False
    jobs: int = 1
    untracked: bool = False
    public: tuple[str, ...] = ()
    plain: tuple[ProvenanceKind, ...] = KINDS
    executor: Callable[[], Executor] | None = None
    unread: bool = False
    looking: Callable[[Iterable[Looked], int], Iterator[Looked]] = uncounted
    divide: Divide = undivided

    def attributes(self, paths: Iterable[str]) -> Attributes:
        """Return the provenance and encodings that other files of the tree state.

        :param paths: all files of the tree.
        """
        read = partial(content.read_text, self.root, limit=self.limit)
        return gitattributes.load(list(paths), read, (*ATTRIBUTES, gitattributes.ENCODING))

    def text_of(self, file: File | None) -> str | None:
        """Return the text of a file, ``None`` for binary files."""
        if file is None or file.kind != "text":
            return None
        return content.read_text(
            self.root, file.path, self.limit, self.public, file.digest, file.encoding
        )


@dataclass(frozen=True, slots=True)
class _FileReader:
    root: Path
    limit: int
    public: Sequence[str]
    plain: tuple[ProvenanceKind, ...]
    sparing: bool = False
    added: Additions = field(default_factory=additions)

    def scanned(self, task: _Task) -> tuple[File, str]:
        source = content.read(
            self.root, task.path, self.limit, self.public, task.clean, task.encoding
        )
        return self._judged(task, source), source.text

    def make_ready(self) -> None:
        self._judged(_Task("a", 1, {}), content.Content("text", "a"))

    def _judged(self, task: _Task, source: content.Content) -> File:
        path = task.path
        is_text = source.kind == "text"
        pointed = _POINTER.match(source.text)
        is_code = is_text and not pointed
        kind = file_types.of_text(path, source.text) if is_code else file_types.FileType(None, "")
        if is_code and task.language:
            kind = file_types.named(task.language) or kind
        diagnostics = source.diagnostics
        if source.kind == "huge":
            message = Phrase(
                "has {size:,} bytes, more than the limit of {limit:,}",
                size=source.size,
                limit=self.limit,
            )
            diagnostics += (Diagnostic(path, "huge", message),)
        file = File(
            path=path,
            kind=source.kind,
            size=source.size,
            digest=source.digest,
            language=kind.language,
            language_name=kind.name,
            language_type=file_types.language_type(kind) if is_code else "data",
            encoding=source.encoding,
            diagnostics=diagnostics,
        )
        origins = provenance(file, source.text, task.said)
        shown = next(
            (explain(origin) for origin in origins if origin.kind in self.plain and is_text),
            NOTHING,
        )
        if pointed:
            shown = Phrase(
                "a pointer of Git LFS to a file of {size:,} bytes that is elsewhere",
                size=int(pointed[1]),
            )
        cut = _cut(source.text)
        return file._replace(provenance=origins, plain=shown, cut=cut)

    def looked_at(self, task: _Task) -> File:
        use(self.added)
        file, text = self.scanned(task)
        return file._replace(facts=plain(text).facts) if file.plain else file

    def sealed(self, task: _Task) -> Analysed:
        # A process that was not forked has the table of languages that it began with.
        use(self.added)
        return _sealed(*self.scanned(task), self.sparing)

    def stopped(self, task: _Task, why: Stopped) -> Analysed:
        return _stopped(*self.scanned(task), why)


def _sealed(file: File, text: str, sparing: bool = False) -> Analysed:
    if file.kind != "text":
        extracted = Extract()
    elif file.plain:
        extracted = plain(text)
    else:
        extracted = extract(text, file.language, sparing, file.says_generated)
    return _with_facts(file, extracted)


def _stopped(file: File, text: str, why: Stopped) -> Analysed:
    return _with_facts(file, plain(text, why.reason))


def _with_facts(file: File, extracted: Extract) -> Analysed:
    facts = extracted.facts
    file = file._replace(facts=facts, plain=file.plain or (STOPPED if facts.stopped else NOTHING))
    return file, seal_extract(file, extracted)


def bounds(task: _Task) -> Bounds:
    """Return the bounds of the analysis of a file."""
    return bounds_of(task.size)


def bounds_of(size: int) -> Bounds:
    """Return the bounds of a reader for a text of so many bytes."""
    return Bounds(SECONDS * (1 + size / _MEGABYTE), MEMORY)


def read_again(root: Path, file: File, limit: int, public: Sequence[str]) -> Extract:
    """Return everything read from a file that the store has lost, nothing if the file changed
    meanwhile.

    :param limit: and *public*: see :class:`Analysis`.
    """
    source = content.read(root, file.path, limit, public, file.digest, file.encoding)
    if source.kind != "text" or source.digest != file.digest:
        return Extract()
    # It was read before, within bounds.
    return (
        plain(source.text)
        if file.plain
        else extract(source.text, file.language, False, file.says_generated)
    )


def _cut(text: str) -> int:
    if len(text) <= LONGEST_LINE:
        return 0
    lengths = map(len, text.split("\n"))
    return sum(length - LONGEST_LINE for length in lengths if length > LONGEST_LINE)


class Extracted(NamedTuple):
    """The files of a tree.

    :param files: all, with light facts.
    :param facts: full facts of files that were just read.
    :param troubles: of the executor.
    """

    files: dict[str, File]
    facts: dict[str, Facts]
    troubles: tuple[Diagnostic, ...] = ()


def analysed_files(
    analysis: Analysis,
    entries: Iterable[Entry],
    store: Store,
    progress: Progress,
    said: Attributes,
    languages: Mapping[str, str] = _UNSAID,
) -> Extracted:
    """Return the files of a tree.

    :param said: the result of :meth:`Analysis.attributes`.
    :param languages: of files that only their includers identify, by path.
    """
    files: dict[str, File] = {}
    read: dict[str, Facts] = {}
    new: dict[str, tuple[Entry, _Task]] = {}
    missing: list[_Task] = []
    troubles: list[Diagnostic] = []
    keeper = _Keeper(analysis, store)
    for entry in entries:
        language = languages.get(entry.path, "")
        task = _Task(entry.path, entry.size, said.of(entry.path), language)
        if entry.link is not None:
            files[entry.path] = File(entry.path, "link", entry.size, "", link=entry.link)
        elif cached := store.recall(entry, keeper.inputs(task)):
            files[entry.path] = cached
        else:
            files[entry.path] = File(entry.path, "unreadable", entry.size, "")
            new[entry.path] = entry, task
    reader = _FileReader(analysis.root, analysis.limit, analysis.public, analysis.plain)
    looked = _looked_at(reader, [task for _, task in new.values()], analysis.jobs)
    for task, file in analysis.looking(looked, len(new)) if new else ():
        is_parsed = file.kind == "text" and not file.plain
        facts = store.recall_facts(file) if is_parsed else file.facts
        if facts is None:
            missing.append(task._replace(clean=file.digest, known=file.language))
        else:
            files[task.path], read[task.path] = file._replace(facts=facts.light), facts
            keeper.keep(*new[task.path], file._replace(facts=facts), None)
    if missing:
        if analysis.executor and (analysis.unread or len(missing) >= _WORTH_PROCESSES):
            chunks = _chunks(analysis, missing)
            analysed = _distributed(analysis.executor, chunks, troubles)
        else:
            analysed = _isolated(analysis, missing)
        with closing(analysed) as results:
            for file, sealed in progress(results, len(missing)):
                files[file.path], read[file.path] = _light(file), file.facts
                keeper.keep(*new[file.path], file, sealed)
    store.commit()
    placed = {
        entry.path: _with_troubles(files[entry.path])._replace(executable=entry.executable)
        for entry in entries
    }
    return Extracted(placed, read, tuple(troubles))


def unread_files(entries: Iterable[Entry], said: Attributes) -> dict[str, File]:
    """Return the files of a tree by their names and sizes alone."""
    files: dict[str, File] = {}
    for entry in entries:
        path, size = entry.path, entry.size
        if entry.link is not None:
            files[path] = File(path, "link", size, "", link=entry.link)
            continue
        kind = file_types.of_text(path, "")
        file = File(
            path=path,
            kind="unreadable",
            size=size,
            digest="",
            language=kind.language,
            language_name=kind.name,
            language_type=file_types.language_type(kind),
            executable=entry.executable,
        )
        files[path] = file._replace(provenance=provenance(file, "", said.of(path)))
    return files


def _light(file: File) -> File:
    return file._replace(facts=file.facts.light)


def _with_troubles(file: File) -> File:
    facts = file.facts
    diagnostics = [Diagnostic(file.path, "grammar", message) for message in facts.misfits]
    if facts.stopped:
        message = Phrase("its analysis was stopped: {reason}", reason=facts.stopped)
        diagnostics.append(Diagnostic(file.path, "budget", message))
    return file._replace(diagnostics=(*file.diagnostics, *diagnostics))


def _was_stopped(file: File) -> bool:
    return any(diagnostic.subtype == "budget" for diagnostic in file.diagnostics)


class _Keeper:
    def __init__(self, analysis: Analysis, store: Store) -> None:
        self._plain = ",".join(sorted(analysis.plain))
        self._store = store

    def inputs(self, task: _Task) -> str:
        attributes = f" {dict(task.said)!r}" if task.said else ""
        return f"{self._plain}{attributes}{task.language and f' in {task.language}'}"

    def keep(self, entry: Entry, task: _Task, file: File, sealed: SealedExtract | None) -> None:
        if file.kind == "unreadable" and not _was_stopped(file):
            return
        if sealed is not None or file.kind != "text" or file.plain:
            self._store.keep_extract(sealed or seal_extract(file, Extract(file.facts)))
        self._store.keep(entry, file, self.inputs(task))


def _looked_at(reader: _FileReader, tasks: Sequence[_Task], jobs: int) -> Iterator[Looked]:
    if tasks and jobs and forks():
        reader.make_ready()
    processes = _processes(jobs, len(tasks))
    with closing(run(Bounded(reader.looked_at, bounds), tasks, processes)) as results:
        for task, result in results:
            if isinstance(result, Stopped):
                message = Phrase("it is not read: {reason}", reason=result.reason)
                trouble = Diagnostic(task.path, "budget", message)
                result = File(task.path, "unreadable", task.size, "", diagnostics=(trouble,))  # noqa: PLW2901
            yield task, result


def _isolated(analysis: Analysis, tasks: list[_Task]) -> Generator[Analysed, None, None]:
    sparing = len(tasks) <= _FEW
    if analysis.jobs:
        make_ready({task.known for task in tasks}, sparing)
    reader = _FileReader(analysis.root, analysis.limit, analysis.public, analysis.plain, sparing)
    processes = _processes(analysis.jobs, len(tasks))
    with closing(run(Bounded(reader.sealed, bounds), tasks, processes)) as results:
        for task, result in results:
            yield reader.stopped(task, result) if isinstance(result, Stopped) else result


def _processes(jobs: int, tasks: int) -> int:
    return jobs if tasks >= _WORTH_PROCESSES else min(jobs, 1)


def make_ready(languages: Iterable[str | None], sparing: bool = False) -> None:
    """Compile the queries that each fork of this process would compile anew; those of C++ take
    more than a second.

    :param sparing: as for :func:`sphinx_filedocs.parse.facts.extract`.
    """
    if forks():
        for language in languages:
            extract("", language, sparing)


class Chunk(NamedTuple):
    """Files with their texts to analyse, by a process that knows nothing else of the tree.

    :param version: of the program and its grammars, which the worker must have too.
    """

    version: str
    added: Additions
    texts: tuple[tuple[File, str], ...]


def analyse_chunk(chunk: Chunk) -> list[Analysed]:
    """Return the facts of some files. A worker of an executor calls it.

    :raises RuntimeError: if another version of the program or of a grammar is installed there.
    """
    use(chunk.added)
    if _version() != chunk.version:
        raise RuntimeError("the worker has another version of sphinx-filedocs or of a grammar")
    make_ready({file.language for file, _ in chunk.texts})
    with closing(run(Bounded(_sealed_text, _bounds_of_text), chunk.texts)) as results:
        return [
            _stopped(*task, result) if isinstance(result, Stopped) else result
            for task, result in results
        ]


def _version() -> str:
    return f"{analyser_version()} {sys.byteorder}"


def _sealed_text(task: tuple[File, str]) -> Analysed:
    return _sealed(*task)


def _bounds_of_text(task: tuple[File, str]) -> Bounds:
    return bounds_of(task[0].size)


def _distributed(
    make: Callable[[], Executor], chunks: Iterable[Chunk], troubles: list[Diagnostic]
) -> Generator[Analysed, None, None]:
    repeated = 0
    problem = ""
    with closing(answers(make, analyse_chunk, chunks)) as results:
        for chunk, result in results:
            if isinstance(result, Exception):
                repeated += len(chunk.texts)
                problem = problem or " ".join(f"{result!r:.200}".split())
                yield from analyse_chunk(chunk)
            else:
                yield from result
    if repeated:
        message = Phrase(
            "{count:,} files were analysed on this machine, since the executor failed: {error}",
            count=repeated,
            error=problem,
        )
        troubles.append(Diagnostic("", "executor", message))


def _chunks(analysis: Analysis, tasks: Sequence[_Task]) -> Iterator[Chunk]:
    reader = _FileReader(analysis.root, analysis.limit, analysis.public, analysis.plain)
    version, texts, size = _version(), [], 0
    for task in tasks:
        texts.append(reader.scanned(task))
        size += task.size
        if size > _CHUNK:
            yield Chunk(version, reader.added, tuple(texts))
            texts, size = [], 0
    if texts:
        yield Chunk(version, reader.added, tuple(texts))
