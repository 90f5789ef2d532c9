"""The options that all subcommands share: of the command line, and of files in the folder.

The folder may be a stranger's: no setting runs code or reads files outside of it.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from sphinx_filedocs.cli.project import SiteOptions, cache_of, is_cache
from sphinx_filedocs.config import OPTIONS, SECTIONS, check_options, like, nearest
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.source.git import GitError, run
from sphinx_filedocs.source.ignore import PatternError, parse_patterns

_OWN, _PROJECT, _TABLE = ".sphinx-filedocs.toml", "pyproject.toml", "sphinx-filedocs"
_LARGEST = 100_000
#: Options whose values lead to code, or out of the folder.
_TRUSTED = frozenset({"filedocs_trees", "filedocs_languages", "filedocs_rules"})
_OF_FILES = [option.name for option in OPTIONS if option.name not in _TRUSTED]
_OF_SECTIONS = frozenset({*SECTIONS, "filedocs_file_sections_of"})


class SettingsError(Exception):
    """Raised for a file of settings that can't be read or has a wrong value, with file and key."""


def read_settings(root: Path) -> Mapping[str, object]:
    """Return the options that the files of a folder set, checked.

    :param root: absolute and resolved.
    :raises SettingsError: for a wrong value, or if both files have settings.
    """
    tables = {_OWN: _own(root), f"{_PROJECT}: tool.{_TABLE}": _project(root)}
    known = {place: table for place, table in tables.items() if table is not None}
    if len(known) > 1:
        raise SettingsError(f"both {' and '.join(known)} have settings; keep only one of them")
    for place, table in known.items():
        _check(f"{root / place}", table)
        return table
    return {}


def _own(root: Path) -> Mapping[str, object] | None:
    text = _read(root, _OWN)
    return None if text is None else _parse(root / _OWN, text)


def _project(root: Path) -> Mapping[str, object] | None:
    """Return our table of the project's file; other errors in it are for others to report."""
    try:
        text = _read(root, _PROJECT) or ""
    except SettingsError:
        return None
    tools = _parse(root / _PROJECT, text).get("tool", {}) if _TABLE in text else {}
    table = tools.get(_TABLE) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{root / _PROJECT}: tool.{_TABLE} must be a table")
    return table


def _parse(file: Path, text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: not TOML: {error}") from None


def _read(root: Path, name: str) -> str | None:
    file = root / name
    if not os.path.lexists(file):
        return None
    try:
        real = file.resolve(strict=True)
        # Neither a pipe nor a file outside of the folder.
        if not real.is_relative_to(root) or not real.is_file():
            raise SettingsError(f"{file}: not a regular file in this folder")
        with real.open("rb") as opened:
            data = opened.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise SettingsError(f"{file}: larger than {_LARGEST:,} bytes")
        return data.decode("utf-8")
    except OSError as error:
        raise SettingsError(f"{file}: can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{file}: not UTF-8") from None


def _check(place: str, table: Mapping[str, object]) -> None:
    for name, value in table.items():
        if name in _TRUSTED:
            raise SettingsError(f"{place}: {name} can't be set in a file of the folder; use --set")
        if name not in _OF_FILES:
            hint = nearest(name, _OF_FILES) or f"; use one of {', '.join(_OF_FILES)}"
            raise SettingsError(f"{place}: {name}: unknown option{hint}")
        try:
            # The values of TOML that JSON lacks are none of conf.py's literals.
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            allowed = "texts, whole numbers, true, false, lists and tables"
            raise SettingsError(f"{place}: {name}: use {allowed}") from None
        if name in _OF_SECTIONS and (dotted := next(_dotted(value), "")):
            reason = "a section of your own is code; name it in conf.py"
            raise SettingsError(f"{place}: {name}: {dotted!r}: {reason}")
    try:
        check_options({option.name: table.get(option.name, option.default) for option in OPTIONS})
    except OptionError as error:
        raise SettingsError(f"{place}: {error}") from None


def _dotted(value: object) -> Iterator[str]:
    lists = value.values() if isinstance(value, dict) else [value]
    for entries in lists:
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, str) and "." in entry:
                yield entry


_NAMES = [option.name for option in OPTIONS if option.name != "filedocs_trees"]


_PATH = click.argument("path", required=False, type=click.Path(path_type=Path))


class Failure(click.ClickException):
    """Raised for a failure that is no mistake on the command line."""

    exit_code = 2


