"""The npm packages of a tree and the files that their ``package.json`` names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
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
        written = [*_mapped(_exports(self.manifest), key)]
        if not inner:
            written += [manifests.string(self.manifest.get(field)) for field in _ENTRIES]
        yield from self._places(filter(None, written))
        for place in (inner, beside("src", inner)):
            if (joined := join(self.folder, place or "index")) is not None:
                yield joined

    def private(self, target: str) -> Iterator[str]:
        """Yield the places at which an import of the package's own ``#name`` leads."""
        yield from self._places(_mapped(manifests.table(self.manifest.get("imports")), target))

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


def _mapped(entries: Mapping[str, object], key: str) -> Iterator[str]:
    """Yield the paths of the entry that fits a name best, under any condition.

    https://nodejs.org/api/packages.html#subpath-patterns
    """
    best, star = (key, "") if key in entries else ("", "")
    if not best:
        for pattern in entries:
            before, wild, after = pattern.partition("*")
            fits = wild and key.startswith(before) and key.endswith(after)
            longer = len(before) > len(best.partition("*")[0])
            if fits and longer and len(key) >= len(before) + len(after):
                best, star = pattern, key[len(before) : len(key) - len(after)]
    pending = [entries.get(best)]
    for _ in range(_ALTERNATIVES):
        if not pending:
            return
        value = pending.pop()
        if isinstance(value, str):
            yield value.replace("*", star)
        elif isinstance(value, list):
            pending.extend(reversed(value))
        else:
            pending.extend(reversed(list(manifests.table(value).values())))
