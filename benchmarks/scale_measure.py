"""Measures a command: the CPU time and the memory of all its processes; describes the machine."""

from __future__ import annotations

import compileall
import contextlib
import os
import platform
import shutil
import subprocess
import sysconfig
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from time import thread_time
from typing import Self

import psutil

import sphinx_filedocs

#: Seconds between two looks at the memory.
_PERIOD = 0.2
#: So many times as long as a look took is waited before the next.
_SHARE = 10
#: What the table's head names the versions of.
_PACKAGES = (
    *("sphinx", "docutils", "pygments", "tree-sitter", "sphinx-filedocs"),
    *("sphinx-autoapi", "furo", "pydata-sphinx-theme", "sphinx-book-theme"),
)


class NotMeasured(Exception):  # noqa: N818 (no error: something is not installed)
    """Something that a figure needs is not on this machine; says what."""


class Failed(Exception):  # noqa: N818 (as above)
    """A measured command did not end well."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a command took.

    :param cpu: seconds, user and system, of the process and all processes that it started.
    :param peak: the most memory in bytes that they held together at one time; what several share
        counts once.
    :param code: the exit code.
    :param message: the last lines of what it wrote to its standard error.
    :param search_index: the size of the search index that it wrote, in bytes.
    """

    cpu: float
    peak: int
    code: int = 0
    message: str = ""
    search_index: int = 0

    def checked(self, name: str) -> Run:
        """Return this run.

        :param name: of the command.
        :raises Failed: when it did not end well.
        """
        if self.code:
            raise Failed(f"{name} ended with {self.code}: {self.message}")
        return self


def compile_packages() -> None:
    """Compile all installed packages and this one, as ``pip install`` does: uncompiled, a second of
    each command is Python's own compiler."""
    for folder in (sysconfig.get_path("purelib"), Path(sphinx_filedocs.__file__).parent):
        compileall.compile_dir(folder, quiet=2, workers=0)


def run(
    command: Sequence[str | Path],
    folder: Path,
    log: Path,
    variables: Mapping[str, str] | None = None,
) -> Run:
    """Run a command and measure it.

    :param folder: where it runs.
    :param log: the file that takes what it writes.
    :param variables: further ones of its environment.
    """
    # A package that was not compiled when it was installed shall be so once.
    environment = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
    environment.update(variables or {})
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, stdout=output, stderr=output, env=environment
        )
        with _Sampler(process.pid) as sampler:
            # Not Popen.wait, which gives no figures.
            _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    lines = log.read_text("utf-8", "replace").splitlines()
    message = " | ".join(line.strip() for line in lines[-3:])
    return Run(usage.ru_utime + usage.ru_stime, sampler.peak, process.returncode, message)


class _Sampler:
    """Looks again and again at how much memory the processes of a tree of processes hold."""

    def __init__(self, pid: int) -> None:
        self.peak = 0
        self._root = psutil.Process(pid)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _sample(self) -> None:
        while True:
            start = thread_time()
            self._look()
            # To count a large process's pages takes the system a while.
            if self._ended.wait(max(_PERIOD, _SHARE * (thread_time() - start))):
                return

    def _look(self) -> None:
        with contextlib.suppress(psutil.Error):
            processes = [self._root, *self._root.children(recursive=True)]
            # Counting what is shared once for each process is quick, and never too little.
            if _together(processes, lambda one: one.memory_info().rss) > self.peak:
                now = _together(processes, lambda one: one.memory_full_info().pss)
                self.peak = max(self.peak, now)


def _together(processes: Iterable[psutil.Process], size: Callable[[psutil.Process], int]) -> int:
    total = 0
    for process in processes:
        # One that has just ended holds nothing.
        with contextlib.suppress(psutil.Error):
            total += size(process)
    return total


def describe_machine() -> dict[str, str]:
    """Return what the figures depend on: the machine, and the versions of what was measured."""
    described = {
        "CPU": _cpu_model(),
        "cores": str(os.cpu_count()),
        "memory": f"{psutil.virtual_memory().total / 1e9:.1f} GB",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
    }
    for name in _PACKAGES:
        try:
            described[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            described[name] = "not installed"
    described["Doxygen"] = _doxygen_version()
    return described


def _cpu_model() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _doxygen_version() -> str:
    if not shutil.which("doxygen"):
        return "not installed"
    done = subprocess.run(["doxygen", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip()
