"""A builder that writes where the names of each tree lead as an index in SCIP, which editors and
code hosts read."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.tree_file_builder import TreeFileBuilder
from sphinx_filedocs.index.scip.messages import MissingLibraryError
from sphinx_filedocs.index.scip.writer import IndexedTree, write_index

if TYPE_CHECKING:
    from sphinx_filedocs.pages.site import Site


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
