"""Which names the row of a file has that nothing describes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

from sphinx_filedocs.model.files import File, is_header
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Symbol

#: So many names a row has.
MAIN_NAMES = 4
#: A type that stands in so many files is one that each adds something to.
_MANY_FILES = 3
_VALUES = ("constant", "variable")
_TAGGED = ("struct", "union", "enum")
#: Definitions that say less of what a file is for than others do.
_MINOR = ("constant", "variable", "field", "macro", "type")


def main_names(
    file: File,
    most_used: Sequence[str] = (),
    definitions: Mapping[str, tuple[Definition, ...]] | None = None,
) -> tuple[str, ...]:
    """Return a file's outermost names: functions and types, the most used first, then the largest.

    Private names, and functions of one line outside of headers, fill in if there are no others.

    :param most_used: qualified names by the number of users.
    :param definitions: of each name in the tree, to see types in many files.
    """
    symbols = dict(_outermost(file.facts.symbols, definitions or {}))

    def place(qualified: str) -> int:
        parts = (
            used_name == qualified or used_name.startswith(f"{qualified}.")
            for used_name in most_used
        )
        return next((place for place, is_it in enumerate(parts) if is_it), len(most_used))

    def importance(qualified: str) -> tuple[bool, int, int, int]:
        symbol = symbols[qualified]
        return symbol.kind in _MINOR, place(qualified), -len(symbol.children), -_length(symbol)

    def only_declares(qualified: str) -> bool:
        symbol = symbols[qualified]
        is_long = bool(_length(symbol)) or is_header(file.path)
        return symbol.kind == "function" and not is_long and place(qualified) == len(most_used)

    public = [name for name, symbol in symbols.items() if not symbol.private] or list(symbols)
    seconds = _second_names(file, symbols)
    telling = [name for name in public if not (only_declares(name) or name in seconds)]
    ranked = sorted(telling or public, key=importance)
    return tuple(dict.fromkeys(symbols[name].name for name in ranked))[:MAIN_NAMES]


def _second_names(file: File, symbols: Mapping[str, Symbol]) -> frozenset[str]:
    """Return names that add nothing: ``__all__``, include guards, type variables, struct tags."""
    seconds = {
        name
        for name, symbol in symbols.items()
        if symbol.kind in _VALUES
        and (len(symbol.name) == 1 or re.fullmatch(r"__\w+__", symbol.name))
    }
    if is_header(file.path):
        written = {write.name for write in file.facts.conditions.writes}
        macros = [name for name, symbol in symbols.items() if symbol.kind == "macro"]
        # What is written is known but for that one, or nothing is.
        hidden = [name for name in macros if symbols[name].name not in written]
        seconds.update(hidden if len(hidden) == 1 else ())
    named = sorted(symbol.line for symbol in symbols.values() if symbol.kind == "type")
    seconds.update(
        name
        for name, symbol in symbols.items()
        if symbol.kind in _TAGGED
        and bisect_left(named, symbol.span.start) < bisect_right(named, symbol.span.end)
    )
    return frozenset(seconds)


def _outermost(
    symbols: Sequence[Symbol], definitions: Mapping[str, tuple[Definition, ...]], owners: str = ""
) -> Iterator[tuple[str, Symbol]]:
    """Yield definitions outside of all others; namespaces and types in parts are looked into."""
    for symbol in symbols:
        qualified = f"{owners}{symbol.name}"
        if symbol.kind in WRAPPERS or _is_part(symbol, qualified, definitions):
            yield from _outermost(symbol.children, definitions, f"{qualified}.")
        elif symbol.kind != "heading":
            yield qualified, symbol


def _is_part(
    symbol: Symbol, qualified: str, definitions: Mapping[str, tuple[Definition, ...]]
) -> bool:
    """Return whether a type has its members in many files, unlike types that share a name."""
    if not symbol.children or _files(symbol.name, qualified, definitions) < _MANY_FILES:
        return False
    own = 0
    for member in symbol.children:
        name = f"{qualified}.{member.name}"
        own += _files(member.name, name, definitions) == 1 or _is_part(member, name, definitions)
    return own > len(symbol.children) / 2


def _files(name: str, qualified: str, definitions: Mapping[str, tuple[Definition, ...]]) -> int:
    return len(
        {
            definition.path
            for definition in definitions.get(name, ())
            if definition.qualified == qualified
        }
    )


def _length(symbol: Symbol) -> int:
    return symbol.span.end - symbol.span.start
