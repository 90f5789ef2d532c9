"""A codebase without the private symbols in its outlines and indices; its sources have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import Definition, Symbol, walk


def without_private(codebase: Codebase) -> Codebase:
    """Return a codebase that shows no private symbols."""
    is_public = _Public(codebase)
    graph = codebase.graph
    return replace(
        codebase,
        graph=replace(
            graph,
            definitions=_Filtered(graph.definitions, is_public),
            outlines=_Filtered(graph.outlines, is_public),
            cross_referenced=_Filtered(graph.cross_referenced, is_public),
            unused={},
        ),
    )


class _Public:
    """Tells whether definitions are public."""

    def __init__(self, codebase: Codebase) -> None:
        self._files = codebase.files
        self._private: dict[str, tuple[tuple[Symbol, ...], frozenset[tuple[str, int]]]] = {}

    def __call__(self, definition: Definition) -> bool:
        # The file is asked for each time, so that whoever asks depends on it.
        symbols = self._files[definition.path].facts.symbols
        cached = self._private.get(definition.path)
        if cached is None or cached[0] is not symbols:
            rows = (entry for entry in walk(symbols) if entry.private)
            private = frozenset((entry.qualified, entry.number) for entry in rows)
            cached = self._private[definition.path] = symbols, private
        return (definition.qualified, definition.number) not in cached[1]


class _Filtered(Mapping[str, tuple[Definition, ...]]):
    """Rows by a key, without those that a filter leaves out."""

    def __init__(
        self,
        every: Mapping[str, Sequence[Definition]],
        is_shown: Callable[[Definition], bool],
    ) -> None:
        self._every = every
        self._is_shown = is_shown

    def __getitem__(self, key: str) -> tuple[Definition, ...]:
        rows = tuple(filter(self._is_shown, self._every[key]))
        if not rows:
            raise KeyError(key)
        return rows

    def __iter__(self) -> Iterator[str]:
        return (key for key, rows in self._every.items() if any(map(self._is_shown, rows)))

    def __len__(self) -> int:
        return sum(1 for _ in self)
