"""What a folder is called where the user does not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.source.manifest_words import title_of


@pytest.mark.parametrize(
    ("files", "title"),
    [
        ({}, "folder"),
        ({"pyproject.toml": '[project]\nname = "one"\n'}, "one"),
        ({"pyproject.toml": '[tool.poetry]\nname = "two"\n'}, "two"),
        ({"pyproject.toml": "[tool.ruff]\n", "Cargo.toml": '[package]\nname = "three"\n'}, "three"),
        ({"pyproject.toml": "[project]\nname = '''\nin\n two'''\n"}, "in two"),
        # A workspace of many packages has no name of its own.
        ({"Cargo.toml": "[workspace]\n"}, "folder"),
        # A program in C that has a part in Rust.
        ({"Cargo.toml": '[package]\nname = "part"\n', "meson.build": ""}, "folder"),
        ({"go.mod": "// A module.\nmodule example.org/four/v2 // v2\n\ngo 1.22\n"}, "four"),
        ({"go.mod": 'module "example.org/five"\n'}, "five"),
        ({"pyproject.toml": "name = = broken", "go.mod": "module\n"}, "folder"),
    ],
)
def test_a_manifest_names_it_else_the_folder(files, title: str, tmp_path: Path) -> None:
    root = tmp_path / "folder"
    root.mkdir()
    for name, text in files.items():
        (root / name).write_text(text)
    assert title_of(root) == title
