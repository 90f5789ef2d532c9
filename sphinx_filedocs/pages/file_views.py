"""The views of files, of their keywords and of findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sphinx_filedocs.model.descriptions import sources_of
from sphinx_filedocs.model.facts import Keyword
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages import view_models
from sphinx_filedocs.pages.alphabetical_index import linked_names
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.finding_lists import MOST_FILES_ASIDE, SEVERITIES, findings_of
from sphinx_filedocs.pages.group_rows import GroupPlace
from sphinx_filedocs.pages.hierarchy import TypeViews
from sphinx_filedocs.pages.plan import Documents, Page
from sphinx_filedocs.pages.settings import Details
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.whole_tree import Layout
from sphinx_filedocs.tree_options import TreeOptions


class FileViews:
    """Makes the views of one tree.

    :param details: texts, keywords and names, read again.
    :param findings: views of findings.
    """

    def __init__(
        self,
        anchors: Anchors,
        details: Details,
        codebase: Codebase,
        layout: Layout,
        uses: Uses,
        documents: Documents,
        findings: FindingViews,
    ) -> None:
        self._settings = anchors.settings
        self._details = details
        self._codebase = codebase
        self._layout = layout
        self._plan = layout.plan
        self._uses = uses
        self._documents = documents
        self._findings = findings
        #: Which types extend others.
        self.types = TypeViews(codebase, anchors)
        #: Returns where the groups are described that a file names.
        self.groups_of: Callable[[str], Mapping[str, GroupPlace]] = lambda _: {}

    def view(self, path: str) -> view_models.FileView:
        """Return the view of a file."""
        graph = self._codebase.graph
        imports = graph.imports.get(path, ())
        imported_by = graph.imported_by.get(path, ())
        related = graph.related.get(path, ())
        tests = graph.tests.get(path, ())
        history = self._codebase.light[path].history
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
        description, explained = graph.descriptions.get(path), graph.explained.get(path, ())
        url, edit_url = self._documents.forge_addresses(path)
        mentioned.update(sources_of(description, explained))
        types = self.types.of_file(path)
        mentioned.update(place.path for place in types.anchors)
        return view_models.FileView(
            prefix=self._plan.prefix,
            docname=self._plan.files[path],
            title=path,
            crumbs=self._documents.crumbs(path),
            docnames={**self._documents.of(mentioned), **self._documents.packages(imports)},
            file=self._codebase.files[path],
            imports=imports,
            imported_by=imported_by,
            cycle=cycle,
            related=related,
            tests=tests,
            commands=graph.commands.get(path, ()),
            url=url,
            edit_url=edit_url,
            commit_url=self._documents.commit_url,
            anchors=self._settings.anchors(path),
            outlined=self._settings.outlined(path),
            private=self._settings.private,
            findings=self._findings.rows(path),
            findings_aside=path in self._layout.less_telling,
            takes=self._uses.takes(path),
            gives=self._uses.gives(path),
            description=description,
            explained=explained,
            types=types,
            groups=self.groups_of(path),
        )

    def said_of_others(self, path: str) -> str:
        """Return the types and groups on a file's page, as a text to compare."""
        return repr((self.types.said_of(path), self.groups_of(path)))

    def keywords_view(self, path: str) -> view_models.KeywordsView:
        """Return the view of a file's keyword index."""
        file = self._codebase.files[path]
        return view_models.KeywordsView(
            prefix=self._plan.prefix,
            docname=self._plan.files[path],
            title=path,
            crumbs=self._documents.crumbs(path),
            path=path,
            anchors=self._settings.anchors(path),
            crossref_of=self._documents.crossref_of(linked_names(file)),
            keywords=self._keywords(file),
        )

    def _keywords(self, file: File) -> tuple[Keyword, ...]:
        every = self._details.keywords(file)
        if self._settings.private:
            return every
        entries = list(walk(file.facts.symbols))
        public = {entry.symbol.name for entry in entries if not entry.private}
        private = {entry.symbol.name for entry in entries if entry.private} - public
        return tuple(keyword for keyword in every if keyword.name not in private)


@dataclass(eq=False, repr=False)
class FindingViews:
    """Makes the views of one tree.

    :param tree: its options.
    """

    tree: TreeOptions
    codebase: Codebase
    layout: Layout
    documents: Documents

    def below(self, path: str, least: int = len(SEVERITIES) - 1) -> view_models.FilesFindings:
        """Return the findings of a file, or of own files below a folder.

        :param least: the place in :data:`SEVERITIES` of the least severity.
        """
        within = f"{path}/" if path else ""
        aside = 0
        files = []
        for file_path in sorted(self.codebase.light):
            if file_path != path and not file_path.startswith(within):
                continue
            rows = [
                row
                for row in self.rows(file_path)
                if SEVERITIES.index(row.finding.severity) <= least
            ]
            if file_path in self.layout.less_telling and file_path != path:
                aside += len(rows)
            elif rows:
                files.append((file_path, self.layout.plan.files[file_path], tuple(rows)))
        return view_models.FilesFindings(tuple(files), aside)

    def rows(self, path: str) -> tuple[view_models.FindingRow, ...]:
        """Return the findings of a file, each with the page that says more of its rule."""
        rules, parts = self.codebase.rules, self.layout.findings.part_of
        return tuple(
            view_models.FindingRow(
                finding,
                rules[finding.rule],
                self.layout.plan.findings[parts[finding.rule]].docname,
                view_models.rule_anchor(finding.rule),
            )
            for finding in findings_of(self.codebase, self.codebase.light[path])
        )

    def summary(self) -> view_models.FindingsSummary | None:
        """Return the counts and the first page of findings, if there are any."""
        if not self.layout.plan.findings:
            return None
        lists = self.layout.findings
        return view_models.FindingsSummary(
            self.layout.plan.findings[0].docname, lists.own, lists.aside
        )

    def view(self, page: Page) -> view_models.FindingsView:
        """Return the view of a page of all findings."""
        lists, pages = self.layout.findings, self.layout.plan.findings
        shown = lists.parts[page.part]
        first = not page.part
        named = lists.rules if first else shown
        paths = {place.path for rule_findings in shown for place in rule_findings.own}
        paths.update(
            path for rule_findings in shown for path, _ in rule_findings.aside[:MOST_FILES_ASIDE]
        )
        folders = lists.folders if first else ()
        docnames = self.documents.of(paths)
        docnames.update((f"{folder}/", self.layout.plan.folders[folder]) for folder, _ in folders)
        return view_models.FindingsView(
            prefix=self.tree.prefix,
            docname=page.docname,
            title=page.title(self.tree.title),
            crumbs=self.documents.crumbs_to(""),
            docnames=docnames,
            part=page.part,
            parts=tuple((other.label, other.docname) for other in pages),
            summary=self.summary() if first else None,
            folders=folders,
            overview=tuple(
                (rule_findings, pages[lists.part_of[rule_findings.rule]].docname)
                for rule_findings in lists.rules
            )
            if first
            else (),
            sections=shown,
            rules={
                rule_findings.rule: self.codebase.rules[rule_findings.rule]
                for rule_findings in named
            },
        )
