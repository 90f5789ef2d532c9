"""Measures the preview: how long it takes from the command to the first pages, and from saving a
file until its page shows that.

    python benchmarks/live.py [--open] TREE [TREE...]

``sphinx-filedocs serve`` shows a copy of each tree, which it has never seen. Prints the seconds
until the start page is there; median and worst for the pages of 60 random files, asked for one
after the other while the first build runs, and how many of them it had written itself; and the
seconds from the command until all pages are written.

Then, without ``--open``, the edits of ``edits.toml`` are made one after the other, and at last
``git checkout`` of a branch on which fifty files are others. For each, prints the seconds until the
page (of a file that came or went: its page or its absence) is there, and until all pages are
written, with the processor time of all processes by then, and the megabytes of the process that
builds. Linux only.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.parse import quote

from edits_read import Subject, read_subjects
from websockets.sync.client import connect

#: Seconds that an edit may take, and seconds of rest before the next one.
PATIENCE, REST = 3_000, 2
#: So many pages of files are asked for, and so many files are others on a branch.
PAGES, FILES = 60, 50
_BRANCH = "lines"
#: Stands on the page in the place of one that is not written.
_WAITING = "not written yet"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure trees, and print a table of each."""
    layout = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("--open", action="store_true", help="measure no edits")
    parser.add_argument("tree", nargs="+", type=Path, metavar="TREE")
    options = parser.parse_args(arguments)
    for tree in options.tree:
        subjects = (one for one in read_subjects() if tree.name in one.trees)
        subject = None if options.open else next(subjects)
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, tree.name)
            shutil.copytree(tree, copy, symlinks=True)
            if subject:
                make_branch(copy, subject)
            with served(copy, Path(folder)) as preview:
                open_pages(copy, preview)
                if subject:
                    measure(copy, subject, preview)


def open_pages(tree: Path, preview: Preview) -> None:
    """Measure the first pages of a tree, and the time until all are written."""
    if _WAITING in preview.get("source/index.html"):
        sys.exit("the start page is not there")
    seconds = time.monotonic() - preview.begun
    print(tree.name, f"{'start page':20}", f"{seconds:7.2f}", flush=True)
    asked, written = [], 0
    paths = (path.relative_to(tree) for path in tree.rglob("*") if path.is_file())
    files = sorted(path.as_posix() for path in paths if path.parts[0] != ".git")
    for path in Random(51).sample(files, min(PAGES, len(files))):
        began = time.monotonic()
        page = preview.get(f"source/{quote(path)}.html")
        # Some files have no page of that name, such as one that holds credentials.
        if page and _WAITING not in page:
            asked.append(time.monotonic() - began)
            written += "&early" not in page
    row = f"{statistics.median(asked):7.2f} {max(asked):7.2f}"
    said = f"{written} of {len(asked)} written"
    print(tree.name, f"{'page of a file':20}", row, said, flush=True)
    wait(preview.is_ready)
    seconds = time.monotonic() - preview.begun
    print(tree.name, f"{'all pages':20}", f"{seconds:7.2f}", flush=True)


def measure(tree: Path, subject: Subject, preview: Preview) -> None:
    """Measure the edits of a tree."""
    rows: list[tuple[float, ...]] = []
    path = f"source/{subject.trees[tree.name]}/{subject.file}.html"
    edits = chain(subject.edits(tree, tree.name), check_out(tree))
    while True:
        time.sleep(REST)
        before, ended, used = preview.get(path), preview.builds(), preview.seconds()
        script = re.search(r"reload\.js\?([^\"]+)", before)
        query = html.unescape(script[1]) if script else ""
        place = preview.address.replace("http", "ws")
        with connect(f"{place}websocket-reload?{query}") as page:
            began = time.monotonic()
            edit = next(edits, None)
            if edit is None:
                break
            if edit.startswith("file"):
                # What Git does not track has no page.
                run_git(tree, "add", "--all")
                wait(came_or_went(preview, subject, edit, path.rpartition("/")[0]))
            else:
                page.recv(PATIENCE)
            row = [time.monotonic() - began, preview.seconds() - used]
        wait(partial(preview.has_built, ended + 1))
        row += [time.monotonic() - began, preview.seconds() - used, preview.megabytes()]
        rows.append(tuple(row))
        print(tree.name, f"{edit:20}", *(f"{value:7.2f}" for value in row), flush=True)
    for name, choose in (("median", statistics.median), ("worst", max)):
        print(
            tree.name,
            f"{name:20}",
            *(f"{choose(column):7.2f}" for column in zip(*rows, strict=True)),
        )


