"""Actions and workflows that GitHub's workflows use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import ListedTree, ancestors, join, parent


class Actions:
    """Finds a workflow by its path, and an action by the path of its folder, from the root of the
    repository: a folder above the file that has it."""

    def __init__(self, tree: ListedTree, _paths: Sequence[str]) -> None:
        self._tree = tree

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the file that a step or a job in the file ``path`` uses, if the tree has it."""
        if not import_.target.startswith("./"):
            return ()
        for folder in ancestors(parent(path)):
            place = join(folder, import_.target)
            for file in (place, f"{place}/action.yml", f"{place}/action.yaml"):
                if self._tree.has(file):
                    return (file,)
        return ()
