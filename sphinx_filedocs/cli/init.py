"""The subcommand ``init``: adds the extension to the ``conf.py`` and files of a Sphinx project."""

from __future__ import annotations

import ast
import codecs
import difflib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click

from sphinx_filedocs.cli.options import Failure, repository
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
    """Return a text, whatever ends its lines, without the mark that it may begin with."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{file} is not UTF-8 text: {error.reason}") from None
    except OSError as error:
        raise Failure(f"{file} can't be read: {error.strerror}") from None


def _write(change: _Change) -> None:
    """Write a text with the ends of lines and the mark at its begin that it had."""
    try:
        before = change.file.read_bytes()
        text = change.after.replace("\n", "\r\n") if b"\r\n" in before else change.after
        encoding = "utf-8-sig" if before.startswith(codecs.BOM_UTF8) else "utf-8"
        write_whole(change.file, text.encode(encoding))
    except OSError as error:
        raise Failure(f"{change.file} can't be written: {error.strerror}") from None


EXTENSION = "sphinx_filedocs"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: In reStructuredText the directive with its options and entries, which are indented further; in
#: Markdown the fence of MyST-Parser.
_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+toctree::[^\n]*\n"
    r"(?P<body>(?:[ \t]*\n|(?P=indent)[ \t]+[^\n]*(?:\n|\Z))*)",
    re.MULTILINE,
)
_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<marks>`{3,}|:{3,})\{toctree\}[^\n]*\n"
    r"(?P<body>(?:(?!(?P=indent)(?P=marks)).*\n)*)(?P=indent)(?P=marks)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What ``conf.py`` says as literals at its top level.

    :param first_page: the name of the first page's document.
    """

    has_extension: bool
    has_trees: bool
    first_page: str


def read_configuration(text: str) -> Configuration:
    """Return what a ``conf.py`` says.

    :raises SyntaxError: where it is no Python.
    """
    values = _assigned(text)
    extensions = values.get("extensions")
    entries = extensions.elts if isinstance(extensions, ast.List | ast.Tuple) else []
    first = values.get("root_doc") or values.get("master_doc")
    return Configuration(
        any(isinstance(entry, ast.Constant) and entry.value == EXTENSION for entry in entries),
        "filedocs_trees" in values,
        str(first.value) if isinstance(first, ast.Constant) else "index",
    )


def with_extension(text: str, prefix: str, folder: str, own: str = "") -> str:
    """Return a ``conf.py`` that has the extension and a tree.

    :param prefix: of the tree's pages.
    :param folder: the tree's root, relative to that of ``conf.py``.
    :param own: the folder of ``conf.py``, relative to the tree's root, which the tree leaves out.
    :raises SyntaxError: where it is no Python.
    """
    known = read_configuration(text)
    added = []
    if not known.has_extension:
        changed = _with_entry(text)
        if changed is None:
            before = "*extensions, " if "extensions" in _assigned(text) else ""
            added.append(f'extensions = [{before}"{EXTENSION}"]')
        else:
            text = changed
    if not known.has_trees:
        pattern = re.sub(r"([\\\[*?])", r"\\\1", own)
        entry: object = {"path": folder, "exclude": [f"/{pattern}/"]} if own else folder
        added.append(f"filedocs_trees = {{{_literal(prefix)}: {_literal(entry)}}}")
    if not added:
        return text
    statements = ast.parse(text).body
    # Formatters want two empty lines behind a definition.
    gap = [""] * (2 if statements and isinstance(statements[-1], _DEFINITIONS) else 1)
    comment = "# A page for each file of the sources."
    return "\n".join([text.rstrip("\n"), *gap, comment, *added, ""])


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def with_toctree_entry(text: str, entry: str, is_markdown: bool) -> str:
    """Return a page whose last toctree has an entry; a new one where it has none, or several with
    captions, which say of each what is in it."""
    pattern = _FENCE if is_markdown else _DIRECTIVE
    toctrees = list(pattern.finditer(text))
    if not toctrees:
        new = f"```{{toctree}}\n{entry}\n```" if is_markdown else f".. toctree::\n\n   {entry}"
        return "\n\n".join([*filter(None, [text.rstrip("\n")]), f"{new}\n"])
    named = re.compile(rf"^\s*(?:.*<)?/?{re.escape(entry)}>?\s*$", re.MULTILINE)
    if any(named.search(toctree["body"]) for toctree in toctrees):
        return text
    last = toctrees[-1]
    if len(toctrees) > 1 and ":caption:" in last["body"]:
        options = [":caption: Sources"]
        if all(":hidden:" in toctree["body"] for toctree in toctrees):
            options.append(":hidden:")
        return _with_toctree_behind(text, last, options, entry, is_markdown)
    body = last["body"].rstrip()
    rest = last["body"][len(body) :].removeprefix("\n")
    lines = body.splitlines()
    indent = last["indent"] if is_markdown else f"{last['indent']}   "
    entries = [line for line in lines if line.strip()]
    if entries:
        indent = entries[-1][: len(entries[-1]) - len(entries[-1].lstrip())]
    # Options end with an empty line.
    has_options_alone = bool(entries) and entries[-1].lstrip().startswith(":")
    if has_options_alone or not (entries or is_markdown):
        lines.append("")
    changed = "\n".join([*lines, f"{indent}{entry}", ""]) + rest
    return f"{text[: last.start('body')]}{changed}{text[last.end('body') :]}"


