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
    Definition,
    File,
    Folder,
    Keyword,
    Symbol,
    folders_above,
)
from sphinx_filedocs.pages.index import MOST_DEFINITIONS, below
from sphinx_filedocs.pages.nodes import first_sentence
from sphinx_filedocs.pages.plan import Page, Plan, make_plan
from sphinx_filedocs.pages.shards import letter_id, letter_of, rows_of
from sphinx_filedocs.pages.stats import folder_purpose, folder_totals, symbol_count
from sphinx_filedocs.pages.views import (
    EntryPoint,
    FileRow,
    FileView,
    FolderRow,
    FolderView,
    IndexEntry,
    IndexView,
    KeywordsView,
    PageView,
    Totals,
    walk,
)

_KEY_FILES = 10
_KEY_SYMBOLS = 20
_MOST_TROUBLES = 100
_MAIN_NAMES = 4
#: Definitions that say less of what a file is for than others do.
_MINOR = ("constant", "variable", "field", "macro", "type")
_WRAPPERS = ("namespace", "module")


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
        key_files = self._key_files[path]
        entry_points = self._entry_points[path]
        structure = self.codebase.graph.structure.get(path, ())
        key_symbols = () if path else self._key_symbols
        troubles = () if path else self._troubles
        tests = self._tests[path]
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
            totals=self._totals[path],
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
        totals = self._totals[path]
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
    def _totals(self) -> Mapping[str, Totals]:
        return folder_totals(self.codebase)

    @cached_property
    def _key_files(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """The most imported files below each folder."""
        ranked: dict[str, list[tuple[str, int]]] = {path: [] for path in self.codebase.folders}
        counts = {
            path: len({use.path for use in uses})
            for path, uses in self.codebase.graph.imported_by.items()
        }
        for path, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            for folder in folders_above(path):
                if count and len(ranked[folder]) < _KEY_FILES:
                    ranked[folder].append((path, count))
        return {path: tuple(rows) for path, rows in ranked.items()}

    @cached_property
    def _key_symbols(self) -> tuple[tuple[str, int, Definition], ...]:
        """The outermost definitions that most files import from files of the tree."""
        graph = self.codebase.graph
        outermost = {
            name: next((row for row in rows if row.qualified == name), None)
            for name, rows in graph.definitions.items()
        }
        importers: dict[str, set[str]] = defaultdict(set)
        for path, imports in graph.imports.items():
            for entry in imports:
                for imported in entry.names if entry.resolved else ():
                    if outermost.get(imported.name):
                        importers[imported.name].add(path)
        ranked = sorted(importers, key=lambda name: (-len(importers[name]), name))[:_KEY_SYMBOLS]
        found = ((name, len(importers[name]), outermost[name]) for name in ranked)
        return tuple((name, count, row) for name, count, row in found if row)

    @cached_property
    def _entry_points(self) -> Mapping[str, tuple[EntryPoint, ...]]:
        """The entry points in each folder and below."""
        found: dict[str, list[EntryPoint]] = defaultdict(list)
        for path, file in self.codebase.files.items():
            for role in file.roles:
                if role.name == "entry point":
                    for folder in folders_above(path):
                        found[folder].append(EntryPoint(path, role.reason, role.line))
        return {path: tuple(found[path]) for path in self.codebase.folders}

    @cached_property
    def _tests(self) -> Mapping[str, tuple[str, ...]]:
        """The test files in each folder and below."""
        found: dict[str, list[str]] = defaultdict(list)
        for path, file in self.codebase.files.items():
            if any(role.name == "test" for role in file.roles):
                for folder in folders_above(path):
                    found[folder].append(path)
        return {path: tuple(found[path]) for path in self.codebase.folders}

    @cached_property
    def _troubles(self) -> tuple[tuple[str, str], ...]:
        rows = [
            (diagnostic.path, diagnostic.message)
            for file in self.codebase.files.values()
            for diagnostic in file.diagnostics
        ]
        return tuple(rows[:_MOST_TROUBLES])

    @cached_property
    def symbols(self) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
        """For each name and each qualified name of a symbol: the path of every file that has it,
        its kind and its anchor on that file's page."""
        found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for path, file in self.codebase.files.items():
            for entry in walk(file.facts.symbols):
                symbol = entry.symbol
                target = entry.anchor if self.settings.outlined else f"L{symbol.line}"
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
        defines=_main_names(file),
        language=file.language_name,
        lines=file.facts.lines.total,
        symbols=symbol_count(file),
        size=file.size,
    )


def _main_names(file: File) -> tuple[str, ...]:
    """Return the names of a file's outermost definitions, those that hold most others first."""
    symbols: list[Symbol] = []
    pending = list(file.facts.symbols)
    while pending:
        symbol = pending.pop(0)
        if symbol.kind in _WRAPPERS:
            pending = [*symbol.children, *pending]
        elif symbol.kind != "heading":
            symbols.append(symbol)
    ranked = sorted(symbols, key=_importance)
    return tuple(dict.fromkeys(symbol.name for symbol in ranked))[:_MAIN_NAMES]


def _importance(symbol: Symbol) -> tuple[bool, bool, int]:
    return symbol.name.startswith("_"), symbol.kind in _MINOR, -len(symbol.children)
