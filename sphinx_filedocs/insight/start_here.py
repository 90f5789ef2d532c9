"""Choose the files that a newcomer reads first.

Candidates are the entry points of the project and the module with its name. Each gets the sum of
the weights of the evidence for it (``rules/start.toml``). The best one comes first, unless another
is as good. The README stands before it; behind it come the files that introduce the largest
folders, and the modules that most others use.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_filedocs.insight.most_used import (
    LEAST_USERS,
    Users,
    is_code,
    modules,
    ordered,
    reached_from,
    used_by,
)
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.weighing import rows, weigh

_TABLE = "start.toml"
_NEARLY_ALL = 9 / 10
_MOST_TO_READ, _MOST_PROGRAMS, _MOST_INTRODUCED, _MOST_HEADINGS = 7, 3, 3, 8
#: A folder is introduced if it has at least this share of all own code.
_LARGE = 1 / 10
#: A start needs evidence of this weight. Example: being called as the project, and used.
_LEAST = 25
#: Each folder above a file, and two for each above its manifest, speak against it, up to so many.
_DEEPEST = 10
#: Reasons of commands in manifests of Python and Rust; those of node have the key ``bin``.
_COMMANDS = frozenset(
    (
        "{path} installs it as the command {name}",
        "{path} names it as the binary {name}",
        "{path} builds the program {name} from it",
    )
)
_NAMESAKE = Phrase("it has the name of the project")
_SAYS_WHAT = Phrase("it says what the project is")
#: Roles of a file of own code.
_OWN = frozenset({"entry point"})
#: An example in a README begins with a type or with a function.
_BEGINNINGS: frozenset[SymbolKind] = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "type", "function"}
)
_MARKS = re.compile(r"[\W_]+")


class ToRead(NamedTuple):
    """A file that a newcomer should read, and why.

    :param line: where it begins; None for the whole file.
    :param headings: of its parts, with their lines.
    """

    path: str
    reason: Phrase
    line: int | None = None
    headings: tuple[tuple[str, int], ...] = ()


class Start(NamedTuple):
    """A file where a program or library starts; ``line`` is 1-based."""

    path: str
    reason: Phrase
    line: int | None = None

    @property
    def manifest(self) -> str:
        """The path of the manifest that names it."""
        return str(dict(self.reason.values).get("path", ""))

    @property
    def is_of_root(self) -> bool:
        """Whether a manifest in the outermost folder names it."""
        return bool(self.manifest) and "/" not in self.manifest

    @property
    def is_command(self) -> bool:
        """Whether it is a command. Example: ``rich`` has ``__main__.py``, but is a library."""
        values = dict(self.reason.values)
        if self.manifest:
            return values.get("key") == "bin" or self.reason.message in _COMMANDS
        return "/" in self.path and self.reason != _NAMESAKE


@dataclass(frozen=True, eq=False)
class _Known:
    """The facts about a tree that evidence is made of.

    :param titles: the name of the project, plain.
    :param leads: the modules that each uses.
    :param reached: the modules that each candidate reaches.
    """

    codebase: Codebase
    titles: AbstractSet[str]
    leads: Mapping[str, Sequence[str]]
    reached: Mapping[str, AbstractSet[str]]
    has_examples: bool

    def features(self, start: Start) -> AbstractSet[str]:
        imports = self.codebase.graph.imports.get(start.path, ())
        program = str(dict(start.reason.values).get("name", ""))
        folder = posixpath.basename(posixpath.dirname(start.path))
        most = max(map(len, self.reached.values()))
        known = {
            "manifest": bool(start.manifest),
            "root": start.is_of_root,
            "named": not self.titles.isdisjoint((stem(start.path), plain(program), plain(folder))),
            "main": stem(start.path) == "main",
            "uses": bool(self.leads.get(start.path)) or any(entry.resolved for entry in imports),
            "reaches": len(self.reached[start.path]) >= _NEARLY_ALL * most > 0,
            "command": start.is_command,
            "examples": self.has_examples,
        }
        return {name for name, holds in known.items() if holds}

    def weight(self, start: Start) -> float:
        depth = min(_DEEPEST, start.path.count("/") + 2 * start.manifest.count("/"))
        weight = weigh(rows(_TABLE), self.features(start))
        return weight - depth + min(9, len(self.reached[start.path])) / 10


def start_here(
    codebase: Codebase, users: Users, entries: Sequence[Start]
) -> tuple[tuple[ToRead, ...], tuple[ToRead, ...]]:
    """Return the reading order of a tree that has a start, and the same for any other tree.

    :param users: of own files, own files only.
    :param entries: the entry points of the program.
    """
    stands_for = modules(codebase)
    using = _using(codebase, users, stands_for)
    leads = _leads(using)
    language = _main_language(codebase)
    titles = {plain(codebase.title)}
    declared = {entry.path for entry in entries}
    namesakes = _namesakes(codebase, titles, stands_for, language)
    candidates = [*entries, *(start for start in namesakes if start.path not in declared)]
    reached = {start.path: reached_from(start.path, leads) for start in candidates}
    known = _Known(codebase, titles, leads, reached, _is_shown(codebase, language))
    first = _best(known, candidates)
    programs = [first] if first else []
    if not first and len(entries) <= _MOST_PROGRAMS:
        programs = [start for start in entries if start.is_of_root or not start.manifest]
    shown = [ToRead(start.path, start.reason, start.line) for start in programs]
    passed = {path for start in programs for path in (start.path, stands_for.get(start.path, ""))}
    introduced = [row for row in _introductions(codebase) if row.path not in passed]
    used = list(_most_used(codebase, using, passed | {row.path for row in introduced}))
    read = (*shown, *used) if first else ()
    return read, (*_readme(codebase), *shown, *introduced, *used)


def _best(known: _Known, candidates: Sequence[Start]) -> Start | None:
    """Return the candidate with the most evidence, unless a second one has as much."""
    weights = {start: known.weight(start) for start in candidates}
    ranked = sorted(weights, key=lambda start: (-weights[start], start.path))
    if not ranked or weights[ranked[0]] < _LEAST:
        return None
    others = [start for start in ranked[1:] if start.path != ranked[0].path]
    is_alone = not others or weights[others[0]] < weights[ranked[0]]
    return ranked[0] if is_alone else None


def _namesakes(
    codebase: Codebase, titles: AbstractSet[str], stands_for: Mapping[str, str], language: str
) -> list[Start]:
    """Return the only module of own code that has the name of the project."""
    paths = {
        stands_for.get(path, path)
        for path, file in codebase.light.items()
        if file.language == language
        and is_own_code(file)
        and stem(path) in titles
        and codebase.graph.outlines.get(path)
    }
    return [Start(path, _NAMESAKE) for path in paths] if len(paths) == 1 else []


def _readme(codebase: Codebase) -> Iterator[ToRead]:
    root = codebase.folders.get("")
    readme = codebase.light.get(root.readme or "") if root else None
    if readme:
        level = codebase.files[readme.path].facts.symbols
        while len(level) == 1:
            level = level[0].children
        headings = tuple((symbol.name, symbol.line) for symbol in level)
        by_name = Phrase("its name is {name}", name=readme.name)
        words = codebase.graph.descriptions.get("")
        is_shown = words is not None and words.path == readme.path
        reason = _SAYS_WHAT if is_shown else by_name
        yield ToRead(readme.path, reason, None, headings[:_MOST_HEADINGS])


def _introductions(codebase: Codebase) -> Iterator[ToRead]:
    """Yield files that describe the folders with most code. Example: ``package-info.java``."""
    lines: Counter[str] = Counter()
    for path, file in codebase.light.items():
        if is_own_code(file):
            folder = posixpath.dirname(path)
            while folder:
                lines[folder] += file.facts.lines.code
                folder = posixpath.dirname(folder)
            lines[""] += file.facts.lines.code
    large = sorted(
        (-lines[folder], folder)
        for folder in codebase.folders
        if folder and lines[folder] >= _LARGE * lines[""] > 0
    )
    described = ((folder, codebase.graph.descriptions.get(folder)) for _lines, folder in large)
    introduced = [
        (folder, words)
        for folder, words in described
        if words
        and words.path.startswith(f"{folder}/")
        and codebase.light[words.path].language_type != "data"
    ]
    for folder, words in introduced[:_MOST_INTRODUCED]:
        reason = Phrase("it introduces {folder}", folder=f"{folder}/")
        yield ToRead(words.path, reason, words.line if words.line > 1 else None)


def _most_used(
    codebase: Codebase, using: Mapping[str, Collection[str]], passed: Collection[str]
) -> Iterator[ToRead]:
    """Yield the modules that most others use, one before those that it uses.

    :param passed: modules that are left out.
    """
    ranked = sorted(using, key=lambda path: (-len(using[path]), path))
    used = [path for path in ranked if path not in passed and len(using[path]) >= LEAST_USERS]
    central = used[: _MOST_TO_READ - 1]
    weights = {(user, path): 1 for path in central for user in using[path] if user in central}
    for path in ordered(central, weights):
        files = used_by(codebase.graph, path)
        yield ToRead(path, Phrase.counted("used by {count} file", "used by {count} files", files))


def _using(codebase: Codebase, users: Users, stands_for: Mapping[str, str]) -> dict[str, set[str]]:
    using: defaultdict[str, set[str]] = defaultdict(set)
    for path, file_users in users.items():
        if is_code(codebase.light[path]):
            module = stands_for.get(path, path)
            using[module].update(stands_for.get(user, user) for user in file_users)
            using[module].discard(module)
    return dict(using)


def _leads(using: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    leads: dict[str, list[str]] = {path: [] for path in using}
    for path in sorted(using):
        for user in using[path]:
            leads.setdefault(user, []).append(path)
    return leads


def _main_language(codebase: Codebase) -> str:
    """Return the programming language with the most lines of own code."""
    lines: Counter[str] = Counter()
    for file in codebase.light.values():
        if file.language and file.language_type == "programming" and is_own_code(file):
            lines[file.language] += file.facts.lines.code
    return max(lines, key=lambda name: (lines[name], name), default="")


def _is_shown(codebase: Codebase, language: str) -> bool:
    """Return whether an example of the README uses own code: its names, or the project's own."""
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    if readme is None or language == "bash":
        return False
    title = plain(codebase.title)

    def is_used(name: str, languages: Iterable[str]) -> bool:
        return (plain(name) == title and language in languages) or any(
            row.kind in _BEGINNINGS
            and row.qualified == row.name
            and codebase.light[row.path].language == language
            and is_own_code(codebase.light[row.path])
            for row in codebase.graph.definitions.get(name, ())
        )

    return any(
        is_used(name, example.languages)
        for example in readme.facts.shown
        if not example.languages or language in example.languages
        for name in example.names
    )


def is_own_code(file: File) -> bool:
    """Return whether a file is a part of the program."""
    return is_code(file) and {role.name for role in file.roles} <= _OWN


def plain(name: str) -> str:
    """Return a name in small letters without marks between its words."""
    return _MARKS.sub("", name).lower()


def stem(path: str) -> str:
    """Return the name of a file up to the first dot, as :func:`plain`."""
    return plain(path.rpartition("/")[2].partition(".")[0])
