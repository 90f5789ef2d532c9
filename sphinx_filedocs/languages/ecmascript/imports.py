"""Imports of JavaScript and TypeScript by relative paths, ``package.json``, ``tsconfig.json``."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sphinx_filedocs.model.facts import Import
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


class Fit(NamedTuple):
    """A pattern that fits a name, and the text of its star."""

    pattern: str
    star: str


class StarPatterns:
    """Some patterns, each in two halves around its star; those without one are left out."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns: list[str] = []
        #: The place of each, by the text before and behind the star.
        self._known: dict[str, dict[str, int]] = {}
        for pattern in patterns:
            before, star, after = pattern.partition("*")
            if star:
                self._known.setdefault(before, {}).setdefault(after, len(self._patterns))
                self._patterns.append(pattern)
        self._befores = sorted({len(before) for before in self._known}, reverse=True)

    def best(self, name: str) -> Fit | None:
        """Return the pattern with the longest beginning, of several the first."""
        for length in self._befores:
            ends = self._known.get(name[:length]) if length <= len(name) else None
            fitting = [
                ends[name[at:]] for at in range(length, len(name) + 1) if ends and name[at:] in ends
            ]
            if fitting:
                pattern = self._patterns[min(fitting)]
                after = len(pattern) - length - 1
                return Fit(pattern, name[length : len(name) - after])
        return None


_TYPED = (".ts", ".tsx", ".d.ts", ".mts", ".d.mts", ".cts", ".d.cts")
_PLAIN = (".js", ".jsx", ".mjs", ".cjs")
_OTHER = (".json", ".vue", ".svelte")
#: The endings of sources for files that TypeScript imports by the ending of the compiler's output:
#: https://www.typescriptlang.org/docs/handbook/modules/reference.html#file-extension-substitution
_WRITTEN = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}


class Relative:
    """Finds modules by path, by the aliases of a tsconfig.json, and by package name.

    A path may lack its ending, name a folder, or have the ending of the compiled file. A package
    is found if it is the importing file's own or one of the same workspace; all others are
    external.
    """

    def __init__(self, tree: ListedTree, _paths: Sequence[str]) -> None:
        self._tree = tree
        self._npm = Npm(tree)
        self._aliases = Aliases(tree)
        self._known: dict[tuple[str, str, bool], str | None] = {}

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the file that an import in the file ``path`` names, if the tree has it; for a
        file's declared exports, the file itself."""
        if import_.kind == "use":
            return (path,) if import_.target == "exports" else ()
        key = (parent(path), import_.target, path.endswith(_TYPED))
        if key not in self._known:
            self._known[key] = self._find(*key)
        file = self._known[key]
        return (file,) if file else ()

    def _find(self, folder: str, target: str, typed: bool) -> str | None:
        for place in self._places(folder, target):
            if file := self._at(place, typed, folder_only=target.endswith("/")):
                return file
        # Bundlers take a question after the path: ./image.svg?raw
        bare = target.partition("?")[0]
        return self._find(folder, bare, typed) if bare != target else None

    def _places(self, folder: str, target: str) -> Iterator[str]:
        """Yield the places that a target may mean, the likelier first."""
        if target in {".", ".."} or target.startswith(("./", "../")):
            place = join(folder, target)
            yield from () if place is None else (place,)
            return
        if not target or target.startswith("/") or ":" in target:
            return
        yield from self._aliases.places(folder, target)
        parts = target.split("/")
        cut = 2 if target.startswith("@") else 1
        named = self._npm.named("/".join(parts[:cut]), folder)
        yield from named.entries("/".join(parts[cut:])) if named else ()

    def _at(self, place: str, typed: bool, *, folder_only: bool = False) -> str | None:
        """Return the file of a module at a place: itself, with an ending, or in a folder."""
        if not folder_only and (file := self._file(place, typed)):
            return file
        if place not in self._tree.folders:
            return None
        if package := self._npm.packages.get(place):
            for entry in package.entries(""):
                file = self._file(entry, typed) or self._file(beside(entry, "index"), typed)
                if file:
                    return file
        return self._file(beside(place, "index"), typed)

    def _file(self, place: str, typed: bool) -> str | None:
        if not place:
            return None
        stem, ending = posixpath.splitext(place)
        sources = [stem + source for source in _WRITTEN.get(ending, ())]
        plain = [place + suffix for suffix in _PLAIN]
        types = [place + suffix for suffix in _TYPED]
        first, then = (sources, [place]) if typed else ([place], sources)
        rest = [*types, *plain] if typed else [*plain, *types]
        for path in (*first, *then, *rest, *(place + suffix for suffix in _OTHER)):
            if path in self._tree.files:
                return path
        return None


