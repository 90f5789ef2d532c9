"""The groups of a tree, each with its members in all files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sphinx_filedocs.api import Tree
from sphinx_filedocs.model.files import File
from sphinx_filedocs.plugins.groups.doxygen import GroupMember, GroupPart, groups_of

#: So many groups of a tree are shown.
_MOST = 2000


class Group(NamedTuple):
    """A Doxygen group of documentation comments.

    :param name: its identifier in comments; ``title`` is ``""`` if it has none.
    :param path: of the file that defines it, ``line`` that of the comment.
    :param parents: its parent groups.
    :param members: by file, and the number of members beside them.
    """

    name: str
    title: str
    doc: str
    path: str
    line: int
    parents: tuple[str, ...]
    members: tuple[tuple[str, tuple[GroupMember, ...], int], ...]


def joined_groups(files: Mapping[str, File]) -> dict[str, Group]:
    """Return the groups of a tree by name, in the order of its files: those that a comment defines
    or adds to, for others have neither words nor a place.

    :param files: by path, with light facts.
    """
    parts: dict[str, list[tuple[str, GroupPart]]] = {}
    for path, file in files.items():
        for part in groups_of(file.facts):
            parts.setdefault(part.name, []).append((path, part))
    defined = [name for name, rows in parts.items() if any(part.line for _, part in rows)]
    known = frozenset(defined[:_MOST])
    return {name: _group(name, parts[name], known) for name in parts if name in known}


def _group(name: str, rows: list[tuple[str, GroupPart]], known: frozenset[str]) -> Group:
    # The part with a title defines it, the others add to it.
    path, said = min(
        ((path, part) for path, part in rows if part.line), key=lambda row: not row[1].title
    )
    parents = (parent for _, part in rows for parent in part.parents if parent in known)
    return Group(
        name,
        said.title,
        next((part.doc for _, part in [(path, said), *rows] if part.doc), ""),
        path,
        said.line,
        tuple(dict.fromkeys(parents)),
        tuple((path, tuple(_named_once(part.members)), part.more) for path, part in rows),
    )


def _named_once(members: Iterable[GroupMember]) -> Iterable[GroupMember]:
    """Return members without repeated names: ``typedef struct x { … } x`` defines two."""
    by_name: dict[str, GroupMember] = {}
    for member in members:
        by_name.setdefault(member.qualified, member)
    return by_name.values()


def exported(tree: Tree) -> Iterator[dict[str, object]]:
    """Yield the groups of a tree as ``export --format json`` writes them."""
    for group in joined_groups(tree.codebase.light).values():
        members: list[dict[str, object]] = []
        for path, rows, _ in group.members:
            lines = {(row.qualified, row.number): row.line for row in tree.symbols(path)}
            members += (
                {
                    "path": path,
                    "line": lines.get((row.qualified, row.number)),
                    "symbol": row.qualified,
                }
                for row in rows
            )
        yield {
            "name": group.name,
            "title": group.title or group.name,
            "doc": group.doc,
            "path": group.path,
            "line": group.line,
            "parents": group.parents,
            "members": members,
            "more": sum(more for _, _, more in group.members),
        }
