"""A text with all that its queries say of its names, before these are bound; only
``names`` uses it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence

from sphinx_filedocs.parse.names import gather, structure
from sphinx_filedocs.parse.names.gather import Extent
from sphinx_filedocs.parse.names.import_words import ImportWords
from sphinx_filedocs.parse.statements import Statement
from sphinx_filedocs.parse.syntax import Syntax


class Text:
    """A text, the rules of its language for names, and what its queries say."""

    def __init__(self, syntax: Syntax, statements: Sequence[Statement]) -> None:
        """Run the queries."""
        self.syntax = syntax
        self.data = syntax.data
        language = syntax.language
        self.bare_members = language.bare_members
        #: Whether functions have names apart from those of all else.
        self.apart = language.function_names
        self.hoists = language.hoisting
        #: Whether names are taken from elsewhere by paths of modules.
        self.paths = language.module_paths
        #: Whether a scope may have members in other files.
        self.includes = language.includes_text
        #: Whether an import binds the name that a package has itself.
        self.packages = language.binds_package_name
        hidden = syntax.hidden
        spots = _joined(syntax.spots, hidden)
        starts = [start for start, _ in spots]
        self.gathered = gather.read(syntax, frozenset(starts))
        ordered = spots
        if self.gathered.written:
            ordered = _joined(spots, self.gathered.written)
            starts = [start for start, _ in ordered]
        #: Where names start.
        self.known = frozenset(starts)
        self.structure = structure.read(syntax)
        for start, end in self.structure.unread:
            first, last = bisect_left(starts, start), bisect_left(starts, end)
            self.structure.skipped.update(starts[first:last])
        self.macros = {start for start, _ in hidden} | self.structure.macros
        self.imports = ImportWords(
            self.data, language, (ordered, starts), self.structure.members, statements
        )
        words = {(at, end) for at, (_, end) in self.structure.words.items()}
        words |= {(word.start, word.end) for word in self.imports.paths.values()}
        #: The names, the words that are none but mean something, and what else is defined.
        self.marks = _joined(ordered, words | self.gathered.named_marks)


def _joined(ordered: list[Extent], more: Collection[Extent]) -> list[Extent]:
    """Return all extents in order, each once."""
    return sorted({*ordered, *more}) if more else ordered
