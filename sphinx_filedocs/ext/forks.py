"""Divides work among forks of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sphinx.util.parallel import ParallelTasks, parallel_available

from sphinx_filedocs.index.parts import Divide, Row, undivided
from sphinx_filedocs.index.store import DamagedError

#: For fewer names, each process would repeat most of the work of the others.
_FEW = 64


def forks(processes: int) -> Divide:
    """Return a function that divides work among so many processes at most."""

    def divide(
        compute: Callable[[Sequence[str]], Iterable[Row]], names: Sequence[str]
    ) -> Iterator[Row]:
        if not parallel_available or processes < 2 or len(names) < _FEW:
            return undivided(compute, names)
        return _divided(compute, [names[at::processes] for at in range(processes)])

    return divide


def _divided(
    compute: Callable[[Sequence[str]], Iterable[Row]], parts: Sequence[Sequence[str]]
) -> Iterator[Row]:
    rows: dict[int, list[Row] | DamagedError] = {}

    def work(at: int) -> tuple[int, list[Row] | DamagedError]:
        try:
            return at, [*compute(parts[at])]
        except DamagedError as error:
            return at, error

    tasks = ParallelTasks(len(parts))
    for at in range(len(parts)):
        tasks.add_task(work, at, lambda _, done: rows.update([done]))
    tasks.join()
    for at in range(len(parts)):
        part = rows[at]
        if isinstance(part, DamagedError):
            raise part
        yield from part
