"""The map of a folder: files by lines, the steps of their last changes, and its layout.

The layout is squarified: Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal, NamedTuple, TypeVar

from sphinx_filedocs.model.facts import LineCounts
from sphinx_filedocs.model.files import PROGRAMMING, File, LanguageType, folders_above
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import SymbolKind

WIDTH, HEIGHT = 736, 286
#: So much of the width has what is vendored, beside a gap.
_VENDORED_WIDTH, _VENDORED_GAP = 96, 10
_MOST_VENDORED, _LEAST_VENDORED_HEIGHT = 8, 18
#: What is smaller, in square pixels, is one cell with its like.
_LEAST_AREA = 95
#: A folder gets a head where it has so much room.
HEAD, _LEAST_WIDTH, _LEAST_HEIGHT = 14, 56, 44
#: A folder is one cell, if what is large enough to be seen has a smaller part of its room.
_LEAST_SEEN = 0.5
_GAP = 1.4

CellKind = Literal["file", "folder", "joined", "vendored"]


Item = TypeVar("Item")


class Rectangle(NamedTuple):
    """An area."""

    x: float
    y: float
    width: float
    height: float


_NOWHERE = Rectangle(0, 0, 0, 0)


class Leaf(NamedTuple):
    """A file on the map.

    :param lines: above 0.
    :param language: its name; ``colour`` is the number of its colour.
    :param step: of its last change, 0 for the oldest.
    """

    path: str
    lines: int
    language: str
    colour: int
    step: int


class Vendored(NamedTuple):
    """A folder or file of somebody else's, with the numbers of its files and lines."""

    path: str
    files: int
    lines: int


class Cell(NamedTuple):
    """An area of the map.

    :param path: of a file, or of the folder of joined files; ``""`` for the rest of vendored code.
    :param files: the number of files in it.
    :param kind: ``joined`` for small files of a folder.
    :param language: of a file, else ``""``; ``colour`` of several files is that of most lines.
    :param step: of several files the median by lines; the maximum would colour all alike.
    """

    area: Rectangle
    path: str
    kind: CellKind
    files: int
    lines: int
    language: str = ""
    colour: int = 0
    step: int = 0


class FolderHead(NamedTuple):
    """The name of a folder above its content, as it is seen from the folder around it."""

    area: Rectangle
    path: str
    name: str
    files: int
    lines: int


class Treemap(NamedTuple):
    """A map, with vendored code beside it, not to scale."""

    cells: tuple[Cell, ...] = ()
    heads: tuple[FolderHead, ...] = ()
    vendored: tuple[Cell, ...] = ()


@dataclass(slots=True)
class _Folder:
    path: str
    lines: int = 0
    files: int = 0
    leaves: list[Leaf] = field(default_factory=list)
    folders: dict[str, _Folder] = field(default_factory=dict)


def treemap(leaves: Sequence[Leaf], vendored: Sequence[Vendored], top: str = "") -> Treemap:
    """Lay out at least one leaf, and vendored code, of the folder *top*."""
    root = _Folder(top)
    for leaf in sorted(leaves):
        _insert(root, leaf)
    room = WIDTH - (_VENDORED_WIDTH + _VENDORED_GAP if vendored else 0)
    cells: list[Cell] = []
    heads: list[FolderHead] = []
    _fill(root, Rectangle(0, 0, room, HEIGHT), cells, heads)
    return Treemap(tuple(cells), tuple(heads), tuple(_strip(vendored)))


def _insert(root: _Folder, leaf: Leaf) -> None:
    folder = root
    path = root.path
    for name in leaf.path[len(root.path) :].strip("/").split("/")[:-1]:
        folder.lines += leaf.lines
        folder.files += 1
        path = f"{path}/{name}" if path else name
        folder = folder.folders.setdefault(path, _Folder(path))
    folder.lines += leaf.lines
    folder.files += 1
    folder.leaves.append(leaf)


def _fill(folder: _Folder, area: Rectangle, cells: list[Cell], heads: list[FolderHead]) -> None:
    scale = area.width * area.height / folder.lines
    rows: list[_Folder | Leaf] = [*folder.folders.values(), *folder.leaves]
    rows.sort(key=lambda node: (-node.lines, node.path))
    large = [node for node in rows if node.lines * scale >= _LEAST_AREA]
    small = rows[len(large) :]
    shown: list[_Folder | Leaf | Cell] = [*large, *small]
    if len(small) > 1:
        leaves = [leaf for node in small for leaf in _below(node)]
        shown = [*large, _several(_NOWHERE, folder.path, "joined", leaves)]
    shown.sort(key=lambda item: -item.lines)
    for item, place in squarified(shown, lambda item: item.lines, area):
        if isinstance(item, Cell):
            cells.append(item._replace(area=place))
        elif isinstance(item, Leaf):
            cells.append(Cell(place, item.path, "file", 1, *item[1:]))
        else:
            _fill_folder(folder.path, item, place, cells, heads)


