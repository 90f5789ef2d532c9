"""The views of findings: of a file, below a folder, and of the whole tree by rule."""

from __future__ import annotations

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.finding_lists import MOST_FILES_ASIDE, SEVERITIES, findings_of
from sphinx_filedocs.pages.plan import Documents, Page
from sphinx_filedocs.pages.view_models import (
    FilesFindings,
    FindingRow,
    FindingsSummary,
    FindingsView,
    rule_anchor,
)
from sphinx_filedocs.pages.whole_tree import Layout
from sphinx_filedocs.tree_options import TreeOptions


class FindingViews:
    """Makes the views of one tree.

    :param tree: its options.
    """

    def __init__(
        self,
        tree: TreeOptions,
        codebase: Codebase,
        layout: Layout,
        documents: Documents,
    ) -> None:
        self._tree = tree
        self._codebase = codebase
        self._layout = layout
        self._plan = layout.plan
        self._documents = documents

    def below(self, path: str, least: int = len(SEVERITIES) - 1) -> FilesFindings:
        """Return what is found in a file, or in the files of the project's own below a folder.

        :param least: the place in :data:`SEVERITIES` of the least severity.
        """
        within = f"{path}/" if path else ""
        aside = 0
        files = []
        for file_path in sorted(self._codebase.light):
            if file_path != path and not file_path.startswith(within):
                continue
            rows = [
                row
                for row in self.rows(file_path)
                if SEVERITIES.index(row.finding.severity) <= least
            ]
            if file_path in self._layout.less_telling and file_path != path:
                aside += len(rows)
            elif rows:
                files.append((file_path, self._plan.files[file_path], tuple(rows)))
        return FilesFindings(tuple(files), aside)

    def rows(self, path: str) -> tuple[FindingRow, ...]:
        """Return the findings of a file, each with the page that says more of its rule."""
        rules, parts = self._codebase.rules, self._layout.findings.part_of
        return tuple(
            FindingRow(
                finding,
                rules[finding.rule],
                self._plan.findings[parts[finding.rule]].docname,
                rule_anchor(finding.rule),
            )
            for finding in findings_of(self._codebase, self._codebase.light[path])
        )

    def summary(self) -> FindingsSummary | None:
        """Return how many there are and the first page of them; nothing where there are none."""
        if not self._plan.findings:
            return None
        lists = self._layout.findings
        return FindingsSummary(self._plan.findings[0].docname, lists.own, lists.aside)

    def view(self, page: Page) -> FindingsView:
        """Return what a page of all findings shows."""
        lists, pages = self._layout.findings, self._plan.findings
        shown = lists.parts[page.part]
        first = not page.part
        named = lists.rules if first else shown
        paths = {place.path for rule_findings in shown for place in rule_findings.own}
        paths.update(
            path for rule_findings in shown for path, _ in rule_findings.aside[:MOST_FILES_ASIDE]
        )
        folders = lists.folders if first else ()
        docnames = self._documents.of(paths)
        docnames.update((f"{folder}/", self._plan.folders[folder]) for folder, _ in folders)
        return FindingsView(
            prefix=self._tree.prefix,
            docname=page.docname,
            title=page.title(self._tree.title),
            crumbs=self._documents.crumbs_to(""),
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
                rule_findings.rule: self._codebase.rules[rule_findings.rule]
                for rule_findings in named
            },
        )
