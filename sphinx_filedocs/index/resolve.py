"""Resolves the imports of a tree's files to files of the tree.

One module a strategy; ``language.toml`` names the strategy of a language. A strategy says where
an import leads by the rules of the language, or that it does not know: it never guesses by a bare
file name, and of several files that are equally likely it takes none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from sphinx_filedocs.index.resolution import Resolution
from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.bash.imports import Source
from sphinx_filedocs.languages.c.imports import Include
from sphinx_filedocs.languages.ecmascript.imports import Relative
from sphinx_filedocs.languages.go.imports import Package
from sphinx_filedocs.languages.java.imports import Classpath
from sphinx_filedocs.languages.python.imports import Dotted
from sphinx_filedocs.languages.ruby.imports import LoadPath
from sphinx_filedocs.languages.rust.imports import Crate
from sphinx_filedocs.model import File, Import
from sphinx_filedocs.source.tree import LONGEST, Tree


class Strategy(Protocol):
    """How the imports of some languages lead to files."""

    def resolve(self, path: str, one: Import) -> Iterable[str]:
        """Return the files of the tree that an import in the file ``path`` leads to."""


STRATEGIES: Mapping[str, Callable[[Tree, Sequence[str]], Strategy]] = {
    "classpath": Classpath,
    "crate": Crate,
    "dotted": Dotted,
    "include": Include,
    "loadpath": LoadPath,
    "package": Package,
    "relative": Relative,
    "source": Source,
}


def resolve(
    files: Mapping[str, File],
    read: Callable[[str], str | None],
    root_name: tuple[str, ...] = (),
    light: Mapping[str, File] | None = None,
) -> Resolution:
    """Resolve the imports of every file.

    :param files: all files of the tree by path.
    :param read: returns the text of a file of the tree, ``None`` when it has none; asked for
        manifests (``go.mod``, ``package.json``) and, rarely, for a source.
    :param root_name: the last parts of the path of the root folder, outermost first: a tree that
        is itself a package is known to its own files by that name.
    :param light: the files without outlines, where these are read when they are asked for.
    :raises KeyError: when a ``language.toml`` names a strategy that there is not.
    """
    light = light or files
    tree = Tree.of(files, read, root_name, light)
    names = {key: language.imports for key, language in load().items() if language.imports}
    users: defaultdict[str, list[str]] = defaultdict(list)
    for path, file in light.items():
        if name := names.get(file.language or ""):
            users[name].append(path)
    resolved = {path: file.facts.imports for path, file in light.items()}
    strategies = {
        name: STRATEGIES[name](tree, sorted(paths)) for name, paths in sorted(users.items())
    }
    for name, strategy in strategies.items():
        for path in users[name]:
            resolved[path] = tuple(_resolved(path, one, strategy) for one in resolved[path])

    def find_root(path: str, word: str, line: int) -> tuple[str, ...]:
        found = strategies.get(names.get(light[path].language or "", ""))
        return tuple(sorted(found.resolve(path, Import(word, "use", line)))) if found else ()

    return Resolution(resolved, find_root)


def _resolved(path: str, one: Import, strategy: Strategy) -> Import:
    if len(one.target) > LONGEST:
        return one
    found = sorted({target for target in strategy.resolve(path, one) if target != path})
    return one.resolve(tuple(found)) if found else one
