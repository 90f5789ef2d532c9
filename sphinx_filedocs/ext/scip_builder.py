"""A builder that writes where the names of each tree lead as an index in SCIP, which editors and
code hosts read."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders import Builder

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.index.scip.messages import MissingLibraryError
from sphinx_filedocs.index.scip.writer import IndexedTree, write_index

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_filedocs.pages.site import Site


class ScipBuilder(Builder):
    """Writes ``index.scip`` for the only tree, or for each a file that is named for its prefix. It
    reads none of the generated pages, and writes no page at all."""

    name = "scip"
    epilog = "The indexes are in %(outdir)s."

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
        """Write the indexes.

        :raises UserError: when the library is missing.
        """
        sites = domain_of(self.env).sites
        for prefix, site in sites.items():
            name = "index" if len(sites) == 1 else prefix.replace("/", "-")
            try:
                with Path(self.outdir, f"{name}.scip").open("wb") as file:
                    write_index(file, _indexed(site), __version__)
            except MissingLibraryError:
                msg = "the builder scip needs protobuf: pip install sphinx-filedocs[scip]"
                raise UserError(msg) from None


def _indexed(site: Site) -> IndexedTree:
    codebase = site.codebase
    languages = {
        path: file.language_name or ""
        for path, file in sorted(codebase.light.items())
        if file.kind == "text" and file.language
    }
    return IndexedTree(
        site.tree.title,
        site.tree.root.as_uri(),
        languages,
        codebase.graph,
        lambda path: site.details.places(codebase.files[path]),
        site.details.lines,
    )
