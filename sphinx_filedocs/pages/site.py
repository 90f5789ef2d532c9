"""A documented tree: its pages and the view of each, made from the model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from sphinx_filedocs.config import Tree
from sphinx_filedocs.model import (
    Codebase,
    File,
    Folder,
    Keyword,
    walk,
)
from sphinx_filedocs.pages.index import MOST_DEFINITIONS, below
from sphinx_filedocs.pages.nodes import first_sentence
from sphinx_filedocs.pages.plan import Page, Plan, make_plan
from sphinx_filedocs.pages.rankings import rank
from sphinx_filedocs.pages.shards import letter_id, letter_of, rows_of
from sphinx_filedocs.pages.stats import folder_purpose, main_names, symbol_count
from sphinx_filedocs.pages.views import (
    FileRow,
    FileView,
    FolderRow,
    FolderView,
    IndexEntry,
    IndexView,
    KeywordsView,
    PageView,
    symbol_anchor,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that pages depend on; see :data:`sphinx_filedocs.config.OPTIONS`."""

    keywords: str
    file_sections: tuple[str, ...]
    folder_sections: tuple[str, ...]
    tree_sections: tuple[str, ...]

    @property
    def anchors(self) -> bool:
        """Whether files' pages have their listing, and so a target for every line."""
        return "listing" in self.file_sections

    @property
    def outlined(self) -> bool:
        """Whether files' pages have their outline, and so a target for every symbol."""
        return "outline" in self.file_sections


