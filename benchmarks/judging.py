"""How links are judged by an oracle: what it says of a sampled name against what was found there.

A *claim* is a link that the analysis shows as a fact: no candidates, nothing outside of the tree.
Precision is the share of right claims where the oracle has an answer, recall the share of the
names that the oracle resolves inside the tree where a claim is right.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeVar

#: A line of a file: the path relative to the tree's root, and the 1-based number.
Line = tuple[str, int]
Said = Literal["in the tree", "outside", "nothing", "failed"]
#: ``exact`` is the oracle's line; ``other line`` declares or binds the same thing; ``overload`` is
#: wrong, but a function of the right name in the right scope; ``outside, too``: neither has it in
#: the tree, which no figure counts; ``unjudged``: no claim, or the oracle is silent.
Verdict = Literal["exact", "other line", "overload", "wrong", "outside, too", "unjudged"]
#: What sort of name one is by the scopes of its file alone: see ``our_links``.
Sort = Literal["local", "member", "global", "keyword argument", "annotation", "import"]

#: One sample is as good as another, if only it stays the same.
SEED = 20_240_601
#: How links are known that are shown as facts, the surest first.
CLAIMS = ("compiler", "scope", "import", "member", "build", "name")
RIGHT = frozenset({"exact", "other line"})
_COUNTED = RIGHT | {"overload", "wrong"}
#: The fields of :class:`Asked` that are sets of lines.
_LINES = ("exact", "others", "overloads")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Found:
    """What the analysis says of a name in a source.

    :param path: relative to the root of the tree.
    :param line: 1-based.
    :param column: 0-based, in characters.
    :param how: how that is known; see ``sphinx_filedocs.model.links.How``; ``""`` without a link.
    :param kind: of the target: a symbol's kind, ``file`` or ``local``; ``""`` outside of the tree.
    :param targets: where it leads; a file as a whole is its line 1.
    :param language: of the file, a language's key.
    :param definition: whether the name is defined right here.
    :param sort: of the name itself.
    """

    path: str
    line: int
    column: int
    name: str
    how: str
    kind: str
    targets: tuple[Line, ...]
    language: str = ""
    definition: bool = False
    sort: Sort = "global"

    @property
    def claim(self) -> bool:
        """Whether it is shown as a fact about the tree."""
        return self.how in CLAIMS and bool(self.targets)


@dataclass(frozen=True, slots=True)
class Asked:
    """A name in a source, which defines nothing there, and what an oracle says of it.

    :param kind: what sort of name it is, for the tables.
    :param local: whether it is a parameter or variable of a function.
    :param said: where the first of the oracle's answers is.
    :param exact: the oracle's answers inside the tree.
    :param others: lines that declare or bind the same thing as those.
    :param overloads: lines of other functions with the same name in the same scope.
    """

    path: str
    line: int
    column: int
    name: str
    kind: str
    local: bool
    said: Said
    exact: frozenset[Line] = frozenset()
    others: frozenset[Line] = frozenset()
    overloads: frozenset[Line] = frozenset()


@dataclass(frozen=True, slots=True)
class Judged:
    """A sampled name with what was found there."""

    asked: Asked
    found: Found | None
    verdict: Verdict

    @property
    def sort(self) -> str:
        """What sort of name it is, in the tables of all judges."""
        return self.found.sort if self.found else "no name for us"

    @property
    def missed(self) -> str | None:
        """Why a name that the oracle resolves inside the tree has no right claim."""
        if self.asked.said != "in the tree" or self.verdict in RIGHT:
            return None
        if self.found is None or not (self.found.targets or self.found.how == "external"):
            return "no link"
        if self.found.claim:
            return "wrong link"
        if self.found.how == "external":
            return "said to be outside"
        good = self.asked.exact | self.asked.others
        return f"candidates {'with' if good & set(self.found.targets) else 'without'} the right one"

    def __str__(self) -> str:
        asked = self.asked
        ours = "no link"
        if self.found and self.found.how:
            ours = f"{self.found.how} {_lines(self.found.targets)}"
        said = _lines(sorted(asked.exact)) if asked.exact else asked.said
        return (
            f"{asked.path}:{asked.line}:{asked.column} {asked.name} ({asked.kind}): "
            f"{ours}; oracle: {said}"
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """The sampled names of one tree and language, judged.

    :param population: how many names there are to sample from.
    """

    tree: str
    language: str
    oracle: str
    population: int
    judged: tuple[Judged, ...]

    def claims(self, *, local: bool = True) -> list[Judged]:
        """Return the names with a claim that the oracle has an opinion on."""
        return [one for one in self._names(local) if one.verdict in _COUNTED]

    def resolved(self, *, local: bool = True) -> list[Judged]:
        """Return the names that the oracle resolves inside the tree."""
        return [one for one in self._names(local) if one.asked.said == "in the tree"]

    def _names(self, local: bool) -> list[Judged]:
        return [one for one in self.judged if local or not one.asked.local]

    def precision(self, *, local: bool = True) -> float:
        """Return the share of right ones among the claims."""
        return _share(self.claims(local=local))

    def recall(self, *, local: bool = True) -> float:
        """Return the share of names with a right claim among those resolved inside the tree."""
        return _share(self.resolved(local=local))


def _share(some: Sequence[Judged]) -> float:
    return sum(one.verdict in RIGHT for one in some) / len(some) if some else 1.0


def _lines(lines: Iterable[Line]) -> str:
    places = [f"{path}:{line}" for path, line in lines]
    return ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")


def sample(population: Sequence[_T], size: int) -> list[_T]:
    """Return a sample of the given size, always the same one, in the order of the population."""
    chosen = random.Random(SEED).sample(range(len(population)), min(size, len(population)))
    return [population[at] for at in sorted(chosen)]


def state_of(root: Path, paths: Iterable[str], *versions: str) -> str:
    """Return a digest of the files with these paths, relative to *root*, and of the versions of
    what reads them."""
    digest = hashlib.sha256("\n".join(versions).encode())
    for path in sorted(paths):
        content = hashlib.sha256((root / path).read_bytes()).hexdigest()
        digest.update(f"{path} {content}\n".encode())
    return digest.hexdigest()[:16]


def keep(store: Path, population: int, asked: Iterable[Asked]) -> None:
    """Write what an oracle said to a file."""
    rows = [asdict(one) | {name: sorted(getattr(one, name)) for name in _LINES} for one in asked]
    store.parent.mkdir(parents=True, exist_ok=True)
    store.write_text(json.dumps({"population": population, "asked": rows}), encoding="utf-8")


def kept(store: Path) -> tuple[int, list[Asked]]:
    """Return what an oracle said, as it was written to a file."""
    found = json.loads(store.read_text(encoding="utf-8"))
    rows = (
        row | {name: frozenset((path, line) for path, line in row[name]) for name in _LINES}
        for row in found["asked"]
    )
    return found["population"], [Asked(**row) for row in rows]


def judge(asked: Iterable[Asked], links: Iterable[Found]) -> tuple[Judged, ...]:
    """Put what was found to what the oracle says of each sampled name."""
    wanted = {(one.path, one.line, one.column): one for one in asked}
    places = (((one.path, one.line, one.column), one) for one in links)
    found = {place: one for place, one in places if place in wanted}
    pairs = ((one, found.get(place)) for place, one in wanted.items())
    return tuple(Judged(one, link, _verdict(one, link)) for one, link in pairs)


def _verdict(asked: Asked, found: Found | None) -> Verdict:
    if found and found.how == "external" and asked.said == "outside":
        return "outside, too"
    if found is None or not found.claim or asked.said in {"nothing", "failed"}:
        return "unjudged"
    targets = set(found.targets)
    if targets & asked.exact:
        return "exact"
    if targets & asked.others:
        return "other line"
    return "overload" if targets & asked.overloads else "wrong"
