"""The licence that a file states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.parse.highlight import highlight
from sphinx_filedocs.parse.licenses import extent, find, is_expression, side_file

_TAG = "SPDX-License-" + "Identifier:"


@pytest.mark.parametrize(
    ("written", "expression"),
    [
        (f"# {_TAG} MIT", "MIT"),
        (
            f"/* {_TAG} GPL-2.0-only WITH Linux-syscall-note */",
            "GPL-2.0-only WITH Linux-syscall-note",
        ),
        (f"<!-- {_TAG}  (MIT  OR Apache-2.0) AND 0BSD -->", "(MIT OR Apache-2.0) AND 0BSD"),
        (f"(* {_TAG} LicenseRef-mine *)", "LicenseRef-mine"),
        (f'"""{_TAG} EPL-2.0+"""', "EPL-2.0+"),
        (f"{{# {_TAG} DocumentRef-a:LicenseRef-b #}}", "DocumentRef-a:LicenseRef-b"),
        (f"//{_TAG}MIT\t", "MIT"),
        (f'print("{_TAG} MIT\\n")', None),
        (f"The line {_TAG} says which licence it is.", None),
        (f"# {_TAG} {{license}}", None),
        (f"# {_TAG} <script>", None),
        (f"# {_TAG} MIT OR", None),
        (f"# {_TAG} (MIT", None),
        (f"# {_TAG}", None),
        (f"# {_TAG} {'A-' * 150}", None),
        (f"# {_TAG} MIT\n# {_TAG} MIT", "MIT"),
        (f"# {_TAG} MIT\n# {_TAG} A OR B", "MIT AND (A OR B)"),
        (f"# REUSE-IgnoreStart\n# {_TAG} MIT\n# REUSE-IgnoreEnd\n# {_TAG} ISC", "ISC"),
        ("\n" * 49 + f"# {_TAG} MIT", "MIT"),
        ("\n" * 50 + f"# {_TAG} MIT", None),
        (" " * 600 + f"# {_TAG} MIT", None),
    ],
)
def test_find(written: str, expression: str | None) -> None:
    assert find(written) == expression


@given(st.text(), st.text())
def test_what_is_found_is_an_expression(before: str, behind: str) -> None:
    found = find(f"{before}{_TAG}{behind}")
    assert found is None or (is_expression(found) and len(found) <= 200)


def test_side_file() -> None:
    assert side_file("images/a.png") == "images/a.png.license"


_TERMS = ["Copyright (c) 2009, Ada", "All rights reserved.", "", "Redistribution is permitted."]


def _extent(lines: list[str], language: str, described: int = 0) -> tuple[int, int] | None:
    return extent(lines, highlight(lines, language) or [()] * len(lines), described)


def test_the_licence_at_the_head_ends_with_its_comment() -> None:
    block = ["/*", *(f" * {line}".rstrip() for line in _TERMS), " */", "int a;", "/* int b; */"]
    assert _extent(block, "c") == (1, 6)
    hashes = ["#!/bin/sh", *(f"# {line}".rstrip() for line in _TERMS), "", "# Starts it."]
    assert _extent(hashes, "bash") == (2, 5)


def test_what_describes_the_file_is_not_folded_with_its_licence() -> None:
    before = ["/* t_hash.c: fields of hashes.", " *", *(f" * {line}" for line in _TERMS), " */"]
    assert _extent(before, "c", 1) == (2, 7)
    behind = ["/*", *(f" * {line}" for line in _TERMS), " *", " * Fields of hashes.", " */"]
    assert _extent(behind, "c", 7) == (1, 6)


@pytest.mark.parametrize(
    "lines",
    [
        ["// Copyright 2009 Ada", "int a;"],
        ["int a;", *(f"// {line}" for line in _TERMS)],
        ["// Fields of hashes,", "// which keep", "// their", "// order.", "int a;"],
        ['char *a = "Copyright (c) 2009, Ada";', "int b;", "int c;", "int d;"],
    ],
)
def test_no_licence_of_several_lines_is_at_the_head(lines: list[str]) -> None:
    assert _extent(lines, "c") is None
