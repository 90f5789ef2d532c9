"""Settings of the command that lie in the folder: ``[tool.sphinx-filedocs]`` of ``pyproject.toml``,
or ``.sphinx-filedocs.toml``.

Whoever runs the command need not trust the folder: nothing here may run code or read what lies
outside of it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import BinaryIO

from sphinx_filedocs.config import OPTIONS, SECTIONS, OptionError, check_options, nearest

_OWN, _PROJECT, _TABLE = ".sphinx-filedocs.toml", "pyproject.toml", "sphinx-filedocs"
_HEADER = re.compile(rb"""^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*["']?sphinx-filedocs\b""", re.MULTILINE)
_LARGEST = 100_000
#: Options whose values lead to code, or out of the folder.
_TRUSTED = frozenset({"filedocs_trees", "filedocs_languages", "filedocs_rules"})
_NAMES = [option.name for option in OPTIONS if option.name not in _TRUSTED]
_OF_SECTIONS = frozenset({*SECTIONS, "filedocs_file_sections_of"})


class SettingsError(Exception):
    """A file of settings that can't be read, or has a wrong one: says the file and the key."""


def read_settings(root: Path) -> Mapping[str, object]:
    """Return the options that the files of a folder set, checked.

    :param root: absolute and resolved.
    :raises SettingsError: for a wrong one, or where both files have some.
    """
    tables = {
        place: table
        for place, table in ((_OWN, _own(root)), (f"{_PROJECT}: tool.{_TABLE}", _project(root)))
        if table is not None
    }
    if len(tables) > 1:
        raise SettingsError(f"both {' and '.join(tables)} have settings; keep only one of them")
    for place, table in tables.items():
        _check(f"{root / place}", table)
        return table
    return {}


def _own(root: Path) -> Mapping[str, object] | None:
    text = _read(root, _OWN)
    try:
        return None if text is None else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{root / _OWN}: not TOML: {error}") from None


def _project(root: Path) -> Mapping[str, object] | None:
    """Return the table of the project's file; other errors in it are for others to report."""
    try:
        text = _read(root, _PROJECT)
    except SettingsError as error:
        if not _has_header(root):
            return None
        raise SettingsError(f"{error}; move [tool.{_TABLE}] to {_OWN}") from None
    if text is None or _TABLE not in text:
        return None
    try:
        tools = tomllib.loads(text).get("tool", {})
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{root / _PROJECT}: not TOML: {error}") from None
    table = tools.get(_TABLE) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{root / _PROJECT}: tool.{_TABLE} must be a table")
    return table


def _has_header(root: Path) -> bool:
    """Return whether the table begins in the project's file, which is too large or not UTF-8."""
    try:
        with _opened(root, _PROJECT) as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            return _HEADER.search(data) is not None
    except (OSError, ValueError, SettingsError):
        return False


def _opened(root: Path, name: str) -> BinaryIO:
    """Open a file for reading.

    :raises SettingsError: for a pipe, or where it lies outside of the folder.
    """
    real = (root / name).resolve(strict=True)
    if not real.is_relative_to(root) or not real.is_file():
        raise SettingsError(f"{root / name}: not a regular file in this folder")
    return real.open("rb")


def _read(root: Path, name: str) -> str | None:
    file = root / name
    if not file.exists() and not file.is_symlink():
        return None
    try:
        with _opened(root, name) as opened:
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
        if name not in _NAMES:
            hint = nearest(name, _NAMES) or f"; use one of {', '.join(_NAMES)}"
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
