"""The groups of a tree's documentation comments, from what each file says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sphinx_filedocs.model.facts import GroupMember, GroupPart
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Group

#: So many groups of a tree are shown.
_MOST = 2000


def joined(files: Mapping[str, File]) -> dict[str, Group]:
    """Return the groups of a tree by name, in the order of its files: those that a comment defines
    or adds to, for others have neither words nor a place.

    :param files: by path, with light facts.
    """
    parts: dict[str, list[tuple[str, GroupPart]]] = {}
    for path, file in files.items():
        for part in file.facts.groups:
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
    """Return members, the first of those of one name: ``typedef struct x { … } x`` defines two."""
    by_name: dict[str, GroupMember] = {}
    for member in members:
        by_name.setdefault(member.qualified, member)
    return by_name.values()
