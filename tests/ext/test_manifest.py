"""What is noted of the pages that were written, build after build."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sphinx_filedocs.ext.output_files import Manifest


@pytest.fixture
def builder(tmp_path: Path) -> Any:  # noqa: ANN401 (of a builder, a manifest needs two names)
    return SimpleNamespace(outdir=tmp_path, name="html")


def noted(builder: Any) -> Manifest:  # noqa: ANN401
    manifest = Manifest(builder)
    manifest.written = {"a": "1", "b": "2", "é\n": "3"}
    manifest.finished = "end"
    manifest.save()
    return manifest


def test_what_was_written_is_known_to_the_next_build(builder: Any) -> None:  # noqa: ANN401
    noted(builder)
    again = Manifest(builder)
    assert again.written == {"a": "1", "b": "2", "é\n": "3"}
    assert again.finished == "end"


def test_what_a_killed_build_was_about_to_write_is_known(builder: Any) -> None:  # noqa: ANN401
    manifest = noted(builder)
    manifest.begin(["b", "new"])
    manifest.begin(["é\n"])
    again = Manifest(builder)
    assert again.outdated({"a": "1", "b": "2", "new": "4"}) == ["b", "new"]
    # What has no source any more is deleted, whether it was written or not.
    assert again.vanished(["a", "b"]) == ["new", "é\n"]
    assert again.finished == "end"
    again.written["b"] = "4"
    again.forget(["new", "é\n"])
    again.save()
    assert Manifest(builder).written == {"a": "1", "b": "4"}


def test_what_the_first_build_is_about_to_write_is_known(builder: Any) -> None:  # noqa: ANN401
    manifest = Manifest(builder)
    manifest.begin(["a"])
    manifest.begin(["b"])
    again = Manifest(builder)
    assert again.vanished([]) == ["a", "b"]
    assert again.outdated({"a": "1"}) == ["a"]


def test_what_is_noted_before_the_end_is_not_taken_for_written(builder: Any) -> None:  # noqa: ANN401
    manifest = noted(builder)
    manifest.begin(["a"])
    manifest.written["a"] = "5"
    # As after a damage: all is written anew.
    manifest.path.unlink()
    manifest.begin(["b"])
    manifest.begin(["c"])
    assert Manifest(builder).outdated({"a": "5", "b": "2", "é\n": "3"}) == ["a", "b"]


@pytest.mark.parametrize("size", [1, 5, 9])
def test_a_build_that_was_killed_while_it_noted_pages_has_not_begun_them(
    builder: Any,  # noqa: ANN401
    size: int,
) -> None:
    manifest = noted(builder)
    before = manifest.path.read_bytes()
    manifest.begin(["a", "bb"])
    after = manifest.path.read_bytes()
    manifest.path.write_bytes(after[: len(before) + size])
    again = Manifest(builder)
    assert again.written == {"a": "1", "b": "2", "é\n": "3"}
    again.begin(["b"])
    assert Manifest(builder).outdated({"a": "1", "b": "2"}) == ["b"]


@pytest.mark.parametrize("tail", [b'["a"', b"7", b"[[]]", b"[7]", b"null", b"\xff"], ids=str)
def test_a_file_with_rubbish_says_nothing(builder: Any, tail: bytes) -> None:  # noqa: ANN401
    path = noted(builder).path
    path.write_bytes(path.read_bytes() + tail + b"\n")
    again = Manifest(builder)
    assert (again.written, again.finished) == ({}, "")
    again.begin(["a"])
    assert Manifest(builder).vanished([]) == ["a"]
