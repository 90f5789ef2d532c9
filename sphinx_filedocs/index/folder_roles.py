"""Finds folders of third-party code by their content."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from sphinx_filedocs.model.files import PROGRAMMING, File, Role, folded, folders_above
from sphinx_filedocs.model.holders import holders_of, is_elses, own_words, words
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
        if (said := holders_of(files, path))
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
