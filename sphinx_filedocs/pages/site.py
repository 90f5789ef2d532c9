"""A documented tree: its pages and the view of each, made from the model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from sphinx_filedocs.config import TreeOptions
from sphinx_filedocs.model.descriptions import Description, Explanation
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import Folder, folders_above
from sphinx_filedocs.model.graph import Codebase, Reach
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition, Outlined, walk
from sphinx_filedocs.pages.alphabetical_index import Pages, Ways
from sphinx_filedocs.pages.code_map import CodeMap
from sphinx_filedocs.pages.dependencies import importers_of, imports_of
from sphinx_filedocs.pages.digests import DigestRecorder, NoRecorder, digest_of
from sphinx_filedocs.pages.finding_lists import SEVERITIES, findings_of
from sphinx_filedocs.pages.fingerprints import Fingerprints
from sphinx_filedocs.pages.index_entries import MOST_DEFINITIONS, below, linked_names
from sphinx_filedocs.pages.listing_links import Marks, definition_anchor
from sphinx_filedocs.pages.listing_pages import lines_per_page
from sphinx_filedocs.pages.parts import paths_of
from sphinx_filedocs.pages.plan import Page, Plan
from sphinx_filedocs.pages.rendered.structures import readers
from sphinx_filedocs.pages.rendered.targets import NotedTargets, Targets
from sphinx_filedocs.pages.rendered.view import LINKING, render, view_kind
from sphinx_filedocs.pages.settings import Details, Settings
from sphinx_filedocs.pages.text import first_sentence, rounded
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.usage_pages import UseViews
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.view_models import (
    FileRow,
    FilesFindings,
    FileView,
    FindingRow,
    FindingsSummary,
    FindingsView,
    FolderRow,
    FolderView,
    IndexEntry,
    IndexView,
    KeywordsView,
    PageView,
    outline_anchor,
    rule_anchor,
    symbol_anchor,
)
from sphinx_filedocs.pages.whole_tree import Layout, file_row, lay_out

#: A tree's start page names no more import cycles.
_MOST_CYCLES = 50


#: So many definitions of one name are not looked through each time that one of them is.
_MANY = 50


class Site:
    """One tree with its codebase and plan, which makes the views of its pages. What it needs for
    that is made when it is asked for.

    :param analyse: returns the analysed tree.
    :param external_pages: see the property of that name.
    :param recorder: returns what knows what shows something else than in the last build.
    """

    def __init__(
        self,
        tree: TreeOptions,
        settings: Settings,
        details: Details,
        analyse: Callable[[], Codebase],
        external_pages: Callable[[Site], Mapping[str, str]] = lambda _: {},
        recorder: Callable[[], DigestRecorder] = NoRecorder,
    ) -> None:
        self.tree = tree
        self.settings = settings
        self.details = details
        self._analyse = analyse
        self._find_external = external_pages
        self._make_recorder = recorder
        self._groups: dict[tuple[str, str], Pages] = {}
        #: The last name with many definitions that was asked for, and these.
        self._last_many: tuple[str, frozenset[Definition]] = ("", frozenset())

    @cached_property
    def codebase(self) -> Codebase:
        """The analysed tree."""
        return self._analyse()

    @cached_property
    def _recorder(self) -> DigestRecorder:
        return self._make_recorder()

    @cached_property
    def layout(self) -> Layout:
        """What follows from all of the tree."""
        made = lay_out(self.tree, self.codebase, self._listings(), self.settings.suffixes)
        return made.recorded(self._recorder)

    @property
    def plan(self) -> Plan:
        """Which pages there are."""
        return self.layout.plan

    @cached_property
    def external_pages(self) -> Mapping[str, str]:
        """The other project that has each page which this one does not have, by the document's
        name: to links they are what any other project's pages are."""
        return self._find_external(self)

    def has(self, docname: str) -> bool:
        """Return whether this project has a page of the plan."""
        return docname not in self.external_pages

    @property
    def own(self) -> Iterator[Page]:
        """The pages of the plan that this project has."""
        return (page for name, page in self.plan.pages.items() if self.has(name))

    def _listings(self) -> Mapping[str, int]:
        """Return how many lines each page has of a listing that is divided, by path: other pages
        lead to the outline of its file then."""
        if not (self.settings.anchors and self.settings.outlined):
            return {}
        files = sorted(self.codebase.light.items())
        return {path: lines for path, file in files if (lines := lines_per_page(file))}

    @cached_property
    def _division(self) -> str:
        return repr(self.plan.listings)

    @cached_property
    def marks(self) -> Marks:
        """What the names in the listings lead to."""
        plan = self.plan
        return Marks(
            self.codebase.graph,
            plan.files,
            plan.folders,
            plan.crossref_pages,
            self.anchor_of,
            self._moving,
        )

    @cached_property
    def use_views(self) -> UseViews:
        """The pages that say who uses what."""
        return UseViews(
            self.codebase,
            self.plan,
            self.uses,
            self.layout.unused,
            self._crumbs_to,
            self.anchor_of,
            self._ways,
        )

    @cached_property
    def uses(self) -> Uses:
        """Who uses what."""
        crossref = self.plan.crossref_pages
        return Uses(self.codebase, self.layout.less_telling, self._moving, crossref)

    def load(self) -> None:
        """Make all of the above that is not made yet."""
        _ = self.external_pages, self.marks, self.use_views

    def let_go(self) -> None:
        """Forget what was made for fingerprints; it is made again when it is asked for."""
        for name in ("fingerprints", "marks"):
            vars(self).pop(name, None)

    def anchor_of(self, definition: Definition) -> str:
        """Return the anchor of a definition on its file's page: in the listing, else in the
        outline, if the page has one of them."""
        if definition.path in self.plan.listings:
            return self._place_in_divided(definition)
        if self.settings.anchors:
            return definition_anchor(definition.qualified, definition.number)
        if self.settings.outlined and self._is_listed(definition):
            return outline_anchor(definition.qualified, definition.number)
        return ""

    def anchor_around(self, path: str, inside: Enclosing) -> str:
        """Return the anchor of the symbol around a line of the file *path* on that file's page."""
        if self.settings.anchors and path not in self.plan.listings:
            return definition_anchor(inside.qualified, inside.number)
        return outline_anchor(inside.qualified, inside.number) if self.settings.outlined else ""

    def anchor_of_symbol(self, path: str) -> Callable[[Outlined], str]:
        """Return what returns the anchor of a symbol of the file *path* on that file's page."""
        return lambda entry: self.anchor_of(entry.definition(path))

    def _place_in_divided(self, definition: Definition) -> str:
        """Return the anchor of a definition whose file's listing is divided: what is not in the
        outline has its line only."""
        if self._is_listed(definition):
            return outline_anchor(definition.qualified, definition.number)
        return f"L{definition.line}"

    def _is_listed(self, definition: Definition) -> bool:
        known = self.codebase.graph.definitions.get(definition.name, ())
        if len(known) < _MANY:
            return definition in known
        if self._last_many[0] != definition.name:
            self._last_many = definition.name, frozenset(known)
        return definition in self._last_many[1]

    def _moving(self, definition: Definition) -> str:
        """Return what of the place of a definition may change when another line of its file is
        edited."""
        return self._place_in_divided(definition) if definition.path in self.plan.listings else ""

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
        following = [f"{one.docname}\t{one.label}" for one in self.plan.following(page)]
        # A link to a line of a divided listing names the page that has it.
        return digest_of((shown, self._division, *following))

    def _fingerprint(self, page: Page) -> str:
        if page.kind == "file":
            return self.file_fingerprint(page.path)
        if page.kind == "keywords":
            return self.fingerprints.index(page)
        if page.kind == "crossref":
            return self.fingerprints.crossref(page)
        if page.kind in ("folder", "dependencies"):
            shape = self._said_of_folder(page.path) if page.kind == "folder" else ()
            return self.fingerprints.view(page.docname, shape, lambda: self._without_parts(page))
        if page.kind == "tree":
            shown = self._folder_without_parts("").fingerprint()
            return digest_of((shown, repr(self._said_of_parts("")), repr(self.plan.irregular)))
        # What these show follows from all of the tree.
        return self.view(page).fingerprint()

    def _without_parts(self, page: Page) -> PageView:
        if page.kind == "dependencies":
            return self.view(page)
        return self._folder_without_parts(page.path)

    def _said_of_parts(self, folder: str) -> object:
        """Return what the parts follow from that the page of a folder shows: it takes long to work
        them out, which only those pages need that are made anew."""
        parts = self.layout.rankings.parts
        folders = [folder] if folder else parts.main_folders
        return [(parts.key(one), self.plan.dependencies.get(one)) for one in folders]

    def file_fingerprint(self, path: str) -> str:
        """Return a digest of everything that :meth:`file_view` returns."""
        shown = repr((self.finding_rows(path), self.addresses(path)))
        return digest_of((self.fingerprints.file(path), shown))

    def _said_of_folder(self, path: str) -> tuple[object, ...]:
        """Return what the page of a folder shows that follows from all of the tree."""
        ranked, plan, folder = self.layout.rankings, self.plan, self.codebase.folders[path]
        sums = [ranked.sums[one].totals() for one in (path, *folder.folders)]
        found = (
            ranked.key_files[path],
            ranked.entry_points[path],
            ranked.tests[path],
            ranked.cores.get(path),
            ranked.offers.get(path),
        )
        pages = (plan.dependencies.get(path), plan.entrance(path))
        pictures = ranked.colours, ranked.maps.get(path)
        return folder, sums, *found, pages, pictures, self._said_of_parts(path)

    def deep_fingerprint(self, path: str, depth: int | None) -> str:
        """Return a digest of everything that :meth:`deep_file_view` returns."""
        view = self.deep_file_view(path, depth)
        return digest_of((self.file_fingerprint(path), f"{view.further}{view.further_by}"))

    def targets(self, path: str) -> Targets:
        """Return what targets in the text of a file mean."""
        files, lines = self.codebase.files, self.settings.anchors
        return Targets(path, self.plan.documents, files, lines)

    def _said_by_view(self, path: str) -> str:
        """Return what the view of a file shows of other files."""
        light = self.codebase.light[path]
        kind = view_kind(light) if self.settings.views else None
        if kind is None or kind.name not in LINKING:
            return ""
        # Asked for, so that it is noted: another text has other links.
        file = self.codebase.files[path]
        noted = NotedTargets(self.targets(path))
        render(file, "\n".join(self.details.lines(path)), noted)
        return digest_of(noted.noted)

    @cached_property
    def fingerprints(self) -> Fingerprints:
        """The digests of what the pages of files and of names show."""
        tree, settings = self.tree, self.settings
        common = (tree.prefix, tree.title, settings.outlined, self._division)
        made = Fingerprints(
            self.codebase,
            self.plan,
            self.uses,
            self.marks if settings.anchors else None,
            (*common, settings.anchors, *readers()),
            self._ways,
            self._recorder,
        )
        made.view_of = self._said_by_view
        return made

    def view(self, page: Page) -> PageView:
        """Return what *page* shows."""
        if page.kind == "file":
            return self.file_view(page.path)
        if page.kind in ("folder", "tree"):
            return self.folder_view(page.path)
        if page.kind == "crossref":
            return self.use_views.crossref(page)
        if page.kind == "dependencies":
            return self.use_views.dependencies(page)
        if page.kind == "unused":
            return self.use_views.unused(page)
        if page.kind == "findings":
            return self._findings_view(page)
        return self._index_view(page)

    def file_view(self, path: str) -> FileView:
        """Return what the page of the file *path* shows."""
        graph = self.codebase.graph
        imports = graph.imports.get(path, ())
        imported_by = graph.imported_by.get(path, ())
        related = graph.related.get(path, ())
        tests = graph.tests.get(path, ())
        history = self.codebase.light[path].history
        mentioned = {
            path,
            *(test for test, _ in tests),
            *(r.path for r in related),
            *(other.path for other in (history.together if history else ())),
            *(u.path for u in imported_by),
        }
        mentioned.update(target for entry in imports for target in entry.resolved)
        cycle = graph.cycle_of.get(path)
        mentioned.update(step.path for step in (cycle.steps if cycle else ()))
        description, explained = self._words_of(path)
        mentioned.update(_sources(description, explained))
        return FileView(
            prefix=self.tree.prefix,
            docname=self.plan.files[path],
            title=path,
            crumbs=self.crumbs(path),
            docnames={**self._docnames(mentioned), **self._packages(imports)},
            file=self.codebase.files[path],
            imports=imports,
            imported_by=imported_by,
            reach=graph.reach.get(path, Reach()),
            cycle=cycle,
            related=related,
            tests=tests,
            commands=graph.commands.get(path, ()),
            url=self.addresses(path)[0],
            edit_url=self.addresses(path)[1],
            anchors=self.settings.anchors,
            outlined=self.settings.outlined,
            findings=self.finding_rows(path),
            findings_aside=path in self.layout.less_telling,
            takes=self.uses.takes(path),
            gives=self.uses.gives(path),
            description=description,
            explained=explained,
        )

    def _words_of(self, path: str) -> tuple[Description | None, tuple[Explanation, ...]]:
        """Return what describes a file or folder, and what explains it."""
        graph = self.codebase.graph
        return graph.descriptions.get(path), graph.explained.get(path, ())

    def _file_row(self, path: str) -> FileRow:
        """Return what the page of its folder shows of a file."""
        description = self.codebase.graph.descriptions.get(path)
        row = file_row(self.codebase.files[path], description)
        return row if description or not row.defines else replace(row, users=self._users(path))

    def _users(self, path: str) -> int:
        """Return about how many other files use what a file defines."""
        graph = self.codebase.graph
        paths: set[str] = set()
        for definition in graph.used.get(path, ()):
            if rows := graph.references.get(definition):
                paths |= rows.paths()
        return rounded(len(paths - {path}))

    def deep_file_view(self, path: str, depth: int | None) -> FileView:
        """Return what the page of the file *path* shows, and its imports over several steps.

        :param depth: the largest number of steps; all without it.
        """
        view = self.file_view(path)
        further = imports_of(self.codebase.graph, path, depth)
        further_by = importers_of(self.codebase.graph, path, depth)
        mentioned = {
            p for way in (*further.ways, *further_by.ways) for p in (way.path, way.through)
        }
        docnames = {**view.docnames, **self._docnames(mentioned)}
        return replace(view, further=further, further_by=further_by, docnames=docnames)

    def keywords_view(self, path: str) -> KeywordsView:
        """Return what the keyword index of the file *path* shows."""
        file = self.codebase.files[path]
        return KeywordsView(
            prefix=self.tree.prefix,
            docname=self.plan.files[path],
            title=path,
            crumbs=self.crumbs(path),
            path=path,
            anchors=self.settings.anchors,
            crossref_of=self._crossref_of(linked_names(file)),
            keywords=self.details.keywords(file),
        )

    def folder_view(self, path: str) -> FolderView:
        """Return what the page of the folder *path* shows."""
        view = self._folder_without_parts(path)
        ranked = self.layout.rankings
        parts = ranked.parts.of(path) if path else ranked.parts.main()
        if parts is None:
            return view
        paths = {parts.folder, *paths_of(parts)}
        folders = {one: name for one, name in self.plan.folders.items() if one in paths}
        return replace(
            view,
            parts=parts,
            dependencies_of_parts=self.plan.dependencies.get(parts.folder),
            docnames={**view.docnames, **self._docnames(paths), **folders},
        )

    def _folder_without_parts(self, path: str) -> FolderView:
        folder = self.codebase.folders[path]
        description, explained = self._words_of(path)
        key_files = self.layout.rankings.key_files[path]
        entry_points = self.layout.rankings.entry_points[path]
        structure = tuple(
            (pair.source, pair.target, len(pair.uses), pair.uses[0])
            for pair in self.codebase.graph.structure.get(path, ())
        )
        key_symbols = () if path else self.layout.rankings.key_symbols
        cycles = () if path else self.codebase.graph.cycles
        troubles = () if path else self.layout.rankings.troubles
        tests = self.layout.rankings.tests[path]
        mentioned = {*folder.files, *tests, *(p for p, _ in key_files), *(p for p, _ in troubles)}
        mentioned |= {e.path for e in entry_points} | {use.path for _, _, _, use in structure}
        mentioned |= {definition.path for definition, _ in key_symbols}
        mentioned |= {step.path for cycle in cycles[:_MOST_CYCLES] for step in cycle.steps}
        mentioned.update(_sources(description, explained))
        core = self.layout.rankings.cores.get(path)
        offered = self.layout.rankings.offers.get(path, ())
        mentioned |= {one.definition.path for one in offered}
        mentioned |= {member for member, _ in (core.rows if core else ())}
        start = () if path else self.layout.rankings.start
        changed = () if path else self.layout.rankings.most_changed
        mentioned |= {first for first, _ in start} | {one for one, _, _ in changed}
        crossref = () if path else self.plan.crossref
        shown = self.layout.rankings.maps.get(path)
        docnames = self._docnames(mentioned)
        docnames.update((sub, self.plan.folders[sub]) for sub in folder.folders)
        docnames.update(self._on_map(path, shown))
        return FolderView(
            prefix=self.tree.prefix,
            docname=self.plan.folders[path],
            title=path or self.tree.title,
            crumbs=self.crumbs(path) if path else (),
            docnames=docnames,
            folder=folder,
            description=description,
            explained=explained,
            folders=tuple(self._folder_row(sub) for sub in folder.folders),
            files=tuple(map(self._file_row, folder.files)),
            totals=self.layout.rankings.sums[path].totals(),
            map=shown,
            colours=self.layout.rankings.colours,
            key_files=key_files,
            key_symbols=key_symbols,
            entry_points=entry_points,
            core=core,
            offers=offered,
            start=tuple((self._file_row(first), reason) for first, reason in start),
            most_changed=changed,
            tests=tests,
            structure=structure,
            dependencies=self.plan.dependencies.get(path),
            unused=(self.plan.unused[0].docname, self.use_views.unused_count)
            if self.plan.unused and not path
            else None,
            findings=None if path else self._findings_summary(),
            cycles=cycles[:_MOST_CYCLES],
            more_cycles=len(cycles[_MOST_CYCLES:]),
            keywords=self.plan.entrance(path),
            crossref=crossref[0].docname if crossref else None,
            crossref_of=self._crossref_of(
                one.name for one in (*(o.definition for o in offered), *(k for k, _ in key_symbols))
            ),
            branch=None if path else self.codebase.branch,
            troubles=troubles,
            children=tuple(row for row in self._children(folder) if self.has(row[1])),
        )

    def _on_map(self, folder: str, shown: CodeMap | None) -> Iterator[tuple[str, str]]:
        """Yield the documents of what a folder's map may lead to."""
        if shown is None:
            return
        paths = {one.path for one in shown.leaves} | {one.path for one in shown.vendored}
        yield from self._docnames(paths).items()
        for path in sorted(paths.union(*map(folders_above, paths)) & self.plan.folders.keys()):
            if path.startswith(f"{folder}/" if folder else ""):
                yield path, self.plan.folders[path]

    def _children(self, folder: Folder) -> Iterator[tuple[str, str]]:
        for sub in folder.folders:
            yield f"{sub.rpartition('/')[2]}/", self.plan.folders[sub]
        for path in folder.files:
            yield path.rpartition("/")[2], self.plan.files[path]
        if index := self.plan.own_index(folder.path):
            yield _("Keyword index"), index
        if folder.path in self.plan.dependencies:
            yield _("Dependencies"), self.plan.dependencies[folder.path]
        if not folder.path:
            for page in self.plan.crossref[:1]:
                yield _("Cross-references"), page.docname
            for page in self.plan.findings[:1]:
                yield _("Findings"), page.docname
            for page in self.plan.unused[:1]:
                yield _("Private names that stand nowhere else"), page.docname

    def findings_below(self, path: str, least: int = len(SEVERITIES) - 1) -> FilesFindings:
        """Return what is found in a file, or in the files of the project's own below a folder.

        :param least: the place in :data:`SEVERITIES` of the least severity.
        """
        within = f"{path}/" if path else ""
        aside = 0
        files = []
        for one in sorted(self.codebase.light):
            if one != path and not one.startswith(within):
                continue
            rows = [
                row
                for row in self.finding_rows(one)
                if SEVERITIES.index(row.finding.severity) <= least
            ]
            if one in self.layout.less_telling and one != path:
                aside += len(rows)
            elif rows:
                files.append((one, self.plan.files[one], tuple(rows)))
        return FilesFindings(tuple(files), aside, self.settings.anchors)

    def finding_rows(self, path: str) -> tuple[FindingRow, ...]:
        """Return the findings of a file, each with the page that says more of its rule."""
        rules, parts = self.codebase.rules, self.layout.findings.part_of
        return tuple(
            FindingRow(
                finding,
                rules[finding.rule],
                self.plan.findings[parts[finding.rule]].docname,
                rule_anchor(finding.rule),
            )
            for finding in findings_of(self.codebase, self.codebase.light[path])
        )

    def _findings_summary(self) -> FindingsSummary | None:
        if not self.plan.findings:
            return None
        lists = self.layout.findings
        return FindingsSummary(self.plan.findings[0].docname, lists.own, lists.aside)

    def _findings_view(self, page: Page) -> FindingsView:
        lists, pages = self.layout.findings, self.plan.findings
        shown = lists.parts[page.part]
        first = not page.part
        named = lists.rules if first else shown
        paths = {place.path for one in shown for place in one.own}
        folders = lists.folders if first else ()
        docnames = self._docnames(paths)
        docnames.update((f"{folder}/", self.plan.folders[folder]) for folder, _ in folders)
        return FindingsView(
            prefix=self.tree.prefix,
            docname=page.docname,
            title=page.title(self.tree.title),
            crumbs=self._crumbs_to(""),
            docnames=docnames,
            part=page.part,
            parts=tuple((one.label, one.docname) for one in pages),
            summary=self._findings_summary() if first else None,
            folders=folders,
            overview=tuple((one, pages[lists.part_of[one.rule]].docname) for one in lists.rules)
            if first
            else (),
            sections=shown,
            rules={one.rule: self.codebase.rules[one.rule] for one in named},
            anchors=self.settings.anchors,
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
            crumbs=self._crumbs_to(page.path),
            docnames=self._docnames(mentioned),
            folder=page.path,
            shard=page.shard,
            entries=entries,
            letters=letters,
            contents=contents,
            crossref_of=self._crossref_of(names),
        )

    def _keyword_entry(self, name: str, page: Page) -> IndexEntry:
        graph = self.codebase.graph
        definitions = below(graph.definitions.get(name, ()), page.path)
        importers = len(below(graph.name_imports.get(name, ()), page.path))
        hidden = max(0, len(definitions) - MOST_DEFINITIONS)
        shown = tuple((one, self.anchor_of(one)) for one in definitions[:MOST_DEFINITIONS])
        return IndexEntry(name, shown, hidden, importers)

    def _folder_row(self, path: str) -> FolderRow:
        totals = self.layout.rankings.sums[path].totals()
        description = self.codebase.graph.descriptions.get(path)
        sentence = first_sentence(description.text) if description else ""
        return FolderRow(path, sentence, totals.files, totals.lines.total, not totals.own)

    def _docnames(self, paths: Iterable[str]) -> dict[str, str]:
        files = self.plan.files
        return {path: files[path] for path in sorted(set(paths)) if path in files}

    def _packages(self, imports: Iterable[Import]) -> dict[str, str]:
        """Return the documents of the folders of packages that are imported."""
        folders = self.plan.folders
        packages = {folder for one in imports for folder in one.packages}
        return {folder: folders[folder] for folder in sorted(packages) if folder in folders}

    def _crossref_of(self, names: Iterable[str]) -> dict[str, str]:
        known = self.plan.crossref_pages
        return {name: known[name] for name in sorted(set(names)) if name in known}

    def crumbs(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return label and docname of the tree's start page and of the folders above a path."""
        above = []
        while path:
            path = path.rpartition("/")[0]
            above.append((path.rpartition("/")[2] or self.tree.title, self.plan.folders[path]))
        return tuple(reversed(above))

    def _crumbs_to(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return the way to a page about a folder: the folder itself is the last step."""
        label = path.rpartition("/")[2] or self.tree.title
        return (*(self.crumbs(path) if path else ()), (label, self.plan.folders[path]))

    def addresses(self, path: str) -> tuple[str, str]:
        """Return where a file is seen and edited at a forge, as its view has them."""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        url, edit_url = self.tree.url or "", self.tree.edit_url or ""
        return url.replace("{path}", quoted), edit_url.replace("{path}", quoted)

    def permalink(self, path: str) -> str:
        """Return the address of a file at a forge, as the last commit that changed it left it, with
        ``{line}`` left open; ``""`` where the forge or the commit is not known."""
        change = self.codebase.light[path].change
        if change is None or not self.tree.permalink:
            return ""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        return self.tree.permalink.replace("{commit}", change.commit).replace("{path}", quoted)

    def _ways(self, page: Page) -> Ways:
        """Return the links between the pages of an index, as one of them has them."""
        key = (page.kind, page.path)
        if key not in self._groups:
            group = self.plan.group(page)
            self._groups[key] = Pages([(one.docname, one.shard) for one in group if one.shard])
        return self._groups[key].ways(page.shard) if page.shard else ((), {})

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


def _sources(description: Description | None, explained: Iterable[Explanation]) -> Iterator[str]:
    """Yield the files in which words about something stand."""
    if description:
        yield description.path
    yield from (place.path for place in explained)
