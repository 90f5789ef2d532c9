"""Records, which are named tuples and dataclasses, as JSON: each is the list of its fields.

They are read by the types of their fields. What is of another type or length is malformed, so
that nothing that is read needs to be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sphinx_filedocs.phrases import Phrase

Record = TypeVar("Record")
_Read = Callable[[object], object]
_Write = Callable[[object], object]


class MalformedError(ValueError):
    """Data that is not what this program writes."""

    def __init__(self) -> None:
        super().__init__("it is malformed")


def as_json(value: object) -> list[object]:
    """Return the fields of a dataclass; for ``json.dumps``, which knows tuples itself."""
    if not is_dataclass(value):
        raise TypeError(value)
    return [getattr(value, field.name) for field in fields(value)]


def with_phrases(shape: type[object], value: object) -> object:
    """Return a record in which each phrase is what it is made of, as ``json.dumps`` takes it."""
    write = _writer(cast("Hashable", shape))
    return write(value) if write else value


@cache
def _writer(hint: Hashable) -> _Write | None:
    """Return what writes a value of a type with its phrases as data, ``None`` if it has none."""
    if hint is Phrase:
        return _phrase_data
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        (inner,) = (argument for argument in arguments if argument is not NoneType)
        return _optional_writer(_writer(inner))
    if origin is tuple and arguments[-1] is Ellipsis:
        return _many_writer(_writer(arguments[0]))
    shape = cast("type[object]", hint)
    if origin is not None or not (is_dataclass(shape) or hasattr(shape, "_fields")):
        return None
    hints = get_type_hints(shape)
    # An outline has outlines in it, and no phrases.
    writers = {
        name: _writer(field_hint)
        for name, field_hint in hints.items()
        if hint not in get_args(field_hint)
    }
    if not any(writers.values()):
        return None

    def write_record(value: object) -> object:
        every = ((getattr(value, name), writers.get(name)) for name in hints)
        return [write(field) if write else field for field, write in every]

    return write_record


def _optional_writer(inner: _Write | None) -> _Write | None:
    return (lambda value: None if value is None else inner(value)) if inner else None


def _many_writer(inner: _Write | None) -> _Write | None:
    return (lambda value: list(map(inner, cast("Iterable[object]", value)))) if inner else None


def _phrase_data(value: object) -> object:
    phrase = cast("Phrase", value)
    values = [
        [name, _phrase_data(value) if isinstance(value, Phrase) else value]
        for name, value in phrase.values
    ]
    return [phrase.message, phrase.plural, values]


def _phrase(data: object) -> Phrase:
    message, plural, values = _values((_scalar(str), _scalar(str), _many(_phrase_value)), data)
    try:
        return Phrase.of(
            cast("str", message),
            cast("str", plural),
            cast("tuple[tuple[str, str | int], ...]", values),
        )
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise MalformedError from error


def _phrase_value(data: object) -> tuple[object, object]:
    if not isinstance(data, list) or len(data) != 2 or type(data[0]) is not str:
        raise MalformedError
    name, value = data
    if isinstance(value, list):
        return name, _phrase(value)
    if type(value) not in (int, str):
        raise MalformedError
    return name, value


def record(shape: type[Record], data: object) -> Record:
    """Return the record that some JSON is.

    :raises MalformedError: when it is none of that type.
    """
    return cast("Record", _reader(cast("Hashable", shape))(data))


@cache
def _reader(hint: Hashable) -> _Read:
    """Return what reads a value of a type."""
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin is Literal:
        return _one_of(arguments)
    if origin in (Union, UnionType):
        (inner,) = (argument for argument in arguments if argument is not NoneType)
        return _optional(_reader(inner))
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return _many(_reader(arguments[0]))
        return _fixed(arguments)
    shape = cast("type[object]", hint)
    if hint in (bool, int, str):
        return _scalar(shape)
    if hint is Phrase:
        return _phrase
    return _record(shape)


def _scalar(shape: type[object]) -> _Read:
    def read(data: object) -> object:
        # A truth value is a number too, but not here.
        if type(data) is not shape:
            raise MalformedError
        return data

    return read


def _one_of(values: Iterable[object]) -> _Read:
    allowed = frozenset(values)

    def read(data: object) -> object:
        if not isinstance(data, str) or data not in allowed:
            raise MalformedError
        return data

    return read


def _optional(inner: _Read) -> _Read:
    return lambda data: None if data is None else inner(data)


def _many(inner: _Read) -> _Read:
    def read(data: object) -> object:
        if not isinstance(data, list):
            raise MalformedError
        return tuple(map(inner, data))

    return read


def _fixed(hints: Iterable[Hashable]) -> _Read:
    readers = tuple(map(_reader, hints))
    return lambda data: tuple(_values(readers, data))


def _record(shape: type[object]) -> _Read:
    make, key = cast("Callable[..., object]", shape), cast("Hashable", shape)
    # A record may hold others of its own class, so that the readers are made when they are needed.
    return lambda data: make(*_values(_field_readers(key), data))


@cache
def _field_readers(shape: Hashable) -> tuple[_Read, ...]:
    return tuple(map(_reader, get_type_hints(shape).values()))


def _values(readers: Sequence[_Read], data: object) -> list[object]:
    if not isinstance(data, list) or len(data) != len(readers):
        raise MalformedError
    return [read(value) for read, value in zip(readers, data, strict=True)]
