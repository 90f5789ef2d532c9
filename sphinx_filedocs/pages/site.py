"""A documented tree: its pages and the view of each, made from the model; without its private
symbols where these are not shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import Definition, Symbol, walk
from sphinx_filedocs.pages.additions import Addition, Additions, TreePages, additions
from sphinx_filedocs.pages.alphabetical_index import MOST_DEFINITIONS, Pages, Ways, below, is_aside
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.crossref_views import NameSubjects, UseViews
from sphinx_filedocs.pages.digests import DigestRecorder, NoRecorder, digest, digest_of
from sphinx_filedocs.pages.file_views import FileViews
from sphinx_filedocs.pages.fingerprints import Fingerprints
from sphinx_filedocs.pages.folder_views import FolderViews
from sphinx_filedocs.pages.listing_links import Marks
from sphinx_filedocs.pages.markup import part_links
from sphinx_filedocs.pages.plan import Documents, Page, Plan
from sphinx_filedocs.pages.rendered.targets import RenderedViews
from sphinx_filedocs.pages.settings import Details, Settings
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.view_models import (
    AddedView,
    IndexEntry,
    IndexView,
    PageView,
    symbol_anchor,
)
from sphinx_filedocs.pages.whole_tree import Layout, lay_out
from sphinx_filedocs.tree_options import TreeOptions


class Site:
    """One tree, with its codebase, plan and views, each made on demand.

    :param recorder: returns the recorder of questions.
    :param made_by: a digest of the code that makes pages.
    """

    def __init__(
        self,
        tree: TreeOptions,
        settings: Settings,
        details: Details,
        analyse: Callable[[], Codebase],
        recorder: Callable[[], DigestRecorder] = NoRecorder,
        made_by: str = "",
    ) -> None:
        self.tree = tree
        self.settings = settings.with_languages(self._language)
        self.details = details
        self._analyse = analyse
        self._make_recorder = recorder
        self._made_by = made_by
        self._groups: dict[tuple[str, str], Pages] = {}

    @cached_property
    def codebase(self) -> Codebase:
        """The analysed tree."""
        made = self._analyse()
        return made if self.settings.private else without_private(made)

    @cached_property
    def _recorder(self) -> DigestRecorder:
        return self._make_recorder()

    def _language(self, path: str) -> str:
        return self.codebase.light[path].language_name

    @cached_property
    def layout(self) -> Layout:
        """Everything that follows from the whole tree."""
        made = lay_out(self.tree, self.codebase, self.settings, self._added)
        return made.recorded(self._recorder)

    @cached_property
    def _added(self) -> Mapping[str, type[Addition]]:
        # They follow from all files.
        return {} if self.codebase.unread else additions(self.settings.all_sections)

    @cached_property
    def additions(self) -> Additions:
        """The sections and pages of plugins."""
        pages = TreePages(
            self.tree.title,
            self.codebase,
            self.plan,
            self.documents,
            self.settings,
            self.anchors,
            self.layout.less_telling,
        )
        gathered = self.layout.gathered
        return Additions(
            {name: made(name, pages, gathered[name]) for name, made in self._added.items()}
        )

    def lay_out_as(self, before: Site) -> bool:
        """Reuse the layout of the tree before an edit, with the pages of new files; tell whether
        that leaves the addresses of other pages as they are."""
        layout: Layout | None = before.layout
        if self.codebase.folders is not before.codebase.folders:
            suffixes = self.settings.suffixes
            layout = before.layout.with_new_files(self.codebase, suffixes, self._recorder)
        if layout:
            vars(self).update(layout=layout)
        return layout is not None

    @property
    def plan(self) -> Plan:
        """The pages of the tree."""
        return self.layout.plan

    @cached_property
    def places(self) -> str:
        """A digest of the pages without listing or outline, if a language decides that."""
        bare = [
            (path, self.settings.anchors(path), self.settings.outlined(path))
            for path in (self.codebase.light if self.settings.by_language else ())
        ]
        return digest([row for row in bare if not all(row[1:])])

    @cached_property
    def documents(self) -> Documents:
        """Addresses of its pages."""
        return Documents(self.tree, self.codebase, self.plan)

    @cached_property
    def anchors(self) -> Anchors:
        """The anchors of definitions."""
        return Anchors(self.codebase, self.settings)

    @cached_property
    def marks(self) -> Marks:
        """Links of names in listings."""
        plan = self.plan
        made = Marks(
            self.codebase.graph,
            plan.files,
            plan.folders,
            plan.documents,
            plan.name_places,
            self.anchors.of,
        )
        made.is_related = lambda definition: any(self.uses.relatives.above(definition).values())
        return made

    @cached_property
    def use_views(self) -> UseViews:
        """Views of cross-references and dependencies."""
        made = UseViews(
            self.codebase,
            self.plan,
            self.uses,
            self.layout.unused,
            self.documents.crumbs_to,
            self.anchors,
            self._ways,
        )
        made.subject_of = self._name_subjects.of
        return made

    @cached_property
    def _name_subjects(self) -> NameSubjects:
        return NameSubjects(self.codebase, self.uses, self.details, self.additions, self.marks)

    @cached_property
    def uses(self) -> Uses:
        """Uses of names and files."""
        return Uses(self.codebase, self.layout.less_telling, self.plan.name_places)

    @cached_property
    def folder_views(self) -> FolderViews:
        """The views of folders."""
        made = FolderViews(
            self.tree,
            self.codebase,
            self.layout,
            self.documents,
            self.additions.of_folder,
            self.file_views.types,
        )
        made.recorder = self._recorder
        return made

    @cached_property
    def file_views(self) -> FileViews:
        """The views of files."""
        return FileViews(
            self.anchors,
            self.details,
            self.codebase,
            self.layout,
            self.uses,
            self.documents,
            self.additions,
        )

    @cached_property
    def rendered_views(self) -> RenderedViews:
        """Rendered views of files."""
        return RenderedViews(self.codebase, self.plan, self.settings, self.details)

    def load(self) -> None:
        """Make all of the above that is not made yet."""
        _ = self.marks, self.use_views

    def let_go(self) -> None:
        """Free the inputs of fingerprints, which can be made again."""
        for name in ("fingerprints", "marks"):
            vars(self).pop(name, None)

    def line_text(self, path: str, line: int) -> str:
        """Return the text of a line, 1-based, of a file as it is now."""
        lines = self.details.lines(path)
        return lines[line - 1] if line <= len(lines) else ""

    @property
    def root(self) -> Path:
        """The absolute root folder of the tree."""
        return self.tree.root

    def fingerprint(self, page: Page) -> str:
        """Return a digest of everything that *page* shows."""
        shown = self._fingerprint(page)
        # Its toctree has them.
        following = [
            f"{later_page.docname}\t{later_page.label}" for later_page in self.plan.following(page)
        ]
        return digest_of((shown, self.places, *following))

    def _fingerprint(self, page: Page) -> str:
        if page.kind == "file":
            return self.file_fingerprint(page.path)
        if page.kind == "keywords":
            return self.fingerprints.index(page)
        if page.kind == "crossref":
            return self.fingerprints.crossref(page)
        if page.kind == "dependencies":
            return self.fingerprints.view(page.docname, (), lambda: self.view(page))
        if page.kind in ("folder", "tree"):
            return self._folder_fingerprint(page)
        # What these show follows from all of the tree.
        return self.view(page).fingerprint()

    def _folder_fingerprint(self, page: Page) -> str:
        folders, path = self.folder_views, page.path
        beside = folders.said_of_parts(path), folders.names(path)
        if path:
            shape = (*folders.said_of(path), *beside)
            shown = self.fingerprints.view(page.docname, shape, lambda: folders.without_parts(path))
        else:
            shown = folders.without_parts("").fingerprint() + repr(self.plan.irregular)
        # The view has no parts, and no names for the sidebar.
        return digest_of((shown, repr(beside)))

    def file_fingerprint(self, path: str) -> str:
        """Return a digest of everything that the view of the file's page returns."""
        addresses = self.documents.forge_addresses(path), self.documents.commit_url
        added = self.additions.of_file(path), self.additions.places(path)
        return digest_of((self.fingerprints.file(path), repr((*added, *addresses))))

    @cached_property
    def fingerprints(self) -> Fingerprints:
        """Digests of the pages of files and names."""
        tree, settings = self.tree, self.settings
        sections = (settings.file_sections, settings.sections_of)
        common = (self._made_by, tree.prefix, tree.title, *sections)
        made = Fingerprints(
            self.codebase,
            self.plan,
            self.uses,
            self.marks,
            (*common, self.places, self.codebase.gap),
            self._ways,
            self._recorder,
        )
        made.has_listing = settings.anchors
        made.view_of = self.rendered_views.said
        made.others_of = self.file_views.said_of_others
        made.subject_of = self._name_subjects.said
        return made

    def view(self, page: Page) -> PageView:
        """Return the view of *page*."""
        if page.kind == "file":
            return self.file_views.view(page.path)
        if page.kind in ("folder", "tree"):
            return self.folder_views.view(page.path)
        if page.kind == "crossref":
            return self.use_views.crossref(page)
        if page.kind == "dependencies":
            return self.use_views.dependencies(page)
        if page.kind == "unused":
            return self.use_views.unused(page)
        if page.added:
            return self._added_view(page)
        return self._index_view(page)

    def _added_view(self, page: Page) -> AddedView:
        parts = tuple((other.label, other.docname) for other in self.plan.added[page.added])
        content = self.additions[page.added].page(page.part)
        return AddedView(
            prefix=self.tree.prefix,
            docname=page.docname,
            title=page.title(self.tree.title),
            crumbs=self.documents.crumbs_to(""),
            content=(*part_links(parts, page.part), *content),
        )

    def _index_view(self, page: Page) -> IndexView:
        names = page.shard.names if page.shard else ()
        entries = tuple(self._keyword_entry(name, page) for name in names)
        mentioned = {row.path for entry in entries for row, _ in entry.definitions}
        letters, contents = self._ways(page)
        return IndexView(
            prefix=self.tree.prefix,
            docname=page.docname,
            title=page.title(self.tree.title),
            crumbs=self.documents.crumbs_to(page.path),
            docnames=self.documents.of(mentioned),
            folder=page.path,
            shard=page.shard,
            entries=entries,
            letters=letters,
            contents=contents,
            uses_of=self.documents.uses_of(names),
        )

    def _keyword_entry(self, name: str, page: Page) -> IndexEntry:
        graph = self.codebase.graph
        definitions = below(graph.definitions.get(name, ()), page.path)
        importers = len(below(graph.name_imports.get(name, ()), page.path))
        hidden = max(0, len(definitions) - MOST_DEFINITIONS)
        shown = tuple(
            (definition, self.anchors.of(definition))
            for definition in definitions[:MOST_DEFINITIONS]
        )
        aside = is_aside(self.codebase, self.layout.less_telling, name, page.path)
        return IndexEntry(name, shown, hidden, importers, aside)

    def _ways(self, page: Page) -> Ways:
        key = (page.kind, page.path)
        if key not in self._groups:
            group = self.plan.group(page)
            self._groups[key] = Pages(
                [(index_page.docname, index_page.shard) for index_page in group if index_page.shard]
            )
        return self._groups[key].ways(page.shard) if page.shard else ((), {})

    @cached_property
    def symbols(self) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
        """Path, kind and anchor of symbols, by name and by qualified name."""
        rows_by_name: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for path, file in self.codebase.files.items():
            for entry in walk(file.facts.symbols):
                symbol = entry.symbol
                listed = self.settings.lists(path, entry)
                target = symbol_anchor(entry) if listed else f"L{symbol.line}"
                for name in {symbol.name, entry.qualified}:
                    rows_by_name[name].append((path, symbol.kind, target))
        return {name: tuple(rows) for name, rows in rows_by_name.items()}


