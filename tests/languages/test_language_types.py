"""What a language is for: programs are counted apart from data and prose."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import sphinx_filedocs.languages
from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.facts_encoding import decode_file, encode_file
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.languages.file_types import language_type, of_text
from sphinx_filedocs.tree_options import Sources

TYPES = {
    "a.c": "programming",
    "Makefile": "programming",
    "a.tcl": "programming",
    "page.html": "markup",
    "style.css": "markup",
    "a.json": "data",
    "a.yaml": "data",
    "a.proto": "data",
    "README.md": "prose",
    "notes.txt": "prose",
    "unheard-of.xyzzy": "prose",
}


@pytest.mark.parametrize(("path", "meant"), TYPES.items())
def test_what_a_language_is_for(path: str, meant: str) -> None:
    assert language_type(of_text(path, "x\n")) == meant


def test_every_language_with_a_type_is_one_of_linguist_s() -> None:
    table = Path(sphinx_filedocs.languages.__file__).parent / "linguist_types.toml"
    types = tomllib.loads(table.read_text("utf-8"))
    known = {name.casefold() for name in file_types.names()}
    named = [name for names in types.values() for name in names]
    assert [name for name in named if name.casefold() not in known] == []
    assert len(set(named)) == len(named)


def test_a_file_has_its_type_from_the_index(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.c").write_text("int x;\n")
    (tmp_path / "tree" / "a.json").write_text("{}\n")
    (tmp_path / "tree" / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    store = Store(tmp_path / "cache.sqlite", 1_000_000)
    # The second time all files come from the store.
    for _ in range(2):
        analysis = Analysis(tmp_path / "tree", Sources("Tree"), history=False)
        files = analyse(analysis, store, lambda files, _: iter(files)).light
        assert [file.language_type for file in files.values()] == ["programming", "data", "data"]
        assert all(decode_file(encode_file(file)) == file for file in files.values())
