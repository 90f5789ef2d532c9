"""The colours of listings, in every language that has a pattern of its own."""

from __future__ import annotations

import pytest

from sphinx_filedocs import languages
from sphinx_filedocs.parse.highlight import highlight, lexis

from .test_outlines import SAMPLES


@pytest.mark.parametrize("key", sorted(languages.load()))
def test_the_pattern_of_a_language_is_one(key: str) -> None:
    lexis(languages.load()[key])


COLOURED = [path for path in SAMPLES if languages.load()[path.parent.name].highlight.pattern]


@pytest.mark.parametrize("path", COLOURED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_colours_lie_beside_one_another_in_their_lines(path) -> None:
    lines = path.read_text("utf-8").split("\n")
    runs = highlight(lines, path.parent.name)
    for line, row in zip(lines, runs, strict=True):
        ends = [0, *(end for _, end, _ in row), len(line)]
        starts = [*(start for start, _, _ in row), len(line)]
        assert all(end <= start for end, start in zip(ends[:-1], starts, strict=True))
        assert all(start < end for start, end, _ in row)


def test_a_component_has_the_colours_of_markup_and_script() -> None:
    lines = ["<!-- a -->", '<script lang="ts">', "// b", "</script>"]
    for language in ("vue", "svelte"):
        css = [[name for _, _, name in row] for row in highlight(lines, language) or ()]
        assert css == [["cm"], ["nt", "s"], ["c1"], ["nt"]]
