"""Words that several modules of commands share."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable

from sphinx_filedocs.model.files import File


def inside(path: str, folder: str) -> str:
    """Return a path as seen from a folder that holds it."""
    return path[len(folder) + 1 :] if folder else path


def folder_of(path: str) -> str:
    """Return the folder that holds a file; ``""`` is the root."""
    return path.rpartition("/")[0]


def argument(path: str) -> str:
    """Return a path as one word of a shell, that no program takes for an option."""
    return shlex.quote(f"./{path}" if path.startswith("-") else path)


def line(words: Iterable[str], path: str) -> str:
    """Return a command line of plain words and a path."""
    return " ".join((*words, argument(path)))


def is_test_by_name(file: File) -> bool:
    """Return whether a file is called as a test, and does not merely lie among some."""
    return any(role.name == "test" and role.by_name for role in file.roles)


def main_line(file: File) -> int | None:
    """Return the line that makes a file a program, if one does."""
    return dict(file.facts.marks).get("main")


def clean(path: str) -> str | None:
    """Return a path without ``.`` and ``..``; ``None`` when it leads out of the tree."""
    normal = posixpath.normpath(path)
    return None if normal.startswith(("..", "/")) else normal
