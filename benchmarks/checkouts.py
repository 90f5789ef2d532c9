"""Checkouts of this repository, and the builds that are made with them in processes of their own.

A checkout's package is found through ``PYTHONPATH``, by the Python that runs this.
"""

from __future__ import annotations

import compileall
import contextlib
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builds import NOTES
from scale_measure import Run, run

_ROOT = Path(__file__).resolve().parents[1]
_PACKAGE = "sphinx_filedocs"
#: Holds digests that every change of the code changes.
_MARK = re.compile(rb"<!-- filedocs [0-9a-f ]*-->\n")
_CONF = """\
extensions = ["sphinx_filedocs"]
project = {title!r}
copyright = "its authors"
version = release = "1"
filedocs_trees = {{"source": {tree!r}}}
html_theme = "alabaster"
"""
_INDEX = "Docs\n====\n\n.. toctree::\n\n   source/index\n"


@dataclass(frozen=True, slots=True)
class Checkout:
    """A folder that holds one state of this repository.

    :param name: what the user calls it: a folder or a revision.
    :param root: absolute.
    """

    name: str
    root: Path

    @property
    def package(self) -> Path:
        """The folder of the package."""
        return self.root / _PACKAGE

    def prepare(self) -> None:
        """Compile the package, so that no build is charged for it.

        :raises RuntimeError: when Python would load another package than this one.
        """
        compileall.compile_dir(self.package, quiet=2)
        code = f"import {_PACKAGE}; print({_PACKAGE}.__file__)"
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=self.root,
            env={**os.environ, **self.variables},
            check=True,
            capture_output=True,
            text=True,
        )
        loaded = Path(done.stdout.strip()).resolve()
        if loaded.parent != self.package:
            raise RuntimeError(f"{self.name}: Python loads {loaded}")

    @property
    def variables(self) -> Mapping[str, str]:
        """The variables of the environment that choose this checkout."""
        return {"PYTHONPATH": str(self.root)}


@contextlib.contextmanager
def opened(name: str) -> Iterator[Checkout]:
    """Give a checkout for a folder, or for a revision of this repository, whose worktree is
    deleted at the end.

    :raises ValueError: when it is neither.
    """
    folder = Path(name)
    if (folder / _PACKAGE).is_dir():
        yield Checkout(name, folder.resolve())
        return
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary).resolve() / "checkout"
        try:
            _git("worktree", "add", "--quiet", "--detach", str(root), name)
        except subprocess.CalledProcessError as error:
            raise ValueError(f"{name} is no checkout and no revision: {error.stderr}") from error
        try:
            yield Checkout(name, root)
        finally:
            _git("worktree", "remove", "--force", str(root))


def _git(*arguments: str) -> None:
    command = ["git", "-C", str(_ROOT), *arguments]
    subprocess.run(command, check=True, capture_output=True, text=True)


@dataclass(frozen=True, slots=True)
class Project:
    """A documentation to build, and the folder below which its outputs lie.

    :param docs: the folder of ``conf.py``.
    :param outputs: has a folder for each label that :meth:`build` is given.
    """

    docs: Path
    outputs: Path

    @classmethod
    def of_tree(cls, tree: Path, place: Path) -> Project:
        """Write a project that documents a tree.

        :param tree: absolute.
        :param place: the folder that takes the project and its outputs.
        """
        docs = place / "docs"
        docs.mkdir(parents=True)
        (docs / "conf.py").write_text(_CONF.format(title=tree.name, tree=str(tree)), "utf-8")
        (docs / "index.rst").write_text(_INDEX, "utf-8")
        return cls(docs, place / "outputs")

    def output(self, label: str) -> Path:
        """Return the folder that has one folder for each builder."""
        return self.outputs / label / "output"

    def build(self, checkout: Checkout, label: str, builder: str = "html") -> Run:
        """Build with a checkout, in one process; what lies there from before is used.

        All builders of a label share its doctrees.

        :raises Failed: when the build fails.
        """
        output = self.output(label) / builder
        output.mkdir(parents=True, exist_ok=True)
        place = self.outputs / label
        command = (sys.executable, "-m", "sphinx", "-q", "-j", "1", "-b", builder)
        folders = ("-d", place / "doctrees", self.docs, output)
        log = place / f"{builder}.log"
        done = run((*command, *folders), self.docs, log, checkout.variables)
        return done.checked(f"{builder} with {checkout.name}")


def digests(output: Path) -> dict[str, str]:
    """Return a digest of each file below an output folder, by path there.

    Left out are Sphinx's notes on a build, our manifest, and the comment at the end of a page of
    cross-references: all name the code's version.
    """
    found = {}
    for folder, _, names in os.walk(output):
        for name in names:
            if not name.startswith(NOTES):
                path = Path(folder, name)
                digest = hashlib.blake2b(_MARK.sub(b"", path.read_bytes())).hexdigest()
                found[path.relative_to(output).as_posix()] = digest
    return found


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return the paths of files that differ, or that only one side has."""
    return sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
