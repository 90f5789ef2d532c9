"""Which files and symbols a search shows first: own ones that define something."""

from __future__ import annotations

from functools import cached_property

from sphinx_filedocs.index.related_files import only_declares
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.finder import group_of
from sphinx_filedocs.pages.site import Site

#: Priorities of objects, as Sphinx understands them.
FIRST, LATER, NEVER = 1, 2, -1
#: What stands in one file and is declared in others.
_DECLARED = frozenset({"function", "method", "variable", "constant"})


class SearchPriorities:
    """The priorities of the files and symbols of one tree."""

    def __init__(self, site: Site) -> None:
        self._light = site.codebase.light
        self._outlines = site.codebase.graph.outlines

    def of_file(self, path: str) -> int:
        """Return the priority of a file: tests, examples and what is somebody else's come later."""
        return FIRST if group_of(self._light[path]) == "o" else LATER

    def of_symbol(self, symbol: Definition) -> int:
        """Return the priority of a symbol: later than its file's where that only declares it.

        Headings have none: they are in the search index as text.
        """
        if symbol.kind == "heading":
            return NEVER
        is_declared = (
            symbol.kind in _DECLARED
            and only_declares(symbol.path)
            and symbol.qualified in self._defined
        )
        return LATER if is_declared else self.of_file(symbol.path)

    @cached_property
    def _defined(self) -> frozenset[str]:
        """The qualified names of what may be declared elsewhere."""
        return frozenset(
            symbol.qualified
            for path, symbols in self._outlines.items()
            if not only_declares(path)
            for symbol in symbols
            if symbol.kind in _DECLARED
        )
