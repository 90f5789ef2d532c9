"""The peers: Doxygen, plain Sphinx with ``literalinclude``, and sphinx-autoapi over the same files.

Doxygen has its source browser and references on, reads the files that it takes by default, and
makes nothing but HTML. Plain Sphinx has one page for each Python file, as one would write it by
hand, and a toctree for each folder.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

from scale_measure import NotMeasured, Run, describe_machine, run

_DOXYFILE = """\
INPUT = "{tree}"
OUTPUT_DIRECTORY = "{output}"
RECURSIVE = YES
EXCLUDE_PATTERNS = */.git/*
EXTRACT_ALL = YES
SOURCE_BROWSER = YES
REFERENCED_BY_RELATION = YES
REFERENCES_RELATION = YES
GENERATE_LATEX = NO
HAVE_DOT = NO
QUIET = YES
WARNINGS = NO
"""
Peer = Callable[[Path, Path], Run]


class Peers:
    """Runs each peer once for each tree.

    :param file: where results are kept for further runs; ``None`` to measure all anew.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._machine = describe_machine()
        self._runs = _read(file, self._machine) if file else {}

    def run(self, name: str, tree: Path) -> Run:
        """Return what a peer takes for a tree.

        :param name: of :data:`PEERS`.
        :param tree: the root, absolute.
        :raises NotMeasured: when the peer is not installed.
        :raises Failed: when it fails.
        """
        key = f"{name}: {tree.name}, {sum(1 for _ in files(tree))} files"
        if key not in self._runs:
            self._runs[key] = self.run_anew(name, tree)
            self._keep()
        return self._runs[key]

    def run_anew(self, name: str, tree: Path) -> Run:
        """Return the same, measured now, whatever is known."""
        with tempfile.TemporaryDirectory(prefix="scale-peer-") as folder:
            return PEERS[name](tree, Path(folder)).checked(name)

    def _keep(self) -> None:
        if self._file:
            runs = {key: asdict(one) for key, one in self._runs.items()}
            text = json.dumps({"machine": self._machine, "runs": runs}, indent=1)
            self._file.write_text(text + "\n", "utf-8")


def _read(file: Path, machine: Mapping[str, str]) -> dict[str, Run]:
    """Return the runs that a file keeps; none when they were made on another machine."""
    if not file.exists():
        return {}
    kept = json.loads(file.read_text("utf-8"))
    if kept["machine"] != machine:
        return {}
    return {key: Run(**one) for key, one in kept["runs"].items()}


def files(tree: Path) -> Iterator[Path]:
    """Yield the files of a tree that are no links and none of Git's.

    :param tree: the root, absolute; so are the files.
    """
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            path = Path(folder, name)
            if not path.is_symlink():
                yield path


def html_pages(output: Path) -> Iterator[Path]:
    """Yield the HTML pages below a folder, absolute: a folder may be called so, too, for it has
    what belongs to the page of a file of that name."""
    return (path for path in files(output) if path.suffix == ".html")


def sphinx(source: Path, output: Path, *options: str) -> Run:
    """Run Sphinx in two processes as HTML.

    :param source: the folder of ``conf.py``.
    :param options: further ones of ``sphinx-build``.
    """
    doctrees = output.with_name(f"{output.name}-doctrees")
    command = (sys.executable, "-m", "sphinx", "-q", "-b", "html", "-j", "2", "-d", doctrees)
    return run((*command, *options, source, output), source, output.with_name("log"))


def _doxygen(tree: Path, folder: Path) -> Run:
    if not shutil.which("doxygen"):
        raise NotMeasured("doxygen is not installed")
    text = _DOXYFILE.format(tree=tree, output=folder / "output")
    (folder / "output").mkdir()
    (folder / "Doxyfile").write_text(text, "utf-8")
    return run(("doxygen", "Doxyfile"), folder, folder / "log")


def _plain_sphinx(tree: Path, folder: Path) -> Run:
    source, output = folder / "source", folder / "output"
    write_pages(tree, source)
    done = sphinx(source, output)
    index = output / "searchindex.js"
    size = index.stat().st_size if index.exists() else 0
    return Run(done.cpu, done.peak, done.code, done.message, size)


def write_pages(tree: Path, source: Path) -> None:
    """Write a project with a page for each Python file of a tree.

    :param tree: the root, absolute.
    :param source: the folder to write, which is not there.
    """
    below: dict[Path, set[str]] = {Path(): set()}
    for path in files(tree):
        if path.suffix != ".py":
            continue
        relative = path.relative_to(tree)
        below.setdefault(relative.parent, set()).add(relative.name)
        for folder in relative.parents[:-1]:
            below.setdefault(folder.parent, set()).add(f"{folder.name}/index")
        page = source / f"{relative}.rst"
        page.parent.mkdir(parents=True, exist_ok=True)
        place = os.path.relpath(path, page.parent)
        text = f"{_title(str(relative))}\n.. literalinclude:: {place}\n   :language: python\n"
        page.write_text(text, "utf-8")
    for folder, names in below.items():
        rows = "".join(f"   {name}\n" for name in sorted(names))
        page = source / folder / "index.rst"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"{_title(str(folder))}\n.. toctree::\n\n{rows}", "utf-8")
    (source / "conf.py").write_text("", "utf-8")


def _title(text: str) -> str:
    escaped = text.replace("_", r"\_")
    return f"{escaped}\n{'=' * len(escaped)}\n"


def _autoapi(tree: Path, folder: Path) -> Run:
    if find_spec("autoapi") is None:
        raise NotMeasured("sphinx-autoapi is not installed")
    source = folder / "source"
    source.mkdir()
    conf = (
        f'extensions = ["autoapi.extension"]\nautoapi_dirs = [{str(tree)!r}]\n'
        "autoapi_python_use_implicit_namespaces = True\n"
    )
    (source / "conf.py").write_text(conf, "utf-8")
    (source / "index.rst").write_text(_title(tree.name), "utf-8")
    return sphinx(source, folder / "output")


PEERS: Mapping[str, Peer] = {
    "Doxygen": _doxygen,
    "plain Sphinx": _plain_sphinx,
    "sphinx-autoapi": _autoapi,
}
