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

Record = TypeVar("Record")
_Read = Callable[[object], object]


class MalformedError(ValueError):
    """Data that is not what this program writes."""

    def __init__(self) -> None:
        super().__init__("it is malformed")


def as_json(value: object) -> list[object]:
    """Return the fields of a dataclass; for ``json.dumps``, which knows tuples itself."""
    if not is_dataclass(value):
        raise TypeError(value)
    return [getattr(value, field.name) for field in fields(value)]


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
        (inner,) = (one for one in arguments if one is not NoneType)
        return _optional(_reader(inner))
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return _many(_reader(arguments[0]))
        return _fixed(arguments)
    shape = cast("type[object]", hint)
    if hint in (bool, int, str):
        return _scalar(shape)
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
