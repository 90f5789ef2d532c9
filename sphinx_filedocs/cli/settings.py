"""Settings of the command in the folder: ``[tool.sphinx-filedocs]`` of ``pyproject.toml``, or
``.sphinx-filedocs.toml``.

The folder may be a stranger's: no setting runs code or reads files outside of it.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from sphinx_filedocs.config import OPTIONS, SECTIONS, OptionError, check_options, nearest

_OWN, _PROJECT, _TABLE = ".sphinx-filedocs.toml", "pyproject.toml", "sphinx-filedocs"
_LARGEST = 100_000
#: Options whose values lead to code, or out of the folder.
_TRUSTED = frozenset({"filedocs_trees", "filedocs_languages", "filedocs_rules"})
_NAMES = [option.name for option in OPTIONS if option.name not in _TRUSTED]
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
