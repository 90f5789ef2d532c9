"""Keeps titles and tables of contents of generated pages packed.

Changed are ``titles``, ``longtitles`` and ``tocs`` of the environment: Sphinx keeps those of all
pages in memory, as nodes, loads them in every build and saves them whenever a page was read. Looked
at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, TypeVar

from docutils import nodes

from sphinx_filedocs.ext.upstream.packed_doctrees import packed, unpacked
from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_CHANGED = ("titles", "longtitles", "tocs")
Node = TypeVar("Node", bound=nodes.Element)


class StoredNodes(MutableMapping[str, Node]):
    """Nodes by document name, some of them packed until they are asked for.

    :param known: the nodes, or what :func:`packed` made of them.
    """

    def __init__(self, known: Mapping[str, Node | bytes]) -> None:
        self._known = dict(known)
        self._loaded: dict[str, Node] = {}

    def store(self, docname: str, data: bytes | None = None) -> bytes:
        """Pack the node of a document; return what it is then.

        :param data: what that is, if it is known.
        """
        data = data or packed(self[docname])
        self._known[docname] = data
        self._loaded.pop(docname, None)
        return data

    def __getitem__(self, docname: str) -> Node:
        stored = self._known[docname]
        if not isinstance(stored, bytes):
            return stored
        # It is kept then: Sphinx numbers the entries of a table of contents where they stand.
        if docname not in self._loaded:
            self._loaded[docname] = unpacked(stored)
        return self._loaded[docname]

    def __setitem__(self, docname: str, node: Node) -> None:
        self._known[docname] = node
        self._loaded.pop(docname, None)

    def __delitem__(self, docname: str) -> None:
        del self._known[docname]
        self._loaded.pop(docname, None)

    def __contains__(self, docname: object) -> bool:
        return docname in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __reduce__(self) -> tuple[Callable[..., StoredNodes[Node]], tuple[object, ...]]:
        again = {docname: packed(node.deepcopy()) for docname, node in self._loaded.items()}
        return type(self), (self._known | again,)


class StoredTitles(Patch):
    """Titles and tables of contents of generated pages are packed until they are asked for."""

    name = "stored_titles"
    is_for_size = True
    changes = "Titles and tables of contents of generated pages are kept in packed form."
    why = "Sphinx keeps those of all pages in memory, and loads and saves them in every build."
    without = "A build of a large tree uses more memory, and takes longer to start and to end."
    needs = tuple(Name(f"env.{name}", MutableMapping) for name in _CHANGED)

    def apply(self, app: Sphinx) -> None:
        """Have the environment keep them so."""
        for name in _CHANGED:
            known = getattr(app.env, name)
            if not isinstance(known, StoredNodes):
                setattr(app.env, name, StoredNodes(known))

    def undo(self, app: Sphinx) -> None:
        """Have the environment keep nodes, as it does by itself."""
        for name in _CHANGED:
            known = getattr(app.env, name, None)
            if isinstance(known, StoredNodes):
                setattr(app.env, name, dict(known.items()))


def store(env: BuildEnvironment, docname: str) -> None:
    """Pack what was read of a page, where the patch is applied."""
    titles, long_titles, tocs = env.titles, env.longtitles, env.tocs
    if not (
        isinstance(titles, StoredNodes)
        and isinstance(long_titles, StoredNodes)
        and isinstance(tocs, StoredNodes)
    ):
        return
    tocs.store(docname)
    is_same = titles[docname] is long_titles[docname]
    title = titles.store(docname)
    long_titles.store(docname, title if is_same else None)
