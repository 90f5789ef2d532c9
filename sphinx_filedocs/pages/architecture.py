"""The section of a folder's parts: what it is made of, and which part uses which."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.pages.index_pages import pair_anchor, relative_to
from sphinx_filedocs.pages.markup import (
    Block,
    Bullets,
    Code,
    Fold,
    Inline,
    Muted,
    PageLink,
    Strong,
    bullets,
    paragraph,
    sentence,
    separated,
    table,
)
from sphinx_filedocs.pages.parts import Edge, Part, Parts, UsedPair
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import FolderView

#: A row of the table names so many other parts on each side, and a part so many of its modules.
_MOST_OTHERS, _MOST_MEMBERS = 4, 3


def parts(view: FolderView) -> list[Block]:
    """Return the parts of the folder as a table, and on its own page what their uses rest on."""
    shown = view.parts
    if shown is None:
        return []
    rows: list[list[Sequence[Inline]]] = [
        [
            _named(view, shown, part),
            _others(view, shown, [edge for edge in shown.edges if edge.source == place], "target"),
            _others(view, shown, [edge for edge in shown.edges if edge.target == place], "source"),
        ]
        for place, part in enumerate(shown.parts)
    ]
    header = [_("Part"), _("Uses most"), _("Used by")]
    content: list[Block] = [_about(view, shown), table(header, rows, [40, 30, 30], "parts")]
    if shown.more:
        more = quantity(shown.more, "… and {count:,} more.", "… and {count:,} more.")
        content.append(paragraph(Muted(more)))
    if view.folder.path == shown.folder:
        title = quantity(
            len(shown.edges), "{count:,} use of one part by another, with the files",
            "{count:,} uses of one part by another, with the files",
        )  # fmt: skip
        content.append(Fold(title, tuple(_edges(view, shown))))
    return content


def _about(view: FolderView, shown: Parts) -> Block:
    """Return how the table is to be read."""
    said: list[Inline] = []
    if view.folder.path != shown.folder:
        link = PageLink(view.docnames[shown.folder], Code(f"{shown.folder}/"))
        said += [*sentence(_("Of {folder}."), folder=link), " "]
    if shown.is_grouped:
        said += [Muted(_("Grouped by use: modules that use one another most stand together.")), " "]
    numbers = _(
        "Numbers count the names that are used, each once in a file; they lead to the lines."
    )
    return paragraph(*said, Muted(numbers))


def part_name(shown: Parts, part: Part) -> str:
    """Return what a part is called: by its folder, else by what its names begin with, else by its
    main modules."""
    if part.kind == "folder":
        return f"{relative_to(shown.folder, part.path)}/"
    if part.kind == "core":
        return _("Core and base")
    if part.kind == "others":
        return _("in no group")
    if part.kind == "files":
        return _("files beside these folders")
    if part.prefix:
        return f"{part.prefix}…"
    return ", ".join(_names(part)[:_MOST_MEMBERS])


def _names(part: Part) -> list[str]:
    return [path.rpartition("/")[2] for path in part.members]


def _named(view: FolderView, shown: Parts, part: Part) -> list[Inline]:
    name = part_name(shown, part)
    link: Inline = Strong(name)
    if part.path in view.docnames:
        link = PageLink(view.docnames[part.path], Code(name))
    modules = quantity(part.modules, "{count:,} module", "{count:,} modules")
    lines = quantity(part.lines, "{count:,} line", "{count:,} lines")
    content: list[Inline] = [link, " ", Muted(f"{modules}, {lines}")]
    if part.kind != "core" and part.is_base:
        content += [Muted(", "), Muted(_("most others use it"))]
    if part.members:
        some = part.members[: 2 * _MOST_MEMBERS]
        content += [" ", *separated(_file(view, path) for path in some)]
        if rest := len(part.members) - len(some):
            content.append(Muted(" " + quantity(rest, "+{count:,}", "+{count:,}")))
    return content


def _file(view: FolderView, path: str, target: str = "") -> Inline:
    name = Code(path.rpartition("/")[2])
    return PageLink(view.docnames[path], name, target, path) if path in view.docnames else name


def edge_place(view: FolderView, shown: Parts, edge: Edge) -> tuple[str, str]:
    """Return the document and the anchor of what a use of one part by another rests on: lines where
    both are folders, else the pairs of files."""
    ends = shown.parts[edge.source], shown.parts[edge.target]
    if view.dependencies_of_parts and ends[0].kind == ends[1].kind == "folder":
        return view.dependencies_of_parts, pair_anchor(ends[0].path, ends[1].path)
    return view.docnames[shown.folder], _anchor(edge)


def _anchor(edge: Edge) -> str:
    return f"use-{edge.source}-{edge.target}"


def _others(view: FolderView, shown: Parts, edges: Sequence[Edge], end: str) -> list[Inline]:
    """Return the other ends of some uses, those of most uses first."""
    rows: list[Inline] = []
    for edge in edges[:_MOST_OTHERS]:
        name = part_name(shown, shown.parts[edge.target if end == "target" else edge.source])
        docname, target = edge_place(view, shown, edge)
        hint = f"{_title(shown, edge)}: {edge.uses:,}"
        rows += [
            ", " if rows else "",
            f"{name} ",
            PageLink(docname, f"{edge.uses:,}", target, hint),
        ]
    if rest := len(edges) - _MOST_OTHERS:
        rows.append(Muted(f" +{rest:,}") if rest > 0 else "")
    return rows


def _title(shown: Parts, edge: Edge) -> str:
    message = _("{part} uses {other}")
    ends = (part_name(shown, shown.parts[place]) for place in (edge.source, edge.target))
    return message.format(**dict(zip(("part", "other"), ends, strict=True)))


def _edges(view: FolderView, shown: Parts) -> list[Block]:
    content: list[Block] = []
    for edge in shown.edges:
        title = f"{_title(shown, edge)}: {edge.uses:,}"
        content.append(paragraph(Strong(title), identifier=_anchor(edge)))
        rows: list[Sequence[Inline | Bullets]] = [_pair(view, pair) for pair in edge.pairs]
        if edge.more:
            more = quantity(
                edge.more,
                "… and {count:,} more pair of files.",
                "… and {count:,} more pairs of files.",
            )
            rows.append([Muted(more)])
        content.append(bullets(rows))
    return content


def _pair(view: FolderView, pair: UsedPair) -> list[Inline]:
    names = separated(Code(name) for name in pair.names)
    if len(pair.names) < pair.uses:
        names.append(", …")
    message = _("{file} uses {count:,} of {other}: {names}")
    return sentence(
        message,
        file=_file(view, pair.user, "uses"),
        count=pair.uses,
        other=_file(view, pair.used),
        names=names,
    )
