"""Imports of Ruby: scripts beside a script or on a load path, without their ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import ListedTree, ancestors, beside, join, parent


class LoadPath:
    """Finds scripts by path: ``require_relative`` (kind ``include``) from the script's own folder,
    ``require`` from the ``lib`` folders around it: a gem puts them on its load path.

    A path that begins with a dot is meant from the script's folder here too. The ending may be left
    out.
    """

    def __init__(self, tree: ListedTree, _paths: Sequence[str]) -> None:
        self._tree = tree

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the script that an import in the file ``path`` names, if the tree has it."""
        for home in self._homes(parent(path), import_):
            place = join(home, import_.target)
            if place:
                for candidate in (place, f"{place}.rb"):
                    if candidate in self._tree.files:
                        return (candidate,)
        return ()

    def _homes(self, folder: str, import_: Import) -> Iterator[str]:
        if import_.kind == "include" or import_.target.startswith(("./", "../")):
            yield folder
            return
        for above in ancestors(folder):
            yield beside(above, "lib")
