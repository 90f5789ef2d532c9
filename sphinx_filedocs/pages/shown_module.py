"""Which module of a tree the examples of its README are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Outlined, SymbolKind, walk

_MARKS = re.compile(r"[\W_]+")
#: Where more definitions are called alike it is not looked which of them are offered.
_MANY = 16
#: What an example begins with: a type, or a function that belongs to none.
_BEGINNINGS: frozenset[SymbolKind] = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "type", "function"}
)


class ShownModule(NamedTuple):
    """What the examples of a README are about.

    :param path: of the file that stands for the module that most of them name something of; ``""``
        where that is not told.
    :param readme: the text with the examples.
    :param examples: how many name something of the code, or the project in that language.
    """

    path: str
    readme: str
    examples: int


def shown_module(
    codebase: Codebase,
    language: str,
    stands_for: Mapping[str, str],
    is_own: Callable[[File], bool],
) -> ShownModule:
    """Return what most examples of a tree's README name of the code in a language, two at least. Of
    several that are named alike often it is not told, nor of what the first example does not name:
    what is made in that may go by another name later.

    :param stands_for: the file that stands for both, of each header and implementation.
    :param is_own: tells whether a file is a part of the program.
    """
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    offered, title = _Offered(codebase), plain(codebase.title)
    counts: Counter[str] = Counter()
    begun: Collection[str] = ()
    examples = 0
    for example in readme.facts.shown if readme else ():
        if example.languages and language not in example.languages:
            continue
        named = set()
        # A module that is named in code of its language is used; elsewhere it may be a command.
        is_used = language in example.languages and any(
            plain(name) == title for name, _line in example.names
        )
        for name, _line in example.names:
            rows = [
                row
                for row in codebase.graph.definitions.get(name, ())
                if row.kind in _BEGINNINGS
                and codebase.light[row.path].language == language
                and is_own(codebase.light[row.path])
            ]
            if rows := rows if len(rows) > _MANY else list(filter(offered.has, rows)):
                named.add(_place(rows, stands_for))
        begun = begun or named
        examples += is_used or bool(named)
        counts.update(named)
    most = max(counts.values(), default=0)
    best = [one for one, count in counts.items() if count == most > 1]
    path = best[0] if len(best) == 1 and best[0] in begun else ""
    return ShownModule(path, readme.path if readme else "", examples)


def plain(name: str) -> str:
    """Return a name in small letters without the marks between its words."""
    return _MARKS.sub("", name).lower()


def _place(rows: list[Definition], stands_for: Mapping[str, str]) -> str:
    """Return the module that defines a name, ``""`` where several do, or where it is but another
    name of a type, which does not say where that is."""
    places = {stands_for.get(row.path, row.path) for row in rows}
    return places.pop() if len(places) == 1 and any(row.kind != "type" for row in rows) else ""


class _Offered:
    """Tells which definitions are in no other one, and not private."""

    def __init__(self, codebase: Codebase) -> None:
        self._codebase = codebase
        self._known: dict[str, dict[str, Outlined]] = {}

    def has(self, one: Definition) -> bool:
        """Return whether a definition is one of them."""
        entries = self._entries(one.path)
        entry = entries.get(one.qualified)
        parts = one.qualified.split(".")
        around = (entries.get(".".join(parts[:end])) for end in range(1, len(parts)))
        return (
            entry is not None
            and not entry.private
            and all(owner is None or owner.symbol.kind in WRAPPERS for owner in around)
        )

    def _entries(self, path: str) -> dict[str, Outlined]:
        if path not in self._known:
            symbols = self._codebase.files[path].facts.symbols
            self._known[path] = {entry.qualified: entry for entry in walk(symbols)}
        return self._known[path]
