"""The words that describe the files and folders of small trees.

A line has the path, the words, their kind, their place, the symbol that they are about, and
"quoted" if pages quote them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs.model.graph import Codebase
from tests.samples import Sample, samples

from .test_descriptions import analysed


def lines(codebase: Codebase) -> Iterator[str]:
    """Yield a line for each file and folder that has words."""
    for path, found in sorted(codebase.graph.descriptions.items()):
        about = f", {found.about}" if found.about else ""
        quoted = ", quoted" if found.quoted else ""
        words = " / ".join(found.text.split("\n"))
        yield f"{path or '.'}: {words} [{found.kind}, {found.path}:{found.line}{about}{quoted}]"


@pytest.mark.parametrize("sample", samples(Path(__file__).with_name("descriptions.txt")))
def test_words(sample: Sample, tmp_path: Path) -> None:
    sources, _, _ = sample.read()
    sample.expect("".join(f"{line}\n" for line in lines(analysed(tmp_path, sources))))
