"""A process that analyses the texts of others, and keeps the queries that it has compiled."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, ParamSpec, TypeVar, cast

from sphinx_filedocs.index.extraction import make_ready
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.model.files import PROGRAMMING

#: Seconds without a task before another language but the first is prepared.
_QUIET = 1.0

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class Reader(Executor):
    """Calls functions in a process, which is a fork of this one and ends with it.

    Forks of this process may submit tasks too, one after the other.
    """

    def __init__(self) -> None:
        self._pipe, other = Pipe()
        if not os.fork():
            try:
                self._pipe.close()
                _serve(other)
            finally:
                os._exit(0)
        other.close()

    def prepare(self, paths: Iterable[str]) -> None:
        """Have the queries compiled of the languages of files, before anybody submits a task.

        The names of the files decide. Those of C++ take more than a second.
        """
        self._pipe.send(tuple(paths))

    def submit(
        self,
        fn: Callable[Arguments, Result],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Result]:
        """Call a function, and wait for its result.

        :raises OSError: if the process has ended, and ``EOFError``.
        """
        future: Future[Result] = Future()
        self._pipe.send((fn, args, kwargs))
        result, error = self._pipe.recv()
        if error:
            future.set_exception(error)
        else:
            future.set_result(cast("Result", result))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stay for later tasks."""


def _serve(pipe: Connection, languages: Sequence[str] = ()) -> None:
    """Answer tasks, until a copy of this process has prepared another language and answers them.

    :param languages: to prepare.
    """
    todo, quiet = deque(languages), _QUIET if languages else 0.0
    copy: Connection | None = None
    while True:
        if todo and not copy and not pipe.poll(quiet):
            if quiet:
                copy = _copied(pipe, todo.popleft())
            else:
                # The one of most files is needed first.
                make_ready([todo.popleft()])
            quiet = _QUIET
        elif copy and copy in wait([pipe, copy]):
            # It may have ended.
            with suppress(EOFError, OSError):
                copy.recv()
                copy.send([*todo])
                return
            copy = None
        else:
            try:
                task = pipe.recv()
            except EOFError:
                return
            if task and isinstance(task[0], str):
                todo += _programming(task)
            elif task:
                pipe.send(_called(*task))


def _copied(pipe: Connection, language: str) -> Connection:
    """Have a copy of this process prepare a language. It says when it has, and answers tasks once
    it is told what others there are."""
    ours, theirs = Pipe()
    if not os.fork():
        try:
            ours.close()
            make_ready([language])
            theirs.send(None)
            _serve(pipe, theirs.recv())
        finally:
            os._exit(0)
    theirs.close()
    return ours


def _called(
    work: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[object, Exception | None]:
    try:
        return work(*args, **kwargs), None
    except Exception as error:  # noqa: BLE001 - the other process raises it
        return None, error


def _programming(paths: Iterable[str]) -> Iterable[str]:
    """Return the programming languages of files, that of most files first."""
    kinds = [file_types.of_text(path, "") for path in paths]
    counts = Counter(
        kind.language for kind in kinds if file_types.language_type(kind) in PROGRAMMING
    )
    return [language for language, _ in counts.most_common() if language]
