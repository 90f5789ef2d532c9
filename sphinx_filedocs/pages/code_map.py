"""What there is to see in the maps of a tree and of its folders: files by lines, their places on
the scales that a map can be coloured by, and the counts of everything below a folder."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sphinx_filedocs.model.facts import LineCounts
from sphinx_filedocs.model.files import PROGRAMMING, File, LanguageType, folders_above
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.pages.composition import Users
from sphinx_filedocs.pages.pictures.treemap import Leaf, Vendored

#: A map has so many files of programming languages or markup at least.
_LEAST_FILES = 12
#: So many languages have a colour of their own, the others have the one behind these.
MOST_COLOURS = 11
#: Where the steps of a scale begin: files that use a file, tests that do, hundredths of comment.
USES_STEPS = (1, 4, 10, 30)
TESTS_STEPS = (1, 3, 6, 12)
COMMENT_STEPS = (5, 15, 25, 40)
_AFTER_LANGUAGE = ("uses", "change", "tests", "comment")
_STEPS = 5
#: A colouring in which so much of a map has one colour tells nothing at first sight.
_NEARLY_ALL = 9 / 10


class CodeMap(NamedTuple):
    """What a map of a folder shows.

    :param leaves: the texts below it that people of the project write.
    :param vendored: what is somebody else's.
    :param months: where the steps of the last change begin, such as ``2024-05``; none where nothing
        is known of changes.
    :param scales: the keys of the scales that each leaf has a step on, in order: ``uses``,
        ``comment``, ``tests`` where the tree has some that use a file, and ``change``.
    """

    leaves: tuple[Leaf, ...]
    vendored: tuple[Vendored, ...]
    months: tuple[str, ...]
    scales: tuple[str, ...]


def telling(shown: CodeMap) -> str:
    """Return the key of the colouring that a map should be seen in first: ``language``, or where
    nearly all of it is in one the first scale on which it is not."""
    if not _is_of_one(shown.leaves, [leaf.colour for leaf in shown.leaves]):
        return "language"
    for key in _AFTER_LANGUAGE:
        at = shown.scales.index(key) if key in shown.scales else -1
        if at >= 0 and not _is_of_one(shown.leaves, [leaf.steps[at] for leaf in shown.leaves]):
            return key
    return "language"


def _is_of_one(leaves: Sequence[Leaf], colours: Sequence[int]) -> bool:
    """Return whether nearly all lines of the files have one of the colours."""
    lines: Counter[int] = Counter()
    for leaf, colour in zip(leaves, colours, strict=True):
        lines[colour] += leaf.lines
    return max(lines.values(), default=0) >= _NEARLY_ALL * lines.total()


def is_programming(file: File) -> bool:
    """Return whether a program is written in the language of a file."""
    return file.language_type in PROGRAMMING


def colours(files: Iterable[File]) -> tuple[str, ...]:
    """Return the languages that have a colour of their own, in the order of the colours: those of
    most lines, programming languages and markup before others."""
    lines: Counter[tuple[bool, str]] = Counter()
    for file in files:
        if file.language_name and file.facts.lines.total:
            lines[not is_programming(file), file.language_name] += file.facts.lines.total
    ranked = sorted(lines, key=lambda language: (language[0], -lines[language], language[1]))
    return tuple(name for _, name in ranked[:MOST_COLOURS])


def own_texts(codebase: Codebase) -> Sequence[File]:
    """Return the texts of a tree that people of the project write: a lock file of some thousand
    lines would take the room of what there is to see."""
    files = codebase.light.values()
    return [
        file for file in files if file.facts.lines.total and not (file.vendored or file.generated)
    ]


def code_maps(
    codebase: Codebase, users: Users, own: Sequence[File], languages: Sequence[str]
) -> Mapping[str, CodeMap]:
    """Return the maps of the folders that have enough in them for one.

    :param users: of own files, own files only.
    :param own: texts.
    :param languages: that have colours.
    """
    number = {name: place for place, name in enumerate(languages)}
    months = _months(file.change.date[:7] for file in own if file.change)
    tests = codebase.graph.tests
    scales = ("uses", "comment", *(["tests"] if tests else []), *(["change"] if months else []))
    leaves: defaultdict[str, list[Leaf]] = defaultdict(list)
    code: Counter[str] = Counter()
    for file in own:
        colour = number.get(file.language_name, MOST_COLOURS)
        known = {
            "uses": bisect_right(USES_STEPS, len(users.get(file.path, ()))),
            "comment": bisect_right(COMMENT_STEPS, _comment(file)),
            "tests": bisect_right(TESTS_STEPS, len(tests.get(file.path, ()))),
            "change": _latest(file, months),
        }
        steps = tuple(map(known.__getitem__, scales))
        leaf = Leaf(file.path, file.facts.lines.total, file.language_name, colour, steps)
        for folder in folders_above(file.path):
            leaves[folder].append(leaf)
            code[folder] += is_programming(file)
    vendored = _vendored(codebase)
    return {
        folder: CodeMap(
            tuple(folder_leaves),
            tuple(entry for entry in vendored if not folder or entry.path.startswith(f"{folder}/")),
            months,
            scales,
        )
        for folder, folder_leaves in leaves.items()
        if code[folder] >= _LEAST_FILES
        and not (folder and _only_holds_another(folder_leaves, folder))
    }


def _only_holds_another(leaves: Sequence[Leaf], folder: str) -> bool:
    first = leaves[0].path[len(folder) + 1 :].partition("/")[0]
    return all(leaf.path.startswith(f"{folder}/{first}/") for leaf in leaves)


def _months(months: Iterable[str]) -> tuple[str, ...]:
    """Return where the steps of the last change begin: each has about as many files."""
    ranked = sorted(months)
    if not ranked:
        return ()
    bounds = {ranked[len(ranked) * step // _STEPS] for step in range(1, _STEPS)}
    return tuple(sorted(bounds - {ranked[0]}))


def _comment(file: File) -> int:
    """Return how many hundredths of the lines of a file are comment, as far as that is known."""
    lines = file.facts.lines
    said = lines.code + lines.comment
    # Of plain text nobody knows which lines are comment.
    return 100 * lines.comment // said if said and not file.plain else 0


def _latest(file: File, months: Sequence[str]) -> int:
    """Return the step of the last change of a file: the last one is always the same."""
    latest = bisect_right(months, file.change.date[:7]) if file.change else 0
    return _STEPS - 1 - len(months) + latest


def _vendored(codebase: Codebase) -> Sequence[Vendored]:
    """Return the outermost folders with nothing but files of others in them, and such files that
    lie among own ones."""
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    own = {""}
    for path, file in codebase.light.items():
        if not file.vendored:
            own.update(folders_above(path))
            continue
        for place in (path, *folders_above(path)):
            files[place] += 1
            lines[place] += file.facts.lines.total
    return [
        Vendored(path, files[path], lines[path])
        for path in sorted(files)
        if path not in own and path.rpartition("/")[0] in own and lines[path]
    ]


class LanguageCount(NamedTuple):
    """How much is in a language."""

    name: str
    type: LanguageType
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of everything below a folder.

    :param size: as it is shown.
    :param languages: of what is the project's own, unless nothing is: programming languages and
        markup first, by lines.
    :param own: how many files are the project's own, with ``own_lines`` lines in all.
    """

    files: int = 0
    folders: int = 0
    size: str = ""
    lines: LineCounts = field(default_factory=LineCounts)
    symbols: tuple[tuple[SymbolKind, int], ...] = ()
    languages: tuple[LanguageCount, ...] = ()
    own: int = 0
    own_lines: int = 0
