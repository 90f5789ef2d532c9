"""What a file has of others for those who import it, where that is all that it is for."""

from __future__ import annotations

import posixpath
import re

from sphinx_filedocs.languages import load
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File

#: Definitions beside which a file may still be there for its re-exports alone.
_MINOR = frozenset({"constant", "variable", "macro", "type", "namespace", "module", "heading"})
_VALUES = frozenset({"constant", "variable"})
_DOTS_AND_COLONS = re.compile(r"[.:]+")


def re_exported(file: File) -> tuple[str, ...]:
    """Return the names that a file re-exports, in their order: those of statements that say so and,
    in the file that stands for its package, of imports from that package. Where a statement takes
    all names of a module, that one's name.

    Nothing, where the file defines functions or classes for others itself, or more values than it
    re-exports: these say more of it.
    """
    own = [symbol for symbol in file.facts.symbols if not symbol.name.startswith("_")]
    if any(symbol.kind not in _MINOR for symbol in own):
        return ()
    exported: dict[str, None] = {}
    package = _package(file)
    for statement in file.facts.imports:
        if statement.kind == "reexport" or (package and _is_of(package, statement)):
            for imported in statement.names:
                name = imported.alias or imported.name
                exported[_module(statement.target) if name == "*" else name] = None
    names = tuple(name for name in exported if name and not name.startswith("_"))
    values = [symbol for symbol in own if symbol.kind in _VALUES]
    return names if len(values) <= len(names) else ()


def _package(file: File) -> str:
    """Return the folder that a file stands for, with a slash behind it, or ``""``."""
    language = load().get(file.language or "")
    folder, name = posixpath.split(file.path)
    stands_for_it = language is not None and name.partition(".")[0] == language.package_file
    return f"{folder}/" if stands_for_it else ""


def _is_of(package: str, statement: Import) -> bool:
    """Return whether an import is of a module of a package, by what is written in it."""
    if statement.target.startswith("."):
        return not statement.target.startswith("..")
    path = "/" + statement.target.replace(".", "/") + "/"
    above = posixpath.dirname(path.rstrip("/")) + "/"
    return f"/{package}".endswith(path) or (above != "/" and f"/{package}".endswith(above))


def _module(target: str) -> str:
    """Return the name of a module that an import leads to, such as ``util`` of ``./util.js``."""
    if "/" in target:
        return posixpath.basename(target).partition(".")[0]
    return _DOTS_AND_COLONS.split(target)[-1]
