"""Command lines that run a file as its project runs such files, with the evidence.

Languages name the function that finds theirs as their hook ``commands``. A command needs a
manifest, a name or a line that says so. Example: ``pytest tests/test_ring.py``, for
``pyproject.toml configures pytest``."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable, Mapping
from typing import cast

from sphinx_filedocs.languages import hook, load
from sphinx_filedocs.languages.base import CommandHook
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.source.manifests import Project

#: Most commands of one file.
MOST = 4
#: Hooks that are asked for a file of any language, behind that of its own.
_OF_ALL = ("sphinx_filedocs.languages.bash:commands", "sphinx_filedocs.languages.make:commands")


def commands(files: Mapping[str, File], project: Project) -> dict[str, tuple[Command, ...]]:
    """Return the commands of every file that has some.

    :param files: all files of the tree by path, with their facts and roles.
    """
    by_path = {path: of_file(files[path], project) for path in sorted(files)}
    return {path: lines for path, lines in by_path.items() if lines}


def of_file(file: File, project: Project) -> tuple[Command, ...]:
    """Return the commands of one file, the most telling first."""
    if file.kind != "text":
        return ()
    by_line: dict[tuple[str, str], Command] = {}
    language = load().get(file.language or "")
    own = (language.hooks.commands,) if language and language.hooks.commands else ()
    for reference in (*own, *_OF_ALL):
        for command in cast("CommandHook", hook(reference))(file, project):
            by_line.setdefault((command.cwd, command.line), command)
            if len(by_line) == MOST:
                return tuple(by_line.values())
    return tuple(by_line.values())


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
    """Return True if a file is called as a test, and does not merely lie among some."""
    return any(role.name == "test" and role.by_name for role in file.roles)


def main_line(file: File) -> int | None:
    """Return the line that makes a file a program, if one does."""
    return dict(file.facts.marks).get("main")


def clean(path: str) -> str | None:
    """Return a path without ``.`` and ``..``; ``None`` when it leads out of the tree."""
    normal = posixpath.normpath(path)
    return None if normal.startswith(("..", "/")) else normal
