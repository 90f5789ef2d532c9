"""Builds whole repositories with every builder, each warning an error, and sees that every file
has its page.

    python benchmarks/repositories.py [--builders html,text] [--jobs N] [--theme NAME] FOLDER...

Prints for each build how it ended, its CPU time and its peak memory; ends with 1 when a build
failed or a file has neither a page nor a reason.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from scale_measure import run

BUILDERS = ("html", "dirhtml", "epub", "text", "latex", "xml")
#: Git as on a machine without settings of a user's own.
_GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

#: The configuration of a build, which notes at its end what has a page and what was left out.
_CONF = """\
import json
from pathlib import Path

extensions = ["sphinx_filedocs"]
project = {title!r}
copyright = "its authors"
version = release = "1"
filedocs_trees = {{"source": {tree!r}}}
html_theme = {theme!r}
{more}

def note(app, exception):
    from sphinx_filedocs.ext.domain import domain_of
    from sphinx_filedocs.ext.output_files import output_file

    site = domain_of(app.env).sites["source"]
    pages = {{}}
    for path, docname in site.plan.files.items():
        output = output_file(app.builder, docname)
        single = app.builder.name in ("latex", "singlehtml")
        pages[path] = docname in app.env.found_docs and (single or output.exists())
    Path({notes!r}).write_text(json.dumps(pages))


def setup(app):
    app.connect("build-finished", note)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, print a row for each build, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--builders", default=",".join(BUILDERS))
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--theme", default="alabaster")
    parser.add_argument("--conf", default="", help="more lines for conf.py")
    chosen = parser.parse_args(arguments)
    head = ("repository", "builder", "files", "end", "CPU s", "peak MB")
    print("{:14} {:8} {:>6} {:>4} {:>7} {:>8}  missing".format(*head))
    is_fine = True
    for folder in chosen.folders:
        for builder in chosen.builders.split(","):
            is_fine &= _build(folder.resolve(), builder, chosen)
    return 0 if is_fine else 1


def _build(tree: Path, builder: str, chosen: argparse.Namespace) -> bool:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        docs, notes = place / "docs", place / "pages.json"
        tree = _repository(tree, place / tree.name)
        docs.mkdir()
        conf = _CONF.format(
            title=tree.name, tree=str(tree), theme=chosen.theme, notes=str(notes), more=chosen.conf
        )
        (docs / "conf.py").write_text(conf)
        (docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-j", chosen.jobs]
        log = place / "log"
        done = run(
            [*command, "-b", builder, "-d", place / "doctrees", docs, place / "out"], place, log
        )
        pages = json.loads(notes.read_text()) if notes.exists() else {}
        said = log.read_text("utf-8", "replace")
        missing = [path for path in _files(tree) if not pages.get(path) and path not in said]
        row = f"{tree.name:14} {builder:8} {len(pages):6} {done.code:4} {done.cpu:7.1f} "
        print(f"{row}{done.peak / 1e6:8.0f}  {len(missing)} {' '.join(missing[:3])}", flush=True)
        if done.code:
            wrong = [line for line in said.splitlines() if "WARNING" in line or "rror" in line]
            print("\n".join(f"    {line[:300]}" for line in wrong[:8]), flush=True)
        shutil.rmtree(place, ignore_errors=True)
        return not done.code and not missing


def _repository(tree: Path, place: Path) -> Path:
    """Return a copy of a tree in which Git tracks every file."""
    shutil.copytree(tree, place, symlinks=True)
    for command in (["init", "--quiet"], ["add", "--all", "--force"]):
        subprocess.run(["git", *command], cwd=place, env={**os.environ, **_GIT}, check=True)
    return place


def _files(tree: Path) -> Iterator[str]:
    """Yield the path of every file of a repository."""
    for folder, folders, names in os.walk(tree):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            yield Path(folder, name).relative_to(tree).as_posix()


if __name__ == "__main__":
    sys.exit(main())
