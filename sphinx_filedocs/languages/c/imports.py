"""``#include`` of C, C++ and CUDA, through the folders a compiler would be told of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sphinx_filedocs.languages.c.headers import standard
from sphinx_filedocs.model import Import
from sphinx_filedocs.source.tree import (
    Tree,
    ancestors,
    beside,
    by_ending,
    join,
    nearest,
    parent,
    secluded,
)

#: Names of folders that compilers are commonly told to search, besides the root, likelier first.
_ROOTS = ("include", "inc", "includes", "src")

_LIBRARIES = frozenset(_ROOTS) - {"src"}


class Include:
    """Finds headers without knowing the compiler's options.

    A quoted header is first looked for beside the including file. Then, quoted or not: below an
    include folder that belongs to a folder above the including file, else anywhere, if one file
    whose path ends in the whole target is strictly the nearest; for a bare name that file must
    also be a likely one. A header that a build generates
    leads nowhere, and so does a standard header unless an ``include`` folder offers it.
    """

    def __init__(self, tree: Tree, paths: Sequence[str]) -> None:
        self._tree = tree
        wanted = {_normal(import_.target) for import_ in tree.imports(paths)}
        self._endings = by_ending(tree.files, wanted - {""})
        self._known: dict[tuple[str, str, bool], tuple[str, ...]] = {}

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the header that an include in the file ``path`` reads, if the tree has it."""
        key = (parent(path), import_.target, import_.system)
        if key not in self._known:
            self._known[key] = tuple(self._find(*key))
        return self._known[key]

    def _find(self, folder: str, written: str, system: bool) -> Sequence[str]:
        place = join(folder, _plain(written)) or ""
        if not system and place in self._tree.files:
            return (place,)
        target = _normal(written)
        candidates = self._endings.get(target, [])
        if not candidates:
            return ()
        if standard(target, system):
            return self._below(folder, target, ("include",))
        if headers := self._below(folder, target, _ROOTS):
            return headers
        if "/" in target:
            return nearest(candidates, folder)
        # A bare name is weak evidence: the config.h of some test is not the one that is meant.
        headers = nearest(candidates, folder, accept=lambda path: not secluded(path, folder))
        return [path for path in headers if not system or _library(path, folder)]

    def _below(self, folder: str, target: str, names: Sequence[str]) -> Sequence[str]:
        """Return a header from an include folder of the innermost folder above that has it."""
        for above in ancestors(folder):
            for name in names:
                place = f"{beside(above, name)}/{target}"
                if place in self._tree.files:
                    return (place,)
        return (target,) if target in self._tree.files and names is _ROOTS else ()


def _library(path: str, folder: str) -> bool:
    """Return whether a bare name in angle brackets may mean a file: they name libraries.

    Those are in an include folder, in a folder of their own in one, or where the including
    file is itself.
    """
    home = parent(path)
    return home == folder or not _LIBRARIES.isdisjoint(home.split("/")[-2:])


def _plain(written: str) -> str:
    return written.strip().replace("\\", "/")


def _normal(written: str) -> str:
    """Return a target as a path without parts that lead back.

    ``""`` when it is absolute or leads out of every include folder.
    """
    return join("", _plain(written)) or ""
