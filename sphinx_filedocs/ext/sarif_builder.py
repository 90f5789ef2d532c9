"""A builder that writes what our rules find in each tree as a report in SARIF, which editors and
code hosts read."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.tree_file_builder import TreeFileBuilder
from sphinx_filedocs.index.sarif.writer import CheckedTree, write_report

if TYPE_CHECKING:
    from sphinx_filedocs.pages.site import Site


class SarifBuilder(TreeFileBuilder):
    """Writes ``findings.sarif``."""

    name = "sarif"
    epilog = "The reports are in %(outdir)s."
    stem = "findings"
    suffix = "sarif"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the report of a tree: of the tools whose reports were read it says nothing."""
        codebase = site.codebase
        rules = {key: rule for key, rule in codebase.rules.items() if not rule.tool}
        findings = {
            path: entry.facts.findings
            for path, entry in codebase.light.items()
            if entry.facts.findings
        }
        tree = CheckedTree(site.tree.title, rules, findings, site.details.lines)
        write_report(file, tree, __version__)
