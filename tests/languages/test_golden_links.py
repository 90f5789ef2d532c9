"""Small trees against what is found in them: definitions, and where marked names lead.

Each file of ``links/`` is a tree: its files begin with ``== path``; behind ``== found`` stands what
is found. ``FILEDOCS_REGENERATE=1 pytest tests/languages`` writes that anew: read the difference
before keeping it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs import languages
from sphinx_filedocs.parse import outline, parser
from tests.index.link_trees import leads, unmarked

from .test_outlines import outline_lines

SAMPLES = sorted(Path(__file__).with_name("links").glob("*.txt"))
_FILE = re.compile(r"^== (\S+)\n", re.MULTILINE)
_FOUND = "found"


def read(sample: Path) -> dict[str, str]:
    """Return the texts of a sample by path, and what is found there under ``found``."""
    parts = _FILE.split(sample.read_text(encoding="utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def render(sources: dict[str, str]) -> str:
    """Return what a golden file holds for a tree."""
    lines: list[str] = []
    for path, marked in sources.items():
        text = unmarked(marked)
        language = languages.detect(path, text.encode())
        if language is not None:
            symbols = outline.nest(parser.parse(text, language).definitions)
            lines += [path, *outline_lines(symbols, "  ")]
    return "\n".join([*lines, *links(sources)]) + "\n"


def links(sources: dict[str, str]) -> Iterator[str]:
    """Yield where marked names lead, behind the place of each."""
    marks = [
        f"{path}:{number}"
        for path, text in sources.items()
        for number, line in enumerate(text.split("\n"), 1)
        for _ in range(line.count("«"))
    ]
    for place, found in zip(marks, leads(sources), strict=True):
        yield f"{place} {found}"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_links(sample: Path) -> None:
    sources = read(sample)
    golden = sources.pop(_FOUND, "")
    for path in sources:
        language = languages.detect(path, sources[path].encode())
        if language is not None and languages.grammar(language) is None:
            pytest.skip(f"{language.grammar} is not installed")
    found = render(sources)
    if os.environ.get("FILEDOCS_REGENERATE"):
        whole = "".join(f"== {path}\n{text}" for path, text in (*sources.items(), (_FOUND, found)))
        sample.write_text(whole, encoding="utf-8")
    else:
        assert found == golden
