"""Which definitions would be used by their names, and are not."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from sphinx_filedocs.model import Definition, File, Outlined, walk

_COUNTED = frozenset(
    {
        *("class", "struct", "union", "enum", "interface", "trait", "function", "method", "macro"),
        *("type", "constant"),
    }
)
#: Constructors and entry points.
_CALLED_FROM_OUTSIDE = frozenset({"main", "init", "constructor"})


def is_used_by_name(entry: Outlined) -> bool:
    """Tell whether a symbol is one that is used by its name, if it is used.

    Left out are special methods and operators, constructors, and what a decorator takes.
    """
    symbol = entry.symbol
    owner = entry.qualified.rpartition(".")[0].rpartition(".")[2]
    special = symbol.name.startswith("__") and symbol.name.endswith("__")
    named = symbol.name.isidentifier() and not special and symbol.name not in _CALLED_FROM_OUTSIDE
    decorated = symbol.span.start < symbol.line
    return symbol.kind in _COUNTED and named and symbol.name != owner and not decorated


def unused(
    files: Mapping[str, File],
    linked: Iterable[str],
    references: Iterable[Definition],
    possible: Container[str],
) -> dict[str, tuple[Definition, ...]]:
    """Return the definitions of each file that nothing in the tree is known to use, by line.

    Left out is what some line may mean as one of several candidates, and a declaration of something
    whose other declaration is used.

    :param linked: the files that have names which are linked.
    :param references: the definitions that are used.
    :param possible: the names of candidates.
    """
    used = {definition.qualified for definition in references}
    found: dict[str, tuple[Definition, ...]] = {}
    for path in sorted(linked):
        rows = [
            entry.definition(path)
            for entry in walk(files[path].facts.symbols)
            if is_used_by_name(entry)
            and entry.qualified not in used
            and entry.symbol.name not in possible
        ]
        if rows:
            found[path] = tuple(sorted(rows, key=lambda one: one.order))
    return found
