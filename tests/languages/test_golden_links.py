"""Small trees with their definitions, and the definitions that marked names mean.

A file of ``links/`` is one tree, or several below lines such as ``=== name``. The files of a tree
begin with ``== path``. ``== found`` begins its definitions and links, ``== links`` its links alone,
and ``== root`` the last parts of the path of its root. ``FILEDOCS_REGENERATE=1 pytest
tests/languages`` writes both anew: read the difference before keeping it.
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

FOLDER = Path(__file__).with_name("links")
_TREE = re.compile(r"^=== (.+)\n", re.MULTILINE)
_FILE = re.compile(r"^== (\S+)\n", re.MULTILINE)


def _trees() -> list[object]:
    """Return the place of each tree: its sample, and its number there."""
    places: list[object] = []
    for sample in sorted(FOLDER.glob("*.txt")):
        _, *parts = _TREE.split(sample.read_text(encoding="utf-8"))
        names = [f"{sample.stem}: {name}" for name in parts[::2]] or [sample.stem]
        places += [pytest.param(sample, at, id=name) for at, name in enumerate(names)]
    return places


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


@pytest.mark.parametrize(("sample", "number"), _trees())
def test_links(sample: Path, number: int) -> None:
    trees = _TREE.split(sample.read_text(encoding="utf-8"))
    note, *parts = _FILE.split(trees[2 * number + 2] if len(trees) > 1 else trees[0])
    sources = dict(zip(parts[::2], parts[1::2], strict=True))
    title, golden = sources.popitem()
    root = sources.pop("root", "")
    for path, text in sources.items():
        language = languages.detect(path, text.encode())
        if language is not None and languages.grammar(language) is None:
            pytest.skip(f"{language.grammar} is not installed")
    lines = [*definitions(sources)] if title == "found" else []
    lines += links(sources, tuple(root.strip().split("/")) if root else ())
    result = "\n".join(lines) + "\n"
    if os.environ.get("FILEDOCS_REGENERATE"):
        trees[-1 if len(trees) == 1 else 2 * number + 2] = note + "".join(
            f"== {path}\n{text}"
            for path, text in [
                *([("root", root)] if root else []),
                *sources.items(),
                (title, result),
            ]
        )
        heads = [f"=== {name}\n" if at % 2 else name for at, name in enumerate(trees)]
        sample.write_text("".join(heads), encoding="utf-8")
    else:
        assert result == golden
