"""How fast whole trees are built, how much memory that takes and what edits cost, beside peers.

Each figure is shown with that of a peer which was measured in the same run, their ratio, and the
bound of the ratio. CPU time is that of all processes, user and system; memory is what they hold
together. Python packages are compiled before, as ``pip install`` does. Nothing is judged by the
clock. A peer or tree that is not there is named, and what needs it is not measured. The exit code
is 1 when a figure misses its bound or was not measured.

    python benchmarks/scale.py                     everything; an hour and more
    python benchmarks/scale.py --quick             a small tree; a minute
    python benchmarks/scale.py --only 2,6          these budgets

The trees are those of ``get_trees.sh``: torch and jdk, for ``--quick`` flask's Python files. A tree
that small says nothing of budget 5, and most of its other figures are Sphinx's own start. All that
is made lies in the folder for temporary files, some 20 GB, and is deleted again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from accuracy import TREES
from scale_budgets import BUDGETS
from scale_builds import Bench, Subjects, Tree
from scale_measure import compile_packages, describe_machine
from scale_peers import Peers
from scale_report import Row, answer, table, write_json


def subjects(trees: Path, quick: bool) -> Subjects:
    """Return what to build.

    :param trees: the folder of trees, absolute.
    """
    if quick:
        return Subjects(
            Tree(trees / "flask", ("*.py",)), "flask/helpers.py", turns=1, short_turns=1
        )
    torch = trees / "torch"
    return Subjects(
        whole=Tree(torch),
        edited="torch/utils/_pytree.py",
        part=Tree(torch / "torch" / "distributed"),
        mixed=Tree(torch / "torch", ("/distributed/", "/include/c10/", "/include/ATen/core/")),
        java=Tree(trees / "jdk"),
    )


def measure(bench: Bench, budgets: Sequence[int]) -> list[Row]:
    """Measure budgets, and say on the way what is done."""
    rows = []
    for budget, ask in BUDGETS.items():
        for question in ask(bench) if budget in budgets else ():
            print(f"measuring {budget}: {question.what}", file=sys.stderr, flush=True)
            row = answer(question)
            print(table([row]).split("\n", 1)[1], file=sys.stderr, flush=True)
            rows.append(row)
    return sorted(rows, key=lambda row: row.budget)


def _budgets(value: str) -> tuple[int, ...]:
    """Return the numbers of a list such as ``1,4``.

    :raises ValueError: for one that is no budget.
    """
    numbers = tuple(int(part) for part in value.split(","))
    if not BUDGETS.keys() >= set(numbers):
        raise ValueError(value)
    return numbers


def main(arguments: list[str]) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a small tree; a minute")
    parser.add_argument(
        "--only", type=_budgets, default=tuple(BUDGETS), metavar="N,N", help="these budgets, 1 to 7"
    )
    parser.add_argument("--trees", type=Path, default=TREES, help="the folder of trees")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    parser.add_argument(
        "--peers",
        type=Path,
        metavar="FILE",
        help="keep what peers take there, and do not run them again on the same machine; "
        "only good while you work on something",
    )
    options = parser.parse_args(arguments)
    machine = describe_machine()
    compile_packages()
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        bench = Bench(
            subjects(options.trees.resolve(), options.quick), Peers(options.peers), Path(folder)
        )
        rows = measure(bench, options.only)
    print("\n".join(f"{name}: {value}" for name, value in machine.items()))
    print(table(rows))
    if options.json:
        write_json(options.json, rows, machine)
    return 0 if rows and all(row.verdict == "ok" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
