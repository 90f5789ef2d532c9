"""Calls a function with any :class:`concurrent.futures.Executor`, such as a cluster's."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

#: The most tasks sent and not answered. Later ones are made when their turn comes.
AHEAD = 64
#: The seconds without an answer after which an executor is lost.
PATIENCE = 300.0


def answers(
    make: Callable[[], Executor], work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[tuple[Task, Result | Exception], None, None]:
    """Yield each task with its result as it comes, or with the error that it ended in.

    After an error of the executor itself, the tasks that it has not answered get that error.

    :param make: returns the executor, which is shut down at the end.
    :param work: a function of a module that the workers can import.
    """
    rest = iter(tasks)
    sent: dict[Future[Result], Task] = {}
    try:
        executor = _checked(make())
    except Exception as error:  # noqa: BLE001 - a cluster may fail with any error
        yield from ((task, error) for task in rest)
        return
    lost: Exception | None = None
    try:
        while True:
            for task in islice(rest, 0 if lost else AHEAD - len(sent)):
                try:
                    sent[executor.submit(work, task)] = task
                except Exception as error:  # noqa: BLE001 - as above
                    lost = error
                    yield task, error
                    break
            if not sent:
                break
            done, _ = wait(sent, PATIENCE, FIRST_COMPLETED)
            if not done:
                lost = TimeoutError(f"no answer in {PATIENCE:.0f} seconds")
                break
            for future in done:
                task = sent.pop(future)
                try:
                    result: Result | Exception = future.result()
                except Exception as error:  # noqa: BLE001 - as above
                    result = error
                yield task, result
        if lost:
            for task in (*sent.values(), *rest):
                yield task, lost
    finally:
        executor.shutdown(wait=lost is None)


def _checked(made: object) -> Executor:
    if isinstance(made, Executor):
        return made
    msg = f"the function returned {made!r:.60} instead of a concurrent.futures.Executor"
    raise TypeError(msg)
