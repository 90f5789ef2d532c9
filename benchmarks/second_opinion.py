"""A second opinion on JavaScript and TypeScript, where Universal Ctags loses its way often.

The TypeScript compiler's parser, when get_trees.sh has fetched it, settles differences between
ctags and the analysis; it can only acquit the analysis of what it says itself, too.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from differences import Difference
from oracle import Entries, Entry

LANGUAGES = frozenset({"JavaScript", "TypeScript", "TSX"})
#: Below the folder of trees.
COMPILER = Path(".typescript", "node_modules", "typescript", "lib", "typescript.js")
_SCRIPT = Path(__file__).with_name("typescript_definitions.mjs")
_REASONS = {
    "extra": "ctags misses it, the TypeScript compiler has it, too",
    "missing": "not a definition for the TypeScript compiler either",
    "kind": "of this kind for the TypeScript compiler, too",
    "line": "on this line for the TypeScript compiler, too",
}


def available(trees: Path) -> bool:
    """Tell whether the compiler and something to run it are there."""
    return shutil.which("node") is not None and (trees / COMPILER).is_file()


def settle(trees: Path, root: Path, differences: Iterable[Difference]) -> tuple[Difference, ...]:
    """Return the differences, those explained in which the compiler sides with the analysis."""
    every = tuple(differences)
    opinion = _definitions(trees / COMPILER, root, {one.path for one in every if not one.reason})
    return tuple(
        replace(one, reason=_REASONS[one.sort])
        if one.reason is None and _sides_with_analysis(one, opinion.get(one.path, frozenset()))
        else one
        for one in every
    )


def _sides_with_analysis(difference: Difference, opinion: frozenset[Entry]) -> bool:
    if difference.found is not None and difference.found not in opinion:
        return False
    return difference.expected is None or difference.expected not in opinion


def _definitions(compiler: Path, root: Path, paths: Iterable[str]) -> Entries:
    listing = "\n".join(sorted(paths))
    command = ["node", str(_SCRIPT), str(compiler.resolve())]
    run = subprocess.run(command, cwd=root, input=listing.encode(), capture_output=True, check=True)
    entries: dict[str, set[Entry]] = defaultdict(set)
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        path, name, kind, number = json.loads(line)
        entries[path].add(Entry(name, kind, number))
    return {path: frozenset(found) for path, found in entries.items()}
