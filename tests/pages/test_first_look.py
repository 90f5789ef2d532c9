"""What rows of files say where nobody has described them, and which colours a map has first."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.pages.code_map import CodeMap, Leaf, is_coloured_by_change
from sphinx_filedocs.pages.folder_views import main_names

from .sites import Made


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("m.py", '__all__ = ["Ring"]\nT = 1\n\n\nclass Ring:\n    pass\n', ("Ring",)),
        ("version.py", '__title__ = "ring"\n', ("__title__",)),
        (
            "ring.h",
            (
                "#ifndef RING_H\n#define RING_H\n#define SIZE 4\n"
                "typedef struct ring_ {\n  int size;\n} Ring;\nstruct list { int a; };\n#endif\n"
            ),
            ("list", "SIZE", "Ring"),
        ),
        ("tag.h", "struct ring_ {\n  int size;\n};\n", ("ring_",)),
    ],
)
def test_a_row_has_no_name_twice_and_none_that_says_nothing(
    name: str, text: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    codebase = Made({name: text}, tmp_path).codebase
    assert sorted(main_names(codebase.files[name])) == sorted(names)


def a_map(*leaves: tuple[int, int, int]) -> CodeMap:
    """Return a map of files, each with its lines, the number of its language and its step."""
    made = (
        Leaf(f"{n}.c", lines, "C", colour, step) for n, (lines, colour, step) in enumerate(leaves)
    )
    return CodeMap(tuple(made), (), ("2024-05",))


def test_a_map_that_is_nearly_all_in_one_language_is_first_seen_by_last_change() -> None:
    assert not is_coloured_by_change(a_map((70, 0, 1), (30, 1, 1)))
    assert is_coloured_by_change(a_map((50, 0, 0), (45, 0, 3), (5, 1, 0)))
    # Neither tells anything: so it stays as elsewhere.
    assert not is_coloured_by_change(a_map((50, 0, 2), (50, 0, 2)))
