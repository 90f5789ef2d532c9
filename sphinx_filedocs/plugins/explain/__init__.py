"""The subcommand ``explain``: the links of a line or the roles of a file, with evidence."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from sphinx_filedocs.api import Definition, Link, LinkHow, Place, Tree
from sphinx_filedocs.cli.options import Chosen, options_of_tree, repository
from sphinx_filedocs.pages.text import english_quantity, first_sentence, printable_line
from sphinx_filedocs.plugins.opening import opened

_FORM = re.compile(r"(?P<path>.+?)(?::(?P<line>\d+))?(?::(?P<column>\d+))?")
#: The most targets of a name to print.
_MOST = 20
_HOW: dict[LinkHow, str] = {
    "compiler": "stated by a compiler's SCIP index",
    "scope": "defined in an enclosing scope or in the same package",
    "import": "imported or included by this file",
    "member": "a member of an object whose type the source states",
    "build": "the one of several definitions that the build commands compile",
    "name": "the only definition of this name in the tree",
    "candidates": "a guess: these definitions have this name",
    "external": "imported from outside the tree, or part of the language",
    "prose": "named in the text; the only one of this name in the tree",
}


class _Asked(NamedTuple):
    """The place to explain.

    :param path: relative to the root of the tree.
    :param line: 1-based; ``None`` for the file.
    :param column: 1-based, in characters; ``None`` for the whole line.
    """

    path: str
    line: int | None
    column: int | None


def _existing(context: click.Context, _: click.Parameter, text: str) -> str:
    """Check that the file exists, and choose the tree around it, before a tree is read."""
    here = Path.cwd()
    own = repository(here)
    roots = [here, *filter(None, [context.params["path"] or own])]
    path = _parse(text).path
    places = (_place(root, path) for root in roots)
    place = next(filter(os.path.lexists, places), None)
    if not place:
        raise click.UsageError(f"the file {text} does not exist")
    if place.is_dir() and not place.is_symlink():
        raise click.UsageError(f"{path} is a folder; name a file")
    if not context.params["path"]:
        tops = (own, repository(place.parent), here)
        around = (top for top in tops if top and place.is_relative_to(top))
        context.params["path"] = next(around, place.parent)
    return text


def _parse(text: str) -> _Asked:
    match = _FORM.fullmatch(text)
    if not match:
        return _Asked(text, None, None)
    line, column = (int(match[name]) if match[name] else None for name in ("line", "column"))
    return _Asked(match["path"], line, column)


def _place(root: Path, written: str) -> Path:
    """Return the path of a file, relative to a folder. A link itself is not followed."""
    path = root / written
    return path.parent.resolve() / path.name


@click.command(short_help="Explain where names lead or what a file is, with evidence.")
@click.argument("place", metavar="PATH[:LINE[:COLUMN]]", callback=_existing)
@click.option(
    "--tree",
    "path",
    is_eager=True,
    type=click.Path(path_type=Path),
    help="The folder of the tree (default: the repository around the working folder, or around a "
    "file elsewhere).",
)
@options_of_tree
def explain(chosen: Chosen, place: str) -> None:
    """Explain where each name on a line leads and how that was found, or what a whole file is.

    Lines and columns are counted from 1.
    """
    with opened(chosen) as tree:
        asked = _asked(place, tree)
        lines = _of_file(tree, asked.path) if asked.line is None else _of_line(tree, asked)
        for line in lines:
            click.echo(printable_line(line))


def _asked(text: str, tree: Tree) -> _Asked:
    asked = _parse(text)
    path = _known_path(asked.path, tree)
    if path is None:
        raise click.UsageError(
            f"{text} is not a documented file in {tree.root}; name another folder with --tree"
        )
    asked = asked._replace(path=path)
    _check(asked, tree)
    return asked


def _check(asked: _Asked, tree: Tree) -> None:
    path, line, column = asked
    if line is None:
        return
    count = tree.file(path).facts.lines.total
    if not 0 < line <= count:
        raise click.UsageError(f"{path} has {english_quantity(count, 'line')}, no line {line}")
    length = len(tree.lines(path)[line - 1])
    if column is not None and not 0 < column <= length:
        characters = english_quantity(length, "character")
        raise click.UsageError(f"{path}:{line} has {characters}, no column {column}")


def _known_path(written: str, tree: Tree) -> str | None:
    """Return the path of a file of the tree, written relative to the working folder or to the
    root."""
    known = {file.path for file in tree.files()}
    place = _place(Path.cwd(), written)
    places = [place.relative_to(tree.root)] if place.is_relative_to(tree.root) else []
    return next(
        (
            candidate.as_posix()
            for candidate in (*places, Path(written))
            if candidate.as_posix() in known
        ),
        None,
    )


def _of_line(tree: Tree, asked: _Asked) -> Iterator[str]:
    path, number = asked.path, asked.line or 1
    yield f"{path}:{number}: {tree.lines(path)[number - 1].strip()}"
    lines = [*_names(tree, asked)]
    if asked.column is None:
        lines += (
            f"  {finding.severity}: {finding.text} [{finding.rule}]"
            for finding in tree.findings(path)
            if finding.line == number
        )
    yield from lines or ["  No link is known here."]


def _names(tree: Tree, asked: _Asked) -> Iterator[str]:
    """Yield the links of a line. A definition links to itself, as the first local definition
    does."""
    here = asked.path, asked.line
    local: set[str] = set()
    defined = {
        symbol.name: symbol for symbol in tree.symbols(asked.path) if symbol.line == asked.line
    }
    for link in tree.links(asked.path, asked.line):
        first = link.column + 1
        is_here = any((place.path, place.line) == here for place in link.places)
        is_local = is_here and link.name not in {*defined, *local}
        local.update([link.name] if is_here else [])
        if asked.column is not None and not first <= asked.column < first + len(link.name):
            continue
        if is_here and link.name in defined:
            yield from _definition(tree, defined.pop(link.name))
        elif is_local:
            yield _local(tree, link)
        else:
            yield from _link(link)
    if asked.column is None:
        for symbol in defined.values():
            yield from _definition(tree, symbol)


def _definition(tree: Tree, symbol: Definition) -> Iterator[str]:
    uses = _uses(len(tree.references(symbol)), "line")
    yield f"  {symbol.qualified}: {symbol.kind}, defined here, {uses}"


def _local(tree: Tree, link: Link) -> str:
    """Describe a local name at its definition."""
    lines = {
        other.line
        for other in tree.links(link.path)
        if other.name == link.name and link.places[0] in other.places
    }
    uses = _uses(len(lines - {link.line}), "other line")
    return f"  {link.name} (column {link.column + 1}): local name, defined here, {uses}"


def _uses(count: int, noun: str) -> str:
    return f"used on {english_quantity(count, noun)}" if count else "not used"


def _link(link: Link) -> Iterator[str]:
    where = [*map(_shown, link.places)] or [f"{link.external}, outside the tree"]
    yield f"  {link.name} (column {link.column + 1}) → {where[0]}"
    joint = "or" if link.how == "candidates" else "and"
    yield from (f"      {joint} {target}" for target in where[1:_MOST])
    if len(where) > _MOST:
        yield f"      {joint} {len(where) - _MOST:,} more"
    yield f"      {_HOW[link.how]}"


def _shown(place: Place) -> str:
    line = f":{place.line}" if place.line is not None else ""
    return f"{place.path}{line}{f' {place.symbol}' if place.symbol else ''}"


def _of_file(tree: Tree, path: str) -> Iterator[str]:
    file = tree.file(path)
    language, lines = file.language_name or "unknown language", file.facts.lines.total
    yield f"{path}: {language}, {english_quantity(lines, 'line')}, {file.size:,} bytes"
    if file.kind != "text":
        yield f"  Not read: {file.kind}."
    if description := tree.description(path):
        yield f"  {first_sentence(description)}"
    for role in file.roles:
        line = f" (line {role.line})" if role.line else ""
        yield f"  {role.name}: {role.reason}{line}"
    if file.plain:
        yield f"  Shown as plain text, without symbols and links: {file.plain}."
    own = "Counts as" if tree.is_own(path) else "Does not count as"
    others = "tests, examples, benchmarks, generated and vendored files do not"
    yield f"  {own} the project's own code ({others})."
