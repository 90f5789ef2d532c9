"""Whether the examples of a README, or of documents, use the code of a tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sphinx_filedocs.model.descriptions import ShownCode
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Outlined, SymbolKind, walk

_MARKS = re.compile(r"[\W_]+")
_SHELLS = frozenset({"bash"})
#: Where more definitions are called alike it is not looked which of them are offered.
_MANY = 16
#: What an example begins with: a type, or a function that belongs to none.
_BEGINNINGS: frozenset[SymbolKind] = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "type", "function"}
)


def shown_uses(codebase: Codebase, language: str, is_own: Callable[[File], bool]) -> int:
    """Return how many examples of a tree's README use its code in a language: they name a type or
    function that the code offers, or the project in code of that language.

    :param is_own: tells whether a file is a part of the program.
    """
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    return _uses(codebase, readme.facts.shown, language, is_own) if readme else 0


def uses_in_docs(codebase: Codebase, language: str, is_own: Callable[[File], bool]) -> int:
    """Return how many examples in the folder ``docs`` use a tree's code in a language, where the
    README has no example of anything."""
    root, docs = codebase.folders.get(""), codebase.folders.get("docs")
    if docs is None or (root and root.readme and codebase.files[root.readme].facts.shown):
        return 0
    examples = [example for path in docs.files for example in codebase.files[path].facts.shown]
    return _uses(codebase, examples, language, is_own)


def _uses(
    codebase: Codebase,
    examples: Iterable[ShownCode],
    language: str,
    is_own: Callable[[File], bool],
) -> int:
    if language in _SHELLS:
        # What stands there are commands.
        return 0
    offered, title = _Offered(codebase), plain(codebase.title)

    def is_named(name: str) -> bool:
        rows = [
            row
            for row in codebase.graph.definitions.get(name, ())
            if row.kind in _BEGINNINGS
            and codebase.light[row.path].language == language
            and is_own(codebase.light[row.path])
        ]
        return len(rows) > _MANY or any(map(offered.has, rows))

    return sum(
        any(
            # A module that is named in code of its language is used; elsewhere it may be a command.
            (plain(name) == title and language in example.languages) or is_named(name)
            for name in example.names
        )
        for example in examples
        if not example.languages or language in example.languages
    )


def plain(name: str) -> str:
    """Return a name in small letters without the marks between its words."""
    return _MARKS.sub("", name).lower()


class _Offered:
    """Tells which definitions are in no other one, and not private."""

    def __init__(self, codebase: Codebase) -> None:
        self._codebase = codebase
        self._known: dict[str, dict[str, Outlined]] = {}

    def has(self, definition: Definition) -> bool:
        """Return whether a definition is one of them."""
        entries = self._entries(definition.path)
        entry = entries.get(definition.qualified)
        parts = definition.qualified.split(".")
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
