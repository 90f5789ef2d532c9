"""Rust's paths in ``use``, ``mod`` and ``extern crate``, with the crates of ``Cargo.toml``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.source import manifest_formats as formats
from sphinx_filedocs.source.tree import (
    ListedTree,
    ancestors,
    beside,
    join,
    nearest,
    parent,
    secluded,
)

_PATH = re.compile(r'#\[\s*path\s*=\s*"([^"\n]+)"\s*\]')
_MODULE_KINDS = frozenset({"module", "namespace"})
#: A `#[path]` attribute is looked for in so many lines before its module.
_ABOVE = 5


class Crate:
    """Finds the file of the innermost module that a path goes through.

    Modules and files: https://doc.rust-lang.org/reference/items/modules.html; paths:
    https://doc.rust-lang.org/reference/paths.html. Definitions and re-exports of a module are not
    followed further than its file.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        self._tree = tree
        self._files = frozenset(paths)
        self._cargo = Cargo(tree)
        self._roots: defaultdict[str, list[str]] = defaultdict(list)
        for root in sorted(self._cargo.roots):
            self._roots[parent(root)].append(root)
        #: The files of modules that an attribute puts elsewhere, by their usual place.
        self._moved: dict[str, str] = {}
        for path in paths:
            for import_ in tree.imports([path]):
                if import_.kind == "module":
                    self._move(path, import_)

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the files of the modules that an import in the file ``path`` leads to."""
        place = self._around(path, import_.line)
        if import_.kind == "module":
            files = [self._file(beside(place, _plain(import_.target)))]
        else:
            files = [
                self._path(path, place, parts) or self._own(path, import_.line, parts)
                for parts in _paths(import_)
            ]
        return [file for file in files if file]

    def _own(self, path: str, line: int, parts: list[str]) -> str | None:
        symbols = self._tree.files[path].facts.symbols
        for module in _inline(symbols, line):
            symbols = module.children
        return path if any(symbol.name in parts[:1] for symbol in symbols) else None

    def _move(self, path: str, import_: Import) -> None:
        place = beside(self._around(path, import_.line), _plain(import_.target))
        if self._file(place):
            return
        paths = self._tree.facts(path, written_paths)
        lines = range(import_.line, max(import_.line - _ABOVE, 0), -1)
        written = next((paths[line] for line in lines if line in paths), None)
        if written and self._tree.has(file := join(parent(path), written)):
            self._moved[place] = file

    def _path(self, path: str, place: str, parts: list[str]) -> str | None:
        head = parts[0] if parts else ""
        if head in {"crate", "$crate"}:
            top, root = self._crate(path)
            return (self._longest(top, parts[1:]) or root) if top is not None else None
        if head in {"self", "super"}:
            return self._from(path, place, parts)
        if not head:
            file = self._other(path, parts[1:])
            top, root = self._crate(path)
            if file or top is None or not self._is_2015(path):
                return file
            return self._longest(top, parts[1:]) or root
        file = self._longest(place, parts) or self._other(path, parts)
        top, _ = self._crate(path)
        if file or top is None or not self._is_2015(path):
            return file
        return self._longest(top, parts)

    def _from(self, path: str, place: str, parts: list[str]) -> str | None:
        top, root = self._crate(path)
        parts = parts[1:] if parts[0] == "self" else parts
        up = next((at for at, part in enumerate(parts) if part != "super"), len(parts))
        for _ in range(up):
            if place == top:
                return None
            place = parent(place)
        rest = parts[up:]
        if file := self._longest(place, rest):
            return file
        # The module itself, or the file around it when it is written inside one.
        while place != top and place:
            if file := self._file(place):
                return file
            place = parent(place)
        return root

    def _other(self, path: str, parts: list[str]) -> str | None:
        library = self._cargo.library(parts[0], parent(path)) if parts else None
        return library and (self._longest(parent(library), parts[1:]) or library)

    def _crate(self, path: str) -> tuple[str | None, str | None]:
        if path in self._cargo.roots:
            return parent(path), path
        folder = parent(path)
        while folder and folder not in self._roots:
            folder = parent(folder)
        roots = self._roots.get(folder, [])
        if not roots:
            return None, None
        likely = [root for root in roots if root.endswith("lib.rs")] or [
            root for root in roots if root.endswith("main.rs")
        ]
        root = (likely or roots)[0] if len(roots) == 1 or likely else None
        return folder, root

    def _around(self, path: str, line: int) -> str:
        inline = _inline(self._tree.files[path].facts.symbols, line)
        names = (module.name for module in inline)
        return "/".join(filter(None, (self._place(path), *names)))

    def _place(self, path: str) -> str:
        folder, _, name = path.rpartition("/")
        if name == "mod.rs" or path in self._cargo.roots:
            return folder
        return path.removesuffix(".rs")

    def _longest(self, place: str, parts: list[str]) -> str | None:
        file = None
        for part in parts:
            place = beside(place, part)
            file = self._file(place) or file
            if place in self._moved:
                place = parent(self._moved[place])
        return file

    def _file(self, place: str) -> str | None:
        for path in (f"{place}.rs", f"{place}/mod.rs"):
            if path in self._files:
                return path
        return self._moved.get(place)

    def _is_2015(self, path: str) -> bool:
        package = self._cargo.enclosing(parent(path))
        return package is None or package.edition == "2015"


def _paths(import_: Import) -> Iterator[list[str]]:
    base = [_plain(part) for part in import_.target.split("::")] if import_.target else []
    names = [name.name for name in import_.names if name.name not in {"*", "self"}]
    if len(names) < len(import_.names) or not names:
        yield base
    for name in names:
        yield base + [_plain(part) for part in name.split("::")]


def _plain(name: str) -> str:
    return name.strip().removeprefix("r#")


def _inline(symbols: Sequence[Symbol], line: int) -> list[Symbol]:
    modules: list[Symbol] = []
    while True:
        around = [
            symbol
            for symbol in symbols
            if symbol.kind in _MODULE_KINDS and symbol.span.start < line <= symbol.span.end
        ]
        if not around:
            return modules
        modules.append(around[0])
        symbols = around[0].children


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
            folder, manifest = parent(path), tree.facts(path, formats.toml)
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
    package = formats.table(manifest.get("package"))
    library = formats.table(manifest.get("lib"))
    name = formats.string(library.get("name")) or formats.string(package.get("name"))
    path = join(folder, formats.string(library.get("path")) or "src/lib.rs") or ""
    path = path if path in tree.files else ""
    roots = {path, *_declared(folder, manifest), *_automatic(tree, folder, mains)}
    return CargoPackage(
        folder,
        name.replace("-", "_"),
        path,
        frozenset(root for root in roots if root in tree.files),
        dict(_renamed(folder, manifest)),
        formats.string(package.get("edition"))
        # Inherited from the workspace: a key of 2021's Cargo.
        or ("2021" if "edition" in package else "2015"),
    )


def _declared(folder: str, manifest: Mapping[str, object]) -> Iterator[str]:
    for kind in _TARGETS:
        for target in formats.tables(manifest.get(kind)):
            yield join(folder, formats.string(target.get("path"))) or ""
    build = formats.table(manifest.get("package")).get("build")
    yield join(folder, formats.string(build) or "build.rs") or ""


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
    targets = formats.table(manifest.get("target")).values()
    for holder in (manifest, *map(formats.table, targets)):
        for kind in _DEPENDENCIES:
            for name, value in formats.table(holder.get(kind)).items():
                dependency = formats.table(value)
                place = formats.string(dependency.get("path"))
                package = formats.string(dependency.get("package"))
                if place and (inner := join(folder, place)) is not None:
                    yield name.replace("-", "_"), f"/{inner}"
                elif package:
                    yield name.replace("-", "_"), package.replace("-", "_")


def _roots(tree: ListedTree, packages: Mapping[str, CargoPackage]) -> Iterator[str]:
    for package in packages.values():
        yield from package.roots
    for path in (*tree.named("lib.rs"), *tree.named("main.rs")):
        if not any(above in packages for above in ancestors(parent(path))):
            yield path


def written_paths(text: str) -> Mapping[int, str]:
    """Return the paths that ``#[path = "…"]`` attributes name, by their lines."""
    attributes = [
        (line, match[1])
        for line, content in enumerate(text.split("\n"), 1)
        for match in _PATH.finditer(content)
    ]
    return dict(attributes)
