"""The entry points that add something to the program: ours and those of installed packages.

Ours stand in ``plugins/*/entry_points.toml``, in the form that a package has in its
``pyproject.toml`` below ``[project.entry-points]``. Example::

    [project.entry-points."sphinx_filedocs.formats"]
    csv = "my_package.csv_format:write_csv"
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from sphinx_filedocs.config import OptionError

_PACKAGE = __name__.partition(".")[0]
#: The tables of our own plugins; a plugin whose folder is missing adds nothing.
TABLES = Path(__file__).resolve().parent / "plugins"


@cache
def _own(tables: Path) -> tuple[EntryPoint, ...]:
    return tuple(
        EntryPoint(name, value, group)
        for table in sorted(tables.glob("*/entry_points.toml"))
        for group, entries in tomllib.loads(table.read_text("utf-8")).items()
        for name, value in entries.items()
    )


def entries(group: str) -> list[EntryPoint]:
    """Return the entry points of a group such as ``formats``: ours, then those of packages."""
    group = f"{_PACKAGE}.{group}"
    installed = {(entry.name, entry.value): entry for entry in entry_points(group=group)}
    return [
        *(entry for entry in _own(TABLES) if entry.group == group),
        *(installed[key] for key in sorted(installed)),
    ]


def names(group: str) -> tuple[str, ...]:
    """Return the names of the entry points of a group, each once."""
    return tuple(dict.fromkeys(entry.name for entry in entries(group)))


def load(group: str, name: str) -> Any:  # noqa: ANN401 (the caller knows what its group holds)
    """Return the object of an entry point; that of a package replaces ours of the same name.

    :raises LookupError: if no plugin has it.
    :raises OptionError: if it can't be imported.
    """
    known = [entry for entry in entries(group) if entry.name == name]
    if not known:
        raise LookupError(name)
    try:
        return known[-1].load()
    except (ImportError, AttributeError) as error:
        raise OptionError(origin(known[-1]), known[-1].value, str(error)) from error


def origin(entry: EntryPoint) -> str:
    """Return the words by which a message names an entry point."""
    return f"the entry point {entry.name!r} of {entry.group}"