def _fill_folder(
    around: str, folder: _Folder, area: Rectangle, cells: list[Cell], heads: list[FolderHead]
) -> None:
    while not folder.leaves and len(folder.folders) == 1:
        # A chain of folders is one.
        (folder,) = folder.folders.values()
    has_room = area.width >= _LEAST_WIDTH and area.height >= _LEAST_HEIGHT
    if not has_room or _seen(folder, area) < _LEAST_SEEN:
        cells.append(_several(area, folder.path, "folder", list(_below(folder))))
        return
    name = folder.path[len(around) :].strip("/")
    place = area._replace(height=HEAD)
    heads.append(FolderHead(place, folder.path, name, folder.files, folder.lines))
    inner = Rectangle(area.x, area.y + HEAD, area.width, area.height - HEAD)
    _fill(folder, inner, cells, heads)


def _seen(folder: _Folder, area: Rectangle) -> float:
    least = folder.lines * _LEAST_AREA / (area.width * area.height)
    rows: list[_Folder | Leaf] = [*folder.folders.values(), *folder.leaves]
    return sum(node.lines for node in rows if node.lines >= least) / folder.lines


def _several(area: Rectangle, path: str, kind: CellKind, leaves: Sequence[Leaf]) -> Cell:
    lines: Counter[int] = Counter()
    for leaf in leaves:
        lines[leaf.colour] += leaf.lines
    colour = min(lines, key=lambda candidate: (-lines[candidate], candidate))
    return Cell(area, path, kind, len(leaves), lines.total(), "", colour, _median(leaves))


def _below(node: _Folder | Leaf) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
        return
    yield from node.leaves
    for folder in node.folders.values():
        yield from _below(folder)


def _median(leaves: Sequence[Leaf]) -> int:
    steps = sorted((leaf.step, leaf.lines) for leaf in leaves)
    seen = accumulate(lines for _, lines in steps)
    half = sum(leaf.lines for leaf in leaves) / 2
    return next(step for (step, _), lines in zip(steps, seen, strict=True) if lines >= half)


def _strip(vendored: Sequence[Vendored]) -> Iterator[Cell]:
    """Lay out vendored folders from top to bottom, by the square root of their lines."""
    rows = sorted(vendored, key=lambda row: (-row.lines, row.path))
    if len(rows) > _MOST_VENDORED:
        rest = rows[_MOST_VENDORED - 1 :]
        files, lines = sum(row.files for row in rest), sum(row.lines for row in rest)
        rows = [*rows[: _MOST_VENDORED - 1], Vendored("", files, lines)]
    heights = [max(1, row.lines) ** 0.5 for row in rows]
    free = HEIGHT - HEAD - _LEAST_VENDORED_HEIGHT * len(rows)
    y = float(HEAD)
    for row, part in zip(rows, heights, strict=True):
        height = _LEAST_VENDORED_HEIGHT + free * part / sum(heights)
        area = Rectangle(WIDTH - _VENDORED_WIDTH, y, _VENDORED_WIDTH, height)
        yield Cell(area, row.path, "vendored", row.files, row.lines)
        y += height


def squarified(
    items: Sequence[Item], size: Callable[[Item], float], area: Rectangle
) -> Iterator[tuple[Item, Rectangle]]:
    """Yield an area for each item, as nearly square as can be.

    :param items: the largest first; none has the size 0.
    """
    x, y, width, height = area
    total = sum(map(size, items))
    scale = width * height / total if total else 0
    at = 0
    while at < len(items):
        side = min(width, height)
        end, taken = at + 1, size(items[at]) * scale
        least = taken
        while end < len(items):
            more = size(items[end]) * scale
            before = _worst(size(items[at]) * scale, least, taken, side)
            if _worst(size(items[at]) * scale, more, taken + more, side) > before:
                break
            taken, least, end = taken + more, more, end + 1
        if end == len(items):
            # All that is left, whatever was lost by adding up.
            taken = width * height
        thick = taken / side if side else 0
        along = 0.0
        for item in items[at:end]:
            part = size(item) * scale / thick if thick else 0
            if width >= height:
                yield item, Rectangle(x, y + along, thick, part)
            else:
                yield item, Rectangle(x + along, y, part, thick)
            along += part
        if width >= height:
            x, width = x + thick, width - thick
        else:
            y, height = y + thick, height - thick
        at = end


def _worst(largest: float, least: float, total: float, side: float) -> float:
    square, all_of_it = side * side, total * total
    return max(square * largest / all_of_it, all_of_it / (square * least)) if square else 0


def inner(area: Rectangle) -> Rectangle:
    """Return an area without the gap to its neighbours."""
    return Rectangle(area.x, area.y, max(0.5, area.width - _GAP), max(0.5, area.height - _GAP))


#: A map has so many files of programming languages or markup at least.
_LEAST_FILES = 12
#: So many languages have a colour of their own, the others have the one behind these.
MOST_COLOURS = 11
#: The last changes of files are in so many steps.
STEPS = 5
#: A colouring in which so much of a map has one colour tells nothing at first sight.
_NEARLY_ALL = 9 / 10


