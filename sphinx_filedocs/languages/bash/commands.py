"""Commands of scripts: what starts with ``#!`` and what is executable."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.command_words import argument, clean, main_line
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

_SHELL = re.compile(r"#!\s*\S*?(?:/env\s+(?:-\S+\s+)*)?/?(bash|zsh|ksh|dash|sh)\b")

_AM = "Makefile.am"
_TESTS = re.compile(r"[ ]*(?:dist_)?(?:check_SCRIPTS|TESTS)[ \t]*\+?=([^\n#]*)")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a script of a shell, or an executable script of any kind."""
    if file.name.endswith(".bats"):
        yield Command(
            f"bats {argument(file.path)}", Phrase("its name ends in {ending}", ending=".bats")
        )
    elif (
        dict(file.facts.marks).get("shebang")
        and not _is_module(file, project)
        and (cwd := _place(file, project)) is not None
    ):
        path = file.name if cwd else file.path
        if file.executable:
            path = path if "/" in path else f"./{path}"
            yield Command(argument(path), Phrase("it is executable and starts with #!"), cwd)
        elif file.language == "bash" and (shell := project.facts(file.path, shell_of)):
            reason = Phrase("it starts with #! and {shell}", shell=shell)
            yield Command(f"{shell} {argument(path)}", reason, cwd)


def shell_of(text: str) -> str:
    """Return the shell that the first line of a script names."""
    match = _SHELL.match(text.partition("\n")[0][:200])
    return match[1] if match else ""


def _place(file: File, project: Project) -> str | None:
    """Return the folder in which a script finds what it reads by a path, ``None`` where neither the
    root of the tree nor its own folder is that, or where Automake runs it with words of its own."""
    named = [row.target for row in file.facts.imports if "$" not in row.target]
    listed = project.facts(posixpath.join(file.folder, _AM), tests_of)
    # Where a rule of make works out which tests there are, each script among them may be one.
    if file.name in listed or (file.is_test and any("$" in name for name in listed)):
        return None
    for place in dict.fromkeys(("", file.folder)):
        # What lies nowhere in the tree is looked for along PATH, or is absolute.
        if all(
            clean(posixpath.join(place, target)) in project.files
            or clean(posixpath.join(file.folder, target)) not in project.files
            for target in named
        ):
            return place
    return None


def tests_of(text: str) -> frozenset[str]:
    """Return the words of the list of tests in a ``Makefile.am``."""
    lines = text.replace("\\\n", " ").split("\n")
    rows = (match[1].split() for line in lines if (match := _TESTS.match(line)))
    return frozenset(word for row in rows for word in row)


def _is_module(file: File, project: Project) -> bool:
    """Return whether a script in a language of modules is run in another way: as a test, under the
    name that installs it, or as a part of its package."""
    language = load().get(file.language or "")
    if language is None or language.runs_by_path:
        return False
    is_named = file.is_test or main_line(file) or file.path in project.installed
    return bool(is_named) or any(
        posixpath.join(file.folder, name) in project.files for name in language.package_docs
    )
