"""Encodes facts as compressed MessagePack, and decodes them.

Decoders raise :class:`MalformedError` for foreign bytes and run no code. Places of names are stored
apart from their meanings: most pages need only these, in a tenth of the time.
"""

from __future__ import annotations

import json
import zlib
from array import array
from dataclasses import fields, replace
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, cast

import msgspec

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
from sphinx_filedocs.model.files import Blame, Diagnostic, File
from sphinx_filedocs.model.names import Binding, Names, Places, Scope
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.phrases import Phrase

Value = TypeVar("Value")

#: More effort gains little.
_EFFORT = 1
_MALFORMED = (LookupError, RecursionError, ValueError, msgspec.MsgspecError, zlib.error)
_NUMBERS = {shape: number for number, shape in enumerate(EXPRESSION_TYPES)}


class MalformedError(ValueError):
    """Data of another program, or damaged."""

    def __init__(self) -> None:
        super().__init__("it is malformed")


class Format(Generic[Value]):
    """Values of a type as compressed MessagePack, validated when read.

    Values with lone surrogates, such as a file name that is no UTF-8, become JSON.
    """

    def __init__(self, shape: object) -> None:
        self._shape: Any = shape

    @cached_property
    def _decoder(self) -> msgspec.msgpack.Decoder[Any]:
        return msgspec.msgpack.Decoder(self._shape, dec_hook=_of_data)

    def encode(self, value: Value) -> bytes:
        """Return a value as bytes."""
        try:
            data = _ENCODER.encode(value)
        except UnicodeEncodeError:
            data = json.dumps(msgspec.to_builtins(value, enc_hook=_as_data)).encode()
        return zlib.compress(data, _EFFORT)

    def decode(self, data: bytes) -> Value:
        """Return the value of :meth:`encode`."""
        try:
            raw = zlib.decompress(data)
            # No value begins so in MessagePack: all are arrays or maps.
            if not raw.startswith((b"[", b"{")):
                return cast("Value", self._decoder.decode(raw))
            value = msgspec.convert(json.loads(raw), self._shape, dec_hook=_of_data)
            return cast("Value", value)
        except _MALFORMED as error:
            raise MalformedError from error


# msgspec looks at a class once, at another type in each call.
class _ArrayData(msgspec.Struct, array_like=True):
    typecode: Literal["B", "I", "i"]
    items: bytes


class _PhraseData(msgspec.Struct, array_like=True):
    message: str
    plural: str
    values: tuple[tuple[str, int | str | list[Any]], ...]


def _as_data(value: object) -> object:
    if isinstance(value, array):
        return value.typecode, value.tobytes()
    if isinstance(value, Phrase):
        return value.message, value.plural, value.values
    raise TypeError(value)


def _of_data(shape: Any, data: object) -> object:  # noqa: ANN401 (as msgspec has it)
    try:
        if shape is not Phrase:
            numbers = msgspec.convert(data, _ArrayData)
            return array(numbers.typecode, numbers.items)
        said = msgspec.convert(data, _PhraseData)
        values = tuple((name, _part(part)) for name, part in said.values)
        return Phrase.of(said.message, said.plural, values)
    except (AttributeError, LookupError, TypeError) as error:
        raise MalformedError from error


