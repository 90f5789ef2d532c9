"""What is noted of the pages that were written, build after build."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sphinx_filedocs.ext.manifest import Manifest


@pytest.fixture
def builder(tmp_path: Path) -> Any:  # noqa: ANN401 (of a builder, a manifest needs two names)
    return SimpleNamespace(outdir=tmp_path, name="html")


def noted(builder: Any) -> Manifest:  # noqa: ANN401
    manifest = Manifest(builder)
    manifest.written = {"a": "1", "b": "2", "é\n": "3"}
    manifest.finished, manifest.fed = "end", {"a": "words"}
    manifest.save()
    return manifest


def test_what_was_written_is_known_to_the_next_build(builder: Any) -> None:  # noqa: ANN401
    noted(builder)
    again = Manifest(builder)
    assert again.written == {"a": "1", "b": "2", "é\n": "3"}
    assert (again.finished, again.fed) == ("end", {"a": "words"})


def test_what_a_killed_build_was_about_to_write_is_struck_out(builder: Any) -> None:  # noqa: ANN401
    manifest = noted(builder)
    manifest.begin(["b", "unknown"])
    manifest.begin(["é\n"])
    again = Manifest(builder)
    assert again.written == {"a": "1"}
    assert again.finished == "end"
    assert again.outdated({"a": "1", "b": "2"}) == ["b"]
    again.written["b"] = "4"
    again.save()
    assert Manifest(builder).written == {"a": "1", "b": "4"}


@pytest.mark.parametrize("tail", [b'["a"', b"7", b"[[]]", b"null", b"\xff"], ids=str)
def test_a_file_that_ends_in_rubbish_says_nothing(builder: Any, tail: bytes) -> None:  # noqa: ANN401
    path = noted(builder).path
    path.write_bytes(path.read_bytes() + tail)
    again = Manifest(builder)
    assert (again.written, again.finished, again.fed) == ({}, "", {})


def test_without_a_file_none_is_begun_by_striking_out(builder: Any) -> None:  # noqa: ANN401
    manifest = noted(builder)
    manifest.path.unlink()
    manifest.begin(["a"])
    assert not manifest.path.exists()
