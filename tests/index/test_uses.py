"""The uses of the definitions of small trees: calls, types, bases and implementations.

Below each definition stand its uses: place, kind, how the link is known, and the symbol around.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree
from tests.samples import Sample, samples


def lines(tree: Tree) -> Iterator[str]:
    """Yield the definitions that are used, each with its uses below it."""
    references = tree._codebase.graph.references
    for used in sorted(references, key=lambda one: (one.path, one.line, one.qualified)):
        yield f"{used.path}:{used.line} {used.kind} {used.qualified}"
        for row in references[used]:
            around = f" in {row.inside.qualified}" if row.inside else ""
            yield f"  {row.path}:{row.line} {row.kind}, {row.how}{around}"


@pytest.mark.parametrize("sample", samples(Path(__file__).with_name("uses.txt")))
def test_uses(sample: Sample, tmp_path: Path) -> None:
    sources, _, _ = sample.read()
    for path, text in sources.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    with Tree.open(tmp_path) as tree:
        sample.expect("".join(f"{line}\n" for line in lines(tree)))
