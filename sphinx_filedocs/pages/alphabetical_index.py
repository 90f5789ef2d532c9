"""Divide an alphabetical index into pages of bounded size, and list the entries of each page.

A page that grows too large is divided by the next letter, and no other page changes: few addresses
change with an edit.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeVar

from sphinx_filedocs.model.files import File, folders_above
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.model.links import Enclosing, NameLines, Use
from sphinx_filedocs.model.symbols import Definition, walk
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.text import anchor
from sphinx_filedocs.pages.translation import _, deferred

#: No index page shall be larger, in bytes of HTML, its theme's share left aside.
LIMIT = 300_000
#: Names of a longer prefix that together fill no more than this share of a page stay on that of the
#: shorter one; where these are too many for it, the next share counts. A prefix is divided by fewer
#: characters than the last.
_SMALL = (6, 12, 24, 40)
#: In characters; prefixes may be as long as the longest name. One that is longer than a label and
#: divides nothing has no page.
_LONGEST_SLUG, _LONGEST_LABEL = 60, 40
#: Of so many names is remembered where they stand: most are in the index of several folders.
_REMEMBERED = 1 << 18
#: What has the names that begin with neither a letter nor a digit.
_OTHERS = deferred("Symbols")
#: Stands behind each name of a page; no text that was read has it.
_END = "\0"
#: Begins the path of a name that begins with neither letter nor digit, and no other.
_MARK = "_"
_UNSAFE = re.compile(r"[^a-z0-9_]")
_CODED = re.compile(r"-([0-9a-f]+)(-|$)")


class Shard(NamedTuple):
    """The names on one page of an index.

    :param prefix: shared by the paths of the names; see :func:`path_of`.
    :param text: all names, which are read only if the page is made: a tree has half a million.
    :param alone: whether this is the page of one large name.
    :param part: 0-based, and ``parts`` their number, if such a name fills several pages.
    """

    prefix: str
    text: str
    alone: bool = False
    part: int = 0
    parts: int = 1

    @classmethod
    def of(
        cls, prefix: str, names: Iterable[str], alone: bool = False, part: int = 0, parts: int = 1
    ) -> Shard:
        """Return the shard of some names, without NUL in them."""
        return cls(prefix, "".join([f"{name}{_END}" for name in names]), alone, part, parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return _names(self.text)

    @property
    def first(self) -> str:
        """The first name."""
        return self.text.partition(_END)[0]

    @property
    def size(self) -> int:
        """The number of names."""
        return self.text.count(_END)

    @property
    def label(self) -> str:
        """The prefix as a reader finds it, or the only name; ``A-Z`` for the first page."""
        shown = self.first if self.alone else _label(self.prefix)
        return shown if len(shown) <= _LONGEST_LABEL else f"{shown[: _LONGEST_LABEL - 1]}…"

    @property
    def slug(self) -> str:
        """Ends the page's document name; ``""`` for the first page of an index."""
        if self.alone:
            return _slug_of_name(self.first) + (f"-{self.part + 1}" if self.part else "")
        return _slug_of_prefix(self.prefix)


@lru_cache(4096)
def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(_END)[:-1])


@lru_cache(_REMEMBERED)
def sort_key(name: str) -> tuple[str, str]:
    """Return the key of *name* in an index: without case and leading marks, then exactly."""
    bare = name.lstrip("_~$@#.-/").casefold()
    return (bare, name)


@lru_cache(_REMEMBERED)
def letter_of(name: str) -> str:
    """Return the letter or digit of *name* in an index, or ``Symbols``."""
    first = sort_key(name)[0][:1].upper()
    return first if first.isalnum() else _OTHERS


def letter_label(letter: str) -> str:
    """Return the heading of a letter."""
    return _(letter) if letter == _OTHERS else letter


def letter_id(letter: str) -> str:
    """Return the id of a letter's heading."""
    return f"letter-{anchor(letter)}"


@lru_cache(_REMEMBERED)
def path_of(name: str) -> str:
    """Return the characters that divide pages: small ASCII letters, digits and underscores.

    Other characters are numbers between hyphens. Example: ``-e9-`` for ``é``.
    """
    bare = sort_key(name)[0]
    coded = _UNSAFE.sub(lambda match: f"-{ord(match[0]):x}-", bare)
    return coded if bare[:1].isalnum() else _MARK + coded


