"""Edits a tree under one resident process, and compares its output at rest with clean builds."""

from __future__ import annotations

import io
import os
import shutil
import signal
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random

from builds import OPTIONS, build, difference, outputs
from fuzz_trees import Tree
from sphinx.builders.html import _assets
from sphinx.locale import translators

from sphinx_filedocs.ext.resident import Resident

STEPS = 10
#: Of these one is in ``conf.py``.
CHOICES: Sequence[dict[str, object]] = (
    {},
    {"filedocs_private": False},
    {"filedocs_search": False},
    {"html_title": "Another"},
)


def resident_failure(seed: int, pool: Sequence[Path]) -> str:
    """Return what is wrong with the output of one process, ``""`` for nothing."""
    folder = Path(tempfile.mkdtemp(prefix="filedocs-fuzz-"))
    try:
        return _Trial(folder, pool, Random(seed)).failure()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _Trial:
    def __init__(self, folder: Path, pool: Sequence[Path], random: Random) -> None:
        self._random = random
        self._docs, self._out, self._clean = (folder / name for name in ("docs", "out", "clean"))
        self._docs.mkdir()
        (self._docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
        self._tree = Tree(folder / "tree", pool, random)
        self._options: dict[str, object] = {}
        #: Before how many pages a build is superseded.
        self._pages_left = -1
        self._resident = self._new()

    def _new(self) -> Resident:
        places = self._docs, self._out / "html", self._out / "doctrees"
        return Resident(*places, 1, self._is_superseded)

    def _is_superseded(self) -> bool:
        self._pages_left -= 1
        return self._pages_left == 0

    def failure(self) -> str:
        done: list[str] = ["made"]
        for _ in range(STEPS):
            self._configure()
            if said := self._step(done):
                return f"after {done}: {said}"
        return ""

    def _step(self, done: list[str]) -> str:
        random, said = self._random, io.StringIO()
        before = self._files()
        # As many as a branch that is checked out has.
        done += [self._tree.edit() for _ in range(random.choice((0, 1, 1, 1, 2, 3, 12)))]
        now = self._files()
        edited = [path for path in before.keys() | now.keys() if before.get(path) != now.get(path)]
        with redirect_stdout(io.StringIO()), redirect_stderr(said):
            self._resident.write_early(edited, self._open())
            if random.random() < 0.2:
                done.append("killed")
                self._build_and_die()
            self._pages_left = random.randrange(-3, 12)
            status = self._resident.build(self._open())
            self._pages_left = -1
            if status is None:
                done.append("superseded")
                status = self._resident.build(self._open())
            if random.random() < 0.7:
                self._resident.rest()
        if status or said.getvalue():
            return f"{status} {said.getvalue()}"
        shutil.rmtree(self._clean, ignore_errors=True)
        build(self._docs, self._clean, "html", jobs=1, hooks=(), **self._options)
        return difference(outputs(self._out / "html"), outputs(self._clean / "html"))

    def _files(self) -> dict[Path, object]:
        files = (path for path in self._tree.root.rglob("*") if not path.is_dir())
        return {path: (path.lstat().st_mtime_ns, path.lstat().st_size) for path in files}

    def _open(self) -> list[str]:
        """Return the names of a few pages, as two browsers show."""
        html = self._out / "html"
        pages = sorted(path.relative_to(html).as_posix() for path in html.rglob("source/**/*.html"))
        names = [path.removesuffix(".html") for path in pages]
        return self._random.sample(names, min(2, len(names)))

    def _configure(self) -> None:
        if self._random.random() < 0.2:
            self._options = self._random.choice(CHOICES)
        values = {**OPTIONS, "templates_path": [], **self._options}
        lines = (f"{name} = {value!r}\n" for name, value in values.items())
        (self._docs / "conf.py").write_text("".join(lines))
        # Of clean builds in this process; see builds.py.
        _assets._file_checksum_inner.cache_clear()  # noqa: SLF001 (Sphinx has no public way)
        translators.clear()

    def _build_and_die(self) -> None:
        """Begin a build in a process that is killed; another one follows it."""
        child = os.fork()
        if not child:
            with suppress(BaseException):
                os.setpgid(0, 0)
                signal.signal(signal.SIGPROF, lambda *_: os.killpg(0, signal.SIGKILL))
                signal.setitimer(signal.ITIMER_PROF, self._random.uniform(0.01, 0.5))
                self._resident.build(self._open())
            os._exit(0)
        os.waitpid(child, 0)
        self._resident.close()
        self._resident = self._new()
