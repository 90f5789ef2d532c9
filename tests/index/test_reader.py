"""The process that analyses the texts of files that are asked for."""

from __future__ import annotations

import os
import time

import pytest

from sphinx_filedocs.index import reader as reader_module
from sphinx_filedocs.index.executors import answers
from sphinx_filedocs.index.reader import Reader
from sphinx_filedocs.parse.isolation import forks

pytestmark = pytest.mark.skipif(not forks(), reason="this system has no fork")


#: The languages that were made ready in this process.
LOADED: list[str] = []


def loaded(_: int) -> tuple[int, list[str]]:
    return os.getpid(), LOADED


def half(number: int) -> int:
    return 1 // number


def test_a_reader_keeps_what_it_has_loaded_and_answers_while_it_loads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A copy of it loads another language and then answers in its place, if it is still there."""
    begun, begin = os.pipe()
    going_on, go_on = os.pipe()

    def make_ready(languages: list[str]) -> None:
        if languages == ["java"]:
            os._exit(1)
        if languages == ["rust"]:
            os.write(begin, b"1")
            os.read(going_on, 1)
        LOADED.extend(languages)

    monkeypatch.setattr(reader_module, "_QUIET", 0.01)
    monkeypatch.setattr(reader_module, "make_ready", make_ready)
    reader = Reader()
    reader.prepare(["a.go", "b.go", "c.java", "d.rs", "README.md", "e"])
    os.read(begun, 1)
    ((_, first),) = answers(lambda: reader, loaded, [0])
    assert first[1] == ["go"]
    os.write(go_on, b"1")
    deadline = time.monotonic() + 60
    known = first
    while len(known[1]) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
        ((_, known),) = answers(lambda: reader, loaded, [0])
    assert known[1] == ["go", "rust"]
    assert known[0] != first[0]
    assert known[0] != os.getpid()
    assert not LOADED
    results = dict(answers(lambda: reader, half, [1, 0]))
    assert (results[1], type(results[0])) == (1, ZeroDivisionError)
    ((_, lost),) = answers(lambda: reader, os._exit, [1])
    assert isinstance(lost, EOFError)
    ((_, lost),) = answers(lambda: reader, half, [1])
    assert isinstance(lost, OSError)
