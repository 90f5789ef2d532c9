"""A digest of everything that a page shows, from that of its parts: no view is made for it.

What follows from a file's text stands for itself by the file's digest and language; the digest of
what is shown on many pages, a definition or the uses of a name, is worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from sphinx_filedocs.model import Codebase, Cycle, File, Reach
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.index import entry_digests, linked_names
from sphinx_filedocs.pages.marks import Marks
from sphinx_filedocs.pages.plan import Page, Plan
from sphinx_filedocs.pages.shards import Ways
from sphinx_filedocs.pages.text import rounded
from sphinx_filedocs.pages.uses import Uses

_NONE = Reach()


class Fingerprints:
    """The fingerprints of one tree's pages of files and of names.

    :param common: what all pages have: the tree's title, its branch, options.
    :param anchors: whether the pages of files have their listing.
    :param ways: returns the links between the pages of an index, as one of them has them.
    """

    def __init__(
        self,
        codebase: Codebase,
        plan: Plan,
        uses: Uses,
        marks: Marks,
        common: Iterable[object],
        anchors: bool,
        ways: Callable[[Page], Ways],
    ) -> None:
        self._codebase = codebase
        self._plan = plan
        self._uses = uses
        self._marks = marks
        # Where a path leads follows from the path itself for all but these.
        self._common = digest_of(map(repr, (*common, sorted(plan.irregular.items()))))
        self._anchors = anchors
        self._ways = ways
        self._cycles: dict[int, str] = {}

    def file(self, path: str) -> str:
        """Return the fingerprint of the page of a file."""
        graph = self._codebase.graph
        file = self._codebase.files[path]
        reach = graph.reach.get(path, _NONE)
        imported_by = [f"{use.path}:{use.line}" for use in graph.imported_by.get(path, ())]
        return digest_of(
            (
                self._common,
                self._plan.files[path],
                _known(file),
                repr([one.resolved for one in graph.imports.get(path, ())]),
                "\t".join(imported_by),
                f"{rounded(reach.imported)} {reach.imported_steps}",
                f"{rounded(reach.importing)} {reach.importing_steps}",
                self._cycle(graph.cycle_of.get(path)),
                repr(graph.related.get(path, ())),
                repr(graph.tests.get(path, ())),
                repr(graph.commands.get(path, ())),
                self._marks.digest(path) if self._anchors else "",
                self._uses.digest(path),
            )
        )

    def keywords(self, path: str) -> str:
        """Return the fingerprint of the keyword index of a file."""
        file = self._codebase.files[path]
        known = self._plan.crossref_pages
        pages = [known.get(name, "") for name in sorted(linked_names(file))]
        return digest_of((self._common, self._plan.files[path], file.facts.keywords_digest, *pages))

    def index(self, page: Page) -> str:
        """Return the fingerprint of a page of a folder's keyword index."""
        known = self._plan.crossref_pages
        entries = self._entries[page.path]
        names = page.shard.names if page.shard else ()
        return digest_of(
            (
                self._common,
                self._shape(page),
                *(f"{name}\t{entries[name]}\t{known.get(name, '')}" for name in names),
            )
        )

    def crossref(self, page: Page) -> str:
        """Return the fingerprint of a page of the cross-references."""
        shard = page.shard
        names = shard.names if shard else ()
        if shard and shard.parts > 1:
            said: Iterable[str] = self._uses.said_on(names[0], shard)
        else:
            said = (
                f"{name}\t{own_page}"
                if (own_page := self._plan.own_page(page, name))
                else self._uses.said_of(name)
                for name in names
            )
        return digest_of((self._common, self._shape(page), *said))

    def name(self, name: str) -> str:
        """Return a digest of the cross-references of a name."""
        return digest_of((self._common, self._uses.said_of(name)))

    @cached_property
    def _entries(self) -> Mapping[str, Mapping[str, str]]:
        return entry_digests(self._codebase)

    def _shape(self, page: Page) -> str:
        """Return what a page of an index has besides its names."""
        shard = page.shard
        own = (shard.label, shard.part, shard.parts) if shard else None
        return f"{page.docname}{own!r}{self._ways(page)!r}"

    def _cycle(self, cycle: Cycle | None) -> str:
        """Return what is shown of a cycle; many files have the same one."""
        if cycle is None:
            return ""
        if id(cycle) not in self._cycles:
            self._cycles[id(cycle)] = f"{cycle.steps} {rounded(cycle.files)}"
        return self._cycles[id(cycle)]


def _known(file: File) -> str:
    """Return what is known of a file besides what follows from its text; its licence may be
    another file's word."""
    fields = (getattr(file, name) for name in File._fields if name != "facts")
    return f"{tuple(fields)!r}{file.facts.license!r}"
