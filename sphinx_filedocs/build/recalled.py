"""A tree as the last build found it, read from disk as far as it is asked for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from sphinx_filedocs.index.extraction import read_again
from sphinx_filedocs.index.graph import in_order
from sphinx_filedocs.index.keeping import Head, bare
from sphinx_filedocs.index.lazy import Files, Found, References
from sphinx_filedocs.index.links.directory import Directory
from sphinx_filedocs.index.links.kept import Kept, KeptTree
from sphinx_filedocs.index.links.link import Unpacked, lines_by_definition, target
from sphinx_filedocs.index.links.stored import recall_tree, write_directories, write_tree
from sphinx_filedocs.index.rows import FileRow, Line, NameRow, Packer
from sphinx_filedocs.index.seals import unsealed
from sphinx_filedocs.index.shelf import Shelf, write_bucket
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model import (
    HOWS,
    Codebase,
    Definition,
    Facts,
    File,
    FolderDependency,
    Graph,
    Import,
    Links,
    Reference,
    Rows,
)
from sphinx_filedocs.source.discover import make_folders

if TYPE_CHECKING:
    from sphinx_filedocs.build.relink import Relinked


class Recalled:
    """A tree as it was kept, and changes of it."""

    def __init__(
        self,
        store: Store,
        head: Head,
        tree: KeptTree,
        root: Path,
        limit: int,
        public: tuple[str, ...],
    ) -> None:
        self.tree = tree
        #: What the content of files without links follows from.
        self.others = dict(tree.others)
        self._linked: dict[str, Kept] = {}
        self._directories: dict[str, Directory] = {}
        self._packed = Found(lambda: tree.files, self._packed_links)
        self._store = store
        self._head = head
        self._root = root
        self._limit = limit
        self._public = public
        self._shelf = Shelf(store, head.starts)
        files = cast("dict[str, File]", self._shelf.get("files", ""))
        self.files = Files({**files, **head.edited}, self._facts)
        self._edited = dict(head.edited)
        self.origin = head.codebase.origin
        #: See :class:`sphinx_filedocs.model.Graph`.
        self.imports: Mapping[str, tuple[Import, ...]]
        self.imports = Found(lambda: self.files, self._imports)
        self.cycles = head.codebase.graph.cycles
        self.counted = head.codebase.graph.counted
        self._packer = Packer(self.files)
        self._names: dict[str, NameRow] = {}
        self._folders: dict[str, tuple[FolderDependency, ...]] = {}

    def pages(self, name: str) -> object:
        """Return what is known of the pages under a name."""
        return self._shelf.get(f"pages {name}", "")

    def kin(self, languages: Iterable[str | None]) -> frozenset[str]:
        """Return the languages that share names with one of some."""
        known = self._head.kin
        return frozenset(one for language in languages for one in known.get(language or "", ()))

    def put_text(self, file: File) -> None:
        """Change what is known of a file by itself."""
        self.files.put(file)
        self._edited[file.path] = bare(file)

    def name(self, name: str) -> NameRow:
        """Return what is known of a name."""
        found = self._names.get(name)
        if found is None:
            kept = self._shelf.get("name", name)
            found = self._names[name] = self._packer.name_row(kept) if kept else NameRow()
        return found

    def lines(self, rows: Sequence[Reference] | None, path: str) -> list[Line]:
        """Return which of some rows a file has.

        :param rows: by file, in their order.
        """
        return [
            (one.line, HOWS.index(one.how), one.checksum)
            for one in self._packer.of_file(cast("Rows | None", rows), path)
        ]

    def spliced(
        self, rows: Sequence[Reference] | None, lines: Mapping[str, Iterable[Line]]
    ) -> Rows:
        """Return rows with others of some files in the place of those that they had there.

        :param rows: by file, in their order.
        """
        rows = cast("Rows | None", rows)
        return self._packer.spliced(rows, lines)

    def put_name(self, name: str, row: NameRow) -> None:
        """Change what is known of a name."""
        self._names[name] = row
        self._shelf.put("name", name, self._packer.name(row))

    def file(self, path: str) -> FileRow:
        """Return what is known of a file."""
        return cast("FileRow | None", self._shelf.get("file", path)) or FileRow()

    def put_file(self, path: str, row: FileRow) -> None:
        """Change what is known of a file."""
        self._shelf.put("file", path, row)

    def put_links(self, relinked: Relinked) -> None:
        """Change where the names of files lead."""
        self._linked.update(relinked.files)
        self._directories.update(relinked.directories)

    def _packed_links(self, path: str) -> bytes | None:
        kept = self._linked.get(path) or self.tree.files.get(path)
        return kept.packed_links if kept else None

    def folder(self, path: str) -> tuple[FolderDependency, ...] | None:
        """Return what depends on what between the subfolders of a folder."""
        if path not in self._folders:
            kept = self._shelf.get("folder", path)
            if kept is None:
                return None
            self._folders[path] = self._packer.folder_row(kept)
        return self._folders[path]

    def put_folder(self, path: str, pairs: tuple[FolderDependency, ...]) -> None:
        """Change what depends on what between the subfolders of a folder."""
        self._folders[path] = pairs
        self._shelf.put("folder", path, self._packer.folder(pairs))

    def _imports(self, path: str) -> tuple[Import, ...] | None:
        if path not in self.files:
            return None
        written = self.files[path].facts.imports
        kept = self.tree.files.get(path)
        if kept is None:
            return written
        return tuple(one.resolve(to) for one, to in zip(written, kept.resolved, strict=True))

    def _facts(self, file: File) -> Facts:
        found = self._store.recall_facts(file) if file.kind == "text" else Facts()
        if found is None:
            return read_again(self._root, file, self._limit, self._public).facts
        return found

    def _cross_referenced(self, name: str) -> tuple[Definition, ...] | None:
        row = self.name(name)
        return in_order({*row.definitions, *row.uses}) or None

    def _used(self, path: str) -> list[Definition] | None:
        names = self.file(path).used
        found = [one for name in names for one in self.name(name).uses if one.path == path]
        return sorted(found, key=lambda one: one.order) or None

    @cached_property
    def codebase(self) -> Codebase:
        """The tree as it is now, once all changes of it are made."""
        files = self.files
        table = self.tree.links

        def names() -> Iterator[str]:
            return self._shelf.keys("name")

        def of_name(field_: str) -> Found[Any]:
            return Found(names, lambda name: getattr(self.name(name), field_) or None)

        def of_file(field_: str) -> Found[Any]:
            return Found(lambda: files, lambda path: getattr(self.file(path), field_))

        graph = Graph(
            imports=self.imports,
            imported_by=of_file("imported_by"),
            definitions=of_name("definitions"),
            name_imports=of_name("imports"),
            cross_referenced=Found(names, self._cross_referenced),
            related=of_file("related"),
            tests=of_file("tests"),
            commands=of_file("commands"),
            links=Unpacked(self._packed, lambda found: Links(table, found.expressions)),
            references=References(names, self.name),
            used=Found(lambda: files, self._used),
            uses=Unpacked(
                self._packed, lambda found: lines_by_definition(found, lambda at: target(table[at]))
            ),
            possible=of_name("possible"),
            structure=Found(lambda: self._shelf.keys("folder"), self.folder),
            cycles=self.cycles,
            cycle_of=of_file("cycle"),
            reach=of_file("reach"),
            counted=self.counted,
        )
        folders = make_folders(list(files))
        return replace(self._head.codebase, files=files, folders=folders, graph=graph)

    def keep(self, pages: Mapping[str, object]) -> str:
        """Keep the changes; return the name of what is kept, ``""`` if that can't be done.

        :param pages: what is to be known of the pages, by name.
        """
        for name, value in pages.items():
            if value is not self.pages(name):
                self._shelf.put(f"pages {name}", "", value)
        head = self._head

        def work(connection: sqlite3.Connection) -> str:
            connection.commit()
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if _state(connection) != head.state:
                    # The file was begun anew.
                    return ""
                self._shelf.write(connection)
                write_directories(connection, self._directories)
                links = write_tree(connection, self._linked, (), self.others, self.tree.links)
                origin = replace(head.codebase.origin, links=links)
                graph = Graph(cycles=self.cycles, counted=self.counted)
                codebase = replace(head.codebase, graph=graph, origin=origin)
                now = replace(head, state=str(uuid4()), codebase=codebase, edited=self._edited)
                write_bucket(connection, "head", 0, {"": now})
            return now.state

        return self._store.guarded(work, "")


def recall(
    store: Store, state: str, root: Path, limit: int, public: tuple[str, ...] = ()
) -> Recalled | None:
    """Return the tree that was kept under a name, if that is still there.

    :param root: the absolute root folder of the tree.
    :param limit: and *public*: see :func:`sphinx_filedocs.source.content.read`.
    """
    head = store.guarded(_head, None)
    if head is None or head.state != state:
        return None
    known = recall_tree(store, whole=False)
    if known is None or known[0] != head.codebase.origin.links:
        return None
    return Recalled(store, head, known[1], root, limit, public)


def _head(connection: sqlite3.Connection) -> Head | None:
    row = connection.execute("SELECT rows FROM shelf WHERE kind = 'head'").fetchone()
    return cast("dict[str, Head]", unsealed(row[0], "head", 0))[""] if row else None


def _state(connection: sqlite3.Connection) -> str:
    head = _head(connection)
    return head.state if head else ""
