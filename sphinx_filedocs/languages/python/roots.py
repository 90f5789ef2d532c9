"""The folders of a tree from which Python finds top-level modules."""

from __future__ import annotations

import posixpath
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_filedocs.source import manifests
from sphinx_filedocs.source.tree import Tree, ancestors, beside, join, parent

#: Modules that left the standard library in 3.12 and 3.13, so that the answer is the same
#: whichever Python runs this.
_FORMER = """
aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib
nis nntplib ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib
"""
STANDARD = sys.stdlib_module_names.union(_FORMER.split())
_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg")


@dataclass(frozen=True, slots=True)
class Modules:
    """The Python modules of a tree by their place: the path without ending or ``/__init__``.

    :param files: the files of a module, ``.py`` and ``.pyi``, by its place.
    :param packages: the places of those modules that are packages with an ``__init__``.
    :param folders: every folder with a Python file somewhere in it.
    """

    files: Mapping[str, tuple[str, ...]]
    packages: frozenset[str]
    folders: frozenset[str]

    @classmethod
    def of(cls, tree: Tree) -> Modules:
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


def source_roots(tree: Tree, modules: Modules) -> frozenset[str]:
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
        candidates.update(_declared(parent(path), manifests.toml(tree.text(path))))
    return frozenset(candidates & modules.folders - modules.packages)


def _declared(folder: str, project: Mapping[str, object]) -> set[str]:
    """Return the source folders that a ``pyproject.toml`` names for its build backend."""
    tool = manifests.table(project.get("tool"))
    setuptools = manifests.table(tool.get("setuptools"))
    find = manifests.table(manifests.table(setuptools.get("packages")).get("find"))
    places = manifests.strings(find.get("where"))
    places += manifests.strings(manifests.table(setuptools.get("package-dir")).get(""))
    pytest = manifests.table(manifests.table(tool.get("pytest")).get("ini_options"))
    places += manifests.strings(pytest.get("pythonpath"))
    poetry = manifests.table(tool.get("poetry"))
    for package in manifests.tables(poetry.get("packages")):
        places += manifests.strings(package.get("from"))
    joined = (join(folder, place) for place in places)
    return {place for place in joined if place is not None}
