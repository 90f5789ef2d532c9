"""Runs rule queries on an already parsed syntax tree; only ``tags`` calls it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Language, Node, Query, QueryCursor, QueryError

from sphinx_filedocs.languages import query_problem

#: States that a query may have open at once, and how deep in the tree a pattern may start. All
#: of torch needs 128 and 100; without bounds a chain of 10,000 calls takes the square of it.
OPEN_STATES = 256
START_DEPTH = 300
#: How much of a node's text a sentence may need.
TEXT_BYTES = 1000
#: Captures of which only the place counts.
PLACES = frozenset({"finding", "loop", "boundary"})


class Capture(NamedTuple):
    """A captured piece of source: where it is in bytes, its first line and its text.

    ``text`` is cut after :data:`TEXT_BYTES` bytes, and empty for :data:`PLACES`.
    """

    start: int
    end: int
    line: int
    text: str


class Match(NamedTuple):
    """One match of a rule's query, with its captures by name (the first of each name)."""

    rule: str
    captures: Mapping[str, Capture]


def run(
    grammar: Language, root: Node, source: bytes, queries: Sequence[tuple[str, str]]
) -> tuple[tuple[Match, ...], Mapping[str, str], bool]:
    """Run the queries of rules on a tree in one walk.

    Return the matches; the rules whose queries do not fit the grammar, which are left out, with
    what is wrong; and whether there may be more matches: too many states were open.

    :param source: the text of the tree, in UTF-8.
    :param queries: (rule, query) of each; captures whose names begin with ``_`` are not
        returned.
    """
    if not queries:
        return (), {}, False
    query, starts, fitting, misfits = _compiled(grammar, tuple(queries))
    cursor = QueryCursor(query, match_limit=OPEN_STATES)
    cursor.set_max_start_depth(START_DEPTH)
    matches: list[Match] = []
    rules: dict[int, str] = {}
    for pattern, nodes in cursor.matches(root):
        if (rule := rules.get(pattern)) is None:
            place = bisect_right(starts, query.start_byte_for_pattern(pattern)) - 1
            rule = rules[pattern] = fitting[place]
        captures = {
            name: _capture(name, at[0], source) for name, at in nodes.items() if name[0] != "_"
        }
        matches.append(Match(rule, captures))
    return tuple(matches), misfits, cursor.did_exceed_match_limit


class _Compiled(NamedTuple):
    """The queries of rules as one, with the byte where each of them starts in it; those that do
    not fit the grammar are none of them."""

    query: Query
    starts: tuple[int, ...]
    rules: tuple[str, ...]
    misfits: Mapping[str, str]


@lru_cache(maxsize=32)
def _compiled(grammar: Language, queries: tuple[tuple[str, str], ...]) -> _Compiled:
    try:
        return _joined(grammar, queries, {})
    except QueryError as error:
        problems = {rule: query_problem(grammar, text) for rule, text in queries}
        misfits = {rule: problem for rule, problem in problems.items() if problem}
        # That each fits and all together do not is unheard of.
        misfits = misfits or dict.fromkeys(problems, str(error))
        fitting = tuple(row for row in queries if row[0] not in misfits)
        return _joined(grammar, fitting, misfits)


def _joined(
    grammar: Language, queries: tuple[tuple[str, str], ...], misfits: Mapping[str, str]
) -> _Compiled:
    starts: list[int] = []
    source = b""
    for _, text in queries:
        starts.append(len(source))
        source += text.encode() + b"\n"
    rules = tuple(rule for rule, _ in queries)
    return _Compiled(Query(grammar, source.decode()), tuple(starts), rules, misfits)


def _capture(name: str, node: Node, source: bytes) -> Capture:
    start, end = node.start_byte, node.end_byte
    line = node.start_point[0] + 1
    if name in PLACES:
        return Capture(start, end, line, "")
    text = source[start : min(end, start + TEXT_BYTES)]
    return Capture(start, end, line, text.decode("utf-8", "replace"))
