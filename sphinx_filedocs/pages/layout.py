"""What of a tree's pages follows from all of it: which there are, what stands out, what is unused.

It is kept with the tree, so that after most edits it need not be found again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sphinx_filedocs.config import Tree
from sphinx_filedocs.model import Changes, Codebase, File, Graph, folders_above, folders_of
from sphinx_filedocs.pages.division import lines_per_page
from sphinx_filedocs.pages.docnames import Suffixes
from sphinx_filedocs.pages.index import crossref_weight, crossref_weights
from sphinx_filedocs.pages.parts import divided
from sphinx_filedocs.pages.plan import Page, Plan, crossref_pages, make_plan
from sphinx_filedocs.pages.rankings import Rankings, rank, ranked_again
from sphinx_filedocs.pages.stats import file_row
from sphinx_filedocs.pages.unused import Part, changed, divided_unused
from sphinx_filedocs.pages.uses import less_telling, unused, unused_in


@dataclass(frozen=True, slots=True)
class Layout:
    """What follows from all of a tree.

    :param unused: the definitions that nothing uses, by page.
    :param weights: of the names that have cross-references, in their order there.
    :param less_telling: the files whose uses say less of what a definition is for.
    """

    plan: Plan
    rankings: Rankings
    unused: Sequence[Part]
    weights: array[int]
    less_telling: frozenset[str]

    def parts(self) -> dict[str, Any]:
        """Return what is known under each name."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def of(cls, part: Callable[[str], Any]) -> Layout:
        """Return the layout of which *part* returns what is known under each name."""
        return cls(*map(part, cls.__slots__))


def lay_out(
    tree: Tree,
    codebase: Codebase,
    listings: Mapping[str, int],
    suffixes: Suffixes,
    part_of: Callable[[str], str],
) -> Layout:
    """Lay out the pages of a tree.

    :param listings: see :class:`Plan`.
    :param suffixes: of output files.
    :param part_of: returns the part of a divided tree that has a file's page.
    """
    aside = less_telling(codebase.files.values())
    parts = divided_unused(unused(codebase, aside))
    weights = crossref_weights(codebase.graph)
    plan = make_plan(tree.prefix, codebase, weights, len(parts), suffixes)
    plan = replace(plan, listings=listings)
    plan = divided(plan, tree, part_of) if tree.parts else plan
    in_order = array("I", (weights[name] for name in plan.crossref_pages))
    return Layout(plan, rank(codebase), parts, in_order, aside)


def laid_out_again(layout: Layout, codebase: Codebase, changes: Changes) -> Layout | None:
    """Return the layout after edits; nothing, if other pages are needed.

    :param codebase: the tree as it is now.
    """
    edits = changes.files.values()
    if any(lines_per_page(old) or lines_per_page(new) for old, new in edits):
        return None
    weights = _weights_again(layout, codebase.graph, changes)
    if weights is None:
        return None
    parts = _unused_again(layout, codebase, changes)
    if len(parts) != len(layout.unused):
        return None
    return replace(
        layout, rankings=ranked_again(layout.rankings, changes), unused=parts, weights=weights
    )


def _weights_again(layout: Layout, graph: Graph, changes: Changes) -> array[int] | None:
    """Return what the entries of names weigh after edits; nothing, if the cross-references have
    other names, or are to be divided in another way."""
    pages = layout.plan.crossref_pages
    known = {name for name in changes.names if name in pages}
    now = {
        name
        for name in changes.names
        if name in graph.cross_referenced or name in graph.name_imports
    }
    if now != known:
        return None
    weights = array("I", layout.weights)
    for name in known:
        weights[pages.number(name)] = crossref_weight(graph, name)
    if weights == layout.weights:
        return layout.weights
    plan = layout.plan
    divided_now = crossref_pages(plan.prefix, dict(zip(pages, weights, strict=True)))
    return weights if divided_now == plan.crossref else None


def _unused_again(layout: Layout, codebase: Codebase, changes: Changes) -> Sequence[Part]:
    def is_used(qualified: str) -> bool:
        name = qualified.rpartition(".")[2]
        rows = codebase.graph.cross_referenced.get(name, ())
        return any(
            one.qualified == qualified and codebase.graph.references.get(one) for one in rows
        )

    paths = changes.in_doubt - layout.less_telling
    return changed(layout.unused, {path: unused_in(codebase, path, is_used) for path in paths})


def concerned(before: Layout, now: Layout, codebase: Codebase, changes: Changes) -> set[str]:
    """Return the docnames of all pages that may show something else after edits."""
    plan = now.plan
    files = {*changes.files, *changes.linked, *changes.used, *_users(codebase, changes)}
    folders = set(_folders(before.rankings, now.rankings, changes))
    found = {plan.files[path] for path in files} | {plan.folders[path] for path in folders}
    found |= {plan.dependencies[path] for path in changes.folders if path in plan.dependencies}
    found |= {page.docname for page in _crossref(plan, changes.names)}
    if before.unused is not now.unused:
        found |= {plan.folders[""], *(page.docname for page in plan.unused)}
    return found


def _folders(before: Rankings, now: Rankings, changes: Changes) -> Iterator[str]:
    """Yield the folders whose pages may show something else."""
    yield from changes.folders
    for old, new in changes.files.values():
        if _said_above(old) != _said_above(new):
            yield from folders_above(new.path)
    for folder in folders_of(changes.files):
        if before.of_folder(folder) != now.of_folder(folder):
            # That above has its counts too.
            yield from (folder, folder.rpartition("/")[0])


def _said_above(file: File) -> tuple[object, ...]:
    """Return what the pages of folders show of a file, but for counts and what stands out."""
    # The start page has lines that import, those of cycles.
    return file_row(file), file.facts.doc, file.facts.imports


def _crossref(plan: Plan, names: frozenset[str]) -> Iterator[Page]:
    """Yield the pages with the cross-references of some names; one may fill several."""
    for name in names:
        if docname := plan.crossref_pages.get(name):
            yield plan.pages[docname]
    for page in plan.crossref:
        if page.shard and page.shard.parts > 1 and page.shard.first in names:
            yield page


def _users(codebase: Codebase, changes: Changes) -> Iterator[str]:
    """Yield the files that show the definitions of edited files in another order."""
    graph = codebase.graph
    before = {now: old for old, now in changes.moved.items()}
    for path in changes.files:
        rows = graph.used.get(path, ())
        order = [before.get(one, one).order for one in rows]
        for one in rows if order != sorted(order) else ():
            yield from graph.references[one].paths()
