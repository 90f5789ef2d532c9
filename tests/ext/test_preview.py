"""The live preview: sphinx-autobuild over a tree that holds its own documentation."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sphinx_filedocs
from tests.stamps import stamps

pytestmark = pytest.mark.slow

#: Seconds in which a build has to be done, on a machine that does other things too.
PATIENCE = 90
#: Seconds after which a build that sets off another one would have done so.
REST = 4
ANSI = re.compile(r"\x1b\[[0-9;]*m")

TREE = {
    "README.md": "# A tree\n\nThat is watched.\n",
    "a.py": '"""First."""\nimport b\n\n\ndef one():\n    return b.two()\n',
    "b.py": '"""Second."""\n\n\ndef two():\n    return 2\n',
    "far/away.py": '"""Alone."""\n',
    "docs/conf.py": (
        "extensions = ['sphinx_filedocs']\n"
        "filedocs_trees = {'source': '..'}\n"
        "html_theme = 'basic'\n"
    ),
    "docs/index.rst": "Docs\n====\n\n.. toctree::\n\n   guide\n   source/index\n",
    "docs/guide.rst": "Guide\n=====\n\nSee :src:symbol:`b.py::two`.\n",
}


class Preview:
    """A running sphinx-autobuild: its log and its output."""

    def __init__(self, tree: Path, log: Path) -> None:
        self.tree = tree
        self.out = tree / "docs" / "_build" / "html"
        self._log = log

    def write(self, path: str, text: str) -> None:
        """Write a file of the tree in one step, so that no build sees half of it."""
        new = self._log.with_name("new")
        new.write_text(text, encoding="utf-8")
        new.replace(self.tree / path)

    @property
    def log(self) -> str:
        """What it has said so far."""
        return ANSI.sub("", self._log.read_text(encoding="utf-8"))

    @property
    def begun(self) -> int:
        """How many builds have been started."""
        return self.log.count("-m sphinx build")

    @property
    def done(self) -> int:
        """How many builds have ended well."""
        return self.log.count("build succeeded")

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited {PATIENCE} s in vain\n{self.log}"
            time.sleep(0.1)

    def get(self, path: str) -> str:
        """Return a page as the preview serves it."""
        found = re.search(r"Serving on (http://127\.0\.0\.1:\d+)", self.log)
        if not found:
            return ""
        try:
            url = f"{found[1]}/{path}"
            with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 (always http)
                return answer.read().decode()
        except OSError:
            return ""

    def times(self) -> dict[str, int]:
        """Return for each page below ``source/`` a number that is another one when it was written
        again."""
        found = stamps((self.out / "source").rglob("*.html"))
        return {page.relative_to(self.out).as_posix(): at for page, at in found.items()}

    def builds_after(self, change: Callable[[], object]) -> set[str]:
        """Make a change, wait for its build and for rest, and return which pages were written."""
        before, count = self.times(), self.done
        change()
        self.wait(lambda: self.done > count)
        time.sleep(REST)
        assert (self.begun, self.done) == (count + 1, count + 1), self.log
        return {name for name, written in self.times().items() if before.get(name) != written}


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    """Start sphinx-autobuild as README says, wait for the first build, and stop it at the end."""
    pytest.importorskip("sphinx_autobuild")
    tree = tmp_path / "tree"
    for path, text in TREE.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")
    running = Preview(tree, tmp_path / "log")
    package = str(Path(sphinx_filedocs.__file__).parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "sphinx_autobuild", "--port", "0", "--watch", str(tree)]
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(
            [*command, str(tree / "docs"), str(running.out)],
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        ) as process,
    ):
        try:
            # It watches before it serves.
            running.wait(lambda: process.poll() is not None or "two" in running.get("guide.html"))
            assert process.poll() is None, running.log
            yield running
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_an_edit_rebuilds_the_pages_concerned_and_then_there_is_rest(preview) -> None:
    time.sleep(REST)
    assert (preview.begun, preview.done) == (1, 1), preview.log

    text = '"""Second."""\n\nMORE = 3\n\n\ndef two():\n    return MORE\n'
    written = preview.builds_after(lambda: preview.write("b.py", text))
    assert "MORE" in preview.get("source/b.py.html")
    assert written >= {"source/b.py.html", "source/crossref.html"}
    others = {"a.py.html", "far/away.py.html", "far/index.html"}
    others |= {"README.md.html", "docs/index.html", "docs/guide.rst.html"}
    assert {f"source/{name}" for name in others} <= preview.times().keys() - written

    written = preview.builds_after(lambda: preview.write("c.py", "import b\n"))
    assert "c.py" in preview.get("source/b.py.html")
    assert written >= {"source/c.py.html", "source/b.py.html", "source/index.html"}
    assert not written & {"source/a.py.html", "source/far/away.py.html", "source/far/index.html"}

    written = preview.builds_after((preview.tree / "c.py").unlink)
    assert "c.py" not in preview.get("source/b.py.html")
    assert "source/c.py.html" not in preview.times()
    assert not written & {"source/a.py.html", "source/far/away.py.html", "source/far/index.html"}
    assert "WARNING" not in preview.log
