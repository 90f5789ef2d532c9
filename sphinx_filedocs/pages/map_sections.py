"""The pictures of folders' pages: their languages, and the map of their files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sphinx_filedocs.model.files import PROGRAMMING
from sphinx_filedocs.pages.code_map import (
    HEAD,
    HEIGHT,
    MOST_COLOURS,
    STEPS,
    WIDTH,
    Cell,
    CodeMap,
    FolderHead,
    LanguageCount,
    Rectangle,
    Treemap,
    inner,
    is_coloured_by_change,
    treemap,
)
from sphinx_filedocs.pages.markup import Block, Fold, Inline, Muted, table
from sphinx_filedocs.pages.pictures import (
    Box,
    Colouring,
    Curve,
    Label,
    LinkedShapes,
    Picture,
    fitted,
    shared_beginning,
    width,
)
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import FolderView

_BAR_HEIGHT = 8
#: So many languages are named below the bar.
_MOST_NAMED = 6
#: A label stands so far from the left of its cell, and needs so much of its height.
_INDENT, _LABEL_HEIGHT = 4, 14
#: So many times the room take bold letters of the widest common font, DejaVu Sans.
_BOLDEST = 1.3
_HATCH = 7


def languages(view: FolderView) -> list[Block]:
    """Return a bar and a table of languages, data and prose apart."""
    rows = view.totals.languages
    if len(rows) < 2:
        return []
    written = [row for row in rows if row.type in PROGRAMMING and row.lines]
    content: list[Block] = [_bar(view, written)] if written else []
    title = quantity(
        len(rows), "{count:,} language", "All {count:,} languages, with data and prose"
    )
    return [*content, Fold(title, (_table(rows),))]


def _bar(view: FolderView, rows: Sequence[LanguageCount]) -> Picture:
    total = sum(row.lines for row in rows)
    shown = rows if len(rows) <= _MOST_NAMED else rows[: _MOST_NAMED - 1]
    parts = [(row.name, row.lines, _colour(view, row.name)) for row in shown]
    if rest := rows[len(shown) :]:
        said = quantity(len(rest), "{count:,} other", "{count:,} others")
        parts.append((said, sum(row.lines for row in rest), MOST_COLOURS))
    shapes: list[LinkedShapes] = []
    x = 0.0
    for name, lines, colour in parts:
        part = WIDTH * lines / total
        hint = f"{name}: {_lines(lines)}, {100 * lines / total:.1f} %"
        box = Box(x, 0, max(0.5, part - 1), _BAR_HEIGHT)
        shapes.append(LinkedShapes("", "", hint, (box,), f"fd-cell fd-language-{colour}"))
        x += part
    legend = tuple((f"fd-language-{colour}", f"{name} {lines:,}") for name, lines, colour in parts)
    return Picture(
        "languages",
        view.folder.path,
        WIDTH,
        _BAR_HEIGHT,
        _("Languages by lines of the project’s own code"),
        ", ".join(f"{name} {100 * lines / total:.0f} %" for name, lines, _colour_ in parts),
        tuple(shapes),
        (Colouring("language", _("Language"), legend),),
    )


def _table(rows: Sequence[LanguageCount]) -> Block:
    total = max(1, sum(row.lines for row in rows))
    cells: list[list[Sequence[Inline]]] = [
        [
            [row.name, " ", Muted("" if row.type in PROGRAMMING else _type(row))],
            [f"{row.files:,}"],
            [f"{row.lines:,}"],
            [f"{100 * row.lines / total:.1f} %"],
        ]
        for row in rows
    ]
    header = [_("Language"), _("Files"), _("Lines"), _("Share")]
    return table(header, cells, [40, 20, 20, 20], "languages")


def _type(row: LanguageCount) -> str:
    return _("(data format)") if row.type == "data" else _("(prose)")


def _colour(view: FolderView, language: str) -> int:
    return view.colours.index(language) if language in view.colours else MOST_COLOURS


def _lines(count: int) -> str:
    return quantity(count, "{count:,} line", "{count:,} lines")


def _files(count: int) -> str:
    return quantity(count, "{count:,} file", "{count:,} files")


def code_map(view: FolderView) -> list[Block]:
    """Return a map of the files below: areas by their lines."""
    if view.map is None:
        return []
    laid_out = treemap(view.map.leaves, view.map.vendored, view.folder.path)
    shared = _shared(laid_out.cells)
    shapes = [
        *(_cell(view, cell, bool(view.map.months), shared) for cell in laid_out.cells),
        *(_head(view, head) for head in laid_out.heads),
        *_vendored(view, laid_out),
    ]
    files, lines = len(view.map.leaves), sum(leaf.lines for leaf in view.map.leaves)
    said = _("{files} with {lines}")
    description = said.format(files=_files(files), lines=_lines(lines))
    picture = Picture(
        "treemap",
        view.folder.path,
        WIDTH,
        HEIGHT,
        _("Files by number of lines"),
        description,
        tuple(shapes),
        tuple(_colourings(view.map)),
        int(is_coloured_by_change(view.map)),
    )
    return [picture]


def _colourings(shown: CodeMap) -> Iterator[Colouring]:
    present = dict(sorted((leaf.colour, leaf.language) for leaf in shown.leaves))
    if MOST_COLOURS in present:
        present[MOST_COLOURS] = _("others")
    names = tuple((f"fd-language-{colour}", name) for colour, name in present.items())
    yield Colouring("language", _("Language"), names)
    if shown.months:
        steps = [_("before {month}").format(month=shown.months[0])]
        steps += (_("from {month}").format(month=month) for month in shown.months)
        first = STEPS - len(steps)
        legend = tuple((f"fd-change-{first + n}", said) for n, said in enumerate(steps))
        yield Colouring("change", _("Last change"), legend)


def _shared(cells: Sequence[Cell]) -> Mapping[str, str]:
    names: defaultdict[str, list[str]] = defaultdict(list)
    for cell in cells:
        if cell.kind == "file":
            folder, _slash, name = cell.path.rpartition("/")
            names[folder].append(name)
    return {folder: shared_beginning(some) for folder, some in names.items()}


def _cell(
    view: FolderView, cell: Cell, has_changes: bool, shared: Mapping[str, str]
) -> LinkedShapes:
    area = inner(cell.area)
    shapes: tuple[Box | Label, ...] = (Box(*area),)
    if said := _label(area, _cell_label(cell), shared.get(cell.path.rpartition("/")[0], "")):
        shapes = (*shapes, said)
    classes = f"fd-cell fd-language-{cell.colour}"
    classes += f" fd-change-{cell.step}" if has_changes else ""
    return LinkedShapes(view.docnames.get(cell.path, ""), "", _hint(cell), shapes, classes)


def _cell_label(cell: Cell) -> str:
    name = cell.path.rpartition("/")[2]
    if cell.kind == "joined":
        return f"+{cell.files:,}"
    return f"{name}/ {_files(cell.files)}" if cell.kind == "folder" else name


def _hint(cell: Cell) -> str:
    if cell.kind == "file":
        return ", ".join(filter(None, (f"{cell.path}: {_lines(cell.lines)}", cell.language)))
    if cell.kind == "joined":
        said = _("{count:,} small files: {lines}")
        return said.format(count=cell.files, lines=_lines(cell.lines))
    return f"{cell.path}/: {_files(cell.files)}, {_lines(cell.lines)}"


def _label(area: Rectangle, text: str, shared: str) -> Label | None:
    room = area.width - 2 * _INDENT
    shown = fitted(text, room, shared) if area.height >= _LABEL_HEIGHT else ""
    return Label(area.x + _INDENT, area.y + 11, shown) if shown else None


def _head(view: FolderView, head: FolderHead) -> LinkedShapes:
    name = f"{head.name}/"
    counted = f"{name} {head.lines:,}"
    room = (head.area.width - _INDENT) / _BOLDEST
    shown = counted if width(counted) <= room else fitted(name, room)
    hint = f"{head.path}/: {_files(head.files)}, {_lines(head.lines)}"
    label = Label(head.area.x, head.area.y + 11, shown)
    docname = view.docnames.get(head.path, "")
    return LinkedShapes(docname, "", hint, (label,), "fd-head", is_stop=True)


def _vendored(view: FolderView, shown: Treemap) -> Iterator[LinkedShapes]:
    if not shown.vendored:
        return
    x = shown.vendored[0].area.x
    yield LinkedShapes("", "", "", (Label(x, 11, _("vendored")),), "fd-head")
    for cell in shown.vendored:
        area = inner(cell.area)
        name = cell.path.rpartition("/")[2] or _("others")
        hint = f"{cell.path or name}: {_files(cell.files)}, {_lines(cell.lines)}"
        number = f"{cell.lines:,}"
        room = area.width - 2 * _INDENT
        label = fitted(name, room - 6 * len(number) - _INDENT)
        y = area.y + 12
        shapes = (
            Box(*area),
            Curve(_hatched(area)),
            Label(area.x + _INDENT, y, label),
            Label(area.x + area.width - _INDENT, y, number, "fd-end"),
        )
        yield LinkedShapes(view.docnames.get(cell.path, ""), "", hint, shapes, "fd-vendored")


def _hatched(area: Rectangle) -> str:
    """Draw diagonal lines; a pattern would need an id, which must be unique on a page."""
    x, y, width, height = area._replace(y=area.y + HEAD + 2, height=area.height - HEAD - 2)
    parts = []
    for at in range(_HATCH, int(width + height), _HATCH):
        right, low = min(at, width), min(at, height)
        parts.append(f"M{x + right:.0f} {y + at - right:.0f}L{x + at - low:.0f} {y + low:.0f}")
    return "".join(parts) if height > 0 else ""
