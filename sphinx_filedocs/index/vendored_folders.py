"""Which folders of a tree hold somebody else's code, by what lies in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sphinx_filedocs.model.files import Role, folded, folders_above
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
    """Return the folders that hold somebody else's project, with the role of what is in them.

    :param paths: of all files of the tree.
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
    """Return the role of a file that lies in one of these folders."""
    return next((folders[folder] for folder in folders_above(path) if folder in folders), None)
