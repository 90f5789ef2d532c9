"""The process that builds what is served: what it is asked, and what it answers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

pytest.importorskip("click")

from sphinx_filedocs.cli import builder
from sphinx_filedocs.ext import resident

EARLY, REST, SUPERSEDED = "early", "rest", None


class Recorded:
    """In the place of what builds: notes what is to be done."""

    def __init__(self, statuses: Sequence[int | None]) -> None:
        self.statuses = list(statuses)
        self.done: list[object] = []

    def __call__(self, *_: object) -> Recorded:
        return self

    def write_early(self, edited: Sequence[Path], _: Sequence[str]) -> bool:
        self.done.append({path.name for path in edited})
        return True

    def build(self, shown: Sequence[str]) -> int | None:
        self.done.append(tuple(shown))
        return self.statuses.pop(0)

    def rest(self) -> None:
        self.done.append(REST)


@pytest.fixture
def ask(monkeypatch, capsys) -> Callable[..., tuple[list[object], list[object]]]:
    """Ask for builds that end so: what is done then, and what is answered."""

    def asked(
        requests: Sequence[object], statuses: Sequence[int | None]
    ) -> tuple[list[object], list[object]]:
        recorded = Recorded(statuses)
        monkeypatch.setattr(resident, "Resident", recorded)
        reading, writing = os.pipe()
        with os.fdopen(writing, "w") as stream:
            stream.writelines(f"{json.dumps(request)}\n" for request in requests)
        with os.fdopen(reading) as stream:
            monkeypatch.setattr("sys.stdin", stream)
            builder.main(["1", "doctrees", "source", "output"])
        answers = capsys.readouterr().out.split("\n")[:-1]
        return recorded.done, [json.loads(line.removeprefix(builder._ANSWER)) for line in answers]

    return asked


def test_pages_of_edited_files_are_written_before_the_rest(ask) -> None:
    done, answers = ask([[[], []], [["/a", "/b"], ["index"]]], [0, 0])
    assert done[:3] == [(), {"a", "b"}, ("index",)]
    assert answers == [0, None, 0]


def test_a_build_that_is_superseded_is_not_answered(ask) -> None:
    """What it knows of the tree is what pages are written from next."""
    done, answers = ask([[["/a"], []], [["/b"], []]], [SUPERSEDED, 0])
    assert [what for what in done if isinstance(what, set)] == [{"a"}, {"b"}]
    assert answers == [None, None, 0]


def test_one_that_takes_much_memory_ends_after_a_build(ask, monkeypatch) -> None:
    monkeypatch.setattr(builder, "_memory", lambda: 0.9)
    done, answers = ask([[[], []], [[], []]], [0, 0])
    assert (done, answers) == ([()], [0])


def test_memory_is_measured_where_the_system_tells() -> None:
    assert 0 <= builder._memory() < 1
