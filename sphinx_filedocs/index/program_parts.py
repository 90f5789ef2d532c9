"""Finds files with the name of a benchmark or a test that are part of the program.

Example: ``src/jinja2/tests.py`` implements tests of templates, and the package imports it.
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
    """Return the files with a weak role that the program imports, directly or not.

    Importers must be above a benchmark: files at the root or beside benchmarks may run them.

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
    for path, statements in imports.items():
        file = files[path]
        if not _ASIDE.isdisjoint({role.name for role in file.roles if not role.weak}):
            continue
        for statement in statements:
            if not is_within(statement.line, file.facts.tests):
                for target in statement.resolved:
                    yield path, target


def _tested(files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]) -> Iterator[str]:
    for path, statements in imports.items():
        if {role.name for role in files[path].roles} == {"test"}:
            for statement in statements:
                yield from statement.resolved


def _is_subject(file: File) -> bool:
    return all(role.name == "benchmark" and role.by_name for role in file.roles) and (
        "main" not in dict(file.facts.marks)
    )


def _linked(files: Mapping[str, File], suspects: Iterable[str]) -> Iterator[str]:
    programs: defaultdict[tuple[str, str | None], list[File]] = defaultdict(list)
    for file in files.values():
        if "main" in dict(file.facts.marks):
            programs[file.folder, file.language].append(file)
    for path in suspects:
        beside = programs[files[path].folder, files[path].language]
        if beside and _is_subject(files[path]) and all(file.is_own_program for file in beside):
            yield path


def _is_tools(file: File, user: File) -> bool:
    weak = [role for role in file.roles if role.weak]
    by_folder = all(role.name != "benchmark" and role.line is None for role in weak)
    return by_folder and user.is_own_program


def as_program(file: File) -> File:
    """Return a file without its weak roles."""
    return file._replace(roles=tuple(role for role in file.roles if not role.weak))
