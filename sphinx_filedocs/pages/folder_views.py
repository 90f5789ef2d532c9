"""Views of folders and of the whole tree, with the names in rows of files."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import sources_of
from sphinx_filedocs.model.files import PROGRAMMING, File, Folder, folders_above, is_header
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Symbol
from sphinx_filedocs.pages.alphabetical_index import indexed_folder
from sphinx_filedocs.pages.code_map import CodeMap
from sphinx_filedocs.pages.digests import DigestRecorder, NoRecorder, digest
from sphinx_filedocs.pages.folder_parts import paths_of
from sphinx_filedocs.pages.hierarchy import TypeViews
from sphinx_filedocs.pages.plan import Documents, Plan
from sphinx_filedocs.pages.text import first_sentence, printable_line
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.use_rows import counted
from sphinx_filedocs.pages.view_models import (
    FileRow,
    FolderRow,
    FolderView,
    Section,
    UsedDefinition,
)
from sphinx_filedocs.pages.whole_tree import MAIN_NAMES, Layout
from sphinx_filedocs.tree_options import TreeOptions

#: A tree's start page names no more import cycles.
_MOST_CYCLES = 50
#: So many names stand for what a folder holds of which nothing else is said.
_HELD = 4


class FolderViews:
    """Makes the views of one tree.

    :param added: returns the sections of plugins on a folder's page.
    :param types: views of types.
    :param has: returns whether this project has a page of the plan.
    """

    def __init__(
        self,
        tree: TreeOptions,
        codebase: Codebase,
        layout: Layout,
        documents: Documents,
        added: Callable[[str], Mapping[str, Section]],
        types: TypeViews,
    ) -> None:
        self._tree = tree
        self._codebase = codebase
        self._layout = layout
        self._plan = layout.plan
        self._documents = documents
        self._added = added
        self._types = types
        #: Knows what differs from the last build.
        self.recorder: DigestRecorder = NoRecorder()

    def view(self, path: str) -> FolderView:
        """Return the view of a folder."""
        view = self.without_parts(path)
        ranked = self._layout.rankings
        parts = ranked.parts.of(path) if path else ranked.parts.main()
        if parts is None:
            return view
        paths = {parts.folder, *paths_of(parts)}
        folders = {
            folder: docname for folder, docname in self._plan.folders.items() if folder in paths
        }
        return replace(
            view,
            parts=parts,
            dependencies_of_parts=self._plan.dependencies.get(parts.folder),
            tied_parts=frozenset(self._tied(parts.folder)),
            docnames={**view.docnames, **self._documents.of(paths), **folders},
        )

    def without_parts(self, path: str) -> FolderView:
        """Return the view of a folder without its parts."""
        folder = self._codebase.folders[path]
        graph = self._codebase.graph
        description, explained = graph.descriptions.get(path), graph.explained.get(path, ())
        key_files = self._key_files(path)
        entry_points = self._layout.rankings.entry_points[path]
        key_symbols = () if path else self._key_symbols()
        cycles = () if path else self._codebase.graph.cycles
        troubles = () if path else self._layout.rankings.troubles
        tests = self._layout.rankings.tests[path]
        mentioned = {*folder.files, *tests, *(p for p, _ in key_files), *(p for p, _ in troubles)}
        mentioned |= {e.path for e in entry_points}
        mentioned |= {definition.path for definition, _ in key_symbols}
        mentioned |= {step.path for cycle in cycles[:_MOST_CYCLES] for step in cycle.steps}
        mentioned.update(sources_of(description, explained))
        offered = self._offers(path)
        mentioned |= {definition.path for definition, _ in offered}
        start = () if path else self._layout.rankings.reading
        changed = () if path else self._layout.rankings.most_changed
        lately = self._layout.rankings.lately.get(path)
        mentioned |= {recent for recent, _ in (lately.files if lately else ())}
        mentioned |= {first.path for first in start} | {file_path for file_path, _, _ in changed}
        mentioned.update(
            str(value) for first in start for key, value in first.reason.values if key == "path"
        )
        types = self._types.of_folder(path)
        mentioned.update(place.path for place in types.anchors)
        crossref = () if path else self._plan.crossref
        shown = self._layout.rankings.maps.get(path)
        docnames = self._documents.of(mentioned)
        docnames.update((sub, self._plan.folders[sub]) for sub in folder.folders)
        docnames.update(self._on_map(path, shown))
        return FolderView(
            prefix=self._tree.prefix,
            docname=self._plan.folders[path],
            title=path or self._tree.title,
            crumbs=self._documents.crumbs(path) if path else (),
            docnames=docnames,
            folder=folder,
            description=description,
            explained=explained,
            folders=tuple(self._folder_row(sub) for sub in folder.folders),
            files=tuple(self._file_rows(folder.files)),
            totals=self._layout.rankings.sums[path].totals(),
            map=shown,
            colours=self._layout.rankings.colours,
            key_files=key_files,
            key_symbols=key_symbols,
            entry_points=entry_points,
            types=types,
            offers=offered,
            start=tuple((self._file_row(first.path), *first[1:]) for first in start),
            most_changed=changed,
            lately=lately,
            commit_url=self._documents.commit_url,
            gap=self._codebase.gap,
            tests=tests,
            dependencies=self._plan.dependencies.get(path),
            unused=(self._plan.unused, sum(map(len, self._layout.unused.values())))
            if self._plan.unused and not path
            else None,
            cycles=cycles[:_MOST_CYCLES],
            more_cycles=len(cycles[_MOST_CYCLES:]),
            keywords=self._plan.entrance(path),
            crossref=crossref[0].docname if crossref else None,
            uses_of=self._documents.uses_of(
                definition.name for definition, _ in (*offered, *key_symbols)
            ),
            branch=None if path else self._codebase.branch,
            troubles=troubles,
            added=self._added(path),
            children=self.children(path),
            unread=self._codebase.unread,
        )

    def _key_files(self, path: str) -> tuple[tuple[str, int], ...]:
        ranked = self._layout.rankings
        return tuple((file, ranked.used_by[file]) for file, _ in ranked.key_files[path])

    def _offers(self, path: str) -> tuple[UsedDefinition, ...]:
        offers = self._layout.rankings.offers.get(path, ())
        return tuple(map(self._used, (offer.definition for offer in offers)))

    def _key_symbols(self) -> tuple[UsedDefinition, ...]:
        ranked = self._layout.rankings.key_symbols
        return tuple(self._used(definition) for definition, _ in ranked)

    def _used(self, definition: Definition) -> UsedDefinition:
        return definition, counted(self._codebase.graph.references.get(definition))

    def _on_map(self, folder: str, shown: CodeMap | None) -> Iterator[tuple[str, str]]:
        if shown is None:
            return
        paths = {leaf.path for leaf in shown.leaves} | {entry.path for entry in shown.vendored}
        yield from self._documents.of(paths).items()
        for path in sorted(paths.union(*map(folders_above, paths)) & self._plan.folders.keys()):
            if path.startswith(f"{folder}/" if folder else ""):
                yield path, self._plan.folders[path]

    def children(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return label and docname of each page that the page of the folder *path* leads to."""
        return tuple(self._children(self._codebase.folders[path]))

    def _children(self, folder: Folder) -> Iterator[tuple[str, str]]:
        for sub in folder.folders:
            yield f"{sub.rpartition('/')[2]}/", self._plan.folders[sub]
        for path in folder.files:
            yield path.rpartition("/")[2], self._plan.files[path]
        if index := self._plan.own_index(folder.path):
            yield _("Keyword index"), index
        if folder.path in self._plan.dependencies:
            yield _("Dependencies"), self._plan.dependencies[folder.path]
        if not folder.path:
            for page in self._plan.crossref[:1]:
                yield _("Cross-references"), page.docname
            for pages in self._plan.added.values():
                for page in pages[:1]:
                    yield _(page.section), page.docname
            if self._plan.unused:
                yield _("Private names used nowhere else"), self._plan.unused

    def _folder_row(self, path: str) -> FolderRow:
        totals = self._layout.rankings.sums[path].totals()
        description = self._codebase.graph.descriptions.get(path)
        sentence = first_sentence(description.text) if description else ""
        names, more = ((), 0) if sentence else self._holds(path)
        lines = totals.lines.total
        quoted = description is not None and description.quoted
        code = sum(language.lines for language in totals.languages if language.type in PROGRAMMING)
        return FolderRow(
            path,
            sentence,
            names,
            more,
            totals.files,
            lines,
            code if totals.own else 0,
            not totals.own,
            quoted,
        )

    def _holds(self, path: str) -> tuple[tuple[str, ...], int]:
        """Return the names of the largest children, own code first, and the number of others."""
        folder, light = self._codebase.folders[path], self._codebase.light
        sums, aside = self._layout.rankings.sums, self._layout.less_telling
        sizes = {
            f"{sub}/": (not sums[sub].totals().own, -sums[sub].lines.total)
            for sub in folder.folders
        }
        sizes.update(
            (file_path, (file_path in aside, -light[file_path].facts.lines.total))
            for file_path in folder.files
        )
        ranked = sorted(sizes, key=lambda child: (*sizes[child], child))
        names = tuple(child[len(path) + 1 :] for child in ranked[:_HELD])
        return names, len(ranked) - len(names)

    def said_of_parts(self, folder: str) -> object:
        """Return the inputs of a folder's parts, which are slow to compute themselves."""
        parts = self._layout.rankings.parts
        folders = [folder] if folder else parts.main_folders
        pages = self._plan.dependencies
        return [(parts.key(path), pages.get(path), self._ties(path)) for path in folders]

    def _ties(self, folder: str) -> str:
        return self.recorder.digest(
            f"ties of {self._plan.folders[folder]}", "", lambda: digest(sorted(self._tied(folder)))
        )

    def _tied(self, folder: str) -> Iterator[tuple[str, str]]:
        for pair in self._codebase.graph.structure.get(folder, ()):
            yield pair.source, pair.target

    def said_of(self, path: str) -> tuple[object, ...]:
        """Return what the view of a folder without its parts shows of the whole tree."""
        ranked, plan, folder = self._layout.rankings, self._plan, self._codebase.folders[path]
        sums = [ranked.sums[folder_path].totals() for folder_path in (path, *folder.folders)]
        highlights = (
            self._key_files(path),
            ranked.entry_points[path],
            ranked.tests[path],
            self._offers(path),
            ranked.lately.get(path),
            self._documents.commit_url,
        )
        pages = (plan.dependencies.get(path), plan.entrance(path))
        pictures = ranked.colours, ranked.maps.get(path)
        rows, added = self._said_of_rows(path), self._added(path)
        return folder, sums, *highlights, pages, pictures, rows, added

    def _said_of_rows(self, path: str) -> object:
        ranked, folder = self._layout.rankings, self._codebase.folders[path]
        files = [*folder.files, *(() if path else (first.path for first in ranked.reading))]
        known = [
            (
                ranked.headers.get(file_path),
                ranked.used_by.get(file_path),
                ranked.most_used.get(file_path),
            )
            for file_path in files
        ]
        changed = list(map(self._changed, folder.files))
        return known, changed, [self._holds(sub) for sub in folder.folders]

    def names(self, path: str) -> FolderNames:
        """Return the names of a folder in the sidebar."""
        sums = self._layout.rankings.sums
        own = {sub for sub in self._codebase.folders[path].folders if sums[sub].own}
        return folder_names(self._codebase, self._plan, path, own)

    def _file_rows(self, paths: Iterable[str]) -> Iterator[FileRow]:
        """Yield a row for each file; a header shares that of its implementation."""
        headers = self._layout.rankings.headers
        joined = set(headers.values())
        for path in paths:
            if path not in joined:
                yield self._file_row(path, headers.get(path, ""))

    def _file_row(self, path: str, header: str = "") -> FileRow:
        description = self._codebase.graph.descriptions.get(path)
        file = self._codebase.files[path]
        passed = self._codebase.graph.re_exports.get(path, ())
        return FileRow(
            path=path,
            sentence=first_sentence(description.text) if description else "",
            about=description.about if description else "",
            defines=main_names(
                file,
                self._layout.rankings.most_used.get(path, ()),
                self._codebase.graph.definitions,
            ),
            passed=passed[:MAIN_NAMES],
            more=len(passed[MAIN_NAMES:]),
            lines=file.facts.lines.total,
            size=0 if file.facts.lines.total else file.size,
            users=self._layout.rankings.used_by.get(path, 0),
            changed=self._changed(path),
            header=header,
            quoted=description is not None and description.quoted,
        )

    def _changed(self, path: str) -> str:
        change = self._codebase.light[path].change
        return change.date[:7] if change else ""


