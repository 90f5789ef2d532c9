"""Groups of the modules of a flat folder, by use.

They are the communities of the graph of uses (Blondel, Guillaume, Lambiotte, Lefebvre, "Fast
unfolding of communities in large networks", 2008), the best division by modularity of some with
fixed seeds. What most modules use is taken out before: it belongs to all of them. A group is kept
where one of its modules hangs together with many of the others.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log2
from typing import Literal, NamedTuple, Protocol

_SEEDS = 20
#: What such a part of the modules uses is the core.
_CORE = 1 / 5
#: A group has so many members at least, and one of them that such a part of the others uses or is
#: used by.
_LEAST_MEMBERS, _STRONG = 3, 1 / 3
_MOST_GROUPS = 10
#: So many modules are grouped at most.
_MOST_MODULES = 2000
#: A group has a prefix where such a part of it has that.
_PREFIXED, _LEAST_PREFIX = 0.6, 2
_WORD_END = re.compile(r"[_\-.]|(?<=[a-z0-9])(?=[A-Z])")


class ModuleGroup(NamedTuple):
    """Some modules of a folder.

    :param prefix: that the names of most of them, and of no other group, begin with, else ``""``.
    """

    kind: Literal["group", "core", "others"]
    members: tuple[str, ...]
    prefix: str = ""


class UsedNames(Protocol):
    """UsedNames that a file uses of another one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The qualified names."""


def grouped(
    members: Sequence[str], pairs: Mapping[tuple[str, str], Sequence[UsedNames]]
) -> list[ModuleGroup]:
    """Return the groups of modules, the largest first, the core and what is in none last.

    :param members: paths, in order.
    :param pairs: the names that modules use of others, of these and of further ones.
    """
    known = frozenset(members)
    inside = {ends: rows for ends, rows in pairs.items() if known.issuperset(ends)}
    users = Counter(used for _, used in inside)
    linked = {path for ends in inside for path in ends}
    core = {path for path, count in users.items() if count >= len(linked) * _CORE}
    weights = _weights(inside, core)
    communities = [] if len(members) > _MOST_MODULES else _communities(members, weights)
    strong = [group for group in communities if _is_strong(group, weights)]
    strong.sort(key=lambda group: (-len(group), group))
    prefixes = [prefix(group) for group in strong[:_MOST_GROUPS]]
    groups = [
        # What two groups have in common tells neither from the other.
        ModuleGroup("group", tuple(group), shared if prefixes.count(shared) == 1 else "")
        for group, shared in zip(strong, prefixes, strict=False)
    ]
    placed = core.union(*(group.members for group in groups))
    rest = tuple(path for path in members if path not in placed)
    if core:
        groups.append(ModuleGroup("core", tuple(sorted(core))))
    return [*groups, ModuleGroup("others", rest)] if rest else groups


def _weights(
    pairs: Mapping[tuple[str, str], Sequence[UsedNames]], core: set[str]
) -> Mapping[tuple[str, str], float]:
    """Return how much each two modules hang together: a name says the less the more use it."""
    times: Counter[tuple[str, str]] = Counter()
    for (_, used), rows in pairs.items():
        times.update({(used, name) for row in rows for name in row.names})
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for (user, used), rows in sorted(pairs.items()):
        if user in core or used in core:
            continue
        ends = min(user, used), max(user, used)
        for name in sorted({name for row in rows for name in row.names}):
            weights[ends] += 1 / log2(1 + times[used, name])
    return weights


def _communities(
    members: Sequence[str], weights: Mapping[tuple[str, str], float]
) -> list[list[str]]:
    if not weights:
        return []
    # It takes a fifth of a second to be loaded, which trees without such folders need not wait for.
    from networkx import Graph  # noqa: PLC0415
    from networkx.algorithms.community import louvain_communities, modularity  # noqa: PLC0415

    # Numbers: the order of texts in a set is another one in every process.
    number = {path: at for at, path in enumerate(members)}
    graph: Graph[int] = Graph()
    graph.add_weighted_edges_from(
        (number[path], number[other], weight) for (path, other), weight in sorted(weights.items())
    )
    best: list[list[int]] = []
    most = -1.0
    for seed in range(_SEEDS):
        communities = louvain_communities(graph, seed=seed)
        value = modularity(graph, communities)
        if value > most + 1e-9:
            most, best = value, [sorted(community) for community in communities]
    return [[members[at] for at in community] for community in best]


def _is_strong(group: Sequence[str], weights: Mapping[tuple[str, str], float]) -> bool:
    if len(group) < _LEAST_MEMBERS:
        return False
    known, degrees = frozenset(group), Counter[str]()
    for ends in weights:
        if known.issuperset(ends):
            degrees.update(ends)
    return max(degrees.values(), default=0) >= (len(group) - 1) * _STRONG


def prefix(group: Sequence[str]) -> str:
    """Return whole words that the names of most of a group's modules begin with, else ``""``."""
    stems = [path.rpartition("/")[2].partition(".")[0] for path in group]
    least = max(_LEAST_MEMBERS, len(stems) * _PREFIXED)
    counts: Counter[str] = Counter()
    for stem in stems:
        matches = _WORD_END.finditer(stem)
        ends = {end for match in matches for end in match.span()} | {len(stem)}
        counts.update({stem[:end] for end in ends if end >= _LEAST_PREFIX})
    shared = [candidate for candidate, count in counts.items() if count >= least]
    return max(shared, key=lambda candidate: (len(candidate), candidate), default="")
