"""The picture of types and the types that extend them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.markup import Block
from sphinx_filedocs.pages.pictures import (
    BOLD,
    Curve,
    Label,
    LinkedShapes,
    Picture,
    Shape,
    cut,
    width,
)
from sphinx_filedocs.pages.relatives import VALUES, kind_of_symbol
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import Extension, TypePlace, Types, View

#: So many types are shown at most, and of fewer the outline says as much.
_MOST, _FEWEST = 30, 3


class TypeViews:
    """Finds the types of one tree that extend others."""

    def __init__(self, codebase: Codebase, anchors: Anchors) -> None:
        self._codebase = codebase
        self._anchors = anchors

    def of_file(self, path: str) -> Types:
        """Return the extensions with a type of the file."""
        return self._types(self._pairs(path))

    def of_folder(self, path: str) -> Types:
        """Return the extensions by types of own files in the folder."""
        light = self._codebase.light
        files = [
            file_path
            for file_path in self._codebase.folders[path].files
            if not light[file_path].vendored
        ]
        return self._types({pair for file_path in files for pair in self._extending(file_path)})

    def said_of(self, path: str) -> str:
        """Return the extensions of a file, as a text to compare."""
        return repr(sorted(self._pairs(path)))

    def _extending(self, path: str) -> Iterator[Extension]:
        for heir, bases in self._codebase.graph.bases.get(path, {}).items():
            for base in bases if self._is_type(path, heir) else ():
                yield TypePlace(base.path, base.qualified, base.number), TypePlace(path, *heir)

    def _pairs(self, path: str) -> set[Extension]:
        """Return base and heir of each extension with a type of the file."""
        graph = self._codebase.graph
        pairs = set(self._extending(path))
        pairs.update(
            (
                TypePlace(path, definition.qualified, definition.number),
                TypePlace(use.path, *use.inside),
            )
            for definition in graph.used.get(path, ())
            for use in graph.references[definition]
            if use.kind == "base" and use.inside and self._is_type(use.path, use.inside)
        )
        return pairs

    def _is_type(self, path: str, heir: Enclosing) -> bool:
        """Exclude variables whose declaration names a base, and classes without a name."""
        return heir.number > 0 and kind_of_symbol(self._codebase.graph, path, heir) not in VALUES

    def _types(self, pairs: Iterable[Extension]) -> Types:
        extensions = tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))
        anchors = {
            place: self._anchors.around(place.path, Enclosing(place.qualified, place.number))
            for pair in extensions
            for place in pair
        }
        return Types(extensions, anchors)


class TypeRow(NamedTuple):
    """A type at a depth; ``others`` are its bases besides the one above it."""

    depth: int
    type: TypePlace
    others: tuple[TypePlace, ...]


def hierarchy(view: View, path: str, types: Types) -> list[Block]:
    """Draw types, bases above the types that extend them.

    :param path: of the page's file or folder, whose types stand out.
    """
    rows = list(type_rows(types.pairs))
    if len(rows) < _FEWEST:
        return []
    shown = [_branch(view, path, types, row) for row in rows[:_MOST]]
    if more := len(rows) - len(shown):
        said = quantity(more, "and {count:,} more type", "and {count:,} more types")
        shown.append(HierarchyName(0, said, "", ""))
    height, shapes = branches(shown)
    title = _("Types and what extends them")
    said = quantity(len(rows), "{count:,} type", "{count:,} types")
    return [Picture("types", path, WIDTH, height, title, said, shapes)]


def type_rows(
    pairs: Sequence[Extension], aside: AbstractSet[str] = frozenset()
) -> Iterator[TypeRow]:
    """Yield each type once, below its deepest base, the most extended first; no cycles.

    :param aside: files whose types come last.
    """
    heirs: defaultdict[TypePlace, list[TypePlace]] = defaultdict(list)
    bases: defaultdict[TypePlace, list[TypePlace]] = defaultdict(list)
    for base, heir in pairs:
        heirs[base].append(heir)
        bases[heir].append(base)
    depths = dict.fromkeys((place for place in sorted(heirs) if place not in bases), 0)
    roots, ready = list(depths), list(depths)
    left = {heir: len(own_bases) for heir, own_bases in bases.items()}
    below: defaultdict[TypePlace, list[TypePlace]] = defaultdict(list)
    for place in ready:
        for heir in heirs[place]:
            left[heir] -= 1
            if not left[heir]:
                deepest = max(bases[heir], key=lambda base: depths[base])
                depths[heir] = depths[deepest] + 1
                below[deepest].append(heir)
                ready.append(heir)
    sizes: dict[TypePlace, int] = {}
    for place in reversed(ready):
        sizes[place] = 1 + sum(sizes[heir] for heir in below[place])
    # The last one is taken next.
    pending = [(place, place) for place in sorted(roots, key=lambda place: -sizes[place])][::-1]
    while pending:
        base, place = pending.pop()
        yield TypeRow(depths[place], place, tuple(other for other in bases[place] if other != base))
        ordered = sorted(below[place], key=lambda heir: (heir.path in aside, heir), reverse=True)
        pending += [(place, heir) for heir in ordered]


def _branch(view: View, path: str, types: Types, row: TypeRow) -> HierarchyName:
    place = row.type
    is_own = path in (place.path, place.path.rpartition("/")[0])
    notes = [] if is_own else [place.path]
    if row.others:
        names = ", ".join(other.qualified for other in row.others)
        notes.append(_("also extends {types}").format(types=names))
    docname = view.docnames.get(place.path, "")
    return HierarchyName(
        row.depth, place.qualified, docname, types.anchors[place], ", ".join(notes), is_own
    )


#: The width of all, the room for the names of a column, and for what is between them.
WIDTH = 640
#: A row is as high as what a pointer has to hit; texts are so far above its lower end.
_ROW, _BASELINE = 24, 8


#: How far a name is moved in, where lines begin below one and end before one, and how far an
#: aside is from its name, which may be bold.
_STEP, _BELOW, _BEFORE, _ASIDE = 24, 8, 4, 10
#: Deeper names are not moved in further.
_DEEPEST = 12


class HierarchyName(NamedTuple):
    """A name at a depth, with an aside behind it."""

    depth: int
    label: str
    docname: str
    anchor: str
    aside: str = ""
    is_own: bool = False


def branches(rows: Sequence[HierarchyName]) -> tuple[float, tuple[Shape, ...]]:
    """Return height and shapes; each row belongs to the last row above it that is less deep."""
    names: list[Shape] = []
    path = ""
    at: dict[int, float] = {}
    for number, row in enumerate(rows):
        depth, bottom = min(row.depth, _DEEPEST), (number + 1) * _ROW
        x, middle = depth * _STEP, bottom - _ROW / 2
        at[depth] = bottom
        if depth and depth - 1 in at:
            above = x - _STEP + _BELOW
            path += f"M{above} {at[depth - 1] - _BEFORE}L{above} {middle:.0f}"
            path += f"L{x - _BEFORE} {middle:.0f}"
        shown = cut(row.label, WIDTH / 2)
        name = Label(x, bottom - _BASELINE, shown, "fd-name" if row.is_own else "")
        names.append(LinkedShapes(row.docname, row.anchor, "", (name,), is_stop=True))
        if row.aside:
            behind = x + width(shown) * BOLD + _ASIDE
            aside = Label(behind, bottom - _BASELINE, cut(row.aside, WIDTH - behind), "fd-aside")
            names.append(LinkedShapes("", "", "", (aside,), "fd-part"))
    lines = (Curve(path, "fd-line"),) if path else ()
    return len(rows) * _ROW, (*lines, *names)
