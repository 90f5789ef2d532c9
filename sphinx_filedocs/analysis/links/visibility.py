"""Pure core: the definitions of a tree by name, and which of them a file can see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sphinx_filedocs.analysis.links.modules import Defined, Module
from sphinx_filedocs.model import Import

#: So many definitions of a name are told apart; of more, none is meant.
MANY = 200


class Visibility:
    """The definitions of a tree by name, and the files that each file includes."""

    def __init__(
        self, modules: Mapping[str, Module], imports: Mapping[str, tuple[Import, ...]]
    ) -> None:
        self._imports = imports
        self._numbers = {path: 1 << at for at, path in enumerate(modules)}
        self._seen: dict[str, int] = {}
        self._met: dict[str, int] = {}
        self._including: dict[str, list[str]] = defaultdict(list)
        self._by_name: dict[tuple[str, str], list[Defined]] = defaultdict(list)
        self._qualified: dict[tuple[str, str], list[Defined]] = defaultdict(list)
        self._packages: dict[tuple[str, str], dict[str, list[Defined]]] = defaultdict(dict)
        self._above: set[tuple[str, str]] = set()
        for module in modules.values():
            self._add_to_package(module)
            self._add(module)

    def _add(self, module: Module) -> None:
        """Note the definitions of a file by name; what is in two owners has two qualified names."""
        for owner, by_name in module.members.items():
            for name, rows in by_name.items():
                for defined in rows:
                    if defined.place == "inner":
                        continue
                    qualified = f"{owner}.{name}" if owner else name
                    self._qualified[module.family, qualified].append(defined)
                    if defined.owner == owner:
                        self._by_name[module.family, name].append(defined)

    def named(self, family: str, name: str, place: str) -> list[Defined]:
        """Return the definitions of a name at one place (``top`` or ``member``)."""
        found = self._by_name.get((family, name), ())
        return [] if len(found) > MANY else [one for one in found if one.place == place]

    def qualified(self, family: str, name: str) -> list[Defined]:
        """Return the definitions of a qualified name."""
        return self._qualified.get((family, name), [])

    def _add_to_package(self, module: Module) -> None:
        """Note the definitions of a file under its package and that package under those above."""
        if not module.language.packages:
            return
        key = _package(module)
        package = self._packages[module.language.key, key]
        for name, rows in module.members.get("", {}).items():
            package.setdefault(name, []).extend(rows)
        while key and (module.language.key, key) not in self._above:
            self._above.add((module.language.key, key))
            key = key.rpartition(".")[0]

    def beside(self, module: Module, name: str) -> list[Defined]:
        """Return what a name means in the other files of a file's package, those of its own
        folder first."""
        rows = self.in_package(module, _package(module), name)
        others = [one for one in rows if one.path != module.path]
        folder = module.path.rpartition("/")[0]
        near = [one for one in others if one.path.rpartition("/")[0] == folder]
        return near or others

    def in_package(self, module: Module, package: str, name: str) -> list[Defined]:
        """Return the definitions of a name in a package of the language of a file."""
        return self._packages.get((module.language.key, package), {}).get(name, [])

    def has_package(self, module: Module, package: str) -> bool:
        """Tell whether a name is a package of the language of a file, or stands above one."""
        return (module.language.key, package) in self._above

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file is another one or includes it, directly or not."""
        return bool(self._included(path) & self._numbers.get(other, 0))

    def meets(self, path: str, other: str) -> bool:
        """Tell whether some file includes both of two files, directly or not."""
        if path not in self._met:
            self._met[path] = 0
            for user in self._users(path):
                self._met[path] |= self._included(user)
        return bool(self._met[path] & self._numbers.get(other, 0))

    def _users(self, path: str) -> set[str]:
        """Return a file and all that include it, directly or not."""
        if not self._including:
            for user, imports in self._imports.items():
                for one in imports:
                    for used in one.resolved if one.kind == "include" else ():
                        self._including[used].append(user)
        found = {path}
        waiting = [path]
        while waiting:
            fresh = set(self._including.get(waiting.pop(), ())) - found
            found |= fresh
            waiting += fresh
        return found

    def _included(self, path: str) -> int:
        """Return the numbers of all files that a file includes as the bits of one."""
        if path in self._seen:
            return self._seen[path]
        total = 0
        waiting = [path]
        while waiting:
            at = waiting.pop()
            bit = self._numbers.get(at, 0)
            if total & bit or not bit:
                continue
            known = self._seen.get(at)
            if known is not None:
                total |= known
                continue
            total |= bit
            for one in self._imports.get(at, ()):
                waiting += one.resolved
        self._seen[path] = total
        return total


def _package(module: Module) -> str:
    """Return the name of the package that a file declares where such names are those that imports
    have, else its folder."""
    declared = module.language.imports == "classpath" and module.package
    return declared or f"{module.path.rpartition('/')[0]}/"