def divide(weights: Mapping[str, int], share: int = 0, limit: int = LIMIT) -> tuple[Shard, ...]:
    """Return the pages of an index; the first has all names, or links the others.

    :param weights: estimated bytes of HTML of each name's entry.
    :param share: a name above this share of a page gets its own page, 0 for never; the page of its
    prefix reserves that room, so that no other name moves.
    """
    most = limit // share if share else 0
    large = {name for name, weight in weights.items() if share and weight > most}
    costs = {name: most if name in large else weight for name, weight in weights.items()}
    if sum(costs.values()) <= limit:
        shared = [Shard.of("", sorted(weights, key=sort_key))]
    else:
        shared = sorted(_shared(costs, limit))
    shards: list[Shard] = []
    for shard in shared:
        shards.append(shard)
        for name in (name for name in shard.names if name in large) if large else ():
            parts = -(-weights[name] // limit)
            shards += (Shard.of("", (name,), True, part, parts) for part in range(parts))
    return tuple(shards)


@dataclass(slots=True)
class _Prefix:
    """A prefix with too many names for a page.

    :param groups: start, end and prefix length of the names of each longer prefix.
    :param own: numbers of the names on the page of the prefix itself.
    :param fitting: weight, prefix and numbers of the longer prefixes that fit on a page.
    """

    prefix: str
    groups: Iterator[tuple[int, int, int]]
    own: list[int] = field(default_factory=list)
    fitting: list[tuple[int, str, list[int]]] = field(default_factory=list)


def _shared(costs: Mapping[str, int], limit: int) -> Iterator[Shard]:
    """Divide names that are too many for one page. Divided prefixes keep pages, for old links."""
    names = sorted(costs, key=lambda name: (path_of(name), name))
    paths = [path_of(name) for name in names]
    before = list(accumulate((costs[name] for name in names), initial=0))

    def page(prefix: str, numbers: Iterable[int]) -> Shard:
        return Shard.of(prefix, sorted((names[number] for number in numbers), key=sort_key))

    # No recursion: names may be long, and have long prefixes in common.
    stack = [_Prefix("", _groups(paths, 0, len(paths), 0))]
    while stack:
        at = stack[-1]
        if group := next(at.groups, None):
            start, stop, length = group
            prefix, size = paths[start][:length], before[stop] - before[start]
            if prefix == at.prefix:
                at.own += range(start, stop)
            elif size <= limit:
                at.fitting.append((size, prefix, list(range(start, stop))))
            else:
                if length > _LONGEST_LABEL:
                    prefix = _common(paths[start], paths[stop - 1])
                stack.append(_Prefix(prefix, _groups(paths, start, stop, len(prefix))))
            continue
        stack.pop()
        own = sum(before[number + 1] - before[number] for number in at.own)
        sums = (
            (sum(size for size, _, _ in at.fitting if size <= limit // share), limit // share)
            for share in _SMALL
        )
        most = next((most for every, most in sums if own + every <= limit), 0)
        for size, prefix, numbers in at.fitting:
            if size <= most:
                at.own += numbers
            else:
                yield page(prefix, numbers)
        yield page(at.prefix, at.own)


def _common(path: str, other: str) -> str:
    ends = (at for at, (a, b) in enumerate(zip(path, other, strict=False)) if a != b)
    return path[: next(ends, min(len(path), len(other)))]


def _groups(
    paths: Sequence[str], start: int, stop: int, length: int
) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and length of each longer prefix, before them of whole paths."""
    end = bisect_right(paths, paths[start][:length], start, stop)
    if end > start:
        yield start, end, length
    while end < stop:
        start, wanted = end, paths[end][length]
        end = bisect_right(paths, wanted, start, stop, key=lambda path: path[length])
        yield start, end, length + 1


def _label(prefix: str) -> str:
    if not prefix:
        return "A-Z"
    shown = _CODED.sub(_decoded, prefix.removeprefix(_MARK))
    return shown.upper() or _OTHERS


def _decoded(match: re.Match[str]) -> str:
    number, end = match.groups()
    # The prefix may end within a number.
    return chr(int(number, 16)) if end else f"U+{number}…"


def _slug_of_prefix(prefix: str) -> str:
    """Return the end of the document name of a prefix's page. Example: ``_symbols``."""
    slug = prefix.replace(_MARK, "_symbols", 1) if prefix.startswith(_MARK) else prefix
    return slug if len(slug) <= _LONGEST_SLUG else f"{slug[:_LONGEST_SLUG]}-{digest_of([slug])}"


def _slug_of_name(name: str) -> str:
    """Return the end of the document name of a name's page, unique without case too."""
    plain = _UNSAFE.sub("-", name.casefold())[:_LONGEST_SLUG]
    return f"_name-{plain}" if plain == name else f"_name-{plain}-{digest_of([name])}"


def rows_of(shard: Shard, rows: Sequence[object]) -> slice:
    """Return the rows of a shard's only name on its page."""
    size = -(-len(rows) // shard.parts)
    return slice(shard.part * size, (shard.part + 1) * size)


#: Links to parts of an index: label, page and anchor of each.
Letters = tuple[tuple[str, str, str], ...]
#: The links of a page of an index: to the letters, and to the parts of the name that fills it,
#: where there is something to choose; and by letter to the pages of longer prefixes than its own.
Ways = tuple[tuple[Letters, ...], Mapping[str, Letters]]


class Pages:
    """Links between the pages of an index; in a large one, no page links all others.

    :param group: pages by document name, that of all names first.
    """

    def __init__(self, group: Sequence[tuple[str, Shard]]) -> None:
        shared = [(docname, shard) for docname, shard in group if not shard.alone]
        known = {shard.prefix for _, shard in shared}
        every: set[str] = set()
        self._below: dict[str, dict[str, list[tuple[str, str, str]]]] = {}
        for docname, shard in shared:
            letters = _letters(shard.names)
            every.update(letters)
            above = [prefix for prefix in accumulate(shard.prefix, initial="") if prefix in known]
            for letter in letters:
                place = letter_id(letter) if len(letters) > 1 else ""
                for prefix in above[:-1]:
                    rows = self._below.setdefault(prefix, {}).setdefault(letter, [])
                    rows.append((shard.label, docname, place))
        entrance = group[0][0]
        self._letters = tuple(
            (letter_label(letter), entrance, letter_id(letter))
            for letter in sorted(every, key=_letter_key)
        )
        self._parts: dict[str, Letters] = {}
        for docname, shard in group:
            if shard.alone:
                row = (str(shard.part + 1), docname, "")
                self._parts[shard.first] = (*self._parts.get(shard.first, ()), row)

    def ways(self, shard: Shard) -> Ways:
        """Return the links of one page."""
        parts = self._parts[shard.first] if shard.alone else ()
        below = {} if shard.alone else self._below.get(shard.prefix, {})
        contents = sorted(below.items(), key=lambda row: _letter_key(row[0]))
        return (
            tuple(row for row in (self._letters, parts) if len(row) > 1),
            {letter: tuple(rows) for letter, rows in contents},
        )


def _letter_key(letter: str) -> tuple[str, str]:
    return ("", "") if letter == _OTHERS else sort_key(letter)


def by_letter(names: Iterable[str], more: Iterable[str] = ()) -> dict[str, list[str]]:
    """Return names by their letters, in the order of these.

    :param more: letters without names.
    """
    names_by_letter: dict[str, list[str]] = {letter: [] for letter in more}
    for name in names:
        names_by_letter.setdefault(letter_of(name), []).append(name)
    return dict(sorted(names_by_letter.items(), key=lambda row: _letter_key(row[0])))


def _letters(names: Sequence[str]) -> list[str]:
    if not names:
        return []
    first, last = (sort_key(name)[0][:1] for name in (names[0], names[-1]))
    # Between two that begin alike all do.
    return list(dict.fromkeys(map(letter_of, names[:1] if first == last else names)))


Row = TypeVar("Row", Definition, Use)
#: How many definitions of one name a folder's index shows; the cross-reference page has them all.
MOST_DEFINITIONS = 12
#: Estimated bytes of HTML of an entry, of a link in it but for its path and name, and of a line
#: that uses a name with its text, measured on generated pages.
_ENTRY, _LINK, _USE = 180, 150, 170


def indexed_folder(codebase: Codebase, path: str) -> str:
    """Return the folder with a folder's keyword index. Example: ``a/b`` if ``a`` holds only
    ``b``."""
    folder = codebase.folders[path]
    while not folder.files and len(folder.folders) == 1:
        folder = codebase.folders[folder.folders[0]]
    return folder.path


def keyword_weights(codebase: Codebase) -> Mapping[str, Mapping[str, int]]:
    """Return for each indexed folder the names below it, with the estimated bytes of their
    entries."""
    weights: dict[str, dict[str, int]] = {
        path: {} for path in codebase.folders if indexed_folder(codebase, path) == path
    }
    above = {
        path: tuple(folder for folder in folders_above(path) if folder in weights)
        for path in codebase.files
    }
    for name, definitions in codebase.graph.definitions.items():
        entry = _ENTRY + 3 * len(name)
        if len(definitions) == 1:
            only = definitions[0]
            for folder in above[only.path]:
                weights[folder][name] = entry + _weight(only)
            continue
        shown: dict[str, list[int]] = defaultdict(list)
        for definition in definitions:
            weight = _weight(definition)
            for folder in above[definition.path]:
                rows = shown[folder]
                if len(rows) < MOST_DEFINITIONS:
                    rows.append(weight)
        for folder, rows in shown.items():
            weights[folder][name] = entry + sum(rows)
    for name, uses in codebase.graph.name_imports.items():
        for folder in {folder for use in uses for folder in above[use.path]}:
            weights[folder].setdefault(name, _ENTRY + 3 * len(name))
    return weights


def _weight(row: Definition) -> int:
    return _LINK + 2 * len(row.path) + len(row.qualified)


def linked_names(file: File) -> set[str]:
    """Return the names of a file whose cross-references its keyword index links to."""
    names = {entry.symbol.name for entry in walk(file.facts.symbols)}
    for entry in file.facts.imports:
        names.update(imported.name for imported in entry.names)
    return names


class NamePlace(NamedTuple):
    """The place of the uses of a name: on a page of the cross-references, or its definition on the
    page of a file that has them all.

    :param anchor: on the page, without ``#``.
    """

    docname: str
    anchor: str


_NO_LINES = NameLines(0, True)


def local_names(graph: Graph, weights: Mapping[str, int], most: int) -> Iterator[Definition]:
    """Yield the only definitions of names that no other file uses, without relatives such as a
    base, and that no test is known to reach. Example: a static function of C.

    :param weights: of :func:`crossref_weights`; names above *most* are left out.
    """
    lines, imported = graph.name_lines, graph.name_imports
    for name, rows in graph.cross_referenced.items():
        is_alone = len(rows) == 1 and name not in imported and weights[name] <= most
        # The outline may have another name for it than a use has.
        if is_alone and name == rows[0].name and lines.get(name, _NO_LINES).is_local:
            (definition,) = rows
            around = Enclosing(definition.qualified, definition.number)
            if around not in graph.reached.get(definition.path, {}):
                yield definition


def crossref_weights(graph: Graph) -> dict[str, int]:
    """Return all names, with the estimated bytes of HTML of their entries."""
    lines = graph.name_lines
    weights = {
        name: _ENTRY + sum(map(_weight, rows)) + _USE * lines.get(name, _NO_LINES).lines
        for name, rows in graph.cross_referenced.items()
    }
    for name, uses in graph.name_imports.items():
        weights[name] = weights.get(name, _ENTRY) + _USE * len(uses)
    return weights


def said_of_entry(graph: Graph, name: str, folder: str) -> str:
    """Return a text that changes with the entry of a name in the keyword index of a folder."""
    rows = below(graph.definitions.get(name, ()), folder)
    parts = [_identity(definition) for definition in rows[:MOST_DEFINITIONS]]
    if len(rows) > MOST_DEFINITIONS:
        parts.append(f"{len(rows)}")
    if uses := below(graph.name_imports.get(name, ()), folder):
        parts.append(f"imported {len(uses)}")
    return "\n".join(parts)


def _identity(definition: Definition) -> str:
    return f"{definition.path}:{definition.number} {definition.kind} {definition.qualified}"


def is_aside(codebase: Codebase, less_telling: AbstractSet[str], name: str, folder: str) -> bool:
    """Return whether only tests or data define a name below a folder."""
    rows = below(codebase.graph.definitions.get(name, ()), folder)
    return bool(rows) and all(
        row.path in less_telling or not codebase.light[row.path].facts.kinds for row in rows
    )


def below(rows: tuple[Row, ...], folder: str) -> tuple[Row, ...]:
    """Return the rows that lie anywhere below *folder*.

    :param rows: sorted by path.
    """
    if not folder:
        return rows
    # Zero is the character behind the slash.
    start, stop = (bisect_left(rows, f"{folder}{mark}", key=lambda row: row.path) for mark in "/0")
    return rows[start:stop]
