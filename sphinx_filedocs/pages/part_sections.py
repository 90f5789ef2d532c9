"""Sections about uses between the parts of a folder: parts, public interface, import cycles."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.code_map import WIDTH
from sphinx_filedocs.pages.dependencies import cycle_row, whole_cycle
from sphinx_filedocs.pages.folder_parts import Part, PartEdge, Parts, UsedPair
from sphinx_filedocs.pages.folder_sections import file_link
from sphinx_filedocs.pages.index_sections import pair_anchor, relative_to
from sphinx_filedocs.pages.pictures import Box, Label, LinkedShapes, Picture, cut
from sphinx_filedocs.pages.text import kind_name, uses_in_files
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import FolderView

#: A row of the table names so many other parts on each side, and a part so many of its modules.
_MOST_OTHERS, _MOST_MEMBERS = 4, 6
#: Sizes of the matrix: names at its left, a row, the widest column, gaps, texts above a row's end.
_NAMES, _ROW, _WIDEST, _GAP, _BASELINE = 190, 24, 56, 2, 8
#: A step of the colours for each power of ten and its half.
_STEPS = 5


def parts(view: FolderView) -> list[markup.Block]:
    """Return the parts as a matrix and a table; on the folder's own page also the files behind each
    use."""
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
    content: list[markup.Block] = [_about(view, shown), _matrix(view, shown)]
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


def _matrix(view: FolderView, shown: Parts) -> Picture:
    """Draw rows that use columns; a use of an earlier part stands below the diagonal."""
    column = min(_WIDEST, (WIDTH - _NAMES) / len(shown.parts))
    shapes: list[LinkedShapes] = []
    for place, part in enumerate(shown.parts):
        number = f"{place + 1}"
        row = Label(0, _bottom(place), cut(f"{number}  {part_name(shown, part)}", _NAMES - _ROW))
        head = Label(_NAMES + (place + 0.5) * column, _bottom(-1), number, "fd-middle")
        own = _cell(column, place, place)
        shapes.append(LinkedShapes("", "", "", (row, head, own), "fd-own"))
    for edge in shown.edges:
        middle = _NAMES + (edge.target + 0.5) * column
        uses = Label(middle, _bottom(edge.source), f"{edge.uses:,}", "fd-middle")
        step = min(_STEPS - 1, int(2 * log10(edge.uses)))
        css = "fd-tie fd-back" if edge.target < edge.source else f"fd-tie fd-amount-{step}"
        cell = _cell(column, edge.source, edge.target)
        hint = f"{_title(shown, edge)}: {edge.uses:,}"
        shapes.append(LinkedShapes(*edge_place(view, shown, edge), hint, (cell, uses), css))
    back = sum(edge.uses for edge in shown.edges if edge.target < edge.source)
    said = _("{count:,} uses; {back:,} from a lower part to a higher one")
    return Picture(
        "matrix",
        view.folder.path,
        WIDTH,
        (len(shown.parts) + 1) * _ROW,
        _("Rows use columns"),
        said.format(count=sum(edge.uses for edge in shown.edges), back=back),
        tuple(shapes),
    )


def _cell(column: float, row: int, place: int) -> Box:
    return Box(_NAMES + place * column, (row + 1) * _ROW, column - _GAP, _ROW - _GAP)


def _bottom(row: int) -> float:
    return (row + 2) * _ROW - _BASELINE


def _about(view: FolderView, shown: Parts) -> markup.Block:
    said: list[markup.Inline] = []
    if view.folder.path != shown.folder:
        link = markup.PageLink(view.docnames[shown.folder], markup.Code(f"{shown.folder}/"))
        said += [*markup.sentence(_("Of {folder}."), folder=link), " "]
    numbers = _("Numbers count the names used, each once per file; they link to the lines.")
    rows = _("In the matrix, rows use columns; orange: a lower part uses a higher one.")
    return markup.paragraph(*said, markup.Muted(f"{numbers} {rows}"))


def part_name(shown: Parts, part: Part) -> str:
    """Return the name of a part."""
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
    """Return document and anchor of the evidence for a use: lines of folders, else pairs of
    files."""
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


def interface(view: FolderView) -> list[markup.Block]:
    """Return the outermost definitions of the folder that files outside of it use."""
    rows: list[list[markup.Inline]] = []
    for definition, uses in view.offers:
        name = definition.name
        shown: markup.Inline = markup.Code(name)
        if place := view.uses_of.get(name):
            shown = markup.PageLink(place.docname, markup.Code(name), place.anchor)
        where = file_link(view, definition.path, definition.line)
        kind = kind_name(definition.kind)
        said = markup.sentence(_("{kind} in {place}"), kind=kind, place=where)
        rows.append([shown, " – ", *said, f" – {uses_in_files(*uses)}"])
    about = _("Used most by files outside this folder. A member counts for its type.")
    return [markup.paragraph(markup.Muted(about)), markup.bullets(rows)] if rows else []


def cycles(view: FolderView) -> list[markup.Block]:
    """Return the groups of files that import one another, each with a shortest way around."""

    def link(path: str, line: int | None) -> markup.Inline:
        return file_link(view, path, line, f"{path}:{line}" if line else "")

    rows = [cycle_row(link, cycle) for cycle in view.cycles]
    if view.more_cycles:
        more = quantity(view.more_cycles, "… and {count:,} more.", "… and {count:,} more.")
        rows.append([markup.Muted(more)])
    whole = [block for cycle in view.cycles for block in whole_cycle(link, cycle)]
    return [markup.bullets(rows), *whole] if rows else []
