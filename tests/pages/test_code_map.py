"""What the maps of folders show: whose files, in which colours."""

from __future__ import annotations

from pathlib import Path

from sphinx_filedocs.pages.code_map import CodeMap

from .sites import Made

CODE = "def f():\n    return 1\n" * 10


def maps(tree: dict[str, str], folder: Path) -> tuple[dict[str, CodeMap], tuple[str, ...]]:
    ranked = Made(tree, folder).site.layout.rankings
    return dict(ranked.maps), ranked.colours


def test_folders_with_enough_code_have_a_map(tmp_path: Path) -> None:
    tree = {
        **{f"src/main/pkg/m{number}.py": CODE for number in range(12)},
        **{f"data/{number}.json": "{}\n" for number in range(30)},
        "few/a.py": CODE,
    }
    found, _ = maps(tree, tmp_path)
    # Neither folders that hold but another one nor folders of data.
    assert set(found) == {"", "src/main/pkg"}
    assert len(found[""].leaves) == 43
    # Without a history nothing is said of changes.
    assert found[""].months == ()
    assert {len(leaf.steps) for leaf in found[""].leaves} == {2}


def test_what_is_somebody_else_s_is_named_by_its_outermost_folder(tmp_path: Path) -> None:
    tree = {
        **{f"src/m{number}.py": CODE for number in range(12)},
        ".gitattributes": "src/copied.py linguist-vendored\n",
        "src/copied.py": CODE,
        "deps/one/LICENSE": "MIT License\n",
        "deps/one/README.md": "# One\n",
        "deps/one/sub/a.c": "int a;\n",
    }
    found, _ = maps(tree, tmp_path)
    rows = {one.path: (one.files, one.lines) for one in found[""].vendored}
    assert rows == {"deps": (3, 3), "src/copied.py": (1, 20)}
    assert [one.path for one in found["src"].vendored] == ["src/copied.py"]
    assert "src/copied.py" not in {leaf.path for leaf in found[""].leaves}


def test_languages_of_programs_have_the_first_colours(tmp_path: Path) -> None:
    tree = {
        **{f"m{number}.py": CODE for number in range(12)},
        "a.c": "int a;\n" * 500,
        "style.css": "a { color: red }\n",
        "table.json": "[\n" * 4_000,
    }
    found, colours = maps(tree, tmp_path)
    assert colours == ("C", "Python", "CSS", "JSON")
    assert {leaf.path: leaf.colour for leaf in found[""].leaves}["style.css"] == 2


def test_uses_and_comment_are_steps(tmp_path: Path) -> None:
    tree = {
        **{f"m{number:02}.py": f"from base import low\n\nlow()\n{CODE}" for number in range(12)},
        "base.py": f"def low():\n    return 1\n{'# What it is.' + chr(10)}",
    }
    found, _ = maps(tree, tmp_path)
    steps = {leaf.path: leaf.steps for leaf in found[""].leaves}
    # Used by 12 files, and a third of it is comment.
    assert steps["base.py"] == (3, 3)
    assert steps["m00.py"] == (0, 0)
