"""Command lines that run a file as its project runs such files, with the evidence.

One module an ecosystem. A command stands on what a manifest, a name or a line says; where
nothing does, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sphinx_filedocs.languages.bash import commands as shell
from sphinx_filedocs.languages.cmake import commands as cmake
from sphinx_filedocs.languages.ecmascript import commands as node
from sphinx_filedocs.languages.go import commands as go
from sphinx_filedocs.languages.java import commands as java
from sphinx_filedocs.languages.make import commands as make
from sphinx_filedocs.languages.python import commands as python
from sphinx_filedocs.languages.rust import commands as rust
from sphinx_filedocs.model import Command, File
from sphinx_filedocs.source.project import Project

#: Most commands of one file.
MOST = 4

Runner = Callable[[File, Project], Iterator[Command]]

#: What runs files in a language, by their keys.
RUNNERS: Mapping[str, tuple[Runner, ...]] = {
    "python": (python.commands,),
    "javascript": (node.commands,),
    "typescript": (node.commands,),
    "tsx": (node.commands,),
    "go": (go.commands,),
    "rust": (rust.commands,),
    "java": (java.commands,),
    "c": (cmake.commands,),
    "cpp": (cmake.commands,),
    "cuda": (cmake.commands,),
}


def commands(files: Mapping[str, File], project: Project) -> dict[str, tuple[Command, ...]]:
    """Return the commands of every file that has some.

    :param files: all files of the tree by path, with their facts and roles.
    """
    found = {path: of_file(files[path], project) for path in sorted(files)}
    return {path: lines for path, lines in found.items() if lines}


def of_file(file: File, project: Project) -> tuple[Command, ...]:
    """Return the commands of one file, the most telling first."""
    if file.kind != "text":
        return ()
    found: dict[tuple[str, str], Command] = {}
    for runner in (*RUNNERS.get(file.language or "", ()), shell.commands, make.commands):
        for command in runner(file, project):
            found.setdefault((command.cwd, command.line), command)
    return tuple(found.values())[:MOST]
