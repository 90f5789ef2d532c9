"""A Sphinx extension that documents a whole source tree, file by file, in any language."""

from __future__ import annotations

# Checkers of types take it for true. The command can be interrupted sooner without ``typing``.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "1.0.0rc1"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension; called by Sphinx."""
    from sphinx_filedocs.ext.setup import register  # noqa: PLC0415 (Sphinx only when it is there)

    register(app, __version__)
    return {
        "version": __version__,
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
