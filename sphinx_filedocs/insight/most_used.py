"""The most used definitions of a tree and of its folders, and the order of dependencies."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.files import File, folders_above
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.holders import is_elses, own_words
from sphinx_filedocs.model.links import MEMBER_MARK
from sphinx_filedocs.model.reachability import reachable
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, SymbolKind

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
#: Beside so many that are for others, those that are not need not be named.
_ENOUGH = 5
#: So many files, or that part of those that use a definition, may use it beside these.
_FEW, _PART = 1, 0.1
#: Members that may have one name, in a language that keeps the two apart.
_NAMESAKES: frozenset[SymbolKind] = frozenset({"field", "method"})
#: How a declaration of C begins; a function of Rust that others call has a string behind the word.
_DECLARED = re.compile(r'extern\b(?!\s*")')
#: The languages whose constructors have the name of their type, and what they are called in others.
_NAMED_AS_TYPE = frozenset({"java", "c_sharp", "cpp", "cuda", "dart"})
_CONSTRUCTORS: Mapping[str, frozenset[str]] = {
    "python": frozenset({"__init__", "__new__"}),
    "javascript": frozenset({"constructor"}),
    "typescript": frozenset({"constructor", "new()"}),
    "tsx": frozenset({"constructor", "new()"}),
    "kotlin": frozenset({"constructor"}),
    "php": frozenset({"__construct"}),
    "ruby": frozenset({"initialize"}),
    "swift": frozenset({"init"}),
}


def key_symbols(
    codebase: Codebase,
    users: Users,
    used_names: Mapping[str, Counter[str]],
    aside: AbstractSet[str],
) -> tuple[tuple[Definition, int], ...]:
    """Return the definitions that most files use, with the number of files.

    Left out are members that share the name of a field, declarations, constructors, names with many
    unresolved uses, code of others, and copies; private names too if there are enough others.

    :param users: the users of each file, with the names that they use.
    :param used_names: the number of users of each qualified name, by file.
    :param aside: files that are not counted.
    """
    behind = not_leading(codebase.light, aside)
    rows = sorted(
        (-count, path, name)
        for path, names in used_names.items()
        if path not in behind
        for name, count in names.items()
        if count > 1
    )
    written = {name for _, path, name in rows if not is_compiled_declaration(path)}
    rows = [row for row in rows if not (is_compiled_declaration(row[1]) and row[2] in written)]
    doubts = _Doubts(codebase, users, {name for _, _, name in rows}, aside)
    counts: dict[Definition, int] = {}
    offered: set[Definition] = set()
    for negative, path, qualified in rows:
        if len(offered) == _KEY_SYMBOLS:
            break
        symbols = codebase.graph.outlines.get(path, ())
        definition = next((symbol for symbol in symbols if symbol.qualified == qualified), None)
        if (
            definition
            and _is_unambiguous(codebase, definition)
            and not doubts.concern(definition, -negative)
        ):
            counts[definition] = -negative
            if not is_hidden(definition):
                offered.add(definition)
    shown = counts.keys() & offered if len(offered) >= _ENOUGH else counts
    return tuple((part, count) for part, count in counts.items() if part in shown)[:_KEY_SYMBOLS]


def _is_unambiguous(codebase: Codebase, definition: Definition) -> bool:
    return not (
        _DECLARED.match(definition.signature)
        or may_be_a_parameter(definition)
        or _is_constructor(codebase, definition)
        or _has_used_namesake(codebase, definition)
    )


class _Doubts:
    """Files that may use a definition without a link to it.

    :param users: the users of each file, with the names that they use.
    :param names: qualified names of definitions.
    :param aside: files that are not counted.
    """

    def __init__(
        self, codebase: Codebase, users: Users, names: Iterable[str], aside: AbstractSet[str]
    ) -> None:
        self._codebase, self._users = codebase, users
        #: By each name, the files with uses of it that may mean several definitions.
        self._files: defaultdict[str, set[str]] = defaultdict(set)
        wanted = {mark + _last_part(name) for name in names for mark in ("", MEMBER_MARK)}
        for path, unsure in codebase.graph.unsure.items():
            if path not in aside:
                for name in wanted.intersection(unsure):
                    self._files[name].add(path)
        #: By each language, those of the files that use files in it.
        self._languages: defaultdict[str, set[str]] = defaultdict(set)
        for path, using in users.items():
            self._languages[self._language(path)].update(map(self._language, (path, *using)))

    def concern(self, definition: Definition, count: int) -> bool:
        """Return whether too many files may use a definition without a link.

        :param count: the number of files with links.
        """
        users = self._users[definition.path]
        mark = MEMBER_MARK if self._is_member(definition) else ""
        languages = self._languages[self._language(definition.path)]
        others = [
            path
            for path in self._files[mark + _last_part(definition.qualified)]
            if path != definition.path
            and definition.qualified not in users.get(path, ())
            and self._language(path) in languages
        ]
        return len(others) > max(_FEW, count * _PART)

    def _is_member(self, definition: Definition) -> bool:
        owner = definition.qualified.rpartition(".")[0]
        if not owner or definition.kind == "method":
            return bool(owner)
        outline = self._codebase.graph.outlines.get(definition.path, ())
        return not any(row.qualified == owner and row.kind == "namespace" for row in outline)

    def _language(self, path: str) -> str:
        return self._codebase.light[path].language or ""


def _last_part(qualified: str) -> str:
    return qualified.replace("::", ".").rpartition(".")[2]


def _has_used_namesake(codebase: Codebase, definition: Definition) -> bool:
    """Return whether files use a field with the name of a method. Example: getters in Rust."""
    graph = codebase.graph
    return any(
        (row.path, row.qualified) == (definition.path, definition.qualified)
        and {row.kind, definition.kind} == _NAMESAKES
        and any(path != definition.path for path, _ in graph.references[row].places())
        for row in graph.cross_referenced.get(definition.name, ())
        if row in graph.references
    )


def _is_constructor(codebase: Codebase, definition: Definition) -> bool:
    if definition.kind not in {"method", "function"}:
        return False
    owner = definition.qualified.rpartition(".")[0]
    language = codebase.light[definition.path].language or ""
    if definition.name in _CONSTRUCTORS.get(language, ()):
        return bool(owner)
    return language in _NAMED_AS_TYPE and owner.rpartition(".")[2] == definition.name


#: Kinds of which one may well have a name of one letter, whoever uses it.
_OF_ONE_LETTER: frozenset[SymbolKind] = frozenset({"function", "macro", "constant", "variable"})


def not_leading(files: Mapping[str, File], aside: AbstractSet[str]) -> frozenset[str]:
    """Return files excluded from the ranking: code of others by its notices, copies, build
    files."""
    code = [
        path
        for path, file in files.items()
        if file.language_type == "programming" and path not in aside
    ]
    own = own_words(files, code)
    elses = (path for path in code if is_elses(files[path].facts.holders, own))
    build = (path for path in code if any(role.name == "build" for role in files[path].roles))
    return frozenset((*elses, *build, *_copies(files[path] for path in code)))


def _copies(files: Iterator[File]) -> Iterator[str]:
    """Yield files whose content stands in a folder of a shorter path too."""
    by_content: defaultdict[str, list[File]] = defaultdict(list)
    for file in files:
        if file.digest and file.size:
            by_content[file.digest].append(file)
    for same in by_content.values():
        shortest = min(len(file.folder) for file in same)
        yield from (file.path for file in same if len(file.folder) > shortest)


def is_compiled_declaration(path: str) -> bool:
    """Return whether a compiler of TypeScript can have written a file. Example: ``a.d.ts``."""
    return path.endswith((".d.ts", ".d.cts", ".d.mts"))


def may_be_a_parameter(definition: Definition) -> bool:
    """Return whether a name has one letter, as type parameters have."""
    return len(definition.name) == 1 and definition.kind not in _OF_ONE_LETTER


def is_hidden(definition: Definition) -> bool:
    """Return whether a name or its owner is private by its underscore."""
    return any(
        name.startswith("_") and not name.endswith("__") and name.strip("_")
        for name in definition.qualified.split(".")
    )
