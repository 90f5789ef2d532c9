"""Addresses within the page of a file: ids of definitions, and the pages of a divided listing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition, Outlined
from sphinx_filedocs.pages.listing_links import definition_anchor
from sphinx_filedocs.pages.plan import Plan
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.view_models import outline_anchor

#: What each line has besides its text, in characters of HTML: about so much as 60 of its text.
_LINE = 60
#: A listing that weighs more, in characters of text, is divided; its pages weigh less than that.
#: With links it has up to 1.2 times as much HTML, around it stand a hundred thousand, and a page
#: shall have a million at most.
_LONGEST, _PAGE = 750_000, 700_000


def lines_per_page(file: File) -> int:
    """Return the number of lines on each page of a divided listing, 0 for an undivided one."""
    lines = file.facts.lines.total
    weight = file.size - file.cut + _LINE * lines
    if file.kind != "text" or weight <= _LONGEST:
        return 0
    most = _rounded_down(lines * _PAGE // weight)
    return most if most < lines else 0


def _rounded_down(number: int) -> int:
    """Round down to 1, 2, 5, 10, 20, 50 and so on."""
    digits = str(max(number, 1))
    first = max(step for step in (1, 2, 5) if step <= int(digits[0]))
    return first * int(10 ** (len(digits) - 1))


def spans(lines: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield first and last line, 1-based, of each page with *most* lines."""
    for first in range(1, lines + 1, most):
        yield first, min(first + most - 1, lines)


def listing_page(line: int, most: int) -> str:
    """Return the name, below that of the file's page, of the page with a line; ``""`` for the
    first."""
    number = (line - 1) // most + 1
    return f"listing-{number}" if number > 1 else ""


def listing_docnames(docname: str, lines: int, most: int) -> tuple[str, ...]:
    """Return the names of the pages of a listing with *most* lines each."""
    further = (listing_page(first, most) for first, _ in spans(lines, most) if first > 1)
    return docname, *(f"{docname}/{page}" for page in further)


#: So many definitions of one name are not looked through each time that one of them is.
_MANY = 50


class Anchors:
    """The anchors of one tree."""

    def __init__(self, codebase: Codebase, plan: Plan, settings: Settings) -> None:
        self._codebase = codebase
        self._plan = plan
        self.settings = settings
        #: The last name with many definitions that was asked for, and these.
        self._last_many: tuple[str, frozenset[Definition]] = ("", frozenset())

    def of(self, definition: Definition) -> str:
        """Return the anchor of a definition in the listing, else in the outline, else ``""``."""
        if definition.path in self._plan.listings:
            return self._place_in_divided(definition)
        if self.settings.anchors(definition.path):
            return definition_anchor(definition.qualified, definition.number)
        if self.settings.outlined(definition.path) and self._is_listed(definition):
            return outline_anchor(definition.qualified, definition.number)
        return ""

    def around(self, path: str, inside: Enclosing) -> str:
        """Return the anchor of the symbol around a line of the file *path* on that file's page."""
        if self.settings.anchors(path) and path not in self._plan.listings:
            return definition_anchor(inside.qualified, inside.number)
        return outline_anchor(*inside) if self._is_outlined(path, inside) else ""

    def _is_outlined(self, path: str, inside: Enclosing) -> bool:
        if self.settings.private or not self.settings.outlined(path):
            return self.settings.outlined(path)
        outline = self._codebase.graph.outlines.get(path, ())
        return any((definition.qualified, definition.number) == inside for definition in outline)

    def of_symbol(self, path: str) -> Callable[[Outlined], str]:
        """Return a function for anchors of a file's symbols, for pages written with that file."""
        most = self._plan.listings.get(path)
        if not most:
            return lambda entry: self.of(entry.definition(path))

        def anchor_of(entry: Outlined) -> str:
            first, last = entry.symbol.line, entry.symbol.span.end
            same = listing_page(first, most) == listing_page(last, most)
            return f"L{first}" if same else f"L{first}-L{last}"

        return anchor_of

    def _place_in_divided(self, definition: Definition) -> str:
        if self._is_listed(definition):
            return outline_anchor(definition.qualified, definition.number)
        # Asked for, so that it is noted: its line is shown.
        self._codebase.graph.cross_referenced.get(definition.name)
        return f"L{definition.line}"

    def _is_listed(self, definition: Definition) -> bool:
        known = self._codebase.graph.definitions.get(definition.name, ())
        if len(known) < _MANY:
            return definition in known
        if self._last_many[0] != definition.name:
            self._last_many = definition.name, frozenset(known)
        return definition in self._last_many[1]

    def moving(self, definition: Definition) -> str:
        """Return the part of a definition's place that an edit of another line can change."""
        return self._place_in_divided(definition) if definition.path in self._plan.listings else ""
