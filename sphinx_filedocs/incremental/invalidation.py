"""Finds the questions of linking that a change invalidates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from sphinx_filedocs import languages
from sphinx_filedocs.incremental.recorder import Changed
from sphinx_filedocs.index import trace
from sphinx_filedocs.index.trace import Question
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.reachability import reachable
from sphinx_filedocs.resolve.definitions import (
    FileDefinitions,
    Row,
    answers,
    defined,
    what_others_read,
)
from sphinx_filedocs.resolve.exports import differing_names
from sphinx_filedocs.resolve.link_tables import LinkedFile, Targets
from sphinx_filedocs.resolve.visibility import Closure, Leads, packages_above

#: The manifest that says where the paths of modules begin.
_MANIFEST = "Cargo.toml"
Files = Mapping[str, LinkedFile]
Definitions = Mapping[str, FileDefinitions]


def invalidate(
    dirty: Changed,
    before: Files,
    now: Files,
    definitions: tuple[Definitions, Definitions],
    changed: AbstractSet[str],
    sees: Callable[[str], bool],
) -> None:
    """Invalidate the questions that linked files answer differently.

    :param dirty: gets the questions.
    :param before: the linked files in the last build.
    :param definitions: of linked files with changes, before and now.
    :param changed: files added, removed or edited.
    :param sees: returns True if importers in a language see indirect imports.
    """
    _add_definitions(dirty, *definitions)
    above = (packages_above(_packages(files)) for files in (before, now))
    for package in set.symmetric_difference(*above):
        dirty.add(Question.DEFINED, [trace.package_key(*package)])
    paths = before.keys() | now.keys()
    exports = {path for path in paths if _exports(before.get(path)) != _exports(now.get(path))}
    dirty.add(Question.EXPORTS, exports)
    _add_names(dirty, before, now, exports)
    turned = {path for path in paths if _leads(before.get(path)) != _leads(now.get(path))}
    _add_modules(dirty, before, now, exports | turned, changed)
    if turned:
        _add_included(dirty, before, now, turned, sees)


def _packages(files: Files) -> Iterator[tuple[str, str]]:
    return ((file.language, file.package) for file in files.values())


def _exports(file: LinkedFile | None) -> str:
    return file.exports if file else ""


def _leads(file: LinkedFile | None) -> Targets:
    return file.leads if file else ()


def _add_definitions(dirty: Changed, before: Definitions, now: Definitions) -> None:
    for path in before.keys() | now.keys():
        old, new = _answers(path, before.get(path)), _answers(path, now.get(path))
        differing = (key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
        dirty.add(Question.DEFINED, differing)


def _answers(path: str, file: FileDefinitions | None) -> Mapping[str, list[object]]:
    contents: defaultdict[str, list[object]] = defaultdict(list)
    if file is None:
        return contents
    said = [_said(path, row, file.language) for _, row in file.rows]
    for key, number in answers(file):
        contents[key].append(said[number])
    for name in file.aliases:
        contents[trace.qualified_key(file.family, name)].append("alias")
    for name, scopes in file.opened.items():
        contents[trace.qualified_key(file.family, name)].append(len(scopes))
    for name, at in file.spaces.items():
        contents[trace.qualified_key(file.family, name)].append(said[at])
    return contents


def _said(path: str, row: Row, language: str) -> tuple[object, ...]:
    _, kind, qualified, _, number, binding, *rest = row
    said = what_others_read(defined(path, row), languages.load()[language])
    return language, kind, qualified, said, number, binding < 0, *rest


def _add_names(dirty: Changed, before: Files, now: Files, differing: Iterable[str]) -> None:
    for path in differing:
        old, new = before.get(path), now.get(path)
        names = differing_names(old.exported, new.exported) if old and new else None
        if names is None:
            dirty.add(Question.EXPORTED_NAMES, [path])
        else:
            dirty.add_names(path, names)


def _add_modules(
    dirty: Changed,
    before: Files,
    now: Files,
    differing: set[str],
    changed: AbstractSet[str],
) -> None:
    everywhere = any(path.rpartition("/")[2] == _MANIFEST for path in changed)
    rooted: set[str] = set()
    families: set[str] = set()
    for path in before.keys() | now.keys() if everywhere else differing:
        states = [files[path] for files in (before, now) if path in files]
        families.update(state.family for state in states)
        if everywhere or len(states) < 2 or any(map(_declares_modules, states)):
            rooted.update(state.family for state in states)
    dirty.add(Question.IMPLEMENTATIONS, families)
    dirty.add(Question.IMPLEMENTATIONS, map(trace.roots_key, rooted))


def _declares_modules(file: LinkedFile) -> bool:
    return any(kind == "module" for kind, *_ in file.leads)


def leads_of(imports: Iterable[Import]) -> Targets:
    """Return the targets of imports with kinds and conditions. Example:
    ``("include", "defined(_WIN32)", ("win.h",))``."""
    return tuple(
        (import_.kind, import_.condition if import_.resolved else "", import_.resolved)
        for import_ in imports
    )


class _Edges:
    def __init__(self, files: Files, numbers: Mapping[str, int]) -> None:
        self.all: dict[str, set[str]] = {}
        for path, file in files.items():
            for _, _, ends in file.leads:
                self.all.setdefault(path, set()).update(ends)
        self.includes = _includes(files)
        own = {path: numbers[path] for path in files}
        self._closures = [Closure(own, _leading(edges)) for edges in (self.all, self.includes)]

    def reached(self, path: str) -> tuple[int, ...]:
        return tuple(closure.of(path) for closure in self._closures)


def _includes(files: Files) -> dict[str, set[str]]:
    includes: dict[str, set[str]] = {}
    for path, file in files.items():
        for kind, _, ends in file.leads:
            if kind == "include":
                includes.setdefault(path, set()).update(ends)
    return includes


def _leading(edges: Mapping[str, Iterable[str]]) -> Leads:
    return lambda path: edges.get(path, ())


def _add_included(
    dirty: Changed,
    before: Files,
    now: Files,
    turned: set[str],
    sees: Callable[[str], bool],
) -> None:
    numbers = {path: at for at, path in enumerate(sorted(before.keys() | now.keys()))}
    old, new = _Edges(before, numbers), _Edges(now, numbers)
    users: defaultdict[str, set[str]] = defaultdict(set)
    for edges in (old, new):
        for path, ends in edges.all.items():
            for end in ends:
                users[end].add(path)
    differing = {
        path
        for path in reachable(turned, _leading(users))
        if any(sees(files[path].language) for files in (before, now) if path in files)
        and old.reached(path) != new.reached(path)
    }
    dirty.add(Question.INCLUDED, differing)
    for edges in (old, new):
        dirty.add(Question.INCLUDED_WITH, reachable(differing, _leading(edges.includes)))
