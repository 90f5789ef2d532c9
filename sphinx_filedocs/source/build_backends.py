"""Which files of a tree are there to build it, as its ``pyproject.toml`` says (PEP 517)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping

from sphinx_filedocs.phrases import Phrase

#: Folders of the code that a project is there for, which may well be what builds projects.
_SOURCES = frozenset({"src", "lib"})


def backend_files(
    path: str, table: Mapping[str, object], files: Iterable[str]
) -> Iterator[tuple[str, Phrase]]:
    """Yield the files of the backend by which a project builds itself, with the reason, unless that
    is what the project is.

    :param path: of the ``pyproject.toml``.
    :param table: what stands in it.
    :param files: the paths of the tree.
    """
    system, project = table.get("build-system"), table.get("project")
    if not isinstance(system, dict):
        return
    places, backend = system.get("backend-path"), system.get("build-backend")
    if not (isinstance(places, list) and isinstance(backend, str)):
        return
    module = re.split(r"[.:]", backend)[0].strip()
    name = project.get("name") if isinstance(project, dict) else None
    if not module or not isinstance(name, str) or _is_of(module, name):
        return
    reason = Phrase("{path} names it as its build backend", path=path)
    for place in places:
        if not isinstance(place, str) or posixpath.normpath(place) in _SOURCES:
            continue
        stem = posixpath.normpath(posixpath.join(path.rpartition("/")[0], place, module))
        for file in files:
            if file == f"{stem}.py" or file.startswith(f"{stem}/"):
                yield file, reason


def _is_of(module: str, project: str) -> bool:
    """Return whether a module is called as the project, or as the beginning of its name."""
    bare = re.sub(r"[-_.]+", "_", project).lower()
    return f"{bare}_".startswith(f"{module.lower()}_")
