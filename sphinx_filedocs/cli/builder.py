"""The resident process that builds for ``serve``: it loads nothing twice and knows the last build.

Requests and answers are lines of JSON on its standard input and output, among Sphinx's lines. If it
takes much memory, it exits after a build, and another one is started.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Self

from sphinx_filedocs.cli import INTERRUPTED
from sphinx_filedocs.cli.early import opened
from sphinx_filedocs.cli.project import ProjectFolders
from sphinx_filedocs.cli.running import Output, is_ended_by_user, running

#: The begin of a line with an answer.
_ANSWER = "\x1efiledocs "
#: The part of the machine's memory above which a process does not stay.
_MOST = 1 / 4
_LINE = 65_536


class Edit(NamedTuple):
    """A request for a build.

    :param paths: the files known to be edited, new or removed, absolute.
    :param shown: the names of open pages.
    """

    paths: Collection[str] = ()
    shown: Collection[str] = ()


class Builder:
    """Builds a project again and again, from entering to leaving.

    :param arguments: of the process; see :func:`main`.
    :param folder: its working folder.
    :param output: shows its lines.
    :param written: called after early pages, and at the end of a build.
    :param lost: called if the process has ended before an answer.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        folder: Path,
        output: Output,
        written: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self._arguments = ["sphinx_filedocs.cli.builder", *arguments]
        self._folder = folder
        self._output = output
        self._written = written
        self._lost = lost
        #: Whether a build is due, and how many processes have ended since.
        self._is_due = False
        self._losses = 0
        self._running: AbstractContextManager[subprocess.Popen[str]] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._lock, self._pauses = threading.Lock(), 0
        #: The exit statuses of builds that have ended.
        self._statuses: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._end()

    def run(self) -> int:
        """Make the first build; return the exit status.

        :raises KeyboardInterrupt: after Ctrl-C, if all pages are written.
        """
        self.ask(Edit())
        if is_ended_by_user(self._output, lambda: bool(self._statuses) or not self._is_alive()):
            return INTERRUPTED
        return self._statuses[-1] if self._statuses else 1

    def ask(self, edit: Edit) -> None:
        """Ask for a build; one that is going on ends between two of its pages."""
        self._is_due = True
        if not self._is_alive():
            # It has ended, as where it took much memory.
            self._start()
        stream = self._process and self._process.stdin
        # If it has just ended, its thread notices.
        with suppress(OSError):
            if stream:
                stream.write(f"{json.dumps([[*edit.paths], [*edit.shown]])}\n")
                stream.flush()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pause its processes, while somebody waits for another one."""
        self._pause(1)
        try:
            yield
        finally:
            self._pause(-1)

    def _pause(self, change: int) -> None:
        with self._lock:
            before, self._pauses = self._pauses, self._pauses + change
            process = self._process
            if bool(before) != bool(self._pauses) and process and process.poll() is None:
                sent = signal.SIGSTOP if self._pauses else signal.SIGCONT
                # It may have ended just now.
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, sent)

    def _is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _start(self) -> None:
        self._end()
        self._running = running(self._arguments, self._folder, self._output, self._hear)
        self._process = self._running.__enter__()
        threading.Thread(target=self._follow, args=(self._process,), daemon=True).start()

    def _follow(self, process: subprocess.Popen[str]) -> None:
        process.wait()
        if process is not self._process or not self._is_due or not self._statuses:
            return
        self._losses += 1
        if self._losses == 1:
            self._lost()
        else:
            self._say_failed()

    def _say_failed(self) -> None:
        self._output.warn("The build failed; the next edit begins another.")

    def _end(self) -> None:
        self._process = None
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._running = None

    def _hear(self, line: str) -> None:
        if not line.startswith(_ANSWER):
            self._output.show(line)
            return
        status = json.loads(line.removeprefix(_ANSWER))
        if status is not None:
            self._is_due, self._losses = False, 0
            if status and self._statuses:
                self._say_failed()
            self._statuses.append(status)
        self._written()


class _Requests:
    """Requests on the standard input."""

    def __init__(self, stream: int) -> None:
        self._stream = stream
        self._rest = b""

    def next(self) -> Edit | None:
        """Wait for a request; return none when there will be no more."""
        while b"\n" not in self._rest:
            data = os.read(self._stream, _LINE)
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return Edit(*json.loads(line))

    def is_there(self) -> bool:
        """Tell whether another request is waiting, as far as the system tells."""
        if b"\n" in self._rest:
            return True
        try:
            return bool(select.select([self._stream], [], [], 0)[0])
        except (OSError, ValueError):
            return False


def main(arguments: Sequence[str]) -> None:
    """Build at each request.

    :param arguments: the number of processes, and the folders of doctrees, source and output.
    """
    from sphinx.cmd.build import jobs_argument  # noqa: PLC0415 (only this process needs Sphinx)
    from sphinx.util.console import nocolor  # noqa: PLC0415 (as above)

    from sphinx_filedocs.ext.resident import Resident  # noqa: PLC0415 (as above)

    # The other process reads the lines.
    nocolor()
    jobs, *folders = arguments
    doctrees, source, output = map(Path, folders)
    early = ProjectFolders(source, doctrees, output).early
    requests = _Requests(sys.stdin.fileno())
    resident = Resident(source, output, doctrees, jobs_argument(jobs), requests.is_there, _answer)
    while edit := requests.next():
        if edit.paths and resident.write_early([*map(Path, edit.paths)], edit.shown):
            _answer()
        status = resident.build(chain(edit.shown, opened(early)))
        if status is None:
            # The next build writes the rest.
            continue
        _answer(status)
        if _memory() > _MOST:
            break
        if not requests.is_there():
            resident.rest()


def _answer(status: int | None = None) -> None:
    """Report that early pages are written, or the end of a build.

    :param status: the exit status of the build.
    """
    sys.stdout.write(f"{_ANSWER}{json.dumps(status)}\n")
    sys.stdout.flush()


def _memory() -> float:
    """Return this process's share of the memory of the machine; 0 if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages / os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0.0


if __name__ == "__main__":
    main(sys.argv[1:])
