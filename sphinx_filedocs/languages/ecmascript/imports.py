"""Imports of JavaScript and TypeScript, and others written as relative paths."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.ecmascript.npm import Npm
from sphinx_filedocs.languages.ecmascript.tsconfig import Aliases
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import ListedTree, ancestors, beside, join, parent

_TYPED = (".ts", ".tsx", ".d.ts", ".mts", ".d.mts", ".cts", ".d.cts")
_PLAIN = (".js", ".jsx", ".mjs", ".cjs")
_OTHER = (".json", ".vue", ".svelte")
#: The sources of what a TypeScript file names by the ending that the compiler will give it:
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
    external. Other languages name files without their ending, from the folder of the importing
    file or from the ``lib`` of a folder above it, as Ruby does.
    """

    def __init__(self, tree: ListedTree, _paths: Sequence[str]) -> None:
        self._tree = tree
        self._npm = Npm(tree)
        self._aliases = Aliases(tree)
        self._known: dict[tuple[str, str, bool], str | None] = {}

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the file that an import in the file ``path`` names, if the tree has it; what a
        file exports, as it says itself, is the file."""
        if import_.kind == "use":
            return (path,) if import_.target == "exports" else ()
        ending = posixpath.splitext(path)[1]
        language = load().get(self._tree.light[path].language or "")
        if language is None or language.family != "ecmascript":
            return self._foreign(parent(path), import_.target, ending)
        key = (parent(path), import_.target, path.endswith(_TYPED))
        if key not in self._known:
            self._known[key] = self._find(*key)
        file = self._known[key]
        return (file,) if file else ()

    def _foreign(self, folder: str, target: str, ending: str) -> Iterable[str]:
        """Return what a path of another language names."""
        homes = [folder, *(beside(above, "lib") for above in ancestors(folder))]
        places = [join(home, target) for home in homes if target]
        for place in filter(None, places):
            for path in (place, place + ending):
                if path in self._tree.files:
                    return (path,)
        return ()

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
        if target.startswith("#"):
            package = self._npm.enclosing(folder)
            yield from package.private(target) if package else ()
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
