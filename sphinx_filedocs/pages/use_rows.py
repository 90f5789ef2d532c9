"""Rows of uses, their counts, and the purpose of each use: a call, a read, an import."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from sphinx_filedocs.model.files import File, is_header
from sphinx_filedocs.model.links import GUESSES, Enclosing, Reference, Rows
from sphinx_filedocs.model.names import CALL_KINDS
from sphinx_filedocs.model.symbols import Definition, Span
from sphinx_filedocs.pages.translation import _, deferred, deferred_plural, quantity


class NameRow(NamedTuple):
    """A row of a name's cross-references.

    :param about: a definition; ``possible`` for any of them, ``outside`` for imports from
        elsewhere, or a path behind a slash (``/shop/errs/``) for imports of it.
    :param use: none for an unused definition.
    """

    about: Definition | str
    use: Reference | None = None


class Caller(NamedTuple):
    """A caller of a definition: a symbol, or a file outside of its symbols.

    :param line: of the first call, 1-based.
    :param lines: the number of lines with calls.
    :param aside: whether it is in tests or the like.
    """

    path: str
    inside: Enclosing | None
    line: int
    lines: int
    aside: bool


class Exchange(NamedTuple):
    """A definition of one file that another file, ``path``, uses on *lines*, 1-based."""

    path: str
    definition: Definition
    lines: tuple[int, ...]


def counted(uses: Rows | None) -> tuple[int, int]:
    """Return the lines and files that use a definition: the one count for all pages."""
    return (len(uses), uses.files()) if uses else (0, 0)


def declared(totals: Mapping[Definition | str, tuple[int, int]]) -> set[Definition]:
    """Return unused declarations of used definitions: same qualified name and kind, in one file or
    a header."""
    used = [
        about for about, (lines, _) in totals.items() if lines and isinstance(about, Definition)
    ]
    known = {_declares(about) for about in used}
    places = {(about.path, *_declares(about)) for about in used}
    return {
        about
        for about, (lines, _) in totals.items()
        if not lines
        and isinstance(about, Definition)
        and _declares(about) in known
        and (
            (about.path, *_declares(about)) in places
            or is_header(about.path)
            or about.path.endswith((".d.ts", ".d.cts", ".d.mts"))
        )
    }


def _declares(definition: Definition) -> tuple[str, str]:
    """Return qualified name and kind, the kind as of a definition."""
    kind = {"method": "function", "struct": "class"}.get(definition.kind, definition.kind)
    return definition.qualified, kind


def by_file(
    rows: Iterable[Exchange], less_telling: AbstractSet[str] = frozenset()
) -> tuple[Exchange, ...]:
    """Return exchanges with those of one file together, the file with the most lines first."""
    weights: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        weights[row.path] += len(row.lines)
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                row.path in less_telling,
                -weights[row.path],
                row.path,
                row.definition.line,
                row.definition.qualified,
            ),
        )
    )


def less_telling(files: Iterable[File]) -> frozenset[str]:
    """Return the paths of tests, examples, generated and vendored files."""
    return frozenset(file.path for file in files if file.is_less_telling)


def kind_of(use: Reference) -> str:
    """Return the kind of a use, ``name`` for a guess and ``base`` for that of any class."""
    return "name" if use.how == "name" else "base" if use.kind == "anonymous" else use.kind


#: Label of a kind on lines, and the number of its uses.
_KINDS: Mapping[str, tuple[str, tuple[str, str]]] = {
    "call": (deferred("call"), deferred_plural("{count:,} call", "{count:,} calls")),
    "read": (deferred("read"), deferred_plural("{count:,} read", "{count:,} reads")),
    "write": (deferred("write"), deferred_plural("{count:,} write", "{count:,} writes")),
    "address": (
        deferred("address taken"),
        deferred_plural("{count:,} address taken", "{count:,} addresses taken"),
    ),
    "type": (deferred("type"), deferred_plural("{count:,} as a type", "{count:,} as a type")),
    "import": (deferred("import"), deferred_plural("{count:,} import", "{count:,} imports")),
    "base": (deferred("base"), deferred_plural("{count:,} as a base", "{count:,} as a base")),
    "override": (
        deferred("overrides"),
        deferred_plural("{count:,} override", "{count:,} overrides"),
    ),
    "implementation": (
        deferred("implements"),
        deferred_plural("{count:,} implementation", "{count:,} implementations"),
    ),
    "name": (deferred("by name"), deferred_plural("{count:,} by name", "{count:,} by name")),
    "instance": (
        deferred("of this type"),
        deferred_plural("{count:,} of this type", "{count:,} of this type"),
    ),
    "reference": (
        deferred("other use"),
        deferred_plural("{count:,} other use", "{count:,} other uses"),
    ),
}


def kind_label(kind: str) -> str:
    """Return the label of a kind."""
    return _(_KINDS[kind][0])


def kind_counts(kinds: Mapping[str, int]) -> dict[str, str]:
    """Return the numbers of uses of each kind as texts, the most first."""
    ordered = sorted(kinds, key=lambda kind: (kind == "reference", -kinds[kind], kind))
    return {kind: quantity(kinds[kind], *_KINDS[kind][1]) for kind in ordered}


def usual_kind(uses: Iterable[Reference]) -> str:
    """Return the most frequent kind of uses besides imports, or ``""``."""
    counts = Counter(map(kind_of, uses))
    return min(counts, key=lambda kind: (kind == "import", -counts[kind], kind), default="")


def only_kind(uses: Sequence[Reference]) -> str:
    """Return the number of uses if all are of one known kind, else ``""``."""
    kinds = Counter(map(kind_of, uses))
    is_said = len(kinds) == 1 and not kinds.keys() & {"reference", "name"}
    return "".join(kind_counts(kinds).values()) if is_said else ""


#: So many lines an example has, with its head.
_SHORTEST, _LONGEST = 3, 12
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
#: What the name of a test or an example begins with.
_MARKS = frozenset({"test", "tests", "example", "examples"})


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
    """Return the example of a definition, the one with just its name first, then the shortest."""
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
        if kinds[row] in CALL_KINDS and hows[row] not in GUESSES
    }
    for file, place in sorted(places):
        if inside := every.enclosing[place]:
            yield every.paths[file], inside


@lru_cache(maxsize=10_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


def _named_after(name: str) -> tuple[str, ...]:
    """Return the subject of the name of a test or example. Example: ``test_parse`` → ``parse``."""
    words = _words(name)
    return words[1:] if words and words[0] in _MARKS else ()
