"""The subcommand ``init``: adds the extension to the ``conf.py`` and files of a Sphinx project."""

from __future__ import annotations

import ast
import codecs
import difflib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from sphinx_filedocs.cli.options import Failure, repository
from sphinx_filedocs.writing import write_whole

#: The usual folders of conf.py.
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
    """Return the output folder that sphinx-quickstart chooses."""
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
    file = folder / "conf.py"
    text = _read(file)
    names = _assigned(text)
    prefix = _prefix(folder)
    root = _root(folder)
    # Sphinx itself makes pages of the documentation's own folder.
    place = folder.resolve()
    own = Path(os.path.relpath(place, place / root)).as_posix()
    changed = with_extension(text, prefix, root, own if own != "." else "")
    if changed != text:
        yield _Change(file, text, changed)
    if "filedocs_trees" in names:
        return
    entry = f"{prefix}/index"
    first = names.get("root_doc") or names.get("master_doc")
    name = str(first.value) if isinstance(first, ast.Constant) else "index"
    places = (folder / f"{name}{suffix}" for suffix in (".rst", ".md", ".txt"))
    page = next(filter(Path.is_file, places), None)
    if page is None:
        click.echo(f"{folder} has neither {name}.rst nor .md; add {entry!r} to a toctree.")
        return
    text = _read(page)
    changed = with_toctree(text, entry, page.suffix == ".md")
    if changed != text:
        yield _Change(page, text, changed)


def _root(folder: Path) -> str:
    """Return the root of the sources, relative to the folder of conf.py: the repository, or else
    the folder around ``docs``."""
    place = folder.resolve()
    top = repository(place)
    if top is not None:
        return Path(os.path.relpath(top, place)).as_posix()
    if place.name == "source" and place.parent.name in _DOCS:
        return "../.."
    return ".." if place.name in _DOCS else "."


def _prefix(folder: Path) -> str:
    """Return a prefix for the pages that no file or folder of the project has."""
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
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{file} is not UTF-8 text: {error.reason}") from None
    except OSError as error:
        raise Failure(f"{file} can't be read: {error.strerror}") from None


def _write(change: _Change) -> None:
    """Write a text with the line ends and the byte order mark of the file."""
    try:
        before = change.file.read_bytes()
        text = change.after.replace("\n", "\r\n") if b"\r\n" in before else change.after
        encoding = "utf-8-sig" if before.startswith(codecs.BOM_UTF8) else "utf-8"
        write_whole(change.file, text.encode(encoding))
    except OSError as error:
        raise Failure(f"{change.file} can't be written: {error.strerror}") from None


EXTENSION = "sphinx_filedocs"


def with_extension(text: str, prefix: str, folder: str, own: str = "") -> str:
    """Return a ``conf.py`` with lines at its end that add the extension and a tree.

    :param prefix: of the tree's pages.
    :param folder: the tree's root, relative to that of ``conf.py``.
    :param own: the folder of ``conf.py``, relative to the tree's root, which the tree leaves out.
    :raises SyntaxError: if it is not valid Python.
    """
    names = _assigned(text)
    before = "*extensions, " if "extensions" in names else ""
    added = [] if _has_extension(names) else [f'extensions = [{before}"{EXTENSION}"]']
    if "filedocs_trees" not in names:
        pattern = re.sub(r"([\\\[*?])", r"\\\1", own)
        entry: object = {"path": folder, "exclude": [f"/{pattern}/"]} if own else folder
        added.append(f"filedocs_trees = {{{_literal(prefix)}: {_literal(entry)}}}")
    if not added:
        return text
    comment = "# A page for each file of the sources."
    return "\n".join([text.rstrip("\n"), "", comment, *added, ""])


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def with_toctree(text: str, entry: str, is_markdown: bool) -> str:
    """Return a page with a toctree at its end that has the entry, unless another one has it."""
    if re.search(rf"^\s*(?:.*<)?/?{re.escape(entry)}>?\s*$", text, re.MULTILINE):
        return text
    new = f"```{{toctree}}\n{entry}\n```" if is_markdown else f".. toctree::\n\n   {entry}"
    return "\n\n".join([*filter(None, [text.rstrip("\n")]), f"{new}\n"])


def _assigned(text: str) -> dict[str, ast.expr]:
    """Return the expressions assigned to names at the top level of ``conf.py``, the last of each.

    :raises SyntaxError: if it is not valid Python.
    """
    expressions: dict[str, ast.expr] = {}
    for statement in ast.parse(text).body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
                expressions |= dict.fromkeys(names, value)
            case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
                expressions[name] = value
    return expressions


def _has_extension(names: dict[str, ast.expr]) -> bool:
    extensions = names.get("extensions")
    constants = ast.walk(extensions) if extensions else ()
    return any(isinstance(node, ast.Constant) and node.value == EXTENSION for node in constants)
