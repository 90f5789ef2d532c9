"""The types above and below a type: as rows of a list, and as a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.hierarchy import WIDTH, HierarchyName, TypeRow, branches, type_rows
from sphinx_filedocs.pages.pictures import Picture
from sphinx_filedocs.pages.relatives import (
    MEMBERS,
    Relatives,
    definition_at,
    folder_of,
    unnamed_place,
)
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import Extension, TypePlace

#: A type with no more relatives has no tree: its rows of relations show them.
_FEW = 3
#: A picture has so many rows; of them so many are above the type, and so many are folders.
_MOST_ROWS, _MOST_ABOVE, _MOST_FOLDERS = 30, 12, 8


class ClassTree(NamedTuple):
    """The types around a type, as pairs of base and heir.

    :param own: the type.
    :param above: a base outside of the tree has no path.
    """

    own: TypePlace
    above: tuple[Extension, ...]
    below: tuple[Extension, ...]

    @property
    def types(self) -> frozenset[TypePlace]:
        """All types of the tree."""
        return frozenset(place for pair in (*self.above, *self.below) for place in pair)


class Places(NamedTuple):
    """The pages of types.

    :param of_type: returns document and anchor of a type.
    :param folders: the documents of folders.
    :param aside: files after all others, such as tests.
    """

    of_type: Callable[[TypePlace], tuple[str, str]]
    folders: Mapping[str, str]
    aside: AbstractSet[str]


class ClassTrees:
    """Finds the class trees of a tree's types."""

    def __init__(self, graph: Graph, relatives: Relatives) -> None:
        self._graph = graph
        self._relatives = relatives

    def of(self, definition: Definition) -> ClassTree | None:
        """Return the tree of a type with more than three relatives."""
        if definition.kind in MEMBERS:
            return None
        above, below = {*self._above(definition)}, {*self._below(definition)}
        tree = ClassTree(_place(definition), tuple(sorted(above)), tuple(sorted(below)))
        return tree if len(tree.types) > _FEW + 1 else None

    def said(self, definition: Definition, aside: AbstractSet[str]) -> str:
        """Return the inputs of the tree's rows, as a text to compare."""
        tree = self.of(definition)
        last = [place.path in aside for place in sorted(tree.types)] if tree else ()
        return f"{tree}{last}" if tree else ""

    def _above(self, definition: Definition) -> Iterator[Extension]:
        seen, pending = {definition}, [definition]
        while pending:
            heir = pending.pop()
            place = _place(heir)
            outside = self._graph.outside.get(heir.path, {})
            for name in outside.get(Enclosing(heir.qualified, heir.number), ()):
                yield TypePlace("", name, 1), place
            above = self._relatives.above(heir)
            for base in (*above["bases"], *above["implements"]):
                if base.kind not in MEMBERS and base != heir:
                    yield _place(base), place
                    if base not in seen:
                        seen.add(base)
                        pending.append(base)

    def _below(self, definition: Definition) -> Iterator[Extension]:
        seen, pending = {definition}, [definition]
        while pending:
            base = pending.pop()
            for row in self._relatives.heirs(base):
                if row.inside.number < 0:
                    yield _place(base), TypePlace(row.path, *row.inside)
                heir = definition_at(self._graph, row.path, row.inside)
                if heir and heir.kind not in MEMBERS and heir != base:
                    yield _place(base), _place(heir)
                    if heir not in seen:
                        seen.add(heir)
                        pending.append(heir)


def _place(definition: Definition) -> TypePlace:
    return TypePlace(definition.path, definition.qualified, definition.number)


def rows_of(tree: ClassTree, aside: AbstractSet[str]) -> list[TypeRow]:
    """Return each type of a tree once, below its deepest base, own code first; bases of others
    stand above the branch with the tree's own type."""
    return _own_last(tree, type_rows(sorted({*tree.above, *tree.below}), aside))


def _own_last(tree: ClassTree, rows: Iterable[TypeRow]) -> list[TypeRow]:
    groups: list[list[TypeRow]] = []
    for row in rows:
        if not row.depth:
            groups.append([])
        groups[-1].append(row)
    groups.sort(key=lambda group: any(row.type == tree.own for row in group))
    return [row for group in groups for row in group]


