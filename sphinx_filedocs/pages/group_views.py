"""Selects the groups of documentation comments for each page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from sphinx_filedocs.model.facts import GroupMember
from sphinx_filedocs.model.graph import Codebase, Group
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.group_rows import (
    FolderGroups,
    GroupPlace,
    GroupRow,
    MembersOfFile,
    NamedGroup,
)
from sphinx_filedocs.pages.plan import Plan
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.text import first_sentence

#: So many groups of a folder are described, and so many are named on the start page.
_MOST, _MOST_NAMED = 200, 500
#: The most members of a file, and of all groups on a page.
_MOST_MEMBERS, _MOST_OF_A_PAGE = 100, 4000
#: A group in more groups than these is named below the deepest.
_DEEPEST = 8


class GroupViews:
    """The groups of one tree."""

    def __init__(
        self, codebase: Codebase, plan: Plan, settings: Settings, anchors: Anchors
    ) -> None:
        self._codebase = codebase
        self._plan = plan
        self._settings = settings
        self._anchors = anchors
        self._of_folder: dict[str, FolderGroups] = {}

    @cached_property
    def by_folder(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the groups that the files of each folder define."""
        names_by_folder: defaultdict[str, list[str]] = defaultdict(list)
        for name, group in self._codebase.graph.groups.items():
            names_by_folder[group.path.rpartition("/")[0]].append(name)
        return {folder: tuple(names) for folder, names in names_by_folder.items()}

    def of_file(self, path: str) -> dict[str, GroupPlace]:
        """Return the places of the groups that a file names."""
        names = (part.name for part in self._codebase.light[path].facts.groups)
        return {place.name: place for place in self._places(names)}

    def of_symbol(self, path: str, qualified: str, number: int) -> tuple[GroupPlace, ...]:
        """Return the places of the groups that a symbol is in."""
        parts = self._codebase.files[path].facts.groups
        names = (
            part.name
            for part in parts
            if any(
                (member.qualified, member.number) == (qualified, number) for member in part.members
            )
        )
        return tuple(self._places(names))

    def of_folder(self, folder: str) -> FolderGroups:
        """Return the groups on the page of a folder."""
        if folder not in self._of_folder:
            self._of_folder[folder] = self._find(folder)
        return self._of_folder[folder]

    def described(self) -> Iterator[tuple[Group, GroupPlace]]:
        """Yield the groups that pages describe, with their places."""
        settings, known = self._settings, self._codebase.graph.groups
        for folder, names in self.by_folder.items():
            shown = settings.folder_sections if folder else settings.tree_sections
            if "groups" in shown:
                described_names = names[:_MOST]
                yield from zip(
                    map(known.__getitem__, described_names),
                    self._places(described_names),
                    strict=True,
                )

    def _find(self, folder: str) -> FolderGroups:
        names = self.by_folder.get(folder, ())
        known = self._codebase.graph.groups
        most = min(_MOST_MEMBERS, _MOST_OF_A_PAGE // max(1, len(names[:_MOST])))
        rows = tuple(self._row(known[name], most) for name in names[:_MOST])
        every = () if folder else tuple(self._every())[:_MOST_NAMED]
        return FolderGroups(rows, len(names[_MOST:]), every)

    def _places(self, names: Iterable[str]) -> Iterator[GroupPlace]:
        for name in names:
            group = self._codebase.graph.groups.get(name)
            if group is not None:
                folder = group.path.rpartition("/")[0]
                yield GroupPlace(name, group.title or name, self._plan.folders[folder])

    def _row(self, group: Group, most: int) -> GroupRow:
        (place,) = self._places([group.name])
        files = tuple(
            self._members(path, members, more, most)
            for path, members, more in group.members
            if members
        )
        parents = tuple(self._places(group.parents))
        return GroupRow(place, group.doc, group.path, group.line, parents, files)

    def _members(
        self, path: str, members: tuple[GroupMember, ...], more: int, most: int
    ) -> MembersOfFile:
        shown = self._shown(members)
        names = tuple((member.qualified, self._anchor(path, member)) for member in shown[:most])
        return MembersOfFile(path, names, more + len(shown[most:]))

    def _shown(self, members: tuple[GroupMember, ...]) -> list[GroupMember]:
        return [member for member in members if self._settings.private or not member.private]

    def _anchor(self, path: str, member: GroupMember) -> str:
        inside = Enclosing(member.qualified, member.number)
        return self._anchors.around(path, inside) if member.qualified else ""

    def _every(self) -> Iterator[NamedGroup]:
        groups = self._codebase.graph.groups
        below: defaultdict[str, list[str]] = defaultdict(list)
        for name, group in groups.items():
            below[group.parents[0] if group.parents else ""].append(name)
        seen: set[str] = set()
        pending = [(0, name) for name in reversed(below[""])]
        # Groups that are in each other are in none that stands above all.
        rest = iter(groups)
        while pending or (
            missing := next((candidate for candidate in rest if candidate not in seen), "")
        ):
            depth, name = pending.pop() if pending else (0, missing)
            if name in seen:
                continue
            seen.add(name)
            group = groups[name]
            (place,) = self._places([name])
            count = sum(len(self._shown(rows)) + more for _, rows, more in group.members)
            sentence = first_sentence(group.doc)
            is_new = sentence.rstrip(".") != place.title
            yield NamedGroup(depth, place, sentence if is_new else "", count)
            pending += [(min(depth + 1, _DEEPEST), child) for child in reversed(below[name])]
