"""What loops, swells or crashes is ended for itself alone, in whatever way processes are started.

The functions that are called are the standard library's own: such can be sent to a process that
begins with nothing, and can't import a module of tests.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections import defaultdict
from functools import partial
from multiprocessing import process
from pathlib import Path

import pytest

from sphinx_filedocs.parse import isolation
from sphinx_filedocs.parse.isolation import Bounded, Bounds, Stopped, Workers, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sets no limits")

#: Much more than starting takes; what is stopped at it would go on for a minute.
SECONDS, MEMORY = 1, 300_000_000
MINUTE = range(3 * 10**9)
FLOOD = 10**12
#: The same for each task.
bounds = defaultdict(partial(Bounds, SECONDS, MEMORY)).__getitem__


@pytest.fixture(autouse=True)
def parsed_here() -> None:
    """Here each text is parsed in a process of its own."""


@pytest.fixture(params=["fork", "spawn"])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    method: str = request.param
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no process can be started by {method} here")
    monkeypatch.setattr(isolation, "forks", lambda: method == "fork")
    monkeypatch.setattr(
        isolation.multiprocessing,
        "get_context",
        lambda _, get=multiprocessing.get_context: get(method),
    )
    return method


def results(call: object, tasks: list[object], jobs: int = 1) -> list[tuple[object, object]]:
    return sorted(run(Bounded(call, bounds), tasks, jobs), key=str)


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_task_has_its_result(start, jobs) -> None:
    tasks = ["a" * number for number in range(60)]
    assert {(task, found) for task, found in results(len, tasks, jobs)} == {
        (task, len(task)) for task in tasks
    }


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_loops_in_c_is_ended_and_the_rest_is_done(start, jobs) -> None:
    tasks = [range(1), range(2), MINUTE, range(3)]
    assert dict(results(sum, tasks, jobs)) == {
        range(1): 0,
        range(2): 1,
        range(3): 3,
        MINUTE: Stopped("processor time (more than the 1 seconds allowed)"),
    }


@pytest.mark.skipif(sys.platform != "linux", reason="no other system keeps to the limit")
def test_what_swells_gets_no_memory_and_the_rest_is_done(start) -> None:
    tasks = [1, FLOOD, 2]
    assert dict(results(bytes, tasks)) == {
        1: b"\0",
        2: b"\0\0",
        FLOOD: Stopped("memory (more than the 300 MB allowed)"),
    }


@pytest.mark.skipif(sys.platform != "linux", reason="no other system keeps to the limit")
def test_each_task_may_take_as_much_whatever_was_left_by_those_before(start) -> None:
    code = f"globals().setdefault('left', []).append(bytes({MEMORY // 3}))"
    assert results(eval, [code] * 5) == [(code, None)] * 5


def test_what_crashes_ends_for_itself_alone(start) -> None:
    assert [found for _, found in results(os._exit, [3, 4])] == [
        Stopped("the parser ended its process (exit status 3)"),
        Stopped("the parser ended its process (exit status 4)"),
    ]


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGKILL"])
def test_a_crash_is_named(name, monkeypatch) -> None:
    code = f"import os, signal; os.kill(os.getpid(), signal.{name})"
    monkeypatch.setattr(isolation, "_can_limit_memory", lambda: False)
    stopped = Stopped(f"the parser crashed ({name})")
    assert results(exec, [code, "1"]) == [("1", None), (code, stopped)]


@pytest.mark.skipif(sys.platform != "linux", reason="no other system keeps to the limit")
@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT"])
def test_a_crash_may_be_a_lack_of_memory(name) -> None:
    code = f"import os, signal; os.kill(os.getpid(), signal.{name})"
    says = f"memory (more than the 300 MB allowed) or a crash of the parser ({name})"
    assert results(exec, [code]) == [(code, Stopped(says))]


def test_a_fault_is_told(start) -> None:
    assert results(int, ["x"]) == [
        (
            "x",
            Stopped(
                "an error in the program "
                "(ValueError(\"invalid literal for int() with base 10: 'x'\"))"
            ),
        )
    ]


def test_processes_end_when_nobody_wants_more(start) -> None:
    found = run(Bounded(len, bounds), ["a"] * 100, 2)
    next(found)
    assert multiprocessing.active_children()
    found.close()


def test_a_process_that_somebody_ends_meanwhile_is_replaced() -> None:
    found = run(Bounded(len, bounds), ["a", "b", "c"])
    next(found)
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, 9)
        child.join()
    said = [one for _, one in found]
    assert len(said) == 2
    assert 1 in said


def test_where_no_process_can_be_started_all_is_done_here(monkeypatch) -> None:
    def fails(_: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(process.BaseProcess, "start", fails)
    assert results(len, ["a", "bb"]) == [("a", 1), ("bb", 2)]


def test_a_bounded_copy_does_all_itself() -> None:
    results = run(Bounded(int, bounds), ["1", "2"], jobs=0)
    assert dict(results) == {"1": 1, "2": 2}
    with pytest.raises(ValueError, match="x"):
        dict(run(Bounded(int, bounds), ["x"], jobs=0))


def _as_a_child(answers: multiprocessing.Queue[object]) -> None:
    answers.put(results(len, ["a", "bb"]))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_in_a_process_that_may_start_no_others_all_is_done_there() -> None:
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_as_a_child, args=(answers,), daemon=True)
    child.start()
    assert answers.get(timeout=60) == [("a", 1), ("bb", 2)]
    child.join()


PARENT = """\
import os, signal, sys
from sphinx_filedocs.parse.isolation import Bounded, Bounds, run

if __name__ == "__main__":
    found = run(Bounded(len, lambda _: Bounds(60, 10**9)), ["a"] * 100, 2)
    next(found)
    import multiprocessing
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_processes_end_with_the_one_that_started_them() -> None:
    command = [sys.executable, "-c", PARENT]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    numbers = done.stdout.split()
    assert numbers
    deadline = time.monotonic() + 60
    while any(_lives(number) for number in numbers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _lives(number: str) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_late_question_leaves_no_process() -> None:
    workers = Workers(Bounded(len, bounds))
    assert workers.ask("ab") == 2
    assert multiprocessing.active_children()
    workers.close()
    assert workers.ask("abc") == 3
    assert multiprocessing.active_children() == []
