"""Python's imports, by dots relative to a package or from a folder of the path: the folders of a
tree from which Python finds top-level modules."""

from __future__ import annotations

import posixpath
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source import manifest_formats as formats
from sphinx_filedocs.source.tree import (
    ListedTree,
    ancestors,
    beside,
    by_ending,
    join,
    nearest,
    parent,
    secluded,
)

#: Modules that left the standard library in 3.12 and 3.13, so that the answer is the same
#: whichever Python runs this.
_FORMER = """
aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib
nis nntplib ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib
"""
STANDARD = sys.stdlib_module_names.union(_FORMER.split())
_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg")


@dataclass(frozen=True, slots=True)
class PythonModules:
    """The Python modules of a tree by their place: the path without ending or ``/__init__``.

    :param files: the files of a module, ``.py`` and ``.pyi``, by its place.
    :param packages: the places of those modules that are packages with an ``__init__``.
    :param folders: every folder with a Python file somewhere in it.
    """

    files: Mapping[str, tuple[str, ...]]
    packages: frozenset[str]
    folders: frozenset[str]

    @classmethod
    def of(cls, tree: ListedTree) -> PythonModules:
        """Find the modules of a tree; a package hides a module of the same name."""
        modules: defaultdict[str, list[str]] = defaultdict(list)
        packages: defaultdict[str, list[str]] = defaultdict(list)
        folders: set[str] = set()
        for folder, names in tree.folders.items():
            for name in names:
                stem, ending = posixpath.splitext(name)
                if ending not in {".py", ".pyi"}:
                    continue
                if stem == "__init__":
                    packages[folder].append(beside(folder, name))
                else:
                    modules[beside(folder, stem)].append(beside(folder, name))
                for above in ancestors(folder):
                    if above in folders:
                        break
                    folders.add(above)
        files = {place: tuple(paths) for place, paths in (modules | packages).items()}
        return cls(files, frozenset(packages), frozenset(folders))


def source_roots(tree: ListedTree, modules: PythonModules) -> frozenset[str]:
    """Return the folders that Python's path plausibly holds for the whole tree.

    These are the root and ``src``, the folders that hold packages and stand in none, and those
    that project files name.
    """
    candidates = {"", "src"}
    outer = {parent(place) for place in modules.packages if place}
    candidates.update(folder for folder in outer if modules.packages.isdisjoint(ancestors(folder)))
    for name in _PROJECT:
        for path in tree.named(name):
            folder = parent(path)
            candidates.update((folder, beside(folder, "src")))
    for path in tree.named("pyproject.toml"):
        candidates.update(_declared(parent(path), tree.facts(path, formats.toml)))
    return frozenset(candidates & modules.folders - modules.packages)


def _declared(folder: str, project: Mapping[str, object]) -> set[str]:
    """Return the source folders that a ``pyproject.toml`` names for its build backend."""
    tool = formats.table(project.get("tool"))
    setuptools = formats.table(tool.get("setuptools"))
    find = formats.table(formats.table(setuptools.get("packages")).get("find"))
    places = formats.strings(find.get("where"))
    places += formats.strings(formats.table(setuptools.get("package-dir")).get(""))
    pytest = formats.table(formats.table(tool.get("pytest")).get("ini_options"))
    places += formats.strings(pytest.get("pythonpath"))
    poetry = formats.table(tool.get("poetry"))
    for package in formats.tables(poetry.get("packages")):
        places += formats.strings(package.get("from"))
    joined = (join(folder, place) for place in places)
    return {place for place in joined if place is not None}


class Dotted:
    """Finds modules as the import system does: https://docs.python.org/3/reference/import.html.

    ``from package import name`` resolves to the package's ``__init__`` and, if ``name`` is a
    submodule, to that as well. A name of the standard library resolves to a file of the tree only
    from the tree's root or ``src``.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        self._tree = tree
        self._modules = PythonModules.of(tree)
        self._roots = source_roots(tree, self._modules)
        #: The folders of a conftest.py, which pytest puts on the path for files below.
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

        The longest ending of the root's path that begins an import of the tree with a file of the
        tree as target: the tree's own files are the evidence.
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
        return self._under(self._own, tuple(parts), names) or self._other_roots(
            folder, parts, names
        )

    def _relative(
        self, folder: str, level: int, parts: list[str], names: tuple[str, ...]
    ) -> Iterable[str]:
        """Follow dots; if they leave the tree, the root's own name may lead back."""
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
        if root and parts[: len(root)] == root:
            return self._members("/".join(parts[len(root) :]), names)
        return self._at("") if root and any((*parts, name) == root for name in names) else ()

    def _search(self, folder: str, top: str) -> Iterator[str]:
        script = folder not in self._modules.packages
        for above in ancestors(folder):
            if above in self._modules.packages:
                continue
            if top in STANDARD:
                if above in {"", "src"} and above in self._roots:
                    yield above
            elif (script and above == folder) or above in self._roots or above in self._local:
                yield above

    def _other_roots(self, folder: str, parts: list[str], names: tuple[str, ...]) -> Iterable[str]:
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
        files = list(self._at(place))
        if not files or place in self._modules.packages:
            for name in names:
                files += self._at(beside(place, name))
        return files

    def _at(self, place: str) -> tuple[str, ...]:
        return self._modules.files.get(place, ())


def _parts(target: str) -> list[str]:
    return [part for part in "".join(target.split()).split(".") if part]


def _absolute(import_: Import) -> bool:
    return not import_.target.startswith(".")
