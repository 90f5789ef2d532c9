"""Writes the pages first that somebody who waits for them looks at first.

Changed are ``_write_serial`` and ``_write_parallel`` of the builder: Sphinx writes pages in the
order of their names, so that the start page of a tree comes when half of it is written. Looked at
in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: What the names of the documents end in that explain others.
_PROSE = (".md", ".rst", ".txt")


class WritingOrder(Patch):
    """Start pages, folders and prose are written before other pages.

    :param starts: the start pages of the trees.
    """

    name = "writing_order"
    changes = "The start page of a tree is written first, then its folders, then its prose."
    why = "They can be read while the rest of a large tree is still being built."
    without = "`sphinx-filedocs serve` shows its first page later."
    needs = (
        Name("builder._write_serial", takes=("docnames",)),
        Name("builder._write_parallel", takes=("docnames", "nproc")),
    )

    def __init__(self, starts: Collection[str] = ()) -> None:
        self._starts = starts

    def apply(self, app: Sphinx) -> None:
        """Have the builder sort what it writes."""
        builder: Any = app.builder
        pages = domain_of(app.env).fingerprints.keys()
        serial, parallel = builder._write_serial, builder._write_parallel  # noqa: SLF001

        def rank(docname: str) -> int:
            if docname in self._starts:
                return 0
            if docname not in pages:
                return 1
            return 2 if docname.endswith("/index") else 3 if docname.endswith(_PROSE) else 4

        def write_serial(docnames: Sequence[str]) -> None:
            serial(sorted(docnames, key=rank))

        def write_parallel(docnames: Sequence[str], nproc: int) -> None:
            parallel(sorted(docnames, key=rank), nproc)

        builder._write_serial, builder._write_parallel = write_serial, write_parallel  # noqa: SLF001
