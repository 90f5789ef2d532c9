"""Who uses a file tells what it is: what looks like a benchmark or a test is a part of the program
that imports it, and what only tests name is theirs.

``src/benchmark/`` of a program that measures others holds no benchmarks of its own, and what a
library has in its module ``tests.py`` may be for those who test.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from sphinx_filedocs.index.graph import is_within
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, Role, folders_above
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.tree import Read

#: Roles of files that may import a benchmark to run it.
_ASIDE = frozenset({"test", "example", "build", "generated", "vendored"})
_MANIFEST = "Cargo.toml"
_COMPILED = re.compile(r"\(\s*\"([\w./-]{0,200}\*\.rs)\"\s*\)")


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


def tests_by_use(
    files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]], read: Read
) -> Mapping[str, Role]:
    """Return the role of each file that tests declare as theirs: a module that only a part for
    tests has, with those below it, what a test has compiled, and what is named after one.

    :param imports: by file, resolved.
    :param read: returns the text of a file.
    """
    roles = _modules_of_tests(files, imports)
    users = {
        target
        for statements in imports.values()
        for statement in statements
        for target in statement.resolved
    }
    for path, file in files.items():
        if file.is_test and (line := dict(file.facts.marks).get("compiles")):
            patterns = _COMPILED.findall(read(path) or "")
            for target in _compiled(files, path, patterns, users):
                reason = Phrase("{path} names it on line {line}", path=path, line=line)
                roles.setdefault(target, Role("test", reason))
        if not file.roles and (test := _named_after(files, path)):
            roles[path] = Role("test", Phrase("it is named after {path}", path=test))
    return {path: role for path, role in roles.items() if not files[path].is_test}


def _modules_of_tests(
    files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]
) -> dict[str, Role]:
    modules: defaultdict[str, list[str]] = defaultdict(list)
    of_tests: dict[str, str] = {}
    for path, statements in imports.items():
        for statement in statements:
            if statement.kind == "module":
                is_test = is_within(statement.line, files[path].facts.tests)
                for target in statement.resolved:
                    if is_test:
                        of_tests.setdefault(target, path)
                    else:
                        modules[target].append(path)
    below: defaultdict[str, list[str]] = defaultdict(list)
    for module, owners in modules.items():
        if len(owners) == 1:
            below[owners[0]].append(module)
    roles: dict[str, Role] = {}
    pending = [(path, owner) for path, owner in of_tests.items() if path not in modules]
    while pending:
        path, owner = pending.pop()
        if path not in roles:
            roles[path] = Role("test", Phrase("{path} needs it only for tests", path=owner))
            pending += [(module, path) for module in below[path]]
    return roles


def _named_after(files: Mapping[str, File], path: str) -> str | None:
    """Return the test beside a file or its folder with whose whole name that of the file begins, as
    ``__snapshots__/ring.test.ts.snap`` does."""
    folder, _, name = path.rpartition("/")
    test = name.rpartition(".")[0]
    places = dict.fromkeys((folder, folder.rpartition("/")[0])) if "." in test else ()
    tests = (posixpath.join(place, test) for place in places)
    return next((at for at in tests if at in files and files[at].is_test), None)


def _compiled(
    files: Mapping[str, File], test: str, patterns: Iterable[str], users: set[str]
) -> Iterator[str]:
    """Yield the files that fit some patterns, which are of the package that a test is in, and what
    is called as they are; none of a pattern of which one is a part of something."""
    around = (folder for folder in folders_above(test))
    package = next((at for at in around if posixpath.join(at, _MANIFEST) in files), None)
    for pattern in patterns if package is not None else ():
        whole = posixpath.normpath(posixpath.join(package or "", pattern))
        fits = {path for path in files if fnmatchcase(path, whole)}
        if fits.isdisjoint(users) and not any(_is_declared(files[path]) for path in fits):
            stems = {path.removesuffix(".rs") for path in fits}
            yield from (path for path in files if posixpath.splitext(path)[0] in stems)


def _is_declared(file: File) -> bool:
    return any(role.name == "entry point" and role.line is None for role in file.roles)


def as_test(file: File, role: Role) -> File:
    """Return a file as a test: that it can be started makes it no entry point."""
    others = (other for other in file.roles if other.name != "entry point")
    return file._replace(roles=(role, *others))
