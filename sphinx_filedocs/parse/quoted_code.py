"""Makes the code readable that a text has in strings, such as quoted annotations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence

from tree_sitter import Node

from sphinx_filedocs.patterns import compile_pattern

#: A string without a prefix, escapes or comments in it.
_PLAIN = compile_pattern(rb"""(["'])(?P<code>(?!\s)(?:(?!\1)[^\\\n#])++)\1\Z""")
_QUOTE = compile_pattern(rb"[\"']")
#: How many quotes may stand around each other: one of either kind.
DEPTH = 2


def unquote(
    data: bytes, captures: Mapping[str, Sequence[Node]], parse: Callable[[bytes], Node]
) -> tuple[bytes, bool]:
    """Put brackets in the place of the quotes around code: all of it stays where it is; tell too
    whether that has quotes in it.

    :param captures: of the query ``quoted``: strings, and what holds code or data in them.
    :param parse: returns the root of a text's tree.
    """
    code, verbatim = _Parts(captures.get("code", ())), _Parts(captures.get("data", ()))
    quoted = [
        string.byte_range
        for string in (captures.get("string", ()) if code else ())
        if string.start_byte in code and string.start_byte not in verbatim
    ]
    plain = [
        (start, end, match["code"])
        for start, end in quoted
        if (match := _PLAIN.match(data[start:end]))
    ]
    if not plain:
        return data, False
    readable = _readable([b"(" + text + b")" for _, _, text in plain], parse)
    text = bytearray(data)
    for at in readable:
        start, end, _ = plain[at]
        text[start : start + 1], text[end - 1 : end] = b"(", b")"
    return bytes(text), any(_QUOTE.search(plain[at][2]) for at in readable)


def _readable(rows: Sequence[bytes], parse: Callable[[bytes], Node]) -> list[int]:
    """Return which rows can be read, each for itself."""
    root = parse(b"\n".join(rows) + b"\n")
    return [
        node.start_point.row
        for node in root.children
        if not node.has_error
        and not node.start_point.column
        and node.end_point == (node.start_point.row, len(rows[node.start_point.row]))
    ]


class _Parts:
    def __init__(self, nodes: Iterable[Node]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(node.byte_range for node in nodes):
            if not self._ends or start >= self._ends[-1]:
                self._starts.append(start)
                self._ends.append(end)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __contains__(self, at: int) -> bool:
        before = bisect_right(self._starts, at) - 1
        return before >= 0 and at < self._ends[before]
