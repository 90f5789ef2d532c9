"""Which files and symbols a search shows first: those of the program itself that define something;
then data, build files and prose; last tests, examples and what is somebody else's."""

from __future__ import annotations

from functools import cached_property

from sphinx_filedocs.index.related_files import only_declares
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.finder import group_of
from sphinx_filedocs.pages.site import Site

#: Priorities of objects. Without ``filedocs-search.js`` Sphinx's search adds 5, nothing (as to any
#: number that it does not know) and -5 to the score of an object.
OWN, OTHER, LAST, NEVER = 1, 3, 2, -1
#: What stands in one file and is declared in others.
_DECLARED = frozenset({"function", "method", "variable", "constant"})


class SearchPriorities:
    """The priorities of the files and symbols of one tree."""

    def __init__(self, site: Site) -> None:
        self._light = site.codebase.light
        self._outlines = site.codebase.graph.outlines

    def of_file(self, path: str) -> int:
        """Return the priority of a file."""
        file = self._light[path]
        if group_of(file) != "o":
            return LAST
        return OWN if file.is_own_program else OTHER

    def of_symbol(self, symbol: Definition) -> int:
        """Return the priority of a symbol: that of its file, or the last where it is declared.

        Headings have none: they are in the search index as text.
        """
        if symbol.kind == "heading":
            return NEVER
        is_declared = (
            symbol.kind in _DECLARED
            and only_declares(symbol.path)
            and symbol.qualified in self._defined
        )
        return LAST if is_declared else self.of_file(symbol.path)

    @cached_property
    def _defined(self) -> frozenset[str]:
        return frozenset(
            symbol.qualified
            for path, symbols in self._outlines.items()
            if not only_declares(path)
            for symbol in symbols
            if symbol.kind in _DECLARED
        )
