"""The section of a folder's parts: what it is made of, and which part uses which."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.code_map import WIDTH, Rectangle
from sphinx_filedocs.pages.index_sections import pair_anchor, relative_to
from sphinx_filedocs.pages.parts import Part, PartEdge, Parts, UsedPair
from sphinx_filedocs.pages.pictures.boxes import Route, layout
from sphinx_filedocs.pages.pictures.matrix import Tie, matrix
from sphinx_filedocs.pages.pictures.shapes import Box, Curve, Label, LinkedShapes, Picture, cut
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import FolderView

#: A row of the table names so many other parts on each side, and a part so many of its modules.
_MOST_OTHERS, _MOST_MEMBERS = 4, 6
#: The picture has so many lines, in so many thicknesses; its texts stand so far from the left.
_MOST_LINES, _THICKEST, _INDENT = 14, 4, 8
#: What is known of a box when a reader rests on it names so many modules.
_MOST_HINTED = 24


def parts(view: FolderView) -> list[markup.Block]:
    """Return the parts of the folder as a table, and on its own page what their uses rest on."""
    shown = view.parts
    if shown is None:
        return []
    rows: list[list[Sequence[markup.Inline]]] = [
        [
            _named(view, shown, part),
            _others(view, shown, [edge for edge in shown.edges if edge.source == place], "target"),
            _others(view, shown, [edge for edge in shown.edges if edge.target == place], "source"),
        ]
        for place, part in enumerate(shown.parts)
    ]
    header = [_("Part"), _("Uses most"), _("Used by")]
    content: list[markup.Block] = [_about(view, shown), _picture(view, shown), _matrix(view, shown)]
    inside: list[markup.Block] = [markup.table(header, rows, [40, 30, 30], "parts")]
    if shown.more:
        more = quantity(shown.more, "… and {count:,} more.", "… and {count:,} more.")
        inside.append(markup.paragraph(markup.Muted(more)))
    content.append(markup.Fold(_("All parts, as a table"), tuple(inside)))
    if view.folder.path == shown.folder:
        title = quantity(
            len(shown.edges), "{count:,} use of one part by another, with the files",
            "{count:,} uses of one part by another, with the files",
        )  # fmt: skip
        content.append(markup.Fold(title, tuple(_edges(view, shown))))
    return content


def _picture(view: FolderView, shown: Parts) -> Picture:
    """Return the parts as boxes with the strongest of their uses; what most others use lies at the
    bottom, and has its number in it."""
    places = range(len(shown.parts))
    lower = [place for place in places if shown.parts[place].is_base]
    upper = [place for place in places if place not in lower]
    edges = {(e.source, e.target): e for e in shown.edges if not {e.source, e.target} & {*lower}}
    strongest = dict(list(edges.items())[:_MOST_LINES])
    height = 58 if any(part.members for part in shown.parts) else 42
    made = layout(upper, lower, list(strongest), height)
    lines = [_line(view, shown, edge, made.routes[ends]) for ends, edge in strongest.items()]
    boxes = [_box(view, shown, place, made.boxes[place]) for place in places]
    return Picture(
        "parts",
        view.folder.path,
        WIDTH,
        made.height + 2,
        _("Parts and which of them use which"),
        _("The table below shows all of it."),
        # Lines first: a number of one may touch a box.
        (*lines, *boxes),
    )


def _matrix(view: FolderView, shown: Parts) -> Picture:
    names = [part_name(shown, part) for part in shown.parts]
    ties = [
        Tie(
            edge.source,
            edge.target,
            edge.uses,
            *edge_place(view, shown, edge),
            f"{_title(shown, edge)}: {edge.uses:,}",
        )
        for edge in shown.edges
    ]
    return matrix(view.folder.path, names, ties)


def _line(view: FolderView, shown: Parts, edge: PartEdge, route: Route) -> LinkedShapes:
    docname, target = edge_place(view, shown, edge)
    thick = min(_THICKEST, 1 + int(log10(edge.uses)))
    shapes = (
        Curve(route.path, "fd-reach"),
        Curve(route.path, f"fd-line fd-thick-{thick}"),
        Curve(route.arrow, "fd-arrow"),
        Label(route.x, route.y, f"{edge.uses:,}", "fd-middle fd-halo"),
    )
    hint = f"{_title(shown, edge)}: {edge.uses:,}"
    return LinkedShapes(docname, target, hint, shapes, "fd-use", is_stop=True)


def _box(view: FolderView, shown: Parts, place: int, area: Rectangle) -> LinkedShapes:
    part = shown.parts[place]
    name, numbers = part_name(shown, part), _numbers(part)
    if part.is_base:
        count = sum(edge.uses for edge in shown.edges if edge.target == place)
        uses = quantity(count, "used {count:,} time", "used {count:,} times")
        numbers = f"{_modules(part)}, {uses}"
    names = [path.rpartition("/")[2] for path in part.members][:_MOST_HINTED]
    room = area.width - 2 * _INDENT
    title = cut(name, room)
    others = " ".join(names)
    shapes: list[Box | Label] = [
        Box(area.x + 0.5, area.y + 0.5, area.width - 1, area.height, round=6)
    ]
    rows = ((title, "fd-name", 18), (numbers, "fd-aside", 33), (others, "fd-aside", 48))
    for text, classes, below in rows:
        if text:
            shapes.append(Label(area.x + _INDENT, area.y + below, cut(text, room), classes))
    css = "fd-part fd-base" if part.is_base else "fd-part"
    docname = view.docnames.get(part.path, "") if part.path else ""
    hint = f"{name}: {numbers}" + (f". {' '.join(names)}" if names else "")
    return LinkedShapes(docname, "", hint, tuple(shapes), css, is_stop=True)


def _about(view: FolderView, shown: Parts) -> markup.Block:
    said: list[markup.Inline] = []
    if view.folder.path != shown.folder:
        link = markup.PageLink(view.docnames[shown.folder], markup.Code(f"{shown.folder}/"))
        said += [*markup.sentence(_("Of {folder}."), folder=link), " "]
    numbers = _("Numbers count the names used, each once per file; they link to the lines.")
    rows = _("In the matrix, rows use columns; orange: a lower part uses a higher one.")
    return markup.paragraph(*said, markup.Muted(f"{numbers} {rows}"))


def part_name(shown: Parts, part: Part) -> str:
    """Return what a part is called."""
    return f"{relative_to(shown.folder, part.path)}/" if part.path else _("other files here")


def _numbers(part: Part) -> str:
    lines = quantity(part.lines, "{count:,} line", "{count:,} lines")
    return f"{_modules(part)}, {lines}"


def _modules(part: Part) -> str:
    return quantity(part.modules, "{count:,} module", "{count:,} modules")


def _named(view: FolderView, shown: Parts, part: Part) -> list[markup.Inline]:
    name = part_name(shown, part)
    link: markup.Inline = markup.Strong(name)
    if part.path in view.docnames:
        link = markup.PageLink(view.docnames[part.path], markup.Code(name))
    content: list[markup.Inline] = [link, " ", markup.Muted(_numbers(part))]
    if part.is_base:
        content += [markup.Muted(", "), markup.Muted(_("used by most others"))]
    if part.members:
        some = part.members[:_MOST_MEMBERS]
        content += [" ", *markup.separated(_file(view, path) for path in some)]
        if rest := len(part.members) - len(some):
            content.append(markup.Muted(f" +{rest:,}"))
    return content


def _file(view: FolderView, path: str, target: str = "") -> markup.Inline:
    name = markup.Code(path.rpartition("/")[2])
    return (
        markup.PageLink(view.docnames[path], name, target, path) if path in view.docnames else name
    )


def edge_place(view: FolderView, shown: Parts, edge: PartEdge) -> tuple[str, str]:
    """Return the document and the anchor of what a use of one part by another rests on: lines where
    both are folders, else the pairs of files."""
    ends = shown.parts[edge.source], shown.parts[edge.target]
    # A module counts where its header is, its lines stand where they are.
    if view.dependencies_of_parts and (ends[0].path, ends[1].path) in view.tied_parts:
        return view.dependencies_of_parts, pair_anchor(ends[0].path, ends[1].path)
    return view.docnames[shown.folder], _anchor(edge)


def _anchor(edge: PartEdge) -> str:
    return f"use-{edge.source}-{edge.target}"


def _others(
    view: FolderView, shown: Parts, edges: Sequence[PartEdge], end: str
) -> list[markup.Inline]:
    rows: list[markup.Inline] = []
    for edge in edges[:_MOST_OTHERS]:
        name = part_name(shown, shown.parts[edge.target if end == "target" else edge.source])
        docname, target = edge_place(view, shown, edge)
        hint = f"{_title(shown, edge)}: {edge.uses:,}"
        rows += [
            ", " if rows else "",
            f"{name} ",
            markup.PageLink(docname, f"{edge.uses:,}", target, hint),
        ]
    if (rest := len(edges) - _MOST_OTHERS) > 0:
        rows.append(markup.Muted(f" +{rest:,}"))
    return rows


def _title(shown: Parts, edge: PartEdge) -> str:
    message = _("{part} uses {other}")
    ends = (part_name(shown, shown.parts[place]) for place in (edge.source, edge.target))
    return message.format(**dict(zip(("part", "other"), ends, strict=True)))


def _edges(view: FolderView, shown: Parts) -> list[markup.Block]:
    content: list[markup.Block] = []
    for edge in shown.edges:
        title = f"{_title(shown, edge)}: {edge.uses:,}"
        content.append(markup.paragraph(markup.Strong(title), identifier=_anchor(edge)))
        rows: list[Sequence[markup.Inline | markup.Bullets]] = [
            _pair(view, pair) for pair in edge.pairs
        ]
        if edge.more:
            more = quantity(
                edge.more,
                "… and {count:,} more pair of files.",
                "… and {count:,} more pairs of files.",
            )
            rows.append([markup.Muted(more)])
        content.append(markup.bullets(rows))
    return content


def _pair(view: FolderView, pair: UsedPair) -> list[markup.Inline]:
    names = markup.separated(markup.Code(name) for name in pair.names)
    if len(pair.names) < pair.uses:
        names.append(", …")
    message = _("{file} uses {count:,} of {other}: {names}")
    return markup.sentence(
        message,
        file=_file(view, pair.user, "uses"),
        count=pair.uses,
        other=_file(view, pair.used),
        names=names,
    )
