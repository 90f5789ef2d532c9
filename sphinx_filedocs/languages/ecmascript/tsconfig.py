"""Where ``tsconfig.json`` and ``jsconfig.json`` say that module names lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sphinx_filedocs.languages.ecmascript.star_patterns import Fit, StarPatterns
from sphinx_filedocs.source import manifests
from sphinx_filedocs.source.tree import ListedTree, ancestors, beside, join, parent

_NAMES = ("tsconfig.json", "jsconfig.json")
#: More configurations than this are not followed from one.
_CHAIN = 16


@dataclass(frozen=True, slots=True)
class _Paths:
    """What one configuration says; all places are paths of the tree."""

    base: str | None
    patterns: Mapping[str, tuple[str, ...]]
    stars: StarPatterns

    def places(self, target: str) -> Iterator[str]:
        """Yield the places that the pattern names which fits a target best."""
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
        """Return the places, without endings, at which a module of this name may be."""
        targets: list[str] = []
        for paths in self._of(folder):
            targets += paths.places(target)
        for paths in self._of(folder):
            if paths.base is not None and (joined := join(paths.base, target)) is not None:
                targets.append(joined)
        return targets

    def _of(self, folder: str) -> tuple[_Paths, ...]:
        """Return what the nearest configuration says, then those beside it that it refers to."""
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
        config = manifests.jsonc(self._tree.text(path))
        paths = [self._extended(path)]
        for reference in manifests.tables(config.get("references"))[:_CHAIN]:
            place = join(parent(path), manifests.string(reference.get("path")))
            if self._tree.has(place) and parent(place) == parent(path):
                paths.append(self._extended(place))
        return tuple(paths)

    def _extended(self, path: str) -> _Paths:
        """Return the options of a configuration with those that it inherits."""
        base: str | None = None
        written: Mapping[str, object] | None = None
        start = ""
        pending, seen = [path], {path}
        while pending and (base is None or written is None):
            current = pending.pop(0)
            config = manifests.jsonc(self._tree.text(current))
            options = manifests.table(config.get("compilerOptions"))
            if base is None and "baseUrl" in options:
                base = _joined(parent(current), manifests.string(options["baseUrl"]), path)
            if written is None and "paths" in options:
                start, written = parent(current), manifests.table(options["paths"])
            parents = []
            # The last of several that are extended wins.
            for name in reversed(manifests.strings(config.get("extends"))):
                place = self._parent(parent(current), name)
                if place and place not in seen and len(seen) < _CHAIN:
                    seen.add(place)
                    parents.append(place)
            pending = parents + pending
        start = start if base is None else base
        patterns = {}
        for pattern, value in (written or {}).items():
            places = (_joined(start, place, path) for place in manifests.strings(value))
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
