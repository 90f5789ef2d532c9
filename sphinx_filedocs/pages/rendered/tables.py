"""Values divided by characters (RFC 4180) as a table of their first rows."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice

from sphinx_filedocs.pages.rendered.parts import TABLE_END, note, table_begin, text
from sphinx_filedocs.pages.translation import _, quantity

_ROWS, _COLUMNS, _CELL = 100, 40, 200
#: So many characters of the text are looked at.
_READ = 400_000


def table(source: str, path: str) -> str:
    """Return the first rows of a table as HTML.

    :param path: of the file: its ending says what divides the values.
    """
    rows = list(islice(_rows(source[:_READ], path), _ROWS + 2))
    if not rows:
        return ""
    more = len(rows) > _ROWS + 1
    head, body = rows[0], rows[1 : _ROWS + 1]
    width = min(max(map(len, rows)), _COLUMNS)
    made = [
        table_begin("docutils fd-table"),
        f"<thead>{_row(head, width, 'th')}</thead>\n<tbody>",
        *(_row(row, width, "td") for row in body),
        f"</tbody>\n{TABLE_END}",
    ]
    if more or len(source) > _READ:
        made.append(note(quantity(len(body), "The first row.", "The first {count} rows.")))
    if any(len(row) > _COLUMNS for row in rows):
        made.append(note(_("The first {count} columns.").format(count=_COLUMNS)))
    return "".join(made)


def _rows(source: str, path: str) -> Iterator[list[str]]:
    first = source.partition("\n")[0]
    candidates = "\t" if path.lower().endswith((".tsv", ".tab")) else ",;\t|"
    divider = max(candidates, key=first.count)
    reader = csv.reader(source.splitlines(keepends=True), delimiter=divider)
    try:
        yield from (row for row in reader if row)
    except csv.Error:
        # A field longer than Python reads: what comes before it is shown.
        return


def _row(row: list[str], width: int, tag: str) -> str:
    cells = [*row[:width], *[""] * (width - len(row))]
    shown = (cell if len(cell) <= _CELL else f"{cell[:_CELL]}…" for cell in cells)
    return f"<tr>{''.join(f'<{tag}>{text(cell)}</{tag}>' for cell in shown)}</tr>\n"
