"""Choose the files that a newcomer reads first.

Candidates are the entry points of the project, the program that its README runs, and the module
with its name. Each gets the sum of the weights of the evidence for it (:data:`EVIDENCE`). The best
one comes first, unless another is as good. Behind it come the modules that most others use.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from sphinx_filedocs.model.files import File, is_built, is_header
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.phrases import Phrase

#: A language with less than this part of the lines of the main one serves something else.
_SMALL = 1 / 5
_NEARLY_ALL = 9 / 10
_MOST_TO_READ, _MOST_PROGRAMS = 7, 3
#: A start needs evidence of this weight. Example: being called as the project, and used.
_LEAST, _LEAST_OF_PROGRAM = 25, -5
#: Each folder above a file, and two for each above its manifest, speak against it, up to so many.
_DEEPEST = 10
_SCRIPT = "it is executable and starts with #!"
_RUN = "{path} shows how it is run"
#: Reasons of commands in manifests of Python and Rust; those of node have the key ``bin``.
_COMMANDS = frozenset(
    (
        _SCRIPT,
        "{path} installs it as the command {name}",
        "{path} names it as the binary {name}",
        "{path} builds the program {name} from it",
    )
)
_NAMESAKE = Phrase("it has the name of the project")
_SAYS_WHAT = Phrase("it says what the project is")
#: Roles of a file of own code.
_OWN = frozenset({"entry point"})
#: Folders that hold no library: old code, and commands.
_NO_LIBRARY = frozenset({"attic", "cmd", "deprecated", "legacy", "obsolete", "old"})
#: Languages that build a program in another one.
_OF_BUILDS = frozenset({"bash", "batch", "cmake", "m4", "make", "perl", "powershell"})
#: An example in a README begins with a type or with a function.
_BEGINNINGS: frozenset[SymbolKind] = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "type", "function"}
)
_MARKS = re.compile(r"[\W_]+")
#: Names of languages in names of projects. Example: ``ocaml-uri`` has the module ``uri``.
_FOR = frozenset(
    (
        "c", "code", "cpp", "dart", "go", "h", "haskell", "hpp", "java", "jl", "js", "julia",
        "kotlin", "lua", "node", "ocaml", "perl", "php", "py", "python", "rb", "rs", "ruby",
        "rust", "scala", "source", "sources", "swift", "ts", "zig",
    )
)  # fmt: skip


class ToRead(NamedTuple):
    """A file that a newcomer should read, and why."""

    path: str
    reason: Phrase


class Start(NamedTuple):
    """A file where a program or library starts; ``line`` is 1-based."""

    path: str
    reason: Phrase
    line: int | None = None

    @property
    def manifest(self) -> str:
        """The path of the manifest that names it, or of the README that runs it."""
        return str(dict(self.reason.values).get("path", ""))

    @property
    def program(self) -> str:
        """The name that a manifest gives to the program, or ``""``."""
        return str(dict(self.reason.values).get("name", ""))

    @property
    def is_of_root(self) -> bool:
        """Whether a manifest in the outermost folder names it."""
        return bool(self.manifest) and "/" not in self.manifest and not self.is_run

    @property
    def is_run(self) -> bool:
        """Whether the README runs it."""
        return self.reason.message == _RUN

    @property
    def is_program_below(self) -> bool:
        """Whether only its own text says so, below the outermost folder."""
        return not self.manifest and self.reason != _NAMESAKE and "/" in self.path

    @property
    def is_command(self) -> bool:
        """Whether it is a command. Example: ``rich`` has ``__main__.py``, but is a library."""
        is_module = self.path.endswith("/__main__.py") and not self.manifest
        is_bin = dict(self.reason.values).get("key") == "bin"
        return is_module or is_bin or self.reason.message in _COMMANDS


@dataclass(frozen=True, eq=False)
class _Known:
    """The facts about a tree that evidence is made of.

    :param titles: the names of the project, plain.
    :param using: the modules that use each module; ``leads`` those that each uses.
    :param core: the module that most others use.
    :param reached: the modules that each candidate reaches.
    :param namesake: the module with the name of the project.
    :param examples: how many examples of the README use the code.
    """

    codebase: Codebase
    titles: AbstractSet[str]
    using: Mapping[str, Collection[str]]
    leads: Mapping[str, Sequence[str]]
    core: str
    reached: Mapping[str, AbstractSet[str]]
    namesake: str
    examples: int
    has_command: bool
    packages: int

    def is_tied(self, start: Start) -> bool:
        imports = self.codebase.graph.imports.get(start.path, ())
        return bool(self.leads.get(start.path)) or any(entry.resolved for entry in imports)

    def is_called_as_tree(self, start: Start) -> bool:
        folder = posixpath.basename(posixpath.dirname(start.path))
        names = {stem(start.path), plain(start.program), plain(folder)}
        return not self.titles.isdisjoint(names)

    def is_beside(self, start: Start) -> bool:
        is_main = "/" not in start.path and stem(start.path) == "main"
        return bool(self.core) and not is_main and _top(start.path) != _top(self.core)

    def is_used(self, start: Start) -> bool:
        users = self.codebase.graph.users.get(start.path, ())
        return len(self.using.get(start.path, ())) >= LEAST_USERS or len(users) > 1


class Evidence(NamedTuple):
    """Something that speaks for a start, or against it."""

    what: str
    weight: int
    holds: Callable[[_Known, Start], bool]


EVIDENCE: tuple[Evidence, ...] = (
    Evidence("a manifest names it", 5, lambda _, s: bool(s.manifest) and not s.is_run),
    Evidence(
        "a manifest in the outermost folder does",
        45,
        lambda _, s: s.is_of_root,
    ),
    Evidence("the README runs it", 45, lambda _, s: s.is_run),
    Evidence("it has the name of the project", 30, _Known.is_called_as_tree),
    Evidence("it has the name main", 10, lambda _, s: stem(s.path) == "main"),
    Evidence("it is the main of the outermost folder", 15, lambda _, s: s.path.startswith("main.")),
    Evidence("it uses other modules", 15, _Known.is_tied),
    Evidence(
        "it reaches nearly as much as any",
        10,
        lambda k, s: len(k.reached[s.path]) >= _NEARLY_ALL * max(map(len, k.reached.values())) > 0,
    ),
    Evidence(
        "others use the library of the project's name",
        15,
        lambda k, s: s.reason == _NAMESAKE and k.is_used(s),
    ),
    Evidence(
        "a program that uses the module with the name of the project",
        60,
        lambda k, s: not s.manifest
        and s.reason != _NAMESAKE
        and k.namesake in k.reached[s.path],
    ),
    Evidence(
        "a command, but examples of the README use a library",
        -60,
        lambda k, s: k.examples > 0 and (s.is_command or s.is_program_below),
    ),
    Evidence(
        "a library beside a command, without examples of its use",
        -40,
        lambda k, s: not (s.is_command or s.is_run) and k.has_command and not k.examples,
    ),
    Evidence(
        "a helper: others use it, and it uses none",
        -30,
        lambda k, s: not s.manifest and bool(k.using.get(s.path)) and not k.is_tied(s)
        and stem(s.path) not in k.titles,
    ),
    Evidence(
        "run by a README whose examples use a library",
        -100,
        lambda k, s: s.is_run and k.examples > 1,
    ),
    Evidence(
        "one of several packages side by side",
        -30,
        lambda k, s: "/" in s.manifest and k.packages > 1,
    ),
    Evidence("a script", -3, lambda _, s: s.reason.message == _SCRIPT),
    Evidence(
        "it lies beside the most used module",
        -25,
        lambda k, s: not s.manifest and k.is_beside(s),
    ),
)  # fmt: skip


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
    lines = _code_lines(codebase)
    language = max(lines, key=lambda name: (lines[name], name), default="")
    titles = titles_of(codebase)
    run = run_by_readme(codebase)
    declared = [entry for entry in entries if not entry.is_run]
    namesakes = _namesakes(codebase, titles, stands_for, language)
    namesakes = [start for start in namesakes if start.path not in {e.path for e in declared}]
    every = [*declared, *(run if len(run) == 1 else ()), *namesakes]
    candidates = [start for start in every if _may_start(codebase, lines, start)]
    known = _Known(
        codebase,
        titles,
        using,
        leads,
        max(using, key=lambda module: (len(using[module]), module), default=""),
        {start.path: reached_from(start.path, leads) for start in candidates},
        namesakes[0].path if namesakes else "",
        _shown_uses(codebase, language),
        any(start.is_command and start.is_of_root for start in candidates),
        len({start.manifest for start in candidates if "/" in start.manifest}),
    )
    first = _best(known, candidates)
    if first:
        begin = _public(codebase, ToRead(first.path, first.reason))
        passed = {first.path, stands_for.get(begin.path, begin.path)}
        read = (begin, *_most_used(codebase, using, lines, passed))
        return read, read
    programs = [
        ToRead(*start[:2])
        for start in candidates
        if (start.is_of_root or not start.manifest)
        and start not in namesakes
        and _weight(known, start) >= _LEAST_OF_PROGRAM
    ]
    shown = programs if len(programs) <= _MOST_PROGRAMS else []
    passed = {entry.path for entry in shown}
    used = _most_used(codebase, using, lines, passed, alone=True)
    return (), (*_readme(codebase), *shown, *used)


def _best(known: _Known, candidates: Sequence[Start]) -> Start | None:
    """Return the candidate with the most evidence, unless a second one has as much."""
    weights = {start: _weight(known, start) for start in candidates}
    ranked = sorted(weights, key=lambda start: (-weights[start], start.path))
    if not ranked or weights[ranked[0]] < _LEAST:
        return None
    others = [start for start in ranked[1:] if start.path != ranked[0].path]
    is_alone = not others or weights[others[0]] < weights[ranked[0]]
    return ranked[0] if is_alone else None


def _weight(known: _Known, start: Start) -> float:
    depth = min(_DEEPEST, start.path.count("/") + 2 * start.manifest.count("/"))
    weight = sum(row.weight for row in EVIDENCE if row.holds(known, start))
    return weight - depth + min(9, len(known.reached[start.path])) / 10


def _may_start(codebase: Codebase, lines: Counter[str], start: Start) -> bool:
    """Return whether a file is written in a main language, and says more than a version."""
    folder, _, name = start.manifest.rpartition("/")
    below = start.path.removeprefix(f"{folder}/")
    if name == "package.json" and not start.is_command and is_built(below):
        return False
    names = [definition.name for definition in codebase.graph.outlines.get(start.path, ())]
    imports = codebase.graph.imports.get(start.path, ())
    is_bare = names and all(name.startswith("__") for name in names)
    if is_bare and not any(entry.resolved for entry in imports):
        return False
    return _is_main(codebase, lines, start.path) and not (
        not start.manifest and start.reason != _NAMESAKE and is_header(start.path)
    )


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
        and _NO_LIBRARY.isdisjoint(path.lower().split("/"))
    }
    return [Start(path, _NAMESAKE) for path in paths] if len(paths) == 1 else []


def _readme(codebase: Codebase) -> Iterator[ToRead]:
    root = codebase.folders.get("")
    readme = codebase.light.get(root.readme or "") if root else None
    if readme and readme.facts.purpose[0]:
        words = codebase.graph.descriptions.get("")
        is_shown = words is not None and words.path == readme.path
        by_name = Phrase("its name is {name}", name=readme.name)
        yield ToRead(readme.path, _SAYS_WHAT if is_shown else by_name)


def _most_used(
    codebase: Codebase,
    using: Mapping[str, Collection[str]],
    lines: Counter[str],
    passed: Collection[str],
    *,
    alone: bool = False,
) -> Iterator[ToRead]:
    """Yield the modules that most others use, one before those that it uses.

    :param passed: modules that are left out.
    :param alone: whether a single module with fewer users counts, too.
    """
    ranked = sorted(using, key=lambda path: (-len(using[path]), path))
    ranked = [path for path in ranked if path not in passed and _is_main(codebase, lines, path)]
    central = [path for path in ranked if len(using[path]) >= LEAST_USERS][: _MOST_TO_READ - 1]
    if alone and not (central or passed):
        most = [path for path in ranked if len(using[path]) == len(using[ranked[0]]) > 0]
        central = most if len(most) == 1 else []
    weights = {(user, path): 1 for path in central for user in using[path] if user in central}
    for path in ordered(central, weights):
        files = used_by(codebase.graph, path)
        yield ToRead(path, Phrase.counted("used by {count} file", "used by {count} files", files))


def _is_main(codebase: Codebase, lines: Counter[str], path: str) -> bool:
    most = max(lines.values(), default=0)
    return lines[codebase.light[path].language or ""] >= most * _SMALL


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


def _public(codebase: Codebase, begin: ToRead) -> ToRead:
    """Return the header of a library with the project's name instead of its implementation."""
    header = codebase.graph.twins.get(begin.path, "")
    is_library = begin.reason == _NAMESAKE and is_header(header)
    return begin._replace(path=header) if is_library else begin


