"""Tells where the names of a text, of which tests tell something, get another value; only ``names``
uses it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from sphinx_filedocs.parse.names.name_table import Text

#: How many nodes stand between what is assigned to and the whole assignment.
_AROUND = 4


class Assignments:
    """The places where the names of which tests tell something get a value."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def between(self, name: bytes, first: int, last: int) -> bool:
        """Tell whether a name, which may be a dotted one, gets another value between two bytes."""
        return any(
            bisect_right(places, first) < bisect_right(places, last)
            for start in _starts(name)
            if (places := self._places.get(start))
        )

    @cached_property
    def _places(self) -> dict[bytes, list[int]]:
        """The names, and the first parts of dotted ones, with where they get values, in order."""
        text = self._text
        definitions = text.gathered.definitions.values()
        tested = {definition.name for definition in definitions if definition.kind == "narrowed"}
        known = {start for name in tested for start in _starts(name)}
        places: dict[bytes, list[int]] = {}
        for node in text.structure.written if known else ():
            written = text.data[node.start_byte : node.end_byte]
            if written in known:
                places.setdefault(written, []).append(_behind(node))
        for ends in places.values():
            ends.sort()
        return places


def _starts(path: bytes) -> Iterator[bytes]:
    """Yield a dotted name and all that it starts with."""
    while path:
        yield path
        path = path.rpartition(b".")[0]


def _behind(node: Node) -> int:
    """Return from where on something has the value that it is assigned."""
    around = node.parent
    for _ in range(_AROUND):
        value = around.child_by_field_name("right") if around else None
        if value is not None:
            return max(value.end_byte, node.end_byte)
        around = around.parent if around else None
    return node.end_byte
