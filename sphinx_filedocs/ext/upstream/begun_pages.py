"""Tells of the documents that a builder is about to write, also of those that Sphinx adds.

Changed is ``write_documents`` of the builder: Sphinx writes more documents than the event
``env-updated`` asks for (those whose toctrees name one that was read, for instance), and has no
event that names them. What a build that is killed has begun must be known to the next one. Looked
at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx


class BegunPages(Patch):
    """All documents that a builder writes are noted before.

    :param begin: notes documents.
    """

    name = "begun_pages"
    changes = "The documents that a builder is about to write are recorded first."
    why = "No event names the documents that Sphinx adds by itself."
    without = "After a killed build, a page that Sphinx added may stay half written."
    needs = (Name("builder.write_documents", takes=("docnames",)),)

    def __init__(self, begin: Callable[[AbstractSet[str]], None]) -> None:
        self._begin = begin

    def apply(self, app: Sphinx) -> None:
        """Have the builder tell."""
        builder: Any = app.builder
        write = builder.write_documents

        def write_documents(docnames: AbstractSet[str]) -> None:
            self._begin(docnames)
            write(docnames)

        builder.write_documents = write_documents
