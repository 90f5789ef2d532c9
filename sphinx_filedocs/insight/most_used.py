"""The most used definitions of a tree and of its folders, and the order of dependencies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.files import File, folders_above
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.links import MEMBER_MARK
from sphinx_filedocs.model.reachability import reachable
from sphinx_filedocs.model.symbols import WRAPPERS, Definition

#: Roles of files that are no part of what the program does.
_BESIDE = frozenset({"configuration", "build", "ci", "documentation"})
_MOST_NAMES = 10
#: So many names are looked at for these; several may belong to one class.
_CANDIDATES = 60
#: So many others use a file that much depends on: where there are fewer, a single use that leads to
#: the wrong one of two definitions makes it one.
LEAST_USERS = 3


class Offer(NamedTuple):
    """An outermost definition of a folder, and the number of files outside that use it."""

    definition: Definition
    files: int


def is_code(file: File) -> bool:
    """Return whether a file defines a part of the program."""
    kinds = {kind for kind, _ in file.facts.kinds} - {"heading"}
    return bool(kinds) and _BESIDE.isdisjoint(role.name for role in file.roles)


def used_by(graph: Graph, path: str) -> int:
    """Return the number of files that use a file, as :meth:`Uses.gives` names them."""
    return len(graph.users.get(path, ()))


def modules(codebase: Codebase) -> Mapping[str, str]:
    """Return the file that stands for both, of each header and implementation that are a pair."""
    twins = codebase.graph.twins
    return {path: min(path, twin) for path, twin in twins.items() if twins.get(twin) == path}


def offers(codebase: Codebase, aside: AbstractSet[str]) -> Mapping[str, tuple[Offer, ...]]:
    """Return the definitions of each folder that files outside use, the most used first.

    :param aside: files without own code, which offer nothing.
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
    offers_by_folder = {
        folder: _outermost(codebase, folder, rows) for folder, rows in counts.items()
    }
    return {
        folder: offered
        for folder, offered in offers_by_folder.items()
        if offered
        and not any(offers_by_folder.get(s) == offered for s in codebase.folders[folder].folders)
    }


def _outermost(
    codebase: Codebase,
    folder: str,
    counts: Counter[tuple[str, str]],
) -> tuple[Offer, ...]:
    ranked = sorted(counts, key=lambda name: (-counts[name], name))[:_CANDIDATES]
    users_by_definition: dict[Definition, set[str]] = {}
    for path, qualified in ranked:
        definition = _owner(codebase.graph.outlines.get(path, ()), qualified)
        if definition is None or definition in users_by_definition:
            continue
        if len(users_by_definition) == _MOST_NAMES:
            break
        inside = f"{definition.qualified}."
        users_by_definition[definition] = {
            user
            for user, names in codebase.graph.users[path].items()
            if not user.startswith(f"{folder}/")
            and any(n == definition.qualified or n.startswith(inside) for n in names)
        }
    rows = ((definition, len(users)) for definition, users in users_by_definition.items())
    by_users = sorted(rows, key=lambda row: (-row[1], row[0].qualified, row[0].path))
    return tuple(Offer(*row) for row in by_users)


def _owner(symbols: Iterable[Definition], qualified: str) -> Definition | None:
    """Return the outermost definition of a qualified name, namespaces left aside."""
    known: dict[str, Definition] = {}
    for symbol in symbols:
        if symbol.kind != "heading":
            known.setdefault(symbol.qualified, symbol)
    parts = qualified.split(".")
    for end in range(1, len(parts) + 1):
        definition = known.get(".".join(parts[:end]))
        if definition and definition.kind not in WRAPPERS:
            return definition
    return None


def ordered(nodes: Collection[str], weights: Mapping[tuple[str, str], int]) -> list[str]:
    """Sort nodes so that most weight leads to later ones; the rest is part of a cycle.

    Groups of nodes in a cycle stay together; in a group, the largest surplus of outgoing weight
    comes first.
    """
    leads: dict[str, list[str]] = {node: [] for node in nodes}
    for (source, target), weight in weights.items():
        if source != target and weight and source in leads and target in leads:
            leads[source].append(target)
    reached = {node: reached_from(node, leads) | {node} for node in leads}
    groups: dict[frozenset[str], list[str]] = defaultdict(list)
    for node in sorted(leads):
        mutual = {other for other in reached[node] if node in reached[other]}
        groups[frozenset(mutual)].append(node)
    # Whoever is led to reaches less than who leads there.
    ranked = sorted(groups.values(), key=lambda group: (-len(reached[group[0]]), group))
    return [node for group in ranked for node in _in_circle(group, weights)]


def reached_from(node: str, leads: Mapping[str, Sequence[str]]) -> set[str]:
    """Return everything that a node leads to, directly or not."""
    return reachable(leads.get(node, ()), lambda reached: leads.get(reached, ()))


def _in_circle(group: Sequence[str], weights: Mapping[tuple[str, str], int]) -> Iterator[str]:
    left = list(group)
    while left:
        best = max(
            left,
            key=lambda node: sum(
                weights.get((node, other), 0) - weights.get((other, node), 0) for other in left
            ),
        )
        left.remove(best)
        yield best


#: The files that use each file, with the qualified names that they use.
Users = Mapping[str, Mapping[str, frozenset[str]]]

_KEY_SYMBOLS = 20
#: So many files, or that part of those that use a definition, may use it beside these.
_FEW, _PART = 1, 0.1


def key_symbols(
    codebase: Codebase,
    users: Users,
    used_names: Mapping[str, Counter[str]],
    aside: AbstractSet[str],
) -> tuple[tuple[Definition, int], ...]:
    """Return the definitions that most files use, with the number of files.

    Private names are left out, and names with many unresolved uses.

    :param users: the users of each file, with the names that they use.
    :param used_names: the number of users of each qualified name, by file.
    :param aside: files that are not counted.
    """
    rows = sorted(
        (-count, path, name)
        for path, names in used_names.items()
        for name, count in names.items()
        if count > 1 and not _is_private(name)
    )
    unsure = _unsure(codebase, {name for _, _, name in rows}, aside)
    counts: dict[Definition, int] = {}
    for negative, path, qualified in rows:
        symbols = codebase.graph.outlines.get(path, ())
        definition = next((symbol for symbol in symbols if symbol.qualified == qualified), None)
        others = [
            user
            for user in unsure[_as_used(qualified)]
            if user != path and qualified not in users[path].get(user, ())
        ]
        if definition and len(others) <= max(_FEW, -negative * _PART):
            counts[definition] = -negative
            if len(counts) == _KEY_SYMBOLS:
                break
    return tuple(counts.items())


def _unsure(
    codebase: Codebase, names: Iterable[str], aside: AbstractSet[str]
) -> Mapping[str, set[str]]:
    """Return, by each name, the files with uses of it that may mean several definitions."""
    files: defaultdict[str, set[str]] = defaultdict(set)
    wanted = {*map(_as_used, names)}
    for path, unsure in codebase.graph.unsure.items():
        if path not in aside:
            for name in wanted.intersection(unsure):
                files[name].add(path)
    return files


def _as_used(qualified: str) -> str:
    """Return a name as a file uses it, with a mark before that of a member."""
    owner, _, name = qualified.replace("::", ".").rpartition(".")
    return MEMBER_MARK + name if owner else name


def _is_private(qualified: str) -> bool:
    return any(
        name.startswith("_") and not name.endswith("__") and name.strip("_")
        for name in qualified.split(".")
    )
