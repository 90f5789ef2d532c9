"""Imports of Dart: by path, or by the name of a package in the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import ListedTree, beside, join, parent

_NAME = re.compile(r"""^name:[ \t]*["']?(?P<name>\w{1,100})""", re.MULTILINE)


def dart_package(text: str) -> str:
    """Return the name of the package of a ``pubspec.yaml``."""
    match = _NAME.search(text)
    return match["name"] if match else ""


class Libraries:
    """Finds libraries from the folder of a file, and ``package:`` ones below the ``lib`` of the
    package whose ``pubspec.yaml`` has that name."""

    def __init__(self, tree: ListedTree, _paths: Sequence[str]) -> None:
        self._tree = tree
        self._packages: dict[str, str] = {}
        for path in tree.named("pubspec.yaml"):
            if name := tree.facts(path, dart_package):
                self._packages.setdefault(name, beside(parent(path), "lib"))

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the library that the file ``path`` names, if the tree has it."""
        target = import_.target.strip("'\"")
        folder: str | None = parent(path)
        if target.startswith("package:"):
            package, _, target = target.removeprefix("package:").partition("/")
            folder = self._packages.get(package)
        place = join(folder, target) if folder is not None else None
        return (place,) if self._tree.has(place) else ()
