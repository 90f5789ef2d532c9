"""What was read of a file as bytes, and back: functions in pairs.

Every one that reads raises :class:`~sphinx_filedocs.index.json_encoding.MalformedError` for
bytes that the other one did not make, and runs nothing. Where the names of a source stand is
kept apart from what they mean: that is all that most pages need, and read in a tenth of the
time.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sphinx_filedocs.index.column_encoding import ColumnReader, ColumnWriter, reading
from sphinx_filedocs.index.json_encoding import MalformedError, record, with_phrases
from sphinx_filedocs.model.descriptions import DocField, FieldKind
from sphinx_filedocs.model.expressions import (
    EXPRESSION_TYPES,
    Applied,
    BoundName,
    Construction,
    Expression,
    FreeName,
    TypeName,
)
from sphinx_filedocs.model.facts import Facts, Keyword
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import USE_KINDS, Binding, Names, Places, Scope
from sphinx_filedocs.model.symbols import Span, Symbol, SymbolKind

_NUMBERS = {shape: number for number, shape in enumerate(EXPRESSION_TYPES)}


class _OutlineRow(NamedTuple):
    """A symbol of an outline; its children follow it.

    :param children: how many they are, without theirs.
    """

    name: str
    kind: SymbolKind
    line: int
    start: int
    end: int
    signature: str
    doc: str
    children: int
    scope: tuple[str, ...]
    private: int
    declared: tuple[int, ...]


class _FieldRow(NamedTuple):
    """A field of a symbol's documentation.

    :param symbol: the place of the symbol's row.
    """

    symbol: int
    kind: FieldKind
    name: str
    text: str


class _Counts(NamedTuple):
    """How many of each there are in the names of a source."""

    scopes: int
    bindings: int
    expressions: int


#: The fields that hold the place of something in the names of a source.
_COUNTED = {
    "scope": "scopes",
    "parent": "scopes",
    "binding": "bindings",
    "expression": "expressions",
    "owner": "expressions",
    "bases": "expressions",
    "passed": "expressions",
    "plain": "expressions",
    "named": "bindings",
    "statics": "bindings",
    "parameters": "bindings",
    "type": "expressions",
    "value": "expressions",
}


def encode_file(file: File) -> bytes:
    """Return a file with its light facts."""
    light = file._replace(facts=file.facts.light)
    return ColumnWriter().data(with_phrases(File, light))


def decode_file(data: bytes) -> File:
    """Return the file of :func:`encode_file`."""
    with reading(data) as columns:
        return record(File, columns.more)


def encode_facts(facts: Facts) -> bytes:
    """Return facts."""
    columns = ColumnWriter()
    rows, fields = _rows(facts.symbols)
    columns.add_rows(_OutlineRow, rows)
    columns.add_rows(_FieldRow, fields)
    return columns.data(with_phrases(Facts, replace(facts, symbols=())))


def decode_facts(data: bytes) -> Facts:
    """Return the facts of :func:`encode_facts`."""
    with reading(data) as columns:
        symbols = _symbols(columns.read_rows(_OutlineRow), columns.read_rows(_FieldRow))
        return replace(record(Facts, columns.more), symbols=symbols)


def encode_keywords(keywords: Sequence[Keyword]) -> bytes:
    """Return keywords."""
    columns = ColumnWriter()
    columns.add_rows(Keyword, keywords)
    return columns.data()


def decode_keywords(data: bytes) -> tuple[Keyword, ...]:
    """Return the keywords of :func:`encode_keywords`."""
    with reading(data) as columns:
        return tuple(columns.read_rows(Keyword))


def encode_places(places: Places) -> bytes:
    """Return places."""
    columns = ColumnWriter()
    where = (places.lines, places.columns, places.lengths, places.meant)
    for column in (*where, places.bound_lines, places.bound_columns):
        columns.add(column)
    columns.add(places.parameters, "B")
    return columns.data()


def decode_places(data: bytes) -> Places:
    """Return the places of :func:`encode_places`."""
    with reading(data) as columns:
        lines, starts, lengths, meant = (columns.read() for _ in range(4))
        bound_lines, bound_columns = columns.read(), columns.read()
        parameters = columns.read("B")
        _see_equal_lengths(lines, starts, lengths, meant)
        _see_equal_lengths(bound_lines, bound_columns, parameters)
        _see_below(meant, len(bound_lines))
        bound = (bound_lines, bound_columns, bytes(parameters))
        return Places(lines, starts, lengths, meant, *bound)


def encode_names(names: Names) -> bytes:
    """Return names without their places."""
    columns = ColumnWriter()
    columns.add_rows(Scope, names.scopes)
    columns.add_rows(Binding, names.bindings)
    _add_expressions(columns, names.expressions)
    columns.add(names.checksums)
    columns.add(names.kinds, "B")
    return columns.data(_Counts(len(names.scopes), len(names.bindings), len(names.expressions)))


def decode_names(data: bytes) -> Names:
    """Return the names of :func:`encode_names`, without places."""
    with reading(data) as columns:
        counts = record(_Counts, columns.more)
        limits = {field: getattr(counts, counted) for field, counted in _COUNTED.items()}
        scopes = tuple(columns.read_rows(Scope, limits))
        bindings = tuple(columns.read_rows(Binding, limits))
        expressions = tuple(_read_expressions(columns, limits))
        if counts != (len(scopes), len(bindings), len(expressions)):
            raise MalformedError
        checksums, kinds = columns.read(), columns.read("B")
        _see_equal_lengths(checksums, kinds)
        _see_below(kinds, len(USE_KINDS))
        return Names(scopes, bindings, expressions, checksums=checksums, kinds=kinds)


def _rows(symbols: Sequence[Symbol]) -> tuple[list[_OutlineRow], list[_FieldRow]]:
    """Return the rows of an outline, however deep it is, and those of its documentation."""
    rows: list[_OutlineRow] = []
    fields: list[_FieldRow] = []
    stack = [*reversed(symbols)]
    while stack:
        symbol = stack.pop()
        stack += reversed(symbol.children)
        (start, end), children = symbol.span, len(symbol.children)
        said = (
            symbol.signature,
            symbol.doc,
            children,
            symbol.scope,
            int(symbol.private),
            symbol.declared,
        )
        fields += (_FieldRow(len(rows), *field) for field in symbol.fields)
        rows.append(_OutlineRow(symbol.name, symbol.kind, symbol.line, start, end, *said))
    return rows, fields


def _symbols(rows: Sequence[_OutlineRow], fields: Iterable[_FieldRow]) -> tuple[Symbol, ...]:
    """Return the outline of some rows."""
    documented: defaultdict[int, list[DocField]] = defaultdict(list)
    for field in fields:
        documented[field.symbol].append(DocField(field.kind, field.name, field.text))
    #: The symbols behind a row that are no children of each other, the first one last.
    behind: list[Symbol] = []
    for number, row in reversed([*enumerate(rows)]):
        first = len(behind) - row.children
        if row.children < 0 or first < 0:
            raise MalformedError
        children = tuple(reversed(behind[first:]))
        del behind[first:]
        span, shown = Span(row.start, row.end), (row.signature, row.doc)
        said = tuple(documented.get(number, ()))
        where = (row.name, row.kind, row.line, span)
        made = Symbol(*where, *shown, children, row.scope, said, bool(row.private))
        behind.append(made._replace(declared=row.declared) if row.declared else made)
    return tuple(reversed(behind))


def _add_expressions(columns: ColumnWriter, expressions: Sequence[Expression]) -> None:
    """Add a column with the class of each, and the rows of every class that there is."""
    columns.add([_NUMBERS[type(expression)] for expression in expressions], "B")
    by_class: dict[type[Expression], list[Expression]] = {}
    for expression in expressions:
        by_class.setdefault(type(expression), []).append(expression)
    for shape in EXPRESSION_TYPES:
        if shape in by_class:
            columns.add_rows(shape, by_class[shape])


def _read_expressions(columns: ColumnReader, limits: Mapping[str, int]) -> list[Expression]:
    classes = columns.read("B")
    rows: dict[int, list[Expression]] = {
        number: columns.read_rows(EXPRESSION_TYPES[number], limits)[::-1]
        for number in sorted({*classes})
    }
    expressions = [rows[number].pop() for number in classes]
    if any(rows.values()):
        raise MalformedError
    return expressions


def _see_equal_lengths(*columns: array[int]) -> None:
    if len({*map(len, columns)}) != 1:
        raise MalformedError


def _see_below(column: array[int], count: int) -> None:
    if max(column, default=-1) >= count:
        raise MalformedError


def _binding(expression: Expression) -> int:
    """Return what a name is bound to, a free one if it is not inherited; -1 for nothing."""
    return expression.binding if isinstance(expression, BoundName | FreeName) else -1


def places(names: Names) -> Places:
    """Return where some names stand."""
    expressions, bindings = names.expressions, names.bindings
    lines, columns = array("I"), array("I")
    parameters = bytearray()
    for outer in expressions:
        expression = outer
        while isinstance(expression, TypeName | Construction | Applied):
            expression = expressions[expression.expression]
        line = column = 0
        is_parameter = False
        number = _binding(expression)
        while number >= 0 and bindings[number].kind == "narrowed":
            # That is bound where the name is.
            value = bindings[number].value
            number = _binding(expressions[value]) if value >= 0 else -1
        if number >= 0:
            binding = bindings[number]
            is_parameter = binding.kind == "parameter"
            if binding.kind != "import":
                line, column = binding.line, binding.column
        lines.append(line)
        columns.append(column)
        parameters.append(is_parameter)
    return Places(
        names.lines, names.columns, names.lengths, names.meant, lines, columns, bytes(parameters)
    )


def without_places(names: Names) -> Names:
    """Return names without what their places have."""
    empty = array("I")
    return replace(names, lines=empty, columns=empty, lengths=empty, meant=empty)


def with_places(names: Names, places: Places) -> Names:
    """Return names that are :func:`without_places` with these places."""
    return replace(
        names,
        lines=places.lines,
        columns=places.columns,
        lengths=places.lengths,
        meant=places.meant,
    )
