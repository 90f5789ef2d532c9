"""Resolves the names of a text within the text, by the queries ``locals`` and ``references`` of its
language; only ``parser`` calls it.

``docs/languages.md`` describes each of their captures.
"""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.model.names import Names
from sphinx_filedocs.parse.import_statements import ImportStatement
from sphinx_filedocs.parse.scopes.binder import Binder, ScopeLookup
from sphinx_filedocs.parse.scopes.expressions import Assembler
from sphinx_filedocs.parse.scopes.name_reader import NameReader
from sphinx_filedocs.parse.scopes.name_table import NameTable, Text
from sphinx_filedocs.parse.scopes.spans import Spans
from sphinx_filedocs.parse.syntax import Syntax


def find(syntax: Syntax, statements: Sequence[ImportStatement]) -> Names:
    """Return the meanings of the names of a text, none without ``locals.scm``."""
    if not syntax.has_query("locals") or not syntax.data.strip():
        return Names()
    text = Text(syntax, statements)
    table = NameTable(text)
    lookup = ScopeLookup(text, table)
    around = Binder(text, table, lookup).bind()
    spans = Spans(text, table, lookup)
    occurrences = NameReader(text, table, lookup, spans).read(around)
    return Assembler(text, table, spans).names(occurrences)
