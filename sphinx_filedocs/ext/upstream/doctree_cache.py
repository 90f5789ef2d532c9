"""Keeps doctrees of pages out of Sphinx's memory.

Sphinx keeps what it has read until it is written, and the pickle of every doctree that it has
loaded for as long as the build. The latter is dropped from the environment's
``_pickled_doctree_cache`` when a page is resolved, and generated pages are read with the private
argument ``_cache`` that Sphinx's own parallel readers use. Looked at in Sphinx 8.2, 9.0 and 9.2;
Sphinx's pull request 12431 says what these caches cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


class DoctreeCache(Patch):
    """Doctrees that are not needed any more are not kept."""

    name = "doctree_cache"
    is_for_size = True
    changes = "Sphinx does not cache doctrees of generated pages, nor resolved doctrees."
    why = "It keeps them all in memory until they are written, and their pickles until the end."
    without = "A build of a large tree uses more memory."
    issues = ("https://github.com/sphinx-doc/sphinx/pull/12431",)
    needs = (
        Name("env._pickled_doctree_cache", dict),
        Name("builder.read_doc", takes=("docname", "_cache")),
        Name("builder.write_doctree", takes=("docname", "doctree", "_cache")),
    )

    def __init__(self) -> None:
        #: What ``read_doc`` and ``write_doctree`` of a builder are called with besides.
        self.arguments: dict[str, bool] = {}

    def apply(self, app: Sphinx) -> None:
        """Drop what is not needed from now on."""
        self.arguments = {"_cache": False}
        app.connect("doctree-resolved", self.drop)

    def drop(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Drop what a page was read from, which is being written."""
        env: Any = app.env
        env._pickled_doctree_cache.pop(docname, None)  # noqa: SLF001
