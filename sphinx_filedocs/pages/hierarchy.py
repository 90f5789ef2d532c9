"""The picture of what the types of a file extend, and of what extends them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.pages.markup import Block
from sphinx_filedocs.pages.pictures.branches import WIDTH, Branch, branches
from sphinx_filedocs.pages.pictures.shapes import Picture
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import Extension, FileView, TypePlace

#: So many types are shown at most, and of fewer the outline says as much.
_MOST, _FEWEST = 30, 3


def extensions(graph: Graph, path: str) -> list[Extension]:
    """Return which types extend which, one of each two being of the file *path*: the base, and the
    type that extends it."""
    found = {
        (TypePlace(base.path, base.qualified, base.number), TypePlace(path, *heir))
        for heir, bases in graph.bases.get(path, {}).items()
        for base in bases
    }
    found.update(
        (TypePlace(path, one.qualified, one.number), TypePlace(use.path, *use.inside))
        for one in graph.used.get(path, ())
        for use in graph.references[one]
        if use.kind == "base" and use.inside
    )
    return sorted(pair for pair in found if pair[0] != pair[1])


class _Row(NamedTuple):
    depth: int
    type: TypePlace
    others: tuple[TypePlace, ...]


def hierarchy(view: FileView) -> list[Block]:
    """Return a picture of types, the bases above what extends them; nothing for a file that is
    somebody else's."""
    rows = list(_rows(view.extensions))
    if view.file.vendored or len(rows) < _FEWEST:
        return []
    shown = [_branch(view, row) for row in rows[:_MOST]]
    if more := len(rows) - len(shown):
        said = quantity(more, "and {count:,} more type", "and {count:,} more types")
        shown.append(Branch(0, said, "", ""))
    height, shapes = branches(shown)
    title = _("Types and what extends them")
    said = quantity(len(rows), "{count:,} type", "{count:,} types")
    return [Picture("types", view.file.path, WIDTH, height, title, said, shapes)]


def _rows(pairs: Sequence[Extension]) -> Iterator[_Row]:
    """Yield each type once, below that of its bases which is deepest itself; nothing of those in
    circles."""
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
    waiting = [(one, one) for one in reversed(roots)]
    while waiting:
        base, one = waiting.pop()
        yield _Row(depths[one], one, tuple(other for other in bases[one] if other != base))
        waiting += [(one, heir) for heir in sorted(below[one], reverse=True)]


def _branch(view: FileView, row: _Row) -> Branch:
    one = row.type
    is_own = one.path == view.file.path
    said = [] if is_own else [one.path]
    if row.others:
        names = ", ".join(other.qualified for other in row.others)
        said.append(_("also extends {types}").format(types=names))
    anchor = view.type_anchors.get(one, "")
    docname = view.docnames.get(one.path, "")
    return Branch(row.depth, one.qualified, docname, anchor, ", ".join(said), is_own)
