"""Small trees, and where readers of them are told to begin.

Each tree of ``starts.txt`` stands below a line such as ``=== name``. Its files begin with
``== path``, ``== title`` is its title unless that is "Tree", and ``== start`` begins the paths to
start with and the reasons. ``FILEDOCS_REGENERATE=1 pytest tests/pages/test_starts.py`` writes these
anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from .sites import Made

SAMPLES = Path(__file__).with_name("starts.txt")
_TREE = re.compile(r"^=== (.+)\n", re.MULTILINE)
_FILE = re.compile(r"^== (.+)\n", re.MULTILINE)
NAMES = _TREE.findall(SAMPLES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_where_to_start(number: int, tmp_path: Path) -> None:
    trees = _TREE.split(SAMPLES.read_text(encoding="utf-8"))
    _, *parts = _FILE.split(trees[2 * number + 2])
    sources = dict(zip(parts[::2], parts[1::2], strict=True))
    golden = sources.pop("start")
    title = sources.pop("title", "Tree\n")
    rankings = Made(sources, tmp_path, title=title[:-1]).site.layout.rankings
    result = "".join(f"{path}: {reason}\n" for path, reason in rankings.start)
    if os.environ.get("FILEDOCS_REGENERATE"):
        body = trees[2 * number + 2]
        trees[2 * number + 2] = body[: len(body) - len(golden)] + result
        heads = [f"=== {name}\n" if at % 2 else name for at, name in enumerate(trees)]
        SAMPLES.write_text("".join(heads), encoding="utf-8")
    else:
        assert result == golden
