"""Writes the rows of changed files and invalidates the questions that they answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sphinx_filedocs.incremental.linked_tree import LinkedTree
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.graph import crossing, names_of_import, stands_alone
from sphinx_filedocs.index.tables import DefinitionRow, Row, Tables, Target, UseRow, has_heirs
from sphinx_filedocs.index.trace import Question, definition_key
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.links import HOWS, Enclosing, Link, Use
from sphinx_filedocs.model.symbols import Definition, walk
from sphinx_filedocs.resolve.link_tables import FileLinks
from sphinx_filedocs.resolve.linker import target


def definition_rows(
    file: File, others: Iterable[Definition], *, is_linked: bool
) -> list[DefinitionRow]:
    """Return the definitions of a file.

    :param file: with its outline.
    :param others: all definitions, or those outside the outline.
    :param is_linked: True if its names are linked.
    """
    rows: list[DefinitionRow] = []
    listed: set[tuple[str, int]] = set()
    for entry in walk(file.facts.symbols):
        definition = entry.definition(file.path)
        listed.add((definition.qualified, definition.number))
        alone = is_linked and stands_alone(entry, file)
        rows.append(DefinitionRow(definition, entry.symbol.name, True, alone))
    rows += (
        DefinitionRow(definition, definition.name, False, False)
        for definition in others
        if (definition.qualified, definition.number) not in listed
    )
    return rows


def imported_names(file: File, imports: Iterable[Import]) -> list[tuple[str, Use]]:
    """Return the imported names of a file by line, each once a line."""
    names: dict[tuple[str, Use], None] = {}
    for statement in sorted(imports, key=lambda statement: statement.line):
        use = Use(file.path, statement.line, statement.checksum)
        for name in sorted(names_of_import(statement, file.language)):
            names[name, use] = None
    return list(names)


def use_rows(links: FileLinks) -> list[UseRow]:
    """Return the uses in a file, grouped by definition. Example: lines 3 and 9 use ``Cart``."""
    different = links.different
    rows: dict[Target, UseRow] = {}
    known: dict[int, Target | None] = {}
    columns = links.lines, links.checksums, links.uses, links.kinds, links.insides
    for line, checksum, number, kind, inside in zip(*columns, strict=True):
        if number not in known:
            known[number] = _target(different[number])
        key = known[number]
        if key is None:
            continue
        row = rows.get(key)
        if row is None:
            row = rows[key] = UseRow(*key)
        row.lines.append(line)
        row.hows.append(HOWS.index(different[number].how))
        row.checksums.append(checksum)
        row.kinds.append(kind)
        row.insides.append(_numbered(links.enclosing[inside], row.enclosing))
    return list(rows.values())


def _numbered(inside: Enclosing | None, enclosing: list[Enclosing | None]) -> int:
    if inside is None:
        return 0
    if enclosing[-1] != inside:
        enclosing.append(inside)
    return len(enclosing) - 1


def _target(link: Link) -> Target | None:
    used = target(link)
    if used is None:
        return None
    if isinstance(used, str):
        return ("", "", 0), used
    return (used.path, used.qualified, used.number), used.name


class Changes:
    """Replaces rows, and invalidates the questions that they answer."""

    def __init__(self, connection: sqlite3.Connection, tables: Tables, recorder: Recorder) -> None:
        self._connection = connection
        self._tables = tables
        self._recorder = recorder

    def define(
        self, path: str, definitions: list[DefinitionRow], imports: list[tuple[str, Use]]
    ) -> None:
        """Replace the definitions and imported names of a file."""
        before, known = self._tables.of_file(path), self._tables.imports_of_file(path)
        self._tables.write(self._connection, path, definitions, imports)
        invalidate = self._recorder.invalidate
        differing = {*before} ^ {*definitions}
        invalidate(Question.DEFINITIONS, _defined_otherwise(before, definitions))
        # Those of one name that are used are told together.
        names = {name for row in differing for name in (row.name, row.definition.name)}
        invalidate(Question.CROSS_REFERENCES, names)
        if differing:
            invalidate(Question.USED, [path])
            # Who uses them does not say on which lines they stand.
            users = list(self._tables.users(_restated(before, definitions)))
            invalidate(Question.LINKS, (user for user, _ in users))
            around = {(user, *symbol) for user, symbols in users for symbol in symbols}
            invalidate(Question.RELATIONS, (definition_key(*definition) for definition in around))
        invalidate(Question.NAME_IMPORTS, {name for name, _ in {*known} ^ {*imports}})

    def use(self, path: str, uses: list[UseRow], unsure: Sequence[str] = ()) -> None:
        """Replace the uses in a file.

        :param unsure: names without a certain definition.
        """
        before = self._tables.uses_of_file(path)
        now: dict[Target, Row] = {(row.target, row.name): row.stored() for row in uses}
        self._tables.write_uses(self._connection, path, uses, unsure)
        differing = {key for key in before.keys() | now.keys() if before.get(key) != now.get(key)}
        invalidate = self._recorder.invalidate
        invalidate(Question.LINKS, [path])
        # Whether a definition is used may have changed, too.
        invalidate(Question.CROSS_REFERENCES, {name for _, name in differing})
        used = {key: definition_key(*key[0]) for key in differing if key[0][0]}
        invalidate(Question.REFERENCES, used.values())
        heirs = (used[key] for key in used if has_heirs(before.get(key)) or has_heirs(now.get(key)))
        invalidate(Question.HEIRS, heirs)
        invalidate(Question.USED, {home for (home, _, _), _ in differing if home})
        invalidate(Question.STRUCTURE, self._crossed(path, differing))

    def _crossed(self, path: str, targets: Iterable[Target]) -> Iterator[str]:
        folder = path.rpartition("/")[0]
        for (home, _, _), _ in targets:
            if home:
                yield crossing(folder, home.rpartition("/")[0])[0]


def _defined_otherwise(before: Iterable[DefinitionRow], now: Iterable[DefinitionRow]) -> set[str]:
    """Return the names whose definitions in the outline differ, regardless of their lines.
    Example: a function that lost a parameter."""
    old, new = _by_name(before), _by_name(now)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def _by_name(rows: Iterable[DefinitionRow]) -> dict[str, list[DefinitionRow]]:
    rows_by_name: dict[str, list[DefinitionRow]] = {}
    for row in sorted(rows, key=lambda row: row.definition.line):
        if row.listed:
            rows_by_name.setdefault(row.name, []).append(_placeless(row))
    return rows_by_name


def _restated(
    before: Iterable[DefinitionRow], now: Iterable[DefinitionRow]
) -> set[tuple[str, str, int]]:
    """Return the definitions that differ, regardless of their lines; all if their order differs."""
    old, new = (
        {_key(row.definition): _placeless(row) for row in sorted(rows, key=_place)}
        for rows in (before, now)
    )
    known = old.keys() | new.keys()
    if [key for key in old if key in new] != [key for key in new if key in old]:
        return known
    return {key for key in known if old.get(key) != new.get(key)}


def _key(definition: Definition) -> tuple[str, str, int]:
    return definition.path, definition.qualified, definition.number


def _place(row: DefinitionRow) -> tuple[str, int, str, int]:
    return row.definition.order


def _placeless(row: DefinitionRow) -> DefinitionRow:
    return row._replace(definition=row.definition._replace(line=0))


def write(
    changes: Changes,
    tree: LinkedTree,
    files: Mapping[str, File],
    imports: Mapping[str, tuple[Import, ...]],
    defining: Iterable[str],
    linked_again: Iterable[str],
) -> None:
    """Write the rows of files.

    :param defining: files with new definitions.
    :param linked_again: files with new links.
    """
    for path in sorted(defining):
        if path not in files:
            changes.define(path, [], [])
            continue
        is_linked = tree.has(path) and bool(tree.file_links(path).expressions)
        others = tree.definitions(path) if tree.has(path) else []
        changes.define(
            path,
            definition_rows(files[path], others, is_linked=is_linked),
            imported_names(files[path], imports.get(path, ())),
        )
    for path in sorted(linked_again):
        if tree.has(path):
            links = tree.file_links(path)
            changes.use(path, use_rows(links), links.unsure)
        else:
            changes.use(path, [])
