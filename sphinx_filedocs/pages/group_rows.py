"""The groups of documentation comments as views hold them.

The page of a folder describes the groups that its files define; the start page lists all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.pages.markup import Inline, PageLink, separated
from sphinx_filedocs.pages.text import anchor, printable_line
from sphinx_filedocs.pages.translation import _


class GroupPlace(NamedTuple):
    """The place of a group's description on a page."""

    name: str
    title: str
    docname: str

    @property
    def anchor(self) -> str:
        """The id of the group on that page."""
        return f"group-{anchor(self.name)}"


class MembersOfFile(NamedTuple):
    """The members of a group that a file has.

    :param names: each with its anchor on the page of the file, ``""`` for none.
    :param more: the number of further members.
    """

    path: str
    names: tuple[tuple[str, str], ...]
    more: int


class GroupRow(NamedTuple):
    """A group on the page of a folder."""

    place: GroupPlace
    doc: str
    path: str
    line: int
    parents: tuple[GroupPlace, ...]
    files: tuple[MembersOfFile, ...]


class NamedGroup(NamedTuple):
    """A group on the start page.

    :param depth: the number of groups around it.
    """

    depth: int
    place: GroupPlace
    sentence: str
    members: int


class FolderGroups(NamedTuple):
    """The groups on the page of a folder.

    :param here: those that files in the folder itself define; ``more`` counts further ones.
    :param every: on the start page those of the tree, each below its parent.
    """

    here: tuple[GroupRow, ...] = ()
    more: int = 0
    every: tuple[NamedGroup, ...] = ()

    def paths(self) -> Iterator[str]:
        """Yield the files that are named."""
        for row in self.here:
            yield row.path
            yield from (members.path for members in row.files)


def group_link(place: GroupPlace) -> PageLink:
    """Return a link to the description of a group."""
    return PageLink(place.docname, printable_line(place.title), place.anchor)


def group_mark(place: GroupPlace) -> PageLink:
    """Return the same to stand behind a symbol."""
    return PageLink(
        place.docname,
        f"[{printable_line(place.title)}]",
        place.anchor,
        _("Group"),
        "filedocs-lines",
    )


def group_links(places: Iterable[GroupPlace]) -> list[Inline]:
    """Return links to the descriptions of groups."""
    return separated(map(group_link, places))


def groups_by_symbol(
    facts: Facts, places: Mapping[str, GroupPlace]
) -> Mapping[tuple[str, int], list[GroupPlace]]:
    """Return the places of the groups of each symbol of a file.

    :param places: of the groups that the file names.
    """
    places_by_symbol: dict[tuple[str, int], list[GroupPlace]] = {}
    for part in facts.groups:
        if part.name in places:
            for member in part.members:
                places_by_symbol.setdefault((member.qualified, member.number), []).append(
                    places[part.name]
                )
    return places_by_symbol