_ENTRIES = ("source", "module", "main", "browser", "types", "typings")
#: Folders that a build writes; the sources are commonly in ``src``.
_BUILT = frozenset({"build", "cjs", "dist", "es", "esm", "lib", "out", "types"})
#: More alternatives than this are not read from one entry.
_ALTERNATIVES = 200


class _Entries:
    def __init__(self, entries: Mapping[str, object]) -> None:
        self._entries = entries
        # A pattern that begins with its star is none.
        self._stars = StarPatterns(pattern for pattern in entries if pattern[:1] != "*")

    def paths(self, key: str) -> Iterator[str]:
        """Yield the paths of the entry that fits a name best, under any condition.

        https://nodejs.org/api/packages.html#subpath-patterns
        """
        fit = Fit(key, "") if key in self._entries else self._stars.best(key)
        pending = [self._entries[fit.pattern]] if fit else []
        for _ in range(_ALTERNATIVES):
            if not (pending and fit):
                return
            value = pending.pop()
            if isinstance(value, str):
                yield value.replace("*", fit.star)
            elif isinstance(value, list):
                pending.extend(reversed(value))
            else:
                pending.extend(reversed(list(formats.table(value).values())))


@dataclass(frozen=True)
class NpmPackage:
    """One ``package.json`` and its folder."""

    folder: str
    manifest: Mapping[str, object]

    @property
    def name(self) -> str:
        """The name that imports use."""
        return formats.string(self.manifest.get("name"))

    def entries(self, inner: str) -> Iterator[str]:
        """Yield the possible targets of an import of the package, the likelier first.

        :param inner: the path behind the package's name and a slash, ``""`` for the package.
        """
        key = f"./{inner}" if inner else "."
        written = [*self._exports.paths(key)]
        if not inner:
            written += [formats.string(self.manifest.get(field)) for field in _ENTRIES]
        yield from self._places(filter(None, written))
        for place in (inner, beside("src", inner)):
            if (joined := join(self.folder, place or "index")) is not None:
                yield joined

    @cached_property
    def _exports(self) -> _Entries:
        return _Entries(_exports(self.manifest))

    def _places(self, written: Iterator[str]) -> Iterator[str]:
        choices = list(written)
        for choice in choices:
            if (place := join(self.folder, choice)) is not None:
                yield place
        for choice in choices:
            parts = choice.removeprefix("./").split("/")
            while len(parts) > 1 and parts[0] in _BUILT:
                parts = parts[1:]
                place = join(self.folder, "/".join(["src", *parts]))
                yield from () if place is None else (place,)


class Npm:
    """The packages of a tree, by folder and by name.

    Files inside a package can import it by name, and so can all members of a workspace, which are
    the packages below a manifest that declares one.
    """

    def __init__(self, tree: ListedTree) -> None:
        self.packages: dict[str, NpmPackage] = {}
        self._named: defaultdict[str, list[str]] = defaultdict(list)
        spaces = {parent(path) for path in tree.named("pnpm-workspace.yaml")}
        spaces.update(parent(path) for path in tree.named("lerna.json"))
        for path in tree.named("package.json"):
            package = NpmPackage(parent(path), tree.facts(path, formats.jsonc))
            self.packages[package.folder] = package
            if "workspaces" in package.manifest:
                spaces.add(package.folder)
        self._spaces = frozenset(spaces)
        for path in tree.named("package.json"):
            package = self.packages[parent(path)]
            if package.name and not self._spaces.isdisjoint(ancestors(package.folder)):
                self._named[package.name].append(path)

    def _around(self, folder: str) -> Iterator[NpmPackage]:
        for above in ancestors(folder):
            if above in self.packages:
                yield self.packages[above]

    def named(self, name: str, folder: str) -> NpmPackage | None:
        """Return the package of the tree that a name means in a folder."""
        for package in self._around(folder):
            if package.name == name:
                return package
        if self._spaces.isdisjoint(ancestors(folder)):
            return None
        paths = nearest(
            self._named.get(name, ()),
            folder,
            accept=lambda path: not secluded(path, folder),
        )
        return self.packages[parent(paths[0])] if paths else None


