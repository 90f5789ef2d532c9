"""A digest of all data of a page, from the digests of its parts, without making the view.

A text is represented by the digest of its file. Digests of data on many pages, such as a definition
or the uses of a name, are computed once.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase, Cycle
from sphinx_filedocs.pages.alphabetical_index import Ways, is_aside, linked_names, said_of_entry
from sphinx_filedocs.pages.digests import DigestRecorder, digest_of
from sphinx_filedocs.pages.listing_links import Marks
from sphinx_filedocs.pages.plan import Page, Plan
from sphinx_filedocs.pages.text import rounded
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.view_models import PageView

#: So many names are in a group of them on average.
_GROUP = 8
#: So many characters has the digest of what is said of a name.
_NAME = 16


def _groups(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Divide names into groups with a digest each. The last name alone ends a group."""
    start = 0
    for end, name in enumerate(names, 1):
        if end == len(names) or zlib.crc32(name.encode("utf-8", "surrogatepass")) % _GROUP == 0:
            yield names[start:end]
            start = end


class Fingerprints:
    """The fingerprints of one tree's pages of files and of names.

    :param common: inputs of all pages: the tree's title, options.
    :param ways: returns the links between the pages of an index.
    :param recorder: knows the digests that are up to date.
    """

    def __init__(
        self,
        codebase: Codebase,
        plan: Plan,
        uses: Uses,
        marks: Marks,
        common: Iterable[object],
        ways: Callable[[Page], Ways],
        recorder: DigestRecorder,
    ) -> None:
        self._codebase = codebase
        self._plan = plan
        self._uses = uses
        self._marks = marks
        # Where a path leads follows from the path itself for all but these.
        self._common = digest_of(map(repr, (*common, sorted(plan.irregular.items()))))
        self._ways = ways
        self._recorder = recorder
        #: Tells whether the page of a file has its listing.
        self.has_listing: Callable[[str], bool] = lambda _: True
        #: Returns what the view of a file shows of other files.
        self.view_of: Callable[[str], str] = lambda _: ""
        #: Returns what it shows of types that extend others, and of groups.
        self.others_of: Callable[[str], str] = lambda _: ""
        #: Returns what the page of a single name says of it besides its uses.
        self.subject_of: Callable[[str], str] = lambda _: ""
        self._cycles: dict[int, str] = {}

    def file(self, path: str) -> str:
        """Return the fingerprint of the page of a file."""
        graph = self._codebase.graph
        file = self._codebase.light[path]
        docname = self._plan.files[path]
        imported_by = [
            f"{importer.path}:{importer.line}{importer.when}"
            for importer in graph.imported_by.get(path, ())
        ]
        return digest_of(
            (
                self._common,
                docname,
                _known(file),
                repr(
                    [
                        (import_statement.resolved, import_statement.own, import_statement.packages)
                        for import_statement in graph.imports.get(path, ())
                    ]
                ),
                "\t".join(imported_by),
                self._cycle(graph.cycle_of.get(path)),
                repr(graph.related.get(path, ())),
                repr(graph.tests.get(path, ())),
                self._recorder.digest(docname, self._common, lambda: self._names(path)),
                # Which files there are may change these, and nothing of the above.
                self._recorder.digest(
                    f"{docname} commands", "", lambda: digest_of([repr(graph.commands.get(path))])
                ),
            )
        )

    def _names(self, path: str) -> str:
        marks = self._marks.digest(path) if self.has_listing(path) else ""
        graph, view = self._codebase.graph, self.view_of(path)
        said = graph.descriptions.get(path), graph.explained.get(path, ())
        uses = self._uses.digest(path), self._uses.callers_digest(path)
        others = self.others_of(path)
        return digest_of((repr(said), marks, *uses, view, others, *self._linked(path)))

    def _linked(self, path: str) -> Iterator[str]:
        known = self._plan.name_places
        for name in sorted(linked_names(self._codebase.files[path])):
            yield f"{known.get(name)}"

    def index(self, page: Page) -> str:
        """Return the fingerprint of a page of a folder's keyword index."""
        names = page.shard.names if page.shard else ()
        shape = digest_of((self._common, self._shape(page), *names))
        return self._recorder.digest(
            page.docname, shape, lambda: digest_of((shape, *self._entries(page, names)))
        )

    def _entries(self, page: Page, names: Iterable[str]) -> Iterator[str]:
        graph, known = self._codebase.graph, self._plan.name_places
        for name in names:
            aside = is_aside(self._codebase, self._uses.less_telling, name, page.path)
            yield f"{said_of_entry(graph, name, page.path)}\t{known.get(name)}\t{aside}"

    def crossref(self, page: Page) -> str:
        """Return the fingerprint of a page of the cross-references."""
        shape = digest_of((self._common, self._shape(page)))
        return digest_of((shape, *self.said_of_names(page).values()))

    def said_of_names(self, page: Page) -> Mapping[str, str]:
        """Return the digest of each name on a page of the cross-references."""
        names = page.shard.names if page.shard else ()
        is_part = page.shard is not None and page.shard.parts > 1
        return {
            name: said
            for group in ([names] if is_part else _groups(names))
            for name, said in zip(group, self._group(page, group), strict=True)
        }

    def _group(self, page: Page, names: Sequence[str]) -> Iterator[str]:
        made = f"{page.docname} {names[0]}"
        shape = digest_of((self._common, made, repr(page.shard and page.shard.part), *names))
        said = self._recorder.digest(made, shape, lambda: "".join(self._said(page, names)))
        return map("".join, zip(*[iter(said)] * _NAME, strict=True))

    def _said(self, page: Page, names: Sequence[str]) -> Iterator[str]:
        shard = page.shard
        for name in names:
            said: list[str] = []
            if shard and shard.parts > 1:
                said += self._uses.said_on(name, shard)
            else:
                own_page = self._plan.own_page(page, name)
                said.append(f"{name}\t{own_page}" if own_page else self._uses.said_of(name))
            if shard and shard.alone and not shard.part:
                said.append(self.subject_of(name))
            yield digest_of((self._common, *said))[:_NAME]

    def view(self, docname: str, shape: object, make: Callable[[], PageView]) -> str:
        """Return the fingerprint of a page by that of its view.

        :param shape: inputs of the view besides answers of the codebase.
        """
        shown = digest_of((self._common, repr(shape)))
        return self._recorder.digest(docname, shown, lambda: make().fingerprint())

    def name(self, name: str) -> str:
        """Return a digest of the cross-references of a name."""
        return digest_of((self._common, self._uses.said_of(name)))

    def _shape(self, page: Page) -> str:
        shard = page.shard
        own = (shard.label, shard.part, shard.parts) if shard else None
        return f"{page.docname}{own!r}{self._ways(page)!r}"

    def _cycle(self, cycle: Cycle | None) -> str:
        if cycle is None:
            return ""
        if id(cycle) not in self._cycles:
            self._cycles[id(cycle)] = f"{cycle.steps} {rounded(cycle.files)}"
        return self._cycles[id(cycle)]


def _known(file: File) -> str:
    """Return the facts about a file besides its text; its licence can stand in another file."""
    fields = (getattr(file, name) for name in File._fields if name != "facts")
    return f"{tuple(fields)!r}{file.facts.license!r}"
