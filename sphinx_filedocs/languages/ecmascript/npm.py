"""The npm packages of a tree and the files that their ``package.json`` names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sphinx_filedocs.languages.ecmascript.star_patterns import Fit, StarPatterns
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

_ENTRIES = ("source", "module", "main", "browser", "types", "typings")
#: Folders that a build writes; the sources of what it wrote are commonly in ``src``.
_BUILT = frozenset({"build", "cjs", "dist", "es", "esm", "lib", "out", "types"})
#: More alternatives than this are not read from one entry.
_ALTERNATIVES = 200


class _Entries:
    """What a manifest exports or imports, by name or pattern."""

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
                pending.extend(reversed(list(manifests.table(value).values())))


@dataclass(frozen=True)
class NpmPackage:
    """One ``package.json`` and its folder."""

    folder: str
    manifest: Mapping[str, object]

    @property
    def name(self) -> str:
        """The name that imports use."""
        return manifests.string(self.manifest.get("name"))

    def entries(self, inner: str) -> Iterator[str]:
        """Yield the places at which an import of the package leads, the likelier first.

        :param inner: what follows the package's name and a slash, ``""`` for the package.
        """
        key = f"./{inner}" if inner else "."
        written = [*self._exports.paths(key)]
        if not inner:
            written += [manifests.string(self.manifest.get(field)) for field in _ENTRIES]
        yield from self._places(filter(None, written))
        for place in (inner, beside("src", inner)):
            if (joined := join(self.folder, place or "index")) is not None:
                yield joined

    def private(self, target: str) -> Iterator[str]:
        """Yield the places at which an import of the package's own ``#name`` leads."""
        yield from self._places(self._imports.paths(target))

    @cached_property
    def _exports(self) -> _Entries:
        return _Entries(_exports(self.manifest))

    @cached_property
    def _imports(self) -> _Entries:
        return _Entries(manifests.table(self.manifest.get("imports")))

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

    A package is known by its name to what is inside it, and to all members of a workspace, which
    are those below a manifest that declares one.
    """

    def __init__(self, tree: ListedTree) -> None:
        self.packages: dict[str, NpmPackage] = {}
        self._named: defaultdict[str, list[str]] = defaultdict(list)
        spaces = {parent(path) for path in tree.named("pnpm-workspace.yaml")}
        spaces.update(parent(path) for path in tree.named("lerna.json"))
        for path in tree.named("package.json"):
            package = NpmPackage(parent(path), manifests.jsonc(tree.text(path)))
            self.packages[package.folder] = package
            if "workspaces" in package.manifest:
                spaces.add(package.folder)
        self._spaces = frozenset(spaces)
        for path in tree.named("package.json"):
            package = self.packages[parent(path)]
            if package.name and not self._spaces.isdisjoint(ancestors(package.folder)):
                self._named[package.name].append(path)

    def enclosing(self, folder: str) -> NpmPackage | None:
        """Return the package that a folder belongs to."""
        return next(self._around(folder), None)

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
    inner = manifests.table(exports)
    if any(key.startswith(".") for key in inner):
        return inner
    return {} if exports is None else {".": exports}
