"""The crates of a tree as ``Cargo.toml`` files declare them, and their root files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sphinx_filedocs.source import manifests
from sphinx_filedocs.source.tree import (
    ListedTree,
    ancestors,
    beside,
    join,
    nearest,
    parent,
    secluded,
)

_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")
_TARGETS = ("bin", "example", "test", "bench")
#: Folders whose files, and whose folders with a main.rs, are crates of their own by default.
_AUTOMATIC = ("src/bin", "examples", "tests", "benches")


@dataclass(frozen=True, slots=True)
class CargoPackage:
    """One package: a folder with a ``Cargo.toml``.

    :param library: the root file of its library, ``""`` without one.
    :param roots: the root files of all of its crates, the library's included.
    :param renamed: the crate name, or the folder with a slash before it, of each dependency
        that goes by another name or is given by its path.
    :param edition: the year of the language's edition.
    """

    folder: str
    name: str
    library: str
    roots: frozenset[str]
    renamed: Mapping[str, str] = field(default_factory=dict)
    edition: str = "2015"


class Cargo:
    """The packages of a tree, by folder and by the name that code uses for their library."""

    def __init__(self, tree: ListedTree) -> None:
        self._packages: dict[str, CargoPackage] = {}
        mains: defaultdict[str, list[str]] = defaultdict(list)
        for path in tree.named("main.rs"):
            mains[parent(parent(path))].append(path)
        for path in tree.named("Cargo.toml"):
            folder, manifest = parent(path), manifests.toml(tree.text(path))
            if "package" in manifest:
                self._packages[folder] = _package(tree, folder, manifest, mains)
        self._libraries: defaultdict[str, list[str]] = defaultdict(list)
        for package in sorted(self._packages.values(), key=lambda package: package.library):
            if package.library:
                self._libraries[package.name].append(package.library)
        self.roots = frozenset(_roots(tree, self._packages))

    def enclosing(self, folder: str) -> CargoPackage | None:
        """Return the package that a folder belongs to."""
        packages = (self._packages.get(above) for above in ancestors(folder))
        return next((package for package in packages if package), None)

    def library(self, name: str, folder: str) -> str | None:
        """Return the root file of the library that a crate name means in a folder's package."""
        own = self.enclosing(folder)
        meant = own.renamed.get(name, name) if own else name
        if meant.startswith("/"):
            package = self._packages.get(meant[1:])
            return package.library or None if package else None
        if own and own.name == meant and own.library:
            return own.library
        candidates = self._libraries.get(meant, ())
        paths = nearest(candidates, folder, accept=lambda path: not secluded(path, folder))
        return paths[0] if paths else None


def _package(
    tree: ListedTree,
    folder: str,
    manifest: Mapping[str, object],
    mains: Mapping[str, list[str]],
) -> CargoPackage:
    package = manifests.table(manifest.get("package"))
    library = manifests.table(manifest.get("lib"))
    name = manifests.string(library.get("name")) or manifests.string(package.get("name"))
    path = join(folder, manifests.string(library.get("path")) or "src/lib.rs") or ""
    path = path if path in tree.files else ""
    roots = {path, *_declared(folder, manifest), *_automatic(tree, folder, mains)}
    return CargoPackage(
        folder,
        name.replace("-", "_"),
        path,
        frozenset(root for root in roots if root in tree.files),
        dict(_renamed(folder, manifest)),
        manifests.string(package.get("edition"))
        # Inherited from the workspace: a key of 2021's Cargo.
        or ("2021" if "edition" in package else "2015"),
    )


def _declared(folder: str, manifest: Mapping[str, object]) -> Iterator[str]:
    """Yield the root files that a manifest names."""
    for kind in _TARGETS:
        for target in manifests.tables(manifest.get(kind)):
            yield join(folder, manifests.string(target.get("path"))) or ""
    build = manifests.table(manifest.get("package")).get("build")
    yield join(folder, manifests.string(build) or "build.rs") or ""


def _automatic(tree: ListedTree, folder: str, mains: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the files that are root files by their place:
    https://doc.rust-lang.org/cargo/guide/project-layout.html.

    :param mains: every main.rs by the folder above its own.
    """
    yield beside(folder, "src/main.rs")
    for place in _AUTOMATIC:
        within = beside(folder, place)
        for name in tree.folders.get(within, ()):
            if name.endswith(".rs"):
                yield beside(within, name)
        yield from mains.get(within, ())


def _renamed(folder: str, manifest: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    targets = manifests.table(manifest.get("target")).values()
    for holder in (manifest, *map(manifests.table, targets)):
        for kind in _DEPENDENCIES:
            for name, value in manifests.table(holder.get(kind)).items():
                dependency = manifests.table(value)
                place = manifests.string(dependency.get("path"))
                package = manifests.string(dependency.get("package"))
                if place and (inner := join(folder, place)) is not None:
                    yield name.replace("-", "_"), f"/{inner}"
                elif package:
                    yield name.replace("-", "_"), package.replace("-", "_")


def _roots(tree: ListedTree, packages: Mapping[str, CargoPackage]) -> Iterator[str]:
    """Yield all root files; where no manifest is above, lib.rs and main.rs are taken as such."""
    for package in packages.values():
        yield from package.roots
    for path in (*tree.named("lib.rs"), *tree.named("main.rs")):
        if not any(above in packages for above in ancestors(parent(path))):
            yield path
