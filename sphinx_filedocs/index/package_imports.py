"""Credits imports of whole packages, as Go and Java have them, to the files that are used."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Mapping, Sequence

from sphinx_filedocs.index.links.file_links import FileLinks
from sphinx_filedocs.index.links.linker import target
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.symbols import Definition

_PACKAGE = "__init__"
#: The files that an import leads to, and the names that it takes.
_Taken = tuple[tuple[str, ...], tuple[str, ...]]


class CertainFiles:
    """Tells of imports which of the files that they lead to are meant for certain."""

    def __init__(self) -> None:
        # Many files import the same package of many files.
        self._known: dict[_Taken, Sequence[str]] = {}

    def of(self, statement: Import) -> Sequence[str]:
        """Return the files that an import leads to, if it says of each that this one is meant.

        An import of a whole package of several files says of none of them that it is needed, and
        ``from . import module`` takes nothing from the package's own file.
        """
        if statement.packages or len(statement.resolved) < 2:
            return statement.resolved
        taken = statement.resolved, tuple(name.name for name in statement.names)
        if taken not in self._known:
            self._known[taken] = _certain(*taken)
        return self._known[taken]


def _certain(paths: Sequence[str], taken: Sequence[str]) -> Sequence[str]:
    names = set(taken) - {"*"}
    places = {_place(path) for path in paths}
    meant = [path for path in paths if not _passed(path, names, places)]
    return meant if len({_place(path) for path in meant}) <= max(1, len(names)) else ()


def _place(path: str) -> str:
    """Return a path without its ending; a package's own file stands for its folder."""
    stem = posixpath.splitext(path)[0]
    folder, _, name = stem.rpartition("/")
    return folder if name == _PACKAGE else stem


def _passed(path: str, names: set[str], places: set[str]) -> bool:
    """Return whether all that is taken from a package is modules in it, and path is its file."""
    folder, _, name = path.rpartition("/")
    return (
        bool(names)
        and posixpath.splitext(name)[0] == _PACKAGE
        and all((f"{folder}/{taken}" if folder else taken) in places for taken in names)
    )


def credited(
    imports: Mapping[str, tuple[Import, ...]],
    used: Callable[[str], Collection[str] | None],
) -> dict[str, tuple[Import, ...]]:
    """Return the imports in which one of a whole package leads only to its files that are used.

    :param imports: of each file, resolved.
    :param used: returns the files of whose definitions a file uses some, none where its names are
        not linked; asked for those that import packages.
    """
    certain = CertainFiles()
    credited_imports = dict(imports)
    for path, rows in imports.items():
        sure = [certain.of(statement) for statement in rows]
        if all(sure[at] or not statement.resolved for at, statement in enumerate(rows)):
            continue
        homes = used(path)
        if homes is not None:
            # What an import names itself is not what another one takes with all others.
            others = {*homes}.difference(*sure)
            credited_imports[path] = tuple(
                statement if files or not statement.resolved else _credit(statement, others)
                for statement, files in zip(rows, sure, strict=True)
            )
    return credited_imports


def _credit(statement: Import, homes: Collection[str]) -> Import:
    folders = {path.rpartition("/")[0] for path in statement.resolved}
    files = tuple(path for path in statement.resolved if path in homes)
    return statement._replace(resolved=files, packages=tuple(sorted(folders)))


def used_files(links: FileLinks) -> set[str]:
    """Return the files of whose definitions a file uses some."""
    targets = (target(links.different[number]) for number in {*links.uses})
    return {definition.path for definition in targets if isinstance(definition, Definition)}
