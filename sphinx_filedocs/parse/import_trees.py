"""Import statements that hold a tree of paths, which no query can take apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sphinx_filedocs.model import ImportedName

#: Deepest nest of groups that is read.
DEPTH = 50


@dataclass(frozen=True, slots=True)
class Branch:
    """One target of such a statement with the names taken from it."""

    target: str
    names: tuple[ImportedName, ...] = ()
    alias: str | None = None


_RUST = re.compile(r"//[^\n]*|/\*.*?\*/|::|[{},*]|(?:r#)?\w+", re.DOTALL)


def rust_use(text: str) -> tuple[Branch, ...]:
    """Return the targets of a Rust use tree, ``a::{b, c::d as e, self}``, in order.

    A path's last part is the name taken from the rest; ``self`` is the name of the group's own
    path. A path of one part is a target without names.

    :param text: the tree as written, between ``use`` and ``;``.
    """
    taken: dict[str, list[ImportedName]] = {}
    bare: dict[str, str | None] = {}
    for path, alias in _leaves(_RUST.findall(text)):
        if len(path) > 1:
            names = taken.setdefault("::".join(path[:-1]), [])
            names.append(ImportedName(path[-1], alias))
        elif path:
            bare.setdefault(path[0], alias)
    targets = dict.fromkeys([*bare, *taken])
    return tuple(
        Branch(target, tuple(taken.get(target, ())), bare.get(target)) for target in targets
    )


def _leaves(tokens: list[str]) -> Iterator[tuple[list[str], str | None]]:
    """Yield every path of a use tree with its alias."""
    path: list[str] = []
    groups: list[int] = []
    alias: str | None = None
    naming = False
    for token in [*tokens, ","]:
        if token in (",", "}"):
            if len(path) > (groups[-1] if groups else 0):
                yield list(path), alias
            if token == "}" and groups:
                groups.pop()
                start = groups[-1] if groups else 0
                # The group's prefix is spent; what follows starts at the outer group's again.
                del path[start:]
            else:
                del path[groups[-1] if groups else 0 :]
            alias, naming = None, False
        elif token == "{":
            if len(groups) >= DEPTH:
                return
            groups.append(len(path))
        elif token == "as":
            naming = True
        elif naming:
            alias = token
        elif token != "::" and not token.startswith(("//", "/*")):
            path.append(token)


_IMPORT = re.compile(r"^\s*import\b\s*")
_RENAMED = re.compile(r"=>|\bas\b")
_EVERYTHING = re.compile(r"(?<![\w`])(?:_|given)(?![\w`])")


def dotted_import(text: str) -> tuple[Branch, ...]:
    """Return the targets of an import of Kotlin or Scala, ``import a.b.{C, D => E}, x.y``.

    Reads it as the use tree of the same form, with dots for the colons.

    :param text: the whole statement.
    """
    tree = _EVERYTHING.sub("*", _RENAMED.sub(" as ", _IMPORT.sub("", text)))
    branches = rust_use(f"{{{tree.replace('.', '::')}}}")
    return tuple(
        Branch(branch.target.replace("::", "."), branch.names, branch.alias) for branch in branches
    )


#: Name of the query property ``tree`` -> reader of the text of the ``@tree`` node.
READERS: Mapping[str, Callable[[str], tuple[Branch, ...]]] = {
    "dotted_import": dotted_import,
    "rust_use": rust_use,
}
