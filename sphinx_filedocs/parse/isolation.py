"""Runs a function in processes of its own, each call within bounds of processor time and memory:
one that loops, swells or crashes ends alone.

Parsers are programs in C: nothing in their own process can stop one, or outlive its crash.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import multiprocessing
import os
import signal
import sys
import weakref
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import connection
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sphinx_filedocs.phrases import Phrase

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task")
Result = TypeVar("Result")

_MEGABYTE = 1_000_000
#: The most tasks sent to a process at once.
_CHUNK = 16
#: The time to wait for the end of a process that sends nothing more, in seconds.
_PATIENCE = 10
_STATM = Path("/proc/self/statm")


class Bounds(NamedTuple):
    """The bounds of one call.

    :param seconds: of processor time, which does not depend on the load of the machine.
    :param memory: in bytes, beside the memory of the idle process.
    """

    seconds: float
    memory: int


class Stopped(NamedTuple):
    """Why a call has no result, as a sentence part."""

    reason: Phrase


@dataclass(frozen=True, slots=True)
class Bounded(Generic[Task, Result]):
    """A function to be called in other processes; all of it can be pickled.

    :param work: the function.
    :param bounds: returns the bounds for a task.
    """

    work: Callable[[Task], Result]
    bounds: Callable[[Task], Bounds]


@dataclass(slots=True)
class _Worker(Generic[Task]):
    process: BaseProcess
    pipe: Connection
    tasks: deque[Task] = field(default_factory=deque)
    ready: bool = False


def run(
    call: Bounded[Task, Result], tasks: Sequence[Task], jobs: int = 1
) -> Generator[tuple[Task, Result | Stopped], None, None]:
    """Yield each task with its result as it comes, or with the reason for having none.

    Close the iterator to end all processes. Without processes, all work is done in this one.

    :param jobs: the most processes at once; 0 where this process is a bounded copy itself.
    """
    with contextlib.closing(Workers(call, jobs)) as workers:
        yield from workers.results(tasks)


class Workers(Generic[Task, Result]):
    """Processes that call a function; started on the first task.

    :param jobs: the most at once.
    """

    def __init__(self, call: Bounded[Task, Result], jobs: int = 1) -> None:
        self._call = call
        self._jobs = jobs
        self._workers: list[_Worker[Task]] = []
        self._pending: deque[Sequence[Task]] = deque()
        self._process = os.getpid()
        self._is_closed = False
        # Also if nobody closes them.
        weakref.finalize(self, self._end_all, self._workers, self._process)

    def close(self) -> None:
        """End the processes. One that is started for a later task ends with its answer."""
        self._is_closed = True
        self._end_all(self._workers, self._process)

    @staticmethod
    def _end_all(workers: list[_Worker[Task]], process: int) -> None:
        # Those of the process that this one was forked from are not ours.
        for worker in workers if process == os.getpid() else ():
            _end(worker)
        workers.clear()

    def ask(self, task: Task) -> Result | Stopped:
        """Return the result of one task, or why it has none."""
        result = next(self.results([task]))[1]
        if self._is_closed:
            self.close()
        return result

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Result | Stopped]]:
        """Yield each task with its result as it comes, or with why it has none."""
        if self._process != os.getpid():
            # They are those of the process that this one was forked from.
            self._workers, self._process = [], os.getpid()
        chunk = max(1, min(_CHUNK, len(tasks) // (4 * max(1, self._jobs))))
        self._pending.extend(tasks[at : at + chunk] for at in range(0, len(tasks), chunk))
        while self._pending or any(worker.tasks for worker in self._workers):
            if not self._employ():
                alone, self._pending = self._pending, deque()
                yield from ((task, self._call.work(task)) for some in alone for task in some)
                return
            busy = [worker.pipe for worker in self._workers if worker.tasks]
            for pipe in connection.wait(busy):
                worker = next(worker for worker in self._workers if worker.pipe is pipe)
                yield from self._answers(worker)

    def _employ(self) -> bool:
        workers, pending = self._workers, self._pending
        while pending:
            worker = next((worker for worker in workers if not worker.tasks), None)
            if worker is None and len(workers) < self._jobs:
                worker = _started(self._call, workers)
                workers += [worker] if worker else []
            if worker is None:
                break
            try:
                worker.pipe.send(list(pending[0]))
            except OSError:
                if worker.ready:
                    # Somebody else has ended it; another one gets the tasks.
                    workers.remove(worker)
                    _end(worker)
                    continue
            worker.tasks.extend(pending.popleft())
        return bool(workers)

    def _answers(self, worker: _Worker[Task]) -> Iterator[tuple[Task, Result | Stopped]]:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(_PATIENCE)
            self._workers.remove(worker)
            code = _end(worker)
            if not worker.ready:
                # It never began: for example if the main module of the program can't be imported
                # again.
                yield from ((task, self._call.work(task)) for task in worker.tasks)
                return
            task = worker.tasks.popleft()
            if worker.tasks:
                self._pending.appendleft(tuple(worker.tasks))
            yield task, Stopped(_cause(code, self._call.bounds(task)))
            return
        if worker.ready:
            yield worker.tasks.popleft(), answer
        worker.ready = True


def _started(call: Bounded[Task, Result], workers: Sequence[_Worker[Task]]) -> _Worker[Task] | None:
    if multiprocessing.current_process().daemon:
        # Such a process may start no others.
        return None
    context = multiprocessing.get_context("fork" if forks() else None)
    try:
        here, there = context.Pipe()
        # Only when nobody else has them, closing one end of a pipe is seen at the other.
        inherited = [here, *(worker.pipe for worker in workers)] if forks() else []
        process = context.Process(target=_serve, args=(there, call, inherited), daemon=True)
        process.start()
    except (ImportError, OSError):
        return None
    there.close()
    return _Worker(process, here)


def forks() -> bool:
    """Return True if a process has all that this one has imported and made ready. That takes a
    hundredth of the time that importing it takes, and Sphinx forks wherever that can be done."""
    return "fork" in multiprocessing.get_all_start_methods()


def _end(worker: _Worker[Task]) -> int | None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    code = worker.process.exitcode
    worker.process.close()
    return code


def _cause(code: int | None, bounds: Bounds) -> Phrase:
    try:
        name = signal.Signals(-(code or 0)).name
    except ValueError:
        return Phrase("the parser ended its process (exit status {code})", code=f"{code}")
    if name in ("SIGPROF", "SIGXCPU"):
        return Phrase(
            "processor time (more than the {count:,} seconds allowed)", count=round(bounds.seconds)
        )
    if name in ("SIGABRT", "SIGBUS", "SIGSEGV") and _can_limit_memory():
        # A parser that gets no memory ends so too.
        return Phrase(
            "memory (more than the {count:,} MB allowed) or a crash of the parser ({signal})",
            count=bounds.memory // _MEGABYTE,
            signal=name,
        )
    return Phrase("the parser crashed ({signal})", signal=name)


def _serve(pipe: Connection, call: Bounded[Task, Result], inherited: Sequence[Connection]) -> None:
    for other in inherited:
        other.close()
    # The parent gets it too, and then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_no_trace()
    # A search for garbage would touch, and so copy, all that the parent has.
    gc.freeze()
    # By this the parent closes the last pipe, or has gone.
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            for task in pipe.recv():
                pipe.send(_answer(call, task))


def _answer(call: Bounded[Task, Result], task: Task) -> Result | Stopped:
    bounds = call.bounds(task)
    try:
        with within(bounds):
            return call.work(task)
    except MemoryError:
        allowed = bounds.memory // _MEGABYTE
        return Stopped(Phrase("memory (more than the {count:,} MB allowed)", count=allowed))
    except Exception as error:  # noqa: BLE001 - no file ends a build
        return Stopped(fault_of(error))


def fault_of(error: Exception) -> Phrase:
    """Return the message for an error that no file should cause."""
    said = " ".join(f"{error!r:.200}".split())
    return Phrase("an error in the program ({error})", error=said)


@contextlib.contextmanager
def within(bounds: Bounds) -> Iterator[None]:
    """Bound what this process does until the ``with`` ends; too much time ends the process."""
    # Windows has neither of the two: there a call can crash for itself alone, and no more.
    if sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415 (not there on Windows)

    limits = resource.getrlimit(resource.RLIMIT_AS)
    if _can_limit_memory():
        # The address space counts, not only touched memory: an allocation then fails at once.
        soft = _size() + bounds.memory
        if limits[0] != resource.RLIM_INFINITY:
            soft = min(soft, limits[0])
        resource.setrlimit(resource.RLIMIT_AS, (soft, limits[1]))
    # Its signal ends the process whatever that is doing.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, bounds.seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, limits)


def _can_limit_memory() -> bool:
    """Return True if the size of this process is known, and the system enforces a limit: macOS
    has the call and does nothing."""
    return sys.platform == "linux" and _STATM.exists()


def _size() -> int:
    import resource  # noqa: PLC0415 (as above)

    return int(_STATM.read_text().split()[0]) * resource.getpagesize()


def leave_no_trace() -> None:
    """Let this process write no stack and no core if it crashes: its parent reports that."""
    faulthandler.disable()
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 (as above)

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