def _exports(manifest: Mapping[str, object]) -> Mapping[str, object]:
    """Return the exports by subpath; a value without subpaths is that of ``.``."""
    exports = manifest.get("exports")
    inner = formats.table(exports)
    if any(key.startswith(".") for key in inner):
        return inner
    return {} if exports is None else {".": exports}


_NAMES = ("tsconfig.json", "jsconfig.json")
#: More configurations than this are not followed from one.
_CHAIN = 16


@dataclass(frozen=True, slots=True)
class _Paths:
    base: str | None
    patterns: Mapping[str, tuple[str, ...]]
    stars: StarPatterns

    def places(self, target: str) -> Iterator[str]:
        fit = Fit(target, "") if target in self.patterns else self.stars.best(target)
        if fit:
            for place in self.patterns[fit.pattern]:
                if (joined := join("", place.replace("*", fit.star))) is not None:
                    yield joined


class Aliases:
    """The ``paths`` and ``baseUrl`` of a tree's configurations, each read once.

    https://www.typescriptlang.org/tsconfig/#paths
    """

    def __init__(self, tree: ListedTree) -> None:
        self._tree = tree
        self._known: dict[str, tuple[_Paths, ...]] = {}

    def places(self, folder: str, target: str) -> list[str]:
        """Return the possible places of a module, without endings."""
        targets: list[str] = []
        for paths in self._of(folder):
            targets += paths.places(target)
        for paths in self._of(folder):
            if paths.base is not None and (joined := join(paths.base, target)) is not None:
                targets.append(joined)
        return targets

    def _of(self, folder: str) -> tuple[_Paths, ...]:
        if folder in self._known:
            return self._known[folder]
        paths: tuple[_Paths, ...] = ()
        for above in ancestors(folder):
            places = [beside(above, name) for name in _NAMES]
            configs = [place for place in places if place in self._tree.files]
            if configs:
                paths = self._read(configs[0])
                break
        self._known[folder] = paths
        return paths

    def _read(self, path: str) -> tuple[_Paths, ...]:
        config = self._tree.facts(path, formats.jsonc)
        paths = [self._extended(path)]
        for reference in formats.tables(config.get("references"))[:_CHAIN]:
            place = join(parent(path), formats.string(reference.get("path")))
            if self._tree.has(place) and parent(place) == parent(path):
                paths.append(self._extended(place))
        return tuple(paths)

    def _extended(self, path: str) -> _Paths:
        base: str | None = None
        written: Mapping[str, object] | None = None
        start = ""
        pending, seen = [path], {path}
        while pending and (base is None or written is None):
            current = pending.pop(0)
            config = self._tree.facts(current, formats.jsonc)
            options = formats.table(config.get("compilerOptions"))
            if base is None and "baseUrl" in options:
                base = _joined(parent(current), formats.string(options["baseUrl"]), path)
            if written is None and "paths" in options:
                start, written = parent(current), formats.table(options["paths"])
            parents = []
            # The last of several that are extended wins.
            for name in reversed(formats.strings(config.get("extends"))):
                place = self._parent(parent(current), name)
                if place and place not in seen and len(seen) < _CHAIN:
                    seen.add(place)
                    parents.append(place)
            pending = parents + pending
        start = start if base is None else base
        patterns = {}
        for pattern, value in (written or {}).items():
            places = (_joined(start, place, path) for place in formats.strings(value))
            patterns[pattern] = tuple(place for place in places if place is not None)
        return _Paths(base, patterns, StarPatterns(patterns))

    def _parent(self, folder: str, name: str) -> str | None:
        place = join(folder, name) if name.startswith(".") else None
        choices = (place, f"{place}.json") if place is not None else ()
        return next((choice for choice in choices if choice in self._tree.files), None)


def _joined(folder: str, place: str, path: str) -> str | None:
    """Join a path of a configuration; ``${configDir}`` is the folder of the one that is used."""
    if place.startswith("${configDir}"):
        return join(parent(path), place.removeprefix("${configDir}").lstrip("/"))
    return join(folder, place)
