"""Where the names of a source stand, apart from what they mean."""

from __future__ import annotations

from sphinx_filedocs.index.facts_encoding import places
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.parse.facts import extract

TEXT = """\
import os

def area(width, height: int):
    size = width * height
    return size, os, unknown
"""


def bound(names: Names) -> dict[str, tuple[int, int, int]]:
    """Return for each name on its last place where the source binds it, and whether a parameter."""
    found = places(names)
    lines = TEXT.split("\n")
    every = zip(found.lines, found.columns, found.lengths, found.meant, strict=True)
    return {
        lines[line - 1][column : column + length]: (
            found.bound_lines[meant],
            found.bound_columns[meant],
            found.parameters[meant],
        )
        for line, column, length, meant in every
    }


def test_each_expression_has_the_place_where_the_source_binds_it() -> None:
    rows = bound(extract(TEXT, "python").names)
    assert rows["area"] == (3, 4, 0)
    assert rows["width"] == (3, 9, 1)
    assert rows["height"] == (3, 16, 1)
    assert rows["size"] == (4, 4, 0)


def test_imports_and_what_is_not_bound_have_none() -> None:
    rows = bound(extract(TEXT, "python").names)
    assert rows["os"] == rows["unknown"] == rows["int"] == (0, 0, 0)
