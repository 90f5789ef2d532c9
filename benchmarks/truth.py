"""How many of the things that pages say beside names and links are so.

For each kind of statement a sample is drawn from the trees, the same each time: the statements of
each tree with the smallest digests, the trees in turn. People have judged them; their verdicts are
kept in ``truth/``, a file a kind. A verdict counts as long as a page says the same. The precision
of each kind is printed with its counts; the exit code is 1 when one is below the bound, or too few
of a sample have a verdict.

    python benchmarks/truth.py                      all kinds, all trees below the folder of trees
    python benchmarks/truth.py --kind 'import cycle' flask cobra
    python benchmarks/truth.py --draw               writes what has no verdict into truth/
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from accuracy import TREES
from judging import SEED
from statements import Statement, documented, kinds

FOLDER = Path(__file__).with_name("truth")
#: The least precision of a kind, and the least part of its sample that must have a verdict.
BOUND = 0.95
JUDGED = 0.8
#: How many statements of a kind are drawn from all trees.
SIZE = 48
_TOO_LONG = 300


@dataclass(frozen=True, slots=True)
class Verdict:
    """What somebody who read the source says of a statement.

    :param tree: the name of the tree below the folder of trees.
    :param path: as in :class:`statements.Statement`, and so ``says``.
    :param verdict: ``right``, ``wrong``, or nothing when nobody has looked.
    :param why: the evidence, in a few words.
    """

    tree: str
    path: str
    says: str
    verdict: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in {"right", "wrong", ""}:
            message = f"{self.tree}/{self.path}: the verdict {self.verdict!r} is none"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sample of one kind with its verdicts.

    :param total: how many statements of the kind the trees have.
    :param trees: how many trees have any.
    """

    kind: str
    total: int
    trees: int
    sample: tuple[Verdict, ...]

    def count(self, verdict: str) -> int:
        """Return how many statements of the sample have a verdict."""
        return sum(row.verdict == verdict for row in self.sample)

    @property
    def is_enough(self) -> bool:
        """Whether enough of the sample is judged, and enough of that is right."""
        judged = self.count("right") + self.count("wrong")
        return judged >= JUDGED * len(self.sample) and self.count("right") >= BOUND * judged


def file_of(kind: str) -> Path:
    """Return the file with the verdicts of a kind."""
    return FOLDER / f"{re.sub('[^a-z0-9]+', '-', kind.lower())}.toml"


def verdicts(path: Path) -> list[Verdict]:
    """Read the verdicts of a kind.

    :raises TypeError: when a row has other keys than :class:`Verdict`.
    :raises ValueError: when a verdict is none.
    """
    if not path.exists():
        return []
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("judged", [])
    return [Verdict(**table) for table in tables]


def write(path: Path, rows: Iterable[Verdict]) -> None:
    """Write the verdicts of a kind, sorted by tree and path."""
    parts = ["# Judged by hand; see benchmarks/truth.py.\n"]
    for row in sorted(rows, key=lambda row: (row.tree, row.path, row.says)):
        # JSON's strings are TOML's, too.
        values = (f"{key} = {_quoted(value)}\n" for key, value in asdict(row).items() if value)
        parts.append("\n[[judged]]\n" + "".join(values))
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(parts), encoding="utf-8")


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def drawn(kind: str, by_tree: Mapping[str, Sequence[Statement]]) -> list[Verdict]:
    """Return a sample of a kind's statements, one of each tree in turn, none twice."""
    ranked = {
        tree: sorted({(said.path, said.says) for said in some}, key=lambda row: _rank(kind, row))
        for tree, some in sorted(by_tree.items())
    }
    rows: list[Verdict] = []
    for turn in range(max((len(some) for some in ranked.values()), default=0)):
        for tree, some in ranked.items():
            if turn < len(some) and len(rows) < SIZE:
                rows.append(Verdict(tree, some[turn][0], some[turn][1]))
    return rows


def _rank(kind: str, row: tuple[str, str]) -> bytes:
    return hashlib.sha256(f"{SEED} {kind} {row!r}".encode(errors="surrogateescape")).digest()


def judged(kind: str, by_tree: Mapping[str, Sequence[Statement]]) -> Outcome:
    """Return the sample of a kind with the verdicts that are known; what is said now as one kind
    may have been judged as another."""
    paths = [*sorted(FOLDER.glob("*.toml")), file_of(kind)]
    known = {(row.tree, row.path, row.says): row for path in paths for row in verdicts(path)}
    sample = (known.get((row.tree, row.path, row.says), row) for row in drawn(kind, by_tree))
    total = sum(map(len, by_tree.values()))
    return Outcome(kind, total, sum(map(bool, by_tree.values())), tuple(sample))


def collected(
    roots: Iterable[Path], wanted: Sequence[str]
) -> Mapping[str, dict[str, list[Statement]]]:
    """Return the statements of each wanted kind by tree.

    :param roots: absolute folders, each a tree.
    """
    collectors = {kind: collect for kind, collect in kinds().items() if kind in wanted}
    found: Mapping[str, dict[str, list[Statement]]] = defaultdict(dict)
    for root in roots:
        print(f"{root.name} …", file=sys.stderr, flush=True)
        with documented(root) as tree:
            for kind, collect in collectors.items():
                found[kind][root.name] = list(_printable(collect(tree)))
    return found


def _printable(statements: Iterable[Statement]) -> Iterator[Statement]:
    for said in statements:
        text = " ".join(said.says.split())[:_TOO_LONG]
        path = said.path.encode(errors="surrogateescape").decode(errors="replace")
        yield Statement(path, text.encode(errors="replace").decode(), said.line)


def report(outcome: Outcome) -> str:
    """Return a kind's line of the table."""
    right, wrong = outcome.count("right"), outcome.count("wrong")
    share = f"{right / (right + wrong):.3f}" if right + wrong else "–"
    verdict = "" if outcome.is_enough else "  BELOW THE BOUND"
    if outcome.count("") > (1 - JUDGED) * len(outcome.sample):
        verdict = "  NOT JUDGED"
    counts = f"{right:4} right {wrong:3} wrong {outcome.count(''):3} without a verdict"
    where = f"of {outcome.total} in {outcome.trees} trees"
    return f"{outcome.kind:34} {share:>6} {counts}  {where}{verdict}"


def main() -> int:
    """Judge the kinds, and say whether all are within the bound."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("trees", nargs="*", help="names below the folder of trees, or folders")
    parser.add_argument(
        "--kind", action="append", choices=kinds(), help="only this; may be repeated"
    )
    parser.add_argument("--draw", action="store_true", help="write what has no verdict into truth/")
    given = parser.parse_args()
    names = given.trees or sorted(
        p.name for p in TREES.iterdir() if p.is_dir() and p.name[0] != "."
    )
    roots = [Path(TREES, name).resolve() for name in names]
    wanted = given.kind or list(kinds())
    found = collected(roots, wanted)
    outcomes = [judged(kind, found[kind]) for kind in wanted]
    for outcome in outcomes:
        if given.draw:
            known = set(verdicts(file_of(outcome.kind)))
            write(file_of(outcome.kind), known | set(outcome.sample))
        print(report(outcome))
        for row in outcome.sample:
            if row.verdict == "wrong":
                print(f"    wrong: {row.tree}/{row.path}: {row.says} ({row.why})")
    return 0 if all(outcome.is_enough for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
