"""Arrays, tables, tuples and pointers as values.

An array stands for lists, sets, iterables, channels and optional values. A pointer has members and
leads to a value, such as an iterator. Unknown content is ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sphinx_filedocs.resolve.candidates import Value
from sphinx_filedocs.resolve.type_arguments import together


def array(part: Value | None) -> Value | None:
    """Return an array of a value, ``None`` if that is unknown."""
    return Value(shape="array", holds=(part,)) if part else None


def table(key: Value | None, value: Value | None) -> Value:
    """Return a table of keys and values."""
    return Value(shape="table", holds=(key, value))


def pointer(part: Value | None) -> Value | None:
    """Return a pointer to a value, ``None`` if that is unknown."""
    return Value(shape="pointer", holds=(part,)) if part else None


def tuple_of(parts: Sequence[Value | None]) -> Value | None:
    """Return a tuple, ``None`` if no part is known."""
    return Value(shape="tuple", holds=tuple(parts)) if any(parts) else None


def element(value: Value | None, iterated: str) -> Value | None:
    """Return an element in a loop over a container.

    :param iterated: ``keys`` or ``pairs`` of tables.
    """

    def of_table(container: Value) -> Value | None:
        return container.holds[0] if iterated == "keys" else tuple_of(container.holds)

    return _held(value, of_table, _alike)


def item(value: Value | None) -> Value | None:
    """Return the value at an index or a key."""
    return _held(value, lambda container: container.holds[1], _alike)


def part(value: Value | None, number: int) -> Value | None:
    """Return a part of an unpacked container: the second of ``a, b = pair``."""

    def of_container(container: Value) -> Value | None:
        if container.shape == "tuple":
            return container.holds[number] if number < len(container.holds) else None
        return container.holds[0] if container.shape == "array" else None

    return _each(value, of_container)


def pairs(value: Value | None) -> Value | None:
    """Return pairs of a key or an index and a value. Example: ``enumerate(carts)`` of Python."""
    return _held(
        value,
        lambda container: array(tuple_of(container.holds)),
        lambda container: array(tuple_of((None, _alike(container)))),
    )


def keys(value: Value | None) -> Value | None:
    """Return the keys of a table."""
    return _held(value, lambda container: array(container.holds[0]), lambda _: None)


def values(value: Value | None) -> Value | None:
    """Return the values of a container."""
    return array(item(value))


def place(value: Value | None) -> Value | None:
    """Return an iterator over a container. Example: ``carts.begin()`` of C++."""
    return _held(
        value,
        lambda container: pointer(tuple_of(container.holds)),
        lambda container: pointer(_alike(container)),
    )


def argument(value: Value | None, number: int) -> Value | None:
    """Return an argument of a function called with the content of a container. Example: ``cart``
    in ``carts.forEach(cart => …)``."""

    def of_container(container: Value) -> Value | None:
        if container.shape in ("table", "tuple"):
            return container.holds[number] if number < len(container.holds) else None
        return _alike(container) if container.shape else None

    return _each(value, of_container)


def _alike(value: Value) -> Value | None:
    return value.holds[0] if len({*value.holds}) == 1 else None


def _held(
    value: Value | None,
    of_table: Callable[[Value], Value | None],
    of_other: Callable[[Value], Value | None],
) -> Value | None:
    def of_container(container: Value) -> Value | None:
        if container.shape == "table":
            return of_table(container)
        return of_other(container) if container.shape else None

    return _each(value, of_container)


def _each(value: Value | None, of_container: Callable[[Value], Value | None]) -> Value | None:
    if value is None:
        return None
    return together(map(of_container, value.several)) if value.several else of_container(value)
