"""What uses are for, as pages say it: with each line, and counted; and which test or example shows
how a definition is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from sphinx_filedocs.model.links import GUESSES, Enclosing, Reference, Rows
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.model.symbols import Definition, Span
from sphinx_filedocs.pages.translation import _, quantity


class CountedKind(NamedTuple):
    """A kind of uses.

    :param label: what lines say that are of it; ``""`` for the one of most lines, which say
        nothing.
    :param text: how many there are.
    """

    label: str
    text: str


def kind_of(use: Reference) -> str:
    """Return what a use is for; of a guess that is ``name``."""
    return "name" if use.how == "name" else use.kind


def kind_label(kind: str) -> str:
    """Return what a line says that is of a kind."""
    labels = {
        "call": _("call"),
        "read": _("read"),
        "write": _("write"),
        "address": _("address taken"),
        "type": _("type"),
        "import": _("import"),
        "base": _("base"),
        "override": _("overrides"),
        "implementation": _("implements"),
        "instance": _("of this type"),
        "name": _("by name"),
    }
    return labels.get(kind) or _("other use")


def kind_counts(kinds: Mapping[str, int]) -> dict[str, str]:
    """Return how many uses there are of each kind, in words, those of most first."""
    texts = {
        "call": lambda n: quantity(n, "{count:,} call", "{count:,} calls"),
        "read": lambda n: quantity(n, "{count:,} read", "{count:,} reads"),
        "write": lambda n: quantity(n, "{count:,} write", "{count:,} writes"),
        "address": lambda n: quantity(n, "{count:,} address taken", "{count:,} addresses taken"),
        "type": lambda n: quantity(n, "{count:,} as a type", "{count:,} as a type"),
        "import": lambda n: quantity(n, "{count:,} import", "{count:,} imports"),
        "base": lambda n: quantity(n, "{count:,} as a base", "{count:,} as a base"),
        "override": lambda n: quantity(n, "{count:,} override", "{count:,} overrides"),
        "implementation": lambda n: quantity(
            n, "{count:,} implementation", "{count:,} implementations"
        ),
        "name": lambda n: quantity(n, "{count:,} by name", "{count:,} by name"),
        "instance": lambda n: quantity(n, "{count:,} of this type", "{count:,} of this type"),
        "reference": lambda n: quantity(n, "{count:,} other use", "{count:,} other uses"),
    }
    ordered = sorted(kinds, key=lambda kind: (kind == "reference", -kinds[kind], kind))
    return {kind: texts[kind](kinds[kind]) for kind in ordered}


def usual_kind(uses: Iterable[Reference]) -> str:
    """Return the kind of most uses, imports aside, which no line has to say; ``""`` for none."""
    counts = Counter(map(kind_of, uses))
    return min(counts, key=lambda kind: (kind == "import", -counts[kind], kind), default="")


def only_kind(uses: Sequence[Reference]) -> str:
    """Return how many uses there are of the one kind that all are of; ``""`` where there are
    several, or nothing is known of what they are for."""
    kinds = Counter(map(kind_of, uses))
    is_said = len(kinds) == 1 and not kinds.keys() & {"reference", "name"}
    return "".join(kind_counts(kinds).values()) if is_said else ""


def counted_kinds(uses: Iterable[Reference], usual: str) -> list[CountedKind]:
    """Return the kinds of some uses with their numbers."""
    counts = kind_counts(Counter(map(kind_of, uses)))
    return [
        CountedKind("" if kind == usual else kind_label(kind), text)
        for kind, text in counts.items()
    ]


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
