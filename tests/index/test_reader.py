"""The process that analyses the texts of files that are asked for."""

from __future__ import annotations

import os
import time

import pytest

from sphinx_filedocs import languages
from sphinx_filedocs.index import reader as reader_module
from sphinx_filedocs.index.executors import answers
from sphinx_filedocs.index.reader import Reader
from sphinx_filedocs.parse.isolation import forks

pytestmark = pytest.mark.skipif(not forks(), reason="this system has no fork")


def compiled(_: int) -> tuple[int, int]:
    """Return the process, and how many queries it has compiled."""
    return os.getpid(), languages.permanent_query.cache_info().currsize


def half(number: int) -> int:
    return 1 // number


def test_a_reader_keeps_what_it_has_loaded_and_answers_while_it_loads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader_module, "_QUIET", 0.01)
    languages.permanent_query.cache_clear()
    reader = Reader()
    ((_, first),) = answers(lambda: reader, compiled, [0])
    reader.prepare(["a.go", "b.go", "c.java", "README.md", "d"])
    deadline = time.monotonic() + 60
    known = first
    while known[1] < first[1] + 4 and time.monotonic() < deadline:
        time.sleep(0.1)
        ((_, known),) = answers(lambda: reader, compiled, [0])
    assert known[1] >= first[1] + 4
    assert known[0] == first[0] != os.getpid()
    assert languages.permanent_query.cache_info().currsize == 0
    results = dict(answers(lambda: reader, half, [1, 0]))
    assert (results[1], type(results[0])) == (1, ZeroDivisionError)
    ((_, lost),) = answers(lambda: reader, os._exit, [1])
    assert isinstance(lost, EOFError)
    ((_, lost),) = answers(lambda: reader, half, [1])
    assert isinstance(lost, OSError)
