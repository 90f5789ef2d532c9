"""One text with its syntax tree and its leaves; only ``parser`` and its parts use it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import accumulate
from operator import itemgetter
from typing import cast
from zlib import crc32

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor

from sphinx_filedocs import languages
from sphinx_filedocs.languages import GrammarError, Language
from sphinx_filedocs.languages.base import QUERIES, BlankedNamesHook, ConditionsHook, MacroHook
from sphinx_filedocs.model.facts import NO_CONDITIONS, Conditions
from sphinx_filedocs.parse import budget, readable
from sphinx_filedocs.parse.comments import Comment, Comments
from sphinx_filedocs.phrases import Phrase

#: Longest name that is kept, in bytes.
NAME = 200
#: The farthest text from the start of its line that is searched in its line: lines may be millions
#: of bytes long.
FAR = 2000

#: States that a query may have open at once: each takes the time of all. Real sources need 64.
OPEN_STATES = 256
#: The bytes that the parser gets at a time.
CHUNK = 1 << 12

#: The bytes between two places with a count of the characters before.
STRIDE = 1 << 10
#: The characters of a line that only ends a block, beside a word for that.
_CLOSING = b" \t\r)]};end"
#: The bytes of UTF-8 that begin no character.
_INNER = bytes(range(0x80, 0xC0))

Captures = Mapping[str, Sequence[Node]]
Settings = Mapping[str, str | None]


def need(query: str, captures: Captures, name: str) -> Node:
    """Return the node of a capture that a match has to have.

    :param query: the name of the query.
    :raises GrammarError: when it is missing.
    """
    if not (nodes := captures.get(name)):
        others = ", ".join(f"@{other}" for other in captures)
        reason = Phrase(
            "does not fit the query {query}: {others} is captured without {name}",
            query=query,
            others=others,
            name=f"@{name}",
        )
        raise GrammarError(reason)
    return nodes[0]


class Syntax:
    """A text in bytes, its syntax tree, and the comments, attributes and names in it."""

    def __init__(self, text: str, language: Language) -> None:
        r"""Parse a text.

        :param text: lines end in ``\n``; lone surrogates are read as question marks.
        """
        self.language = language
        self.grammar = _grammar(language)
        marked = language.names.marked.encode()
        self._line_comments = tuple(mark.encode() for mark in language.comments.marks)
        self._marked = re.compile(marked) if marked else None
        self._blanks = frozenset(word.encode() for word in language.names.blanks)
        #: The properties of the patterns that were run, and their matches, by the query's name.
        self._results: dict[str, tuple[Sequence[Settings], Sequence[tuple[int, Captures]]]] = {}
        self.data = text.encode("utf-8", "replace")
        self._is_ascii = self.data.isascii()
        self._parsed = self.data
        if language.hooks.macros:
            self._parsed = cast("MacroHook", languages.hook(language.hooks.macros))(self.data)
        parser = Parser(self.grammar)
        root = _parse(parser, self._parsed)
        self._lost: frozenset[int] = frozenset()
        # To compile the query of the tags alone would take half a second in C++.
        is_broken = root.has_error and self.has_query("tags")
        queries = languages.joined(language, QUERIES) if is_broken else None
        if queries is not None:
            parse = partial(_parse, parser, is_watched=False)
            self._parsed, root, self._lost = readable.isolate(
                self._parsed, root, parser, parse, partial(_count, *queries)
            )
        if self.has_query("quoted"):
            root = self._unquoted(parser, root)
        self.root = root
        leaves = _cursor(languages.leaves(language), root, budget.DEPTH).captures(root)
        extents = {node.byte_range for node in leaves.get("identifier", ())}
        #: The places of names, first byte and the one behind the last, in order.
        self.spots = sorted(spot for spot in extents if self.is_name(*spot))
        #: The same for those that were blanked before parsing.
        self.hidden = self._hidden_names()
        #: The nodes that no rule of the grammar fits.
        self.errors = leaves.get("error", []) if self.root.has_error else []
        attributes = leaves.get("attribute", [])
        #: First byte of each attribute or decorator -> the byte behind it.
        self.attributes = {node.start_byte: node.end_byte for node in attributes}
        self._rows = {
            node.end_point.row + 1: node.start_point.row + 1
            for node in attributes
            if self._alone(node) and self._last(node)
        }
        comments = (self._comment(node) for node in leaves.get("comment", []))
        self._comments = sorted(comments, key=lambda comment: comment.start)
        self._hidden = dict(self._hidden_lines())
        lines = self.data.split(b"\n")
        sizes = (len(line) + 1 for line in lines)
        #: The start of each line, and of one more.
        self._line_starts = list(accumulate(sizes, initial=0))
        rows = {row: row for row in self._hidden}
        empty = (row for row, line in enumerate(lines, 1) if not line.strip(_CLOSING))
        self.comments = Comments(
            self._comments,
            self._rows | rows,
            language.comments.inner,
            language.comments.below,
            frozenset(empty) if language.comments.below else frozenset(),
            language.comments.marks,
        )

    def _unquoted(self, parser: Parser, root: Node) -> Node:
        query = languages.query(self.language, "quoted")
        if query is None:
            return root
        for _ in range(readable.QUOTE_DEPTH):
            captures = _cursor(query, root, budget.NEST).captures(root)
            try:
                parsed, nested = readable.unquote(self._parsed, captures, partial(_parse, parser))
                root = root if parsed == self._parsed else _parse(parser, parsed)
            except budget.OverBudgetError:
                break
            self._parsed = parsed
            if not nested:
                break
        return root

    def is_name(self, start: int, end: int) -> bool:
        """Return True if the text between two bytes can be a name: not blank, and not without
        end."""
        blank = self._blanks and self.data[start:end] in self._blanks
        return 0 < end - start <= NAME and not blank

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def name(self, start: int, end: int) -> bytes:
        """Return the name between two bytes, without marks that say only that it is none of the
        language's words: ``r#in``."""
        name = self.data[start:end]
        marked = self._marked.fullmatch(name) if self._marked else None
        return marked[1] if marked else name

    def written_start(self, start: int) -> int:
        """Return the start of a declaration as a reader sees it, which was parsed from byte
        ``start``: before ``EXPORT(`` if only the type inside that is parsed."""
        near = max(0, start - NAME)
        line = max(self.data.rfind(b"\n", near, start) + 1, near)
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
        """Return start and end of the comments, and of the lines that are not parsed, in bytes,
        in order."""
        comments = ((comment.start, comment.end) for comment in self._comments)
        return sorted([*comments, *self._hidden.values()])

    def has_query(self, name: str) -> bool:
        """Return True if the language has a query ``name``."""
        return languages.has_query(self.language, name)

    def captures(self, name: str) -> Captures:
        """Return the captures of the language's query ``name``, each in the order of the text."""
        query = languages.query(self.language, name)
        if query is None:
            return {}
        return _cursor(query, self.root, budget.NEST).captures(self.root)

    def is_blank(self, start: int) -> bool:
        """Return True if nothing is parsed on the line of a byte."""
        return bisect_right(self._line_starts, start) in self._hidden

    def position(self, start: int) -> tuple[int, int]:
        """Return the line, 1-based, and the column, 0-based and in characters, of a byte."""
        line = bisect_right(self._line_starts, start)
        return line, self.width(self._line_starts[line - 1], start)

    def width(self, start: int, end: int) -> int:
        """Return the number of characters between two bytes."""
        if self._is_ascii:
            return end - start
        if end - start <= STRIDE:
            return len(self.data[start:end].translate(None, _INNER))
        return self._characters_before(end) - self._characters_before(start)

    def _characters_before(self, end: int) -> int:
        known = end // STRIDE
        return self._characters[known] + self.width(known * STRIDE, end)

    @cached_property
    def _characters(self) -> Sequence[int]:
        """The number of characters that begin before every byte that is a multiple of
        ``STRIDE``: a line may be as long as the text, and have names all along."""
        data = self.data
        parts = (data[at : at + STRIDE] for at in range(0, len(data), STRIDE))
        return list(accumulate((len(part.translate(None, _INNER)) for part in parts), initial=0))

    def line(self, start: int) -> tuple[int, int, int]:
        """Return the line of a byte, 1-based, with its first byte and that of the next line."""
        line = bisect_right(self._line_starts, start)
        return line, self._line_starts[line - 1], self._line_starts[line]

    @staticmethod
    def checksum(row: bytes) -> int:
        """Return a checksum of a line's text without the space around it."""
        return crc32(row.strip())

    def matches(self, name: str) -> Iterator[tuple[Settings, Captures]]:
        """Yield the matches of the language's query ``name`` with the properties that their
        patterns set, in the order of the patterns and then of the text."""
        if name not in self._results:
            self._run(QUERIES if name in QUERIES else (name,))
        settings, matches = self._results[name]
        for pattern, captures in matches:
            yield settings[pattern], captures

    def _run(self, names: tuple[str, ...]) -> None:
        self._results.update((name, ([], [])) for name in names)
        joined = languages.joined(self.language, names)
        if joined is None:
            return
        query, counts = joined
        settings = _settings(query)
        matches = _cursor(query, self.root, budget.NEST).matches(self.root)
        matches.sort(key=itemgetter(0))
        first = start = 0
        for name, count in zip(names, counts, strict=True):
            stop = bisect_left(matches, first + count, start, key=itemgetter(0))
            self._results[name] = (settings, matches[start:stop])
            first, start = first + count, stop

    def identifiers(self) -> Mapping[str, tuple[int, ...]]:
        """Return every name with the lines it stands on, both ascending."""
        starts = self._line_starts
        lines: dict[bytes, list[int]] = {}
        row = behind = 0
        for start, end in sorted([*self.spots, *self.hidden]) if self.hidden else self.spots:
            if start >= behind:
                row = bisect_right(starts, start)
                behind = starts[row]
            rows = lines.setdefault(self.name(start, end), [])
            if not rows or rows[-1] != row:
                rows.append(row)
        return {name.decode("utf-8", "replace"): tuple(lines[name]) for name in sorted(lines)}

    def comment_rows(self) -> set[int]:
        """Return the lines that comments fill, with no code before or behind them."""
        rows: set[int] = set()
        end = 0
        for comment in self._comments:
            joined = comment.first in rows and not self.data[end : comment.start].strip()
            rows.update(range(comment.first + (not (comment.alone or joined)), comment.last + 1))
            end = comment.end
            rest = self._behind(end)
            if rest and not rest.startswith((b"/*", b"//")):
                rows.discard(comment.last)
        return rows

    def error_rows(self) -> set[int]:
        """Return the lines of errors except those that the parser understood inside them."""
        rows: set[int] = set(self._lost)
        for error in self.errors:
            mine = set(range(error.start_point.row + 1, error.end_point.row + 2))
            for child in error.children:
                first, last = child.start_point.row + 1, child.end_point.row + 1
                if child.is_named and child.child_count and not child.is_error and first < last:
                    mine.difference_update(range(first, last + 1))
            rows |= mine or {error.start_point.row + 1}
        return rows

    def _hidden_names(self) -> list[tuple[int, int]]:
        if self._parsed is self.data or not self.language.hooks.blanked_names:
            return []
        hook = cast("BlankedNamesHook", languages.hook(self.language.hooks.blanked_names))
        spots = hook(self.data, self._parsed)
        return [spot for spot in spots if spot[1] - spot[0] <= NAME]

    def conditions(self) -> Conditions:
        """Return the preprocessor's conditions for the lines."""
        if not self.language.hooks.conditions:
            return NO_CONDITIONS
        hook = cast("ConditionsHook", languages.hook(self.language.hooks.conditions))
        return hook(self.data, self._parsed)

    def _hidden_lines(self) -> Iterator[tuple[int, tuple[int, int]]]:
        if self._parsed is self.data:
            return
        lines = zip(self.data.split(b"\n"), self._parsed.split(b"\n"), strict=True)
        start = 0
        for row, (line, parsed) in enumerate(lines, 1):
            if not parsed.strip() and line.strip():
                yield row, (start, start + len(line))
            start += len(line) + 1

    def _alone(self, node: Node) -> bool:
        start, column = node.start_byte, node.start_point.column
        return column < FAR and not self.data[start - column : start].strip()

    def _before(self, start: int) -> bytes:
        return self.data[max(0, start - FAR) : start].rpartition(b"\n")[2].strip()

    def _behind(self, end: int) -> bytes:
        stop = self.data.find(b"\n", end, end + FAR)
        return self.data[end : stop if stop >= 0 else end + FAR].strip()

    def _last(self, node: Node) -> bool:
        """Return True if nothing but more of its kind stands behind a node on its line."""
        rest = self._behind(node.end_byte)
        return not rest or rest[:1] == self.data[node.start_byte : node.start_byte + 1]

    def _comment(self, node: Node) -> Comment:
        # Some grammars count the line's end as part of a comment.
        raw = self.data[node.start_byte : node.end_byte].rstrip()
        start, end = node.start_byte, node.start_byte + len(raw)
        if raw.endswith(b"-}") and not raw.startswith(b"{-"):
            # That of Haskell leaves its mark out of a first comment above a pragma.
            before = self.data[max(0, start - FAR) : start].rstrip()
            start -= min(start, FAR) - len(before) + 2 if before.endswith(b"{-") else 0
            raw = self.data[start:end]
        last = node.start_point.row + 1 + self.data.count(b"\n", node.start_byte, end)
        return Comment(
            start=start,
            end=end,
            first=last - raw.count(b"\n"),
            last=last,
            alone=self._alone(node) if start == node.start_byte else not self._before(start),
            text=raw.decode("utf-8", "replace"),
            is_line=raw.startswith(self._line_comments),
        )


