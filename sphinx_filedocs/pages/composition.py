"""What a tree is made of: what most of it rests on, what a folder offers to the others, where to
begin to read, and the order in which folders are shown beside one another."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.files import File, folders_above
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import WRAPPERS, Definition
from sphinx_filedocs.phrases import Phrase

#: Roles of files that are no part of what the program does.
_BESIDE = frozenset({"configuration", "build", "ci", "documentation"})
#: What a file of own code may be besides.
_OWN = frozenset({"entry point"})
#: A language of which there is less than this part of what there is of the main one is for what
#: stands beside the program.
_SMALL = 1 / 5
_NEARLY_ALL = 9 / 10
#: What such a part of the modules uses is the core or the base of a folder with so many at least.
_CORE = 1 / 5
_LEAST_MODULES = 10
_MOST_CORE = 20
_MOST_NAMES = 10
#: So many names are looked at for these; several may belong to one class.
_CANDIDATES = 60
_LEAST_TO_READ, _MOST_TO_READ = 2, 7
#: So many others use a file that much depends on: where there are fewer, a single use that leads to
#: the wrong one of two definitions makes it one.
LEAST_USERS = 3
#: What so many files of tests use is what they test.
_TESTED = 2
#: What such a part of the tests of the most tested file uses is tested much.
_MUCH = 1 / 3
#: The name of a file of test doubles, or of what tests are derived from.
_DOUBLE = re.compile(
    r"(?i:\A|_|-)(?:mock|fake|stub|dummy|fixtures?)|Mock|Fake|Stub|Dummy|TestCase|test_?case"
)

#: The files that use each file, with the qualified names that they use.
Users = Mapping[str, Mapping[str, frozenset[str]]]


class Core(NamedTuple):
    """What at least a fifth of the modules below a folder uses.

    :param modules: how many there are that use one another.
    :param rows: a file of each module of the core, and how many others use it.
    :param more: how many there are beside these.
    """

    modules: int
    rows: tuple[tuple[str, int], ...]
    more: int = 0


class Offer(NamedTuple):
    """An outermost definition of a folder and how many files outside of the folder use it, or what
    is in it."""

    definition: Definition
    files: int


class ToRead(NamedTuple):
    """A file that a newcomer should read, and why."""

    path: str
    reason: Phrase


def is_code(file: File) -> bool:
    """Return whether a file defines something of the program."""
    kinds = {kind for kind, _ in file.facts.kinds} - {"heading"}
    return bool(kinds) and _BESIDE.isdisjoint(role.name for role in file.roles)


def modules(codebase: Codebase) -> Mapping[str, str]:
    """Return the file that stands for both, of each header and implementation that are a pair."""
    twins = codebase.graph.twins
    return {path: min(path, twin) for path, twin in twins.items() if twins.get(twin) == path}


def cores(codebase: Codebase, users: Users) -> Mapping[str, Core]:
    """Return the core of each folder that has one.

    :param users: of own files, own files only.
    """
    stands_for = modules(codebase)
    pairs = {
        (stands_for.get(user, user), stands_for.get(path, path))
        for path, using in users.items()
        for user in using
        if is_code(codebase.light[path]) and is_code(codebase.light[user])
    }
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    members: defaultdict[str, set[str]] = defaultdict(set)
    for user, path in pairs:
        if user != path:
            for folder in _common(user, path):
                counts[folder][path] += 1
                members[folder].update((user, path))
    found = {folder: _core(len(members[folder]), rows) for folder, rows in counts.items()}
    # A folder that only holds another one has nothing to say of itself.
    return {
        folder: core
        for folder, core in found.items()
        if core.rows
        and not (folder and any(found.get(s) == core for s in codebase.folders[folder].folders))
    }


def _core(number: int, counts: Counter[str]) -> Core:
    if number < _LEAST_MODULES:
        return Core(number, ())
    rows = [row for row in counts.items() if row[1] >= number * _CORE]
    rows.sort(key=lambda row: (-row[1], row[0]))
    return Core(number, tuple(rows[:_MOST_CORE]), len(rows[_MOST_CORE:]))


def _common(one: str, other: str) -> Iterator[str]:
    """Yield the folders that hold both of two files, the nearest first."""
    above = {*folders_above(other)}
    return (folder for folder in folders_above(one) if folder in above)


def offers(codebase: Codebase, aside: AbstractSet[str]) -> Mapping[str, tuple[Offer, ...]]:
    """Return what files outside of each folder use of it: the names that most own files use first.

    :param aside: the files that are not the project's own code, which offer nothing.
    """
    counts: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    stands_for = modules(codebase)
    # An own file counts more than all that are none.
    own = len(codebase.light) + 1
    for path, using in codebase.graph.users.items():
        if path in aside or not is_code(codebase.light[path]):
            continue
        for user, names in using.items():
            if user in stands_for and stands_for[user] == stands_for.get(path):
                continue
            weight = 1 if user in aside else own
            for folder in folders_above(path):
                if not folder or user.startswith(f"{folder}/"):
                    break
                counts[folder].update(dict.fromkeys(((path, name) for name in names), weight))
    found = {folder: _outermost(codebase, folder, rows) for folder, rows in counts.items()}
    return {
        folder: offered
        for folder, offered in found.items()
        if offered and not any(found.get(s) == offered for s in codebase.folders[folder].folders)
    }


def _outermost(
    codebase: Codebase, folder: str, counts: Counter[tuple[str, str]]
) -> tuple[Offer, ...]:
    """Return the definitions that the most used names belong to."""
    ranked = sorted(counts, key=lambda one: (-counts[one], one))[:_CANDIDATES]
    found: dict[Definition, int] = {}
    for path, qualified in ranked:
        definition = _owner(codebase.graph.outlines.get(path, ()), qualified)
        if definition is None or definition in found:
            continue
        inside = f"{definition.qualified}."
        found[definition] = sum(
            not user.startswith(f"{folder}/")
            and any(n == definition.qualified or n.startswith(inside) for n in names)
            for user, names in codebase.graph.users[path].items()
        )
        if len(found) == _MOST_NAMES:
            break
    return tuple(Offer(*row) for row in found.items())


def _owner(symbols: Iterable[Definition], qualified: str) -> Definition | None:
    """Return the outermost definition that a qualified name is in, or that it is; a namespace is
    none."""
    known: dict[str, Definition] = {}
    for symbol in symbols:
        if symbol.kind != "heading":
            known.setdefault(symbol.qualified, symbol)
    parts = qualified.split(".")
    for end in range(1, len(parts) + 1):
        one = known.get(".".join(parts[:end]))
        if one and one.kind not in WRAPPERS:
            return one
    return None


class Start(NamedTuple):
    """A file where a program or library starts.

    :param by_itself: whether nothing but its own text says so, as it does of many a script.
    """

    path: str
    reason: Phrase
    by_itself: bool


def reading_order(
    codebase: Codebase,
    users: Users,
    entries: Iterable[Start],
) -> tuple[ToRead, ...]:
    """Return the files that a newcomer should read, in that order: where the program starts, or
    else what most tests or others use; then what most others use, a file before those that it uses.

    :param users: of own files, own files only.
    :param entries: the entry points of the program.
    """
    stands_for = modules(codebase)
    using: defaultdict[str, set[str]] = defaultdict(set)
    for path, found in users.items():
        if is_code(codebase.light[path]):
            using[stands_for.get(path, path)].update(stands_for.get(user, user) for user in found)
    for path, members in using.items():
        members.discard(path)
    starts = [one._replace(path=stands_for.get(one.path, one.path)) for one in entries]
    lines = _code_lines(codebase)
    main = max(lines, key=lambda language: (lines[language], language), default="")
    linked = {path for module, members in using.items() for path in (module, *members)}
    if main and not any(codebase.light[path].language == main for path in linked):
        # Of most of the tree it is not known what uses what.
        return _declared(codebase, starts, main)
    starts = [
        row
        for row in starts
        if lines[codebase.light[row.path].language or ""] >= lines[main] * _SMALL
    ]
    first = _beginning(codebase, using, starts) or _most_tested(codebase, using)
    ranked = sorted(using, key=lambda path: (-len(using[path]), path))
    central = [
        path
        for path in ranked
        if len(using[path]) >= LEAST_USERS and (not first or path != first[0])
    ]
    central = [path for path in central if first and path != first[0]][: _MOST_TO_READ - 1]
    if first is None or len(central) < _LEAST_TO_READ - 1:
        return ()
    weights = {(user, path): 1 for path in central for user in using[path] if user in central}
    rows = (ToRead(path, _used_by(using[path])) for path in ordered(central, weights))
    return (ToRead(*first), *rows)


def _code_lines(codebase: Codebase) -> Counter[str]:
    """Return how many lines of own code are in each language."""
    lines: Counter[str] = Counter()
    for file in codebase.light.values():
        if file.language and is_code(file) and {role.name for role in file.roles} <= _OWN:
            lines[file.language] += file.facts.lines.code
    return lines


def _declared(codebase: Codebase, entries: Iterable[Start], language: str) -> tuple[ToRead, ...]:
    """Return the one file of a language, if it is one, with which the whole tree begins."""
    found = [
        (path, reason)
        for path, reason, _by_itself in entries
        if codebase.light[path].language == language and _is_namesake(codebase, path)
    ]
    return (ToRead(*found[0]),) if len(found) == 1 else ()


def _is_namesake(codebase: Codebase, path: str) -> bool:
    """Return whether a file, or a folder above it, is called as the tree: a name may go on in other
    words, but not in the same one."""
    title = codebase.title.lower()
    *folders, name = path.lower().split("/")
    rest = name.removeprefix(title)
    return title in folders or (rest != name and not rest[:1].isalnum())


def imports_own(codebase: Codebase, path: str) -> bool:
    """Return whether a file imports another one of the tree."""
    return any(one.resolved for one in codebase.graph.imports.get(path, ()))


def _beginning(
    codebase: Codebase,
    using: Mapping[str, Collection[str]],
    entries: Iterable[Start],
) -> tuple[str, Phrase] | None:
    """Return the entry point of a program: of several one that is named from outside, that lies
    highest, that is called as the program, and from which most is reached. What uses nothing of a
    tree may be a script beside it.

    :param using: the modules that use each.
    :param entries: each with the path of its module.
    """
    uses: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(using):
        for user in using[path]:
            uses[user].append(path)
    leads = {path: uses.get(path, []) for path in {*using, *uses}}
    core = max(using, key=lambda one: (len(using[one]), one), default="")

    def is_tied(path: str) -> bool:
        return path in uses or imports_own(codebase, path)

    def is_near_core(path: str) -> bool:
        folder, has_folder, _ = path.partition("/")
        is_there = not has_folder or core.startswith(f"{folder}/")
        return is_there and codebase.light[path].language == codebase.light[core].language

    def is_beside(row: Start) -> bool:
        # What begins elsewhere by its own word, in one file, is a tool or an example of a library.
        folder = row.path.rpartition("/")[0]
        is_above_core = not folder or core.startswith(f"{folder}/")
        is_one = all(other.rpartition("/")[0] != folder for other in leads.get(row.path, ()))
        is_named = _is_namesake(codebase, row.path)
        return row.by_itself and is_one and not is_above_core and not is_named

    def rank(row: Start) -> tuple[bool, bool, int, bool]:
        path, _reason, by_itself = row
        return (not is_tied(path), by_itself, path.count("/"), not _is_namesake(codebase, path))

    entries = [row for row in entries if not core or is_tied(row.path) or is_near_core(row.path)]
    if any(len(codebase.graph.tests.get(path, ())) > 1 for path in using):
        entries = [row for row in entries if not is_beside(row)]
    first = min(map(rank, entries), default=None)
    found = [row for row in entries if rank(row) == first]
    reached = {row.path: len(_reached(row.path, leads)) for row in found if row.path in leads}
    # Programs of one code base reach nearly the same: of these that one which uses most itself.
    least = max(reached.values(), default=0) * _NEARLY_ALL
    found = [row for row in found if reached.get(row.path, 0) >= least]
    best = min(found, key=lambda row: (-len(leads.get(row.path, ())), row.path), default=None)
    return best and (best.path, best.reason)


def _used_by(users: Collection[str]) -> Phrase:
    return Phrase.counted("used by {count} module", "used by {count} modules", len(users))


def _most_tested(
    codebase: Codebase, using: Mapping[str, Collection[str]]
) -> tuple[str, Phrase] | None:
    """Return where a library begins: of the files that tests use much, but for what stands in for
    something, the one that is called as the tree, else the one from which most is reached. What
    all others are built on is used by most tests, and is no beginning.

    :param using: the modules that use each.
    """
    counts = {
        path: len(codebase.graph.tests.get(path, ()))
        for path in using
        if not _DOUBLE.search(path.rpartition("/")[2])
    }
    least = max(_TESTED, max(counts.values(), default=0) * _MUCH)
    title = codebase.title.lower()
    leads: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(using):
        for user in using[path]:
            leads[user].append(path)

    def rank(path: str) -> tuple[bool, int, int, str]:
        stem = path.lower().rpartition("/")[2].partition(".")[0]
        return (stem != title, -len(_reached(path, leads)), -counts[path], path)

    tested = (path for path, count in counts.items() if count >= least)
    path = min(tested, key=rank, default="")
    if not path:
        return None
    reason = Phrase.counted(
        "used by {count} file of tests", "used by {count} files of tests", counts[path]
    )
    return path, reason


def ordered(nodes: Collection[str], weights: Mapping[tuple[str, str], int]) -> list[str]:
    """Return nodes so that most weight leads from earlier ones to later ones: what leads back is
    part of a circle.

    The groups that lead to one another in circles follow one another as they lead; in a group the
    node goes first that leads to the others by most more than they lead to it.
    """
    leads: dict[str, list[str]] = {node: [] for node in nodes}
    for (source, target), weight in weights.items():
        if source != target and weight and source in leads and target in leads:
            leads[source].append(target)
    reached = {node: _reached(node, leads) | {node} for node in leads}
    groups: dict[frozenset[str], list[str]] = defaultdict(list)
    for node in sorted(leads):
        mutual = {other for other in reached[node] if node in reached[other]}
        groups[frozenset(mutual)].append(node)
    # Whoever is led to reaches less than who leads there.
    ranked = sorted(groups.values(), key=lambda group: (-len(reached[group[0]]), group))
    return [node for group in ranked for node in _in_circle(group, weights)]


def _reached(node: str, leads: Mapping[str, Sequence[str]]) -> set[str]:
    seen: set[str] = set()
    pending = [node]
    while pending:
        for other in leads.get(pending.pop(), ()):
            if other not in seen:
                seen.add(other)
                pending.append(other)
    return seen


def _in_circle(group: Sequence[str], weights: Mapping[tuple[str, str], int]) -> Iterator[str]:
    left = list(group)
    while left:
        best = max(
            left,
            key=lambda one: sum(
                weights.get((one, other), 0) - weights.get((other, one), 0) for other in left
            ),
        )
        left.remove(best)
        yield best
