"""Binds the names of a text to what the text itself says of them, by the queries
``locals`` and ``references`` of its language; only ``tags`` calls it.

``docs/languages.md`` says what each of their captures means.
"""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.model import Names
from sphinx_filedocs.parse.names.binder import Binder
from sphinx_filedocs.parse.names.lookup import Lookup
from sphinx_filedocs.parse.names.reader import Reader
from sphinx_filedocs.parse.names.result import Result
from sphinx_filedocs.parse.names.spans import Spans
from sphinx_filedocs.parse.names.table import Table
from sphinx_filedocs.parse.names.text import Text
from sphinx_filedocs.parse.statements import Statement
from sphinx_filedocs.parse.syntax import Syntax


def find(syntax: Syntax, statements: Sequence[Statement]) -> Names:
    """Return what the names of a text mean, nothing for a language without ``locals.scm``."""
    if not syntax.has_query("locals") or not syntax.data.strip():
        return Names()
    text = Text(syntax, statements)
    table = Table(text)
    lookup = Lookup(text, table)
    around = Binder(text, table, lookup).bind()
    spans = Spans(text, table, lookup)
    occurrences = Reader(text, table, lookup, spans).read(around)
    return Result(text, table, spans).names(occurrences)
