"""Reads lines, names and keywords of files when few of them are needed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, overload

from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.facts_encoding import places
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.source import content
from sphinx_filedocs.source.blame import as_on_disk

if TYPE_CHECKING:
    from sphinx_filedocs.model.facts import Keyword
    from sphinx_filedocs.model.files import Blame, Extract, File
    from sphinx_filedocs.model.graph import Codebase
    from sphinx_filedocs.model.names import Names, Places

#: So many characters of files are kept while pages quote lines from them: the pages of an index
#: quote from all over a tree.
_REMEMBERED = 150_000_000


class _Lines(Sequence[str]):
    """The lines of a text, which stays one string: one for each line would double its memory."""

    def __init__(self, text: str) -> None:
        self.text = text
        #: How many characters stand before each line, line ends left aside.
        self._before = array("I", accumulate(map(len, text.split("\n")), initial=0))

    def __len__(self) -> int:
        return len(self._before) - 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        return self.text[self._before[at] + at : self._before[at + 1] + at]


class TreeDetails:
    """The keywords, names and lines of files, from the store if possible.

    :param path: of the store.
    :param limit: and *public*: see :class:`~sphinx_filedocs.index.extraction.Analysis`.
    :param say: called with the reason if the store can't be used.
    """

    def __init__(
        self,
        path: Path,
        root: Path,
        limit: int,
        public: tuple[str, ...],
        say: Callable[[str], None],
    ) -> None:
        self._path = path
        self._say = say
        self._root = root
        self._limit = limit
        self._public = public
        self._lines: dict[str, _Lines] = {}
        self._room = _REMEMBERED
        #: The last file, with its blame.
        self._blame: tuple[tuple[str, ...], Blame | None] = ((), None)
        #: The tree, once it was analysed in this build.
        self.codebase: Codebase | None = None

    @cached_property
    def store(self) -> Store:
        """The facts of earlier builds."""
        store = Store(self._path, self._limit, self._public)
        if store.problem:
            self._say(store.problem)
        return store

    @cached_property
    def recorder(self) -> Recorder:
        """What was made of the tree in earlier builds."""
        return Recorder(self.store, Tracer())

    def close(self) -> None:
        """Close the store, if it was asked for anything."""
        if "store" in vars(self):
            self.store.close()

    def keywords(self, file: File) -> tuple[Keyword, ...]:
        """Return the keywords of a file of the tree."""
        stored = self.store.recall_keywords(file)
        return self._read(file).keywords if stored is None else stored

    def names(self, file: File) -> Names:
        """Return the names of a file of the tree."""
        if compiled := self._compiled(file):
            return compiled
        stored = self.store.recall_names(file)
        return self._read(file).names if stored is None else stored

    def places(self, file: File) -> Places:
        """Return where the names of a file of the tree stand."""
        if compiled := self._compiled(file):
            return places(compiled)
        stored = self.store.recall_places(file)
        return places(self._read(file).names) if stored is None else stored

    def _compiled(self, file: File) -> Names | None:
        return self.codebase.compiled.get(file.path) if self.codebase else None

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file of the tree; those read last are remembered."""
        if path not in self._lines:
            lines = self._lines[path] = _Lines(self.text(path))
            self._room -= len(lines.text)
            while self._room < 0:
                self._room += len(self._lines.pop(next(iter(self._lines))).text)
            return lines
        return self._lines[path]

    def blame(self, file: File) -> Blame | None:
        """Return the authors of a file's lines as they are on the disk; ``None`` if unknown."""
        shown = file.path, file.blame, file.digest
        if file.blame and self._blame[0] != shown:
            known = self.store.recall_blame(file.blame)
            blame = as_on_disk(self._root, file.path, known) if known else None
            lines = sum(count for _, count in blame.runs) if blame else 0
            self._blame = shown, blame if lines == file.facts.lines.total else None
        return self._blame[1] if file.blame else None

    def follow(self, codebase: Codebase, edited: Iterable[str]) -> None:
        """Take a tree after an edit of some files for what it was before."""
        self.codebase = codebase
        for path in self._lines.keys() & {*edited}:
            self._room += len(self._lines.pop(path).text)

    def encoding(self, path: str) -> str:
        """Return the encoding of a text that is not UTF-8, ``""`` for others."""
        known = self._known(path)
        return known.encoding if known and known.encoding != "utf-8" else ""

    def read_ahead(self, paths: Iterable[str]) -> None:
        """Read files of which lines will be asked for, as many as are remembered."""
        for path in paths:
            if self._room > 0:
                self.lines(path)

    def _known(self, path: str) -> File | None:
        return self.codebase.light.get(path) if self.codebase else None

    def text(self, path: str) -> str:
        """Return a file of the tree, with credentials masked."""
        known = self._known(path)
        digest = known.digest if known else ""
        return content.read_text(
            self._root, path, self._limit, self._public, digest, self.encoding(path)
        )

    def _read(self, file: File) -> Extract:
        # The largest part of the program by far; few builds that change nothing need it.
        from sphinx_filedocs.index.extraction import read_again  # noqa: PLC0415

        return read_again(self._root, file, self._limit, self._public)
