"""The entry points that add something to the program: ours and those of installed packages.

Ours stand in ``plugins/*/entry_points.toml``, in the form that a package has in its
``pyproject.toml`` below ``[project.entry-points]``. Example::

    [project.entry-points."sphinx_filedocs.formats"]
    csv = "my_package.csv_format:write_csv"
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Any, NamedTuple

_PACKAGE = __name__.partition(".")[0]
#: The tables of our own plugins; a plugin whose folder is missing adds nothing.
TABLES = Path(__file__).resolve().parent / "plugins"
#: The name of an entry point of a section. Example: ``file:after:purpose:todo``.
_SECTION = re.compile(
    r"(?P<page>file|folder|tree):(?P<change>\+|(?:before|after):[\w-]+:)(?P<name>\w[\w-]*)"
)


class OptionError(ValueError):
    """Raised for a wrong option, with its name, its value and the allowed values."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} = {value!r}: {allowed}")


class SectionEntry(NamedTuple):
    """A section of a plugin.

    :param page: ``file``, ``folder`` or ``tree``.
    :param change: of the default list, as in ``filedocs_file_sections``.
    """

    page: str
    change: str
    name: str
    entry: EntryPoint


def own(group: str) -> tuple[EntryPoint, ...]:
    """Return our own entry points of a group such as ``formats``."""
    return tuple(entry for entry in _own(TABLES) if entry.group == f"{_PACKAGE}.{group}")


def installed(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group in installed packages, by name."""
    return _installed(f"{_PACKAGE}.{group}", tuple(sys.path))


@cache
def _own(tables: Path) -> tuple[EntryPoint, ...]:
    return tuple(
        EntryPoint(name, value, group)
        for table in sorted(tables.glob("*/entry_points.toml"))
        for group, entries in tomllib.loads(table.read_text("utf-8")).items()
        for name, value in entries.items()
    )


@cache
def _installed(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    unique = {(entry.name, entry.value): entry for entry in _select(path)(group=group)}
    return tuple(unique[key] for key in sorted(unique))


@cache
def _select(_path: tuple[str, ...]) -> Callable[..., EntryPoints]:
    return entry_points().select


def names(group: str) -> tuple[str, ...]:
    """Return the names of the entry points of a group, each once."""
    return tuple(dict.fromkeys(entry.name for entry in (*own(group), *installed(group))))


def load(group: str, name: str) -> Any:  # noqa: ANN401 (the caller knows what its group holds)
    """Return the object of an entry point; that of a package replaces ours of the same name.

    :raises LookupError: if no plugin has it.
    :raises OptionError: if it can't be imported.
    """
    known = [entry for entry in (*own(group), *installed(group)) if entry.name == name]
    if not known:
        raise LookupError(name)
    return object_of(known[-1])


def object_of(entry: EntryPoint) -> Any:  # noqa: ANN401 (as above)
    """Return the object of an entry point.

    :raises OptionError: if it can't be imported.
    """
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise OptionError(origin(entry), entry.value, str(error)) from error


def loaded(group: str) -> tuple[Any, ...]:
    """Return the objects of all entry points of a group, one for each name.

    :raises OptionError: if one can't be imported.
    """
    return tuple(load(group, name) for name in names(group))


def named(option: str, value: str, group: str) -> Any:  # noqa: ANN401 (as above)
    """Return the object that an option names; ``None`` for ``""``.

    :param value: ``module:function``, or the name of an entry point of the group.
    :raises OptionError: if there is none, or it can't be imported.
    """
    if not value:
        return None
    try:
        return EntryPoint(value, value, group).load() if ":" in value else load(group, value)
    except (ImportError, AttributeError) as error:
        raise OptionError(option, value, str(error)) from error
    except LookupError:
        known = ", ".join(names(group)) or "none is installed"
        allowed = f"use module:function, or an entry point of {_PACKAGE}.{group} ({known})"
        raise OptionError(option, value, allowed) from None


def sections(entries: Iterable[EntryPoint] | None = None) -> Iterator[SectionEntry]:
    """Yield the sections of plugins, ours first.

    :param entries: of ``sections``, by default all.
    :raises OptionError: for one with a wrong name.
    """
    if entries is None:
        entries = (*own("sections"), *installed("sections"))
    for entry in entries:
        match = _SECTION.fullmatch(entry.name)
        if not match:
            allowed = "file:+NAME, folder:before:SECTION:NAME or tree:after:SECTION:NAME"
            raise OptionError(origin(entry), entry.value, f"use a name such as {allowed}")
        change = f"{match['change']}{match['name']}"
        yield SectionEntry(match["page"], change, match["name"], entry)


def origin(entry: EntryPoint) -> str:
    """Return the words by which a message names an entry point."""
    return f"the entry point {entry.name!r} of {entry.group}"
