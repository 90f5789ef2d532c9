"""The files with which readers of small trees are to begin.

The part ``title`` of a sample is the title of the tree, unless that is "Tree".
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.sites import Made
from tests.samples import Sample, samples


@pytest.mark.parametrize("sample", samples(Path(__file__).with_name("starts.txt")))
def test_where_to_start(sample: Sample, tmp_path: Path) -> None:
    sources, _, _ = sample.read()
    title = sources.pop("title", "Tree\n")
    rankings = Made(sources, tmp_path, title=title[:-1]).site.layout.rankings
    sample.expect("".join(f"{path}: {reason}\n" for path, reason in rankings.start))