def make_branch(tree: Path, subject: Subject) -> None:
    """Make a tree a repository, with a branch on which fifty files have another first line, the one
    of the subject among them."""
    run_git(tree, "init", "--quiet")
    run_git(tree, "add", "--all")
    run_git(tree, "commit", "--quiet", "--message", "All")
    run_git(tree, "checkout", "--quiet", "-b", _BRANCH)
    own = tree / subject.trees[tree.name] / subject.file
    others = sorted({*tree.rglob(f"*{own.suffix}")} - {own})
    for file in [own, *others][:FILES]:
        file.write_bytes(b"\n" + file.read_bytes())
    run_git(tree, "commit", "--quiet", "--all", "--message", "Lines")
    run_git(tree, "checkout", "--quiet", "-")


def check_out(tree: Path) -> Iterator[str]:
    """Check that branch out, without what was edited until then."""
    run_git(tree, "checkout", "--quiet", "--force", _BRANCH)
    yield f"checkout of {FILES}"


def run_git(tree: Path, *command: str) -> None:
    """Run Git with a name of its own in a tree."""
    name = ("-c", "user.name=live", "-c", "user.email=live@localhost")
    subprocess.run(["git", *name, *command], cwd=tree, check=True)


def came_or_went(preview: Preview, subject: Subject, edit: str, folder: str) -> Callable[[], bool]:
    """Return what tells whether the page of a file is there, or no more."""
    file = {
        "file added": subject.added[0],
        "file removed": subject.removed,
        "file renamed": subject.renamed[1],
    }[edit]
    return lambda: bool(preview.get(f"{folder}/{file}.html")) == (edit != "file removed")


def wait(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            sys.exit("it takes too long")
        time.sleep(0.02)


class Preview:
    """A command that serves: its address, and what it has taken by now."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self._log = log
        self.begun = time.monotonic()
        self.address = ""

    def has_begun(self) -> bool:
        """Tell whether pages can be asked for."""
        address = re.search(r"(http://\S+/)", self._log.read_text())
        self.address = address[1] if address else ""
        return bool(address)

    def is_ready(self) -> bool:
        """Tell whether the first build has ended."""
        return "Serving on" in self._log.read_text()

    def get(self, path: str) -> str:
        """Return a page; nothing where it is none."""
        try:
            with urllib.request.urlopen(self.address + path) as answer:  # noqa: S310 (http)
                return str(answer.read().decode())
        except HTTPError:
            return ""

    def builds(self) -> int:
        """Return how many builds have ended."""
        return self._log.read_text().count("names linked")

    def has_built(self, times: int) -> bool:
        """Tell whether so many builds have ended."""
        return self.builds() >= times

    def seconds(self) -> float:
        """Return the processor time of all processes."""
        return sum(map(_seconds, _family(self._process.pid)))

    def megabytes(self) -> float:
        """Return the memory of the largest process but for the command itself."""
        return max(map(_megabytes, [*_family(self._process.pid)][1:]), default=0)


@contextmanager
def served(tree: Path, folder: Path) -> Iterator[Preview]:
    """Serve a tree."""
    log = folder / "log"
    command = ["serve", str(tree), "--no-browser", "--yes", "--cache", str(folder / "cache")]
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "sphinx_filedocs", *command],
            cwd=folder,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        preview = Preview(process, log)
        wait(preview.has_begun)
        yield preview
    finally:
        process.terminate()
        process.wait()


def _family(process: int) -> Iterator[int]:
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in _read(task).split():
            yield from _family(int(child))


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""


def _seconds(process: int) -> float:
    """Return the processor time of a process and of those of its own that have ended."""
    fields = _read(Path(f"/proc/{process}/stat")).rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def _megabytes(process: int) -> float:
    fields = _read(Path(f"/proc/{process}/statm")).split()
    return int(fields[1]) * PAGE / 1e6 if fields else 0


if __name__ == "__main__":
    main()