#: A name as it is shown, and that of its page below the page of the folder.
Name = tuple[str, str]


class FolderNames(NamedTuple):
    """The names in a folder, sorted by kind.

    :param folders: chains of folders as one. Example: ``a/b``.
    :param vendored: folders with vendored code alone.
    """

    folders: tuple[Name, ...]
    vendored: tuple[Name, ...]
    files: tuple[Name, ...]

    def script(self, docname: str) -> str:
        """Return the script of a folder: its names by kind, with the page's name if that differs.

        :param docname: of the folder's page.
        """
        data = {
            kind: [shown if shown == part else (shown, part) for shown, part in names]
            for kind, names in self._asdict().items()
        }
        shown = json.dumps(data, separators=(",", ":"))
        return f"filedocsReader.page({json.dumps(docname)},{shown});\n"


def folder_names(
    codebase: Codebase,
    plan: Plan,
    path: str,
    own: Container[str],
) -> FolderNames:
    """Return the names in a folder.

    :param own: subfolders with own code.
    :param has: returns whether this project has a page; others are left out.
    """
    folder, base = codebase.folders[path], plan.folders[path].removesuffix("index")
    within = len(path) + 1 if path else 0

    def names(paths: Iterable[str], docnames: Iterable[str]) -> tuple[Name, ...]:
        return tuple(
            (printable_line(child[within:]), docname.removeprefix(base).removesuffix("/index"))
            for child, docname in zip(paths, docnames, strict=True)
        )

    def folders(is_own: bool) -> tuple[Name, ...]:
        some = [sub for sub in folder.folders if (sub in own) is is_own]
        ends = [indexed_folder(codebase, sub) for sub in some]
        return names(ends, (plan.folders[end] for end in ends))

    files = names(folder.files, (plan.files[child] for child in folder.files))
    return FolderNames(folders(True), folders(False), files)


