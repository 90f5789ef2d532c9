"""From which tests each definition is reached: by those that call it, and through what they call.

Only calls that are known count. What is called through an interface or a pointer is not seen, so
nothing follows for a definition that no test is known to reach. Macros are expanded and not called:
many stand for no code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from sphinx_filedocs.index.import_graph import MOST_BITS, Table, levels
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Reached
from sphinx_filedocs.model.links import CallLine, Enclosing
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.model.symbols import WRAPPERS, Definition

#: Calls that are further away than so many steps are not followed.
_DEEPEST = 50
_CALL = USE_KINDS.index("call")
#: A line of a test that calls something, and the symbol around it.
_Place = tuple[str, int, Enclosing | None]
#: The call in a test that a way begins at, and the definitions between, as numbers.
_Way = tuple[_Place, tuple[int, ...]]


def tests_that_reach(
    files: Mapping[str, File],
    calls: Callable[[], Iterable[CallLine]],
    outlines: Mapping[str, Sequence[Definition]],
) -> dict[str, dict[Enclosing, Reached]]:
    """Return which tests reach each definition, by path and name; tests themselves, and what none
    is known to reach, are left out.

    :param files: all files of the tree by path, with their roles.
    :param calls: returns all calls of the tree; called only where there are tests.
    :param outlines: the symbols of each file.
    """
    tests = [path for path in sorted(files) if _is_own_test(files[path])]
    if not tests:
        return {}
    known = _Calls(tests, calls(), outlines)
    direct, all_of_them = known.counts()
    reached: defaultdict[str, dict[Enclosing, Reached]] = defaultdict(dict)
    for at, ((path, line, inside), between) in known.ways().items():
        definition = known.definitions[at]
        if definition.kind == "macro" or files[definition.path].is_test:
            continue
        # A namespace calls nothing: that is a test which is written as a macro.
        is_wrapped = any(
            other.kind in WRAPPERS and _around(other) == inside for other in outlines.get(path, ())
        )
        reached[definition.path][_around(definition)] = Reached(
            direct[at],
            all_of_them[at] - direct[at],
            path,
            line,
            None if is_wrapped else inside,
            tuple(known.definitions[step] for step in between),
        )
    return {path: reached[path] for path in sorted(reached)}


def _is_own_test(file: File) -> bool:
    return file.is_test and not file.vendored


def _around(definition: Definition) -> Enclosing:
    return Enclosing(definition.qualified, definition.number)


class _Calls:
    """The calls of a tree, as numbers: definitions in their order, behind them the tests.

    :param tests: the paths of the tests, sorted.
    """

    def __init__(
        self,
        tests: Sequence[str],
        calls: Iterable[CallLine],
        outlines: Mapping[str, Sequence[Definition]],
    ) -> None:
        self.definitions = [
            definition for path in sorted(outlines) for definition in outlines[path]
        ]
        size = len(self.definitions)
        number = {
            (definition.path, definition.qualified, definition.number): at
            for at, definition in enumerate(self.definitions)
        }
        test_number = {path: size + at for at, path in enumerate(tests)}
        self.tests = range(size, size + len(tests))
        #: Where a test first calls each definition.
        self.first: dict[int, _Place] = {}
        called: list[set[int]] = [set() for _ in range(self.tests.stop)]
        for home, qualified, which, path, line, inside in calls:
            at = number.get((home, qualified, which))
            if at is None:
                continue
            if path in test_number:
                called[test_number[path]].add(at)
                before = self.first.get(at)
                if before is None or (path, line) < before[:2]:
                    self.first[at] = path, line, inside
            caller = number.get((path, *inside)) if inside else None
            if caller is not None and caller != at:
                called[caller].add(at)
        #: What each of them calls.
        self.called: Table = list(map(sorted, called))

    def counts(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return how many tests call each definition, and how many reach it in any way."""
        size = len(self.called)
        itself: Table = [[at] for at in range(size)]
        direct, reached = [0] * size, [0] * size
        for test in self.tests:
            for at in self.called[test]:
                direct[at] += 1
        block = max(1, MOST_BITS // size)
        for start in range(self.tests.start, self.tests.stop, block):
            some = range(start, min(start + block, self.tests.stop))
            within: Sequence[int] = ()
            for within, _ in levels(itself, self.called, some, _DEEPEST):  # noqa: B007 (the last)
                pass
            for at, bits in enumerate(within):
                reached[at] += bits.bit_count()
        return direct, reached

    def ways(self) -> dict[int, _Way]:
        """Return a shortest way to each definition that is reached."""
        ways: dict[int, _Way] = {at: (place, ()) for at, place in sorted(self.first.items())}
        last = list(ways)
        for _ in range(_DEEPEST - 1):
            reached: dict[int, _Way] = {}
            for at in last:
                place, between = ways[at]
                for called in self.called[at]:
                    if called not in ways:
                        reached.setdefault(called, (place, (*between, at)))
            ways |= reached
            last = sorted(reached)
        return ways
