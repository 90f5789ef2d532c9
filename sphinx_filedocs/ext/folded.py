"""Titles and tables of contents of generated pages: Sphinx keeps those of all pages in memory, as
nodes, loads them in every build and saves them whenever a page was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TypeVar

from docutils import nodes

from sphinx_filedocs.packing import packed, unpacked

Node = TypeVar("Node", bound=nodes.Element)


class FoldedNodes(MutableMapping[str, Node]):
    """Nodes by document name, some of them packed until they are asked for.

    :param known: the nodes, or what :func:`~sphinx_filedocs.packing.packed` made of them.
    """

    def __init__(self, known: Mapping[str, Node | bytes]) -> None:
        self._known = dict(known)
        self._unfolded: dict[str, Node] = {}

    def fold(self, docname: str, data: bytes | None = None) -> bytes:
        """Pack the node of a document; return what it is then.

        :param data: what that is, if it is known.
        """
        data = data or packed(self[docname])
        self._known[docname] = data
        self._unfolded.pop(docname, None)
        return data

    def __getitem__(self, docname: str) -> Node:
        found = self._known[docname]
        if not isinstance(found, bytes):
            return found
        # It is kept then: Sphinx numbers the entries of a table of contents where they stand.
        if docname not in self._unfolded:
            self._unfolded[docname] = unpacked(found)
        return self._unfolded[docname]

    def __setitem__(self, docname: str, node: Node) -> None:
        self._known[docname] = node
        self._unfolded.pop(docname, None)

    def __delitem__(self, docname: str) -> None:
        del self._known[docname]
        self._unfolded.pop(docname, None)

    def __contains__(self, docname: object) -> bool:
        return docname in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __reduce__(self) -> tuple[Callable[..., FoldedNodes[Node]], tuple[object, ...]]:
        again = {docname: packed(node.deepcopy()) for docname, node in self._unfolded.items()}
        return type(self), (self._known | again,)
