"""Which files go together (a test, a header, what imports the same), and why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from sphinx_filedocs.languages import load
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, folded
from sphinx_filedocs.model.graph import Relation
from sphinx_filedocs.model.symbols import Definition
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
#: Endings of files that declare the types of what stands in a file with another ending.
_DECLARED = {
    ".pyi": (".py", ".so", ".pyd"),
    ".d.ts": (".js", ".jsx"),
    ".d.mts": (".mjs",),
    ".d.cts": (".cjs",),
}
_TEST_FOLDERS = frozenset({"test", "tests", "spec", "unit"})
_SOURCE_FOLDERS = frozenset({"src", "lib", "main", "java", "source"})
#: Roles of files that nobody tests.
_ASIDE = frozenset({"test", "example", "benchmark"})
#: A name of several words; that two files have it is hardly by chance.
_COMPOUND = re.compile(r"[A-Za-z0-9]+[_-][A-Za-z0-9].*|.*[a-z0-9][A-Z].*")

#: A file, one that is related to it, and why.
Link = tuple[str, str, Phrase]


def related(
    files: Mapping[str, File],
    imports: Mapping[str, tuple[Import, ...]],
    outlines: Mapping[str, Sequence[Definition]],
) -> dict[str, tuple[Relation, ...]]:
    """Return the related files of every file that has some, the closest first, at most eight.

    :param files: all files of the tree by path, with their roles.
    :param imports: the imports of each file, resolved.
    :param outlines: the symbols of each file.
    """
    tree = _Tree(files, imports, outlines)
    reasons: defaultdict[str, dict[str, Phrase]] = defaultdict(dict)
    for links in (
        _tested(tree),
        _headers(tree),
        _declarations(tree),
        _languages(tree),
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
    """Return the tests that use names of each file with the number of these names, those that use
    most first; files that none uses are left out.

    :param files: all files of the tree by path, with their roles.
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
        """Stem of a name -> the files that have it."""
        by_stem: defaultdict[str, list[str]] = defaultdict(list)
        for path in self.paths:
            by_stem[_stem(path)].append(path)
        return by_stem

    def family(self, path: str) -> str | None:
        """Return the group of languages that a file of code is in; they import each other."""
        language = load().get(self.files[path].language or "")
        return language.family if language else None

    def builds_nothing(self, path: str) -> bool:
        """Whether a file is code that does not say how the project is built."""
        language = load().get(self.files[path].language or "")
        return language is not None and not language.no_tests

    def is_test(self, path: str) -> bool:
        return self.files[path].is_test

    def is_tested(self, path: str) -> bool:
        """Whether a file has no role of those that nobody tests."""
        return _ASIDE.isdisjoint(role.name for role in self.files[path].roles)

    def defines_of(self, source: str, header: str) -> bool:
        """Whether a source defines something that a header declares."""
        declared = {symbol.qualified for symbol in self._outlines.get(header, ())}
        return any(symbol.qualified in declared for symbol in self._outlines.get(source, ()))

    def imports(self, path: str, other: str) -> bool:
        return other in self.targets.get(path, ())


def only_declares(path: str) -> bool:
    """Return whether a file declares, by its ending, what others define: a header, or the types of
    a file beside it."""
    return _ending(path) in _HEADERS or path.endswith(tuple(_DECLARED))


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    for ending in _DECLARED:
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
    """Yield what a test is named after, with whether it imports it.

    What it does not import counts only in its own folder, or in the one place that mirrors its
    folder: ``tests/a/test_b.py`` is for ``a/b.py`` and ``src/a/b.py``. So does what
    is called by what it is to its folder, such as ``index``.
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
    """Whether a test in a folder of tests stands as its subject stands in the sources."""
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
    """Pair files that only declare types with the file that they stand beside."""
    for path in tree.paths:
        for ending, others in _DECLARED.items():
            if path.endswith(ending):
                for other in (path.removesuffix(ending) + suffix for suffix in others):
                    if other in tree.files:
                        yield path, other, Phrase("the file whose types it declares")
                        yield other, path, Phrase("the declaration of its types")


def _languages(tree: _Tree) -> Iterator[Link]:
    """Pair files of one name in languages that do not import each other.

    They stand in one folder, or are the only two that have a name of several words.
    """
    for stem, paths in tree.stems.items():
        code = [path for path in paths if tree.builds_nothing(path)]
        code = [path for path in code if not tree.is_test(path)]
        if len(code) > 4 * _FEW or _GENERIC.fullmatch(stem):
            continue
        only = len(code) == 2 and _COMPOUND.fullmatch(stem)
        for path, other in combinations(code, 2):
            together = only or _folder(path) == _folder(other)
            if together and tree.family(path) != tree.family(other):
                yield path, other, _same_name(tree.files[other])
                yield other, path, _same_name(tree.files[path])


def _same_name(other: File) -> Phrase:
    return Phrase("the same name in {language}", language=other.language_name)
