"""Finds related files, tests of files, and tests that reach a definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

import msgspec

from sphinx_filedocs.index.import_graph import MOST_BITS, Table, levels
from sphinx_filedocs.languages import load
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, folded, is_header
from sphinx_filedocs.model.graph import Reached, Relation
from sphinx_filedocs.model.links import CallLine, Enclosing
from sphinx_filedocs.model.symbols import WRAPPERS, Definition
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.weighing import read_rows, rows, weigh

_TABLE = "related.toml"
#: Most related files of one file, and most files that one test is for.
MOST = 8
_FEW = 3
#: A test is for a file from this weight on.
_LEAST = 2
#: A name of so many files says nothing by itself. Example: ``index``.
_COMMON = 3
_TEST_FOLDERS = frozenset({"test", "tests", "spec", "unit"})
#: A file, one that is related to it, and why.
Link = tuple[str, str, Phrase]


class NameOfTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form of names of tests; its star is the name of the tested file."""

    like: str
    matches: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()

    def subject(self, stem: str) -> str:
        """Return the name of the tested file, ``""`` for another form.

        :param stem: the name of a file without its extension.
        """
        before, _, behind = self.like.partition("*")
        fits = stem.startswith(before) and stem.endswith(behind)
        return stem[len(before) : len(stem) - len(behind)] if fits else ""


@cache
def names_of_tests() -> tuple[NameOfTest, ...]:
    """Return the rows ``name`` of ``rules/related.toml``."""
    return read_rows(_TABLE, NameOfTest, "name")


def related(
    files: Mapping[str, File],
    imports: Mapping[str, tuple[Import, ...]],
    outlines: Mapping[str, Sequence[Definition]],
    twins: Mapping[str, str],
) -> dict[str, tuple[Relation, ...]]:
    """Return up to eight related files of each file, closest first.

    :param files: all files by path, with roles.
    :param imports: of each file, resolved.
    :param outlines: the symbols of each file.
    :param twins: of each header the implementation, and the other way around.
    """
    reasons: defaultdict[str, dict[str, Phrase]] = defaultdict(dict)
    for path, other, reason in (*_tested(files, imports), *_headers(outlines, twins)):
        reasons[path].setdefault(other, reason)
    return {
        path: tuple(Relation(other, why) for other, why in list(reasons[path].items())[:MOST])
        for path in sorted(reasons)
    }


def tests(
    files: Mapping[str, File], users: Mapping[str, Mapping[str, Collection[str]]]
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the tests that use names of each file with the number of names, most first.

    :param files: all files by path, with roles.
    :param users: see :class:`sphinx_filedocs.model.graph.Graph`.
    """
    aside = {path for path, file in files.items() if file.is_test}
    counts = {
        path: sorted(
            ((user, len(names)) for user, names in using.items() if user in aside),
            key=lambda row: (-row[1], row[0]),
        )
        for path, using in users.items()
        if path not in aside
    }
    return {path: tuple(rows) for path, rows in counts.items() if rows}


def _tested(files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]) -> Iterator[Link]:
    by_name: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted(files):
        language = load().get(files[path].language or "")
        if language:
            by_name[_stem(path), language.family].append(path)
    for (stem, family), paths in by_name.items():
        named = [name for row in names_of_tests() if (name := row.subject(stem))]
        others = next((by_name[name, family] for name in named if (name, family) in by_name), [])
        for path in paths if others else ():
            if files[path].is_test:
                yield from _subjects(files, imports, path, others)


def _subjects(
    files: Mapping[str, File],
    imports: Mapping[str, tuple[Import, ...]],
    test: str,
    named: Sequence[str],
) -> Iterator[Link]:
    """Yield a test and the files that it tests, both ways.

    :param named: the files with the name that the test has.
    """
    imported = {path for statement in imports.get(test, ()) for path in statement.resolved}
    weights = {
        path: weigh(rows(_TABLE), features)
        for path, features in features_of(files, imported, test, named).items()
    }
    most = max(weights.values())
    best = [path for path in named if weights[path] == most >= _LEAST and path != test]
    for path in best[:_FEW]:
        if path in imported:
            yield test, path, Phrase("what it tests, by name and import")
            yield path, test, Phrase("its test, by name and import")
        else:
            yield test, path, Phrase("what it tests, by name")
            yield path, test, Phrase("its test, by name")


def features_of(
    files: Mapping[str, File], imported: Collection[str], test: str, named: Sequence[str]
) -> dict[str, AbstractSet[str]]:
    """Return the features of a test and each file that it may test.

    :param imported: the files that the test imports.
    :param named: the files with the name that the test has.
    """
    mirrored = [path for path in named if _mirrors(test, path)]
    features: dict[str, AbstractSet[str]] = {}
    for path in named:
        known = {
            "imported": path in imported,
            "beside": _folder(path) == _folder(test),
            "mirrored": mirrored == [path],
            "common": len(named) >= _COMMON and path not in mirrored,
            "aside": files[path].has_role("test", "example", "benchmark"),
        }
        features[path] = {name for name, holds in known.items() if holds}
    return features


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _mirrors(test: str, path: str) -> bool:
    """Return True if a file lies as a test does, below a folder of tests.

    Example: ``a/tests/b/test_c.py`` and ``a/src/b/c.py``.
    """
    folders = _folder(test).split("/")
    last = max((at for at, name in enumerate(folders) if folded(name) in _TEST_FOLDERS), default=-1)
    if last < 0:
        return False
    around = folders[:last]
    while around and folded(around[-1]) in _TEST_FOLDERS:
        around.pop()
    before, behind = "".join(f"{name}/" for name in around), "/".join(["", *folders[last + 1 :]])
    return path.startswith(before) and f"/{_folder(path)}".endswith(behind)


def _headers(
    outlines: Mapping[str, Sequence[Definition]], twins: Mapping[str, str]
) -> Iterator[Link]:
    for header, source in twins.items():
        if is_header(header) and not is_header(source):
            declared = {symbol.qualified for symbol in outlines.get(header, ())}
            if any(symbol.qualified in declared for symbol in outlines.get(source, ())):
                yield header, source, Phrase("its implementation: defines what it declares")
                yield source, header, Phrase("its header: declares what it defines")


#: Calls that are further away than so many steps are not followed.
_DEEPEST = 50
#: A line of a test that calls something, and the symbol around it.
_Place = tuple[str, int, Enclosing | None]
#: The call in a test that a way begins at, and the definitions between, as numbers.
_Way = tuple[_Place, tuple[int, ...]]


def tests_that_reach(
    files: Mapping[str, File],
    calls: Callable[[], Iterable[CallLine]],
    outlines: Mapping[str, Sequence[Definition]],
) -> dict[str, dict[Enclosing, Reached]]:
    """Return the tests that reach each definition by calls; tests themselves are left out.

    :param files: all files by path, with roles.
    :param calls: returns all calls of the tree; not called without tests.
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
    """The calls of a tree as numbers: definitions in order, then tests.

    :param tests: paths of tests, sorted.
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
