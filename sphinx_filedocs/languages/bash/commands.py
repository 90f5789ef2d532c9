"""Commands of scripts: what starts with ``#!`` and what is executable."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.command_words import argument
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

_SHELL = re.compile(r"#!\s*\S*?(?:/env\s+(?:-\S+\s+)*)?/?(bash|zsh|ksh|dash|sh)\b")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a script of a shell, or an executable script of any kind."""
    if file.name.endswith(".bats"):
        yield Command(
            f"bats {argument(file.path)}", Phrase("its name ends in {ending}", ending=".bats")
        )
    elif not dict(file.facts.marks).get("shebang") or not _is_run_by_path(file):
        return
    elif file.executable:
        path = file.path if "/" in file.path else f"./{file.path}"
        yield Command(argument(path), Phrase("it is executable and starts with #!"))
    elif file.language == "bash" and (shell := project.facts(file.path, shell_of)):
        reason = Phrase("it starts with #! and {shell}", shell=shell)
        yield Command(f"{shell} {argument(file.path)}", reason)


def shell_of(text: str) -> str:
    """Return the shell that the first line of a script names."""
    match = _SHELL.match(text.partition("\n")[0][:200])
    return match[1] if match else ""


def _is_run_by_path(file: File) -> bool:
    language = load().get(file.language or "")
    return language is None or language.runs_by_path
