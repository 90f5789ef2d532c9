"""Pure core: one text with its syntax tree and what stands at its leaves; only ``tags`` and
what it is made of use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor

from sphinx_filedocs.analysis import blocks, languages, macros
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
#: States that a query may have open at once; no real source needs 64.
OPEN_STATES = 1024
#: Tokens in one place that mean nothing to a grammar; queries take time by their square.
RUBBLE = 10_000

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
        self.data = text.encode("utf-8", "replace")
        self._parsed = macros.blank(self.data) if language.macros else self.data
        parser = Parser(self.grammar)
        self.root = parser.parse(self._parsed).root_node
        self._lost: frozenset[int] = frozenset()
        if language.blocks and self.root.has_error:
            self._parsed, self._lost = blocks.isolate(self._parsed, parser, language.blocks)
            self.root = parser.parse(self._parsed).root_node
        if _hopeless(self.root):
            self._lost = frozenset(range(1, self.data.count(b"\n") + 2))
            self.root = parser.parse(b"").root_node
        leaves = _cursor(languages.leaves(language), DEPTH).captures(self.root)
        self._names = leaves.get("identifier", [])
        self._errors = leaves.get("error", []) if self.root.has_error else []
        attributes = leaves.get("attribute", [])
        #: First byte of each attribute or decorator -> the byte behind it.
        self.attributes = {node.start_byte: node.end_byte for node in attributes}
        self._rows = {
            node.end_point.row + 1: node.start_point.row + 1
            for node in attributes
            if self._alone(node) and self._last(node)
        }
        found = (self._comment(node) for node in leaves.get("comment", []))
        self._comments = sorted(found, key=lambda one: one.start)
        self.comments = Comments(self._comments, self._rows | self._hidden_rows())

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def first_row(self, node: Node) -> int:
        """Return the first line of a node with the attributes right above it."""
        row = node.start_point.row + 1
        while self._alone(node) and row - 1 in self._rows:
            row = self._rows[row - 1]
        return row

    def cuts(self) -> list[tuple[int, int]]:
        """Return where the comments start and end, in bytes, in order."""
        return [(one.start, one.end) for one in self._comments]

    def matches(self, name: str) -> Iterator[tuple[Settings, Captures]]:
        """Yield the matches of the language's query ``name`` with the properties that their
        patterns set, in the order of the patterns and then of the text."""
        query = languages.query(self.language, name)
        if query is not None:
            found = _cursor(query, NEST).matches(self.root)
            settings = _settings(query)
            for pattern, captures in sorted(found, key=lambda match: match[0]):
                yield settings[pattern], captures

    def identifiers(self) -> Mapping[str, tuple[int, ...]]:
        """Return every name with the lines it stands on, both ascending."""
        lines: dict[bytes, set[int]] = {}
        data = self.data
        for node in self._names:
            name = data[node.start_byte : node.end_byte]
            lines.setdefault(name, set()).add(node.start_point[0] + 1)
        if self._parsed is not data:
            for name, line in macros.hidden(data, self._parsed):
                lines.setdefault(name, set()).add(line)
        return {
            name.decode("utf-8", "replace"): tuple(sorted(lines[name]))
            for name in sorted(lines)
            if 0 < len(name) <= NAME
        }

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

    def _hidden_rows(self) -> Mapping[int, int]:
        """Return the lines of which nothing is parsed, each as a range of its own."""
        if self._parsed is self.data:
            return {}
        lines = zip(self.data.split(b"\n"), self._parsed.split(b"\n"), strict=True)
        return {
            row: row
            for row, (line, parsed) in enumerate(lines, 1)
            if not parsed.strip() and line.strip()
        }

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


def _hopeless(root: Node) -> bool:
    """Tell whether a tree is hardly more than a heap of tokens."""
    if not root.has_error:
        return False
    return any(one.is_error and one.child_count > RUBBLE for one in (root, *root.children))


def _grammar(language: Language) -> Grammar:
    found = languages.grammar(language)
    if found is None:
        message = f"the grammar {language.grammar} of {language.name} is not installed"
        raise LookupError(message)
    return found


def _settings(query: Query) -> list[Settings]:
    """Return the ``#set!`` properties of each pattern."""
    return [query.pattern_settings(at) for at in range(query.pattern_count)]
