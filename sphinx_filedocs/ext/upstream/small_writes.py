"""Writes a few generated pages in the process that resolves them.

Changed is ``write_documents`` of the builder: in a parallel build Sphinx starts a process as soon
as there is more than one document to write, which takes longer than writing the few pages of an
edit. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx

#: So many generated pages are written sooner than a process is started for them.
_FEW = 4


class SmallWrites(Patch):
    """A few generated pages are written without another process."""

    name = "small_writes"
    changes = "In a parallel build, the main process writes the pages if there are only a few."
    why = "Starting a process takes longer than writing them."
    without = "A small edit takes a little longer in a parallel build."
    needs = (
        Name("builder.write_documents", takes=("docnames",)),
        Name("builder.parallel_ok", bool),
    )

    def apply(self, app: Sphinx) -> None:
        """Have the builder look at how many documents it writes."""
        builder: Any = app.builder
        pages = domain_of(app.env).fingerprints.keys()
        write = builder.write_documents

        def write_documents(docnames: AbstractSet[str]) -> None:
            if len(docnames) <= _FEW and docnames <= pages:
                builder.parallel_ok = False
            write(docnames)

        builder.write_documents = write_documents
