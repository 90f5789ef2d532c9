"""Titles and tables of contents of generated pages: Sphinx keeps those of all pages in memory, as
nodes, loads them in every build and saves them whenever a page was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_filedocs.analysis.packing import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable


class _Folded(nodes.Element):
    """A node that is made when something looks at what is in it.

    :param data: the packed node that it stands for.
    """

    def __init__(self, data: bytes) -> None:
        # All that an element has is missing until then.
        self._packed = data

    def __getattr__(self, name: str) -> Any:
        if name not in ("rawsource", "children", "attributes") or name in vars(self):
            raise AttributeError(name)
        # They are kept then: Sphinx numbers the entries of a table where they stand.
        whole = unpacked(self._packed)
        vars(self).update(vars(whole))
        for child in self.children:
            child.parent = self
        return vars(self)[name]

    def __reduce__(self) -> tuple[Callable[[bytes], _Folded], tuple[bytes]]:
        is_whole = "children" in vars(self)
        return type(self), (packed(self.deepcopy()) if is_whole else self._packed,)

    def copy(self) -> Any:
        """Return a node of the usual kind without what is in it."""
        return getattr(nodes, self.tagname)(self.rawsource, **self.attributes)


class FoldedToc(_Folded, nodes.bullet_list):
    """A table of contents."""

    tagname = "bullet_list"


class FoldedTitle(_Folded, nodes.title):
    """A title."""

    tagname = "title"


def fold_toc(toc: nodes.bullet_list) -> FoldedToc:
    """Return what stands for a table of contents."""
    return FoldedToc(packed(toc))


def fold_title(title: nodes.title) -> FoldedTitle:
    """Return what stands for a title."""
    return FoldedTitle(packed(title))
