"""Everything on pages that follows from the whole tree: the plan, counts and rankings."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from sphinx_filedocs.insight.most_used import (
    LEAST_USERS,
    Offer,
    Users,
    is_code,
    key_symbols,
    offers,
    used_by,
)
from sphinx_filedocs.insight.start_here import Start, ToRead, start_here
from sphinx_filedocs.model.facts import LineCounts
from sphinx_filedocs.model.files import (
    LISTED,
    PROGRAMMING,
    RECENT,
    Change,
    File,
    LanguageType,
    folders_above,
    is_header,
)
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import Definition, SymbolKind
from sphinx_filedocs.pages.additions import Addition, shown_name
from sphinx_filedocs.pages.alphabetical_index import crossref_weights
from sphinx_filedocs.pages.code_map import (
    CodeMap,
    LanguageCount,
    Totals,
    code_maps,
    colours,
    own_texts,
)
from sphinx_filedocs.pages.digests import DigestRecorder
from sphinx_filedocs.pages.document_names import Suffixes
from sphinx_filedocs.pages.folder_parts import PartsOfFolders
from sphinx_filedocs.pages.plan import (
    AddedPages,
    Plan,
    make_plan,
    with_new_files,
)
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.text import size_text
from sphinx_filedocs.pages.use_rows import less_telling
from sphinx_filedocs.pages.view_models import EntryPoint, Lately
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.tree_options import TreeOptions

_KEY_FILES = 10
#: So many names stand for a file in its row.
MAIN_NAMES = 4
_MOST_TROUBLES = 100
_MOST_CHANGED, _FEWEST_CHANGES, _FEWEST_LATELY = 8, 5, 2


#: Whether it is somebody else's, its name, and what it is for.
_Language = tuple[bool, str, LanguageType]


class Sum:
    """The counts of everything below a folder."""

    def __init__(self) -> None:
        self.files = self.folders = self.bytes = 0
        self.lines = LineCounts()
        self.symbols: Counter[SymbolKind] = Counter()
        self.own = self.own_lines = 0
        #: By whether it is somebody else's, and the language.
        self.language_files: Counter[_Language] = Counter()
        self.language_lines: Counter[_Language] = Counter()

    def add_file(self, file: File) -> None:
        """Count a file."""
        self.files += 1
        self.bytes += file.size
        self.lines += file.facts.lines
        self.symbols.update(dict(file.facts.kinds))
        if not file.vendored:
            self.own += 1
            self.own_lines += file.facts.lines.total
        if file.language_name:
            language = file.vendored, file.language_name, file.language_type
            self.language_files[language] += 1
            self.language_lines[language] += file.facts.lines.total

    def add(self, other: Sum) -> None:
        """Count a subfolder."""
        self.files += other.files
        self.folders += other.folders + 1
        self.bytes += other.bytes
        self.lines += other.lines
        self.symbols.update(other.symbols)
        self.own += other.own
        self.own_lines += other.own_lines
        self.language_files.update(other.language_files)
        self.language_lines.update(other.language_lines)

    def totals(self) -> Totals:
        """Return the counts as shown."""
        return Totals(
            self.files,
            self.folders,
            size_text(self.bytes),
            self.lines,
            tuple(sorted(self.symbols.items(), key=lambda item: (-item[1], item[0]))),
            tuple(self._languages()),
            self.own,
            self.own_lines,
        )

    def _languages(self) -> Iterator[LanguageCount]:
        files, lines = self.language_files, self.language_lines
        shown = [key for key in files if key[0] == (not self.own)]
        for key in sorted(shown, key=lambda key: (key[2] not in PROGRAMMING, -lines[key], key)):
            yield LanguageCount(*key[1:], files[key], lines[key])


def folder_sums(codebase: Codebase) -> Mapping[str, Sum]:
    """Return the counts of everything below each folder."""
    sums = {path: Sum() for path in codebase.folders}
    for path in sorted(codebase.folders, key=lambda p: p.count("/") + bool(p), reverse=True):
        folder = codebase.folders[path]
        for child in folder.files:
            sums[path].add_file(codebase.light[child])
        for sub in folder.folders:
            sums[path].add(sums[sub])
    return sums


@dataclass(frozen=True, slots=True)
class Rankings:
    """Rankings of own code, by folder for everything below it.

    :param start: files to read first, nothing if no start is known; ``reading`` also without one.
    :param most_changed: files with the most changes times lines.
    :param troubles: files that could not be read, with the reason.
    :param headers: the header of an implementation in the same folder.
    :param used_by: the number of other files that use a file, of any role.
    :param most_used: qualified names of a file by the number of users.
    """

    sums: Mapping[str, Sum]
    key_files: Mapping[str, tuple[tuple[str, int], ...]]
    entry_points: Mapping[str, tuple[EntryPoint, ...]]
    tests: Mapping[str, tuple[str, ...]]
    key_symbols: tuple[tuple[Definition, int], ...]
    troubles: tuple[tuple[str, Phrase], ...]
    start: tuple[ToRead, ...]
    reading: tuple[ToRead, ...]
    offers: Mapping[str, tuple[Offer, ...]]
    most_changed: tuple[tuple[str, int, int], ...]
    lately: Mapping[str, Lately]
    colours: tuple[str, ...]
    maps: Mapping[str, CodeMap]
    parts: PartsOfFolders
    headers: Mapping[str, str]
    used_by: Mapping[str, int]
    most_used: Mapping[str, tuple[str, ...]]


def rank(codebase: Codebase, aside: AbstractSet[str]) -> Rankings:
    """Return the rankings of a tree.

    :param aside: files that are not counted.
    """
    users = {
        path: {user: names for user, names in using.items() if names and user not in aside}
        for path, using in codebase.graph.users.items()
        if path not in aside
    }
    entry_points = _entry_points(codebase, aside)
    starts = [
        Start(entry_point.path, entry_point.reason, entry_point.line)
        for entry_point in entry_points[""]
        # A tree without any of its own begins elsewhere than at an example.
        if entry_point.path not in aside
    ]
    own = own_texts(codebase)
    languages = colours(own)
    headers = _headers(codebase)
    used_names = _name_counts(users)
    start, reading = start_here(codebase, users, starts)
    is_linked = _is_mostly_linked(codebase, own, used_names)
    return Rankings(
        sums=folder_sums(codebase),
        key_files=_key_files(codebase, users),
        entry_points=entry_points,
        tests=_tests(codebase),
        key_symbols=key_symbols(codebase, users, used_names, aside) if is_linked else (),
        troubles=_troubles(codebase),
        start=start,
        reading=reading,
        offers=offers(codebase, aside),
        most_changed=_most_changed(codebase, aside),
        lately=_lately(codebase, aside),
        colours=languages,
        maps=code_maps(codebase, own, languages),
        parts=PartsOfFolders(codebase, users),
        headers=headers,
        used_by={path: used_by(codebase.graph, path) for path in codebase.graph.users},
        most_used={path: _most_used(counts) for path, counts in used_names.items()},
    )


def _is_mostly_linked(codebase: Codebase, own: Iterable[File], used: Iterable[str]) -> bool:
    """Return whether most own code is in languages with known uses; else a ranking misleads."""
    languages = {codebase.light[path].language for path in used}
    lines: Counter[bool] = Counter()
    for file in own:
        if file.language_type == "programming" and is_code(file):
            lines[file.language in languages] += file.facts.lines.code
    return lines[True] >= lines[False]


def _name_counts(users: Users) -> Mapping[str, Counter[str]]:
    return {
        path: Counter(name for names in using.values() for name in names)
        for path, using in users.items()
    }


def _most_used(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda name: (-counts[name], name))[:MAIN_NAMES])


def _headers(codebase: Codebase) -> Mapping[str, str]:
    twins = codebase.graph.twins
    return {
        path: twin
        for path, twin in twins.items()
        if twins.get(twin) == path
        and posixpath.dirname(path) == posixpath.dirname(twin)
        and is_header(twin)
        and not is_header(path)
    }


def _most_changed(codebase: Codebase, aside: AbstractSet[str]) -> tuple[tuple[str, int, int], ...]:
    rows = [
        (path, file.history.changes, file.facts.lines.total)
        for path, file in codebase.light.items()
        if path not in aside
        and is_code(file)
        and file.history
        and file.history.changes >= _FEWEST_CHANGES
    ]
    rows.sort(key=lambda row: (-row[1] * row[2], row[0]))
    return tuple(rows[:_MOST_CHANGED])


def _lately(codebase: Codebase, aside: AbstractSet[str]) -> Mapping[str, Lately]:
    """Return the last changes below each folder, from those of its files."""
    known = {
        path: file.history
        for path, file in codebase.light.items()
        if path not in aside and file.language_type == "programming" and file.history
    }
    if not known:
        return {}
    # Pages depend on no clock.
    last = max(history.days[-1] for history in known.values())
    commits: defaultdict[str, Counter[Change]] = defaultdict(Counter)
    files: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for path, history in known.items():
        recent = sum(day > last - RECENT for day in history.days)
        for folder in folders_above(path):
            commits[folder].update(history.commits)
            if recent >= _FEWEST_LATELY:
                files[folder].append((path, recent))

    def newest(row: tuple[Change, int]) -> tuple[float, str]:
        return -row[0].instant, row[0].commit

    return {
        folder: Lately(
            tuple(sorted(counts.items(), key=newest)[:LISTED]),
            tuple(sorted(files[folder], key=lambda row: (-row[1], row[0]))[:_MOST_CHANGED]),
        )
        for folder, counts in commits.items()
    }


def _key_files(codebase: Codebase, users: Users) -> Mapping[str, tuple[tuple[str, int], ...]]:
    ranked: dict[str, list[tuple[str, int]]] = {path: [] for path in codebase.folders}
    counts = {path: len(using) for path, using in users.items()}
    for path, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        for folder in folders_above(path):
            if count >= LEAST_USERS and len(ranked[folder]) < _KEY_FILES:
                ranked[folder].append((path, count))
    return {path: tuple(rows) for path, rows in ranked.items()}


def _entry_points(
    codebase: Codebase, aside: AbstractSet[str]
) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points below each folder, of own code if it has any."""
    own: dict[str, list[EntryPoint]] = defaultdict(list)
    others: dict[str, list[EntryPoint]] = defaultdict(list)
    for path, file in codebase.light.items():
        for role in file.roles:
            if role.name == "entry point":
                for folder in folders_above(path):
                    entry_points = others if path in aside else own
                    entry_points[folder].append(EntryPoint(path, role.reason, role.line))
    return {path: tuple(own[path] or others[path]) for path in codebase.folders}