def note_of(tree: ClassTree, row: TypeRow) -> str:
    """Return the place of a type unless it is the tree's own file, and its other bases."""
    place = row.type
    notes = [] if place.path == tree.own.path else [place.path or _("outside of this tree")]
    if place.number < 0:
        notes = [unnamed_place(place.path, place.number)]
    if row.others:
        names = ", ".join(other.qualified for other in row.others)
        notes.append(_("also below {types}").format(types=names))
    return ", ".join(notes)


def counted_types(count: int) -> str:
    """Return a number of types as a text."""
    return quantity(count, "{count:,} type", "{count:,} types")


def picture_of(tree: ClassTree, places: Places, everything: tuple[str, str]) -> Picture:
    """Return a tree as a picture: bases above, heirs below; too many heirs by folder.

    :param everything: document and anchor of the list of all types.
    """
    rows = rows_of(tree, places.aside)
    if len(rows) <= _MOST_ROWS:
        shown = [_name(tree, row, places) for row in rows]
    else:
        shown = [*_upper(tree, places)]
        shown += _folders(tree, places, shown[-1].depth + 1, _MOST_ROWS - len(shown), everything)
    height, shapes = branches(shown)
    said = counted_types(len(tree.types))
    own = tree.own
    key = f"{own.path} {own.qualified} {own.number}"
    return Picture("types", key, WIDTH, height, title(), said, shapes)


def title() -> str:
    """Return the title of class trees."""
    return _("Class tree")


def _name(tree: ClassTree, row: TypeRow, places: Places) -> HierarchyName:
    is_own = row.type == tree.own
    target = places.of_type(row.type) if row.type.path else ("", "")
    return HierarchyName(row.depth, row.type.qualified, *target, note_of(tree, row), is_own)


def _upper(tree: ClassTree, places: Places) -> Iterator[HierarchyName]:
    """Yield the types above and the type itself, which comes last."""
    rows = _own_last(tree, type_rows(tree.above, places.aside))
    own = next((row for row in rows if row.type == tree.own), TypeRow(0, tree.own, ()))
    others = [row for row in rows if row != own]
    for row in others[:_MOST_ABOVE]:
        yield _name(tree, row, places)
    if more := others[_MOST_ABOVE:]:
        yield HierarchyName(0, more_types(len(more)), "", "")
    yield _name(tree, own, places)


def _folders(
    tree: ClassTree, places: Places, depth: int, room: int, everything: tuple[str, str]
) -> Iterator[HierarchyName]:
    groups: defaultdict[str, list[TypePlace]] = defaultdict(list)
    for _base, heir in tree.below:
        if heir not in groups[folder_of(heir.path)]:
            groups[folder_of(heir.path)].append(heir)

    def rank(folder: str) -> tuple[bool, int, str]:
        own = any(place.path not in places.aside for place in groups[folder])
        return not own, -len(groups[folder]), folder

    ordered = sorted(groups, key=rank)
    shown = ordered[:_MOST_FOLDERS]
    each = max(1, room // len(shown) - 2)
    for folder in shown:
        types = sorted(groups[folder])
        document = places.folders.get(folder.removesuffix("/"), "")
        yield HierarchyName(depth, folder, document, "", counted_types(len(types)))
        first = types if len(types) <= each + 1 else types[:each]
        for place in first:
            yield HierarchyName(depth + 1, place.qualified, *places.of_type(place))
        if more := len(types) - len(first):
            yield HierarchyName(depth + 1, more_types(more), *everything)
    if rest := ordered[len(shown) :]:
        yield HierarchyName(
            depth, more_types(sum(len(groups[folder]) for folder in rest)), *everything
        )


def more_types(count: int) -> str:
    """Return a number of types left out as a text."""
    return quantity(count, "and {count:,} more type", "and {count:,} more types")


def list_depths(rows: Sequence[TypeRow]) -> Iterator[tuple[int, TypeRow]]:
    """Yield rows with depths that grow by one at most."""
    depth = -1
    for row in rows:
        depth = min(row.depth, depth + 1)
        yield depth, row