class Site:
    """One tree with its codebase and plan, which makes the views of its pages.

    :param keywords: returns the keywords of a file of the tree, read when asked for.
    """

    def __init__(
        self,
        tree: Tree,
        codebase: Codebase,
        settings: Settings,
        keywords: Callable[[File], tuple[Keyword, ...]],
    ) -> None:
        self.tree = tree
        self.codebase = codebase
        self.settings = settings
        self.plan: Plan = make_plan(tree.prefix, codebase)
        self._keywords = keywords
        self._rankings = rank(codebase)

    @property
    def root(self) -> Path:
        """The absolute root folder of the tree."""
        return self.tree.root

    def view(self, page: Page) -> PageView:
        """Return what *page* shows."""
        if page.kind == "file":
            return self.file_view(page.path)
        if page.kind in ("folder", "tree"):
            return self.folder_view(page.path)
        return self._index_view(page)

    def file_view(self, path: str) -> FileView:
        """Return what the page of the file *path* shows."""
        graph = self.codebase.graph
        imports = graph.imports.get(path, ())
        imported_by = graph.imported_by.get(path, ())
        related = graph.related.get(path, ())
        tests = graph.tests.get(path, ())
        mentioned = {path, *tests, *(r.path for r in related), *(u.path for u in imported_by)}
        mentioned.update(target for entry in imports for target in entry.resolved)
        return FileView(
            prefix=self.tree.prefix,
            docname=self.plan.files[path],
            title=path,
            crumbs=self._crumbs(path),
            docnames=self._docnames(mentioned),
            file=self.codebase.files[path],
            imports=imports,
            imported_by=imported_by,
            related=related,
            tests=tests,
            commands=graph.commands.get(path, ()),
            url=self._url(path),
            anchors=self.settings.anchors,
            outlined=self.settings.outlined,
        )

    def keywords_view(self, path: str) -> KeywordsView:
        """Return what the keyword index of the file *path* shows but for the keywords, which
        follow from the file's digest and take time to read."""
        file = self.codebase.files[path]
        names = {symbol.symbol.name for symbol in walk(file.facts.symbols)}
        for entry in file.facts.imports:
            names.update(imported.name for imported in entry.names)
        return KeywordsView(
            prefix=self.tree.prefix,
            docname=self.plan.files[path],
            title=path,
            crumbs=self._crumbs(path),
            path=path,
            source=f"{file.digest} {file.language}",
            anchors=self.settings.anchors,
            crossref_of=self._crossref_of(names),
        )

    def full_keywords_view(self, path: str) -> KeywordsView:
        """Return what the keyword index of the file *path* shows."""
        words = self._keywords(self.codebase.files[path])
        return replace(self.keywords_view(path), keywords=words)

    def crossref_view(self, name: str) -> IndexView:
        """Return the cross-references of one name alone."""
        docname = self.plan.crossref_pages[name]
        entry = self._crossref_entry(name, Page(docname, "crossref"))
        mentioned = {row.path for row in entry.definitions} | {row.path for row in entry.imports}
        return IndexView(
            self.tree.prefix,
            docname,
            name,
            docnames=self._docnames(mentioned),
            kind="crossref",
            entries=(entry,),
        )

    def folder_view(self, path: str) -> FolderView:
        """Return what the page of the folder *path* shows."""
        folder = self.codebase.folders[path]
        files = [self.codebase.files[child] for child in folder.files]
        purpose, purpose_path = folder_purpose(self.codebase, folder)
        key_files = self._rankings.key_files[path]
        entry_points = self._rankings.entry_points[path]
        structure = self.codebase.graph.structure.get(path, ())
        key_symbols = () if path else self._rankings.key_symbols
        troubles = () if path else self._rankings.troubles
        tests = self._rankings.tests[path]
        mentioned = {*folder.files, *tests, *(p for p, _ in key_files), *(p for p, _ in troubles)}
        mentioned |= {e.path for e in entry_points} | {d.example.path for d in structure}
        mentioned |= {definition.path for _, _, definition in key_symbols}
        if purpose_path:
            mentioned.add(purpose_path)
        keywords = self.plan.keywords.get(path, ())
        crossref = () if path else self.plan.crossref
        docnames = self._docnames(mentioned)
        docnames.update((sub, self.plan.folders[sub]) for sub in folder.folders)
        return FolderView(
            prefix=self.tree.prefix,
            docname=self.plan.folders[path],
            title=path or self.tree.title,
            crumbs=self._crumbs(path) if path else (),
            docnames=docnames,
            folder=folder,
            purpose=purpose,
            purpose_path=purpose_path,
            folders=tuple(self._folder_row(sub) for sub in folder.folders),
            files=tuple(map(_file_row, files)),
            totals=self._rankings.totals[path],
            key_files=key_files,
            key_symbols=key_symbols,
            entry_points=entry_points,
            tests=tests,
            structure=structure,
            keywords=keywords[0].docname if keywords else None,
            crossref=crossref[0].docname if crossref else None,
            crossref_of=self._crossref_of(name for name, _, _ in key_symbols),
            branch=None if path else self.codebase.branch,
            troubles=troubles,
            children=tuple(self._children(folder)),
        )

    def _children(self, folder: Folder) -> Iterator[tuple[str, str]]:
        for sub in folder.folders:
            yield f"{sub.rpartition('/')[2]}/", self.plan.folders[sub]
        for path in folder.files:
            yield path.rpartition("/")[2], self.plan.files[path]
        for page in self.plan.keywords.get(folder.path, ())[:1]:
            yield "Keyword index", page.docname
        if not folder.path:
            for page in self.plan.crossref[:1]:
                yield "Cross-references", page.docname

    def _index_view(self, page: Page) -> IndexView:
        group = self.plan.crossref if page.kind == "crossref" else self.plan.keywords[page.path]
        names = page.shard.names if page.shard else ()
        make = self._crossref_entry if page.kind == "crossref" else self._keyword_entry
        entries = tuple(make(name, page) for name in names)
        mentioned = {row.path for entry in entries for row in entry.definitions}
        mentioned |= {row.path for entry in entries for row in entry.imports}
        title = "Keyword index" if page.kind == "keywords" else "Cross-references"
        label = f": {page.shard.label}" if page.shard and page.shard.slug else ""
        about = page.path or self.tree.title
        folder = (self.plan.folders[page.path], page.path.rpartition("/")[2] or self.tree.title)
        return IndexView(
            prefix=self.tree.prefix,
            docname=page.docname,
            title=f"{title} of {about}{label}",
            crumbs=(*(self._crumbs(page.path) if page.path else ()), folder[::-1]),
            docnames=self._docnames(mentioned),
            kind=page.kind,
            folder=page.path,
            shard=page.shard,
            entries=entries,
            letters=tuple(_letters(group)),
            crossref_of=self._crossref_of(names) if page.kind == "keywords" else {},
        )

    def _keyword_entry(self, name: str, page: Page) -> IndexEntry:
        graph = self.codebase.graph
        definitions = below(graph.definitions.get(name, ()), page.path)
        importers = len(below(graph.name_imports.get(name, ()), page.path))
        hidden = max(0, len(definitions) - MOST_DEFINITIONS)
        return IndexEntry(name, definitions[:MOST_DEFINITIONS], (), hidden, importers)

    def _crossref_entry(self, name: str, page: Page) -> IndexEntry:
        graph = self.codebase.graph
        definitions = graph.definitions.get(name, ())
        imports = graph.name_imports.get(name, ())
        if page.shard and page.shard.parts > 1:
            kept = rows_of(page.shard, (*definitions, *imports))
            count = len(definitions)
            definitions, imports = (
                definitions[kept],
                imports[max(0, kept.start - count) : max(0, kept.stop - count)],
            )
        return IndexEntry(name, definitions, imports)

    def _folder_row(self, path: str) -> FolderRow:
        totals = self._rankings.totals[path]
        purpose, _ = folder_purpose(self.codebase, self.codebase.folders[path])
        return FolderRow(path, first_sentence(purpose), totals.files, totals.lines.total)

    def _docnames(self, paths: Iterable[str]) -> dict[str, str]:
        files = self.plan.files
        return {path: files[path] for path in sorted(set(paths)) if path in files}

    def _crossref_of(self, names: Iterable[str]) -> dict[str, str]:
        known = self.plan.crossref_pages
        return {name: known[name] for name in sorted(set(names)) if name in known}

    def _crumbs(self, path: str) -> tuple[tuple[str, str], ...]:
        above = []
        while path:
            path = path.rpartition("/")[0]
            above.append((path.rpartition("/")[2] or self.tree.title, self.plan.folders[path]))
        return tuple(reversed(above))

    def _url(self, path: str) -> str | None:
        if self.tree.url is None:
            return None
        ref = quote(self.codebase.branch or "HEAD")
        path = quote(path.encode("utf-8", "surrogateescape"))
        return self.tree.url.format(path=path, ref=ref, line="{line}")

    @cached_property
    def symbols(self) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
        """For each name and each qualified name of a symbol: the path of every file that has it,
        its kind and its anchor on that file's page."""
        found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for path, file in self.codebase.files.items():
            for entry in walk(file.facts.symbols):
                symbol = entry.symbol
                target = symbol_anchor(entry) if self.settings.outlined else f"L{symbol.line}"
                for name in {symbol.name, entry.qualified}:
                    found[name].append((path, symbol.kind, target))
        return {name: tuple(rows) for name, rows in found.items()}


def _letters(group: Sequence[Page]) -> Iterator[tuple[str, str, str]]:
    """Yield where each letter of an index stands: its label, the page and the anchor there. A
    letter that fills several pages has the prefix of each."""
    for page in group:
        if page.shard is None:
            continue
        letters = list(dict.fromkeys(letter_of(name) for name in page.shard.names))
        if len(letters) > 1:
            yield from ((letter, page.docname, letter_id(letter)) for letter in letters)
        else:
            part = f" ({page.shard.part + 1})" if page.shard.parts > 1 else ""
            yield page.shard.label + part, page.docname, ""


def _file_row(file: File) -> FileRow:
    return FileRow(
        path=file.path,
        sentence=first_sentence(file.facts.doc),
        defines=main_names(file),
        language=file.language_name,
        lines=file.facts.lines.total,
        symbols=symbol_count(file),
        size=file.size,
    )
