"""What pages say of a tree beside names and links, statement by statement, for `truth.py`.

Each module of this folder has ``KINDS``: the name of each kind of statement, and what yields the
statements of that kind in a tree. They are taken from the functions that the pages use.
"""

from __future__ import annotations

import importlib
import pkgutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.config import FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.facts_encoding import places
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.model.facts import Keyword
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import Names, Places
from sphinx_filedocs.pages.document_names import Suffixes
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.source.content import read_text
from sphinx_filedocs.tree_options import Sources, TreeOptions


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a page says.

    :param path: the file or folder that it is said of, or on whose page it stands.
    :param says: the statement as a reader sees it, in one line.
    :param line: of *path* where its evidence stands, 1-based; 0 where it has no one line.
    """

    path: str
    says: str
    line: int = 0


class Documented:
    """A tree with all that its pages say.

    :param site: makes the view of every page.
    """

    def __init__(self, root: Path, store: Store) -> None:
        self.root = root
        self._store = store
        analysis = Analysis(root, Sources(root.name), jobs=2)
        self._limit = analysis.limit
        recorder = Recorder(store, Tracer())
        self.codebase = analyse(analysis, store, lambda files, _: iter(files), recorder=recorder)
        settings = Settings(FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS, Suffixes())
        self.site = Site(
            TreeOptions(prefix="source", root=root, title=root.name),
            settings,
            self,
            lambda: self.codebase,
            recorder=lambda: recorder,
        )

    def keywords(self, file: File) -> tuple[Keyword, ...]:
        """Return the keywords of a file of the tree."""
        return self._store.recall_keywords(file) or ()

    def names(self, file: File) -> Names:
        """Return the names of a file of the tree."""
        return self._store.recall_names(file) or Names()

    def places(self, file: File) -> Places:
        """Return where the names of a file of the tree stand."""
        return self._store.recall_places(file) or places(Names())

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file of the tree."""
        text = self.text(path)
        return text.split("\n") if text else ()

    def text(self, path: str) -> str:
        """Return a file of the tree, with credentials masked."""
        return read_text(self.root, path, self._limit, encoding=self.encoding(path))

    def blame(self, _: File) -> None:
        """Return nothing: no page is written."""

    def encoding(self, path: str) -> str:
        """Return the encoding of a text that is not UTF-8, ``""`` for others."""
        known = self.codebase.light[path].encoding
        return "" if known == "utf-8" else known


Collector = Callable[[Documented], Iterator[Statement]]


@contextmanager
def documented(root: Path) -> Iterator[Documented]:
    """Analyse the tree in *root*, an absolute folder."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "facts.sqlite"), 2_000_000)
        try:
            yield Documented(root, store)
        finally:
            store.close()


def kinds() -> Mapping[str, Collector]:
    """Return what yields the statements of each kind, of all modules of this folder."""
    known: dict[str, Collector] = {}
    for module in pkgutil.iter_modules(__path__):
        known.update(importlib.import_module(f"{__name__}.{module.name}").KINDS)
    return {kind: known[kind] for kind in sorted(known)}
