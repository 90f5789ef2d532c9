"""Finds third-party code by folder, and benchmarks that are part of the program."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from sphinx_filedocs.index.graph import is_within
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import PROGRAMMING, File, Role, folded, folders_above
from sphinx_filedocs.model.holders import is_elses, own_words, words
from sphinx_filedocs.phrases import Phrase

#: Folders of which each subfolder may be somebody else's project.
_PARENTS = frozenset(
    (
        "deps", "dependencies", "thirdparty", "3rdparty", "vendor", "vendored", "extern",
        "external", "externals", "subprojects",
    )
)  # fmt: skip
#: What a project has in its root folder.
_OF_A_PROJECT = re.compile(
    r"""(?:licen[cs]e|copying|copyright|readme)(?:[.-][\w.-]*)? | (?:gnu)?makefile(?:\.am|\.in)?
    | cmakelists\.txt | configure(?:\.ac|\.in)? | meson\.build | package\.json | cargo\.toml
    | go\.mod | pyproject\.toml | setup\.py | pom\.xml | build\.gradle(?:\.kts)?
    | composer\.json | [\w.-]+\.gyp""",
    re.IGNORECASE | re.VERBOSE,
)


def vendored_folders(paths: Iterable[str]) -> Mapping[str, Role]:
    """Return the roles of third-party projects below folders like ``deps/``.

    :param paths: of all files.
    """
    roles: dict[str, Role] = {}
    for path in sorted(paths):
        folder, _, name = path.rpartition("/")
        above = folder.rpartition("/")[0].rpartition("/")[2]
        if folded(above) in _PARENTS and folder not in roles and _OF_A_PROJECT.fullmatch(name):
            reason = Phrase(
                "its project has its own {file}, below a folder named {name}",
                file=name,
                name=above,
            )
            roles[folder] = Role("vendored", reason)
    return roles


def role_below(folders: Mapping[str, Role], path: str) -> Role | None:
    """Return the role of the nearest folder that has one."""
    return next((folders[folder] for folder in folders_above(path) if folder in folders), None)


_LICENCE = re.compile(
    r"""(?:licen[cs]e|copying)(?:[.-][\w.-]*)?
    | [\w-]+[.-](?:licen[cs]e|copying)(?:\.(?:txt|md|rst))?""",
    re.IGNORECASE | re.VERBOSE,
)
#: Manifests of packages, of which one project may have several, by other people.
_MANIFEST = re.compile(
    r"""package\.json | cargo\.toml | go\.mod | pyproject\.toml | setup\.py | composer\.json
    | pom\.xml | build\.gradle(?:\.kts)? | pubspec\.yaml | mix\.exs | package\.swift | package\.yaml
    | [\w.-]+\.(?:cabal|csproj|fsproj|gemspec|opam)""",
    re.IGNORECASE | re.VERBOSE,
)
#: Folders of what is no code of the project, whoever has made it.
_APART = frozenset({"doc", "docs", "documentation", "test", "tests", "fixtures", "testdata"})
#: So many characters of a file say what it is a release of.
_HEAD = 2_000


def licensed_folders(
    files: Mapping[str, File], read: Callable[[str], str | None]
) -> Mapping[str, Role]:
    """Return the roles of folders and files with other copyright holders than the tree.

    A folder needs a licence with other holders, and most of its code must name them, too. Packages
    of the tree stay its own. Example: ``src/sds.c`` of another author is part of Redis,
    ``deps/lua`` is not.

    :param read: returns the text of a file.
    """
    licences: defaultdict[str, list[File]] = defaultdict(list)
    packages: set[str] = set()
    for path, file in files.items():
        if file.folder and _LICENCE.fullmatch(file.name) and words(file.facts.holders):
            licences[file.folder].append(file)
        elif _MANIFEST.fullmatch(file.name):
            packages.add(path.rpartition("/")[0])
    apart = {
        folder: licence_files
        for folder, licence_files in licences.items()
        if packages.isdisjoint((folder, *(parent for parent in folders_above(folder) if parent)))
        and _APART.isdisjoint(map(folded, folder.split("/")))
    }
    # What lies there says of whose the rest is nothing.
    code = [
        path
        for path, file in files.items()
        if file.language_type in PROGRAMMING and apart.keys().isdisjoint(folders_above(path))
    ]
    own = own_words(files, code)
    holders = _holders_of_code(files, apart.keys())
    texts = [(read(path) or "")[:_HEAD] for path in files if "/" not in path] if not own else []
    named = {word for text in texts for word in re.findall(r"\w+", text.lower())}
    released = {
        path: Role("vendored", Phrase("it says which release of others it is"), line)
        for path in code
        if (said := files[path].facts.holders)
        if is_elses(said, own) or not (own or _stem(path) in named or "/" not in path)
        if (line := _release_line(_stem(path), read(path) or ""))
    }
    return released | {
        folder: Role(
            "vendored",
            Phrase(
                "{path} names other copyright holders than the licence of the tree",
                path=licence_files[0].path,
            ),
        )
        for folder, licence_files in apart.items()
        if _are_elses(holders[folder], own)
        and all(is_elses(file.facts.holders, own) for file in licence_files)
    }


def _stem(path: str) -> str:
    name = re.match(r"\w*", path.rpartition("/")[2])
    return name[0].lower() if name else ""


def _release_line(stem: str, text: str) -> int:
    """Return the line that names a one-file release with its version, such as ``Ring.js 1.8.3``, or
    0."""
    head = text[:_HEAD]
    if not stem or "://" not in head:
        return 0
    banner = re.compile(
        rf"^[^$\n]*?(?<!\w){stem}(?:\.\w{{1,5}})?(?![\w,])[^,$\n]*?\bv?\d+\.\d+(?:\.\d+)*\b",
        re.IGNORECASE | re.MULTILINE,
    )
    match = banner.search(head)
    return head.count("\n", 0, match.end()) + 1 if match else 0


def _holders_of_code(
    files: Mapping[str, File], folders: AbstractSet[str]
) -> Mapping[str, list[str]]:
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for path, file in files.items():
        if file.language_type == "programming":
            for folder in folders & {*folders_above(path)}:
                holders[folder].append(file.facts.holders)
    return holders


def _are_elses(holders: Sequence[str], own: frozenset[str]) -> bool:
    named = [names for names in holders if words(names)]
    return 2 * len(named) > len(holders) and all(is_elses(names, own) for names in named)


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