#: A type that stands in so many files is one that each adds something to.
_MANY_FILES = 3
_VALUES = ("constant", "variable")
_TAGGED = ("struct", "union", "enum")
#: Definitions that say less of what a file is for than others do.
_MINOR = ("constant", "variable", "field", "macro", "type")


def main_names(
    file: File,
    most_used: Sequence[str] = (),
    definitions: Mapping[str, tuple[Definition, ...]] | None = None,
) -> tuple[str, ...]:
    """Return a file's outermost names: functions and types, the most used first, then the largest.

    Private names, and functions of one line outside of headers, fill in if there are no others.

    :param most_used: qualified names by the number of users.
    :param definitions: of each name in the tree, to see types in many files.
    """
    symbols = dict(_outermost(file.facts.symbols, definitions or {}))

    def place(qualified: str) -> int:
        parts = (
            used_name == qualified or used_name.startswith(f"{qualified}.")
            for used_name in most_used
        )
        return next((place for place, is_it in enumerate(parts) if is_it), len(most_used))

    def importance(qualified: str) -> tuple[bool, int, int, int]:
        symbol = symbols[qualified]
        return symbol.kind in _MINOR, place(qualified), -len(symbol.children), -_length(symbol)

    def only_declares(qualified: str) -> bool:
        symbol = symbols[qualified]
        is_long = bool(_length(symbol)) or is_header(file.path)
        return symbol.kind == "function" and not is_long and place(qualified) == len(most_used)

    public = [name for name, symbol in symbols.items() if not symbol.private] or list(symbols)
    seconds = _second_names(file, symbols)
    telling = [name for name in public if not (only_declares(name) or name in seconds)]
    ranked = sorted(telling or public, key=importance)
    return tuple(dict.fromkeys(symbols[name].name for name in ranked))[:MAIN_NAMES]