def _code_lines(codebase: Codebase) -> Counter[str]:
    """Return how many lines of own code each programming language has."""
    lines: Counter[str] = Counter()
    known = {file.language for file in codebase.light.values() if file.facts.kinds} | _OF_BUILDS
    for file in codebase.light.values():
        is_own = is_own_code(file) or (file.language not in known and not file.roles)
        if file.language and file.language_type == "programming" and is_own:
            lines[file.language] += file.facts.lines.code
    return lines


def run_by_readme(codebase: Codebase) -> list[Start]:
    """Return the programs that lines of a shell in the README run.

    Example: ``main.py`` for ``python main.py``, and ``cmd/shop/cli.go`` for
    ``go install example.com/shop/cmd/shop``.
    """
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    if readme is None:
        return []
    words = [word for shown in readme.facts.shown for word in shown.run]
    paths = dict.fromkeys(path for word in words if (path := _program_of(codebase, word)))
    reason = Phrase("{path} shows how it is run", path=readme.path)
    own = (file for path in paths if not (file := codebase.light[path]).vendored)
    return [Start(file.path, reason) for file in own if {role.name for role in file.roles} <= _OWN]


def _program_of(codebase: Codebase, word: str) -> str | None:
    """Return the program that a word of a command names, by its path or its folder."""
    path = posixpath.normpath(word)
    if file := codebase.light.get(path):
        imports = codebase.graph.imports.get(path, ())
        is_main = bool(file.roles) or any(entry.resolved for entry in imports)
        return path if is_main and not codebase.graph.imported_by.get(path) else None
    parts = path.split("/")
    folders = ("/".join(parts[at:]) for at in range(len(parts)))
    folder = next((codebase.folders[path] for path in folders if path in codebase.folders), None)
    files = [codebase.light[path] for path in folder.files] if folder else []
    programs = [file.path for file in files if any(role.name in _OWN for role in file.roles)]
    return programs[0] if len(programs) == 1 else None


