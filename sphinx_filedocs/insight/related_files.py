"""Finds related files, tests of files, and tests that reach a definition."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from sphinx_filedocs.index.import_graph import MOST_BITS, Table, declarations, levels
from sphinx_filedocs.languages import load
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, folded
from sphinx_filedocs.model.graph import Reached, Relation
from sphinx_filedocs.model.links import CallLine, Enclosing
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.model.symbols import WRAPPERS, Definition
from sphinx_filedocs.phrases import Phrase

#: Most related files of one file, and most of one kind where a kind can have many.
MOST = 8
_FEW = 3
#: Names that say what a file is to its folder and not what it is about.
_GENERIC = re.compile(
    r"_*(init|main|index|mod|lib|utils?|common|config|conf|setup|tests?|types|base|core|version"
    r"|constants|readme|changelog|license|build|package|run|all|helpers?|install)_*",
    re.IGNORECASE,
)
_TEST_NAMES = (
    re.compile(r"[Tt]est[_-](.+)"),
    re.compile(r"(.+)[._-](?:tests?|spec|unittest)"),
    re.compile(r"(.+?)(?:Tests?|TestCase|IT)"),
    re.compile(r"Test([A-Z].*)"),
)
_HEADERS = frozenset({"h", "hh", "hpp", "hxx", "h++", "cuh"})
_SOURCES = frozenset({"c", "cc", "cpp", "cxx", "c++", "cu", "m", "mm"})
_TEST_FOLDERS = frozenset({"test", "tests", "spec", "unit"})
_SOURCE_FOLDERS = frozenset({"src", "lib", "main", "java", "source"})
#: Roles of files that nobody tests.
_ASIDE = frozenset({"test", "example", "benchmark"})
#: A file, one that is related to it, and why.
Link = tuple[str, str, Phrase]


def related(
    files: Mapping[str, File],
    imports: Mapping[str, tuple[Import, ...]],
    outlines: Mapping[str, Sequence[Definition]],
) -> dict[str, tuple[Relation, ...]]:
    """Return up to eight related files of each file, closest first.

    :param files: all files by path, with roles.
    :param imports: of each file, resolved.
    :param outlines: the symbols of each file.
    """
    tree = _Tree(files, imports, outlines)
    reasons: defaultdict[str, dict[str, Phrase]] = defaultdict(dict)
    for links in (
        _tested(tree),
        _headers(tree),
        _declarations(tree),
    ):
        for path, other, reason in links:
            if path != other:
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


class _Tree:
    def __init__(
        self,
        files: Mapping[str, File],
        imports: Mapping[str, tuple[Import, ...]],
        outlines: Mapping[str, Sequence[Definition]],
    ) -> None:
        self.files = files
        self._outlines = outlines
        self.paths = sorted(files)
        self.targets = {
            path: frozenset(target for statement in rows for target in statement.resolved)
            for path, rows in imports.items()
        }

    @cached_property
    def stems(self) -> Mapping[str, list[str]]:
        by_stem: defaultdict[str, list[str]] = defaultdict(list)
        for path in self.paths:
            by_stem[_stem(path)].append(path)
        return by_stem

    def family(self, path: str) -> str | None:
        language = load().get(self.files[path].language or "")
        return language.family if language else None

    def is_test(self, path: str) -> bool:
        return self.files[path].is_test

    def is_tested(self, path: str) -> bool:
        return _ASIDE.isdisjoint(role.name for role in self.files[path].roles)

    def defines_of(self, source: str, header: str) -> bool:
        declared = {symbol.qualified for symbol in self._outlines.get(header, ())}
        return any(symbol.qualified in declared for symbol in self._outlines.get(source, ()))

    def imports(self, path: str, other: str) -> bool:
        return other in self.targets.get(path, ())


def only_declares(path: str) -> bool:
    """Return True if a file only declares, by its ending: a header, or ``.d.ts``."""
    return _ending(path) in _HEADERS or path.endswith(tuple(declarations()))


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    for ending in declarations():
        if name.endswith(ending):
            return name[: -len(ending)]
    return name.rpartition(".")[0] or name


def _ending(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].lower()


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _tested(tree: _Tree) -> Iterator[Link]:
    for path in tree.paths:
        if not tree.is_test(path):
            continue
        for other, imported in _subjects(tree, path):
            if imported:
                yield path, other, Phrase("what it tests, by name and import")
                yield other, path, Phrase("its test, by name and import")
            else:
                yield path, other, Phrase("what it tests, by name")
                yield other, path, Phrase("its test, by name")


def _subjects(tree: _Tree, path: str) -> Iterator[tuple[str, bool]]:
    """Yield the subjects of a test by name, and True for those that the test imports.

    A subject that is not imported must be in the same folder or in the mirrored one:
    ``tests/a/test_b.py`` is for ``a/b.py`` and ``src/a/b.py``.
    """
    matches = (pattern.fullmatch(_stem(path)) for pattern in _TEST_NAMES)
    name = next((match[1] for match in matches if match), None)
    family = tree.family(path)
    if name is None or family is None:
        return
    named = [
        other
        for other in tree.stems.get(name, ())
        if other != path and tree.family(other) == family
    ]
    near = [other for other in named if _folder(other) == _folder(path)]
    mirrored = [other for other in named if _mirrors(path, other)]
    # That another package has an index, too, says nothing.
    fitting = {*near, *mirrored} if _GENERIC.fullmatch(name) else named
    imported = [other for other in named if other in fitting and tree.imports(path, other)]
    if imported:
        yield from ((other, True) for other in imported[:_FEW])
        return
    near, mirrored = ([*filter(tree.is_tested, some)] for some in (near, mirrored))
    for other in near or (mirrored if len(mirrored) == 1 else ()):
        yield other, False


def _mirrors(path: str, other: str) -> bool:
    parts = [*map(folded, _folder(path).split("/"))]
    if not _TEST_FOLDERS.intersection(parts):
        return False
    test_parts = [part for part in parts if part not in _TEST_FOLDERS | _SOURCE_FOLDERS]
    subject_parts = [
        part
        for part in map(folded, _folder(other).split("/"))
        if part and part not in _SOURCE_FOLDERS
    ]
    return subject_parts[-len(test_parts) :] == test_parts if test_parts else True


def _headers(tree: _Tree) -> Iterator[Link]:
    for paths in tree.stems.values():
        sources = [path for path in paths if _ending(path) in _SOURCES]
        headers = [path for path in paths if _ending(path) in _HEADERS] if sources else []
        for source in sources:
            for header in headers:
                together = tree.imports(source, header) or _folder(source) == _folder(header)
                if together and tree.defines_of(source, header):
                    yield header, source, Phrase("its implementation: defines what it declares")
                    yield source, header, Phrase("its header: declares what it defines")


def _declarations(tree: _Tree) -> Iterator[Link]:
    for path in tree.paths:
        for ending, others in declarations().items():
            if path.endswith(ending):
                for other in (path.removesuffix(ending) + suffix for suffix in others.split()):
                    if other in tree.files:
                        yield path, other, Phrase("the file whose types it declares")
                        yield other, path, Phrase("the declaration of its types")


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