def _count(query: Query, patterns: Sequence[int], root: Node) -> int:
    """Return the number of defined names.

    :param patterns: the number of patterns of each of :data:`QUERIES`.
    """
    tags = QUERIES.index("tags")
    first = sum(patterns[:tags])
    tagging = range(first, first + patterns[tags])
    matches = _cursor(query, root, budget.NEST).matches(root)
    names = (captures.get("name", ()) for pattern, captures in matches if pattern in tagging)
    return len({node.id for nodes in names for node in nodes})


def _cursor(query: Query, root: Node, deepest: int) -> QueryCursor:
    cursor = QueryCursor(query, match_limit=OPEN_STATES)
    cursor.set_max_start_depth(budget.depth(root.descendant_count, deepest))
    return cursor


def _parse(parser: Parser, data: bytes, *, is_watched: bool = True) -> Node:
    allowed = budget.ParserBudget(len(data), is_watched=is_watched)
    is_parsed = False

    def read(start: int, _place: object) -> bytes:
        if is_parsed:
            # A query asks for each byte that it compares.
            return data[start : start + 1]
        return readable.part(data, start, CHUNK) if allowed.read() else b""

    try:
        with allowed:
            tree = parser.parse(read, progress_callback=allowed.step)
    except ValueError as error:
        # Stopped, it would go on with that text the next time.
        parser.reset()
        raise allowed.problem or error from None
    if allowed.problem is not None:
        raise allowed.problem
    root = tree.root_node
    if not root.has_error:
        # This reuses every node of the tree, and has the text: queries call no function for it.
        return parser.parse(data, tree).root_node
    rubble = max((node.child_count for node in (root, *root.children) if node.is_error), default=0)
    if rubble > budget.RUBBLE:
        raise budget.OverBudgetError(Phrase("tokens in one error"), rubble, budget.RUBBLE)
    is_parsed = True
    return root


def _grammar(language: Language) -> Grammar:
    grammar = languages.grammar(language)
    if grammar is None:
        message = f"the grammar {language.grammar} of {language.name} is not installed"
        raise LookupError(message)
    return grammar


@cache
def _settings(query: Query) -> list[Settings]:
    return [query.pattern_settings(at) for at in range(query.pattern_count)]