def _shown_uses(codebase: Codebase, language: str) -> int:
    """Return how many examples of the README use own code: its names, or the project's own."""
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    if readme is None or language == "bash":
        return 0
    title = plain(codebase.title)

    def is_used(name: str, languages: Iterable[str]) -> bool:
        return (plain(name) == title and language in languages) or any(
            row.kind in _BEGINNINGS
            and row.qualified == row.name
            and codebase.light[row.path].language == language
            and is_own_code(codebase.light[row.path])
            for row in codebase.graph.definitions.get(name, ())
        )

    return sum(
        any(is_used(name, example.languages) for name in example.names)
        for example in readme.facts.shown
        if not example.languages or language in example.languages
    )


def titles_of(codebase: Codebase) -> AbstractSet[str]:
    """Return the name of the project, and that without its language."""
    words = codebase.title.lower().replace("-", " ").replace(".", " ").split()
    shorter = words[1:] if words[:1] and words[0] in _FOR else []
    if words[-1:] and words[-1] in _FOR:
        shorter = words[:-1]
    return {plain(codebase.title), plain("".join(shorter))} - {""}


def is_own_code(file: File) -> bool:
    """Return whether a file is a part of the program."""
    return is_code(file) and {role.name for role in file.roles} <= _OWN


def plain(name: str) -> str:
    """Return a name in small letters without marks between its words."""
    return _MARKS.sub("", name).lower()


def stem(path: str) -> str:
    """Return the name of a file up to the first dot, as :func:`plain`."""
    return plain(path.rpartition("/")[2].partition(".")[0])


def _top(path: str) -> str:
    return path.partition("/")[0] if "/" in path else ""
