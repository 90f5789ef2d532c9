"""Asks before a folder is documented that somebody has hardly meant: all of a home folder, or many
projects at once."""

from __future__ import annotations

import os
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path

import click

#: How deep repositories are looked for, in how many folders, and how many are more than one.
_DEPTH, _FOLDERS, _MANY = 3, 1000, 2


def ask(root: Path) -> None:
    """Ask about an unlikely folder, where somebody can answer.

    :param root: absolute and resolved.
    :raises click.UsageError: where nobody can, and ``click.Abort`` where the answer is no.
    """
    doubt = _doubt(root)
    if not doubt:
        return
    if not sys.stdin.isatty():
        raise click.UsageError(f"{root} {doubt}; name another folder, or add --yes to document it")
    click.confirm(f"{root} {doubt}. Document all of it?", abort=True, err=True)


def _doubt(root: Path) -> str:
    """Return why a folder is an unlikely one, ``""`` where it is not."""
    if root.parent == root:
        return "is the root of the file system"
    # The user may have no home folder.
    with suppress(RuntimeError):
        home = Path.home().resolve()
        if home == root:
            return "is your home folder"
        if home.is_relative_to(root):
            return "contains your home folder"
    if any(_is_repository(folder) for folder in (root, *root.parents)):
        return ""
    return "contains several repositories" if _has_many(root) else ""


def _has_many(root: Path) -> bool:
    """Tell whether a folder contains several repositories, as far as a short look shows."""
    repositories = looked = 0
    pending = deque([(root, 0)])
    while pending and looked < _FOLDERS:
        folder, depth = pending.popleft()
        looked += 1
        if _is_repository(folder):
            repositories += 1
            if repositories == _MANY:
                return True
        elif depth < _DEPTH:
            with suppress(OSError), os.scandir(folder) as entries:
                names = sorted(
                    entry.name for entry in entries if entry.is_dir(follow_symlinks=False)
                )
                pending.extend((folder / name, depth + 1) for name in names)
    return False


def _is_repository(folder: Path) -> bool:
    return os.path.lexists(folder / ".git")