class CodeMap(NamedTuple):
    """The map of a folder.

    :param leaves: texts that people of the project write.
    :param vendored: code of others.
    :param months: first month of each step of the last change, such as ``2024-05``.
    """

    leaves: tuple[Leaf, ...]
    vendored: tuple[Vendored, ...]
    months: tuple[str, ...]


def is_coloured_by_change(shown: CodeMap) -> bool:
    """Tell whether the first colouring is by last change: if nearly all is in one language."""
    languages = [leaf.colour for leaf in shown.leaves]
    steps = [leaf.step for leaf in shown.leaves]
    return _is_of_one(shown.leaves, languages) and not _is_of_one(shown.leaves, steps)


def _is_of_one(leaves: Sequence[Leaf], colours: Sequence[int]) -> bool:
    lines: Counter[int] = Counter()
    for leaf, colour in zip(leaves, colours, strict=True):
        lines[colour] += leaf.lines
    return max(lines.values(), default=0) >= _NEARLY_ALL * lines.total()


def is_programming(file: File) -> bool:
    """Return whether a file is in a programming language or markup."""
    return file.language_type in PROGRAMMING


def colours(files: Iterable[File]) -> tuple[str, ...]:
    """Return the languages with their own colours, programming languages first, by lines."""
    lines: Counter[tuple[bool, str]] = Counter()
    for file in files:
        if file.language_name and file.facts.lines.total:
            lines[not is_programming(file), file.language_name] += file.facts.lines.total
    ranked = sorted(lines, key=lambda language: (language[0], -lines[language], language[1]))
    return tuple(name for _, name in ranked[:MOST_COLOURS])


def own_texts(codebase: Codebase) -> Sequence[File]:
    """Return the texts that people of the project write. Example: no lock files."""
    files = codebase.light.values()
    return [
        file for file in files if file.facts.lines.total and not (file.vendored or file.generated)
    ]


def code_maps(
    codebase: Codebase, own: Sequence[File], languages: Sequence[str]
) -> Mapping[str, CodeMap]:
    """Return the maps of folders with enough files."""
    number = {name: place for place, name in enumerate(languages)}
    months = _months(file.change.date[:7] for file in own if file.change)
    leaves: defaultdict[str, list[Leaf]] = defaultdict(list)
    code: Counter[str] = Counter()
    for file in own:
        colour = number.get(file.language_name, MOST_COLOURS)
        step = _latest(file, months) if months else 0
        leaf = Leaf(file.path, file.facts.lines.total, file.language_name, colour, step)
        for folder in folders_above(file.path):
            leaves[folder].append(leaf)
            code[folder] += is_programming(file)
    vendored = _vendored(codebase)
    return {
        folder: CodeMap(
            tuple(folder_leaves),
            tuple(entry for entry in vendored if not folder or entry.path.startswith(f"{folder}/")),
            months,
        )
        for folder, folder_leaves in leaves.items()
        if code[folder] >= _LEAST_FILES
        and not (folder and _only_holds_another(folder_leaves, folder))
    }


def _only_holds_another(leaves: Sequence[Leaf], folder: str) -> bool:
    first = leaves[0].path[len(folder) + 1 :].partition("/")[0]
    return all(leaf.path.startswith(f"{folder}/{first}/") for leaf in leaves)


def _months(months: Iterable[str]) -> tuple[str, ...]:
    """Divide months into steps with about as many files each."""
    ranked = sorted(months)
    if not ranked:
        return ()
    bounds = {ranked[len(ranked) * step // STEPS] for step in range(1, STEPS)}
    return tuple(sorted(bounds - {ranked[0]}))


def _latest(file: File, months: Sequence[str]) -> int:
    """Return the step of the last change of a file; the newest step is always the last one."""
    latest = bisect_right(months, file.change.date[:7]) if file.change else 0
    return STEPS - 1 - len(months) + latest


def _vendored(codebase: Codebase) -> Sequence[Vendored]:
    """Return the outermost folders with vendored files alone, and vendored files among own ones."""
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    own = {""}
    for path, file in codebase.light.items():
        if not file.vendored:
            own.update(folders_above(path))
            continue
        for place in (path, *folders_above(path)):
            files[place] += 1
            lines[place] += file.facts.lines.total
    return [
        Vendored(path, files[path], lines[path])
        for path in sorted(files)
        if path not in own and path.rpartition("/")[0] in own and lines[path]
    ]


class LanguageCount(NamedTuple):
    """Files and lines in a language."""

    name: str
    type: LanguageType
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of everything below a folder.

    :param size: as shown.
    :param languages: of own code, or of all if there is none: programming languages first, by
        lines.
    :param own: the number of own files, with ``own_lines`` lines.
    """

    files: int = 0
    folders: int = 0
    size: str = ""
    lines: LineCounts = field(default_factory=LineCounts)
    symbols: tuple[tuple[SymbolKind, int], ...] = ()
    languages: tuple[LanguageCount, ...] = ()
    own: int = 0
    own_lines: int = 0
