"""Python's imports, by dots relative to a package or from a folder of the path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from sphinx_filedocs.languages.python.roots import STANDARD, Modules, source_roots
from sphinx_filedocs.model import Import
from sphinx_filedocs.source.tree import (
    Tree,
    ancestors,
    beside,
    by_ending,
    nearest,
    parent,
    secluded,
)


class Dotted:
    """Finds modules as the import system does: https://docs.python.org/3/reference/import.html.

    ``from package import name`` leads to the package's ``__init__`` and, where ``name`` is a
    submodule, to that as well. A name of the standard library leads to a file of the tree only
    from the tree's root or ``src``.
    """

    def __init__(self, tree: Tree, paths: Sequence[str]) -> None:
        self._tree = tree
        self._modules = Modules.of(tree)
        self._roots = source_roots(tree, self._modules)
        #: Where pytest puts the folder of a conftest.py on the path, for what is below it.
        self._local = {parent(path) for path in tree.named("conftest.py")}
        targets = {
            tuple(_parts(import_.target)) for import_ in tree.imports(paths) if _absolute(import_)
        }
        self._own = self._own_name(targets)
        modules = self._modules.files.keys() | self._modules.folders
        self._endings = by_ending(modules, {"/".join(target) for target in targets})
        self._known: dict[tuple[str, str, tuple[str, ...]], tuple[str, ...]] = {}

    def _own_name(self, targets: Collection[tuple[str, ...]]) -> tuple[str, ...]:
        """Return the dotted name of the root folder itself, ``()`` when it is no package.

        The longest ending of the root's path that begins an import of the tree which leads to
        a file of the tree: the tree's own files are the evidence.
        """
        root = self._tree.root_name
        for length in range(len(root), 0, -1):
            name = root[-length:]
            if length == 1 and "" not in self._modules.packages:
                continue
            if any(
                target[:length] == name and self._at("/".join(target[length:]))
                for target in targets
            ):
                return name
        return ()

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the modules that an import in the file ``path`` names."""
        folder = parent(path)
        names = tuple(each.name for each in import_.names if each.name != "*")
        key = (folder, import_.target, names)
        if key not in self._known:
            self._known[key] = tuple(self._find(folder, import_.target, names))
        return self._known[key]

    def _find(self, folder: str, target: str, names: tuple[str, ...]) -> Iterable[str]:
        parts = _parts(target)
        level = len(target) - len(target.lstrip("."))
        if level:
            return self._relative(folder, level, parts, names)
        if not parts:
            return ()
        for root in self._search(folder, parts[0]):
            top = beside(root, parts[0])
            if self._at(top):
                return self._members(beside(root, "/".join(parts)), names)
            # A package without __init__ may go on in another folder of the path.
            if members := self._members(beside(root, "/".join(parts)), names):
                return members
        return self._under(self._own, tuple(parts), names) or self._elsewhere(folder, parts, names)

    def _relative(
        self, folder: str, level: int, parts: list[str], names: tuple[str, ...]
    ) -> Iterable[str]:
        """Follow dots; where they leave the tree, the root's own name may lead back."""
        above = folder.split("/") if folder else []
        up = level - 1
        if up <= len(above):
            return self._members("/".join([*above[: len(above) - up], *parts]), names)
        root = self._tree.root_name
        outer = root[: max(len(root) + len(above) - up, 0)]
        return self._under(root, (*outer, *parts), names)

    def _under(
        self, root: tuple[str, ...], parts: tuple[str, ...], names: tuple[str, ...]
    ) -> Iterable[str]:
        """Return what a dotted name means that begins with the name of the root folder."""
        if root and parts[: len(root)] == root:
            return self._members("/".join(parts[len(root) :]), names)
        return self._at("") if root and any((*parts, name) == root for name in names) else ()

    def _search(self, folder: str, top: str) -> Iterator[str]:
        """Yield the folders of the path at or above a folder, the innermost first."""
        script = folder not in self._modules.packages
        for above in ancestors(folder):
            if above in self._modules.packages:
                continue
            if top in STANDARD:
                if above in {"", "src"} and above in self._roots:
                    yield above
            elif (script and above == folder) or above in self._roots or above in self._local:
                yield above

    def _elsewhere(self, folder: str, parts: list[str], names: tuple[str, ...]) -> Iterable[str]:
        """Look in the source roots that are not above the importing file."""
        if parts[0] in STANDARD:
            return ()
        rest = "/".join(parts)

        def accept(place: str) -> bool:
            root = place[: -len(rest)].rstrip("/")
            within = root in self._roots and not secluded(f"{root}/", folder)
            return within and bool(self._members(place, names))

        chosen = nearest(self._endings.get(rest, ()), folder, accept=accept)
        return self._members(chosen[0], names) if chosen else ()

    def _members(self, place: str, names: tuple[str, ...]) -> list[str]:
        """Return the files of a module and of those of its members that are modules."""
        files = list(self._at(place))
        if not files or place in self._modules.packages:
            for name in names:
                files += self._at(beside(place, name))
        return files

    def _at(self, place: str) -> tuple[str, ...]:
        return self._modules.files.get(place, ())


def _parts(target: str) -> list[str]:
    """Split a dotted name; white space around the dots is allowed in Python."""
    return [part for part in "".join(target.split()).split(".") if part]


def _absolute(import_: Import) -> bool:
    return not import_.target.startswith(".")
