"""The builder ``sarif``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.tree_file_builder import FormatBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class SarifBuilder(FormatBuilder):
    """Writes ``findings.sarif``."""

    name = "sarif"
    epilog = "The reports are in %(outdir)s."
    stem = "findings"
    suffix = "sarif"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the builder."""
    app.add_builder(SarifBuilder)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
