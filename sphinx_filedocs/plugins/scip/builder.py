"""The builder ``scip``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.tree_file_builder import FormatBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class ScipBuilder(FormatBuilder):
    """Writes ``index.scip``."""

    name = "scip"
    epilog = "The indexes are in %(outdir)s."
    stem = "index"
    suffix = "scip"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the builder."""
    app.add_builder(ScipBuilder)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
