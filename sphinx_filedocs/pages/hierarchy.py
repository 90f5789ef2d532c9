"""The picture of what the types of a file or folder extend, and of what extends them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.extended_types import Extension, TypePlace, Types
from sphinx_filedocs.pages.markup import Block
from sphinx_filedocs.pages.pictures.branches import WIDTH, HierarchyName, branches
from sphinx_filedocs.pages.pictures.shapes import Picture
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import View

#: So many types are shown at most, and of fewer the outline says as much.
_MOST, _FEWEST = 30, 3


class TypeViews:
    """Finds the types of one tree that extend others."""

    def __init__(self, codebase: Codebase, anchors: Anchors) -> None:
        self._codebase = codebase
        self._anchors = anchors

    def of_file(self, path: str) -> Types:
        """Return which types extend which, one of each two being of the file *path*."""
        return self._types(self._pairs(path))

    def of_folder(self, path: str) -> Types:
        """Return what the types of the own files in the folder *path* extend."""
        light = self._codebase.light
        files = [one for one in self._codebase.folders[path].files if not light[one].vendored]
        return self._types({pair for one in files for pair in self._extending(one)})

    def said_of(self, path: str) -> str:
        """Return what tells apart what the page of a file shows of types that extend others."""
        return repr(sorted(self._pairs(path)))

    def _extending(self, path: str) -> Iterator[Extension]:
        """Yield the bases of the types of a file, with these."""
        for heir, bases in self._codebase.graph.bases.get(path, {}).items():
            for base in bases:
                yield TypePlace(base.path, base.qualified, base.number), TypePlace(path, *heir)

    def _pairs(self, path: str) -> set[Extension]:
        """Return the same, and what extends types of the file."""
        graph = self._codebase.graph
        found = set(self._extending(path))
        found.update(
            (TypePlace(path, one.qualified, one.number), TypePlace(use.path, *use.inside))
            for one in graph.used.get(path, ())
            for use in graph.references[one]
            if use.kind == "base" and use.inside
        )
        return found

    def _types(self, pairs: Iterable[Extension]) -> Types:
        found = tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))
        anchors = {
            one: self._anchors.around(one.path, Enclosing(one.qualified, one.number))
            for pair in found
            for one in pair
        }
        return Types(found, anchors)


class _TypeRow(NamedTuple):
    depth: int
    type: TypePlace
    others: tuple[TypePlace, ...]


def hierarchy(view: View, path: str, types: Types) -> list[Block]:
    """Return a picture of types, the bases above what extends them.

    :param path: of the page's file, or folder: its own types stand out.
    """
    rows = list(_rows(types.pairs))
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


def _rows(pairs: Sequence[Extension]) -> Iterator[_TypeRow]:
    """Yield each type once, below that of its bases which is deepest itself, what most extend
    first; nothing of those in circles."""
    heirs: defaultdict[TypePlace, list[TypePlace]] = defaultdict(list)
    bases: defaultdict[TypePlace, list[TypePlace]] = defaultdict(list)
    for base, heir in pairs:
        heirs[base].append(heir)
        bases[heir].append(base)
    depths = dict.fromkeys((one for one in sorted(heirs) if one not in bases), 0)
    roots, ready = list(depths), list(depths)
    left = {heir: len(found) for heir, found in bases.items()}
    below: defaultdict[TypePlace, list[TypePlace]] = defaultdict(list)
    for one in ready:
        for heir in heirs[one]:
            left[heir] -= 1
            if not left[heir]:
                deepest = max(bases[heir], key=lambda base: depths[base])
                depths[heir] = depths[deepest] + 1
                below[deepest].append(heir)
                ready.append(heir)
    sizes: dict[TypePlace, int] = {}
    for one in reversed(ready):
        sizes[one] = 1 + sum(sizes[heir] for heir in below[one])
    # The last one is taken next.
    waiting = [(one, one) for one in sorted(roots, key=lambda one: -sizes[one])][::-1]
    while waiting:
        base, one = waiting.pop()
        yield _TypeRow(depths[one], one, tuple(other for other in bases[one] if other != base))
        waiting += [(one, heir) for heir in sorted(below[one], reverse=True)]


def _branch(view: View, path: str, types: Types, row: _TypeRow) -> HierarchyName:
    one = row.type
    is_own = path in (one.path, one.path.rpartition("/")[0])
    said = [] if is_own else [one.path]
    if row.others:
        names = ", ".join(other.qualified for other in row.others)
        said.append(_("also extends {types}").format(types=names))
    docname = view.docnames.get(one.path, "")
    return HierarchyName(
        row.depth, one.qualified, docname, types.anchors[one], ", ".join(said), is_own
    )
