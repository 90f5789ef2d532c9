"""Bounds of the analysis of one text, in measures that are the same on every machine.

Most of the work grows with the text alone. A parser or a query engine may need time by the square
of some texts, or a hundred times as much: such a text is stopped at one of these bounds, before or
while it runs. No source that people write comes near them; next to each stands the need of the
largest of 5,000 files of real projects.
"""

from __future__ import annotations

import tracemalloc
from typing import Self

from sphinx_filedocs.phrases import Phrase

#: The most progress reports of the parser: so many, and one more for so many bytes (real: once for
#: 34 bytes). It reports after a number of operations, not of seconds.
PARSE_STEPS = 10_000
BYTES_PER_STEP = 20
#: The most reports of a text with nothing but errors so far (real: 40).
PARSE_ERROR_STEPS = 1_000
#: Bytes of memory that the parser may hold at once: so many, and so many for each byte of the text
#: (real: 110). Ambiguities and errors that go on and on take memory by the square of their length,
#: and as much time.
PARSE_MEMORY = 32_000_000
PARSE_MEMORY_PER_BYTE = 128
#: What a parser holds is read and reduced tokens, and those that wait to be: these make it swell.
#: So many bytes a step are taken for the former, and what is above that may add up to so many, and
#: so many for each byte of text since there was none (real: up to 24 a byte, in long tables), or
#: in short parts so many, up to a bound (real: 100 a byte, in long comments in classes of Python;
#: 400 and more where all is ambiguous). An error below a hundred thousand waiting tokens takes
#: hours and all memory, in one step.
PARSE_MEMORY_PER_STEP = 6_500
PARSE_UNFINISHED = 1_000_000
PARSE_UNFINISHED_PER_BYTE = 40
PARSE_UNFINISHED_PER_BYTE_OF_SHORT, PARSE_UNFINISHED_OF_SHORT = 120, 4_000_000
#: The most reads of the parser: so many, and one more for so many bytes (real: once for 900, and
#: less than 1,500 times). A scanner that looks ahead to the end for each token asks all the time.
PARSE_READS = 10_000
BYTES_PER_READ = 20
#: Tokens in one place that mean nothing to the grammar (real: 16,000, in a table that
#: a program made).
RUBBLE = 20_000
#: Deepest level of a tree to search: beyond 65,535 levels, a sum of as many terms, a query takes
#: minutes.
DEPTH = 60_000
#: The same for definitions, imports and names, whose patterns stay open at every level (real: 190).
NEST = 5_000
#: A query takes time by the levels above each node. So many levels are looked at in a tree with
#: more nodes than the second number by the first.
LEVELS = 300
LEVELS_OF_NODES = 60_000_000
#: Scopes inside each other (real: 25): a name is looked for in each of those around it.
SCOPES = 200
MEGABYTE = 1_000_000


def depth(nodes: int, deepest: int) -> int:
    """Return the deepest level of a tree for searches.

    :param nodes: the number of nodes in the tree.
    :param deepest: the level for a small tree.
    """
    return min(deepest, max(LEVELS, LEVELS_OF_NODES // max(nodes, 1)))


class OverBudgetError(Exception):
    """The analysis of a text would exceed a bound; the reason names it."""

    def __init__(self, measure: Phrase, figure: int, allowed: int, unit: str = "") -> None:
        """Make the error.

        :param measure: the measure that is exceeded.
        :param figure: its amount, at the latest when the analysis was stopped.
        :param allowed: the bound.
        :param unit: of both.
        """
        self.reason = Phrase(
            "{measure} ({figure:,}{unit}, allowed {allowed:,}{unit})",
            measure=measure,
            figure=figure,
            allowed=allowed,
            unit=unit,
        )
        super().__init__(self.reason)


def _too_much_memory(what: Phrase, figure: int, allowed: int) -> OverBudgetError:
    """Return the error, in megabytes: some hundred bytes depend on earlier work of Python.

    :param what: the object that needs the memory, and its purpose.
    """
    return OverBudgetError(what, -(-figure // MEGABYTE), allowed // MEGABYTE, " MB")


def _most_unfinished(size: int) -> int:
    """Return the bytes that the parser may hold for an unfinished part of a text.

    :param size: of the part, in bytes.
    """
    short = min(PARSE_UNFINISHED_PER_BYTE_OF_SHORT * size, PARSE_UNFINISHED_OF_SHORT)
    return PARSE_UNFINISHED + max(PARSE_UNFINISHED_PER_BYTE * size, short)


class ParserBudget:
    """The budget of one parse of a text; a context, around the parse, that watches the memory.

    The parser's library takes its memory from Python, which can count it, and it is the same on all
    machines.
    """

    def __init__(self, size: int, *, is_watched: bool = True) -> None:
        """Make a budget.

        :param size: of the text, in bytes.
        :param is_watched: True to count memory, the slowest part; False for a text that was parsed
            before with at most a few more lines.
        """
        self._is_watched = is_watched
        self._most_steps = PARSE_STEPS + size // BYTES_PER_STEP
        self._most_memory = PARSE_MEMORY + PARSE_MEMORY_PER_BYTE * size
        self._most_reads = PARSE_READS + size // BYTES_PER_READ
        self._steps = self._error_steps = self._reads = self._before = 0
        self._memory = self._unfinished = self._since = 0
        self._is_traced = tracemalloc.is_tracing()
        #: The exceeded bound, if any.
        self.problem: OverBudgetError | None = None

    def __enter__(self) -> Self:
        if self._is_watched and not self._is_traced:
            tracemalloc.start()
        self._before = tracemalloc.get_traced_memory()[0]
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_watched and not self._is_traced:
            tracemalloc.stop()

    def step(self, offset: int, has_error: bool) -> bool:
        """Record a progress report of the parser; return True if it has to stop.

        :param offset: of the parser in the text, in bytes.
        """
        self._steps += 1
        self._error_steps += has_error
        memory = tracemalloc.get_traced_memory()[0] - self._before
        more = memory - self._memory - PARSE_MEMORY_PER_STEP
        self._memory = memory
        unfinished = self._unfinished + more
        if unfinished <= 0:
            unfinished, self._since = 0, offset
        elif offset < self._since:
            # The parser went back.
            self._since = offset
        self._unfinished = unfinished
        most_unfinished = _most_unfinished(offset - self._since)
        if self._steps > self._most_steps:
            self.problem = OverBudgetError(Phrase("parser steps"), self._steps, self._most_steps)
        elif self._error_steps > PARSE_ERROR_STEPS:
            self.problem = OverBudgetError(
                Phrase("parser steps in errors"), self._error_steps, PARSE_ERROR_STEPS
            )
        elif memory > self._most_memory:
            self.problem = _too_much_memory(Phrase("parser memory"), memory, self._most_memory)
        elif unfinished > most_unfinished:
            what = Phrase("parser memory for unfinished parts of the text")
            self.problem = _too_much_memory(what, unfinished, most_unfinished)
        return self.problem is not None

    def read(self) -> bool:
        """Record a read by the parser; return False if it has to stop."""
        self._reads += 1
        if self._reads > self._most_reads:
            self.problem = OverBudgetError(Phrase("parser reads"), self._reads, self._most_reads)
        return self.problem is None
