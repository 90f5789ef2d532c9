"""Runs Sphinx in a process, and shows the lines that matter to users who do not know Sphinx."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

import click

from sphinx_filedocs.cli import INTERRUPTED

#: The begin of our last lines.
_OURS = "filedocs: source: "
#: The begins of lines with progress: the step, and the percentages of the step where it begins and
#: ends.
_STEPS = {
    "looking at ": (0, 0, 20),
    "analysing ": (0, 20, 100),
    "linking ": (1, 0, 100),
    "reading sources": (2, 0, 100),
    "reading generated": (2, 0, 100),
    "writing output": (3, 0, 5),
    "writing generated": (3, 5, 100),
    "dumping search": (3, 100, 100),
}
_DONE = re.compile(r"\[ *(?P<percent>\d+)%\] (?P<what>.*)")
#: Seconds until a process that was terminated is killed.
_PATIENCE = 5
#: Seconds of silence without a terminal.
_SILENCE = 10


class Progress(NamedTuple):
    """The progress of a build.

    :param step: the number of the step, from 0.
    :param percent: of the step.
    :param what: the current item, such as the path of a file.
    """

    step: int = 0
    percent: int = 0
    what: str = ""


class Output:
    """Shows progress on a terminal, and at the end our lines with the seconds.

    :param place: of the pages, for the last line.
    :param verbose: shows all lines.
    :param clock: returns seconds.
    """

    def __init__(
        self, place: str, verbose: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._place = place
        self._verbose = verbose
        self._is_terminal = sys.stdout.isatty()
        self._begun = self._said = clock()
        self._step = ""
        self._lock = threading.Lock()
        self._is_step_shown = False
        self._is_ended = False
        self.progress = Progress()
        #: Whether all pages were written once.
        self.is_built = False

    def begin(self) -> None:
        """Note the begin of another build."""
        self._begun = self._clock()

    def show(self, line: str) -> None:
        """Show a line of the standard output, if it matters."""
        with self._lock:
            if self._is_ended:
                return
            is_step = self._note_step(line)
            self.is_built = self.is_built or _is_last(line)
            if self._verbose:
                self._say(line)
            elif line.startswith(_OURS):
                self._say(self._ended(line.removeprefix(_OURS)))
            elif self._is_terminal and is_step:
                self._clear()
                click.echo(line[: shutil.get_terminal_size().columns - 1], nl=False)
                self._is_step_shown = True

    def remind(self) -> None:
        """Repeat the current step after a long silence without a terminal, for CI."""
        with self._lock:
            is_silent = self._clock() - self._said >= _SILENCE
            if is_silent and not (self._is_terminal or self._is_ended or self.is_built):
                self._say(self._step or "building...")

    def warn(self, line: str) -> None:
        """Show a line of the standard error."""
        with self._lock:
            if not self._is_ended:
                self._say(line, err=True)

    def end(self, line: str = "") -> None:
        """Show a last line, and nothing more."""
        with self._lock:
            self._is_ended = True
            self._clear()
            if line:
                self._say(line, err=True)

    def _note_step(self, line: str) -> bool:
        """Note the step of a line; tell whether it has one."""
        part = next((part for words, part in _STEPS.items() if line.startswith(words)), None)
        if part is None:
            return False
        self._step = line.rstrip()
        if done := _DONE.search(line):
            step, first, last = part
            percent = first + (last - first) * int(done["percent"]) // 100
            self.progress = Progress(step, percent, done["what"])
        return True

    def _ended(self, said: str) -> str:
        if not _is_last(_OURS + said):
            return said
        return f"{said}; {self._clock() - self._begun:.1f} s: {self._place}"

    def _say(self, line: str, err: bool = False) -> None:
        self._clear()
        self._said = self._clock()
        click.echo(line, err=err)

    def _clear(self) -> None:
        if self._is_step_shown:
            click.echo("\r\x1b[K", nl=False)
            self._is_step_shown = False


def _is_last(line: str) -> bool:
    """Tell whether a line is the last of a build."""
    return line.startswith(_OURS) and not line.startswith(f"{_OURS}left out because")


@contextmanager
def running(
    arguments: Sequence[str],
    folder: Path,
    output: Output,
    show: Callable[[str], None] | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Run a module of Python and show its output. Leaving ends the process and its children.

    :param arguments: the module and its arguments.
    :param folder: the working folder, without files of a stranger that could be imported.
    :param show: takes the output instead of ``output``; the standard input is open then.
    """
    with subprocess.Popen(
        [sys.executable, "-P", "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONSAFEPATH": "1", "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"},
        stdin=subprocess.PIPE if show else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        # Ctrl-C is for this process alone, which then ends all of that group.
        process_group=0 if os.name == "posix" else None,
    ) as process:
        pairs = ((process.stdout, show or output.show), (process.stderr, output.warn))
        readers = [threading.Thread(target=_read, args=pair, daemon=True) for pair in pairs]
        try:
            for reader in readers:
                reader.start()
            yield process
        finally:
            if process.stdin:
                with suppress(OSError):
                    process.stdin.close()
            if process.poll() is None:
                output.end()
                _end(process)
            for reader in readers:
                if reader.is_alive():
                    reader.join(5)


def run(arguments: Sequence[str], folder: Path, output: Output) -> int:
    """Run a module of Python to its end; return its exit code.

    :raises KeyboardInterrupt: after Ctrl-C, if all pages are written.
    """
    with running(arguments, folder, output) as process:
        if is_ended_by_user(output, lambda: process.poll() is not None):
            return INTERRUPTED
        return process.returncode


def is_ended_by_user(output: Output, is_over: Callable[[], bool]) -> bool:
    """Wait for a build; tell whether Ctrl-C ended it before all pages were written.

    :raises KeyboardInterrupt: for a later Ctrl-C.
    """
    try:
        # Waiting for its process as such would say of Ctrl-C only after it has.
        while not is_over():
            time.sleep(0.05)
            output.remind()
    except KeyboardInterrupt:
        if output.is_built:
            raise
        output.end("Interrupted before all pages were written")
        return True
    return False


def _end(process: subprocess.Popen[str]) -> None:
    """Terminate a process group, and kill it after a while."""
    if os.name != "posix":
        process.terminate()
        return
    # It may have ended just now, and a user may not wait for that.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(_PATIENCE)
        os.killpg(process.pid, signal.SIGKILL)


def _read(stream: IO[str], show: Callable[[str], None]) -> None:
    # It is closed where a user has ended the command before this could begin.
    with suppress(ValueError):
        for line in stream:
            show(line.rstrip("\n"))
