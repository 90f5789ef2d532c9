"""Builds trees with two checkouts of this repository, as HTML and text, and compares what they
write byte for byte.

    python benchmarks/same_pages.py OLD NEW [TREE...]

OLD and NEW are folders or revisions; a TREE is a folder or ``demo`` (the default), the project
``demo_project`` of OLD. What names the version of the code is not compared: ``.buildinfo`` and the
manifest. Prints a line a tree, with CPU seconds of both builders together; ends with 1 when a file
differs.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from checkouts import Checkout, Project, differing, digests, opened

_BUILDERS = ("html", "text")
#: So many of the files that differ are named.
_NAMED = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and compare, print a row for each tree, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("trees", nargs="*", default=["demo"], metavar="TREE")
    chosen = parser.parse_args(arguments)
    is_same = True
    with ExitStack() as stack:
        checkouts = [stack.enter_context(opened(name)) for name in (chosen.old, chosen.new)]
        for checkout in checkouts:
            checkout.prepare()
        print("| tree | files | differing | old CPU s | new CPU s |\n|---|---|---|---|---|")
        for tree in chosen.trees:
            with tempfile.TemporaryDirectory() as place:
                is_same &= _compare(tree, checkouts, Path(place).resolve())
    return 0 if is_same else 1


def _compare(tree: str, checkouts: Sequence[Checkout], place: Path) -> bool:
    """Build a tree with both checkouts, print its row, and tell whether all files are the same."""
    project = _project(tree, checkouts[0], place)
    labels = ("old", "new")
    cpu = dict.fromkeys(labels, 0.0)
    for builder in _BUILDERS:
        for label, checkout in zip(labels, checkouts, strict=True):
            cpu[label] += project.build(checkout, label, builder).cpu
    old, new = (digests(project.output(label)) for label in labels)
    wrong = differing(old, new)
    print(row(tree, len(old.keys() | new.keys()), wrong, cpu["old"], cpu["new"]), flush=True)
    return not wrong


def _project(tree: str, checkout: Checkout, place: Path) -> Project:
    if tree != "demo":
        return Project.of_tree(Path(tree).resolve(strict=True), place)
    demo = place / "demo_project"
    shutil.copytree(checkout.root / "demo_project", demo)
    return Project(demo / "docs", place / "outputs")


def row(tree: str, files: int, wrong: Sequence[str], old: float, new: float) -> str:
    """Return the line of a tree, and lines that name the first files that differ."""
    line = f"| {tree} | {files} | {len(wrong)} | {old:.1f} | {new:.1f} |"
    return "\n".join((line, *(f"    {path}" for path in wrong[:_NAMED])))


if __name__ == "__main__":
    sys.exit(main())
