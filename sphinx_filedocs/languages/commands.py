"""Command lines that run a file as its project runs such files, with the evidence.

One module an ecosystem, which languages name as their hook ``commands``. A command stands on what
a manifest, a name or a line says; where nothing does, there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from sphinx_filedocs.languages import hook, load
from sphinx_filedocs.languages.base import CommandHook
from sphinx_filedocs.languages.bash import commands as shell
from sphinx_filedocs.languages.make import commands as make
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.source.manifests import Project

#: Most commands of one file.
MOST = 4


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
    own = (cast("CommandHook", hook(language.commands)),) if language and language.commands else ()
    for find in (*own, shell.commands, make.commands):
        for command in find(file, project):
            by_line.setdefault((command.cwd, command.line), command)
            if len(by_line) == MOST:
                return tuple(by_line.values())
    return tuple(by_line.values())
