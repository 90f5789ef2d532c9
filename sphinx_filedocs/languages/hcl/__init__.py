"""Modules of Terraform, each a folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import ListedTree, join, parent


class TerraformModules:
    """Finds modules by the paths of their folders; sources elsewhere are external."""

    def __init__(self, _tree: ListedTree, paths: Sequence[str]) -> None:
        self._by_folder: dict[str, list[str]] = {}
        for path in paths:
            self._by_folder.setdefault(parent(path), []).append(path)

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the files of the module that a block in the file ``path`` takes."""
        if not import_.target.startswith(("./", "../")):
            return ()
        place = join(parent(path), import_.target)
        return self._by_folder.get(place, ()) if place is not None else ()
