"""Derives importers, cycles and dependencies of folders from imports and uses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from sphinx_filedocs.index.import_graph import cycles
from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.facts import IMPORT_TIMES, Import, ImportTime
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import FolderDependency, Graph, Importer
from sphinx_filedocs.model.links import HOWS, Occurrences, Rows, is_certain_name
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Outlined, named

_ORDER = attrgetter("order")
#: Words of import statements that name nothing, or what the target names already.
_NO_NAMES = frozenset({"", "*", ".", "..", "crate", "self", "super"})
#: Longest name, in characters, that is kept; definitions have no longer ones either.
_LONGEST = 200
_COUNTED = frozenset(
    {
        *("class", "struct", "union", "enum", "interface", "trait", "function", "method", "macro"),
        *("type", "constant"),
    }
)
#: How a class begins that has a base, which may call what it overrides by a private name.
_DERIVED = re.compile(r"class\s+\w+\s*(?:\[[^\]]*\])?\(\s*(?!object\b|\))")
#: Constructors and entry points.
_CALLED_FROM_OUTSIDE = frozenset(
    (
        "main", "init", "constructor",
        # What Java's serialization calls ("Java Object Serialization Specification", 2.5 and 3.7).
        "readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace",
    )
)  # fmt: skip


def link(imports: Mapping[str, tuple[Import, ...]]) -> Graph:
    """Return the graph of imports; everything else in it is empty.

    :param imports: of each file, resolved.
    """
    circles, cycle_of = cycles(imports)
    return Graph(
        imports=imports,
        imported_by=_imported_by(imports),
        cycles=circles,
        cycle_of=cycle_of,
    )


def imports_across(
    imports: Mapping[str, tuple[Import, ...]],
) -> dict[str, dict[str, tuple[Import, ...]]]:
    """Return imports between subfolders, by the folder around both and by file."""
    imports_by_folder: defaultdict[str, dict[str, tuple[Import, ...]]] = defaultdict(dict)
    for path, rows in imports.items():
        user = path.rpartition("/")[0]
        targets = {folder for statement in rows for folder in _target_folders(statement)} - {user}
        for folder, source, end in (crossing(user, target) for target in targets):
            if source and end:
                imports_by_folder[folder][path] = rows
    return imports_by_folder


def _target_folders(statement: Import) -> set[str]:
    return {*statement.packages, *(path.rpartition("/")[0] for path in statement.resolved)}


def _imported_by(imports: Mapping[str, tuple[Import, ...]]) -> dict[str, tuple[Importer, ...]]:
    importers: defaultdict[str, list[Importer]] = defaultdict(list)
    for path, line, targets in _edges(imports):
        for target, when in targets:
            importers[target].append(Importer(path, line, when))
    return {path: tuple(importers[path]) for path in sorted(importers)}


def _edges(
    imports: Mapping[str, tuple[Import, ...]],
) -> Iterator[tuple[str, int, list[tuple[str, ImportTime]]]]:
    for path in sorted(imports):
        lines: defaultdict[int, dict[str, ImportTime]] = defaultdict(dict)
        # Of several imports on a line that carried out first is the last to say when.
        for statement in sorted(
            imports[path], key=lambda statement: -IMPORT_TIMES.index(statement.when)
        ):
            if statement.resolved:
                lines[statement.line].update(dict.fromkeys(statement.resolved, statement.when))
        for line in sorted(lines):
            yield path, line, sorted(lines[line].items())


#: The first and the last line of each of some parts of a file.
Parts = Sequence[tuple[int, int]]


def own_tests(files: Mapping[str, File]) -> dict[str, Parts]:
    """Return the line ranges of tests inside other files, as Rust has them."""
    return {
        path: file.facts.tests
        for path, file in files.items()
        if file.facts.tests and not file.is_test
    }


def is_within(line: int, parts: Parts) -> bool:
    """Return True if a line is in one of some ranges."""
    return any(first <= line <= last for first, last in parts)


def frozen_users(
    users_by_file: Mapping[str, Mapping[str, set[str]]],
) -> dict[str, dict[str, frozenset[str]]]:
    """Return users by file, sorted."""
    return {
        home: {path: frozenset(users_by_file[home][path]) for path in sorted(users_by_file[home])}
        for home in sorted(users_by_file)
    }


def in_order(definitions: Iterable[Definition]) -> tuple[Definition, ...]:
    """Return definitions sorted by place."""
    return tuple(sorted(definitions, key=_ORDER))


@per_table
def _dotted() -> frozenset[str]:
    return frozenset(key for key, language in load().items() if language.imports.dotted)


def names_of_import(statement: Import, language: str | None) -> set[str]:
    """Return the imported names, or else the last part of the target."""
    taken = {
        # A default export has no name but the one that it is given.
        (name.alias or "") if name.name == "default" else name.name
        for name in statement.names
    } - _NO_NAMES
    if taken:
        return {name for name in taken if len(name) <= _LONGEST}
    target = statement.target.strip("\"'/")
    for mark in ("/", "::", "\\"):
        target = target.rpartition(mark)[2]
    last = target.rpartition(".")[2] if language in _dotted() else target
    return {last} - _NO_NAMES if len(last) <= _LONGEST else set()


#: Of each line that needs another file: number of the file and line, how and checksum, packed.
_Lines = dict[int, int]
_PACKED = 32


def structure(
    folders: Iterable[str],
    imports: Mapping[str, tuple[Import, ...]],
    uses: Iterable[tuple[str, Rows]],
) -> dict[str, tuple[FolderDependency, ...]]:
    """Return the lines below one subfolder of each folder that need another one.

    Each line counts once for a pair of subfolders; pairs with most lines come first. Guesses and
    uses without a name don't count.

    :param uses: defining files, each with the lines that use it.
    """
    paths = sorted(imports)
    lines_by_folder: defaultdict[str, defaultdict[tuple[str, str], _Lines]]
    lines_by_folder = defaultdict(lambda: defaultdict(dict))
    for user, target, place, known in _crossings(paths, imports, uses):
        folder, source, end = crossing(user, target)
        if source and end:
            lines = lines_by_folder[folder][source, end]
            # How it is known the surest way.
            lines[place] = min(known, lines.get(place, known))
    rows = Occurrences(paths)
    return {
        folder: tuple(
            FolderDependency(source, target, _rows(rows, lines))
            for (source, target), lines in sorted(
                lines_by_folder.pop(folder).items(), key=lambda pair: (-len(pair[1]), pair[0])
            )
        )
        for folder in folders
        if folder in lines_by_folder
    }


def _rows(rows: Occurrences, lines: _Lines) -> Rows:
    start = len(rows.lines)
    for place in sorted(lines):
        rows.files.append(place >> _PACKED)
        rows.lines.append(place & 2**_PACKED - 1)
        rows.hows.append(lines[place] >> _PACKED)
        rows.checksums.append(lines[place] & 2**_PACKED - 1)
        rows.kinds.append(0)
        rows.insides.append(0)
    return Rows(rows, range(start, len(rows.lines)))


def _crossings(
    paths: Sequence[str],
    imports: Mapping[str, tuple[Import, ...]],
    uses: Iterable[tuple[str, Rows]],
) -> Iterator[tuple[str, str, int, int]]:
    number = {path: at for at, path in enumerate(paths)}
    folders = [path.rpartition("/")[0] for path in paths]
    numbered: Sequence[str] = ()
    own: list[int] = []
    for home, lines in uses:
        target = home.rpartition("/")[0]
        every = lines.occurrences
        if numbered is not every.paths:
            numbered = every.paths
            own = [number[path] for path in numbered]
        for row in lines.numbers:
            user = own[every.files[row]]
            is_certain = is_certain_name(every.hows[row], every.kinds[row])
            if is_certain and folders[user] != target:
                place = user << _PACKED | every.lines[row]
                yield (
                    folders[user],
                    target,
                    place,
                    every.hows[row] << _PACKED | every.checksums[row],
                )
    for at, path in enumerate(paths):
        for statement in imports[path]:
            known = HOWS.index("import") << _PACKED | statement.checksum
            for target in _target_folders(statement) - {folders[at]}:
                yield folders[at], target, at << _PACKED | statement.line, known


@lru_cache(maxsize=2**14)
def crossing(path: str, target: str) -> tuple[str, str, str]:
    """Return the innermost folder around two folders, and the subfolders that contain them.

    A subfolder is ``""`` if that folder is one of the two itself.

    >>> crossing("a/b/c", "a/d")
    ('a', 'a/b', 'a/d')
    """
    path_parts, target_parts = path.split("/") if path else [], target.split("/") if target else []
    shared = 0
    for left, right in zip(path_parts, target_parts, strict=False):
        if left != right:
            break
        shared += 1
    source = "/".join(path_parts[: shared + 1]) if len(path_parts) > shared else ""
    end = "/".join(target_parts[: shared + 1]) if len(target_parts) > shared else ""
    return "/".join(path_parts[:shared]), source, end


def stands_alone(entry: Outlined, file: File) -> bool:
    """Return True if a symbol is private and its name occurs once in its file. Example: a function
    ``_old`` that nothing calls.

    Excluded: special methods, operators, constructors, decorated symbols, members that a base may
    call, and members of Rust's ``impl`` blocks, which a foreign trait may demand.
    """
    symbol, language = entry.symbol, load().get(file.language or "")
    if symbol.kind not in _COUNTED or symbol.name not in file.facts.lone or language is None:
        return False
    around = entry.qualified.rpartition(".")[0]
    owner = around.rpartition(".")[2]
    derived = named(file.facts.symbols, around, 1) if around else None
    if derived and _DERIVED.match(derived.signature):
        return False
    if around and language.types.implementations and not (derived and derived.kind in WRAPPERS):
        return False
    special = symbol.name.startswith("__") and symbol.name.endswith("__")
    is_named = (
        symbol.name.isidentifier() and not special and symbol.name not in _CALLED_FROM_OUTSIDE
    )
    decorated = symbol.span.start < symbol.line
    if not is_named or symbol.name == owner or decorated or not language.symbols.private:
        return False
    return re.match(language.symbols.private, f"{symbol.kind} {symbol.signature}") is not None
