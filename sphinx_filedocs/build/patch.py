"""A tree after edits of some files that leave its outlines and imports as they are.

Most edits are of that kind: the body of a function, a comment, a signature. What follows from
names and imports alone is as it was then, and what is known of the tree is changed where the edits
show. Of all others, :func:`patch` says nothing, and the tree is analysed as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from sphinx_filedocs.build.recalled import Recalled
from sphinx_filedocs.build.relink import Sources, relink_own
from sphinx_filedocs.index.extraction import AllNames, Analysis, Progress, analysed_files
from sphinx_filedocs.index.graph import names_of_import, structure
from sphinx_filedocs.index.links.kept import Kept, checksum, file_key
from sphinx_filedocs.index.links.link import Progress as LinkProgress
from sphinx_filedocs.index.links.link import quietly, target
from sphinx_filedocs.index.resolution import Resolution
from sphinx_filedocs.index.rows import Line, NameRow
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.languages import load
from sphinx_filedocs.model import (
    HOWS,
    Changes,
    Definition,
    File,
    Folder,
    FolderDependency,
    Import,
    Rows,
    Use,
    folders_above,
    walk,
)
from sphinx_filedocs.parse.roles import roles
from sphinx_filedocs.source.discover import Discovery

#: When more files are changed than this part of all, and than that many, all are looked at.
_MOST, _FEW = 0.02, 20
Target = Definition | str


class _SpreadingError(Exception):
    """Says that an edit changes what other files are to each other."""


def patch(
    analysis: Analysis,
    store: Store,
    recalled: Recalled,
    found: Discovery,
    progress: Progress,
    say: Callable[[str], object] = str,
    linking: LinkProgress = quietly,
) -> Changes | None:
    """Change a tree by the edits of its files since it was kept; return nothing if they change
    more of it than can be told from them.

    :param found: the files of the tree: the same as then, but for their sizes and times.
    :param say: takes the reason why nothing is returned.
    :param linking: passes files on that are linked.
    """
    try:
        return _Patcher(analysis, store, recalled, linking).patch(found, progress)
    except _SpreadingError as error:
        say(str(error))
        return None


class _Patcher:
    def __init__(
        self, analysis: Analysis, store: Store, recalled: Recalled, linking: LinkProgress
    ) -> None:
        self._analysis = analysis
        self._linking = linking
        self._store = store
        self._recalled = recalled
        self._origin = recalled.origin
        self._names: set[str] = set()
        self._used: set[str] = set()
        self._in_doubt: set[str] = set()

    def patch(self, found: Discovery, progress: Progress) -> Changes:
        """Return what changed.

        :raises _SpreadingError: where more changed than can be told.
        """
        recalled = self._recalled
        edits = self._edits(found, progress)
        for old, now in edits.values():
            _check(old, now)
        for _, now in edits.values():
            recalled.put_text(now)
        self._change_imports(edits)
        relinked, moved = self._relinked(edits)
        self._change_names(edits, relinked, moved)
        folders = self._change_folders(relinked)
        self._count(relinked)
        for path, (_, now) in edits.items():
            if path not in relinked:
                recalled.others[path] = file_key(now)
        return Changes(
            edits,
            frozenset({*relinked, *self._told_of(moved)}),
            moved,
            frozenset(self._names),
            frozenset(self._used),
            frozenset({*self._in_doubt, *relinked, *edits}),
            folders,
        )

    # --- the files --------------------------------------------------------------------------------

    def _edits(self, found: Discovery, progress: Progress) -> dict[str, tuple[File, File]]:
        files = self._recalled.files
        entries = self._store.changed(found.entries, files.bare)
        if len(entries) > max(_FEW, _MOST * len(files)):
            raise _SpreadingError(f"{len(entries)} files were edited")
        said = self._analysis.attributes(files.bare)
        seen, held = analysed_files(self._analysis, entries, self._store, progress, said)
        if held:
            raise _SpreadingError("nothing can be kept")
        edits: dict[str, tuple[File, File]] = {}
        for path, file in seen.items():
            old = files.bare[path]
            if file_key(file) == file_key(old) and file.size == old.size:
                continue
            if path in self._origin.read or file.kind != "text" or old.kind != "text":
                raise _SpreadingError(f"{path} is no source, or tells of others")
            before = files[path]
            own = self._store.recall_facts(old)
            if own is None or own.license != file.facts.license:
                # That of another file may be in its place.
                raise _SpreadingError(f"{path} has another licence")
            edits[path] = before, self._placed(file, old)
        return edits

    def _placed(self, file: File, old: File) -> File:
        """Return a file with what follows from its place; only what it says itself may differ."""
        return file._replace(
            facts=replace(file.facts, license=old.facts.license),
            roles=roles(file, self._origin.declared),
            change=old.change,
            owners=old.owners,
        )

    # --- the imports ------------------------------------------------------------------------------

    def _change_imports(self, edits: Mapping[str, tuple[File, File]]) -> None:
        """Change the lines on which files are imported."""
        recalled = self._recalled
        for path, (old, now) in edits.items():
            lines = _import_lines(old, now)
            if not lines:
                continue
            imports = recalled.imports.get(path, ())
            for name in {name for one in imports for name in names_of_import(one, now.language)}:
                known = recalled.name(name)
                recalled.put_name(name, replace(known, imports=_on(known.imports, path, lines)))
                self._names.add(name)
            places = {line: Use(path, use.line) for line, use in lines.items() if use.line != line}
            if not places:
                continue
            for other in {other for one in imports for other in one.resolved}:
                row = recalled.file(other)
                uses = _on(row.imported_by or (), path, places)
                recalled.put_file(other, replace(row, imported_by=uses))
                self._used.add(other)
            for other in recalled.file(path).circled:
                row = recalled.file(other)
                if row.cycle:
                    cycle = replace(row.cycle, steps=_on(row.cycle.steps, path, places))
                    recalled.put_file(other, replace(row, cycle=cycle))
                    self._used.add(other)
            recalled.cycles = tuple(
                replace(one, steps=_on(one.steps, path, places)) for one in recalled.cycles
            )

    # --- the links --------------------------------------------------------------------------------

    def _relinked(
        self, edits: Mapping[str, tuple[File, File]]
    ) -> tuple[Mapping[str, Kept], Mapping[Definition, Definition]]:
        recalled = self._recalled
        own = [path for path in edits if path in recalled.tree.files]
        if not own:
            return {}, {}
        names = AllNames(self._analysis, recalled.files, self._store, {})
        done = relink_own(
            recalled.tree,
            Sources(recalled.files, recalled.files.bare, names, self._store.recall_content),
            Resolution(recalled.imports, _find_root),
            own,
            recalled.kin,
            self._linking,
        )
        if done is None:
            raise _SpreadingError("names of all files may lead elsewhere")
        recalled.put_links(done)
        return done.files, done.moved

    def _count(self, relinked: Mapping[str, Kept]) -> None:
        """Change how many names there are, and how many of them lead somewhere."""
        names, linked = self._recalled.counted
        for path, kept in relinked.items():
            before, now = self._recalled.tree.files[path].links().counted, kept.links().counted
            names, linked = names + now[0] - before[0], linked + now[1] - before[1]
        self._recalled.counted = names, linked

    def _told_of(self, moved: Mapping[Definition, Definition]) -> Iterator[str]:
        """Yield the files that may lead to a definition of which more than the line changed."""
        changed = {old for old, now in moved.items() if old._replace(line=now.line) != now}
        parts = (one.qualified.replace("::", ".").rpartition(".")[2] for one in changed)
        sums = set(map(checksum, parts))
        for path, kept in self._recalled.tree.files.items() if sums else ():
            if not sums.isdisjoint(kept.mentions()):
                yield path

    def _lines(self, kept: Kept) -> dict[Target, list[Line]]:
        """Return the lines of a file that use something."""
        table = self._recalled.tree.links
        found: defaultdict[Target, list[Line]] = defaultdict(list)
        links = kept.links()
        for line, sum_, number in zip(links.lines, links.checksums, links.uses, strict=True):
            link = table[number]
            if used := target(link):
                found[used].append((line, HOWS.index(link.how), sum_))
        return found

    # --- the names --------------------------------------------------------------------------------

    def _change_names(
        self,
        edits: Mapping[str, tuple[File, File]],
        relinked: Mapping[str, Kept],
        moved: Mapping[Definition, Definition],
    ) -> None:
        """Change what is known of all names that mean something else, or are used elsewhere."""
        changed: defaultdict[str, defaultdict[Target, dict[str, list[Line]]]]
        changed = defaultdict(lambda: defaultdict(dict))
        for path, kept in relinked.items():
            before = self._lines(self._recalled.tree.files[path])
            now = self._lines(kept)
            for used in before.keys() | now.keys():
                if before.get(used) != now.get(used):
                    changed[_name(used)][used][path] = now.get(used, [])
        names = {one.name for one in moved}
        outlines: defaultdict[str, dict[str, list[Definition]]] = defaultdict(dict)
        for path, (old, new) in edits.items():
            before_edit = _definitions(old)
            for name, definitions in _definitions(new).items():
                if definitions != before_edit.get(name):
                    outlines[name][path] = definitions
        for name in {*changed, *names, *outlines}:
            row = self._recalled.name(name)
            if name in changed or name in outlines or not moved.keys().isdisjoint(row.uses):
                now_row = self._changed(row, outlines.get(name, {}), changed.get(name, {}), moved)
                self._names.add(name)
                self._recalled.put_name(name, now_row)
                self._note_used(name, row, now_row)
                self._note_doubt(row, now_row)

    def _changed(
        self,
        old: NameRow,
        outlines: Mapping[str, list[Definition]],
        lines: Mapping[Target, Mapping[str, list[Line]]],
        moved: Mapping[Definition, Definition],
    ) -> NameRow:
        uses = {moved.get(one, one): rows for one, rows in old.uses.items()}
        possible = old.possible
        for used, by_path in lines.items():
            if isinstance(used, str):
                possible = self._recalled.spliced(possible, by_path)
                continue
            rows = self._recalled.spliced(uses.pop(used, None), by_path)
            if rows:
                uses[used] = rows
            self._used.add(used.path)
        definitions = tuple(
            one
            for path, rows in _by_path(old.definitions, outlines)
            for one in outlines.get(path, rows)
        )
        return NameRow(definitions, old.imports, uses, possible)

    def _note_doubt(self, old: NameRow, new: NameRow) -> None:
        """Note what may be unused now, or may no longer be."""
        flipped = {one.qualified for one in old.uses} ^ {one.qualified for one in new.uses}
        for qualified in flipped:
            parts = qualified.split(".")
            # A symbol may have dots in its own name.
            for at in range(len(parts)):
                for one in self._recalled.name(".".join(parts[at:])).definitions:
                    if one.qualified == qualified:
                        self._in_doubt.add(one.path)
        if bool(old.possible) != bool(new.possible):
            self._in_doubt.update(one.path for one in new.definitions)

    def _note_used(self, name: str, old: NameRow, new: NameRow) -> None:
        """Note in which files there are definitions of a name that something uses."""
        before, now = ({one.path for one in row.uses} for row in (old, new))
        for path in before ^ now:
            row = self._recalled.file(path)
            names = {*row.used, name} if path in now else {*row.used} - {name}
            self._recalled.put_file(path, replace(row, used=tuple(sorted(names))))

    # --- the folders ------------------------------------------------------------------------------

    def _change_folders(self, relinked: Mapping[str, Kept]) -> frozenset[str]:
        """Change what depends on what between folders."""
        recalled = self._recalled
        changed: set[str] = set()
        every: dict[str, tuple[Import, ...]] = dict.fromkeys(recalled.files, ())
        for path, kept in relinked.items():
            own: dict[Definition, Rows] = {}
            for used, lines in self._lines(kept).items():
                if isinstance(used, Definition):
                    own[used] = recalled.spliced(None, {path: lines})
            ordered = {one: own[one] for one in sorted(own, key=lambda one: one.order)}
            above = {folder: Folder(folder) for folder in folders_above(path)}
            imports = recalled.imports.get(path, ())
            found = structure(above, every | {path: imports}, ordered)
            for folder in above:
                if self._change_folder(folder, path, found.get(folder, ())):
                    changed.add(folder)
        return frozenset(changed)

    def _change_folder(self, folder: str, path: str, found: Iterable[FolderDependency]) -> bool:
        """Change the lines of a file that tie the subfolders of a folder; tell whether it did."""
        recalled = self._recalled
        old = recalled.folder(folder) or ()
        pairs = {(pair.source, pair.target): pair.uses for pair in old}
        lines = {(pair.source, pair.target): recalled.lines(pair.uses, path) for pair in found}
        changed = {
            key: recalled.spliced(pairs.get(key), {path: lines.get(key, [])})
            for key in pairs.keys() | lines.keys()
            if recalled.lines(pairs.get(key), path) != lines.get(key, [])
        }
        if not changed:
            return False
        now = pairs | changed
        made = tuple(
            FolderDependency(*key, rows)
            for key, rows in sorted(now.items(), key=lambda pair: (-len(pair[1]), pair[0]))
            if rows
        )
        if bool(made) != bool(old):
            raise _SpreadingError(
                f"subfolders of {folder or '.'} depend on each other or no longer"
            )
        recalled.put_folder(folder, made)
        return True


def _find_root(_path: str, _word: str, _line: int) -> tuple[str, ...]:
    raise _SpreadingError("names begin at the root of a crate")


def _check(old: File, now: File) -> None:
    """See that an edit of a file changes nothing that other files are to each other by.

    :raises _SpreadingError: when it does.
    """
    fields = ("language", "language_name", "executable", "diagnostics", "plain", "generated")
    language = load().get(now.language or "")
    same = {
        "type": all(getattr(old, name) == getattr(now, name) for name in fields),
        "imports": _import_lines(old, now) is not None,
        "outline": _outline(old) == _outline(now),
        "roles": [role[:2] for role in old.roles] == [role[:2] for role in now.roles],
        "marks": dict(old.facts.marks).keys() == dict(now.facts.marks).keys(),
        "keywords": bool(old.facts.keywords) == bool(now.facts.keywords),
        "modules": language is None or not language.module_paths,
    }
    for what, is_same in same.items():
        if not is_same:
            raise _SpreadingError(f"{now.path} has other {what}")


def _import_lines(old: File, now: File) -> dict[int, Use] | None:
    """Return the lines of the imports that stand on another line now or have another text, with
    what they are now; nothing, if they differ by more."""
    before, after = old.facts.imports, now.facts.imports
    if list(map(_without_line, before)) != list(map(_without_line, after)):
        return None
    pairs = sorted({(one.line, other.line) for one, other in zip(before, after, strict=True)})
    if any(one >= other for row in zip(*pairs, strict=True) for one, other in pairwise(row)):
        return None
    return {
        one.line: Use(now.path, other.line, other.checksum)
        for one, other in zip(before, after, strict=True)
        if (one.line, one.checksum) != (other.line, other.checksum)
    }


def _without_line(one: Import) -> Import:
    return one._replace(line=0, checksum=0)


def _on(uses: Iterable[Use], path: str, lines: Mapping[int, Use]) -> tuple[Use, ...]:
    """Return lines of which those of a file are others now."""
    return tuple(lines.get(one.line, one) if one.path == path else one for one in uses)


def _outline(file: File) -> list[tuple[object, ...]]:
    """Return what is in the outline of a file, without places and words."""
    return [
        (one.qualified, one.number, one.depth, one.symbol.kind, one.symbol.name)
        for one in walk(file.facts.symbols)
    ]


def _definitions(file: File) -> dict[str, list[Definition]]:
    """Return the definitions of each name in a file as the graph has them."""
    found: defaultdict[str, list[Definition]] = defaultdict(list)
    for entry in sorted(walk(file.facts.symbols), key=lambda entry: entry.symbol.line):
        if entry.symbol.kind != "heading":
            found[entry.symbol.name].append(entry.definition(file.path))
    return found


def _by_path(
    definitions: Iterable[Definition], more: Iterable[str]
) -> Iterator[tuple[str, list[Definition]]]:
    """Yield definitions by their files, which come in order; those of *more* too."""
    found: dict[str, list[Definition]] = {path: [] for path in more}
    for one in definitions:
        found.setdefault(one.path, []).append(one)
    return iter(sorted(found.items()))


def _name(used: Target) -> str:
    return used if isinstance(used, str) else used.name
