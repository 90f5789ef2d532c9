"""The groups of documentation comments on pages.

The page of a folder describes the groups that its files define; the start page lists all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.pages.additions import Addition
from sphinx_filedocs.pages.index_sections import relative_to
from sphinx_filedocs.pages.markup import (
    Block,
    Bullets,
    Code,
    Inline,
    Muted,
    PageLink,
    Rubric,
    bullets,
    muted_sentence,
    paragraph,
    prose,
    separated,
)
from sphinx_filedocs.pages.text import anchor, first_sentence, printable_line
from sphinx_filedocs.pages.translation import _, deferred, quantity
from sphinx_filedocs.pages.view_models import Place, Section
from sphinx_filedocs.pages.words import documentation, place_link
from sphinx_filedocs.plugins.groups.doxygen import GroupMember, groups_of
from sphinx_filedocs.plugins.groups.joined import Group, joined_groups

#: So many groups of a folder are described, and so many are named on the start page.
_MOST, _MOST_NAMED = 200, 500
#: The most members of a file, and of all groups on a page.
_MOST_MEMBERS, _MOST_OF_A_PAGE = 100, 4000
#: A group in more groups than these is named below the deepest.
_DEEPEST = 8
_KIND = deferred("Group"), deferred("Groups")


class _Named(NamedTuple):
    """A group on the start page, in so many others."""

    depth: int
    row: tuple[Inline, ...]


class GroupPages(Addition):
    """Describes groups, and links symbols to theirs."""

    title = _KIND[1]
    role = deferred("group")
    gathered: Mapping[str, Group]

    @classmethod
    def gather(cls, codebase: Codebase, aside: AbstractSet[str]) -> Mapping[str, Group]:  # noqa: ARG003
        """Return the groups by name."""
        return joined_groups(codebase.light)

    @cached_property
    def _by_folder(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the groups that the files of each folder define."""
        names_by_folder: defaultdict[str, list[str]] = defaultdict(list)
        for name, group in self.gathered.items():
            names_by_folder[group.path.rpartition("/")[0]].append(name)
        return {folder: tuple(names) for folder, names in names_by_folder.items()}

    def places(self, path: str) -> dict[tuple[str, int], list[Place]]:
        """Return the groups of the symbols of a file."""
        places: dict[tuple[str, int], list[Place]] = {}
        for part in groups_of(self.pages.codebase.light[path].facts):
            for place in self._places([part.name]):
                for member in part.members:
                    places.setdefault((member.qualified, member.number), []).append(place)
        return places

    def described(self) -> Iterator[tuple[str, Place]]:
        """Yield the groups that pages describe, each with the file that defines it."""
        settings = self.pages.settings
        for folder, names in self._by_folder.items():
            shown = settings.folder_sections if folder else settings.tree_sections
            if self.name in shown:
                for place in self._places(names[:_MOST]):
                    yield self.gathered[place.name].path, place

    def of_folder(self, path: str) -> Section:
        """Return the groups that files of a folder define, and on the start page all of a tree."""
        every = [] if path else list(self._every())[:_MOST_NAMED]
        names = self._by_folder.get(path, ())
        count = len(every) or len(names)
        content: list[Block] = [_nested(every)] if every else []
        most = min(_MOST_MEMBERS, _MOST_OF_A_PAGE // max(1, len(names[:_MOST])))
        for name in names[:_MOST]:
            content += self._described(path, self.gathered[name], most)
        if more := len(names[_MOST:]):
            text = quantity(more, "… and {count:,} more.", "… and {count:,} more.")
            content.append(paragraph(Muted(text)))
        return Section(content, count)

    def _places(self, names: Iterable[str]) -> Iterator[Place]:
        for name in names:
            group = self.gathered.get(name)
            if group is not None:
                docname = self.pages.plan.folders[group.path.rpartition("/")[0]]
                yield Place(name, group.title or name, docname, f"group-{anchor(name)}", _KIND)

    def _described(self, folder: str, group: Group, most: int) -> Iterator[Block]:
        (place,) = self._places([group.name])
        yield Rubric(printable_line(place.title), place.anchor)
        yield from documentation(group.doc)
        source = self._file_link(group.path, f"{group.path}:{group.line}", f"L{group.line}")
        yield paragraph(*muted_sentence(_("From {file}."), file=source))
        parents = separated(map(place_link, self._places(group.parents)))
        if parents:
            yield paragraph(*muted_sentence(_("Part of {groups}."), groups=parents))
        files = [
            self._members(folder, path, members, more, most)
            for path, members, more in group.members
            if members
        ]
        if files:
            yield bullets(files)

    def _file_link(self, path: str, label: str, target: str = "") -> PageLink:
        return PageLink(self.pages.plan.files[path], Code(label), target, path)

    def _members(
        self, folder: str, path: str, members: Sequence[GroupMember], more: int, most: int
    ) -> list[Inline]:
        is_below = path.startswith(f"{folder}/" if folder else "")
        row: list[Inline] = [self._file_link(path, relative_to(folder, path) if is_below else path)]
        shown = self._shown(members)
        names = [self._member(path, member) for member in shown[:most] if member.qualified]
        row += [": ", *separated(names)] if names else []
        if more := more + len(shown[most:]):
            text = quantity(more, "and {count:,} more name", "and {count:,} more names")
            row += [" ", Muted(text)]
        return row

    def _shown(self, members: Iterable[GroupMember]) -> list[GroupMember]:
        return [member for member in members if self.pages.settings.private or not member.private]

    def _member(self, path: str, member: GroupMember) -> Inline:
        inside = Enclosing(member.qualified, member.number)
        target = self.pages.anchors.around(path, inside)
        name = Code(member.qualified)
        return PageLink(self.pages.plan.files[path], name, target) if target else name

    def _every(self) -> Iterator[_Named]:
        below: defaultdict[str, list[str]] = defaultdict(list)
        for name, group in self.gathered.items():
            below[group.parents[0] if group.parents else ""].append(name)
        seen: set[str] = set()
        pending = [(0, name) for name in reversed(below[""])]
        # Groups that are in each other are in none that stands above all.
        rest = iter(self.gathered)
        while pending or (
            missing := next((candidate for candidate in rest if candidate not in seen), "")
        ):
            depth, name = pending.pop() if pending else (0, missing)
            if name in seen:
                continue
            seen.add(name)
            yield _Named(depth, tuple(self._named(self.gathered[name])))
            pending += [(min(depth + 1, _DEEPEST), child) for child in reversed(below[name])]

    def _named(self, group: Group) -> Iterator[Inline]:
        (place,) = self._places([group.name])
        yield place_link(place)
        sentence = first_sentence(group.doc)
        words = prose(sentence) if sentence.rstrip(".") != place.title else []
        yield from [" – ", *words] if words else []
        number = sum(len(self._shown(members)) + more for _path, members, more in group.members)
        count = quantity(number, "{count:,} member", "{count:,} members")
        yield from (" ", Muted(f"({count})"))


def _nested(rows: list[_Named]) -> Bullets:
    entries: list[list[Inline | Bullets]] = []
    while rows:
        row = rows.pop(0)
        below = []
        while rows and rows[0].depth > row.depth:
            below.append(rows.pop(0))
        entries.append([*row.row, *([_nested(below)] if below else [])])
    return bullets(entries)
