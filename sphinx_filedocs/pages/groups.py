"""The section of the groups of documentation comments."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_filedocs.pages.folder_sections import file_link
from sphinx_filedocs.pages.group_rows import (
    GroupRow,
    MembersOfFile,
    NamedGroup,
    group_link,
    group_links,
)
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
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import FolderView
from sphinx_filedocs.pages.words import documentation


def groups(view: FolderView) -> list[Block]:
    """Return the groups that files of the folder define, and on the start page all of the tree."""
    content: list[Block] = []
    if view.groups.every:
        content.append(_nested([*view.groups.every]))
    for row in view.groups.here:
        content += _group(view, row)
    if more := view.groups.more:
        content.append(
            paragraph(Muted(quantity(more, "… and {count:,} more.", "… and {count:,} more.")))
        )
    return content


def _nested(rows: list[NamedGroup]) -> Bullets:
    entries: list[list[Inline | Bullets]] = []
    while rows:
        row = rows.pop(0)
        below = []
        while rows and rows[0].depth > row.depth:
            below.append(rows.pop(0))
        entries.append([*_named(row), *([_nested(below)] if below else [])])
    return bullets(entries)


def _named(row: NamedGroup) -> list[Inline]:
    words = prose(row.sentence)
    count = quantity(row.members, "{count:,} member", "{count:,} members")
    return [group_link(row.place), *([" – ", *words] if words else []), " ", Muted(f"({count})")]


def _group(view: FolderView, row: GroupRow) -> Iterator[Block]:
    yield Rubric(printable_line(row.place.title), row.place.anchor)
    yield from documentation(row.doc)
    source = file_link(view, row.path, row.line, f"{row.path}:{row.line}")
    yield paragraph(*muted_sentence(_("From {file}."), file=source))
    if row.parents:
        parents = group_links(row.parents)
        yield paragraph(*muted_sentence(_("Part of {groups}."), groups=parents))
    if row.files:
        yield bullets(_members(view, members) for members in row.files)


def _members(view: FolderView, members: MembersOfFile) -> list[Inline]:
    names = [_member(view, members.path, name, target) for name, target in members.names if name]
    is_below = members.path.startswith(f"{view.folder.path}/" if view.folder.path else "")
    row: list[Inline] = [file_link(view, members.path, label="" if is_below else members.path)]
    row += [": ", *separated(names)] if names else []
    if members.more:
        more = quantity(members.more, "and {count:,} more name", "and {count:,} more names")
        row += [" ", Muted(more)]
    return row


def _member(view: FolderView, path: str, name: str, target: str) -> Inline:
    if path not in view.docnames or not target:
        return Code(name)
    return PageLink(view.docnames[path], Code(name), target)
