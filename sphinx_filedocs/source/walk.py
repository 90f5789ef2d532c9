"""Walks a tree that Git does not list, with its ignore files, and knows the folders
that hold nothing anybody wrote."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator

from sphinx_filedocs.source.ignore import IgnoreRules, parse_file

#: The stores of version control systems.
VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".bzr", ".jj"})
#: The files that tools leave behind; only a tree that Git lists can ask for them.
JUNK = frozenset(
    {
        "__pycache__",
        "node_modules",
        ".tox",
        ".nox",
        ".venv",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        ".DS_Store",
    }
)
#: Rules with the place of their file's folder in a path, the nearest last.
_Rules = tuple[tuple[int, IgnoreRules], ...]
#: More than any ignore file that somebody wrote; the rest of a longer one is not read.
MAX_IGNORE_FILE = 1 << 18
#: Builders without a file of their own to know their output folder by.
_PLAIN_BUILDERS = frozenset(
    {"changes", "gettext", "latex", "linkcheck", "man", "pseudoxml", "texinfo", "text", "xml"}
)
_DOCTREES = (".doctrees", "doctrees")


def walk(
    root: str,
    base: str,
    may_enter: Callable[[str], bool],
    on_error: Callable[[str, OSError], None],
    top: str = "",
    excluded: bytes = b"",
) -> Iterator[str]:
    """Yield the paths of files below ``base`` that are not ignored, and of folders that are other
    repositories.

    :param root: an absolute path.
    :param base: the folder to start in, like all paths here POSIX and relative to ``root``.
    :param may_enter: True to go into a folder.
    :param on_error: gets each folder that can't be read.
    :param top: of the work tree of Git, if its ignore files, from there down to ``base``, count
        too.
    :param excluded: rules for the whole work tree.
    """
    lead = f"{os.path.relpath(os.path.realpath(f'{root}/{base}'), top)}/" if top else ""
    lead = lead.removeprefix("./")
    begin = len(base) + bool(base)
    pending: list[tuple[str, _Rules]] = [(base, _rules_above(top, lead, excluded) if top else ())]
    while pending:
        folder, rules = pending.pop()
        prefix = f"{folder}/" if folder else ""
        try:
            with os.scandir(f"{root}/{folder}") as scan:
                entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in scan]
        except OSError as error:
            on_error(folder, error)
            continue
        names = {name for name, _ in entries}
        if folder != base and "pyvenv.cfg" in names:
            continue
        if folder != base and ".git" in names:
            # Another repository decides itself which files are tracked.
            yield folder
            continue
        if ".gitignore" in names:
            own = _ignore_rules(f"{root}/{prefix}.gitignore")
            rules = (*rules, (len(os.fsencode(lead + prefix[begin:])), own)) if own else rules
        for name, is_folder in entries:
            path = prefix + name
            if name in JUNK or _is_ignored(lead + path[begin:], is_folder, rules):
                continue
            if not is_folder:
                yield path
            elif may_enter(path):
                pending.append((path, rules))


def is_junk(path: str) -> bool:
    """Return True if a path goes through files that a tool left behind."""
    return not JUNK.isdisjoint(path.split("/"))


def is_output(folder: str) -> bool:
    """Return True if Sphinx or this extension wrote into ``folder``, an absolute path."""
    try:
        with os.scandir(folder) as scan:
            names = {entry.name for entry in scan}
    except OSError:
        return False
    if not names.isdisjoint({".buildinfo", "environment.pickle"}):
        return True
    if {"objects.inv", "searchindex.js"} <= names:
        return True
    if any(name.startswith(".filedocs-") and name.endswith(".json") for name in names):
        return True
    above, _, name = folder.rpartition("/")
    return name in _PLAIN_BUILDERS and any(
        os.path.lexists(f"{place}/{doctrees}/environment.pickle")
        for place in (folder, above)
        for doctrees in _DOCTREES
    )


def read_regular(path: str, most: int) -> bytes:
    """Return the content of a regular file, at most the wanted number of bytes.

    :raises OSError: when it can't be read, and ``ValueError`` when it is no regular file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:  # noqa: PTH123 - Path can't open a descriptor
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError(path)
        return file.read(most)


def _rules_above(top: str, lead: str, excluded: bytes) -> _Rules:
    """Return the rules of a work tree outside of one of its folders.

    :param lead: from the top to that folder, with a slash at the end.
    """
    parts = lead.split("/")[:-1]
    folders = ["".join(f"{part}/" for part in parts[:depth]) for depth in range(len(parts))]
    read = (
        (len(os.fsencode(folder)), _ignore_rules(f"{top}/{folder}.gitignore")) for folder in folders
    )
    above = tuple((start, rules) for start, rules in read if rules)
    return ((0, parse_file(excluded)), *above)


def _ignore_rules(path: str) -> IgnoreRules | None:
    try:
        return parse_file(read_regular(path, MAX_IGNORE_FILE))
    except (OSError, ValueError):
        return None


def _is_ignored(path: str, is_folder: bool, rules: _Rules) -> bool:
    if not rules:
        return False
    whole = os.fsencode(path)
    for start, own in reversed(rules):
        verdict = own.verdict(whole[start:], is_folder)
        if verdict is not None:
            return verdict
    return False
