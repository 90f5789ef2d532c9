"""Pure core: one text with its syntax tree and what stands at its leaves; only ``tags`` and
what it is made of use it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from operator import itemgetter
from time import process_time
from zlib import crc32

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor

from sphinx_filedocs.analysis import blocks, languages
from sphinx_filedocs.analysis.comments import Comment, Comments
from sphinx_filedocs.analysis.languages import Language

#: Longest name that is kept, in bytes.
NAME = 200
#: What stands farther than that from the start of its line is not looked at in its line: lines
#: may be millions of bytes long.
FAR = 2000

#: Depth below which nothing is looked for: beyond 65,535 levels, a sum of as many terms, a
#: cursor takes minutes.
DEPTH = 60_000
#: The same for definitions and imports, whose patterns stay open at every level of a nest.
NEST = 5_000
#: Queries that are run as one: most of the time that one takes goes into the walk.
TOGETHER = ("imports", "locals", "references", "tags")
#: States that a query may have open at once; no real source needs 64.
OPEN_STATES = 1024
#: Tokens in one place that mean nothing to a grammar; queries take time by their square.
RUBBLE = 10_000
#: How often a parse may report progress: so often, and once more for so many bytes. Real sources
#: need a tenth of that, and it does not depend on the machine as seconds do. Those are for what
#: takes long between two reports.
STEPS = 20_000
BYTES = 10
#: How long a parse may take, in seconds of the processor, and for each million bytes again. It is
#: a last resort, thirty times what real sources need: a grammar that is lost without taking more
#: steps for it (Lua's, in a sum that is no statement) takes 300 MB of memory a second.
SECONDS = 3.0
MEGABYTE = 1_000_000
CHUNK = 1 << 12
#: How many steps of a parse pass between two looks at the clock.
CLOCK = 20

_WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*+")

Captures = Mapping[str, Sequence[Node]]
Settings = Mapping[str, str | None]


class Syntax:
    """A text in bytes, its syntax tree, and the comments, attributes and names in it."""

    def __init__(self, text: str, language: Language) -> None:
        r"""Parse a text.

        :param text: lines end in ``\n``; lone surrogates are read as question marks.
        :raises LookupError: when the grammar of the language is not installed.
        """
        self.language = language
        self.grammar = _grammar(language)
        #: The properties of the patterns that were run, and their matches, by the query's name.
        self._found: dict[str, tuple[Sequence[Settings], Sequence[tuple[int, Captures]]]] = {}
        self.data = text.encode("utf-8", "replace")
        self._parsed = self.data
        if language.macros:
            # Its patterns take a while to compile; most builds after an edit have no use for them.
            from sphinx_filedocs.analysis import macros  # noqa: PLC0415

            self._parsed = macros.blank(self.data)
        parser = Parser(self.grammar)
        root = _parse(parser, self._parsed)
        self._lost: frozenset[int] = frozenset()
        if language.blocks and root is not None and root.has_error:

            def reads(block: bytes) -> bool:
                found = _parse(parser, block)
                return found is not None and not found.has_error

            self._parsed, self._lost = blocks.isolate(self._parsed, reads, language.blocks)
            root = _parse(parser, self._parsed)
        if root is None:
            self._lost = frozenset(range(1, self.data.count(b"\n") + 2))
            root = parser.parse(b"").root_node
        self.root = root
        leaves = _cursor(languages.leaves(language), DEPTH).captures(self.root)
        found = {node.byte_range for node in leaves.get("identifier", ())}
        #: Where the names stand, first byte and the one behind the last, in order.
        self.spots = sorted(spot for spot in found if 0 < spot[1] - spot[0] <= NAME)
        #: The same for those that were blanked before parsing.
        self.hidden = self._hidden_names()
        self._errors = leaves.get("error", []) if self.root.has_error else []
        attributes = leaves.get("attribute", [])
        #: First byte of each attribute or decorator -> the byte behind it.
        self.attributes = {node.start_byte: node.end_byte for node in attributes}
        self._rows = {
            node.end_point.row + 1: node.start_point.row + 1
            for node in attributes
            if self._alone(node) and self._last(node)
        }
        comments = (self._comment(node) for node in leaves.get("comment", []))
        self._comments = sorted(comments, key=lambda one: one.start)
        self._hidden = dict(self._hidden_lines())
        sizes = (len(line) + 1 for line in self.data.split(b"\n"))
        #: Where each line starts, and where one more would.
        self._line_starts = list(accumulate(sizes, initial=0))
        rows = {row: row for row in self._hidden}
        self.comments = Comments(self._comments, self._rows | rows, language.inner_docs)

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def written_start(self, start: int) -> int:
        """Return where the declaration parsed from byte ``start`` begins for a reader: before
        ``EXPORT(`` where only the type inside that is parsed."""
        line = self.data.rfind(b"\n", max(0, start - NAME), start) + 1
        before = self.data[line:start]
        opened = before.count(b"(") > before.count(b")")
        if opened and not self._parsed[line:start].strip():
            return start - len(before.lstrip())
        return start

    def first_row(self, node: Node) -> int:
        """Return the first line of a node with the attributes right above it."""
        row = node.start_point.row + 1
        while self._alone(node) and row - 1 in self._rows:
            row = self._rows[row - 1]
        return row

    def cuts(self) -> list[tuple[int, int]]:
        """Return where the comments, and the lines of which nothing is parsed, start and end, in
        bytes, in order."""
        comments = ((one.start, one.end) for one in self._comments)
        return sorted([*comments, *self._hidden.values()])

    def has_query(self, name: str) -> bool:
        """Tell whether the language has a query ``name``."""
        return languages.has_query(self.language, name)

    def captures(self, name: str) -> Captures:
        """Return what the language's query ``name`` captures, each in the order of the text."""
        query = languages.query(self.language, name)
        return _cursor(query, NEST).captures(self.root) if query is not None else {}

    def is_blank(self, start: int) -> bool:
        """Tell whether nothing is parsed of the line in which a byte stands."""
        return bisect_right(self._line_starts, start) in self._hidden

    def position(self, start: int) -> tuple[int, int]:
        """Return the line, 1-based, and the column, 0-based and in characters, of a byte."""
        line = bisect_right(self._line_starts, start)
        before = self.data[self._line_starts[line - 1] : start]
        return line, len(before) if before.isascii() else len(before.decode("utf-8", "replace"))

    def line(self, start: int) -> tuple[int, int, int]:
        """Return the line of a byte, 1-based, where it starts and where the next one does."""
        line = bisect_right(self._line_starts, start)
        return line, self._line_starts[line - 1], self._line_starts[line]

    @staticmethod
    def checksum(row: bytes) -> int:
        """Return what tells a line's text from another's, but for the space around it."""
        return crc32(row.strip())

    def matches(self, name: str) -> Iterator[tuple[Settings, Captures]]:
        """Yield the matches of the language's query ``name`` with the properties that their
        patterns set, in the order of the patterns and then of the text."""
        if name not in self._found:
            self._run(TOGETHER if name in TOGETHER else (name,))
        settings, found = self._found[name]
        for pattern, captures in found:
            yield settings[pattern], captures

    def _run(self, names: tuple[str, ...]) -> None:
        """Run queries as one, and keep the matches of each in the order of its patterns."""
        self._found.update((name, ([], [])) for name in names)
        joined = languages.joined(self.language, names)
        if joined is None:
            return
        query, counts = joined
        settings = _settings(query)
        found = _cursor(query, NEST).matches(self.root)
        found.sort(key=itemgetter(0))
        first = start = 0
        for name, count in zip(names, counts, strict=True):
            stop = bisect_left(found, first + count, start, key=itemgetter(0))
            self._found[name] = (settings, found[start:stop])
            first, start = first + count, stop

    def identifiers(self) -> Mapping[str, tuple[int, ...]]:
        """Return every name with the lines it stands on, both ascending."""
        data, starts = self.data, self._line_starts
        lines: dict[bytes, list[int]] = {}
        row = behind = 0
        for start, end in sorted([*self.spots, *self.hidden]) if self.hidden else self.spots:
            if start >= behind:
                row = bisect_right(starts, start)
                behind = starts[row]
            rows = lines.setdefault(data[start:end], [])
            if not rows or rows[-1] != row:
                rows.append(row)
        if not self.root.end_byte:
            lines = self._words()
        return {name.decode("utf-8", "replace"): tuple(lines[name]) for name in sorted(lines)}

    def _words(self) -> dict[bytes, list[int]]:
        """Return every word of a text that cannot be parsed with the lines it stands on."""
        lines: dict[bytes, list[int]] = {}
        for row, line in enumerate(self.data.split(b"\n"), 1):
            for word in sorted(set(_WORD.findall(line))):
                if len(word) <= NAME:
                    lines.setdefault(word, []).append(row)
        return lines

    def comment_rows(self) -> set[int]:
        """Return the lines that comments fill, with no code before or behind them."""
        rows: set[int] = set()
        end = 0
        for one in self._comments:
            joined = one.first in rows and not self.data[end : one.start].strip()
            rows.update(range(one.first + (not (one.alone or joined)), one.last + 1))
            end = one.end
            rest = self._behind(end)
            if rest and not rest.startswith((b"/*", b"//")):
                rows.discard(one.last)
        return rows

    def error_rows(self) -> set[int]:
        """Return the lines of errors but for what the parser understood inside them."""
        rows: set[int] = set(self._lost)
        for error in self._errors:
            mine = set(range(error.start_point.row + 1, error.end_point.row + 2))
            for child in error.children:
                first, last = child.start_point.row + 1, child.end_point.row + 1
                if child.is_named and child.child_count and not child.is_error and first < last:
                    mine.difference_update(range(first, last + 1))
            rows |= mine or {error.start_point.row + 1}
        return rows

    def _hidden_names(self) -> list[tuple[int, int]]:
        if self._parsed is self.data:
            return []
        from sphinx_filedocs.analysis import macros  # noqa: PLC0415 (as above)

        found = macros.hidden(self.data, self._parsed)
        return [spot for spot in found if spot[1] - spot[0] <= NAME]

    def _hidden_lines(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the lines of which nothing is parsed, and where they start and end in bytes."""
        if self._parsed is self.data:
            return
        lines = zip(self.data.split(b"\n"), self._parsed.split(b"\n"), strict=True)
        start = 0
        for row, (line, parsed) in enumerate(lines, 1):
            if not parsed.strip() and line.strip():
                yield row, (start, start + len(line))
            start += len(line) + 1

    def _alone(self, node: Node) -> bool:
        """Tell whether nothing stands before a node on its line."""
        start, column = node.start_byte, node.start_point.column
        return column < FAR and not self.data[start - column : start].strip()

    def _behind(self, end: int) -> bytes:
        """Return what stands behind a byte on its line, as far as that can matter."""
        stop = self.data.find(b"\n", end, end + FAR)
        return self.data[end : stop if stop >= 0 else end + FAR].strip()

    def _last(self, node: Node) -> bool:
        """Tell whether nothing but more of its kind stands behind a node on its line."""
        rest = self._behind(node.end_byte)
        return not rest or rest[:1] == self.data[node.start_byte : node.start_byte + 1]

    def _comment(self, node: Node) -> Comment:
        # Some grammars count the line's end as part of a comment.
        raw = self.data[node.start_byte : node.end_byte].rstrip()
        first = node.start_point.row + 1
        return Comment(
            start=node.start_byte,
            end=node.start_byte + len(raw),
            first=first,
            last=first + raw.count(b"\n"),
            alone=self._alone(node),
            text=raw.decode("utf-8", "replace"),
        )


def _cursor(query: Query, depth: int) -> QueryCursor:
    cursor = QueryCursor(query, match_limit=OPEN_STATES)
    cursor.set_max_start_depth(depth)
    return cursor


def _parse(parser: Parser, data: bytes) -> Node | None:
    """Return the root of a text's tree, or ``None`` if the text is not in the language at all:
    a grammar takes a time by the square of what it has no rule for."""
    limit = STEPS + len(data) // BYTES
    deadline = process_time() + SECONDS * (1 + len(data) / MEGABYTE)
    steps = 0
    size = CHUNK

    def read(start: int, _place: object) -> bytes:
        return data[start : start + size]

    def lost(_offset: int, _has_error: bool) -> bool:
        nonlocal steps
        steps += 1
        return steps > limit or (steps % CLOCK == 0 and process_time() > deadline)

    try:
        tree = parser.parse(read, progress_callback=lost)
    except ValueError:
        parser.reset()
        return None
    root = tree.root_node
    if not root.has_error:
        # A query asks a function for each byte of each text that it compares. This takes every
        # node from the tree, and has the text.
        return parser.parse(data, tree).root_node
    if any(one.is_error and one.child_count > RUBBLE for one in (root, *root.children)):
        return None
    size = 1
    return root


def _grammar(language: Language) -> Grammar:
    found = languages.grammar(language)
    if found is None:
        message = f"the grammar {language.grammar} of {language.name} is not installed"
        raise LookupError(message)
    return found


@cache
def _settings(query: Query) -> list[Settings]:
    """Return the ``#set!`` properties of each pattern."""
    return [query.pattern_settings(at) for at in range(query.pattern_count)]
