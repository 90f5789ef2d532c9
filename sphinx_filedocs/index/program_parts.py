"""Who uses a file tells what it is: what looks like a benchmark or a test is a part of the program
that imports it, and what only tests name is theirs.

``src/benchmark/`` of a program that measures others holds no benchmarks of its own, and what a
library has in its module ``tests.py`` may be for those who test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sphinx_filedocs.index.graph import is_within
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, folders_above

#: Roles of files that may import a benchmark to run it.
_ASIDE = frozenset({"test", "example", "build", "generated", "vendored"})


def program_parts(
    files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]
) -> frozenset[str]:
    """Return the files with a weak role that files of the program import, directly or not.

    A benchmark, or a test by name, is imported from a folder above it: what stands at the root of
    a tree, or beside benchmarks, may be there to run them.

    :param imports: by file, resolved.
    """
    suspects = {path for path, file in files.items() if any(role.weak for role in file.roles)}
    imported: defaultdict[str, list[str]] = defaultdict(list)
    for path, target in _imports(files, imports):
        is_below = bool(files[path].folder) and files[path].folder in folders_above(target)
        if target in suspects and (is_below or _is_tools(files[target], files[path])):
            imported[path].append(target)
    parts = {*_linked(files, suspects)}
    parts |= {path for path in _tested(files, imports) if _is_subject(files[path])}
    pending = [path for path in imported if path not in suspects]
    while pending:
        targets = set(imported[pending.pop()]) - parts
        parts |= targets
        pending += targets
    return frozenset(parts)


def _imports(
    files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]
) -> Iterator[tuple[str, str]]:
    """Yield the files that import others, with these; what only tests import is left out."""
    for path, statements in imports.items():
        file = files[path]
        if not _ASIDE.isdisjoint({role.name for role in file.roles if not role.weak}):
            continue
        for statement in statements:
            if not is_within(statement.line, file.facts.tests):
                for target in statement.resolved:
                    yield path, target


def _tested(files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]) -> Iterator[str]:
    """Yield what tests import that are nothing else."""
    for path, statements in imports.items():
        if {role.name for role in files[path].roles} == {"test"}:
            for statement in statements:
                yield from statement.resolved


def _is_subject(file: File) -> bool:
    """Return whether a file is called as a benchmark and measures nothing when it is started: one
    that tests import is what they test."""
    return all(role.name == "benchmark" and role.by_name for role in file.roles) and (
        "main" not in dict(file.facts.marks)
    )


def _linked(files: Mapping[str, File], suspects: Iterable[str]) -> Iterator[str]:
    """Yield what is called as a benchmark and does not start itself, but has a program of its
    language beside it, and no other benchmark that starts: it is a part of that program."""
    programs: defaultdict[tuple[str, str | None], list[File]] = defaultdict(list)
    for file in files.values():
        if "main" in dict(file.facts.marks):
            programs[file.folder, file.language].append(file)
    for path in suspects:
        beside = programs[files[path].folder, files[path].language]
        if beside and _is_subject(files[path]) and all(file.is_own_program for file in beside):
            yield path


def _is_tools(file: File, user: File) -> bool:
    """Return whether a file that is a test or an example by the name of its folder alone is what
    another one works with."""
    weak = [role for role in file.roles if role.weak]
    by_folder = all(role.name != "benchmark" and role.line is None for role in weak)
    return by_folder and user.is_own_program


def as_program(file: File) -> File:
    """Return a file without the roles that it has only where the program does not import it."""
    return file._replace(roles=tuple(role for role in file.roles if not role.weak))