def without_private(codebase: Codebase) -> Codebase:
    """Return a codebase that shows no private symbols."""
    is_public = _Public(codebase)
    graph = codebase.graph
    return replace(
        codebase,
        graph=replace(
            graph,
            definitions=_Filtered(graph.definitions, is_public),
            outlines=_Filtered(graph.outlines, is_public),
            cross_referenced=_Filtered(graph.cross_referenced, is_public),
            unused={},
        ),
    )


class _Public:
    def __init__(self, codebase: Codebase) -> None:
        self._files = codebase.files
        self._private: dict[str, tuple[tuple[Symbol, ...], frozenset[tuple[str, int]]]] = {}

    def __call__(self, definition: Definition) -> bool:
        # The file is asked for each time, so that whoever asks depends on it.
        symbols = self._files[definition.path].facts.symbols
        cached = self._private.get(definition.path)
        if cached is None or cached[0] is not symbols:
            rows = (entry for entry in walk(symbols) if entry.private)
            private = frozenset((entry.qualified, entry.number) for entry in rows)
            cached = self._private[definition.path] = symbols, private
        return (definition.qualified, definition.number) not in cached[1]


@dataclass(eq=False, repr=False)
class _Filtered(Mapping[str, tuple[Definition, ...]]):
    every: Mapping[str, Sequence[Definition]]
    is_shown: Callable[[Definition], bool]

    def __getitem__(self, key: str) -> tuple[Definition, ...]:
        rows = tuple(filter(self.is_shown, self.every[key]))
        if not rows:
            raise KeyError(key)
        return rows

    def __iter__(self) -> Iterator[str]:
        return (key for key, rows in self.every.items() if any(map(self.is_shown, rows)))

    def __len__(self) -> int:
        return sum(1 for _ in self)
