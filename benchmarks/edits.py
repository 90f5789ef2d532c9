"""Edits real trees, builds after each edit, and prints what that costs.

    python benchmarks/edits.py TREE... [--checkout A --checkout B] [--check]

A TREE is a folder that ``edits.toml`` has edits for: jackson, redis, torch (or its folder
distributed), flask-repo. It is copied. With each checkout (folders or revisions; this one if none
is given) it is built, built again with nothing changed, and then after each edit. The table has CPU
seconds of all processes, and the pages that were written: those that show something else, and
after "+" those that are as they were. With ``--check``, a clean build after each edit must write
the same files, byte for byte. Ends with 1 when a bound is missed or a build differs.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from checkouts import Checkout, Project, differing, digests, opened
from edits_read import Subject, read_subjects
from scale_edits import pages, written

_HERE = str(Path(__file__).resolve().parents[1])


@dataclass(frozen=True, slots=True)
class Cost:
    """What one build after an edit took.

    :param changed: how many pages were written that show something else; ``needless``: that do not.
    :param is_clean: whether a clean build writes the same; ``None`` when it was not asked.
    """

    cpu: float
    changed: int
    needless: int
    is_clean: bool | None = None

    def verdict(self, bound: float | None) -> str:
        """Return whether the bound holds and the pages are right, in words."""
        said = [] if bound is None else ["ok" if self.cpu <= bound else "MISSED"]
        if self.is_clean is not None:
            said.append("same" if self.is_clean else "DIFFERS")
        return ", ".join(said)


class Table:
    """Edits one copy of a tree, with an output for each checkout, and prints the rows.

    :param place: an empty folder.
    """

    def __init__(
        self, tree: Path, checkouts: Sequence[Checkout], place: Path, *, check: bool
    ) -> None:
        self.name = tree.name
        self.checkouts = checkouts
        self.check = check
        self.is_fine = True
        self.copy = place / tree.name
        shutil.copytree(tree, self.copy, symlinks=True)
        self.project = Project.of_tree(self.copy, place / "project")

    def run(self, subjects: Sequence[Subject]) -> None:
        """Build, edit and build again, and print a row for each state."""
        self._row("", "clean build", None)
        self._row("", "nothing changed", None)
        for subject in subjects:
            for edit in subject.edits(self.copy, self.name):
                self._row(subject.file, edit, subject.bound)

    def _row(self, file: str, edit: str, bound: float | None) -> None:
        costs = [self._build(checkout, str(n)) for n, checkout in enumerate(self.checkouts)]
        self.is_fine &= not any(
            word in cost.verdict(bound) for cost in costs for word in ("MISSED", "DIFFERS")
        )
        print(row((self.name, file, edit), costs, bound), flush=True)

    def _build(self, checkout: Checkout, label: str) -> Cost:
        output = self.project.output(label) / "html"
        before = pages(output)
        run = self.project.build(checkout, label)
        result = written(before, pages(output))
        is_clean = self._is_clean(checkout, label) if self.check else None
        return Cost(run.cpu, len(result.changed), len(result.needless), is_clean)

    def _is_clean(self, checkout: Checkout, label: str) -> bool:
        """Tell whether the output is what a clean build writes."""
        clean = f"{label}-clean"
        self.project.build(checkout, clean)
        wrong = differing(*(digests(self.project.output(name)) for name in (label, clean)))
        shutil.rmtree(self.project.outputs / clean)
        if wrong:
            print(f"differs from a clean build: {', '.join(wrong[:5])}", file=sys.stderr)
        return not wrong


def head(checkouts: Sequence[Checkout]) -> str:
    """Return the first two lines of the table."""
    names = ["tree", "file", "edit", "bound"]
    for checkout in checkouts:
        names += [f"{checkout.name}: CPU s", "pages", ""]
    return "\n".join((_line(names), _line(["---"] * len(names))))


def row(names: Sequence[str], costs: Sequence[Cost], bound: float | None) -> str:
    """Return the line of one edit.

    :param names: of the tree, the file and the edit.
    :param costs: one of each checkout.
    """
    cells = [*names, "" if bound is None else f"{bound:g}"]
    for cost in costs:
        more = f" + {cost.needless}" if cost.needless else ""
        cells += [f"{cost.cpu:.1f}", f"{cost.changed}{more}", cost.verdict(bound)]
    return _line(cells)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def chosen_subjects(trees: Sequence[Path]) -> Iterator[tuple[Path, list[Subject]]]:
    """Yield each tree and its subjects.

    :raises ValueError: when a tree has none.
    """
    subjects = read_subjects()
    for tree in trees:
        mine = [subject for subject in subjects if tree.name in subject.trees]
        if not mine:
            raise ValueError(f"no edits are known for {tree.name}")
        yield tree, mine


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--checkout", action="append", dest="checkouts", metavar="NAME")
    parser.add_argument("--check", action="store_true", help="compare with clean builds")
    chosen = parser.parse_args(arguments)
    work = list(chosen_subjects([tree.resolve(strict=True) for tree in chosen.trees]))
    is_fine = True
    with ExitStack() as stack:
        names = chosen.checkouts or [_HERE]
        checkouts = [stack.enter_context(opened(name)) for name in names]
        for checkout in checkouts:
            checkout.prepare()
        print(head(checkouts))
        for tree, subjects in work:
            with tempfile.TemporaryDirectory() as place:
                table = Table(tree, checkouts, Path(place).resolve(), check=chosen.check)
                table.run(subjects)
                is_fine &= table.is_fine
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