_ADDED = [
    click.option("--title", default="", help="The title of the tree."),
    click.option(
        "--include",
        multiple=True,
        metavar="PATTERN",
        help="Document only the files that match, in the syntax of .gitignore; may be repeated.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="Leave out the files that match; may be repeated.",
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Set an option of the extension, such as filedocs_untracked=true. The value is "
        "JSON or text; may be repeated.",
    ),
    click.option(
        "-j",
        "--jobs",
        default="auto",
        metavar="N",
        help="The number of processes (default: the number of processors).",
        callback=lambda *arguments: _jobs(arguments[2]),
    ),
    click.option(
        "--cache",
        type=click.Path(path_type=Path, file_okay=False),
        help="The folder that keeps the analysis for the next run (default: a folder in your "
        "user cache).",
    ),
    click.option(
        "-y",
        "--yes",
        is_flag=True,
        help="Do not ask about a folder that contains your home folder.",
    ),
]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options of the command line, checked.

    :param jobs: the number of processes, or ``auto``.
    :param cache: the absolute folder of the analysis.
    """

    site: SiteOptions
    jobs: str
    cache: Path


def tree_options(function: Callable[..., None]) -> Callable[..., None]:
    """Give a subcommand the argument PATH and the shared options, as its first argument, a
    :class:`Chosen`."""
    return _PATH(options_of_tree(function))


def options_of_tree(function: Callable[..., None]) -> Callable[..., None]:
    """Give a subcommand the shared options alone: it has a parameter ``path`` of its own."""

    @wraps(function)
    def chosen(path: Path | None, yes: bool, **values: Any) -> None:  # noqa: ANN401 (of options)
        run_options = {name: values.pop(name) for name in ("jobs", "cache")}
        own = {name: values.pop(name) for name in ("title", "include", "exclude", "settings")}
        site = _site(path, **own)
        if not yes:
            ask(site.root)
        cache = _cache_folder(site, run_options["cache"])
        function(Chosen(_without(site, cache), run_options["jobs"], cache), **values)

    for add in reversed(_ADDED):
        chosen = add(chosen)
    return chosen


def see_folder(option: str, file: Path) -> None:
    """Check that the folder of an output file exists, before the tree is read."""
    if not file.parent.is_dir():
        raise click.UsageError(f"{option}: the folder {file.parent} does not exist")


def _site(
    path: Path | None,
    title: str,
    include: Sequence[str],
    exclude: Sequence[str],
    settings: Sequence[str],
) -> SiteOptions:
    """Return the checked options.

    :param path: by default, the work tree of Git around the working folder, or else that.
    """
    root = (path or repository(Path.cwd()) or Path()).resolve()
    if not root.exists():
        raise click.UsageError(f"the folder {root} does not exist")
    if not root.is_dir():
        raise click.UsageError(f"{root} is not a folder")
    for name, patterns in (("--include", include), ("--exclude", exclude)):
        for pattern in patterns:
            try:
                parse_patterns([pattern])
            except PatternError as error:
                raise click.UsageError(f"{name} {pattern!r} can never match: {error}") from None
    options = _options(settings)
    try:
        own = read_settings(root)
    except SettingsError as error:
        raise Failure(str(error)) from None
    return SiteOptions(root, title, tuple(include), tuple(exclude), options, own)


def _cache_folder(site: SiteOptions, cache: Path | None) -> Path:
    folder = (cache or cache_of(site.root)).resolve()
    if site.root.is_relative_to(folder):
        raise click.UsageError(f"--cache: {folder} contains the tree itself; choose another folder")
    with suppress(OSError):
        if cache and not is_cache(folder):
            raise click.UsageError(
                f"--cache: {folder} contains other files; choose an empty folder"
            )
    return folder


def _without(site: SiteOptions, cache: Path) -> SiteOptions:
    """Leave the cache out of the tree: in CI it often lies there."""
    if not cache.is_relative_to(site.root):
        return site
    place = re.sub(r"([\\*?\[\]])", r"\\\1", cache.relative_to(site.root).as_posix())
    return replace(site, exclude=(*site.exclude, f"/{place}/"))


def repository(folder: Path) -> Path | None:
    """Return the root of the Git work tree around a folder, if any."""
    try:
        top = os.fsdecode(run(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n"))
    except GitError:
        return None
    return Path(top) if top else None


def _jobs(value: str) -> str:
    if value != "auto" and not (value.isdecimal() and int(value) > 0):
        raise click.BadParameter("use auto or a positive integer")
    return value


def _options(settings: Sequence[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set {setting}: use NAME=VALUE")
        if name not in _NAMES:
            near = like(name, _NAMES)
            hint = f"did you mean {near}?" if near else f"use one of {', '.join(_NAMES)}"
            raise click.UsageError(f"--set {name}: unknown option; {hint}")
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    try:
        check_options({option.name: values.get(option.name, option.default) for option in OPTIONS})
    except OptionError as error:
        raise click.UsageError(f"--set {error}") from None
    return values


def ask(root: Path) -> None:
    """Ask about an unlikely folder.

    :param root: absolute and resolved.
    :raises click.UsageError: without a terminal; ``click.Abort`` if the answer is no.
    """
    doubt = _doubt(root)
    if not doubt:
        return
    if not sys.stdin.isatty():
        raise click.UsageError(f"{root} {doubt}; name another folder, or add --yes to document it")
    click.confirm(f"{root} {doubt}. Document all of it?", abort=True, err=True)


def _doubt(root: Path) -> str:
    """Return why a folder is an unlikely one; ``""`` for others."""
    if root.parent == root:
        return "is the root of the file system"
    # The user may have no home folder.
    with suppress(RuntimeError):
        home = Path.home().resolve()
        if home == root:
            return "is your home folder"
        if home.is_relative_to(root):
            return "contains your home folder"
    return ""
