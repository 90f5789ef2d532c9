"""Keeps the inventory and the search index if they have not changed.

The patch replaces ``load_indexer``, ``dump_search_index`` and ``dump_inventory`` of the builder.
Both files have every symbol, and Sphinx writes them at the end of every build. Checked with Sphinx
8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util.nodes import clean_astext

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.output_files import Manifest
from sphinx_filedocs.ext.page_inputs import shown
from sphinx_filedocs.ext.upstream.patch import Name, Patch
from sphinx_filedocs.pages.digests import digest

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class UnchangedIndex(Patch):
    """Writes the inventory and the search index if they have changed.

    :param manifest: of the output.
    :param objects: a digest of the objects of the trees.
    :param pages: returns the pages to write that are no documents.
    """

    name = "unchanged_index"
    changes = "`objects.inv` and `searchindex.js` are made only if their inputs change."
    why = "They hold every symbol, and Sphinx makes them again in every build."
    without = "Every build of a large tree takes longer, even if nothing has changed."
    needs = (
        Name("builder.load_indexer", takes=("docnames",)),
        Name("builder.dump_search_index"),
        Name("builder.dump_inventory"),
    )

    def __init__(
        self,
        manifest: Manifest,
        objects: str,
        pages: Callable[[], Iterable[str]],
    ) -> None:
        self._pages = pages
        self._manifest = manifest
        self._objects = objects
        #: None unless the patch is applied.
        self._builder: Any = None
        #: Whether the files have to be written, whatever pages are.
        self._is_needed = True
        self._has_pages = True

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder writes both files."""
        return app.builder.name in ("html", "dirhtml")

    def apply(self, app: Sphinx) -> None:
        """Take over the end of the build."""
        builder: Any = app.builder
        self._builder = builder
        self._load, self._dump, self._list = (
            builder.load_indexer,
            builder.dump_search_index,
            builder.dump_inventory,
        )
        builder.load_indexer = self._load_indexer
        builder.dump_search_index = self._dump_search_index
        builder.dump_inventory = self._dump_inventory

    @property
    def is_lost(self) -> bool:
        """Whether the search index is missing or damaged: then all documents are written again."""
        if self._builder is None or not self._builder.search:
            return False
        seen, _, _ = self._manifest.finished.partition(" ")
        return seen != self._outputs() and not self._is_sound()

    def _is_sound(self) -> bool:
        builder = self._builder
        try:
            with Path(builder.outdir, builder.searchindex_filename).open(encoding="utf-8") as file:
                index = builder.indexer_format.load(file)
        except (OSError, ValueError):
            return False
        return isinstance(index, dict) and "docnames" in index

    def _load_indexer(self, docnames: AbstractSet[str]) -> None:
        self._is_needed = self._manifest.finished != self._state()
        written = {*docnames, *self._pages()}
        self._has_pages = bool(written)
        if written or self._is_needed:
            self._load(written)

    def _dump_search_index(self) -> None:
        if self._is_needed or self._has_pages:
            self._dump()

    def _dump_inventory(self) -> None:
        if self._is_needed:
            self._list()

    def note(self) -> None:
        """Note both files in the manifest."""
        if self._builder:
            self._manifest.finished = self._state()

    def _state(self) -> str:
        """Return a digest of the inputs of both files but the text of pages, and of both files."""
        return f"{self._outputs()} {self._inputs}"

    @cached_property
    def _inputs(self) -> str:
        env = self._builder.env
        values = sorted((value.name, shown(value.value)) for value in self._builder.config)
        # The titles of generated pages follow from their names and options.
        generated = domain_of(env).fingerprints
        titles = {name: env.titles[name] for name in env.all_docs if name not in generated}
        written = sorted((name, clean_astext(title)) for name, title in titles.items())
        domains = {domain.name: domain for domain in env.domains.sorted() if domain.name != "src"}
        # Its objects are all documents besides, which takes it long to say.
        tables = domains.pop("std").data.values()
        others: list[object] = [
            sorted(map(repr, table.items())) for table in tables if isinstance(table, dict)
        ]
        others += [sorted(domain.get_objects()) for domain in domains.values()]
        names = sorted({*env.all_docs, *generated})
        return digest(self._objects, names, values, written, others)

    def _outputs(self) -> str:
        builder = self._builder
        names = ("objects.inv", builder.searchindex_filename)
        return digest([_seen(Path(builder.outdir, name)) for name in names])


def _seen(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
