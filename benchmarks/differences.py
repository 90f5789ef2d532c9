"""What the oracle and the analysis disagree on in a file, and which of it is explained."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from oracle import Entry

Sort = Literal["missing", "extra", "kind", "line"]
#: How many lines above a difference its explanation may look at.
_BEFORE = 8
#: How far apart two lines may be to be the same definition with a wrong line.
_NEAR = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement: a definition that only one of them has, or the two of a pair.

    :param source: the source line of the definition.
    :param before: the lines above it, a few.
    :param reason: why it is no fault of the analysis, if that is known.
    """

    sort: Sort
    path: str
    expected: Entry | None
    found: Entry | None
    source: str
    before: str = ""
    reason: str | None = None

    @property
    def entry(self) -> Entry:
        """The definition as the analysis has it, else as the oracle has it.

        :raises ValueError: when neither has one.
        """
        entry = self.found or self.expected
        if entry is None:
            message = f"a difference in {self.path} without a definition"
            raise ValueError(message)
        return entry

    def __str__(self) -> str:
        entry = self.entry
        said = f"{entry.kind} {entry.name}"
        if self.sort == "kind" and self.expected:
            said += f" (oracle: {self.expected.kind})"
        if self.sort == "line" and self.expected:
            said += f" (oracle: line {self.expected.line})"
        return f"{self.sort:8}{self.path}:{entry.line}: {said}    | {self.source.strip()[:90]}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A pattern of differences that are known not to be faults of the analysis.

    Every key that is given must fit: ``languages`` by name, ``sort``, the ``expected`` and
    ``found`` kind and ``local`` as they are, and ``name``, ``path``, ``source`` and ``before`` as
    regular expressions.
    """

    reason: str
    languages: tuple[str, ...]
    sort: Sort
    expected: str | None = None
    found: str | None = None
    local: bool | None = None
    name: str | None = None
    path: str | None = None
    source: str | None = None
    before: str | None = None

    def fits(self, difference: Difference, language: str) -> bool:
        """Tell whether a difference in a file of this language is one of the pattern's."""
        if difference.sort != self.sort or language not in self.languages:
            return False
        kinds = ((self.expected, difference.expected), (self.found, difference.found))
        if any(kind and (other is None or other.kind != kind) for kind, other in kinds):
            return False
        if self.local not in {None, difference.entry.local}:
            return False
        texts = (
            (self.name, difference.entry.name),
            (self.path, difference.path),
            (self.source, difference.source),
            (self.before, difference.before),
        )
        return all(pattern is None or re.search(pattern, text) for pattern, text in texts)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All files of one language in one tree, compared."""

    tree: str
    language: str
    files: int
    expected: int
    found: int
    differences: tuple[Difference, ...]

    def precision(self, *, explained: bool = False) -> float:
        """Return the share of what was found that the oracle has, too."""
        return self._share("found", self.found, explained=explained)

    def recall(self, *, explained: bool = False) -> float:
        """Return the share of what the oracle has that was found."""
        return self._share("expected", self.expected, explained=explained)

    def _share(self, side: Literal["expected", "found"], total: int, *, explained: bool) -> float:
        mine = [one for one in self.differences if getattr(one, side) is not None]
        excused = sum(one.reason is not None for one in mine) if explained else 0
        counted = total - excused
        return (total - len(mine)) / counted if counted else 1.0


def read_explanations(path: Path) -> list[Explanation]:
    """Read the explained patterns.

    :raises TypeError: when a table has a key that :class:`Explanation` has not.
    """
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("explained", [])
    return [Explanation(**table | {"languages": tuple(table["languages"])}) for table in tables]


def explain(
    differences: list[Difference], language: str, explanations: list[Explanation]
) -> tuple[Difference, ...]:
    """Return the differences with the reason of the first explanation that fits."""
    reasons = (
        next((one.reason for one in explanations if one.fits(difference, language)), None)
        for difference in differences
    )
    pairs = zip(differences, reasons, strict=True)
    return tuple(replace(difference, reason=reason) for difference, reason in pairs)


def compare(
    root: Path, path: str, expected: frozenset[Entry], found: frozenset[Entry]
) -> list[Difference]:
    """Return the differences of one file in the order of its lines."""
    theirs, ours = expected - found, found - expected
    if not theirs and not ours:
        return []
    text = (root / path).read_bytes().decode("utf-8-sig", "replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    same_line = _pairs(theirs, ours, lambda a, b: (a.name, a.line) == (b.name, b.line))
    theirs, ours = _without(theirs, ours, same_line)
    near = _pairs(
        theirs,
        ours,
        lambda a, b: (a.name, a.kind) == (b.name, b.kind) and abs(a.line - b.line) <= _NEAR,
    )
    theirs, ours = _without(theirs, ours, near)
    found_differences: list[tuple[Sort, Entry | None, Entry | None]] = [
        *(("kind", *pair) for pair in same_line),
        *(("line", *pair) for pair in near),
        *(("missing", entry, None) for entry in theirs),
        *(("extra", None, entry) for entry in ours),
    ]
    differences = [Difference(sort, path, a, b, "") for sort, a, b in found_differences]
    return [
        replace(
            one,
            source="".join(lines[one.entry.line - 1 : one.entry.line]),
            before="\n".join(lines[max(one.entry.line - 1 - _BEFORE, 0) : one.entry.line - 1]),
        )
        for one in sorted(differences, key=lambda one: one.entry.line)
    ]


def _pairs(
    theirs: frozenset[Entry], ours: frozenset[Entry], same: Callable[[Entry, Entry], bool]
) -> list[tuple[Entry, Entry]]:
    """Pair what is the same in a wider sense, each entry once, the nearest lines first."""
    pairs = []
    left = set(ours)
    for expected in sorted(theirs, key=lambda entry: entry.line):
        partners = [entry for entry in left if same(expected, entry)]
        if partners:
            nearest = min(partners, key=lambda entry: (abs(entry.line - expected.line), entry))
            left.remove(nearest)
            pairs.append((expected, nearest))
    return pairs


def _without(
    theirs: frozenset[Entry], ours: frozenset[Entry], pairs: list[tuple[Entry, Entry]]
) -> tuple[frozenset[Entry], frozenset[Entry]]:
    return theirs - {one for one, _ in pairs}, ours - {other for _, other in pairs}
