"""A search index that a browser can load for a large tree: names as short entries, and nothing
twice."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from sphinx.search import IndexBuilder

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.pages.markup import SEARCHED
from sphinx_filedocs.pages.views import SYMBOL

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment


class SearchIndex(IndexBuilder):
    """An index in which generated pages take little room.

    An instance comes into being by :func:`shorten`, which changes the class of Sphinx's own index.
    """

    pages: AbstractSet[str]
    indices: AbstractSet[str]

    def feed(
        self, docname: str, filename: str | os.PathLike[str], title: str, doctree: nodes.document
    ) -> None:
        """Add a document; indices are none of those that a search shall find."""
        if docname not in self.indices:
            # No search shows the file of a page, and that of a generated one is its name.
            super().feed(docname, "" if docname in self.pages else filename, title, doctree)

    def prune(self, docnames: Iterable[str]) -> None:
        """Forget what other documents had: of every word, which goes by the size of the smaller
        set, if both are sets."""
        super().prune(frozenset(docnames))

    def get_objects(
        self, fn2index: dict[str, int]
    ) -> dict[str, list[tuple[int, int, int, str, str]]]:
        """Return the objects by what stands before the last dot of their names.

        The id of most symbols follows from the name: for a dash, the search puts the second part
        of the type's entry and a dash before it (``performObjectSearch`` in searchtools.js).
        """
        found = super().get_objects(fn2index)
        kinds = {number: kind for (name, kind), number in self._objtypes.items() if name == "src"}
        for number in kinds:
            self._objnames[number] = ("src", SYMBOL, self._objnames[number][2])
        short: dict[str, list[tuple[int, int, int, str, str]]] = {}
        for prefix, rows in found.items():
            for document, number, priority, anchor, name in rows:
                # Files and folders are found by their titles, other symbols as words of a page.
                if kinds.get(number, "class") not in SEARCHED:
                    continue
                full = f"{prefix}.{name}" if prefix else name
                known = number in kinds and anchor == f"{SYMBOL}-{full}"
                row = (document, number, priority, "-" if known else anchor, name)
                short.setdefault(prefix, []).append(row)
        return short


def shorten(builder: StandaloneHTMLBuilder, env: BuildEnvironment) -> None:
    """Make the index of a build one that is short."""
    index: Any = builder.indexer
    index.__class__ = SearchIndex
    index.pages = domain_of(env).fingerprints.keys()
    index.indices = {
        docname for docname in index.pages if "nosearch" in env.metadata.get(docname, ())
    }
