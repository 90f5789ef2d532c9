"""The files with which readers of small trees are to begin.

The part ``title`` of a sample is the title of the tree, unless that is "Tree".
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from sphinx_filedocs.insight import start_here
from sphinx_filedocs.weighing import Row, rows
from tests.pages.sites import Made
from tests.samples import Sample, samples

_SAMPLES = samples(Path(__file__).with_name("starts.txt"))


@pytest.mark.parametrize("sample", _SAMPLES)
def test_where_to_start(sample: Sample, tmp_path: Path) -> None:
    sources, _, _ = sample.read()
    title = sources.pop("title", "Tree\n")
    rankings = Made(sources, tmp_path, title=title[:-1]).site.layout.rankings
    sample.expect("".join(f"{path}: {reason}\n" for path, reason, *_ in rankings.start))


@pytest.mark.parametrize("row", rows("start.toml"), ids=lambda row: row.what)
def test_evidence(row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row holds for a candidate of the samples that it names, and for none of the others."""
    holding: list[bool] = []

    def weigh(_: object, features: AbstractSet[str]) -> int:
        holding.append(row.holds(features))
        return 0

    monkeypatch.setattr(start_here, "weigh", weigh)
    trees = {param.id.partition(": ")[2]: param.values[0] for param in _SAMPLES}
    assert row.matches
    assert row.misses
    for title in (*row.matches, *row.misses):
        holding.clear()
        sources, _, _ = trees[title].read()
        named = sources.pop("title", "Tree\n")
        assert Made(sources, tmp_path / title, title=named[:-1]).site.layout.rankings
        assert any(holding) == (title in row.matches)
