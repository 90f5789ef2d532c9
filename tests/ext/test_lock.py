"""One build at a time in a folder of doctrees, whatever became of the one before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs.ext import session
from sphinx_filedocs.ext.session import LOCK, Lock

#: Another process that takes a folder, with a child of its own that outlives it.
OTHER = """
import os, sys, time
from pathlib import Path
from sphinx_filedocs.ext.session import Lock
held = Lock()
held.take(Path(sys.argv[1]))
child = os.fork()
if child:
    print(child, flush=True)
time.sleep(60)
"""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Return a process that has a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", OTHER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        yield process
        process.kill()
        os.kill(child, signal.SIGKILL)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is said of waiting."""
    lines: list[str] = []
    monkeypatch.setattr(session.logger, "info", lambda text, *values: lines.append(text % values))
    return lines


def test_a_second_build_waits_until_the_first_one_is_dead(
    tmp_path: Path, other: subprocess.Popen[str], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What it has forked may live on, and must not hold up others for ever.
    def say_and_kill(text: str, *values: object) -> None:
        said.append(text % values)
        other.send_signal(signal.SIGKILL)

    monkeypatch.setattr(session.logger, "info", say_and_kill)
    mine = Lock()
    mine.take(tmp_path)
    mine.release()
    assert said == [f"waiting for another build in {tmp_path}"]


def test_an_application_that_never_ended_holds_up_none_of_its_process(
    tmp_path: Path, said: list[str]
) -> None:
    unfinished, second = Lock(), Lock()
    unfinished.take(tmp_path)
    second.take(tmp_path)
    second.release()
    assert said == []
    assert _is_free(tmp_path)
    unfinished.release()


def test_a_folder_in_which_nothing_can_be_written_has_none(
    ordinary_user: Path, said: list[str]
) -> None:
    (ordinary_user / "doctrees").mkdir(mode=0o555)
    mine = Lock()
    mine.take(ordinary_user / "doctrees")
    mine.release()
    assert said == []
    assert not (ordinary_user / "doctrees" / LOCK).exists()


def _is_free(folder: Path) -> bool:
    code = (
        "import sys; from pathlib import Path\n"
        "from sphinx_filedocs.incremental.last_build import hold\n"
        "hold(Path(sys.argv[1]), lambda: sys.exit(1))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, str(folder / LOCK)]
    return not subprocess.run(command, check=False, env=environment).returncode
