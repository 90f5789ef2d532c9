"""What the page of a single name says of it before its uses: where it is defined, the first lines
of that with its documentation, and what it is used for."""

from __future__ import annotations

from collections import Counter

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import Definition, Span, named
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.group_views import GroupViews
from sphinx_filedocs.pages.listing_links import Marks
from sphinx_filedocs.pages.settings import Details
from sphinx_filedocs.pages.use_kinds import kind_of
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.view_models import NameSubject, ShownDefinition

#: So many lines of a definition are shown; all of one that has a few more.
_MOST_LINES, _A_FEW = 12, 4


class NameSubjects:
    """What is said of the names of one tree.

    :param details: of its files.
    :param groups: of documentation comments.
    :param marks: of its listings.
    """

    def __init__(
        self, codebase: Codebase, uses: Uses, details: Details, groups: GroupViews, marks: Marks
    ) -> None:
        self._codebase = codebase
        self._uses = uses
        self._details = details
        self._groups = groups
        self._marks = marks

    def of(self, name: str) -> NameSubject:
        """Return what is said of a name; of its definitions that which is used most is shown."""
        rows = self._uses.rows(name)
        used = [row.use for row in rows if row.use]
        first = rows[0].about if rows else ""
        return NameSubject(
            defined=self._defined(first) if isinstance(first, Definition) else None,
            lines=len(used),
            files=len({use.path for use in used}),
            kinds=Counter(map(kind_of, used)),
            callers=len({(use.path, use.inside) for use in used if use.kind == "call"}),
            aside=sum(use.path in self._uses.less_telling for use in used),
        )

    def said(self, name: str) -> str:
        """Return a digest that changes with what :meth:`of` returns and with the lines shown."""
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
        is_short = whole.end - whole.start < _MOST_LINES + _A_FEW
        last = whole.end if is_short else whole.start + _MOST_LINES - 1
        own = symbol._replace(children=()) if symbol else None
        groups = self._groups.of_symbol(definition.path, definition.qualified, definition.number)
        return ShownDefinition(
            definition, whole, Span(whole.start, last), file.shown_as, own, groups
        )
