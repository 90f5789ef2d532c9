"""Columns of numbers and words as bytes, and rows of one named tuple as such columns.

The bytes are compressed. They begin with the length of a piece of JSON (4 bytes), and that JSON:
something that the caller adds, the words and the length of each column. The columns follow, as
numbers of 4 bytes or one, the lowest first. A word is the number of its place among the words.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import accumulate, chain, pairwise
from typing import Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from sphinx_filedocs.index.json_encoding import MalformedError, as_json

Row = TypeVar("Row", bound=NamedTuple)

#: The numbers of a column, as arrays name them: of 4 bytes with or without a sign, or of one byte.
TypeCode = Literal["i", "I", "B"]
#: What reading raises that is malformed.
_MALFORMED = (
    ArithmeticError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    zlib.error,
)
NO_LIMITS: Mapping[str, int] = {}
#: What is there to be gained by more effort is not worth the time.
_EFFORT = 1


class ColumnWriter:
    """Makes bytes of columns in the order in which they are added."""

    def __init__(self) -> None:
        self._words: dict[str, int] = {}
        self._columns: list[array[int]] = []

    def add(self, values: Iterable[int], code: TypeCode = "I") -> None:
        """Add a column of numbers."""
        self._columns.append(array(code, values))

    def add_words(self, values: Iterable[str]) -> None:
        """Add a column of words."""
        known = self._words
        self.add([known.setdefault(value, len(known)) for value in values])

    def add_rows(self, shape: type[Row], rows: Sequence[Row]) -> None:
        """Add rows of one class: a column for each field, and where a field is a tuple, one of
        what is in all of them and one of their lengths."""
        values = zip(*rows, strict=True) if rows else [()] * len(shape._fields)
        for (kind, _), column in zip(_kinds(shape), values, strict=True):
            if kind == "number":
                self.add(column, "i")
            elif kind == "word":
                self.add_words(column)
            elif kind != "constant":
                every = chain.from_iterable(column)
                if kind == "words":
                    self.add_words(every)
                else:
                    self.add(every, "i")
                self.add(map(len, column))

    def data(self, more: object = None) -> bytes:
        """Return the bytes.

        :param more: what else is kept, as JSON.
        """
        counts = [len(column) for column in self._columns]
        text = json.dumps(
            [more, list(self._words), counts],
            ensure_ascii=False,
            separators=(",", ":"),
            default=as_json,
        )
        # Names of files that are no UTF-8 have surrogates.
        head = text.encode("utf-8", "surrogatepass")
        parts = (len(head).to_bytes(4, "little"), head, *map(_as_bytes, self._columns))
        return zlib.compress(b"".join(parts), _EFFORT)


class ColumnReader:
    """Reads columns in the order in which they were added; see :func:`reading`.

    :ivar more: what else was kept.
    """

    def __init__(self, data: bytes) -> None:
        self._data = zlib.decompress(data)
        self._at = 4 + int.from_bytes(self._data[:4], "little")
        head = json.loads(self._data[4 : self._at].decode("utf-8", "surrogatepass"))
        self.more: object
        self._words: list[str]
        self.more, self._words, counts = head
        if type(self._words) is not list or not all(type(word) is str for word in self._words):
            raise MalformedError
        self._counts: Iterator[int] = iter(counts)

    def read(self, code: TypeCode = "I") -> array[int]:
        """Return the next column of numbers."""
        column = array(code)
        count = next(self._counts, None)
        if type(count) is not int or count < 0:
            raise MalformedError
        end = self._at + count * column.itemsize
        if end > len(self._data):
            raise MalformedError
        column.frombytes(self._data[self._at : end])
        if sys.byteorder == "big":
            column.byteswap()
        self._at = end
        return column

    def read_words(self) -> list[str]:
        """Return the next column of words."""
        return list(map(self._words.__getitem__, self.read()))

    def read_rows(self, shape: type[Row], limits: Mapping[str, int] = NO_LIMITS) -> list[Row]:
        """Return the rows of a class whose columns are the next.

        :param limits: the fields that hold -1 or the place of something, and how many there are.
        """
        columns: list[Sequence[object]] = []
        for field, (kind, allowed) in zip(shape._fields, _kinds(shape), strict=True):
            if kind == "number":
                columns.append(self._numbers(limits.get(field)))
            elif kind == "word":
                words = self.read_words()
                if allowed and not allowed.issuperset(words):
                    raise MalformedError
                columns.append(words)
            elif kind == "constant":
                columns.append([*allowed] * len(columns[0]))
            else:
                every = self.read_words() if kind == "words" else self._numbers(limits.get(field))
                columns.append(_tuples(self.read(), every))
        # What the class itself makes of values is the same, and takes more than twice as long.
        return list(map(partial(tuple.__new__, shape), zip(*columns, strict=True)))

    def _numbers(self, limit: int | None) -> array[int]:
        column = self.read("i")
        if limit is not None and column and not -1 <= min(column) <= max(column) < limit:
            raise MalformedError
        return column

    def end(self) -> None:
        """See that all is read.

        :raises MalformedError: when something is left.
        """
        if self._at != len(self._data) or next(self._counts, None) is not None:
            raise MalformedError


@contextmanager
def reading(data: bytes) -> Iterator[ColumnReader]:
    """Read all columns of what :meth:`ColumnWriter.data` returned.

    :raises MalformedError: when it is something else.
    """
    try:
        columns = ColumnReader(data)
        yield columns
        columns.end()
    except _MALFORMED as error:
        raise MalformedError from error


def _tuples(lengths: array[int], every: Sequence[object]) -> list[tuple[object, ...]]:
    if sum(lengths) != len(every):
        raise MalformedError
    values = tuple(every)
    return [values[start:end] for start, end in pairwise(accumulate(lengths, initial=0))]


def _as_bytes(column: array[int]) -> bytes:
    if sys.byteorder == "big":
        column = array(column.typecode, column)
        column.byteswap()
    return column.tobytes()


_Kind = Literal["number", "word", "numbers", "words", "constant"]


@cache
def _kinds(shape: type[Row]) -> Sequence[tuple[_Kind, frozenset[str]]]:
    """Return for each field of a class what its column holds, and the words that it may hold,
    none for any."""
    hints = get_type_hints(shape)
    return [_kind(hints[field]) for field in shape._fields]


def _kind(hint: object) -> tuple[_Kind, frozenset[str]]:
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        return "word" if len(arguments) > 1 else "constant", frozenset(arguments)
    if hint is int:
        return "number", frozenset()
    if hint is str:
        return "word", frozenset()
    if arguments == (int, ...):
        return "numbers", frozenset()
    if arguments == (str, ...):
        return "words", frozenset()
    raise TypeError(hint)
