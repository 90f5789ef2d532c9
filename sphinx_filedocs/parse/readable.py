"""Makes a text readable for its grammar: code in strings, and lines that it cannot read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from tree_sitter import Node, Parser

from sphinx_filedocs.parse.budget import OverBudgetError
from sphinx_filedocs.patterns import compile_pattern

#: A string without a prefix, escapes or comments in it.
_PLAIN = compile_pattern(rb"""(["'])(?P<code>(?!\s)(?:(?!\1)[^\\\n#])++)\1\Z""")
#: The most levels of nested quotes: one of either kind.
QUOTE_DEPTH = 2


def unquote(
    data: bytes, captures: Mapping[str, Sequence[Node]], parse: Callable[[bytes], Node]
) -> tuple[bytes, bool]:
    """Replace the quotes around code by brackets, without moving it; return also True if the code
    has quotes in it.

    :param captures: of the query ``quoted``: strings, and nodes with code or data in them.
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
    return bytes(text), any(mark in plain[at][2] for at in readable for mark in b"\"'")


def _readable(rows: Sequence[bytes], parse: Callable[[bytes], Node]) -> list[int]:
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


#: The most attempts to parse a text again, and bytes of it in all.
ATTEMPTS, BYTES = 10, 100_000
#: The most ranges to try around one place, and the lines of an error that hides something.
RANGES, ROWS = 6, 4
#: The part of a text that the parser gets at once: it gets no more behind the place in question.
CHUNK = 256
#: A line of nothing else ends the block of the lines above.
_ENDING = b" \t\r)]};end"

Rows = tuple[int, int]


class _Reading(NamedTuple):
    """A text with some lines blanked, and the result of its grammar.

    :param errors: first and last row of each error that may hide definitions.
    :param names: the number of definitions.
    :param blank: the rows that are blank.
    """

    data: bytes
    root: Node
    errors: Sequence[Rows]
    names: int
    blank: frozenset[int] = frozenset()

    @property
    def cost(self) -> int:
        return len(self.blank) + sum(last - first + 1 for first, last in self.errors)


def part(data: bytes, start: int, size: int) -> bytes:
    """Return the bytes of a text that a parser asks for, without a cut character at the end.

    For the rest of a cut one it asks again, and crashes if it gets nothing because it shall stop.

    :param start: of a character, 0-based.
    :param size: the most bytes.
    """
    end = start + size
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[start:end]


def isolate(
    data: bytes,
    root: Node,
    parser: Parser,
    parse: Callable[[bytes], Node],
    count: Callable[[Node], int],
) -> tuple[bytes, Node, frozenset[int]]:
    """Blank the lines that a grammar can't read, if that lets more definitions be read.

    One line may make it take the class or the file around for an error: ``is A if b -> c`` in
    Kotlin. Line breaks stay, so positions do too.

    :param data: UTF-8, lines ending in a line feed.
    :param root: its tree.
    :param parser: the one that ``parse`` uses.
    :param count: returns the number of definitions in a tree.
    :returns: the text, its tree, and the lines that were blanked, 1-based.
    """
    left = min(ATTEMPTS, BYTES // max(len(data), 1))
    errors = _errors(root)
    if not errors or not left:
        return data, root, frozenset()
    best = tried = _Reading(data, root, errors, count(root))
    place = _failure(parser, tried)
    while tried.errors and left and place:
        passed = None
        for rows in islice(_ranges(tried.data.split(b"\n"), place), min(RANGES, left)):
            left -= 1
            with suppress(OverBudgetError):
                after = _without(tried, rows, parse, count)
                if after.names > best.names and after.cost < best.cost:
                    best = after
                behind = _failure(parser, after)
                if not behind or min(behind) > rows[1]:
                    passed = after, behind
                    break
        if passed is None:
            break
        tried, place = passed
    return best.data, best.root, frozenset(row + 1 for row in best.blank)


def _without(
    before: _Reading, rows: Rows, parse: Callable[[bytes], Node], count: Callable[[Node], int]
) -> _Reading:
    lines = before.data.split(b"\n")
    gone = [at for at in range(rows[0], rows[1] + 1) if lines[at].strip()]
    for at in gone:
        lines[at] = b" " * len(lines[at])
    data = b"\n".join(lines)
    root = parse(data)
    return _Reading(data, root, _errors(root), count(root), before.blank.union(gone))


def _errors(root: Node) -> list[Rows]:
    errors: list[Rows] = []
    nodes = [root]
    while nodes:
        node = nodes.pop()
        rows = (node.start_point.row, node.end_point.row)
        if node.has_error and rows[1] - rows[0] + 1 >= ROWS:
            if node.is_error:
                errors.append(rows)
            else:
                nodes += reversed(node.children)
    return errors


def _failure(parser: Parser, reading: _Reading) -> Sequence[int]:
    """Return the rows at which the first error may begin: that of the token that no reading
    accepts, and of the one before, which may be a text without an end."""
    if not reading.errors:
        return ()
    first, _ = reading.errors[0]
    at = failed = (0, 0)
    stopped: list[tuple[int, int]] = []

    def note(_kind: object, message: str) -> None:
        nonlocal at, failed
        if message.startswith("process "):
            row, _, column = message.partition("row:")[2].partition(", col:")
            at = (int(row), int(column))
        elif message.startswith("detect_error"):
            failed = at
        elif message.startswith(("resume ", "recover_eof")) and failed[0] >= first:
            stopped.append(failed)

    def read(start: int, _place: object) -> bytes:
        return b"" if stopped else part(reading.data, start, CHUNK)

    parser.logger = note
    try:
        parser.parse(read)
    finally:
        del parser.logger
    if not stopped:
        return ()
    row, column = stopped[0]
    lines = reading.data.split(b"\n")
    if lines[row][column:].strip():
        return (row,)
    # The space before a token is part of it.
    behind = next((at for at in range(row + 1, len(lines)) if lines[at].strip()), row)
    return tuple(dict.fromkeys((behind, _token_row(reading.root, stopped[0]))))


def _token_row(node: Node, place: tuple[int, int]) -> int:
    while children := [child for child in node.children if child.start_point < place]:
        node = children[-1]
    return node.start_point.row


def _ranges(lines: Sequence[bytes], places: Sequence[int]) -> Iterator[Rows]:
    for row in places:
        block = (row, _end(lines, row))
        yield block
        if block != (row, row):
            yield row, row
    row = places[-1]
    depth = _depth(lines[row])
    above = (at for at in range(row - 1, -1, -1) if lines[at].strip())
    head = next((at for at in above if _depth(lines[at]) < depth), None)
    if head is not None:
        end = _end(lines, head)
        closes = end > row and _depth(lines[end]) <= _depth(lines[head])
        yield head + 1, end - closes
        yield head, end


def _end(lines: Sequence[bytes], row: int) -> int:
    depth = _depth(lines[row])
    last = row
    for at in range(row + 1, len(lines)):
        if lines[at].strip():
            if _depth(lines[at]) <= depth:
                closes = last > row and not lines[at].strip(_ENDING)
                return at if closes else last
            last = at
    return last


def _depth(line: bytes) -> int:
    return len(line) - len(line.lstrip())
