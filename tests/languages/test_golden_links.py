"""Small trees with their definitions, and the definitions that marked names mean.

The last part of a sample is called ``found`` if it has definitions and links, ``links`` if it has
links alone. The part ``root`` has the last parts of the path of the tree's root.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs import languages
from sphinx_filedocs.parse import outline, parser
from tests.resolve.link_trees import leads, unmarked
from tests.samples import Sample, samples

from .test_outlines import outline_lines

SAMPLES = sorted(Path(__file__).with_name("links").glob("*.txt"))


def definitions(sources: dict[str, str]) -> Iterator[str]:
    """Yield the outline of each file behind its path."""
    for path, marked in sources.items():
        text = unmarked(marked)
        language = languages.detect(path, text.encode())
        if language is not None:
            yield path
            yield from outline_lines(outline.nest(parser.parse(text, language).definitions), "  ")


def links(sources: dict[str, str], root: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield where marked names lead, behind the place of each."""
    marks = [
        f"{path}:{number}"
        for path, text in sources.items()
        for number, line in enumerate(text.split("\n"), 1)
        for _ in range(line.count("«"))
    ]
    for place, lead in zip(marks, leads(sources, root), strict=True):
        yield f"{place} {lead}"


@pytest.mark.parametrize("sample", samples(*SAMPLES))
def test_links(sample: Sample) -> None:
    sources, title, _ = sample.read()
    root = sources.pop("root", "").split()
    lines = [*definitions(sources)] if title == "found" else []
    lines += links(sources, tuple(root[0].split("/")) if root else ())
    sample.expect("\n".join(lines) + "\n")
