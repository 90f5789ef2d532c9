"""Samples of links that people have judged, one file for each language in ``links/``.

A sample is drawn from the claims of one language in a tree: no candidates, no local names, nothing
outside of the tree, and not the place of the definition itself. The claims are grouped by how they
are known and by the kind of their target; each group gets a part of the sample by the square root
of its size, so that rare groups are seen. In a group the links with the smallest digests of their
places are taken: a link keeps its chance when others come or go.

A verdict counts as long as the link stands: the same text in the same place leading to the same
line. Any other has to be checked again.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Literal

from judging import SEED, Found, Line
from judging_report import share_of

FOLDER = Path(__file__).with_name("links")
#: The least precision, and the least part of a sample that must still stand.
BOUND = 0.95
STANDING = 0.8
#: How many lines around a place are shown to who judges it.
_AROUND = 4
State = Literal["right", "wrong", "without a verdict", "to be checked again"]

_HEADER = """\
# Links judged by hand, drawn by benchmarks/links.py --draw (seed {seed}) from all that are shown as
# facts, without local names; each group of how and kind by the square root of its size:
{groups}
# verdict is "right" when a reader who knows the language finds the definition of the name at
# target:target_line, "wrong" when not, "" when nobody has looked.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A link as it was drawn, and what its reader says of it.

    :param tree: path of the tree below the folder of trees.
    :param line: 1-based; ``column`` 0-based, in characters.
    :param target: path and ``target_line`` of where the link leads.
    :param source: the line of source that it stands in.
    """

    tree: str
    path: str
    line: int
    column: int
    name: str
    target: str
    target_line: int
    how: str
    kind: str
    source: str
    verdict: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in {"right", "wrong", ""}:
            message = f"{self.path}:{self.line}: the verdict {self.verdict!r} is none"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Checked:
    """A row, and whether its verdict still counts; ``reason`` says why not.

    :param sort: of the name, see :class:`judging.Found`.
    """

    row: Row
    state: State
    reason: str = ""
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Sample:
    """Links drawn from a tree, and how many there are of each group of how and kind."""

    tree: str
    rows: tuple[Row, ...]
    sizes: Mapping[tuple[str, str], int]


def read(path: Path) -> list[Row]:
    """Read a sample.

    :raises TypeError: when a row has other keys than :class:`Row`.
    :raises ValueError: when a verdict is none.
    """
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("link", [])
    return [Row(**table) for table in tables]


def write(path: Path, samples: Sequence[Sample]) -> None:
    """Write the samples of a language."""
    groups = "\n".join(f"#   {one.tree}: {_listed(one.sizes)}" for one in samples)
    text = _HEADER.format(seed=SEED, groups=groups)
    for row in (row for sample in samples for row in sample.rows):
        # JSON's strings and numbers are TOML's, too.
        values = (f"{key} = {_value(value)}\n" for key, value in asdict(row).items())
        text += "\n[[link]]\n" + "".join(values)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _listed(sizes: Mapping[tuple[str, str], int]) -> str:
    return ", ".join(f"{size} {how} {kind}" for (how, kind), size in sorted(sizes.items()))


def _value(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def claims_of(links: Iterable[Found], language: str) -> list[Found]:
    """Return the links of a language that a sample is drawn from."""
    return [
        one
        for one in links
        if one.language == language and one.claim and one.kind != "local" and not one.definition
    ]


def draw(root: Path, tree: str, claims: Sequence[Found], known: Iterable[Row], size: int) -> Sample:
    """Return a sample; known verdicts of its links are kept."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for one in claims:
        groups.setdefault((one.how, one.kind), []).append(one)
    counts = Counter({group: len(some) for group, some in groups.items()})
    rows = [
        _row(root, tree, one)
        for group, number in allot(counts, size).items()
        for one in sorted(groups[group], key=_rank)[:number]
    ]
    verdicts = {replace(row, verdict="", note="", how="", kind=""): row for row in known}
    drawn = []
    for row in sorted(rows, key=lambda row: (row.path, row.line, row.column)):
        old = verdicts.get(replace(row, how="", kind=""))
        drawn.append(replace(row, verdict=old.verdict, note=old.note) if old else row)
    return Sample(tree, tuple(drawn), counts)


def allot(sizes: Mapping[tuple[str, str], int], total: int) -> Counter[tuple[str, str]]:
    """Return how many of a sample each group gets: by the square root of its size, and one at
    least, as long as there are any."""
    given: Counter[tuple[str, str]] = Counter()
    for _ in range(min(total, sum(sizes.values()))):
        open_ = [group for group, size in sizes.items() if given[group] < size]
        # The first round goes to each group once, the largest first.
        best = max(
            open_, key=lambda one: (not given[one], sqrt(sizes[one]) / (given[one] + 1), one)
        )
        given[best] += 1
    return given


