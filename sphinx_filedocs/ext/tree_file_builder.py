"""Builders that write one file for each tree and no pages: an index in SCIP, a report in SARIF."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sphinx.builders import Builder

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.index.sarif.writer import CheckedTree, write_report
from sphinx_filedocs.index.scip.messages import MissingLibraryError
from sphinx_filedocs.index.scip.writer import IndexedTree, write_index
from sphinx_filedocs.writing import written

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_filedocs.pages.site import Site


class TreeFileBuilder(Builder):
    """Writes a file for the only tree, or for each one that is named for its prefix. It reads none
    of the generated pages, and writes no page at all.

    :cvar stem: what the file of the only tree is called, without the suffix.
    """

    stem = ""
    suffix = ""

    @abstractmethod
    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the file of a tree."""

    def init(self) -> None:
        """Prepare nothing."""

    def get_outdated_docs(self) -> Iterator[str]:
        """Return no document: none is written."""
        return iter(())

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return no address: there are no pages."""
        return ""

    def prepare_writing(self, docnames: AbstractSet[str]) -> None:
        """Prepare nothing."""

    def write_documents(self, docnames: AbstractSet[str]) -> None:
        """Write no document."""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write no document."""

    def finish(self) -> None:
        """Write the files."""
        sites = domain_of(self.env).sites
        for prefix, site in sites.items():
            name = self.stem if len(sites) == 1 else prefix.replace("/", "-")
            with written(Path(self.outdir, f"{name}.{self.suffix}")) as file:
                self.write_tree(file, site)


class SarifBuilder(TreeFileBuilder):
    """Writes ``findings.sarif``."""

    name = "sarif"
    epilog = "The reports are in %(outdir)s."
    stem = "findings"
    suffix = "sarif"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the report of a tree: of the tools whose reports were read it says nothing."""
        tree = CheckedTree.of(site.codebase, site.details.lines)
        write_report(file, tree, __version__)


class ScipBuilder(TreeFileBuilder):
    """Writes ``index.scip``."""

    name = "scip"
    epilog = "The indexes are in %(outdir)s."
    stem = "index"
    suffix = "scip"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the index of a tree.

        :raises UserError: when the library is missing.
        """
        details, address = site.details, site.tree.root.as_uri()
        tree = IndexedTree(site.tree.title, address, site.codebase, details.names, details.lines)
        try:
            write_index(file, tree, __version__)
        except MissingLibraryError:
            msg = 'the builder scip needs protobuf: pip install "sphinx-filedocs[scip]"'
            raise UserError(msg) from None
