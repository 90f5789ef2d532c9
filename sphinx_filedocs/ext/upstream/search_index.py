"""Makes the search index of generated pages small.

The patch changes the class of a builder's ``indexer``, and ``load_indexer``: names of symbols are
short entries, nothing is there twice, indices are no results, and index entries survive the loading
of an index (Sphinx's issue 12599). It reads private names of :class:`sphinx.search.IndexBuilder`.
Checked with Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

import os
from collections import defaultdict
from functools import cache
from html import unescape
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import sphinx
from sphinx.search import IndexBuilder

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.upstream.patch import Name, Patch
from sphinx_filedocs.pages.markup import SEARCHED
from sphinx_filedocs.pages.reader_data import LARGE
from sphinx_filedocs.pages.view_models import SYMBOL

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

#: Private attributes of Sphinx's index that are read here.
_KNOWN = ("_index_entries", "_objtypes", "_objnames")
#: Objects with a page of their own.
_PAGES = frozenset({"file", "folder"})


class SearchIndex(IndexBuilder):
    """A small index. :meth:`ShortSearch.shorten` turns Sphinx's index into one."""

    pages: AbstractSet[str]

    def feed(
        self, docname: str, filename: str | os.PathLike[str], title: str, doctree: nodes.document
    ) -> None:
        """Add a document, but no generated page without a title: the search must not find it."""
        if title or docname not in self.pages:
            # No search shows the file of a page, and that of a generated one is its name.
            super().feed(docname, "" if docname in self.pages else filename, title, doctree)

    def load(self, stream: Any, format: Any) -> None:  # noqa: A002 (as inherited)
        """Load an index with its index entries, which Sphinx drops."""
        frozen = format.load(stream)
        super().load(stream, SimpleNamespace(load=lambda _: frozen, dumps=format.dumps))
        entries: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for entry, places in frozen["indexentries"].items():
            for number, target, is_main in places:
                name = frozen["docnames"][number]
                entries[name].append((entry, target, "main" if is_main else ""))
        self._index_entries = dict(entries)

    def prune(self, docnames: Iterable[str]) -> None:
        """Remove other documents; the intersection of two sets costs the smaller one."""
        retained = frozenset(docnames)
        super().prune(retained)
        entries = self._index_entries.items()
        self._index_entries = {name: rows for name, rows in entries if name in retained}

    def freeze(self) -> dict[str, Any]:
        """Return the index; its order is that of a clean build."""
        frozen = super().freeze()
        for places in frozen["indexentries"].values():
            places.sort()
        for name in ("terms", "titleterms"):
            # Sphinx keeps words that are nowhere any more.
            frozen[name] = {word: where for word, where in frozen[name].items() if where != []}
        return frozen

    def get_objects(
        self, fn2index: dict[str, int]
    ) -> dict[str, list[tuple[int, int, int, str, str]]]:
        """Return the objects by the text before the last dot of their names.

        The id of most symbols is the type's second word, a dash and the name, for which the search
        takes a dash (``performObjectSearch`` in searchtools.js).
        """
        rows_by_prefix = super().get_objects(fn2index)
        # From Sphinx 9 on its search escapes what it shows (issue 13355); names that are escaped in
        # the index too, as Sphinx leaves them, would be shown as ``operator&lt;``.
        plain = unescape if sphinx.version_info >= (9,) else str
        # Many classes have methods of one name, and finding a word's stem takes long.
        is_word = cache(self._is_word)
        kinds = {number: kind for (name, kind), number in self._objtypes.items() if name == "src"}
        for number in kinds:
            self._objnames[number] = ("src", SYMBOL, self._objnames[number][2])
        are_few = sum(row[1] in kinds for rows in rows_by_prefix.values() for row in rows) <= LARGE
        short: dict[str, list[tuple[int, int, int, str, str]]] = {}
        for escaped_prefix, rows in rows_by_prefix.items():
            prefix = plain(escaped_prefix)
            for row in rows:
                number, anchor, name = row[1], row[3], plain(row[4])
                kind = kinds.get(number, "class")
                if kind in _PAGES:
                    short.setdefault(prefix, []).append((*row[:3], "page", name, *row[5:]))
                    continue
                # Of very many symbols the search has some as objects; the others are words.
                is_object = are_few or kind in SEARCHED or (kind == "method" and not is_word(name))
                if not is_object:
                    continue
                full = f"{prefix}.{name}" if prefix else name
                known = number in kinds and anchor == f"{SYMBOL}-{full}"
                place = "-" if known else anchor
                # A theme may have put more behind it.
                short.setdefault(prefix, []).append((*row[:3], place, name, *row[5:]))
        return short

    def _is_word(self, name: str) -> bool:
        """Tell whether the search finds a name as a word: it passes over those that every text
        has, such as ``to``, ``not`` and ``owned``, and divides others."""
        known = {name.lower(), self.lang.stem(name.lower())}
        return known.isdisjoint(self.lang.stopwords) and self.lang.split(name) == [name]


class ShortSearch(Patch):
    """Generated pages take little room in the search index."""

    name = "short_search"
    changes = (
        "Symbols have short entries in the search index, and index pages are not in the results."
    )
    why = "Each symbol would be there as an object, as a word, and as a word of each index page."
    without = "The search index of a large tree is several times as large."
    issues = ("https://github.com/sphinx-doc/sphinx/issues/12599",)
    needs = (
        Name("builder.load_indexer", takes=("docnames",)),
        *(
            Name(f"sphinx.search:IndexBuilder.{name}", takes=takes)
            for name, takes in (
                ("feed", ("docname", "filename", "title", "doctree")),
                ("load", ("stream", "format")),
                ("prune", ("docnames",)),
                ("freeze", ()),
                ("get_objects", ("fn2index",)),
            )
        ),
    )

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder makes a search index."""
        return app.builder.name in ("html", "dirhtml")

    def problem(self, app: Sphinx) -> str:
        """Return an error message, or ``""`` if it fits the index of this Sphinx."""
        problem = super().problem(app)
        if problem:
            return problem
        try:
            index = IndexBuilder(app.env, "en", {}, "")
        except (AttributeError, TypeError):
            return "sphinx.search.IndexBuilder takes other arguments"
        missing = (name for name in _KNOWN if not isinstance(getattr(index, name, None), dict))
        return next((f"IndexBuilder.{name} not found" for name in missing), "")

    def apply(self, app: Sphinx) -> None:
        """Have the builder's index changed before it is loaded."""
        builder: Any = app.builder
        load = builder.load_indexer

        def load_indexer(docnames: AbstractSet[str]) -> None:
            self.shorten(builder)
            load(docnames)

        builder.load_indexer = load_indexer

    def shorten(self, builder: StandaloneHTMLBuilder) -> None:
        """Make the index of a build a small one."""
        index: Any = builder.indexer
        if not isinstance(index, SearchIndex):
            index.__class__ = SearchIndex
            index.pages = domain_of(builder.env).fingerprints.keys()