def _tests(codebase: Codebase) -> Mapping[str, tuple[str, ...]]:
    tests: dict[str, list[str]] = defaultdict(list)
    for path, file in codebase.light.items():
        if file.is_test and file.language_type == "programming" and not file.vendored:
            for folder in folders_above(path):
                tests[folder].append(path)
    return {path: tuple(tests[path]) for path in codebase.folders}


def _troubles(codebase: Codebase) -> tuple[tuple[str, Phrase], ...]:
    rows: dict[object, tuple[str, Phrase]] = {}
    for file in codebase.light.values():
        for diagnostic in file.diagnostics:
            if diagnostic.subtype == "secret":
                # Who builds is told, and who reads the file sees that it is masked.
                continue
            row = diagnostic.path, diagnostic.message
            # A grammar that does not work is one trouble, whichever files are in its language.
            rows.setdefault(row[1] if diagnostic.subtype == "grammar" else row, row)
    return tuple(rows.values())[:_MOST_TROUBLES]


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything that follows from the whole tree.

    :param unused: unused private names of own code, by path.
    :param gathered: what plugins gathered, by the names of their sections.
    :param less_telling: tests, examples, generated and vendored files.
    """

    plan: Plan
    rankings: Rankings
    unused: Mapping[str, tuple[Definition, ...]]
    gathered: Mapping[str, Any]
    less_telling: AbstractSet[str]

    def recorded(self, recorder: DigestRecorder) -> Layout:
        """Return the layout with lookups recorded."""
        plan = replace(
            self.plan,
            name_places=recorder.noted("place of a name", self.plan.name_places),
            documents=recorder.noted("document", self.plan.documents),
        )
        aside = recorder.noted("aside", dict.fromkeys(self.less_telling, "")).keys()
        gathered = {
            name: recorder.noted(f"section {name}", value) if isinstance(value, Mapping) else value
            for name, value in self.gathered.items()
        }
        return replace(self, plan=plan, gathered=gathered, less_telling=aside)

    def with_new_files(
        self, codebase: Codebase, suffixes: Suffixes, recorder: DigestRecorder
    ) -> Layout | None:
        """Return the layout after files came or went, with the rankings of the tree before;
        ``None`` if other pages move."""
        plan = with_new_files(self.plan, codebase, suffixes)
        if plan is None:
            return None
        plan = replace(plan, documents=recorder.noted("document", plan.documents))
        return replace(self, plan=plan, rankings=replace(self.rankings, sums=folder_sums(codebase)))


def lay_out(
    tree: TreeOptions,
    codebase: Codebase,
    settings: Settings,
    additions: Mapping[str, type[Addition]],
) -> Layout:
    """Lay out the pages of a tree.

    :param additions: of plugins, by the names of their sections.
    """
    aside = less_telling(codebase.light.values())
    unused = {path: rows for path, rows in codebase.graph.unused.items() if path not in aside}
    weights = crossref_weights(codebase.graph)
    gathered = {name: addition.gather(codebase, aside) for name, addition in additions.items()}
    added = {
        name: AddedPages(
            shown_name(name).lower(),
            len(gathered[name]),
            addition.title,
            addition.page_titles,
        )
        for name, addition in additions.items()
        if addition.page_titles
    }
    plan = make_plan(
        *(tree.prefix, codebase, weights, bool(unused)),
        *(settings.suffixes, added, settings.anchors),
    )
    return Layout(plan, rank(codebase, aside), unused, gathered, aside)
