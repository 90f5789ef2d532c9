"""The process that writes pages for ``serve`` while the first build still reads the tree.

Requests and answers are lines on its standard input and output: the name of a page, and in an
answer true if the page was written. The first answer is about the start page, without a request.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Self

from sphinx_filedocs.cli.project import FIRST_PAGE, ProjectFolders

_START = FIRST_PAGE.removesuffix(".html")


class Early:
    """Writes pages when they are asked for, from entering to leaving.

    :param project: of the tree; its output folder is left alone.
    """

    def __init__(self, project: ProjectFolders) -> None:
        self._project = project
        #: The pages.
        self.folder = project.early / "html"
        self._answered = threading.Condition()
        #: Pages that were asked for, and the answers.
        self._asked = {_START}
        self._answers: dict[str, bool] = {}
        #: Pages of files that were edited meanwhile: the build may have read an older text.
        self.edited: frozenset[str] = frozenset()
        self._is_over = False
        #: Pauses the build while a page is written.
        self.pausing: Callable[[], AbstractContextManager[None]] = nullcontext
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        # A killed command may have left some.
        self._delete()
        arguments = ["sphinx_filedocs.cli.early", self._project.source, self._project.early]
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", *map(str, arguments)],
            cwd=self._project.source,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # The build reports errors.
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            process_group=0,
        )
        self._thread = threading.Thread(target=self._hear, args=(self._process,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.end()

    def end(self) -> None:
        """End the process and delete its pages."""
        process, self._process = self._process, None
        if process:
            # It may have ended just now.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self._thread.join()
            # What was asked last may not have been sent.
            with suppress(BrokenPipeError), process:
                pass
            self._delete()

    def write(self, docname: str) -> bool:
        """Write a page, unless it was written; tell whether it is there."""
        if docname in self._answers or self._is_over:
            return self._answers.get(docname, False)
        with self.pausing(), self._answered:
            stream = self._process and self._process.stdin
            if docname not in self._asked and stream:
                self._asked.add(docname)
                # It may have ended just now.
                with suppress(OSError):
                    stream.write(f"{json.dumps(docname)}\n")
                    stream.flush()
            self._answered.wait_for(lambda: docname in self._answers or self._is_over)
            return self._answers.get(docname, False)

    def renew(self, docnames: Collection[str]) -> None:
        """Have the pages of edited files written again when they are asked for."""
        with self._answered:
            self.edited |= {*docnames}
            self._asked -= self.edited
            for docname in docnames:
                self._answers.pop(docname, None)

    def write_start(self) -> None:
        """Wait for the start page."""
        self.write(_START)

    def _hear(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            with self._answered:
                docname, is_written = json.loads(line)
                self._answers[docname] = is_written
                self._answered.notify_all()
        with self._answered:
            self._is_over = True
            self._answered.notify_all()

    def _delete(self) -> None:
        shutil.rmtree(self._project.early, ignore_errors=True)


def opened(folder: Path) -> Iterator[str]:
    """Yield the pages that were written early, as somebody has opened them."""
    for page in (folder / "html").rglob("*.html"):
        yield page.relative_to(folder / "html").as_posix().removesuffix(".html")


def main(source: str, output: str) -> None:
    """Write the start page, and pages that are asked for.

    :param source: the folder with ``conf.py``.
    """
    from sphinx_filedocs.ext.unread_tree import serve_unread  # noqa: PLC0415 (only here)

    def answer(docname: str, is_written: bool) -> None:
        sys.stdout.write(f"{json.dumps([docname, is_written])}\n")
        sys.stdout.flush()

    requests = (json.loads(line) for line in sys.stdin)
    serve_unread(Path(source), Path(output), requests, answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
