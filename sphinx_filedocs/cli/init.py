"""The subcommand that adds the extension to a Sphinx project."""

from __future__ import annotations

import codecs
import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from sphinx_filedocs.cli.options import Failure, repository
from sphinx_filedocs.cli.project_edits import (
    read_configuration,
    with_extension,
    with_toctree_entry,
)
from sphinx_filedocs.writing import write_whole

#: Where conf.py lies in a repository.
_PLACES = ("docs", "doc", "docs/source", "doc/source", ".")
_DOCS = ("docs", "doc")
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


class _Change(NamedTuple):
    file: Path
    before: str
    after: str


@click.command(short_help="Add the extension to a Sphinx project.")
@click.argument("docs", required=False, type=click.Path(path_type=Path))
@click.option("-y", "--yes", is_flag=True, help="Write without asking.")
def init(docs: Path | None, yes: bool) -> None:
    """Add the extension to the Sphinx project in the folder DOCS.

    The lines for conf.py and for a toctree are shown first, and written if you agree. By default,
    DOCS is docs, doc, docs/source or doc/source in the working folder, or the working folder
    itself. No code of the project is run.
    """
    folder = _folder(docs)
    try:
        changes = list(_changes(folder))
    except SyntaxError as error:
        raise Failure(
            f"{folder / 'conf.py'}:{error.lineno}: not valid Python: {error.msg}"
        ) from None
    if not changes:
        click.echo(f"Nothing to add: {folder} has the extension already.")
        return
    for change in changes:
        _show(change)
    if not yes:
        click.confirm("Write this?", abort=True)
    for change in changes:
        _write(change)
    # The command may be installed by pipx, away from the project's Sphinx.
    building = f"sphinx-build -b html {folder} {_output(folder)}"
    click.echo(
        f"Written. With sphinx-filedocs installed beside Sphinx, build as before: {building}"
    )


def _output(folder: Path) -> Path:
    """Return where pages usually go: beside sources that lie apart, as sphinx-quickstart has it."""
    place = folder.parent / "build" if folder.name == "source" else folder / "_build"
    return place / "html"


def _folder(docs: Path | None) -> Path:
    if docs is None:
        folders = (place for place in map(Path, _PLACES) if (place / "conf.py").is_file())
        folder = next(folders, None)
        if folder is None:
            raise click.UsageError(
                f"conf.py not found in {', '.join(_PLACES)}; name its folder, or run "
                "'sphinx-filedocs build', which works without it"
            )
        return folder
    folder = docs.parent if docs.name == "conf.py" else docs
    if not (folder / "conf.py").is_file():
        raise click.UsageError(f"{folder / 'conf.py'} does not exist")
    return folder


def _changes(folder: Path) -> Iterator[_Change]:
    """Yield the files that have to be changed.

    :raises SyntaxError: where conf.py is no Python.
    """
    file = folder / "conf.py"
    text = _read(file)
    known = read_configuration(text)
    if known.has_trees and known.has_extension:
        return
    prefix = _prefix(folder)
    root = _root(folder)
    # Sphinx itself makes pages of the documentation's own folder.
    place = folder.resolve()
    own = Path(os.path.relpath(place, place / root)).as_posix()
    changed = with_extension(text, prefix, root, own if own != "." else "")
    yield _Change(file, text, changed)
    if known.has_trees:
        return
    entry = f"{prefix}/index"
    page = next(_pages(folder, known.first_page), None)
    if page is None:
        click.echo(
            f"{folder} has neither {known.first_page}.rst nor .md; add {entry!r} to a toctree."
        )
        return
    text = _read(page)
    changed = with_toctree_entry(text, entry, page.suffix == ".md")
    if changed != text:
        yield _Change(page, text, changed)


def _pages(folder: Path, name: str) -> Iterator[Path]:
    places = (folder / f"{name}{suffix}" for suffix in (".rst", ".md", ".txt"))
    return (place for place in places if place.is_file())


def _root(folder: Path) -> str:
    """Return the root of the sources, relative to the folder of conf.py: that of the repository,
    else what the usual names of folders say."""
    place = folder.resolve()
    top = repository(place)
    if top is not None:
        return Path(os.path.relpath(top, place)).as_posix()
    if place.name == "source" and place.parent.name in _DOCS:
        return "../.."
    return ".." if place.name in _DOCS else "."


def _prefix(folder: Path) -> str:
    """Return where the pages can go: nothing of the project may lie there."""
    taken = {path.name.partition(".")[0] for path in folder.iterdir()}
    return next(
        name for name in ("source", "files", "source_tree", "filedocs") if name not in taken
    )


def _show(change: _Change) -> None:
    name = str(change.file)
    before, after = change.before.splitlines(), change.after.splitlines()
    for line in difflib.unified_diff(before, after, name, name, lineterm=""):
        click.secho(line, fg=_COLOURS.get(line[:1]))


def _read(file: Path) -> str:
    """Return a text, whatever ends its lines, without the mark that it may begin with.

    :raises Failure: where it can't be read.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{file} is not UTF-8 text: {error.reason}") from None
    except OSError as error:
        raise Failure(f"{file} can't be read: {error.strerror}") from None


def _write(change: _Change) -> None:
    """Write a text with the ends of lines and the mark at its begin that it had.

    :raises Failure: where that can't be.
    """
    try:
        before = change.file.read_bytes()
        text = change.after.replace("\n", "\r\n") if b"\r\n" in before else change.after
        encoding = "utf-8-sig" if before.startswith(codecs.BOM_UTF8) else "utf-8"
        write_whole(change.file, text.encode(encoding))
    except OSError as error:
        raise Failure(f"{change.file} can't be written: {error.strerror}") from None
