"""The licence that a file states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.parse.licenses import find, is_expression, side_file

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
