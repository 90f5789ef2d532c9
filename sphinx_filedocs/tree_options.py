"""The option ``filedocs_trees``, read and checked."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import Formatter
from typing import cast

from sphinx_filedocs import hooks
from sphinx_filedocs.config import PATTERNS, are_patterns, nearest
from sphinx_filedocs.hooks import OptionError

_PREFIX = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
#: Names, and suffixes of names, of files and folders of Sphinx's builders and of this extension.
_TAKEN = re.compile(
    r"_(static|sources|images|downloads|modules)|last_build|mimetype|meta-inf|filedocs[-.].*"
    r"|.*\.(x?html?|xml|pseudoxml|txt|js|json|fjson|fpickle|pickle|inv|pot|opf|ncx|doctree)",
    re.IGNORECASE,
)

_NO_PARTS = (
    "a tree is no longer divided into parts; make a Sphinx project for each folder (see 'Several "
    "projects' in docs/how-to/trees.md)"
)


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of a tree, and the files of other tools about them.

    :param title: of the tree; ``""`` for the name in its manifest or of its folder.
    :param include: patterns in the syntax of ``.gitignore`` of the files to take; none for all.
    :param exclude: patterns of the files to leave out.
    :param include_folders: the folders, relative to the root, that C and C++ search first for
        headers.
    :param compile_commands: the files ``compile_commands.json`` to use instead of those in the
        tree, absolute.
    :param reports: files of other tools, absolute, each behind its format. Example:
        ``(("scip", Path("/p/index.scip")),)``.
    """

    title: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    include_folders: tuple[str, ...] = ()
    compile_commands: tuple[Path, ...] = ()
    reports: tuple[tuple[str, Path], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOptions(Sources):
    """A source tree to document: an entry of ``filedocs_trees``.

    :param prefix: the prefix of the names of its pages, without a slash at either end.
    :param root: its absolute root folder.
    :param url: a template with ``{path}`` and optionally ``{ref}`` and ``{line}`` of the file's
        page at a forge; ``""`` for no links, ``None`` to detect the forge.
    :param permalink: the same with ``{commit}`` instead of ``{ref}``.
    :param commit_url: a template with ``{commit}`` of the page of a commit.
    :param edit_url: a template with ``{path}`` of the page to edit a file at a forge.
    """

    prefix: str
    root: Path
    url: str | None = None
    edit_url: str | None = None
    permalink: str | None = None
    commit_url: str | None = None

    @property
    def patterns(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Its lists of patterns, each with the name of the option."""
        name = _tree_option(self.prefix)
        yield f"{name}['include']", self.include
        yield f"{name}['exclude']", self.exclude


def parse_trees(
    value: Mapping[object, object], confdir: Path, exclude: Sequence[str] = ()
) -> tuple[TreeOptions, ...]:
    """Return the trees of ``filedocs_trees``, in order.

    :param confdir: the folder of ``conf.py``, absolute.
    :param exclude: the value of ``filedocs_exclude``, put before each tree's own patterns, which
        can include files again.
    :raises OptionError: for a wrong prefix, key or value, or a missing folder.
    """
    trees: list[TreeOptions] = []
    for prefix, entry in value.items():
        name = _tree_option(prefix)
        if not isinstance(prefix, str) or not _PREFIX.fullmatch(prefix):
            raise OptionError(
                "filedocs_trees",
                prefix,
                "use letters, digits and _.- in parts divided by single slashes: the docname "
                "prefix of the tree's pages",
            )
        if taken := next(filter(_TAKEN.fullmatch, prefix.split("/")), None):
            raise OptionError(
                "filedocs_trees",
                prefix,
                f"{taken!r} is a name that Sphinx uses for its own files; choose another "
                "prefix, such as 'source'",
            )
        tree = _parse_tree(name, prefix, entry, confdir)
        trees.append(replace(tree, exclude=(*exclude, *tree.exclude)))
    for tree in trees:
        for other in trees:
            below = other.prefix.casefold().startswith(f"{tree.prefix}/".casefold())
            same = other is not tree and other.prefix.casefold() == tree.prefix.casefold()
            if below or same:
                raise OptionError(
                    "filedocs_trees",
                    other.prefix,
                    f"a prefix may not lie below {tree.prefix!r} or differ from it only in case",
                )
    return tuple(trees)


def _tree_option(prefix: object) -> str:
    return f"filedocs_trees[{prefix!r}]"


def _parse_tree(name: str, prefix: str, entry: object, confdir: Path) -> TreeOptions:
    formats = hooks.names("reports")
    keys = (
        "path", "title", "include", "exclude", "include_folders", "compile_commands", "url",
        *formats,
    )  # fmt: skip
    if isinstance(entry, str | Path):
        entry = {"path": str(entry)}
    if not isinstance(entry, Mapping) or "path" not in entry:
        raise OptionError(name, entry, "use a folder's path, or a dict with the key 'path'")
    for key in entry:
        if key == "parts":
            raise OptionError(f"{name}['parts']", entry[key], _NO_PARTS)
        if key not in keys:
            allowed = f"unknown key; use {', '.join(keys)}{nearest(key, keys)}"
            raise OptionError(f"{name}[{key!r}]", entry[key], allowed)
    path, title, url = entry["path"], entry.get("title"), entry.get("url")
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise OptionError(f"{name}['path']", path, "use a folder's path")
    try:
        root = (confdir / path).resolve()
        there = "" if root.is_dir() else "is not a folder" if root.exists() else "does not exist"
    except (OSError, RuntimeError) as error:
        # A name that is too long, a circle of links.
        raise OptionError(name, str(path), f"the folder can't be read ({error})") from None
    if there:
        raise OptionError(name, str(path), f"the folder {root} {there}")
    if title is not None and (not isinstance(title, str) or not title.strip()):
        raise OptionError(f"{name}['title']", title, "use a text")
    return TreeOptions(
        prefix=prefix,
        root=root,
        title=title or "",
        include=_patterns(f"{name}['include']", entry.get("include", ())),
        exclude=_patterns(f"{name}['exclude']", entry.get("exclude", ())),
        include_folders=_folders(
            f"{name}['include_folders']", entry.get("include_folders", ()), root
        ),
        compile_commands=_paths(
            f"{name}['compile_commands']",
            entry.get("compile_commands", ()),
            confdir,
            "compile_commands.json",
        ),
        url=_url(f"{name}['url']", url),
        reports=tuple(
            (form, place)
            for form in formats
            for place in _paths(
                f"{name}[{form!r}]", entry.get(form, ()), confdir, f"files in the format {form}"
            )
        ),
    )


def _paths(name: str, value: object, confdir: Path, what: str) -> tuple[Path, ...]:
    """Return absolute paths of files; the build reports missing ones.

    :param what: a noun for messages.
    """
    if not isinstance(value, list | tuple):
        raise OptionError(name, value, f"use a list of paths of {what}")
    for path in value:
        if not isinstance(path, str | Path) or not str(path) or "\0" in str(path):
            raise OptionError(name, path, f"use paths of {what}")
    return tuple((confdir / path).resolve() for path in value)


def _patterns(name: str, value: object) -> tuple[str, ...]:
    if are_patterns(value):
        return tuple(cast("Sequence[str]", value))
    raise OptionError(name, value, PATTERNS)


def _folders(name: str, value: object, root: Path) -> tuple[str, ...]:
    allowed = "use a list of folders of the tree, relative to its root"
    if not isinstance(value, list | tuple):
        raise OptionError(name, value, allowed)
    places = []
    for folder in value:
        place = posixpath.normpath(folder) if isinstance(folder, str) and folder else "/"
        inside = "\0" not in place and not place.startswith(("/", "../")) and place != ".."
        try:
            there = inside and (root / place).is_dir()
        except OSError:
            there = False
        if not there:
            raise OptionError(name, folder, allowed)
        places.append("" if place == "." else place)
    return tuple(places)


def _url(name: str, value: object) -> str | None:
    if value is None or value == "":
        return value
    allowed = "use an http(s) address with {path}, optionally {ref} and {line}, or ''"
    if not isinstance(value, str) or not value.startswith(("https://", "http://")):
        raise OptionError(name, value, allowed)
    try:
        fields = {part for _, part, _, _ in Formatter().parse(value) if part is not None}
        fields |= {"" for *_, spec, how in Formatter().parse(value) if spec or how}
    except ValueError as error:
        raise OptionError(name, value, f"{allowed} ({error})") from None
    if "path" not in fields or not fields <= {"path", "ref", "line"}:
        raise OptionError(name, value, allowed)
    return value
