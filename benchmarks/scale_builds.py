"""Our builds: with the two lines of ``conf.py`` that turn everything on, as HTML in alabaster."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from scale_edits import Repository, Written, pages, written
from scale_measure import NotMeasured, Run
from scale_peers import Peers, sphinx

_BRANCH = "other"


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree to build.

    :param root: absolute.
    :param include: patterns of the files to take; none for all.
    """

    root: Path
    include: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subjects:
    """The trees of one benchmark.

    :param whole: the large tree; ``edited`` is a Python file of it that many others import,
        relative to its root.
    :param part: a part of it; ``None`` for the whole.
    :param mixed: what highlighting is measured on, files in several languages; ``None`` for the
        whole.
    :param java: a large tree in another language; ``None`` leaves it out.
    :param turns: how often a figure is measured, in turns with what it is compared with: within
        minutes, machines change their speed by more than such figures may differ.
    :param short_turns: the same of builds that take seconds, of which more are needed.
    """

    whole: Tree
    edited: str
    part: Tree | None = None
    mixed: Tree | None = None
    java: Tree | None = None
    turns: int = 3
    short_turns: int = 7


@dataclass(frozen=True, slots=True)
class Incremental:
    """What the builds after the first one took.

    :param nothing: CPU seconds of the second of two without any change.
    :param body: the same after a statement was put before another on its line; the median of
        several turns, as ``nothing``. ``longer``: after one got a line of its own. ``body_pages``
        and ``longer_pages`` are the pages that were written then.
    :param branch: after another branch was checked out.
    """

    nothing: float
    body: float
    body_pages: Written
    longer: Run
    longer_pages: Written
    branch: Run


class Bench:
    """One run of the benchmark: what was built and measured so far.

    :param folder: absolute; everything is made below it.
    """

    def __init__(self, subjects: Subjects, peers: Peers, folder: Path) -> None:
        self.subjects = subjects
        self.peers = peers
        self.folder = folder
        self._built: dict[Tree, tuple[Run, Path]] = {}
        self._beside: dict[str, tuple[float, float]] = {}
        self._count = 0

    @cached_property
    def repository(self) -> Repository:
        """A copy of the whole tree as a Git repository, with a branch that touches 1 % of it.

        :raises NotMeasured: when the tree is not there.
        """
        root = self.subjects.whole.root
        _there(root)
        copy = self.folder / "repository" / root.name
        shutil.copytree(root, copy, symlinks=True)
        repository = Repository(copy)
        repository.create()
        repository.branch(_BRANCH)
        return repository

    @property
    def whole(self) -> Tree:
        """The copy of the whole tree."""
        return Tree(self.repository.root, self.subjects.whole.include)

    @property
    def part(self) -> Tree:
        """A part of the whole tree."""
        return self.subjects.part or self.whole

    @property
    def mixed(self) -> Tree:
        """A part of the whole tree in several languages."""
        return self.subjects.mixed or self.whole

    def clean(self, tree: Tree) -> Run:
        """Return what a clean build of a tree takes.

        :raises NotMeasured: when the tree is not there.
        :raises Failed: when the build fails.
        """
        return self._clean(tree)[0].checked("the build")

    def output(self, tree: Tree) -> Path:
        """Return the folder of what :meth:`clean` wrote."""
        self.clean(tree)
        return self._clean(tree)[1] / "html"

    def _clean(self, tree: Tree) -> tuple[Run, Path]:
        if tree not in self._built:
            place = self._project(tree)
            self._built[tree] = _build(place), place
        return self._built[tree]

    def themed(self, tree: Tree, theme: str) -> Run:
        """Return what a clean build of a tree with another theme takes.

        :param theme: its name, which is that of its package too.
        :raises NotMeasured: when the tree or the theme is not there.
        :raises Failed: when the build fails.
        """
        if find_spec(theme) is None:
            raise NotMeasured(f"the theme {theme} is not installed")
        return self.once(tree, f'html_theme = "{theme}"\n')

    def once(self, tree: Tree, conf: str = "") -> Run:
        """Return what a clean build of a tree takes, and delete its output.

        :param conf: further lines of ``conf.py``.
        :raises NotMeasured: when the tree is not there.
        :raises Failed: when the build fails.
        """
        place = self._project(tree, conf)
        try:
            return _build(place).checked("the build")
        finally:
            shutil.rmtree(place)

    def part_beside(self, peer: str) -> tuple[float, float]:
        """Return the median CPU seconds of clean builds of the part, and those of a peer.

        :param peer: see :class:`Peers`.
        :raises NotMeasured: when the tree or the peer is not there.
        :raises Failed: when one of them fails.
        """
        if peer not in self._beside:
            turns = [
                (self.once(self.part).cpu, self.peers.run_anew(peer, self.part.root).cpu)
                for _ in range(self.subjects.turns)
            ]
            ours, theirs = map(median, zip(*turns, strict=True))
            self._beside[peer] = ours, theirs
        return self._beside[peer]

    @cached_property
    def incremental(self) -> Incremental:
        """What builds of the whole tree take when it was built and is edited then.

        The tree and the output of its clean build are those of the branch afterwards.

        :raises NotMeasured: when the tree is not there.
        :raises Failed: when a build fails.
        """
        place = self.output(self.whole).parent
        edited = self.subjects.edited

        def build() -> Run:
            return _build(place).checked("the build")

        nothing, bodies = [], []
        for _ in range(self.subjects.short_turns):
            build()
            nothing.append(build().cpu)
            bodies.append(_compared(place, lambda: self.repository.edit_body(edited), build))
        body = median(run.cpu for run, _ in bodies)
        longer = _compared(place, lambda: self.repository.edit(edited), build)
        self.repository.check_out(_BRANCH)
        return Incremental(
            median(nothing), body, _together(pages for _, pages in bodies), *longer, build()
        )

    def _project(self, tree: Tree, conf: str = "") -> Path:
        """Write a project that documents a tree, and return its folder."""
        _there(tree.root)
        self._count += 1
        place = self.folder / f"build-{self._count}"
        source = place / "source"
        source.mkdir(parents=True)
        shown = {"path": str(tree.root), "include": list(tree.include)}
        text = f'extensions = ["sphinx_filedocs"]\nfiledocs_trees = {{"source": {shown!r}}}\n'
        index = "Index\n=====\n\n.. toctree::\n\n   source/index\n"
        (source / "conf.py").write_text(text + conf, "utf-8")
        (source / "index.rst").write_text(index, "utf-8")
        return place


def _build(place: Path) -> Run:
    return sphinx(place / "source", place / "html")


def _compared(
    place: Path, edit: Callable[[], None], build: Callable[[], Run]
) -> tuple[Run, Written]:
    """Return what a build takes after an edit, and the pages that it writes."""
    before = pages(place / "html" / "source")
    edit()
    run = build()
    return run, written(before, pages(place / "html" / "source"))


def _together(turns: Iterable[Written]) -> Written:
    """Return the pages that were written in several turns."""
    found = list(turns)
    changed = {name for one in found for name in one.changed}
    needless = {name for one in found for name in one.needless}
    return Written(tuple(sorted(changed)), tuple(sorted(needless)))


def _there(root: Path) -> None:
    if not root.is_dir():
        raise NotMeasured(f"the tree {root.name} is not there; get_trees.sh may fetch it")
