"""Where the TypeScript compiler says that the names in TypeScript files lead.

It reads the sources alone: what they import from other packages is outside of the tree for it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from judging import Asked, keep, kept, sample, state_of

_SCRIPT = Path(__file__).with_name("typescript_links.mjs")
_SECONDS = 900


def ask(
    root: Path, paths: Sequence[str], compiler: Path, size: int, cache: Path
) -> tuple[int, list[Asked]]:
    """Return how many names of the files the compiler resolves, and what it says of a sample.

    :param root: absolute.
    :param paths: relative to *root*.
    :param compiler: its file ``lib/typescript.js``.
    :param cache: a folder where answers are kept for the next time.
    """
    rules = (str(size), _SCRIPT.read_text("utf-8"), Path(__file__).read_text("utf-8"))
    state = state_of(root, paths, version(compiler), *rules)
    store = cache / f"typescript-{root.name}-{state}.json"
    if not store.exists():
        command = ["node", "--max-old-space-size=4096", str(_SCRIPT), str(compiler.resolve())]
        run = subprocess.run(
            command,
            cwd=root,
            input="\n".join(paths).encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
        rows = [json.loads(line) for line in run.stdout.decode("utf-8").splitlines()]
        keep(store, len(rows), [_asked(root, row) for row in sample(rows, size)])
    return kept(store)


def version(compiler: Path) -> str:
    """Return what the compiler is called in tables."""
    manifest = compiler.parent.parent / "package.json"
    return f"TypeScript {json.loads(manifest.read_text('utf-8'))['version']}"


def _asked(root: Path, row: tuple[str, int, int, str, str, bool, list[tuple[str, int]]]) -> Asked:
    path, line, units, name, kind, outside, places = row
    text = (root / path).read_bytes().decode("utf-8-sig", "replace").split("\n")[line - 1]
    before = text.encode("utf-16-le", "surrogatepass")[: 2 * units]
    return Asked(
        path=path,
        line=line,
        column=len(before.decode("utf-16-le", "surrogatepass")),
        name=name,
        kind=kind,
        local=kind == "local",
        said="outside" if outside else "in the tree",
        exact=frozenset((path, line) for path, line in places),
    )
