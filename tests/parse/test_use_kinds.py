"""What names are used for, by what the languages' queries say of the places where they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_filedocs.languages import detect
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.parse.facts import extract
from tests.samples import trees

_MARKED = re.compile(r"«(\w+):(\w+)»")

#: A marked name has what it looks like behind it.
SAMPLES = trees(Path(__file__).with_name("use_kinds.txt"))["marked names"]


@pytest.mark.parametrize("path", SAMPLES)
def test_kinds_of_uses(path: str) -> None:
    sample = SAMPLES[path]
    text = _MARKED.sub(r"\1", sample)
    language = detect(path, text.encode())
    assert language
    names = extract(text, language.key).names
    columns = names.lines, names.columns, names.kinds
    kinds = {(line, column): USE_KINDS[kind] for line, column, kind in zip(*columns, strict=True)}
    said = []
    for line, marked in enumerate(sample.split("\n"), 1):
        removed = 0
        for mark in _MARKED.finditer(marked):
            said.append(f"{mark[1]}:{kinds.get((line, mark.start() - removed), 'nothing')}")
            removed += len(mark[0]) - len(mark[1])
    assert said == [f"{name}:{kind}" for name, kind in _MARKED.findall(sample)]
