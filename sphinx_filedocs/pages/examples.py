"""Which test or example shows how a definition is used: a short one that is named after it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from sphinx_filedocs.model.links import GUESSES, Enclosing, Rows
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.model.symbols import Definition, Span

#: So many lines an example has, with its head.
_SHORTEST, _LONGEST = 3, 12
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
#: What the name of a test or an example begins with.
_MARKS = frozenset({"test", "tests", "example", "examples"})
_CALL = USE_KINDS.index("call")


class Example(NamedTuple):
    """A symbol that uses a definition and is named after it."""

    path: str
    name: str
    span: Span


def example_of(
    definition: Definition,
    uses: Rows,
    aside: AbstractSet[str],
    span_of: Callable[[str, Enclosing], Span | None],
) -> Example | None:
    """Return the example of a definition: of several the one with just its name, then the shortest.

    :param aside: the files with tests and examples.
    :param span_of: returns the lines of a symbol of a file.
    """
    wanted = [words for words in (_words(definition.name), _words(definition.qualified)) if words]
    examples: dict[tuple[bool, int, str, int], Example] = {}
    for path, inside in _calls_in(uses):
        subject = _named_after(inside.name)
        if not any(subject[: len(words)] == words for words in wanted) or path not in aside:
            continue
        span = span_of(path, inside)
        if span and _SHORTEST <= span.end - span.start + 1 <= _LONGEST:
            key = subject not in wanted, span.end - span.start, path, span.start
            examples[key] = Example(path, inside.qualified, span)
    return examples[min(examples)] if examples else None


def _calls_in(uses: Rows) -> Iterator[tuple[str, Enclosing]]:
    every = uses.occurrences
    kinds, hows, insides, files = every.kinds, every.hows, every.insides, every.files
    places = {
        (files[row], insides[row])
        for row in uses.numbers
        if kinds[row] == _CALL and hows[row] not in GUESSES
    }
    for file, place in sorted(places):
        if inside := every.enclosing[place]:
            yield every.paths[file], inside


@lru_cache(maxsize=10_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


def _named_after(name: str) -> tuple[str, ...]:
    """Return what a test or an example is named after; nothing of any other symbol."""
    words = _words(name)
    return words[1:] if words and words[0] in _MARKS else ()
