"""Tables of contents of generated pages: Sphinx keeps those of all pages in memory, as nodes, and
loads them in every build."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Callable


class FoldedToc(nodes.bullet_list):
    """A table of contents whose entries are made when something looks at them.

    :param pickled: a list with the entries.
    """

    def __init__(self, pickled: bytes) -> None:
        super().__init__()
        self.tagname = "bullet_list"
        self._pickled = pickled
        del self.children

    def __getattr__(self, name: str) -> list[nodes.Node]:
        if name != "children":
            raise AttributeError(name)
        # They are kept then: Sphinx numbers them where they stand.
        self.children = []
        self.extend(pickle.loads(self._pickled).children)  # noqa: S301 (ours)
        return self.children

    def __reduce__(self) -> tuple[Callable[[bytes], FoldedToc], tuple[bytes]]:
        return FoldedToc, (
            _pickled(self.deepcopy()) if "children" in vars(self) else self._pickled,
        )

    def copy(self) -> Any:
        """Return a list without entries that is none of these."""
        return nodes.bullet_list()


def fold(toc: nodes.bullet_list) -> FoldedToc:
    """Return what stands for a table of contents."""
    return FoldedToc(_pickled(toc))


def _pickled(toc: nodes.bullet_list) -> bytes:
    return pickle.dumps(toc, pickle.HIGHEST_PROTOCOL)
