"""What of a tree's pages follows from all of it: which there are, what stands out, is unused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from sphinx_filedocs.config import Tree
from sphinx_filedocs.model import Codebase
from sphinx_filedocs.pages.digests import Recorder
from sphinx_filedocs.pages.docnames import Suffixes
from sphinx_filedocs.pages.index import crossref_weights
from sphinx_filedocs.pages.plan import Plan, make_plan
from sphinx_filedocs.pages.rankings import Rankings, rank
from sphinx_filedocs.pages.unused import Part, divided_unused
from sphinx_filedocs.pages.uses import less_telling


@dataclass(frozen=True, slots=True)
class Layout:
    """What follows from all of a tree.

    :param unused: the definitions that nothing uses, by page.
    :param less_telling: the files whose uses say less of what a definition is for.
    """

    plan: Plan
    rankings: Rankings
    unused: Sequence[Part]
    less_telling: AbstractSet[str]

    def recorded(self, recorder: Recorder) -> Layout:
        """Return the layout so that it is noted what of it is asked for."""
        pages = recorder.addresses(self.plan.crossref_pages)
        aside = recorder.less_telling(self.less_telling)
        return replace(self, plan=replace(self.plan, crossref_pages=pages), less_telling=aside)


def lay_out(
    tree: Tree,
    codebase: Codebase,
    listings: Mapping[str, int],
    suffixes: Suffixes,
) -> Layout:
    """Lay out the pages of a tree.

    :param listings: see :class:`Plan`.
    :param suffixes: of output files.
    """
    aside = less_telling(codebase.light.values())
    unused = {path: rows for path, rows in codebase.graph.unused.items() if path not in aside}
    parts = divided_unused(unused)
    weights = crossref_weights(codebase.graph)
    plan = make_plan(tree.prefix, codebase, weights, len(parts), suffixes)
    plan = replace(plan, listings=listings)
    return Layout(plan, rank(codebase), parts, aside)
