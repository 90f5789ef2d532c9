"""What a folder is called where the user does not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.cli.project import title_of

from .conftest import write


@pytest.mark.parametrize(
    ("files", "title"),
    [
        ({}, "folder"),
        ({"pyproject.toml": '[project]\nname = "one"\n'}, "one"),
        ({"pyproject.toml": '[tool.poetry]\nname = "two"\n'}, "two"),
        ({"pyproject.toml": "[tool.ruff]\n", "Cargo.toml": '[package]\nname = "three"\n'}, "three"),
        # A workspace of many packages has no name of its own.
        ({"Cargo.toml": "[workspace]\n"}, "folder"),
        ({"go.mod": "// A module.\nmodule example.org/four/v2 // v2\n\ngo 1.22\n"}, "four"),
        ({"go.mod": 'module "example.org/five"\n'}, "five"),
        ({"pyproject.toml": "name = = broken", "go.mod": "module\n"}, "folder"),
    ],
)
def test_a_manifest_names_it_else_the_folder(files, title: str, tmp_path: Path) -> None:
    root = tmp_path / "folder"
    root.mkdir()
    assert title_of(write(root, files)) == title