def _with_toctree_behind(
    text: str, last: re.Match[str], options: list[str], entry: str, is_markdown: bool
) -> str:
    lines = [*options, "", entry]
    if is_markdown:
        marks = last["marks"]
        lines = [f"{marks}{{toctree}}", *lines, marks]
    else:
        lines = [".. toctree::", *(f"   {line}".rstrip() for line in lines)]
    new = "\n".join(f"{last['indent']}{line}".rstrip() for line in lines)
    before, rest = text[: last.end()].rstrip("\n"), text[last.end() :].lstrip("\n")
    return "\n\n".join([before, new, *([rest] if rest else [])]) + ("" if rest else "\n")


def _assigned(text: str) -> dict[str, ast.expr]:
    """Return the expressions of the names that are assigned at the top level, the last of each."""
    expressions: dict[str, ast.expr] = {}
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            expressions |= dict.fromkeys(names, statement.value)
        elif isinstance(statement, ast.AnnAssign) and statement.value:
            if isinstance(statement.target, ast.Name):
                expressions[statement.target.id] = statement.value
        elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            # What it holds then is no literal.
            expressions[statement.target.id] = statement.value
    return expressions


def _with_entry(text: str) -> str | None:
    """Return a ``conf.py`` whose list of extensions, a literal, has this one at its end; ``None``
    where it has no such list."""
    statements = [
        statement for statement in ast.parse(text).body if "extensions" in _targets(statement)
    ]
    if len(statements) != 1 or not isinstance(statements[0], ast.Assign | ast.AnnAssign):
        return None
    value = statements[0].value
    if not isinstance(value, ast.List) or value.end_lineno is None or value.end_col_offset is None:
        return None
    lines = text.splitlines(keepends=True)
    if not value.elts:
        at = _offset(lines, value.end_lineno, value.end_col_offset) - 1
        return f'{text[:at]}"{EXTENSION}"{text[at:]}'
    last = value.elts[-1]
    at = _offset(lines, last.end_lineno or 0, last.end_col_offset or 0)
    line = lines[last.lineno - 1]
    indent = line[: len(line) - len(line.lstrip())]
    is_alone = not line[: last.col_offset].strip()
    quote = "'" if text[at - 1] == "'" else '"'
    entry = f"{quote}{EXTENSION}{quote}"
    # Its comma may be there already; a comment may follow it.
    comma = re.match(r"[ \t]*,", text[at:])
    rest = text[at + (comma.end() if comma else 0) :]
    if not is_alone:
        return f"{text[:at]}, {entry}{',' if comma else ''}{rest}"
    end = text.index("\n", at)
    comment = rest.partition("\n")[0]
    return f"{text[:at]},{comment}\n{indent}{entry},{text[end:]}"


def _targets(statement: ast.stmt) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    called = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(called, ast.Call) and isinstance(called.func, ast.Attribute):
        # extensions.append(…)
        targets = [called.func.value]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _offset(lines: list[str], line: int, column: int) -> int:
    """Return the place of a node's end in the text.

    :param column: in bytes of UTF-8, as :mod:`ast` has it.
    """
    before = len(lines[line - 1].encode()[:column].decode())
    return sum(map(len, lines[: line - 1])) + before
