"""Which files that look like benchmarks or tests are parts of the program: it imports them.

``src/benchmark/`` of a program that measures others holds no benchmarks of its own, and what a
library has in its module ``tests.py`` may be for those who test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from sphinx_filedocs.index.graph import is_within
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, Role, folders_above

#: Roles of files that may import a benchmark to run it.
_ASIDE = frozenset({"test", "example", "build", "generated", "vendored"})


def program_parts(
    files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]
) -> frozenset[str]:
    """Return the files with the role of a benchmark, or of a test by name, that files of the
    program import, directly or not, which lie in a folder above them.

    What stands at the root of a tree, or beside benchmarks, may be there to run them.

    :param imports: by file, resolved.
    """
    suspects = {path for path, file in files.items() if any(map(_is_doubtful, file.roles))}
    imported: defaultdict[str, list[str]] = defaultdict(list)
    for path, target in _inner_imports(files, imports):
        if target in suspects:
            imported[path].append(target)
    parts: set[str] = set()
    pending = [path for path in imported if path not in suspects]
    while pending:
        targets = set(imported[pending.pop()]) - parts
        parts |= targets
        pending += targets
    return frozenset(parts)


def _inner_imports(
    files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]
) -> Iterator[tuple[str, str]]:
    """Yield the files that import others in their folder or below it, with these; what only tests
    import is left out."""
    for path, statements in imports.items():
        file = files[path]
        if not file.folder or not _ASIDE.isdisjoint({role.name for role in file.roles}):
            continue
        for statement in statements:
            if not is_within(statement.line, file.facts.tests):
                for target in statement.resolved:
                    if file.folder in folders_above(target):
                        yield path, target


def _is_doubtful(role: Role) -> bool:
    """Return whether a role may be of what the program is made of: a benchmark, or a test by its
    name and a line that a language does not keep for tests."""
    is_test = role.name == "test" and role.by_name and role.line is not None
    return role.name == "benchmark" or is_test


def as_program(file: File) -> File:
    """Return a file without the roles that it has only where the program does not import it."""
    return file._replace(roles=tuple(role for role in file.roles if not _is_doubtful(role)))
