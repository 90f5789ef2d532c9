"""Views of the cross-references, of pages of names, and of dependencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from sphinx_filedocs.model.graph import Codebase, FolderDependency
from sphinx_filedocs.model.links import Reference
from sphinx_filedocs.model.symbols import Definition, Span, named
from sphinx_filedocs.pages.additions import Additions
from sphinx_filedocs.pages.alphabetical_index import Ways, rows_of
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.list_items import Item
from sphinx_filedocs.pages.listing_links import Marks
from sphinx_filedocs.pages.plan import Page, Plan
from sphinx_filedocs.pages.settings import Details
from sphinx_filedocs.pages.use_lists import KeywordsOf, Lists
from sphinx_filedocs.pages.use_rows import declared, kind_of
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.view_models import (
    CrossrefView,
    DependenciesView,
    NameSubject,
    NameUses,
    ShownDefinition,
    UnusedView,
)

#: So many files are listed as users of a file, or as used by it.
MOST_FILES = 100
#: So many lines that tie two folders together are listed, and so many of all folders on a page.
_MOST_LINES, _MOST_ON_A_PAGE = 300, 6000
#: No more unused names are listed, but all of a file.
_MOST_UNUSED = 2000

Crumbs = Callable[[str], tuple[tuple[str, str], ...]]


def lines_shown(pairs: int) -> int:
    """Return the number of lines shown for each of some pairs of folders."""
    return max(3, min(_MOST_LINES, _MOST_ON_A_PAGE // max(1, pairs)))


class UseViews:
    """Makes the views of one tree.

    :param crumbs: returns label and docname of a path and the folders above it.
    :param ways: returns the links between the pages of an index.
    """

    def __init__(
        self,
        codebase: Codebase,
        plan: Plan,
        uses: Uses,
        unused: Mapping[str, tuple[Definition, ...]],
        crumbs: Crumbs,
        anchors: Anchors,
        ways: Callable[[Page], Ways],
    ) -> None:
        self._codebase = codebase
        self._plan = plan
        self._uses = uses
        self._unused = unused
        self._crumbs = crumbs
        self._anchors = anchors
        self._ways = ways
        #: Returns what is said of a name that has pages of its own, but for its uses.
        self.subject_of: Callable[[str], NameSubject | None] = lambda _: None

    def crossref(self, page: Page, but: Container[str] = ()) -> CrossrefView:
        """Return a page of the cross-references.

        :param but: names without their uses.
        """
        shard = page.shard
        names = tuple(
            NameUses(name) if name in but else self._name(name, page)
            for name in (shard.names if shard else ())
        )
        letters, contents = self._ways(page)
        subject = None
        if shard and shard.alone and not shard.part:
            subject = self.subject_of(shard.first)
        return CrossrefView(
            self._plan.prefix,
            page.docname,
            page.title(self._codebase.title),
            crumbs=self._way(subject),
            docnames=self._docnames(self._defining(subject)),
            shard=shard,
            subject=subject,
            names=names,
            letters=letters,
            contents=contents,
        )

    def _way(self, subject: NameSubject | None) -> tuple[tuple[str, str], ...]:
        for path in self._defining(subject):
            folder, _, name = path.rpartition("/")
            return (*self._crumbs(folder), (name, self._plan.files[path]))
        return self._crumbs("")

    def _defining(self, subject: NameSubject | None) -> tuple[str, ...]:
        return (subject.defined.definition.path,) if subject and subject.defined else ()

    def crossref_of(self, name: str) -> CrossrefView:
        """Return the cross-references of one name alone."""
        docname = self._plan.name_places[name].docname
        rows = self._uses.rows(name)
        return CrossrefView(self._plan.prefix, docname, name, names=(NameUses(name, rows),))

    def _name(self, name: str, page: Page) -> NameUses:
        if own_page := self._plan.own_page(page, name):
            return NameUses(name, own_page=own_page)
        rows = self._uses.rows(name)
        if page.shard and page.shard.parts > 1:
            row_slice = rows_of(page.shard, rows)
            return NameUses(name, rows[row_slice], row_slice.start)
        return NameUses(name, rows)

    def dependencies(self, page: Page) -> DependenciesView:
        """Return the lines that tie the subfolders of a folder together."""
        pairs = tuple(
            FolderDependency(pair.source, pair.target, self._telling(pair))
            for pair in self._codebase.graph.structure[page.path]
        )
        return DependenciesView(
            self._plan.prefix,
            page.docname,
            page.title(self._codebase.title),
            crumbs=self._crumbs(page.path),
            docnames=self._docnames(use.path for pair in pairs for use in pair.uses),
            folder=page.path,
            pairs=pairs,
        )

    def _telling(self, pair: FolderDependency) -> tuple[Reference, ...]:
        return tuple(self._uses.ordered(pair.uses))

    def unused(self, page: Page) -> UnusedView:
        """Return the page of the private names that stand nowhere else."""
        shown: dict[str, tuple[Definition, ...]] = {}
        left = _MOST_UNUSED
        for path, definitions in self._unused.items():
            if left > 0:
                shown[path] = definitions
            left -= len(definitions)
        return UnusedView(
            self._plan.prefix,
            page.docname,
            page.title(self._codebase.title),
            crumbs=self._crumbs(""),
            docnames=self._docnames(shown),
            files=tuple(shown.items()),
            more=sum(len(rows) for path, rows in self._unused.items() if path not in shown),
        )

    def _docnames(self, paths: Iterable[str]) -> dict[str, str]:
        return {path: self._plan.files[path] for path in sorted(set(paths))}

    def items(
        self,
        text: Callable[[str, int], str],
        kind: str,
        key: Sequence[str],
        part: slice = slice(None),
        keywords_of: KeywordsOf = lambda _: None,
        has_page: bool = False,
    ) -> list[Item]:
        """Return the entries of a list of uses.

        :param text: returns a line of a file.
        :param kind: ``name``, ``takes``, ``gives``, ``pair``, ``unused``, or ``page``
            for a name on its own page.
        :param part: of the rows of a name.
        :param has_page: whether a name has its own page, with the lines of its definition.
        """
        plan = self._plan
        marked = key[0] if kind in ("name", "page") else ""
        anchor_of = self._anchors.of
        lists = Lists(plan.files, anchor_of, text, plan.name_places, marked, keywords_of)
        lists.folders, lists.around = plan.folders, self._anchors.around
        if kind in ("name", "page"):
            uses = self._uses
            rows, totals = uses.rows(key[0])[part], uses.totals(key[0])
            is_first = kind == "page" and not part.start
            callers = (uses.callers if is_first else lambda _: ()) if kind == "page" else None
            aside = uses.less_telling
            place = plan.name_places.get(key[0])
            lists.has_page, lists.own_page = has_page, place.docname if place else ""
            only = self.subject_of(key[0]) if is_first and has_page else None
            lists.quoted = only.defined.definition if only and only.defined else None
            return lists.of_name(rows, totals, uses.about, aside, callers)
        if kind in ("takes", "gives"):
            is_taken = kind == "takes"
            rows_of_file = (self._uses.takes if is_taken else self._uses.gives)(key[0])
            return lists.of_exchanges(rows_of_file, key[0], is_taken, MOST_FILES)
        if kind == "unused":
            return lists.of_definitions(self._unused.get(key[0], ()))
        folder, source, target = key
        (pair,) = (
            pair
            for pair in self._codebase.graph.structure[folder]
            if (pair.source, pair.target) == (source, target)
        )
        most = lines_shown(len(self._codebase.graph.structure[folder]))
        return list(lists.of_uses(self._telling(pair)[:most]))


#: So many lines of a definition are shown; all of one that has a few more.
_MOST_SHOWN, _A_FEW = 12, 4


class NameSubjects:
    """Facts about single names of one tree, shown before their uses."""

    def __init__(
        self, codebase: Codebase, uses: Uses, details: Details, additions: Additions, marks: Marks
    ) -> None:
        self._codebase = codebase
        self._uses = uses
        self._details = details
        self._additions = additions
        self._marks = marks

    def of(self, name: str) -> NameSubject:
        """Return the facts about a name, with its definition if it has only one."""
        totals = self._uses.totals(name)
        declarations = declared(totals)
        definitions = [about for about in totals if isinstance(about, Definition)]
        several = [about for about in definitions if about not in declarations]
        only = several[0] if len(several) == 1 else None
        used = [row.use for row in self._uses.rows(name) if row.use and row.about == only]
        lines, files = totals[only] if only else (0, 0)
        return NameSubject(
            defined=self._defined(only) if only else None,
            definitions=len(several),
            lines=lines if several else sum(count for count, _ in totals.values()),
            files=files,
            kinds=Counter(map(kind_of, used)),
            callers=len(self._uses.callers(only)) if only else 0,
            aside=sum(use.path in self._uses.less_telling for use in used),
        )

    def said(self, name: str) -> str:
        """Return a digest of :meth:`of` and of the lines shown."""
        subject = self.of(name)
        lines, links = list[str](), ""
        if subject.defined:
            path, (first, last) = subject.defined.definition.path, subject.defined.shown
            lines = [*self._details.lines(path)[first - 1 : last]]
            places = self._details.places(self._codebase.files[path])
            links = self._marks.excerpt_digest(path, places, range(first, last + 1))
        definitions = {row.about for row in self._uses.rows(name) if not isinstance(row.about, str)}
        # They are named on the first of the name's pages, which has not all lines on which they do.
        callers = [repr(self._uses.callers(definition)) for definition in sorted(definitions)]
        return digest_of((repr(subject), links, *lines, *callers))

    def _defined(self, definition: Definition) -> ShownDefinition:
        file = self._codebase.files[definition.path]
        symbol = named(file.facts.symbols, definition.qualified, definition.number)
        whole = symbol.span if symbol else Span(definition.line, definition.line)
        is_short = whole.end - whole.start < _MOST_SHOWN + _A_FEW
        last = whole.end if is_short else whole.start + _MOST_SHOWN - 1
        own = symbol._replace(children=()) if symbol else None
        places = self._additions.places(definition.path)
        of_symbol = tuple(places.get((definition.qualified, definition.number), ()))
        return ShownDefinition(
            definition, whole, Span(whole.start, last), file.shown_as, own, of_symbol
        )