def _rank(found: Found) -> bytes:
    place = f"{SEED} {found.path} {found.line} {found.column}"
    return hashlib.sha256(place.encode()).digest()


def _row(root: Path, tree: str, found: Found) -> Row:
    target, target_line = found.targets[0]
    return Row(
        tree=tree,
        path=found.path,
        line=found.line,
        column=found.column,
        name=found.name,
        target=target,
        target_line=target_line,
        how=found.how,
        kind=found.kind,
        source=_line(root, (found.path, found.line)).strip(),
    )


def check(root: Path, rows: Iterable[Row], links: Iterable[Found]) -> list[Checked]:
    """Return which verdicts of one tree still count."""
    places = {(one.path, one.line, one.column): one for one in links}
    return [_checked(root, row, places.get((row.path, row.line, row.column))) for row in rows]


def _checked(root: Path, row: Row, found: Found | None) -> Checked:
    reason = ""
    if _line(root, (row.path, row.line)).strip() != row.source:
        reason = "the source is another one"
    elif found is None or not found.targets:
        reason = "no link any more"
    elif not found.claim:
        reason = f"not a claim any more: {found.how}"
    elif found.targets[0] != (row.target, row.target_line):
        path, line = found.targets[0]
        reason = f"leads to {path}:{line} now"
    if reason or found is None:
        return Checked(row, "to be checked again", reason)
    states: dict[str, State] = {"right": "right", "wrong": "wrong"}
    return Checked(row, states.get(row.verdict, "without a verdict"), sort=found.sort)


def _line(root: Path, place: Line) -> str:
    lines = _lines(root, place[0])
    return lines[place[1] - 1] if place[1] <= len(lines) else ""


def _lines(root: Path, path: str) -> list[str]:
    try:
        text = (root / path).read_bytes().decode("utf-8-sig", "replace")
    except OSError:
        return []
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def good(checked: Sequence[Checked]) -> bool:
    """Tell whether a sample says that enough links are right."""
    counts = Counter(one.state for one in checked)
    judged = counts["right"] + counts["wrong"]
    standing = judged >= STANDING * len(checked)
    return bool(judged) and standing and counts["right"] >= BOUND * judged


def report(title: str, checked: Sequence[Checked]) -> None:
    """Print the counts of a sample, and every row whose verdict is not simply that it is right."""
    counts = Counter(one.state for one in checked)
    judged = [one for one in checked if one.state in {"right", "wrong"}]
    print(
        f"\n{title}: {len(checked)} links, {counts['right']} right, {counts['wrong']} wrong, "
        f"{counts['to be checked again']} to be checked again, "
        f"{counts['without a verdict']} without a verdict; "
        f"precision {share_of(counts['right'], len(judged))}"
    )
    _count_groups(judged, lambda one: f"{one.row.how:8}{one.row.kind}")
    print("  by our own scopes:")
    _count_groups(judged, lambda one: one.sort)
    for one in checked:
        if one.state != "right":
            row = one.row
            print(
                f"  {one.state}: {row.path}:{row.line}:{row.column} {row.name} -> "
                f"{row.target}:{row.target_line} ({row.how}) {one.reason or row.note}"
            )


def _count_groups(judged: Sequence[Checked], group_of: Callable[[Checked], str]) -> None:
    for group in sorted({group_of(one) for one in judged}):
        some = [one for one in judged if group_of(one) == group]
        print(f"    {group:20}{sum(one.state == 'right' for one in some)}/{len(some)} right")


def show(root: Path, checked: Iterable[Checked]) -> Iterator[str]:
    """Yield what somebody must see to judge the links that have no verdict that counts: the lines
    around each name and its target."""
    waiting = (one for one in checked if one.state not in {"right", "wrong"})
    for number, one in enumerate(waiting, 1):
        row = one.row
        yield f"\n=== {number}. {row.name} ({row.how}, {row.kind}), {row.path}:{row.line}"
        if one.reason:
            yield f"    {one.state}: {one.reason}"
        yield from _excerpt(root, (row.path, row.line), row.column)
        yield f"--- leads to {row.target}:{row.target_line}"
        yield from _excerpt(root, (row.target, row.target_line), None)


def _excerpt(root: Path, place: Line, column: int | None) -> Iterator[str]:
    lines = _lines(root, place[0])
    first = max(place[1] - _AROUND, 1)
    for number in range(first, min(place[1] + _AROUND, len(lines)) + 1):
        mark = ">" if number == place[1] else " "
        yield f"{mark}{number:6} {lines[number - 1][:200]}"
        if column is not None and number == place[1]:
            yield " " * (8 + column) + "^"