def _part(data: int | str | list[object]) -> int | str:
    return cast("Phrase", _of_data(Phrase, data)) if isinstance(data, list) else data


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_as_data)
#: Types put together at run time, which mypy can't read; Python 3.11 has no ``array[int]``.
Array: Any = array
_List: Any = list
Tuple: Any = tuple
_FILES = Format[File](File)
_DIAGNOSTICS = Format[Diagnostic](Diagnostic)
_BLAMES = Format[Blame](Blame)
#: The symbols of an outline, each before those in it and with the number of these, are apart: they
#: may be nested deeper than calls.
_FACTS = Format[tuple[Facts, list[tuple[Symbol, int]]]](tuple[Facts, list[tuple[Symbol, int]]])
_KEYWORDS = Format[tuple[Keyword, ...]](tuple[Keyword, ...])
_PLACES = Format[Any](Tuple[(*[Array] * 6, bytes)])
#: Scopes, bindings, the class of each expression, the expressions by class, checksums and kinds.
_NAMES = Format[Any](
    Tuple[
        tuple[Scope, ...],
        tuple[Binding, ...],
        bytes,
        Tuple[(*(_List[shape] for shape in EXPRESSION_TYPES),)],
        Array,
        Array,
    ]
)
encode_diagnostic, decode_diagnostic = _DIAGNOSTICS.encode, _DIAGNOSTICS.decode
encode_blame, decode_blame = _BLAMES.encode, _BLAMES.decode
encode_keywords, decode_keywords = _KEYWORDS.encode, _KEYWORDS.decode
decode_file = _FILES.decode


def encode_file(file: File) -> bytes:
    """Return a file with its light facts."""
    return _FILES.encode(file._replace(facts=file.facts.light))


def encode_facts(facts: Facts) -> bytes:
    """Return facts."""
    rows: list[tuple[Symbol, int]] = []
    stack = [*reversed(facts.symbols)]
    while stack:
        symbol = stack.pop()
        stack += reversed(symbol.children)
        alone = symbol._replace(children=()) if symbol.children else symbol
        rows.append((alone, len(symbol.children)))
    return _FACTS.encode((replace(facts, symbols=()), rows))


def decode_facts(data: bytes) -> Facts:
    """Return the facts of :func:`encode_facts`."""
    facts, rows = _FACTS.decode(data)
    #: The symbols behind a row that are no children of each other, the first one last.
    behind: list[Symbol] = []
    for symbol, count in reversed(rows):
        first = len(behind) - count
        if count < 0 or first < 0:
            raise MalformedError
        children = tuple(reversed(behind[first:]))
        del behind[first:]
        behind.append(symbol._replace(children=children) if children else symbol)
    return replace(facts, symbols=tuple(reversed(behind)))


def encode_places(places: Places) -> bytes:
    """Return places."""
    return _PLACES.encode([getattr(places, field.name) for field in fields(places)])


def decode_places(data: bytes) -> Places:
    """Return the places of :func:`encode_places`."""
    return Places(*_PLACES.decode(data))


def encode_names(names: Names) -> bytes:
    """Return names without their places."""
    classes = bytes(_NUMBERS[type(expression)] for expression in names.expressions)
    by_class: list[list[Expression]] = [[] for _ in EXPRESSION_TYPES]
    for number, expression in zip(classes, names.expressions, strict=True):
        by_class[number].append(expression)
    return _NAMES.encode(
        (names.scopes, names.bindings, classes, by_class, names.checksums, names.kinds)
    )


def decode_names(data: bytes) -> Names:
    """Return the names of :func:`encode_names`, without places."""
    scopes, bindings, classes, by_class, checksums, kinds = _NAMES.decode(data)
    following = [iter(expressions) for expressions in by_class]
    try:
        expressions = tuple(next(following[number]) for number in classes)
    except (IndexError, RuntimeError) as error:
        raise MalformedError from error
    return Names(scopes, bindings, expressions, checksums=checksums, kinds=kinds)


def _binding(expression: Expression) -> int:
    return expression.binding if isinstance(expression, BoundName | FreeName) else -1


def places(names: Names) -> Places:
    """Return the places of names."""
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
            is_parameter = binding.kind in ("parameter", "given")
            if binding.kind != "import":
                line, column = binding.line, binding.column
        lines.append(line)
        columns.append(column)
        parameters.append(is_parameter)
    return Places(
        names.lines, names.columns, names.lengths, names.meant, lines, columns, bytes(parameters)
    )


def with_places(names: Names, places: Places) -> Names:
    """Return names with their places."""
    return replace(
        names,
        lines=places.lines,
        columns=places.columns,
        lengths=places.lengths,
        meant=places.meant,
    )