def _second_names(file: File, symbols: Mapping[str, Symbol]) -> frozenset[str]:
    """Return names that add nothing: ``__all__``, include guards, type variables, struct tags."""
    seconds = {
        name
        for name, symbol in symbols.items()
        if symbol.kind in _VALUES
        and (len(symbol.name) == 1 or re.fullmatch(r"__\w+__", symbol.name))
    }
    if is_header(file.path):
        written = {write.name for write in file.facts.conditions.writes}
        macros = [name for name, symbol in symbols.items() if symbol.kind == "macro"]
        # What is written is known but for that one, or nothing is.
        hidden = [name for name in macros if symbols[name].name not in written]
        seconds.update(hidden if len(hidden) == 1 else ())
    named = sorted(symbol.line for symbol in symbols.values() if symbol.kind == "type")
    seconds.update(
        name
        for name, symbol in symbols.items()
        if symbol.kind in _TAGGED
        and bisect_left(named, symbol.span.start) < bisect_right(named, symbol.span.end)
    )
    return frozenset(seconds)


def _outermost(
    symbols: Sequence[Symbol], definitions: Mapping[str, tuple[Definition, ...]], owners: str = ""
) -> Iterator[tuple[str, Symbol]]:
    """Yield definitions outside of all others; namespaces and types in parts are looked into."""
    for symbol in symbols:
        qualified = f"{owners}{symbol.name}"
        if symbol.kind in WRAPPERS or _is_divided(symbol, qualified, definitions):
            yield from _outermost(symbol.children, definitions, f"{qualified}.")
        elif symbol.kind != "heading":
            yield qualified, symbol


def _is_divided(
    symbol: Symbol, qualified: str, definitions: Mapping[str, tuple[Definition, ...]]
) -> bool:
    """Return whether a type has its members in many files, unlike types that share a name."""
    if not symbol.children or _homes(symbol.name, qualified, definitions) < _MANY_FILES:
        return False
    own = 0
    for member in symbol.children:
        name = f"{qualified}.{member.name}"
        own += _homes(member.name, name, definitions) == 1 or _is_divided(member, name, definitions)
    return own > len(symbol.children) / 2


def _homes(name: str, qualified: str, definitions: Mapping[str, tuple[Definition, ...]]) -> int:
    return len(
        {
            definition.path
            for definition in definitions.get(name, ())
            if definition.qualified == qualified
        }
    )


def _length(symbol: Symbol) -> int:
    return symbol.span.end - symbol.span.start
